import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { REPOSITORY } from '../modules.ts';
import { type Outcome, run } from '../run.ts';

/**
 * The report of types: per folder of `shared`, the declarations of its public files and of the files that those refer to. A change of
 * what modules stand on shows itself there as a change of lines. `npm run docs` writes it, `npm run check` compares it.
 */
const REPORTS = 'docs/api/';
const DECLARATIONS = '.cache/declarations/';

/** Imports of other files of `shared` in a declaration, as `from '../market/types.ts'` or in place of a type. */
const RELATIVE_IMPORT = /(?:from |\bimport\()["'](\.[^"']+)["']/g;
const DECLARED_NAME = /\b(?:function|const|let|class|interface|type|enum|namespace) ([\w$]+)/;
const CONSTANT = /^export declare const ([\w$]+): ([\s\S]*);$/;

/** Texts of the report by their path. `declarationOf` gives the declaration of a file of `shared`. */
export function reportOf(publicFiles: readonly string[], declarationOf: (file: string) => string): Map<string, string> {
  const files = withReferences(publicFiles, declarationOf).map((file) => ({ file, statements: statementsOf(declarationOf(file)) }));
  const shapes = shapesOf(files.flatMap(({ statements }) => statements));
  const reports = new Map<string, string>();
  for (const { file, statements } of files) {
    const folder = file.split('/')[0];
    const path = `${REPORTS}${folder}.txt`;
    const before =
      reports.get(path) ?? `What modules may use of shared/${folder}, made by npm run docs. "typeof x" stands for the shape of x, which is written out once.\n`;
    const title = `== ${file}${publicFiles.includes(file) ? '' : ' (not public itself: public types refer to it)'}`;
    reports.set(path, [before, title, ...statements.map((statement) => withNames(statement, shapes)), ''].join('\n'));
  }
  return reports;
}

function withReferences(publicFiles: readonly string[], declarationOf: (file: string) => string): string[] {
  const files = new Set(publicFiles);
  // A set is walked to its end, with what is added on the way.
  for (const file of files) {
    const imports = declarationOf(file).matchAll(RELATIVE_IMPORT);
    for (const [, imported] of imports) files.add(posix.join(posix.dirname(file), imported!));
  }
  return [...files].sort();
}

/** Statements of a declaration by name, so that a moved one changes nothing. Overloads stay in their order. */
function statementsOf(declaration: string): string[] {
  const nameOf = (statement: string) => DECLARED_NAME.exec(statement)?.[1] ?? statement;
  return declaration
    .split(/^(?=[^\s}])/m)
    .map((statement) => statement.trimEnd().replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 4)))
    .filter((statement) => statement !== '' && statement !== 'export {};' && !statement.startsWith('import '))
    .map((statement) => ({ name: nameOf(statement), statement }))
    .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
    .map(({ statement }) => statement);
}

/** A type that the declaration of a constant writes out. */
interface Shape {
  readonly name: string;
  readonly text: string;
  /** A line of it: a statement without that line does not hold the shape. */
  readonly probe: string;
}
const FEWEST_LINES = 4;
const MOST_INDENT = 10;

/** The compiler writes a schema out wherever it is used, the largest a dozen times. Larger shapes come first, as they hold smaller ones. */
function shapesOf(statements: readonly string[]): Shape[] {
  const byText = new Map<string, Shape>();
  for (const statement of statements) {
    const [, name, text] = CONSTANT.exec(statement) ?? [];
    const lines = text?.split('\n') ?? [];
    if (!name || !text || lines.length < FEWEST_LINES || byText.has(text)) continue;
    const probe = lines.map((line) => line.trim()).reduce((longest, line) => (line.length > longest.length ? line : longest));
    byText.set(text, { name, text, probe });
  }
  return [...byText.values()].sort((one, other) => other.text.length - one.text.length);
}

