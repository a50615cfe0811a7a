import { globSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { parseAst } from 'vitest/node';
import { REPOSITORY } from '../modules.ts';

/**
 * What code can call, export by export: names are followed through declarations, imports and what files hand on. A name counts
 * wherever it stands in a piece of code, so a local variable of the same name keeps an export alive; never the other way round.
 */

/** What a piece of code uses when it runs: `name`, or `name.member`; and the files it imports then. */
export interface Uses {
  readonly names: Set<string>;
  readonly files: Set<string>;
}

/** A source file as far as names go, specifiers as they are written. Types are left out: nothing runs for them. */
export interface Source {
  readonly imports: Map<string, Named>;
  readonly exports: Map<string, Named>;
  /** `export * from` these. */
  readonly stars: string[];
  readonly declared: Map<string, Uses>;
  /** Objects whose members nobody in the file itself looks at, so who uses them can be told member by member. */
  readonly tables: Set<string>;
  /** The files it loads, and what runs as soon as it is loaded itself. */
  readonly loads: Set<string>;
  readonly own: Uses;
  /** Calls of `test`, `it` and `describe`, and the rows of tables. */
  readonly tests: { readonly start: number; readonly end: number; readonly uses: Uses }[];
}
/** A name of another file, or without `from` of this one. `*` is everything in it. */
interface Named {
  readonly from?: string;
  readonly name: string;
}
export const EVERYTHING = '*';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a node holds follows from its type.
  readonly [key: string]: any;
}

const nothing = (): Uses => ({ names: new Set(), files: new Set() });

export function readSource(text: string, lang: 'ts' | 'tsx' = 'tsx'): Source {
  const source: Source = {
    imports: new Map(),
    exports: new Map(),
    stars: [],
    declared: new Map(),
    tables: new Set(),
    loads: new Set(),
    own: nothing(),
    tests: [],
  };
  for (const statement of (parseAst(text, { lang }) as unknown as { body: Node[] }).body) readStatement(statement, source);
  for (const [name, { names }] of [...source.declared, ['', source.own] as const])
    for (const used of names) if (used.split('.')[0] !== name) source.tables.delete(used.split('.')[0]!);
  return source;
}

function readStatement(statement: Node, source: Source): void {
  const { type, declaration, specifiers = [] } = statement;
  const from: string | undefined = statement.source?.value;
  if (statement.importKind === 'type' || statement.exportKind === 'type') return;
  if (from !== undefined) source.loads.add(from);
  if (type === 'ImportDeclaration') {
    for (const { local, imported, importKind, type: kind } of specifiers) {
      const name = kind === 'ImportNamespaceSpecifier' ? EVERYTHING : kind === 'ImportDefaultSpecifier' ? 'default' : nameOf(imported);
      if (importKind !== 'type') source.imports.set(local.name, { from: from!, name });
    }
  } else if (type === 'ExportAllDeclaration') {
    if (statement.exported) source.exports.set(nameOf(statement.exported), { from: from!, name: EVERYTHING });
    else source.stars.push(from!);
  } else if (type === 'ExportDefaultDeclaration') {
    source.exports.set('default', { name: 'default' });
    for (const name of ['default', ...(declaration.id ? [declaration.id.name] : [])]) visit(declaration, [declare(name, source)], source);
  } else if (type === 'ExportNamedDeclaration') {
    for (const { local, exported, exportKind } of specifiers)
      if (exportKind !== 'type') source.exports.set(nameOf(exported), { ...(from !== undefined && { from }), name: nameOf(local) });
    for (const name of declaration ? readDeclaration(declaration, source) : []) source.exports.set(name, { name });
  } else if (readDeclaration(statement, source).length === 0) visit(statement, [source.own], source);
}

const nameOf = (node: Node): string => node.name ?? node.value;

function declare(name: string, { declared }: Source): Uses {
  const uses = declared.get(name) ?? nothing();
  declared.set(name, uses);
  return uses;
}

