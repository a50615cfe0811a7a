import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { REPOSITORY } from '@vimarsh/shared/build/modules.ts';
import { MAJORS } from '@vimarsh/shared/contract/majors.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { bring } from './bring.ts';
import { rollback } from './rollback.ts';
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

interface Change {
  readonly routes?: readonly string[];
  readonly contract?: number;
  readonly provides?: Readonly<Record<string, number>>;
  /** What its script says beside its hash. */
  readonly leadsTo?: string;
}

function add(
  to: ReleaseStore,
  name: string,
  hash: string,
  { routes = [], contract = MAJORS.contract!, provides, leadsTo = '' }: Change = {},
  reason = 'start',
): string {
  const files = `${root}/files/${name}-${hash}`;
  mkdirSync(files, { recursive: true });
  writeFileSync(`${files}/entry.js`, `${hash} '${leadsTo}'`);
  const manifest = {
    name,
    owner: 't',
    routes: routes.map((path) => ({ path, title: 'T', guard: 'open', page: 'p', layout: 'frame' })),
    events: { emits: [], listens: [] },
    needs: { contract, session: MAJORS.session },
    budget: { entry: 1, page: 1 },
  };
  const record: ReleaseRecord = {
    id: `${name}@0.1.0+${hash}`,
    name,
    version: '0.1.0',
    entry: `/releases/${name}/${hash}/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest,
    ...(provides && { provides }),
    preload: [],
    bytes: { entry: 1, total: 1 },
    commit: '',
    previous: null,
    built_at: '',
  } as never;
  to.publish(record, files);
  to.move('live', to.channel('live')?.version ?? 0, { [name]: record.id }, reason);
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

test('another image, and the first one again, bring their own modules live; what somebody released by name stays, and is named', () => {
  const first = [add(image, 'mf-a', '0000000001'), add(image, 'mf-b', '0000000002')];
  const later = store();
  const second = [add(later, 'mf-a', '0000000003'), add(later, 'mf-b', '0000000004')];
  for (const [from, ids] of [
    [image, first],
    [later, second],
    [image, first],
    [later, second],
  ] as const) {
    expect(bring(from, node)).toEqual(ids);
    expect(bring(from, node)).toEqual([]);
  }
  add(node, 'mf-b', '0000000005', {}, 'release');
  const say = vi.fn();
  expect(bring(image, node, say)).toEqual([first[0]]);
  expect(liveOf(node)).toEqual({ 'mf-a': first[0], 'mf-b': 'mf-b@0.1.0+0000000005' });
  expect(say.mock.calls).toEqual([
    [`mf-b stays at mf-b@0.1.0+0000000005, released by name: rollback.ts mf-b --to ${first[1]} makes the one of this image live`],
  ]);
});

test('a rollback survives the next start of the same image', () => {
  const before = add(node, 'mf-a', '0000000001');
  add(image, 'mf-a', '0000000003');
  bring(image, node);
  node.move('live', node.channel('live')!.version, { 'mf-a': before }, 'rollback from x');
  expect(bring(image, node)).toEqual([]);
  expect(liveOf(node)).toEqual({ 'mf-a': before });
});

test('a module that was rolled back stays back when a new image comes, and lies there for who names it', () => {
  const before = add(node, 'mf-a', '0000000001');
  const bad = add(node, 'mf-a', '0000000002');
  rollback(node, 'mf-a');
  const next = add(image, 'mf-a', '0000000003');
  const other = add(image, 'mf-b', '0000000004');
  const say = vi.fn();
  expect(bring(image, node, say)).toEqual([other]);
  expect(bring(image, node, say)).toEqual([]);
  expect(liveOf(node)).toEqual({ 'mf-a': before, 'mf-b': other });
  const line = `mf-a stays at ${before}, rolled back from ${bad}: rollback.ts mf-a --to ${next} makes the one of this image live`;
  expect(say.mock.calls).toEqual([[line], [line]]);
  rollback(node, 'mf-a', next);
  const last = add(image, 'mf-a', '0000000005');
  expect(bring(image, node, say)).toEqual([last]);
});

test('a move cut off in the middle counts as never made: what stood before goes on, and the next move comes after it', () => {
  const before = add(node, 'mf-a', '0000000001');
  const lost = add(node, 'mf-a', '0000000002');
  truncateSync(`${node.dir}/channels/live.2.json`, 40);
  const say = vi.fn();
  const found = openReleaseStore(node.dir, { say });
  expect(found.channel('live')).toMatchObject({ version: 2, releases: { 'mf-a': before } });
  expect(found.history('live', 'mf-a')).toEqual([before]);
  expect(say.mock.calls).toEqual([[`${node.dir}/channels/live.2.json can't be read (it is not whole): restore it, or remove it and release again.`]]);
  expect(found.move('live', 2, { 'mf-a': lost }, 'release')).toMatchObject({ version: 3, releases: { 'mf-a': lost } });
});

