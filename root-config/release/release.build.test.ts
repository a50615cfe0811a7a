import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { build } from '@vimarsh/shared/build/build.ts';
import { ManifestProblem, REPOSITORY, readWorkspace } from '@vimarsh/shared/build/modules.ts';
import { MAJORS } from '@vimarsh/shared/contract/majors.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { problemsOf, release } from './publish.ts';
import { rollback } from './rollback.ts';
import { ship } from './ship.ts';
import { ChannelMoved, openReleaseStore, type ReleaseStore, UnreadableStore } from './store.ts';

const root = mkdtempSync(`${tmpdir()}/releases-`);
process.env.BUILD_CACHE = `${root}/cache`;
let store: ReleaseStore;
let made = 0;

beforeEach(() => {
  made += 1;
  store = openReleaseStore(`${root}/store-${made}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A module of a few lines in a folder of its own. */
function fixture(name: string, text: string, manifest: object = {}) {
  const dir = `${root}/work-${made}/${name}`;
  mkdirSync(`${dir}/src`, { recursive: true });
  writeFileSync(`${dir}/package.json`, JSON.stringify({ name, version: '0.1.0', type: 'module' }));
  writeFileSync(
    `${dir}/module.json`,
    JSON.stringify(
      {
        name,
        owner: 'team',
        routes: [{ path: `/${name}`, title: name, guard: 'open', page: 'home', layout: 'frame' }],
        events: { emits: [], listens: [] },
        needs: { contract: 1, session: MAJORS.session },
        budget: { entry: 3500, page: 9000 },
        ...manifest,
      },
      null,
      2,
    ),
  );
  writeFileSync(`${dir}/src/home.page.tsx`, `export const Page = () => ${JSON.stringify(text)};\n`);
  writeFileSync(`${dir}/src/index.ts`, `export const module = { pages: { home: () => import('./home.page.tsx') } };\n`);
  try {
    symlinkSync(`${REPOSITORY}node_modules`, `${root}/work-${made}/node_modules`);
  } catch {
    // The second fixture of a test finds it there.
  }
  return readWorkspace(dir);
}

test('a release is recorded once, with files and hashes, and goes live; the same content again is the same release', async () => {
  const one = await release(store, fixture('mf-one', 'first'));
  expect(one.id).toMatch(/^mf-one@0\.1\.0\+[0-9a-f]{10}$/);
  expect(store.channel('live')).toMatchObject({ version: 1, releases: { 'mf-one': one.id } });
  const files = readdirSync(`${store.dir}/files/mf-one/${one.id.split('+')[1]}`);
  expect(files).toEqual(expect.arrayContaining([one.entry.split('/').at(-1), `${one.entry.split('/').at(-1)}.br`, `${one.entry.split('/').at(-1)}.gz`]));
  expect(Object.keys(one.pages ?? {})).toEqual(['home']);
  const again = await release(store, fixture('mf-one', 'first'));
  expect(again).toEqual(one);
});

test('a release and its rollback move one module and nothing else', async () => {
  const two = await release(store, fixture('mf-two', 'stays'));
  const first = await release(store, fixture('mf-one', 'first'));
  const second = await release(store, fixture('mf-one', 'second'));
  expect(second.previous).toBe(first.id);
  expect(rollback(store, 'mf-one')).toMatchObject({ from: second.id, record: { id: first.id } });
  expect(store.channel('live')?.releases).toEqual({ 'mf-one': first.id, 'mf-two': two.id });
  rollback(store, 'mf-one', second.id);
  expect(store.channel('live')?.releases['mf-one']).toBe(second.id);
  expect(() => rollback(store, 'mf-two')).toThrow(/no release before/);
  expect(() => rollback(store, 'mf-one', two.id)).toThrow(/no release of it/);
});

test('a rollback survives the next start, a change of the sources does not wait', async () => {
  const first = fixture('mf-one', 'first');
  await ship(store, [first]);
  const second = fixture('mf-one', 'second');
  await ship(store, [second]);
  rollback(store, 'mf-one');
  const rolledBack = store.channel('live')?.releases['mf-one'];
  expect(await ship(store, [second])).toEqual([]);
  expect(store.channel('live')?.releases['mf-one']).toBe(rolledBack);
  expect(await ship(store, [fixture('mf-one', 'third')])).toHaveLength(1);
});

test('two that move a channel at once: the second is refused and nothing is lost', async () => {
  const one = await release(store, fixture('mf-one', 'first'));
  store.move('live', 1, { 'mf-one': one.id }, 'quick');
  expect(() => store.move('live', 1, { 'mf-one': one.id }, 'slow')).toThrow(ChannelMoved);
  expect(store.channel('live')).toMatchObject({ version: 2, reason: 'quick' });
});

test('a release that would break a neighbour is refused and names module and line', async () => {
  await release(store, fixture('mf-one', 'first'));
  const thief = fixture('mf-two', 'thief', { routes: [{ path: '/mf-one', title: 'T', guard: 'open', page: 'home', layout: 'frame' }] });
  const line =
    readFileSync(`${thief.dir}/module.json`, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"/mf-one"')) + 1;
  await expect(release(store, thief)).rejects.toThrow(`mf-two/module.json:${line} route /mf-one would take addresses of mf-one (/mf-one)`);
  expect(store.channel('live')?.releases).not.toHaveProperty('mf-two');
  expect(readdirSync(`${store.dir}/records`)).toHaveLength(1);
});

test('a release over its budget is refused and names module and line', async () => {
  await expect(release(store, fixture('mf-one', 'x', { budget: { entry: 100, page: 9000 } }))).rejects.toThrow(
    /mf-one\/module\.json:\d+ "entry" is \d+ B br, its budget 100 B/,
  );
});

test('a file whose bytes are not what the record promises is refused', async () => {
  const workspace = fixture('mf-one', 'first');
  const built = await build(workspace);
  const tampered = `${root}/tampered`;
  cpSync(built.files, tampered, { recursive: true });
  writeFileSync(`${tampered}/${built.record.entry.split('/').at(-1)}`, 'alert(1)');
  expect(problemsOf(workspace, { ...built, files: tampered }, {}, store.filesOf)).toEqual([
    `mf-one: ${built.record.entry} does not have the hash of the record`,
  ]);
});

test('an event that does not exist is refused by name and line before anything is built', () => {
  expect(() => fixture('mf-one', 'x', { events: { emits: ['call.shouted'], listens: [] } })).toThrow(ManifestProblem);
  expect(() => fixture('mf-one', 'x', { events: { emits: ['call.shouted'], listens: [] } })).toThrow(/module\.json:\d+ events\.emits\.0/);
});

test('a preview goes to a channel of its own and leaves live alone', async () => {
  const first = await release(store, fixture('mf-one', 'first'));
  const preview = await release(store, fixture('mf-one', 'second'), 'preview-pr-1');
  expect(store.channel('live')?.releases['mf-one']).toBe(first.id);
  expect(store.channel('preview-pr-1')?.releases).toEqual({ 'mf-one': preview.id });
});

test('A, B and A again: a rollback goes to B, and the next one to the first A', async () => {
  const a = await release(store, fixture('mf-one', 'first'));
  const b = await release(store, fixture('mf-one', 'second'));
  await release(store, fixture('mf-one', 'first'));
  expect(rollback(store, 'mf-one')).toMatchObject({ from: a.id, record: { id: b.id } });
  expect(rollback(store, 'mf-one')).toMatchObject({ from: b.id, record: { id: a.id } });
  expect(() => rollback(store, 'mf-one')).toThrow(/no release before/);
});

/** Changes a record as another version of the house would have written it. */
function rewrite(id: string, change: (record: { manifest: { events: { emits: string[] }; routes: { guard: string }[] } }) => void): void {
  const file = `${store.dir}/records/${id}.json`;
  const record = JSON.parse(readFileSync(file, 'utf8'));
  change(record);
  writeFileSync(file, JSON.stringify(record));
}

test('a neighbour whose manifest uses a word this checkout does not know stops neither release nor rollback', async () => {
  const neighbour = await release(store, fixture('mf-two', 'newer'));
  rewrite(neighbour.id, ({ manifest }) => {
    manifest.events.emits.push('order.placed');
    manifest.routes[0]!.guard = 'second-factor';
  });
  expect(store.record(neighbour.id)?.manifest.events.emits).toEqual(['order.placed']);
  expect(store.record(neighbour.id)?.manifest.routes[0]?.guard, 'what is not known is guarded like the strictest').toBe('session');
  const first = await release(store, fixture('mf-one', 'first'));
  await release(store, fixture('mf-one', 'second'));
  expect(rollback(store, 'mf-one').record.id).toBe(first.id);
});

test('a record that can’t be read is named, not thrown as what the parser says', async () => {
  const neighbour = await release(store, fixture('mf-two', 'broken'));
  writeFileSync(`${store.dir}/records/${neighbour.id}.json`, '{"id":');
  await expect(release(store, fixture('mf-one', 'first'))).rejects.toThrow(UnreadableStore);
  await expect(release(store, fixture('mf-one', 'first'))).rejects.toThrow(`records/${neighbour.id}.json can't be read`);
});

test('what was tried out from source gives way to the module’s release with the next start, and is never rolled back to', async () => {
  const one = fixture('mf-one', 'first');
  await ship(store, [one]);
  const released = store.channel('live')!.releases['mf-one']!;
  const tried = store.publish({ ...store.record(released)!, id: 'mf-one@0.1.0+ffffffffff', from_source: true }, store.filesOf(store.record(released)!));
  store.move('live', store.channel('live')!.version, { 'mf-one': tried.id }, 'from source');
  expect(await ship(store, [one])).toEqual([released]);
  expect(store.channel('live')?.releases['mf-one']).toBe(released);
  const second = await release(store, fixture('mf-one', 'second'));
  expect(second.previous).toBe(released);
  expect(rollback(store, 'mf-one').record.id).toBe(released);
});

const route = (path: string, page = 'home') => ({ path, title: 'T', guard: 'open', page, layout: 'frame' });

test('a route to a page the module does not have is refused by line', async () => {
  const lacking = fixture('mf-one', 'x', { routes: [route('/mf-one'), route('/one-more', 'notThere')] });
  await expect(release(store, lacking)).rejects.toThrow(/mf-one\/module\.json:\d+ route \/one-more shows the page "notThere", which the module does not have/);
});

test('an address others lead to can’t be dropped, unless somebody else takes it', async () => {
  await release(store, fixture('mf-one', 'first', { routes: [route('/mf-one'), route('/old/:id?')] }));
  await release(store, fixture('mf-two', 'see /old/12'));
  const leaner = fixture('mf-one', 'second');
  await expect(release(store, leaner)).resolves.toMatchObject({ name: 'mf-one' });
  await release(store, fixture('mf-one', 'third', { routes: [route('/mf-one'), route('/old/:id?')] }));
  await release(store, fixture('mf-two', '/old/12'));
  await expect(release(store, fixture('mf-one', 'fourth'))).rejects.toThrow(/mf-one\/module\.json:\d+ no longer has \/old, and mf-two leads there/);
});
