import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { build } from '@vimarsh/shared/build/build.ts';
import { ManifestProblem, REPOSITORY, readWorkspace } from '@vimarsh/shared/build/modules.ts';
import { MAJORS } from '@vimarsh/shared/contract/majors.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { problemsOf, release } from './publish.ts';
import { retire } from './retire.ts';
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

const route = (path: string, page = 'home') => ({ path, title: 'T', guard: 'open', page, layout: 'frame' });

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

test('what was rolled back stays back, whatever has changed since, until it is released by name; each start says so', async () => {
  const say = vi.fn();
  const first = (await ship(store, [fixture('mf-one', 'first')]))[0]!;
  const second = (await ship(store, [fixture('mf-one', 'second')]))[0]!;
  rollback(store, 'mf-one');
  const third = fixture('mf-one', 'third');
  const other = fixture('mf-two', 'beside it');
  expect(await ship(store, [third, other], say)).toEqual([expect.stringMatching(/^mf-two@/)]);
  expect(await ship(store, [third, other], say)).toEqual([]);
  expect(store.channel('live')?.releases['mf-one']).toBe(first);
  const said = say.mock.calls.flat().filter((line) => !line.startsWith('built '));
  const line = `mf-one stays at ${first}, rolled back from ${second}: npm run release -- mf-one makes its sources live`;
  expect(said).toEqual([line, line]);
  await release(store, third);
  const fourth = await ship(store, [fixture('mf-one', 'fourth')]);
  expect(store.channel('live')?.releases['mf-one'], 'after a release by name starts bring it again').toBe(fourth[0]);
});

test('the start of another version brings its own modules live, also those the store knows; what somebody released by name stays, and is named', async () => {
  const say = vi.fn();
  const versionOne = () => [fixture('mf-one', 'first'), fixture('mf-two', 'first')];
  const versionTwo = () => [fixture('mf-one', 'second'), fixture('mf-two', 'second'), fixture('mf-three', 'new')];
  const [one, two] = await ship(store, versionOne());
  const [laterOne, laterTwo, three] = await ship(store, versionTwo());
  expect(await ship(store, versionOne(), say)).toEqual([one, two]);
  expect(store.channel('live')?.releases).toEqual({ 'mf-one': one, 'mf-two': two, 'mf-three': three });
  expect(say).toHaveBeenCalledWith(`mf-three stays at ${three}, though it is not among these sources: npm run retire -- mf-three takes it out`);
  expect(await ship(store, versionTwo())).toEqual([laterOne, laterTwo]);

  const fix = await release(store, fixture('mf-two', 'a fix from elsewhere'));
  say.mockClear();
  for (let start = 1; start <= 2; start += 1) expect(await ship(store, versionTwo(), say)).toEqual([]);
  expect(await ship(store, versionOne(), say)).toEqual([one]);
  expect(store.channel('live')?.releases['mf-two']).toBe(fix.id);
  const line = `mf-two stays at ${fix.id}, released by name: npm run release -- mf-two makes its sources live`;
  expect(say.mock.calls.flat().filter((each) => each.includes('mf-two stays'))).toEqual([line, line, line]);
});

test('what was a preview first goes live with the start of its sources', async () => {
  const [first] = await ship(store, [fixture('mf-one', 'first')]);
  const { id } = await release(store, fixture('mf-one', 'second'), 'preview-pr-1');
  expect(store.channel('live')?.releases['mf-one']).toBe(first);
  expect(await ship(store, [fixture('mf-one', 'second')])).toEqual([id]);
});

test('a release by name lets a module go also where it changes nothing, and so does going forward; going further back does not', async () => {
  const at = () => store.channel('live')?.releases['mf-one'];
  const one = fixture('mf-one', 'first');
  const ids = [(await release(store, one)).id];
  for (const text of ['second', 'third']) ids.push((await release(store, fixture('mf-one', text))).id);
  rollback(store, 'mf-one');
  rollback(store, 'mf-one');
  expect(store.channel('live')?.held, 'the first one is what it went back from').toEqual({ 'mf-one': ids[2] });
  await release(store, fixture('mf-one', 'first'));
  expect(at()).toBe(ids[0]);
  const [fourth] = await ship(store, [fixture('mf-one', 'fourth')]);
  expect(at()).toBe(fourth);
  rollback(store, 'mf-one');
  rollback(store, 'mf-one', fourth);
  const [fifth] = await ship(store, [fixture('mf-one', 'fifth')]);
  expect(at()).toBe(fifth);
});

test('what was tried out from source on a module that was rolled back gives way to where it was rolled back to', async () => {
  const first = await release(store, fixture('mf-one', 'first'));
  const one = fixture('mf-one', 'second');
  await release(store, one);
  rollback(store, 'mf-one');
  const tried = store.publish({ ...first, id: 'mf-one@0.1.0+ffffffffff', from_source: true }, store.filesOf(first));
  store.move('live', store.channel('live')!.version, { 'mf-one': tried.id }, 'from source');
  expect(await ship(store, [one])).toEqual([first.id]);
  expect(store.channel('live')?.releases['mf-one']).toBe(first.id);
});

