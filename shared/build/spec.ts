import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EVERYTHING, type House, Reach, readHouse, type Target } from './checks/reach.ts';
import { REPOSITORY } from './modules.ts';

/** The checklist of the specification, from the repository's root: each row has an id, and says in one line what must hold. */
export const CHECKLIST = 'docs/spec-items.tsv';

interface Row {
  readonly id: string;
  readonly row: string;
  readonly owner: string;
}

/** Rows of a checklist. Tab-separated, first line is the head. */
export function readRows(tsv: string): Row[] {
  const [head = '', ...lines] = tsv.split('\n').filter(Boolean);
  const at = (name: string): number => head.split('\t').indexOf(name);
  const columns = { id: at('id'), row: at('row'), owner: at('owner') };
  return lines.map((line) => {
    const cells = line.split('\t');
    return { id: cells[columns.id] ?? '', row: cells[columns.row] ?? '', owner: cells[columns.owner] ?? '' };
  });
}

/** A row that a test quotes, and where in its file. */
export interface Quote {
  readonly id: string;
  readonly at: number;
}

/** Ids quoted in a test; `S3-SESS-01…12` and `S2.1-ROUTE-30..32` stand for every row in between. */
export function quotesIn(source: string): Quote[] {
  const quotes: Quote[] = [];
  for (const { 1: prefix = '', 2: first = '', 3: last, index: at } of source.matchAll(
    /\b(S\d(?:\.\d)?-[A-Z]+-)([AO]?\d{2})(?:(?:…|\.\.\.?|–)([AO]?\d{2}))?(?!\d)/g,
  )) {
    const letter = first.replace(/\d/g, '');
    const from = Number(first.slice(letter.length));
    const to = last?.startsWith(letter) ? Number(last.slice(letter.length)) : from;
    for (let number = from; number <= to; number += 1) quotes.push({ id: `${prefix}${letter}${String(number).padStart(2, '0')}`, at });
  }
  return quotes;
}

/** Files of the repository whose names end so. */
export function filesOf(ending: RegExp, dir = REPOSITORY): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return /^(node_modules|dist|\.\w+|coverage|test-results)$/.test(entry.name) ? [] : filesOf(ending, `${dir}${entry.name}/`);
    return ending.test(entry.name) ? [dir + entry.name] : [];
  });
}

/** Commands of who runs the server, by their npm scripts. The other scripts build, release or test. */
const COMMANDS = ['import', 'calendar', 'keys', 'move-data', 'backup', 'restore', 'check-record', 'rotate-key'];
const { scripts } = JSON.parse(readFileSync(`${REPOSITORY}package.json`, 'utf8')) as { scripts: Readonly<Record<string, string>> };
/** Their files, from the repository's root. */
export const COMMAND_FILES: readonly string[] = COMMANDS.map((name) => scripts[name]?.replace(/^node /, '') ?? name);

/** What runs in a browser or on the server first, and the bundles for other sites. */
const ENTRY =
  /^((shell|mf-[a-z-]+)\/src\/index\.ts|root-config\/(boot\.ts|later\.ts|boot-loader\.js|sw\.js)|shared\/session\/index\.ts|api\/src\/main\.ts|mf-[a-z-]+\/(embed\/build|npm\/src\/(index|react))\.ts)$/;
/** Tests, and what only tests, the demo, builds and releases use. */
const NOT_PRODUCTION =
  /\.(test|spec|test-d)\.tsx?$|[./-]testing(\/|\.[a-z.]+$)|\/demo\/|\.seed\.ts$|\/fake-host\.tsx$|^shared\/(build|ui\/gallery)\/|^root-config\/release\/|^(e2e|lab)\//;
/** Stories and API tests ask what runs, whatever they import; tests of builds and releases ask the commands. */
const ASKS_WHAT_RUNS = /^(e2e|shared\/build|root-config\/release)\/|\.db\.test\.ts$/;

