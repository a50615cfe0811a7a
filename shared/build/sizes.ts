import { parseSync } from '@swc/core';

/** A source file: its path from the repository's root, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const MOST_FILES = 20;
const MOST_LINES = 300;
const MOST_FUNCTION_LINES = 120;

/** Tests aside: stories and unit tests may be as long as what they tell. */
const TEST = /\.(test|spec)\.tsx?$/;
const CODE = /\.(ts|tsx|mts|mjs|cjs|js)$/;
/** How the first line of what is long on purpose begins to say why. */
const REASON = /\bLong: \S/;
/** How the paragraph of a README begins that gives a full folder's reason. */
const TOGETHER = /^\*\*Why so many files[^*]*\*\* \S/m;

/**
 * Folders of more than 20 files whose own README does not say why (`**Why so many files.** …`), files of more than 300 lines and
 * functions of more than 120 that don't say why on their first line (`// Long: …`), one sentence each.
 */
export function sizeProblems(sources: readonly Source[]): string[] {
  const code = sources.filter(({ path }) => CODE.test(path) && !TEST.test(path));
  return [...crowded(sources, code), ...code.flatMap(longFile), ...code.flatMap(longFunctions)];
}

function crowded(sources: readonly Source[], code: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of code) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MOST_FILES && !sources.some(({ path, text }) => path === `${folder}/README.md` && TOGETHER.test(text)))
    .map(([folder, count]) => `${folder}: ${count} files; divide it, or say in its README.md why they belong together (\`**Why so many files.** …\`)`);
}

function longFile({ path, text }: Source): string[] {
  const lines = text.trimEnd().split('\n');
  return lines.length > MOST_LINES && !REASON.test(lines[0]!)
    ? [`${path}: ${lines.length} lines; divide it, or say why in its first line (\`// Long: …\`)`]
    : [];
}

function longFunctions({ path, text }: Source): string[] {
  const lines = text.split('\n');
  if (lines.length <= MOST_FUNCTION_LINES) return [];
  const bytes = Buffer.from(text);
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), decorators: true, comments: false });
  // swc counts bytes on from all it has read before; the first token of the file is its zero.
  const zero = tree.span.start - Buffer.byteLength(text.slice(0, firstToken(text)));
  const lineAt = (offset: number): number =>
    bytes
      .subarray(0, offset - zero)
      .toString()
      .split('\n').length;
  return functionsIn(tree).flatMap(({ span }) => {
    const [from, to] = [lineAt(span.start), lineAt(span.end)];
    const length = to - from + 1;
    return length > MOST_FUNCTION_LINES && !REASON.test(lines[from - 1]!) && !REASON.test(lines[from - 2] ?? '')
      ? [`${path}:${from} function of ${length} lines; divide it, or say why in its first line (\`// Long: …\`)`]
      : [];
  });
}

/** Where the program starts for the parser: behind comments and white space. */
const firstToken = (text: string): number => /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|#![^\n]*\n)*/.exec(text)![0].length;

interface Spanned {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
}
const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
]);

function functionsIn(node: unknown): Spanned[] {
  if (Array.isArray(node)) return node.flatMap(functionsIn);
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(functionsIn);
  const { type } = node as { type?: string };
  return type !== undefined && FUNCTIONS.has(type) ? [node as Spanned, ...inside] : inside;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