/** The names a statement declares, each with what it uses; none when it is another kind of statement. */
function readDeclaration(node: Node, source: Source, within: readonly Uses[] = [], inTest = false): string[] {
  if (/^(Function|Class)Declaration$/.test(node.type) && node.id) {
    visit({ ...node, id: null }, [...within, declare(node.id.name, source)], source, inTest);
    return [node.id.name];
  }
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id, init }: Node) => {
    const names = namesIn(id);
    const uses = [...within, ...names.map((name) => declare(name, source))];
    if (!inTest && (init?.type === 'TSAsExpression' ? init.expression : init)?.type === 'ObjectExpression') source.tables.add(id.name);
    visit(init, uses, source, inTest);
    // A pattern's defaults run too.
    if (id.type !== 'Identifier') visit(id, uses, source, inTest);
    return names;
  });
}

function namesIn(pattern: Node | null): string[] {
  if (!pattern) return [];
  if (pattern.type === 'Identifier') return [pattern.name];
  return [...(pattern.elements ?? pattern.properties ?? [pattern.argument ?? pattern.left ?? pattern.value])].flatMap((part: Node | null) =>
    namesIn(part?.type === 'Property' ? part.value : part),
  );
}

const TYPE_KEYS = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'superTypeArguments', 'implements']);
const TESTS = new Set(['test', 'it', 'describe']);

/** Walks through code that runs and notes what it uses in every one of `within`. */
function visit(node: Node | null | undefined, within: readonly Uses[], source: Source, inTest = false): void {
  if (!node || /^TS(TypeAlias|Interface)/.test(node.type)) return;
  const used = nameUsed(node);
  if (used !== undefined) {
    for (const { names } of within) names.add(used);
    return;
  }
  let uses = within;
  // `test.each(table)` is only half a test; the call of what it returns is one.
  const isTest = node.type === 'CallExpression' && node.callee.property?.name !== 'each' && TESTS.has(calledBy(node));
  if (isTest) uses = [...within, testAt(node, source)];
  if (node.type === 'ImportExpression' && node.source.type === 'Literal') for (const { files } of within) files.add(node.source.value);
  // What a test's describe sets up belongs to the tests that use it.
  if (inTest && readDeclaration(node, source, within, inTest).length > 0) return;
  if (inTest && node.type === 'AssignmentExpression' && node.left.type === 'Identifier') uses = [...within, declare(node.left.name, source)];
  for (const [key, child] of Object.entries(node)) {
    if (TYPE_KEYS.has(key) || (key === 'key' && !node.computed) || (key === 'property' && !node.computed) || (key === 'name' && node.type === 'JSXAttribute'))
      continue;
    for (const one of Array.isArray(child) ? child : [child])
      if (typeof one?.type === 'string') visit(one, isRow(node, one) ? [...uses, testAt(one, source)] : uses, source, inTest || isTest);
  }
}

function nameUsed({ type, name, computed, object, property }: Node): string | undefined {
  if (type === 'Identifier' || type === 'JSXIdentifier') return name;
  const isMember = /^(JSX)?MemberExpression$/.test(type) && !computed && /Identifier$/.test(object.type);
  return isMember ? `${object.name}.${property.name}` : undefined;
}

const isRow = (table: Node, row: Node): boolean => table.type === 'ArrayExpression' && /^(Array|Object)Expression$/.test(row.type);

function testAt({ start, end }: Node, { tests }: Source): Uses {
  const uses = nothing();
  tests.push({ start, end, uses });
  return uses;
}

function calledBy({ callee }: Node): string {
  let node = callee;
  while (node.type !== 'Identifier') {
    node = node.callee ?? node.object ?? node.tag;
    if (!node) return '';
  }
  return node.name;
}

/** Files by their paths, and where a specifier leads from one of them: to a file, or to a package. */
export interface House {
  readonly sources: ReadonlyMap<string, Source>;
  resolve(file: string, specifier: string): string;
}

/** The files of a house with their names; paths are relative to `dir`. */
export function readHouse(dir = REPOSITORY, isWanted: (file: string) => boolean = () => true): House {
  const files = globSync('**/*.{ts,tsx,js,mjs,cjs,mts}', { cwd: dir, exclude: (name) => /^(node_modules|dist|coverage|\..+)$/.test(basename(name)) });
  const sources = files.filter(isWanted).map((file): [string, Source] => {
    const text = readFileSync(join(dir, file), 'utf8');
    const source = readSource(text, /\.[cm]?ts$/.test(file) ? 'ts' : 'tsx');
    for (const started of startedBy(file, text)) source.loads.add(started);
    return [file, source];
  });
  return { sources: new Map(sources), resolve };
}

