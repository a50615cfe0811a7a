import { parse } from '@babel/parser';

const PURE = '/*#__PURE__*/';
/** `route` and what makes routes that several resources share: `exitRoute`. */
const ROUTE = /^(route|\w+Route)$/;

/**
 * A webpack loader for files that only describe, as the contract's: marks the calls by which they make their constants as free of side
 * effects, so that what nobody uses is left out. Without it a page that follows an expert carries, and builds when it starts, the
 * shapes of every call about identity. The sentence that describes a route is empty in a page: only the server's documentation shows it.
 *
 * @param {string} source JavaScript of one module
 */
export default function markPure(source) {
  const edits = new Map();
  for (const statement of parse(source, { sourceType: 'module' }).program.body) {
    const made = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (made?.type === 'VariableDeclaration') for (const { init } of made.declarations) collect(init, edits);
  }
  const backwards = [...edits].sort(([one], [other]) => other - one);
  return backwards.reduce((text, [start, { end, put }]) => `${text.slice(0, start)}${put}${text.slice(end)}`, source);
}

/** Where the calls in an expression begin, and the sentences of routes. What a function does when it is called is its own affair. */
function collect(node, edits) {
  if (typeof node?.type !== 'string' || /Function/.test(node.type)) return;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') edits.set(node.start, { end: node.start, put: PURE });
  const sentence = sentenceOf(node);
  if (sentence) edits.set(sentence.start, { end: sentence.end, put: "''" });
  for (const value of Object.values(node)) for (const child of Array.isArray(value) ? value : [value]) collect(child, edits);
}

/** The text of `summary` in the one argument of a route; undefined elsewhere, and where it is not written out. */
function sentenceOf({ type, callee, arguments: [definition] = [] }) {
  if (type !== 'CallExpression' || callee.type !== 'Identifier' || !ROUTE.test(callee.name) || definition?.type !== 'ObjectExpression') return undefined;
  const summary = definition.properties.find(({ key }) => key?.name === 'summary')?.value;
  const isText = summary?.type === 'StringLiteral' || (summary?.type === 'TemplateLiteral' && summary.expressions.length === 0);
  return isText ? summary : undefined;
}
