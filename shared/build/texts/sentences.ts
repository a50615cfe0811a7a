import { globSync, readFileSync } from 'node:fs';
import { type ParserPlugin, parse } from '@babel/parser';
import { REPOSITORY } from '../modules.ts';

/** A node of the syntax tree, read by its fields alone. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const named = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? (isNode(node.property) ? named(node.property) : '')) : '');

/** Attributes and fields that people never read. */
const UNREAD = new Set(
  'css className id htmlFor key type kind role name href to src rel target method tone size variant align as mode state event on width height viewBox d x y fill stroke style strokeWidth strokeLinecap strokeLinejoin strokeDasharray transform points preserveAspectRatio gap inputMode autoComplete autoCapitalize enterKeyHint translate lang dir charSet mimeType accept data-call cacheName storage page module guard code entry actions initial input context always invoke onDone onError unit font flow placement'.split(
    ' ',
  ),
);
/** Calls whose texts are for machines and logs. */
const MACHINES =
  /^(Error|TypeError|RangeError|RegExp|URL|Set|log|warn|info|debug|querySelector|querySelectorAll|getElementById|getAttribute|setAttribute|removeAttribute|closest|matches|addEventListener|removeEventListener|get|has|getItem|setItem|removeItem|createElement|createElementNS|startsWith|endsWith|includes|split|join|replace|replaceAll|matchMedia|setProperty|getPropertyValue|emit|dispatchEvent|CustomEvent|Event|send|raise|assign|mark|measure|lazyOnce|test|exec|DateTimeFormat|NumberFormat|toLocaleString|PluralRules|format|forbidden|enum|literal|object)$/;
