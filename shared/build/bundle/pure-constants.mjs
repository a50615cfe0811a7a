import { parse } from '@babel/parser';

/**
 * A webpack loader for files that only describe, as the contract's: marks the calls by which they make their constants as free of side
 * effects, so that what nobody uses is left out. Without it a page that follows an expert carries, and builds when it starts, the
 * shapes of every call about identity.
 *
 * @param {string} source JavaScript of one module
 */
export default function markPure(source) {
  const starts = new Set();
  for (const statement of parse(source, { sourceType: 'module' }).program.body) {
    const made = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (made?.type === 'VariableDeclaration') for (const { init } of made.declarations) collect(init, starts);
  }
  return [...starts].sort((one, other) => other - one).reduce((text, at) => `${text.slice(0, at)}/*#__PURE__*/${text.slice(at)}`, source);
}

/** Where the calls in an expression begin. What a function does when it is called is its own affair. */
function collect(node, starts) {
  if (typeof node?.type !== 'string' || /Function/.test(node.type)) return;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') starts.add(node.start);
  for (const value of Object.values(node)) for (const child of Array.isArray(value) ? value : [value]) collect(child, starts);
}
