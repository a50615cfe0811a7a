import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readHouse } from './checks/reach.ts';
import { REPOSITORY } from './modules.ts';
import { CHECKLIST, COMMAND_FILES, filesOf, quotesIn, readRows, standing } from './spec.ts';

const root = mkdtempSync(`${tmpdir()}/spec-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

// Put together here, so that this file itself quotes no row.
const id = (rest: string) => `S4-${rest}`;

const ids = (source: string) => quotesIn(source).map((quote) => quote.id);

test('single ids and ranges are read from names and comments', () => {
  expect(ids(`test('x (${id('GUARD-01')}, ${id('GUARD-A02')})'); // ${id('OTP-O03')}`)).toEqual([id('GUARD-01'), id('GUARD-A02'), id('OTP-O03')]);
  expect(ids(`${id('GUARD-09')}…11`)).toEqual([id('GUARD-09'), id('GUARD-10'), id('GUARD-11')]);
  expect(ids(`${id('GUARD-01')}..02 and ${id('GUARD-A01')}–A02`)).toEqual([id('GUARD-01'), id('GUARD-02'), id('GUARD-A01'), id('GUARD-A02')]);
});

test('what only looks like an id is none', () => {
  expect(ids('V4-GUARD-01 S4-GUARD-1 S4-guard-01 XS4-GUARD-01')).toEqual([]);
});

test('rows are read by the names of their columns', () => {
  expect(readRows('id\tpart\trow\towner\nA-1\tp\ttext\tshared\n')).toEqual([{ id: 'A-1', row: 'text', owner: 'shared' }]);
  expect(readRows('owner\tid\tcheck\nshared\tA-1\tc\n')).toEqual([{ id: 'A-1', row: '', owner: 'shared' }]);
});

const checklist = readRows(readFileSync(REPOSITORY + CHECKLIST, 'utf8'));

test('every row of the checklist has an id of its own, an owner, and one short sentence of its own', () => {
  expect(checklist.length).toBeGreaterThan(1000);
  for (const { id, row, owner } of checklist) {
    expect(ids(id), 'an id is read as it is quoted').toEqual([id]);
    expect(owner, id).toMatch(/^(api|shared|shell|root-config|mf-[a-z-]+)$/);
    expect(row.trim(), id).toBe(row);
    expect(row.length, `${id}: ${row}`).toBeGreaterThanOrEqual(40);
    expect(row.length, `${id}: ${row}`).toBeLessThanOrEqual(160);
  }
  for (const one of ['id', 'row'] as const) expect(new Set(checklist.map((row) => row[one])).size, one).toBe(checklist.length);
});

test('whatever quotes a row, a test, code or a text, quotes one of the checklist', () => {
  const known = new Set(checklist.map((row) => row.id));
  const files = filesOf(/\.([cm]?[jt]sx?|css|html|md|json|sql|tsv)$/);
  const quoted = files.flatMap((file) => ids(readFileSync(file, 'utf8')).map((one) => ({ id: one, file: file.slice(REPOSITORY.length) })));
  expect(new Set(quoted.map(({ file }) => file)).size).toBeGreaterThan(250);
  expect(quoted.filter((quote) => !known.has(quote.id))).toEqual([]);
});

const SPECIFIED = '../shared/spec-items.tsv';
test.skipIf(!existsSync(REPOSITORY + SPECIFIED))(
  'the checklist has the rows of the specification’s own, in order, with the same owners',
  { meta: { needs: SPECIFIED } },
  () => {
    const namesOf = (rows: typeof checklist) => rows.map((row) => `${row.id} ${row.owner}`);
    expect(namesOf(checklist)).toEqual(namesOf(readRows(readFileSync(REPOSITORY + SPECIFIED, 'utf8'))));
  },
);

const leaf = 'export const x = 1;\n';
const uses = (path: string) => `import { x as its } from '${path}';\nexport const x = its;\nexport const y = its;\n`;
/** The same, as soon as it is loaded. */
const runs = (path: string) => `${uses(path)}console.log(y);\n`;
const ROW = id('GUARD-01');

/** How a row stands that these tests of a made-up house quote. */
function rowOf(files: Record<string, string>, tests: Record<string, string>): string | undefined {
  const dir = mkdtempSync(`${root}/house-`);
  for (const [name, content] of Object.entries({ ...files, ...tests })) {
    mkdirSync(dirname(`${dir}/${name}`), { recursive: true });
    writeFileSync(`${dir}/${name}`, content);
  }
  return standing(new Map(Object.entries(tests).map(([name, text]) => [name, quotesIn(text.includes(ROW) ? text : `${ROW} ${text}`)])), readHouse(dir)).get(
    ROW,
  );
}
const TEST = { 'shared/domain/a.test.ts': uses('./a.ts') };
const A = { 'shared/domain/a.ts': leaf };

