import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { REPOSITORY } from './modules.ts';

interface Row {
  readonly id: string;
  readonly statement: string;
  readonly owner: string;
  readonly priority: string;
}

/** Rows of the specification's checklist. Tab-separated, first line is the head. */
export function readRows(tsv: string): Row[] {
  const [head = '', ...lines] = tsv.split('\n').filter(Boolean);
  const at = (name: string): number => head.split('\t').indexOf(name);
  const columns = { id: at('id'), statement: at('statement'), owner: at('owner'), priority: at('priority') };
  return lines.map((line) => {
    const cells = line.split('\t');
    return {
      id: cells[columns.id] ?? '',
      statement: cells[columns.statement] ?? '',
      owner: cells[columns.owner] ?? '',
      priority: cells[columns.priority] ?? '',
    };
  });
}

/** Ids quoted in a test; `S3-SESS-01…12` and `S2.1-ROUTE-30..32` stand for every row in between. */
export function quotedIds(source: string): Set<string> {
  const ids = new Set<string>();
  for (const [, prefix = '', first = '', last] of source.matchAll(/\b(S\d(?:\.\d)?-[A-Z]+-)([AO]?\d{2})(?:(?:…|\.\.\.?|–)([AO]?\d{2}))?(?!\d)/g)) {
    const letter = first.replace(/\d/g, '');
    const from = Number(first.slice(letter.length));
    const to = last?.startsWith(letter) ? Number(last.slice(letter.length)) : from;
    for (let number = from; number <= to; number += 1) ids.add(`${prefix}${letter}${String(number).padStart(2, '0')}`);
  }
  return ids;
}

/** Every test file of the repository. */
function testFiles(dir = REPOSITORY): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return /^(node_modules|dist|\.\w+|coverage|test-results)$/.test(entry.name) ? [] : testFiles(`${dir}${entry.name}/`);
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [dir + entry.name] : [];
  });
}

/** `npm run spec [-- --missing] [--owner mf-auth]`: how many rows of the specification a test quotes, per owner. */
function main(): void {
  const { values } = parseArgs({ options: { missing: { type: 'boolean', default: false }, owner: { type: 'string' } } });
  const file = `${REPOSITORY}../shared/spec-items.tsv`;
  if (!existsSync(file)) {
    console.log('The checklist (../shared/spec-items.tsv) is not on this machine, so there is nothing to count.');
    return;
  }
  const rows = readRows(readFileSync(file, 'utf8')).filter(({ owner }) => !values.owner || owner === values.owner);
  const quoted = new Set(testFiles().flatMap((test) => [...quotedIds(readFileSync(test, 'utf8'))]));
  const owners = [...new Set(rows.map(({ owner }) => owner))].toSorted();
  console.log(`${'owner'.padEnd(22)} quoted   rows`);
  for (const owner of [...owners, 'all']) {
    const mine = rows.filter((row) => owner === 'all' || row.owner === owner);
    console.log(`${owner.padEnd(22)} ${String(mine.filter(({ id }) => quoted.has(id)).length).padStart(6)} ${String(mine.length).padStart(6)}`);
  }
  const known = new Set(readRows(readFileSync(file, 'utf8')).map(({ id }) => id));
  const unknown = [...quoted].filter((id) => !known.has(id)).toSorted();
  if (unknown.length) console.log(`\nQuoted by a test, but no such row: ${unknown.join(', ')}`);
  if (values.missing)
    for (const { id, owner, priority, statement } of rows.filter((row) => !quoted.has(row.id))) console.log(`${id}\t${owner}\t${priority}\t${statement}`);
}

if (import.meta.main) main();