test('a start that what stays back makes impossible is refused, and says what lets it go', async () => {
  await ship(store, [fixture('mf-one', 'first')]);
  const [second] = await ship(store, [fixture('mf-one', 'second', { routes: [route('/elsewhere')] })]);
  rollback(store, 'mf-one');
  const list = [fixture('mf-one', 'second', { routes: [route('/elsewhere')] }), fixture('mf-two', 'heir', { routes: [route('/mf-one')] })];
  await expect(ship(store, list)).rejects.toThrow(/route \/mf-one would take addresses of mf-one(.|\n)*lets it go: npm run rollback -- mf-one --to/);
  rollback(store, 'mf-one', second);
  expect(await ship(store, list)).toHaveLength(1);
});

test('a module whose only release was a mistake is retired: it stays away at every start until it is released by name', async () => {
  const one = fixture('mf-one', 'first');
  const two = fixture('mf-two', 'beside it');
  const first = (await ship(store, [one, two]))[0]!;
  expect(() => rollback(store, 'mf-one')).toThrow(/no release before/);
  expect(retire(store, 'mf-one')).toBe(first);
  expect(Object.keys(store.channel('live')!.releases)).toEqual(['mf-two']);
  expect(() => retire(store, 'mf-one')).toThrow('mf-one is not live');
  const say = vi.fn();
  expect(await ship(store, [one, two], say)).toEqual([]);
  expect(await ship(store, [fixture('mf-one', 'second'), two], say)).toEqual([]);
  const line = `mf-one stays away, retired at ${first}: npm run release -- mf-one makes its sources live`;
  expect(say.mock.calls.flat().filter((said) => !said.startsWith('built '))).toEqual([line, line]);
  const third = await release(store, fixture('mf-one', 'third'));
  expect(store.channel('live')?.releases['mf-one']).toBe(third.id);
  expect(() => rollback(store, 'mf-one'), 'what was retired is nothing to go back to').toThrow(/no release before/);
  expect(await ship(store, [fixture('mf-one', 'fourth'), two]), 'starts bring it again').toHaveLength(1);
});

test('what was retired and is tried out from source is away again with the next start; by its name it can be gone to', async () => {
  const one = fixture('mf-one', 'first');
  const first = await release(store, one);
  retire(store, 'mf-one');
  const tried = store.publish({ ...first, id: 'mf-one@0.1.0+ffffffffff', from_source: true }, store.filesOf(first));
  store.move('live', store.channel('live')!.version, { 'mf-one': tried.id }, 'from source');
  expect(await ship(store, [one])).toEqual([]);
  expect(store.channel('live')?.releases).toEqual({});
  expect(rollback(store, 'mf-one', first.id)).toMatchObject({ from: 'nothing', record: { id: first.id } });
  expect(store.channel('live')?.releases).toEqual({ 'mf-one': first.id });
});

test('a module that others lead to, that alone hears what they say, or that every page needs is not retired', async () => {
  await release(store, fixture('mf-one', 'first', { events: { emits: ['call.published'], listens: [] } }));
  const listens = { events: { emits: [], listens: ['call.published'] } };
  await release(store, fixture('mf-two', '/mf-one', listens));
  await release(store, fixture('mf-home', 'home', { routes: [route('/')] }));
  await release(store, fixture('shell', 'frame', { routes: [] }));
  expect(() => retire(store, 'mf-one')).toThrow(/^mf-one no longer has \/mf-one, and mf-two leads there$/);
  expect(() => retire(store, 'mf-two')).toThrow(/^mf-two no longer listens for call.published, which mf-one emits and nobody else hears$/);
  for (const name of ['mf-home', 'shell']) expect(() => retire(store, name)).toThrow(`${name}: the portal can't be without it`);
  await release(store, fixture('mf-two', 'leads nowhere', listens));
  for (const name of ['mf-one', 'mf-two']) retire(store, name);
  expect(Object.keys(store.channel('live')!.releases)).toEqual(['mf-home', 'shell']);
});

test('a rollback that would break what lives beside it now is refused', async () => {
  await release(store, fixture('mf-one', 'first', { routes: [route('/mf-one'), route('/left')] }));
  const second = await release(store, fixture('mf-one', 'second'));
  await release(store, fixture('mf-two', 'taker', { routes: [route('/left')] }));
  expect(() => rollback(store, 'mf-one')).toThrow(/^mf-one@\S+: route \/left would take addresses of mf-two \(\/left\)$/);
  expect(store.channel('live')?.releases['mf-one']).toBe(second.id);
});