/** Every import names its file, with its ending; that of another package of the house by the package's name. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return specifier.replace(/^@vimarsh\//, '');
}

/** Workers and processes stand in no import, nor do the bundles that `embed/build.ts` calls by their names. */
function startedBy(source: string, text: string): string[] {
  const started = [...text.matchAll(/new URL\('\.\/([^']+)', import\.meta\.url\)/g)].map(([, name = '']) => name);
  const bundles = source.endsWith('/embed/build.ts') ? [...text.matchAll(/'([a-z-]+)'/g)].flatMap(([, name]) => [`${name}.ts`, `${name}.tsx`]) : [];
  return [...started, ...bundles].map((name) => posix.join(posix.dirname(source), name));
}

/** An export of a file, or only a member of it. */
export interface Target {
  readonly file: string;
  readonly name: string;
  readonly member?: string | undefined;
}

/** Follows names from where code starts to run through everything it can call. */
export class Reach {
  readonly house: House;
  readonly #files = new Set<string>();
  /** `file name` of exports, `file name.member` of what is looked at of them, and `file#name` of what a file declares. */
  readonly #names = new Set<string>();
  readonly #enters: (file: string) => boolean;

  constructor(house: House, enters: (file: string) => boolean) {
    this.house = house;
    this.#enters = enters;
  }

  /** Whether an export is called; of everything in a file, whether anything is. Of an export whose members are named one by one, whether this one is. */
  has({ file, name, member }: Target): boolean {
    if (name === EVERYTHING) return this.#files.has(file);
    const source = this.house.sources.get(file);
    const own = source?.exports.get(name);
    if (member !== undefined && source?.tables.has(name)) return this.#names.has(`${file} ${name}.${member}`) || this.#names.has(`${file} ${name}.`);
    return this.#names.has(`${file} ${name}`) || (own !== undefined && own.from === undefined && this.#names.has(`${file}#${own.name}`));
  }

  /** The files of which something is called. */
  called(): string[] {
    return [...this.#files].filter((file) => [...this.house.sources.get(file)!.exports.keys()].some((name) => this.has({ file, name })));
  }

  /** Somebody uses an export. */
  use(file: string, name: string): void {
    const source = this.#load(file);
    if (!source || this.#names.has(`${file} ${name}`)) return;
    this.#names.add(`${file} ${name}`);
    if (name === EVERYTHING) for (const every of source.exports.keys()) this.use(file, every);
    const found = source.exports.get(name);
    if (!found) for (const from of source.stars) this.use(this.house.resolve(file, from), name);
    else if (found.from === undefined) this.#follow(file, { names: new Set([found.name]), files: new Set() });
    else this.use(this.house.resolve(file, found.from), found.name);
  }

  /** What a piece of code of a file uses of other files. */
  targets(file: string, uses: Uses, seen = new Set<string>()): Target[] {
    const { declared, imports } = this.house.sources.get(file)!;
    const found: Target[] = [...uses.files].map((from) => ({ file: this.house.resolve(file, from), name: EVERYTHING }));
    for (const used of uses.names) {
      const [local = '', member] = used.split('.');
      const { from, name } = imports.get(local) ?? { name: local };
      const target = from === undefined ? undefined : this.house.resolve(file, from);
      if (target !== undefined) found.push(name === EVERYTHING && member ? { file: target, name: member } : { file: target, name, member });
      else if (declared.has(local) && !seen.has(local)) found.push(...this.targets(file, declared.get(local)!, seen.add(local)));
    }
    return found;
  }

  #load(file: string): Source | undefined {
    const source = this.#enters(file) ? this.house.sources.get(file) : undefined;
    if (!source || this.#files.has(file)) return source;
    this.#files.add(file);
    for (const from of source.loads) this.#load(this.house.resolve(file, from));
    this.#follow(file, source.own);
    return source;
  }

  #follow(file: string, uses: Uses): void {
    const seen = new Set<string>();
    for (const { member = '', ...target } of this.targets(file, uses, seen)) {
      this.#names.add(`${target.file} ${target.name}.${member}`);
      this.use(target.file, target.name);
    }
    for (const name of seen) this.#names.add(`${file}#${name}`);
  }
}