test.each<[string, Record<string, string>]>([
  ['a module, by its name', { 'mf-x/src/index.ts': uses('@vimarsh/shared/domain/a.ts') }],
  ['the shell, through another file', { 'shell/src/index.ts': uses('./b.ts'), 'shell/src/b.ts': uses('../../shared/domain/a.ts') }],
  ['a screen that is loaded later', { 'mf-x/src/index.ts': "export const y = () => import('../../shared/domain/a.ts');\n" }],
  ['a file that hands it on', { 'mf-x/src/index.ts': "export { x } from '../../shared/domain/a.ts';\n" }],
  ['the beginning of the page', { 'root-config/boot.ts': uses('../shared/domain/a.ts') }],
  ['the session', { 'shared/session/index.ts': uses('../domain/a.ts') }],
  ['the server', { 'api/src/main.ts': uses('../../shared/domain/a.ts') }],
  [
    'a worker of the server',
    { 'api/src/main.ts': "new Worker(new URL('./b.worker.ts', import.meta.url));\n", 'api/src/b.worker.ts': runs('../../shared/domain/a.ts') },
  ],
  ['a bundle for other sites', { 'mf-x/embed/build.ts': "const NAMES = ['card'];\n", 'mf-x/embed/card.tsx': runs('../../shared/domain/a.ts') }],
  ['a command of who runs it', { 'api/src/commands/backup.ts': runs('../../../shared/domain/a.ts') }],
  ['the published package', { 'mf-x/npm/src/react.ts': uses('../../../shared/domain/a.ts') }],
])('a row is proven when its test calls what is reached by %s', (_by, files) => {
  expect(rowOf({ ...A, ...files }, TEST)).toBe('proven');
});

