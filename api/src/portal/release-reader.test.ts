import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test, vi } from 'vitest';
import { readReleases } from './release-reader.ts';

const root = mkdtempSync(`${tmpdir()}/reader-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

function store() {
  made += 1;
  const dir = `${root}/${made}`;
  mkdirSync(`${dir}/records`, { recursive: true });
  mkdirSync(`${dir}/channels`);
  const release = (name: string, hash: string, previous: string | null = null) => {
    const id = `${name}@0.1.0+${hash.repeat(10)}`;
    const record = {
      id,
      name,
      version: '0.1.0',
      entry: `/releases/${name}/${hash.repeat(10)}/entry.js`,
      integrity: `sha384-${'A'.repeat(64)}`,
      manifest: {
        name,
        owner: 't',
        routes: [],
        events: { emits: [], listens: [] },
        needs: { contract: 1, session: 1 },
        budget: { entry: 1, page: 1 },
      },
      preload: [],
      bytes: { entry: 1, total: 1 },
      commit: '',
      previous,
      built_at: '2026-11-20T00:00:00.000Z',
    };
    writeFileSync(`${dir}/records/${id}.json`, JSON.stringify(record));
    return id;
  };
  const move = (name: string, version: number, ids: string[], reason = 'release') =>
    writeFileSync(
      `${dir}/channels/${name}.${version}.json`,
      JSON.stringify({
        name,
        version,
        releases: Object.fromEntries(ids.map((id) => [id.split('@')[0], id])),
        moved_at: '2026-11-20T00:00:00.000Z',
        reason,
      }),
    );
  const log = { error: vi.fn() };
  return { dir, release, move, log, reader: readReleases(dir, log) };
}
const ids = (set: Awaited<ReturnType<ReturnType<typeof readReleases>['releaseSet']>>) => Object.values(set?.modules ?? {}).map(({ id }) => id);

test('nothing released: null', async () => {
  expect(await store().reader.releaseSet()).toBeNull();
});

test('the highest move counts, and a new one is seen at once', async () => {
  const { release, move, reader } = store();
  const a = release('shell', 'a');
  const b = release('shell', 'b', a);
  move('live', 1, [a]);
  expect(ids(await reader.releaseSet())).toEqual([a]);
  move('live', 2, [b]);
  const set = await reader.releaseSet();
  expect(ids(set)).toEqual([b]);
  expect(set?.fallbacks.shell?.id).toBe(a);
  move('live', 10, [a]);
  expect(ids(await reader.releaseSet())).toEqual([a]);
});

const fallbackOf = async (reader: ReturnType<typeof store>['reader'], previews?: string[]) => (await reader.releaseSet(previews))?.fallbacks.shell?.id;

test('a release that is live again falls back to the one that stood in between, also when it was the very first', async () => {
  const { dir, release, move, reader, log } = store();
  const a = release('shell', 'a');
  const b = release('shell', 'b', a);
  for (const [at, id] of [a, b, a].entries()) move('live', at + 1, [id]);
  expect(await fallbackOf(reader)).toBe(b);
  expect(await fallbackOf(readReleases(dir, log))).toBe(b);
});

test('what was rolled back is nothing to fall back to, and neither is what was only tried out from source', async () => {
  const { dir, release, move, reader } = store();
  const [a, b, c] = [release('shell', 'a'), release('shell', 'b'), release('shell', 'c')];
  move('live', 1, [a]);
  move('live', 2, [b]);
  move('live', 3, [c]);
  move('live', 4, [b], `rollback from ${c}`);
  expect(await fallbackOf(reader)).toBe(a);
  const d = release('shell', 'd');
  const file = `${dir}/records/${d}.json`;
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), from_source: true }));
  move('live', 5, [d]);
  expect(await fallbackOf(reader)).toBe(b);
});

test('a preview falls back to what is live, whatever was live when it was published', async () => {
  const { release, move, reader } = store();
  const [a, b, c] = [release('shell', 'a'), release('shell', 'b'), release('shell', 'c')];
  move('live', 1, [a]);
  move('live', 2, [b]);
  move('preview-pr-1', 1, [c]);
  expect(await fallbackOf(reader, ['shell@pr-1'])).toBe(b);
});

test.each([
  ['is no JSON', '<!doctype html>'],
  ['has another shape', '{"modules":[]}'],
  ['points to a release without a record', '{"name":"live","version":2,"releases":{"shell":"shell@9.9.9+ffffffffff"},"moved_at":"x","reason":""}'],
])('a move that %s is logged once and changes nothing, even for a reader that starts afterwards', async (_what, text) => {
  const { dir, release, move, reader, log } = store();
  const a = release('shell', 'a');
  move('live', 1, [a]);
  await reader.releaseSet();
  writeFileSync(`${dir}/channels/live.2.json`, text);
  expect(ids(await reader.releaseSet())).toEqual([a]);
  expect(ids(await reader.releaseSet())).toEqual([a]);
  expect(log.error.mock.calls.filter(([{ file }]) => String(file).endsWith('live.2.json'))).toHaveLength(1);
  expect(ids(await readReleases(dir, log).releaseSet())).toEqual([a]);
});

test('where no live channel can be read, the log says once which file, and what to do', async () => {
  const { dir, release, move, reader, log } = store();
  const a = release('shell', 'a');
  writeFileSync(`${dir}/channels/live.1.json`, '{"name":"live","ver');
  expect(await reader.releaseSet()).toBeNull();
  writeFileSync(`${dir}/channels/preview-x.1.json`, '');
  expect(await reader.releaseSet()).toBeNull();
  expect(log.error.mock.calls.filter(([, line]) => String(line).includes('there are no pages: restore the file, or remove it and release again'))).toEqual([
    [{ file: `${dir}/channels/live.1.json` }, expect.anything()],
  ]);
  move('live', 2, [a]);
  expect(ids(await reader.releaseSet())).toEqual([a]);
});

test('a broken record is not used', async () => {
  const { dir, release, move, reader } = store();
  const a = release('shell', 'a');
  move('live', 1, [a]);
  await reader.releaseSet();
  const b = release('shell', 'b', a);
  writeFileSync(`${dir}/records/${b}.json`, '{"id":"x"}');
  move('live', 2, [b]);
  expect(ids(await reader.releaseSet())).toEqual([a]);
});

test('a preview replaces its module, by a name in the store; everything else is ignored', async () => {
  const { release, move, reader } = store();
  const [shell, a, b] = [release('shell', 'a'), release('mf-x', 'b'), release('mf-x', 'c')];
  move('live', 1, [shell, a]);
  move('preview-pr-1', 1, [b]);
  const set = await reader.releaseSet(['mf-x@pr-1']);
  expect(ids(set)).toEqual([shell, b]);
  expect(set?.preview).toEqual(['mf-x@pr-1']);
  expect(set?.id).not.toBe((await reader.releaseSet())?.id);
  for (const unknown of ['mf-x@pr-2', 'mf-y@pr-1', 'mf-x', 'https://evil.example/x.js', 'mf-x@../../live']) {
    expect(await reader.releaseSet([unknown])).toBe(await reader.releaseSet());
  }
});

test('an unknown field does no harm; a record that can’t be read blocks that module’s move and no other', async () => {
  const { dir, release, move, reader, log } = store();
  const [shell, a] = [release('shell', 'a'), release('mf-x', 'a')];
  move('live', 1, [shell, a]);
  await reader.releaseSet();
  const [newer, b] = [release('shell', 'b', shell), release('mf-x', 'b', a)];
  const record = JSON.parse(readFileSync(`${dir}/records/${newer}.json`, 'utf8'));
  record.manifest.events.emits = ['order.placed'];
  record.manifest.menu = { icon: 'x' };
  writeFileSync(`${dir}/records/${newer}.json`, JSON.stringify(record));
  writeFileSync(`${dir}/records/${b}.json`, '{"id":');
  move('live', 2, [newer, b]);
  expect(ids(await reader.releaseSet())).toEqual([newer, a]);
  expect(log.error.mock.calls.map(([{ file }]) => String(file).split('/').at(-1))).toEqual([`${b}.json`, 'live.2.json']);
  expect(ids(await readReleases(dir, log).releaseSet()), 'a newly started server knows the older moves').toEqual([newer, a]);
});

test('a record that arrives after its channel is taken up without another move', async () => {
  const { dir, release, move, log, reader } = store();
  const [old, late] = [release('mf-a', 'a'), release('mf-a', 'b')];
  move('live', 1, [old]);
  expect(ids(await reader.releaseSet())).toEqual([old]);
  const file = `${dir}/records/${late}.json`;
  const record = readFileSync(file);
  rmSync(file);
  move('live', 2, [late]);
  expect(ids(await reader.releaseSet())).toEqual([old]);
  writeFileSync(file, record);
  await expect.poll(async () => ids(await reader.releaseSet()), { timeout: 10_000 }).toEqual([late]);
  expect(log.error.mock.calls.filter(([, words]) => String(words).includes('release store')).length, 'each file is complained of once').toBeLessThanOrEqual(2);
});