/** What production calls, whatever the way. */
export function reached(house: House): Reach {
  const reach = new Reach(house, (file) => !NOT_PRODUCTION.test(file));
  for (const file of house.sources.keys()) if (ENTRY.test(file) || COMMAND_FILES.includes(file)) reach.use(file, EVERYTHING);
  return reach;
}

/** The production exports that the test around a place in a test file calls; of the whole file, where it calls none itself. */
export function subjectsAt(test: string, at: number, reach: Reach): Target[] {
  const { tests, own, declared } = reach.house.sources.get(test)!;
  const whole = { names: new Set([...own.names, ...declared.keys()]), files: own.files };
  const around = tests.filter(({ start, end }) => start <= at && at < end).toReversed();
  for (const { uses } of [...around, { uses: whole }]) {
    const subjects = reach.targets(test, uses).filter(({ file }) => !NOT_PRODUCTION.test(file) && reach.house.sources.has(file));
    if (subjects.length > 0) return subjects;
  }
  return [];
}

/** Whether what quotes a row rests on code that nothing in production calls: of the exports it calls itself, none is reached. */
function isWaiting(test: string, at: number, reach: Reach): boolean {
  const subjects = subjectsAt(test, at, reach);
  return !ASKS_WHAT_RUNS.test(test) && subjects.length > 0 && !subjects.some((subject) => reach.has(subject));
}

/** Rows that tests quote; `waiting`, where every test that quotes it waits for its screen. */
export function standing(quotes: ReadonlyMap<string, readonly Quote[]>, house: House): Map<string, 'proven' | 'waiting'> {
  const reach = reached(house);
  const rows = new Map<string, 'proven' | 'waiting'>();
  for (const [test, found] of quotes)
    for (const { id, at } of found) if (rows.get(id) !== 'proven') rows.set(id, isWaiting(test, at, reach) ? 'waiting' : 'proven');
  return rows;
}

/**
 * `npm run spec [-- --missing] [--owner mf-auth]`: how many rows of the specification a test quotes, per owner, and of
 * these how many are proven and how many wait, because production does not call what their tests call.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { missing: { type: 'boolean', default: false }, owner: { type: 'string' } } });
  const all = readRows(readFileSync(REPOSITORY + CHECKLIST, 'utf8'));
  const rows = all.filter(({ owner }) => !values.owner || owner === values.owner);
  const quotes = new Map(filesOf(/\.(test|spec)\.tsx?$/).map((test) => [test.slice(REPOSITORY.length), quotesIn(readFileSync(test, 'utf8'))]));
  const found = standing(quotes, readHouse());
  const owners = [...new Set(rows.map(({ owner }) => owner))].toSorted();
  console.log(`${'owner'.padEnd(22)} quoted proven waiting   rows`);
  for (const owner of [...owners, 'all']) {
    const mine = rows.filter((row) => owner === 'all' || row.owner === owner);
    const count = (...states: unknown[]) => mine.filter(({ id }) => states.includes(found.get(id))).length;
    const [quoted, proven, waiting] = [count('proven', 'waiting'), count('proven'), count('waiting')];
    console.log(`${owner.padEnd(22)} ${pad(quoted, 6)} ${pad(proven, 6)} ${pad(waiting, 7)} ${pad(mine.length, 6)}`);
  }
  const known = new Set(all.map(({ id }) => id));
  const unknown = [...found.keys()].filter((id) => !known.has(id)).toSorted();
  if (unknown.length) console.log(`\nQuoted by a test, but no such row: ${unknown.join(', ')}`);
  if (!values.missing) return;
  const list = (title: string, some: Row[]) => {
    console.log(`\n${title}`);
    for (const { id, owner, row } of some) console.log(`${id}\t${owner}\t${row}`);
  };
  list(
    'Waiting: nothing in production calls what their tests call',
    rows.filter(({ id }) => found.get(id) === 'waiting'),
  );
  list(
    'Quoted by no test',
    rows.filter(({ id }) => !found.has(id)),
  );
}

const pad = (figure: number, width: number): string => String(figure).padStart(width);

if (import.meta.main) await main();