function withNames(statement: string, shapes: readonly Shape[]): string {
  const own = CONSTANT.exec(statement)?.[1];
  let short = statement;
  for (const { name, text, probe } of shapes)
    if (name !== own && text.length < short.length && short.includes(probe))
      for (let indent = 0; indent <= MOST_INDENT; indent += 1) short = short.replaceAll(text.replaceAll('\n', `\n${' '.repeat(indent)}`), `typeof ${name}`);
  return short;
}

/** Has the compiler write the declarations of the public files; takes about four seconds of processor. */
async function currentReport(): Promise<{ failure?: string; reports: Map<string, string> }> {
  const publicFiles: string[] = JSON.parse(readFileSync(`${REPOSITORY}shared/public.json`, 'utf8'));
  const dir = REPOSITORY + DECLARATIONS;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const settings = {
    extends: '../../tsconfig.json',
    // Types are checked by a step of their own. One checker: the same text whatever the machine.
    compilerOptions: { noEmit: false, noCheck: true, declaration: true, emitDeclarationOnly: true, removeComments: true, rootDir: '../..', outDir: '.' },
    include: [],
    files: publicFiles.map((file) => `../../shared/${file}`),
  };
  writeFileSync(`${dir}tsconfig.json`, JSON.stringify(settings));
  const { ok, output } = await run('declarations', 'tsc', ['-p', `${dir}tsconfig.json`, '--checkers', '1', '--pretty', 'false'], { quiet: true });
  if (!ok) return { failure: output, reports: new Map() };
  return { reports: reportOf(publicFiles, (file) => readFileSync(`${dir}shared/${file.replace(/\.tsx?$/, '.d.ts')}`, 'utf8')) };
}

/** `npm run docs`: writes the report and removes what is no part of it any more. */
export async function writeApiReport(): Promise<readonly string[]> {
  const { failure, reports } = await currentReport();
  if (failure) throw new Error(failure);
  rmSync(REPOSITORY + REPORTS, { recursive: true, force: true });
  mkdirSync(REPOSITORY + REPORTS, { recursive: true });
  for (const [path, text] of reports) writeFileSync(REPOSITORY + path, text);
  return [...reports.keys()];
}

/** `npm run check`: whether the report in the repository is what the sources say. */
export async function checkApiReport(): Promise<Outcome> {
  const started = performance.now();
  const { failure, reports } = await currentReport();
  const paths = new Set([...reports.keys(), ...globSync(`${REPORTS}*`, { cwd: REPOSITORY })]);
  const stored = (path: string) => (existsSync(REPOSITORY + path) ? readFileSync(REPOSITORY + path, 'utf8') : '');
  const changes = [...paths].flatMap((path) => changedLines(path, stored(path), reports.get(path) ?? ''));
  return {
    name: 'report of public types',
    ok: !failure && changes.length === 0,
    seconds: (performance.now() - started) / 1000,
    output: failure ?? [...changes, 'Public types have changed. If that is meant, run npm run docs and commit docs/api.'].join('\n'),
  };
}

const MOST_LINES_SHOWN = 40;

/** Lines that one text has and the other has not, each with the file of `shared` it stands under. */
export function changedLines(path: string, before: string, after: string): string[] {
  const removed = linesOf(before);
  const added = linesOf(after);
  const only = (sign: string, lines: readonly string[], others: ReadonlySet<string>) =>
    lines.filter((line) => !others.has(line)).map((line) => `${path}: ${sign} ${line}`);
  const changes = [...only('-', removed, new Set(added)), ...only('+', added, new Set(removed))];
  if (changes.length === 0 && before !== after) return [`${path}: the same lines in another order or number`];
  const rest = changes.length - MOST_LINES_SHOWN;
  return rest > 0 ? [...changes.slice(0, MOST_LINES_SHOWN), `${path}: … and ${rest} more lines`] : changes;
}

function linesOf(report: string): string[] {
  let file = '';
  return report.split('\n').flatMap((line) => {
    if (line.startsWith('== ')) file = line.slice(3);
    return line.trim() === '' ? [] : [`${file}: ${line.trim()}`];
  });
}