test('every command of who runs the server is a file, and no script of the server but those for tests and releases is left out', () => {
  for (const file of COMMAND_FILES) expect(existsSync(REPOSITORY + file), file).toBe(true);
  const { scripts } = JSON.parse(readFileSync(`${REPOSITORY}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const others = Object.entries(scripts).filter(([, script]) => script.startsWith('node api/src/') && !COMMAND_FILES.includes(script.slice('node '.length)));
  expect(others.map(([name]) => name)).toEqual(['finish-release']);
});

test.each<[string, Record<string, string>]>([
  ['nothing', {}],
  ['its test alone', { 'mf-x/src/index.ts': leaf }],
  ['a type of it alone', { 'mf-x/src/index.ts': "import type { x } from '../../shared/domain/a.ts';\nexport type Y = typeof x;\n" }],
  ['a file that nothing reaches itself', { 'mf-x/src/index.ts': leaf, 'mf-x/src/b.ts': uses('../../shared/domain/a.ts') }],
  ['made-up things', { 'mf-x/src/index.ts': uses('./testing.ts'), 'mf-x/src/testing.ts': uses('../../shared/domain/a.ts') }],
  ['the demo', { 'api/src/main.ts': uses('./demo/b.ts'), 'api/src/demo/b.ts': uses('../../../shared/domain/a.ts') }],
  ['a build', { 'shared/build/b.ts': uses('../domain/a.ts') }],
])('a row waits when what its test calls is reached by %s', (_by, files) => {
  expect(rowOf({ ...A, ...files }, TEST)).toBe('waiting');
});

test('the name of a module counts in a test as a path does', () => {
  expect(rowOf(A, { 'mf-x/src/b.test.ts': uses('@vimarsh/shared/domain/a.ts') })).toBe('waiting');
});

test('one reached file that the test imports is enough; what it takes from tests and for types does not count', () => {
  const files = { ...A, 'shared/domain/b.ts': leaf, 'mf-x/src/index.ts': uses('../../shared/domain/b.ts'), 'shared/domain/testing.ts': uses('./b.ts') };
  const also = (line: string) => ({ 'shared/domain/a.test.ts': uses('./a.ts') + line });
  expect(rowOf(files, also("import { x as b } from './b.ts';\nexport const z = b;\n"))).toBe('proven');
  expect(rowOf(files, also("import { y as b } from './testing.ts';\nexport const z = b;\n"))).toBe('waiting');
  expect(rowOf(files, also("import type { x as B } from './b.ts';\nexport type Z = typeof B;\n"))).toBe('waiting');
});

test('stories, API tests and tests of commands ask what runs, so they count whatever they import; one proof is enough, in either order', () => {
  expect(rowOf(A, { 'e2e/stories/a.spec.ts': leaf })).toBe('proven');
  expect(rowOf(A, { 'api/src/a.db.test.ts': uses('../../shared/domain/a.ts') })).toBe('proven');
  expect(rowOf(A, { 'root-config/release/a.test.ts': uses('../../shared/domain/a.ts') })).toBe('proven');
  expect(rowOf(A, { ...TEST, 'e2e/stories/a.spec.ts': leaf })).toBe('proven');
  expect(rowOf(A, { 'e2e/stories/a.spec.ts': leaf, ...TEST })).toBe('proven');
});

const B = { 'shared/domain/b.ts': 'export const used = 1;\nexport const unused = () => used;\nexport const TABLE = { used: 1, unused: 2 } as const;\n' };
const SCREEN = { 'mf-x/src/index.ts': "import { used, TABLE } from '../../shared/domain/b.ts';\nexport const y = used + TABLE.used;\n" };
const quoting = (text: string) => ({ 'shared/domain/b.test.ts': `import { used, unused, TABLE } from './b.ts';\nimport * as all from './b.ts';\n${text}\n` });

test.each<[string, string, 'proven' | 'waiting']>([
  ['an export that is called', `test('${ROW}', () => used);`, 'proven'],
  ['one of the same file that is not', `test('${ROW}', () => unused());`, 'waiting'],
  ['both', `test('${ROW}', () => unused() + used);`, 'proven'],
  ['one that is not, beside a test of one that is', `test('a', () => used);\ntest('${ROW}', () => unused());`, 'waiting'],
  ['a helper of the test that calls it', `const help = () => unused();\ntest('${ROW}', () => help());`, 'waiting'],
  ['a variable of its describe', `describe('x', () => {\nlet got;\nbeforeEach(() => { got = unused(); });\ntest('${ROW}', () => got);\n});`, 'waiting'],
  ['a describe', `describe('${ROW}', () => {\ntest('a', () => unused());\n});\ntest('b', () => used);`, 'waiting'],
  ['a row of a table', `test.each([['a', used], ['${ROW}', unused]])('%s', (_, x) => x);`, 'waiting'],
  ['the other row of a table', `test.each([['${ROW}', used], ['b', unused]])('%s', (_, x) => x);`, 'proven'],
  ['a row that says only what a test calls', `test.each([['${ROW}', 1]])('%s', (x) => unused(x));`, 'waiting'],
  ['a member that is read', `test('${ROW}', () => TABLE.used);`, 'proven'],
  ['a member that is not', `test('${ROW}', () => TABLE.unused);`, 'waiting'],
  ['an export by the name of its file', `test('${ROW}', () => all.unused());`, 'waiting'],
  ['a type', `test('${ROW}', () => unused() as typeof used);`, 'waiting'],
  ['the head of a file', `// ${ROW}\ntest('a', () => unused());`, 'waiting'],
])('a row stands with %s that its test calls', (_what, text, standsAs) => {
  expect(rowOf({ ...B, ...SCREEN }, quoting(text))).toBe(standsAs);
});

test('an export is called when production hands it on, destructures it or calls what calls it', () => {
  const test = quoting(`test('${ROW}', () => unused());`);
  for (const index of [
    "export * from '../../shared/domain/b.ts';\n",
    "import * as all from '../../shared/domain/b.ts';\nexport const y = all.unused;\n",
    "export const y = async () => (await import('../../shared/domain/b.ts')).unused;\n",
    "import { unused as x } from '../../shared/domain/b.ts';\nfunction help() { return x(); }\nexport default class { y = help; }\n",
    "import { unused as X } from '../../shared/domain/b.ts';\nexport const [y = X] = [];\n",
  ])
    expect(rowOf({ ...B, 'mf-x/src/index.ts': index }, test), index).toBe('proven');
  for (const index of [
    "import { unused } from '../../shared/domain/b.ts';\nconst help = () => unused();\nexport const y = 1;\n",
    "import * as all from '../../shared/domain/b.ts';\nexport const y = all.used;\n",
    "export { used } from '../../shared/domain/b.ts';\n",
  ])
    expect(rowOf({ ...B, 'mf-x/src/index.ts': index }, test), index).toBe('waiting');
});