const CODE = /var\(--|[{}=<>\\]|\bpx\b|https?:|^[a-z-]+\/[a-z.+-]+$|^\(|^\.|^[#@]|^--|PRODID|^[\w.-]+\s*:\s*\d|^\d[\d.]* |^[mMlLzZ][\d ]/;
/** A sentence, or a word with its capital: `aria-hidden` and `sans-serif` are none. */
const isRead = (text: string): boolean =>
  /[A-Za-z]{2}/.test(text) && !CODE.test(text.replaceAll(HOLE, '')) && (/[a-z]\S*\s+\S|\S\s+[a-z]/.test(text) || /^[A-Z][a-z’'-]+[.?!…:]?$/.test(text.trim()));

/** Texts with holes: what an expression may say. `null` breaks a run: an element stands there. */
type Said = readonly (string | null)[];
const HOLE = '{}';
const MOST = 24;
const joined = (left: Said, right: Said): Said => left.flatMap((a) => right.map((b) => (a === null || b === null ? null : a + b))).slice(0, MOST);

function says(node: unknown): Said {
  if (!isNode(node)) return [''];
  switch (node.type) {
    case 'StringLiteral':
      return [String(node.value)];
    case 'TemplateLiteral': {
      const quasis = node.quasis as readonly Node[];
      const holes = node.expressions as readonly Node[];
      return quasis.reduce<Said>(
        (said, quasi, at) => {
          const text = [(quasi.value as { cooked: string }).cooked];
          const after = holes[at] ? says(holes[at]).map((one) => one ?? HOLE) : [''];
          return joined(joined(said, text), after);
        },
        [''],
      );
    }
    case 'ConditionalExpression':
      return [...says(node.consequent), ...says(node.alternate)];
    case 'LogicalExpression':
      return node.operator === '&&' ? ['', ...says(node.right)] : [...says(node.left), ...says(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? joined(says(node.left), says(node.right)) : [HOLE];
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return says(node.expression);
    case 'NullLiteral':
    case 'BooleanLiteral':
    case 'JSXEmptyExpression':
      return [''];
    default:
      return holds(node, 'JSXElement') || holds(node, 'JSXFragment') ? [null] : [HOLE];
  }
}

function holds(node: Node, type: string): boolean {
  if (node.type === type) return true;
  return Object.values(node).some((value) =>
    Array.isArray(value) ? value.some((one) => isNode(one) && holds(one, type)) : isNode(value) && holds(value, type),
  );
}

/** As JSX reads it: lines are joined by a space, and white space with a line break at an end is nothing. */
const jsxText = (text: string): string =>
  text
    .split('\n')
    .map((line, at) => (at > 0 ? line.trimStart() : line))
    .map((line, at, all) => (at < all.length - 1 ? line.trimEnd() : line))
    .filter((line) => line !== '')
    .join(' ');

const SAYING: ReadonlySet<string> = new Set(['StringLiteral', 'TemplateLiteral']);
const SILENT: ReadonlySet<string> = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TaggedTemplateExpression']);
const NO_PART = /^(?:loc|range|(?:leading|trailing|inner)Comments|extra|typeAnnotation|typeParameters|returnType)$/;
const isLiteral = (node: unknown): boolean => isNode(node) && node.type.endsWith('Literal');
const unlessLiteral = (nodes: unknown): unknown[] => (nodes as unknown[]).filter((one) => !isLiteral(one));

/** The value of an attribute that people read; null of any other. */
function attributeValue({ name, value }: Node): unknown {
  if (UNREAD.has(named(name)) || /^data-/.test(named(name)) || !isNode(value)) return null;
  return value.type === 'JSXExpressionContainer' ? value.expression : value;
}

/** Where in a node to look on. What it is compared with, and what goes to machines, is no text. */
function partsOf(node: Node): unknown {
  if (SILENT.has(node.type) || /^TS(?!AsExpression|NonNull|Satisfies)/.test(node.type)) return [];
  switch (node.type) {
    case 'ExportNamedDeclaration':
      return node.declaration;
    case 'TemplateLiteral':
      return node.expressions;
    case 'ObjectProperty':
      return UNREAD.has(named(node.key)) ? unlessLiteral([node.value]) : [...(node.computed ? [node.key] : []), node.value];
    case 'BinaryExpression':
      return node.operator === '+' ? [] : unlessLiteral([node.left, node.right]);
    case 'SwitchCase':
      return node.consequent;
    case 'ConditionalExpression':
      return [...unlessLiteral([node.test]), node.consequent, node.alternate];
    case 'CallExpression':
    case 'NewExpression':
    case 'OptionalCallExpression':
      return [node.callee, ...(MACHINES.test(named(node.callee)) ? unlessLiteral(node.arguments) : (node.arguments as unknown[]))];
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return node.object;
    default:
      return Object.entries(node).flatMap(([field, value]) => (NO_PART.test(field) ? [] : [value]));
  }
}

/** Every sentence of a file, in the order in which it is written; `{}` stands for what is filled in. */
export function sentencesOf(source: string, name: string): string[] {
  const plugins: ParserPlugin[] = ['typescript', ...(name.endsWith('x') ? (['jsx'] as const) : [])];
  const found = new Set<string>();
  const add = (said: Said): void => {
    for (const one of said) {
      const text = (one ?? '').replaceAll(/\s+/g, ' ').trim();
      let at = 0;
      if (isRead(text)) found.add(text.replaceAll(HOLE, () => `{${at++}}`));
    }
  };
  const walkAll = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walkAll(one);
    else if (isNode(value)) walk(value);
  };

  /** Texts and holes that stand beside each other are one sentence; an element between them ends it. */
  function children(nodes: readonly Node[]): void {
    let run: Said = [''];
    const end = (): void => {
      add(run);
      run = [''];
    };
    for (const node of nodes) {
      if (node.type === 'JSXText') run = joined(run, [jsxText(String(node.value))]);
      else if (node.type === 'JSXExpressionContainer') {
        const said = says(node.expression);
        if (said.includes(null)) {
          for (const one of said) if (one !== null) add([one]);
          end();
        } else run = joined(run, said);
        inside(node.expression);
      } else {
        end();
        walk(node);
      }
    }
    end();
  }
  /** What of an expression was not said yet: elements and calls in it. */
  function inside(node: unknown): void {
    if (!isNode(node) || node.type === 'StringLiteral') return;
    if (node.type === 'TemplateLiteral') walkAll(node.expressions);
    else if (node.type === 'ConditionalExpression') {
      inside(node.consequent);
      inside(node.alternate);
      walkAll(unlessLiteral([node.test]));
    } else if (node.type === 'LogicalExpression') {
      inside(node.right);
      inside(node.left);
    } else walk(node);
  }
  function walk(node: Node): void {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      walkAll((node.openingElement as Node | undefined)?.attributes);
      children(node.children as Node[]);
    } else if (node.type === 'JSXAttribute') {
      const value = attributeValue(node);
      add(says(value));
      inside(value);
    } else {
      if (SAYING.has(node.type) || (node.type === 'BinaryExpression' && node.operator === '+')) add(says(node));
      walkAll(partsOf(node));
    }
  }
  walk(parse(source, { sourceType: 'module', plugins }).program as unknown as Node);
  return [...found];
}

/** A room's sentences by file. */
export function sentencesIn(...patterns: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const files = globSync([...patterns], { cwd: REPOSITORY })
    .filter((file) => !/(?:^|\/)testing\/|\.(test|testing|data)\.|\/testing\.|\.css\.ts$|\/(demo|gallery|hindi|npm|partner-site)\//.test(file))
    .toSorted();
  return new Map(files.map((file) => [file, sentencesOf(readFileSync(REPOSITORY + file, 'utf8'), file)] as const).filter(([, said]) => said.length > 0));
}
