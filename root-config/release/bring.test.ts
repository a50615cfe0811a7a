import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { bring } from './bring.ts';
import { openReleaseStore, type ReleaseStore } from './store.ts';

const root = mkdtempSync(`${tmpdir()}/bring-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
const store = (): ReleaseStore => openReleaseStore(`${root}/${++made}`);
let image: ReleaseStore;
let node: ReleaseStore;
beforeEach(() => {
  image = store();
  node = store();
});

function add(to: ReleaseStore, name: string, hash: string): string {
  const files = `${root}/files/${name}-${hash}`;
  mkdirSync(files, { recursive: true });
  writeFileSync(`${files}/entry.js`, hash);
  const manifest = { name, owner: 't', routes: [], events: { emits: [], listens: [] }, needs: { contract: 1, session: 1 }, budget: { entry: 1, page: 1 } };
  const record: ReleaseRecord = {
    id: `${name}@0.1.0+${hash}`,
    name,
    version: '0.1.0',
    entry: `/releases/${name}/${hash}/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest,
    preload: [],
    bytes: { entry: 1, total: 1 },
    commit: '',
    previous: null,
    built_at: '',
  } as never;
  to.publish(record, files);
  to.move('live', to.channel('live')?.version ?? 0, { [name]: record.id }, 'start');
  return record.id;
}
const liveOf = (one: ReleaseStore) => one.channel('live')?.releases;

test('an empty store gets every release and its files; a second start changes nothing', () => {
  const ids = [add(image, 'mf-a', '0000000001'), add(image, 'mf-b', '0000000002')];
  expect(bring(image, node)).toEqual(ids);
  expect(liveOf(node)).toEqual(liveOf(image));
  for (const id of ids) expect(existsSync(`${node.filesOf(node.record(id)!)}/entry.js`)).toBe(true);
  expect(bring(image, node)).toEqual([]);
  expect(node.channel('live')?.version).toBe(1);
});

test('a new image moves what is new; the files before it stay for open tabs', () => {
  const before = add(node, 'mf-a', '0000000001');
  const kept = add(node, 'mf-c', '0000000009');
  const id = add(image, 'mf-a', '0000000003');
  expect(bring(image, node)).toEqual([id]);
  expect(liveOf(node)).toEqual({ 'mf-a': id, 'mf-c': kept });
  expect(node.record(id)?.previous).toBe(before);
  expect(existsSync(`${node.filesOf(node.record(before)!)}/entry.js`)).toBe(true);
});

test('a rollback survives the next start of the same image', () => {
  const before = add(node, 'mf-a', '0000000001');
  add(image, 'mf-a', '0000000003');
  bring(image, node);
  node.move('live', node.channel('live')!.version, { 'mf-a': before }, 'rollback from x');
  expect(bring(image, node)).toEqual([]);
  expect(liveOf(node)).toEqual({ 'mf-a': before });
});
