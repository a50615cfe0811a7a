import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  const move = (name: string, version: number, ids: string[]) =>
    writeFileSync(
      `${dir}/channels/${name}.${version}.json`,
      JSON.stringify({
        name,
        version,
        releases: Object.fromEntries(ids.map((id) => [id.split('@')[0], id])),
        moved_at: '2026-11-20T00:00:00.000Z',
        reason: 't',
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

test.each([
  ['is no JSON', '<!doctype html>'],
  ['has another shape', '{"modules":[]}'],
  ['points to a release without a record', '{"name":"live","version":2,"releases":{"shell":"shell@9.9.9+ffffffffff"},"moved_at":"x","reason":""}'],
])('a move that %s is logged once and changes nothing, also for a reader that starts afterwards', async (_what, text) => {
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

test('a preview exchanges its module, by a name the store knows; everything else is ignored', async () => {
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
