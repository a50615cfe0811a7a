import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { record } from '../testing.ts';
import { budgetProblems, tightBudgets } from './check-files.ts';

const files = mkdtempSync(`${tmpdir()}/check-files-`);
afterAll(() => rmSync(files, { recursive: true, force: true }));

const MODULE = '/releases/mf-x/0123456789/';

/** A build of one screen: brotli bytes of its entry, of its own chunk, of the screen's chunk; each budget is 10,000. */
function build(entry: number, module: number, screen: number) {
  for (const [name, bytes] of Object.entries({ entry, module, screen })) writeFileSync(`${files}/${name}.js.br`, new Uint8Array(bytes));
  const chunk = (name: string) => ({ url: `${MODULE}${name}.js`, integrity: '' });
  const base = record('mf-x');
  const routes = [{ path: '/x', title: 'X', guard: 'open' as const, page: 'oneMore', layout: 'frame' as const, budget: 10_000 }];
  const manifest = { ...base.manifest, routes, budget: { entry: 10_000, page: 10_000 } };
  const weighed = { manifest, bytes: { entry, total: 0 }, preload: [chunk('module')], pages: { 'one-more': [chunk('screen'), chunk('module')] } };
  return { files, record: { ...base, ...weighed } };
}

const over = (what: string, bytes: number) => `"${what}" is ${bytes} B br, its budget 10000 B`;
const tight = (what: string, bytes: number) => `"${what}" is ${bytes} B br and leaves less than 3 % of its 10000 B free`;

test.each<[what: string, sizes: [entry: number, module: number, screen: number], over: string[], tight: string[]]>([
  ['all have room', [100, 100, 100], [], []],
  ['a screen of just 97 %', [100, 100, 9500], [], []],
  ['a screen above that', [100, 100, 9501], [], [tight('/x', 9701)]],
  ['a screen that fills its budget', [100, 100, 9800], [], [tight('/x', 10_000)]],
  ['a screen over it', [100, 100, 9801], [over('/x', 10_001)], []],
  ['what every screen loads, just 97 %', [100, 9600, 0], [], []],
  ['what every screen loads, above 97 %', [100, 9601, 0], [], [tight('page', 9701), tight('/x', 9701)]],
  ['an entry above 97 %', [9701, 0, 0], [], [tight('entry', 9701), tight('page', 9701), tight('/x', 9701)]],
  ['an entry of just 97 %', [9700, 0, 0], [], []],
  ['an entry over its budget', [10_001, 0, 0], [over('entry', 10_001), over('page', 10_001), over('/x', 10_001)], []],
])('%s', (_what, sizes, overs, tights) => {
  const built = build(...sizes);
  expect([budgetProblems(built), tightBudgets(built)]).toEqual([overs, tights]);
});