test('a rollback that would leave links of others into nothing is refused; with --force it says so and goes back', async () => {
  const first = await release(store, fixture('mf-one', 'first'));
  const second = await release(store, fixture('mf-one', 'second', { routes: [route('/mf-one'), route('/new/:id?')] }));
  await release(store, fixture('mf-two', '/new/12'));
  const link = `${first.id}: no longer has /new/…, and mf-two leads there`;
  expect(() => rollback(store, 'mf-one')).toThrow(`${link}\nWhat is live may be worse than links into nothing: --force goes back all the same.`);
  expect(store.channel('live')?.releases['mf-one']).toBe(second.id);
  const say = vi.fn();
  expect(rollback(store, 'mf-one', undefined, { force: true, say }).record.id).toBe(first.id);
  expect(say.mock.calls).toEqual([[link]]);
});

test('--force takes nobody’s address: a rollback that would is refused as before', async () => {
  await release(store, fixture('mf-one', 'first', { routes: [route('/mf-one'), route('/left')] }));
  await release(store, fixture('mf-one', 'second'));
  await release(store, fixture('mf-two', 'taker', { routes: [route('/left')] }));
  expect(() => rollback(store, 'mf-one', undefined, { force: true })).toThrow(/route \/left would take addresses of mf-two/);
});

test('the command of a rollback that somebody else was quicker than says so in a sentence', async () => {
  const data = `${root}/data-${made}`;
  store = openReleaseStore(`${data}/releases`);
  const first = await release(store, fixture('mf-one', 'first'));
  const second = await release(store, fixture('mf-one', 'second'));
  // The move that it is about to write is there already.
  const quicker = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    fs.linkSync = () => { throw Object.assign(new Error(), { code: 'EEXIST' }); }; syncBuiltinESMExports();`;
  const command = (flags: string[] = [], args: string[] = []) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, `${REPOSITORY}root-config/release/rollback.ts`, 'mf-one', ...args], {
      env: { ...process.env, DATA_DIR: data, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };
  expect(command(['--import', `data:text/javascript,${encodeURIComponent(quicker)}`])).toEqual({
    status: 1,
    said: 'Nothing was rolled back:\nlive was moved by someone else; nothing was changed\n',
  });
  expect(command()).toEqual({ status: 0, said: `mf-one is back at ${first.id} (was ${second.id})\n` });
  expect(command([], ['--to', second.id]), 'forward again').toEqual({ status: 0, said: `mf-one is at ${second.id} (was ${first.id})\n` });
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

test('a start mends a live channel that can’t be read', async () => {
  const list = [fixture('mf-one', 'first'), fixture('mf-two', 'first')];
  await ship(store, list);
  const { releases } = store.channel('live')!;
  writeFileSync(`${store.dir}/channels/live.1.json`, '{"name":');
  const found = openReleaseStore(store.dir, { say: () => undefined, renew: true });
  await expect(release(openReleaseStore(store.dir, { say: () => undefined }), list[0]!)).rejects.toThrow(UnreadableStore);
  expect(await ship(found, list)).toEqual(Object.values(releases));
  expect(found.channel('live')).toMatchObject({ version: 2, releases });
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
  await expect(release(store, fixture('mf-one', 'fourth'))).rejects.toThrow(/mf-one\/module\.json:\d+ no longer has \/old\/…, and mf-two leads there/);
});

test('the home page can’t be released away, nor the form of an address that others lead to', async () => {
  await release(store, fixture('mf-one', 'first', { routes: [route('/'), route('/old/:id?')] }));
  await expect(release(store, fixture('mf-one', 'second', { routes: [route('/old/:id?')] }))).rejects.toThrow(
    /mf-one\/module\.json:\d+ no longer has \/: every address that nobody has leads there/,
  );
  await release(store, fixture('mf-two', '/old/12'));
  await expect(release(store, fixture('mf-one', 'third', { routes: [route('/'), route('/old')] }))).rejects.toThrow(
    /no longer has \/old\/…, and mf-two leads there/,
  );
  expect(store.channel('live')?.version).toBe(2);
});

test('a guard that opens a screen to more people is named by line, and goes out', async () => {
  const say = vi.fn();
  const guarded = (guard: string) => fixture('mf-one', guard, { routes: [{ ...route('/mine/:id?'), guard }] });
  await release(store, guarded('session'), 'live', 'release', say);
  await release(store, guarded('open'), 'live', 'release', say);
  expect(say.mock.calls).toEqual([
    [expect.stringMatching(/^mf-one\/module\.json:\d+ route \/mine\/:id\? is open to everybody from now on; it was guarded by "session"$/)],
  ]);
  await release(store, guarded('token'), 'live', 'release', say);
  expect(say, 'a stricter one is nobody’s surprise').toHaveBeenCalledTimes(1);
});
