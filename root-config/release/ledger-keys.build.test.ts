import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { REPOSITORY, readWorkspace, type Workspace } from '@vimarsh/shared/build/modules.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { afterAll, expect, test } from 'vitest';
import { release } from './publish.ts';
import { ship } from './ship.ts';
import { openReleaseStore, UnreadableStore } from './store.ts';

const root = mkdtempSync(`${tmpdir()}/ledger-keys-`);
process.env.BUILD_CACHE = `${root}/cache`;
afterAll(() => rmSync(root, { recursive: true, force: true }));
symlinkSync(`${REPOSITORY}node_modules`, `${root}/node_modules`);

const KEYS = ['first', 'second'].map((name) => Buffer.from(name.padEnd(32, '.')).toString('base64url'));

/** A module of one screen. */
function module(name: string, screen: string): Workspace {
  const dir = `${root}/${name}`;
  mkdirSync(`${dir}/src`, { recursive: true });
  writeFileSync(`${dir}/package.json`, JSON.stringify({ name, version: '0.1.0', type: 'module' }));
  const manifest = {
    name,
    owner: 'team',
    routes: [{ path: `/${name}`, title: name, guard: 'open', page: 'home', layout: 'frame' }],
    events: { emits: [], listens: [] },
    needs: { contract: 1, session: 2 },
    budget: { entry: 3500, page: 9000 },
  };
  writeFileSync(`${dir}/module.json`, JSON.stringify(manifest, null, 2));
  writeFileSync(`${dir}/src/home.page.tsx`, screen);
  writeFileSync(`${dir}/src/index.ts`, `export const module = { pages: { home: () => import('./home.page.tsx') } };\n`);
  return readWorkspace(dir);
}
const verifier = module(
  'mf-verifier',
  `import { LEDGER_KEYS } from '@vimarsh/shared/domain/calls/ledger-keys.ts';\nexport const Page = () => LEDGER_KEYS.join(' ') || 'nobody';\n`,
);
const other = module('mf-other', `export const Page = () => 'checks nothing';\n`);

const store = openReleaseStore(`${root}/store`);
const name = (...keys: (string | undefined)[]): void => writeFileSync(`${store.dir}/ledger-keys.json`, JSON.stringify(keys));
const textOf = (record: ReleaseRecord): string => {
  const dir = store.filesOf(record);
  return readdirSync(dir)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(`${dir}/${file}`, 'utf8'))
    .join('\n');
};

test('a release of what verifies has the store’s keys in its files and its record; others stay as they are', async () => {
  const [first] = await ship(store, [verifier, other]);
  const before = store.record(first!)!;
  expect(before.ledger_keys).toBeUndefined();
  expect(textOf(before)).toContain('nobody');

  name(KEYS[0]);
  const shipped = await ship(store, [verifier, other]);
  expect(shipped).toEqual([expect.stringMatching(/^mf-verifier@/)]);
  const pinned = store.record(shipped[0]!)!;
  expect(pinned.ledger_keys).toEqual([KEYS[0]]);
  expect(textOf(pinned)).toContain(KEYS[0]);
  expect(await ship(store, [verifier, other]), 'and once').toEqual([]);

  name(KEYS[1]);
  const again = await release(store, verifier);
  expect([again.ledger_keys, again.previous]).toEqual([[KEYS[1]], pinned.id]);
  expect(textOf(again)).toContain(KEYS[1]);
  expect(textOf(again)).not.toContain(KEYS[0]);
  expect(store.record(pinned.id), 'what was released stays').toEqual(pinned);
});

test('a file of keys that can’t be read is named, and nothing is released without what it says', async () => {
  writeFileSync(`${store.dir}/ledger-keys.json`, '["short"]');
  await expect(release(store, verifier)).rejects.toThrow(UnreadableStore);
  await expect(ship(store, [verifier, other])).rejects.toThrow("ledger-keys.json can't be read (it is of another form)");
});