test('where no move can be read, one module is not released over all others; a start with everything makes a new one', () => {
  const id = add(node, 'mf-a', '0000000001');
  const other = add(image, 'mf-a', '0000000001');
  truncateSync(`${node.dir}/channels/live.1.json`, 40);
  const say = vi.fn();
  expect(() => openReleaseStore(node.dir, { say }).channel('live')).toThrow(
    `live.1.json can't be read (it is not whole): restore it, or remove it and release again.`,
  );
  expect(bring(image, openReleaseStore(node.dir, { say, renew: true }))).toEqual([other]);
  expect(openReleaseStore(node.dir, { say }).channel('live')).toMatchObject({ version: 2, releases: { 'mf-a': id } });
});

const majors = (contract: number) => ({ ...MAJORS, contract });

test.each<[string, before: () => void, comes: () => void, says: string]>([
  [
    'takes an address of one that the image does not have',
    () => add(node, 'mf-c', '0000000009', { routes: ['/old'] }),
    () => add(image, 'mf-a', '0000000003', { routes: ['/old/:id?'] }),
    'mf-a@0.1.0+0000000003: route /old/:id? would take addresses of mf-c (/old)',
  ],
  [
    'gives up an address that one which stays leads to',
    () => [add(node, 'mf-a', '0000000001', { routes: ['/old'] }), add(node, 'mf-c', '0000000009', { leadsTo: '/old' })],
    () => add(image, 'mf-a', '0000000003'),
    'mf-a@0.1.0+0000000003: no longer has /old, and mf-c leads there',
  ],
  [
    'no longer provides what a module needs that was rolled back',
    () => {
      add(node, 'shared', '0000000001', { provides: majors(1) });
      for (const hash of ['0000000005', '0000000006']) add(node, 'mf-a', hash, { contract: 1 });
      rollback(node, 'mf-a');
    },
    () => [add(image, 'shared', '0000000002', { provides: majors(2) }), add(image, 'mf-a', '0000000007', { contract: 2 })],
    'shared@0.1.0+0000000002: mf-a is live and needs contract 1; this release provides contract 2',
  ],
])('a release that %s is refused at every start, and what was live stays', (_what, before, comes, says) => {
  before();
  const live = node.channel('live');
  comes();
  for (const _start of [1, 2]) expect(() => bring(image, node)).toThrow(says);
  expect(node.channel('live')).toEqual(live);
});

test('addresses that an image moves from one module to another, and links that go with them, are no problem', () => {
  add(node, 'mf-a', '0000000001', { routes: ['/old', '/mine'] });
  add(node, 'mf-c', '0000000002', { leadsTo: '/old' });
  const ids = [add(image, 'mf-a', '0000000003', { routes: ['/mine'] }), add(image, 'mf-c', '0000000004', { leadsTo: '/mine' })];
  expect(bring(image, node)).toEqual(ids);
});

test('the start of a container that is refused says why in sentences and ends with 1', () => {
  const data = `${root}/data-${++made}`;
  add(openReleaseStore(`${data}/releases`), 'mf-c', '0000000009', { routes: ['/old'] });
  const built = `${root}/built-${made}`;
  add(openReleaseStore(`${built}/releases`), 'mf-a', '0000000003', { routes: ['/old'] });
  const { status, stderr } = spawnSync(process.execPath, [`${REPOSITORY}root-config/release/bring.ts`, built], {
    env: { ...process.env, DATA_DIR: data, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Nothing was released, and what was live stays:\nmf-a@0.1.0+0000000003: route /old would take addresses of mf-c (/old)\n',
  });
});
