import { appendFile, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WholeFile, wholeFiles } from './whole-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vimarsh-watched-'));
});
afterEach(() => rm(folder, { recursive: true }));
const nothing = (_path: string, _stamp: string): boolean => false;
const look = async (isKnown = nothing, stillMs = 120): Promise<readonly WholeFile[]> => (await wholeFiles(folder, { isKnown, stillMs })).files;
const names = async (known = nothing): Promise<string[]> => (await look(known)).map(({ name }) => name);
const old = async (name: string, text = 'x'): Promise<void> => {
  await writeFile(join(folder, name), text);
  await utimes(join(folder, name), new Date(), new Date(Date.now() - 60_000));
};

test('files that stand still are whole, in the order of their names; copies, links, folders and empty ones are left alone', async () => {
  for (const name of ['b.csv', 'a.ZIP', 'c.json', 'd.csv.part', '.e.csv', '~f.csv', 'g.txt']) await old(name);
  await old('empty.csv', '');
  await mkdir(join(folder, 'h.csv'));
  await symlink(join(folder, 'b.csv'), join(folder, 'link.csv'));
  expect(await names()).toEqual(['a.ZIP', 'b.csv', 'c.json']);
});

test('a file that is still written waits', async () => {
  await old('a.csv');
  await old('growing.csv');
  const writing = setInterval(() => void appendFile(join(folder, 'growing.csv'), 'x'), 20);
  await writeFile(join(folder, 'fresh.csv'), 'x');
  expect((await look()).map(({ name }) => name)).toEqual(['a.csv', 'fresh.csv']);
  clearInterval(writing);
  await writeFile(join(folder, 'fresh.csv'), 'xy');
  expect(await look((path) => !path.endsWith('fresh.csv'))).toHaveLength(1);
});

test('a file that is renamed into its place is taken, and a known one is not looked at again until it changes', async () => {
  await old('a.csv.part');
  await rename(join(folder, 'a.csv.part'), join(folder, 'a.csv'));
  const [file] = await look(nothing, 50);
  expect(file).toMatchObject({ name: 'a.csv' });
  const known = (path: string, stamp: string): boolean => path === file!.path && stamp === file!.stamp;
  expect(await names(known)).toEqual([]);
  await old('a.csv', 'xy');
  expect(await names(known)).toEqual(['a.csv']);
});

test('a file whose time is yet to come is whole like any other', async () => {
  await old('a.csv');
  await utimes(join(folder, 'a.csv'), new Date(), new Date('2099-01-01'));
  expect(await names()).toEqual(['a.csv']);
});

test('a folder that is not there throws', async () => {
  await expect(wholeFiles(join(folder, 'none'), { isKnown: nothing, stillMs: 1 })).rejects.toThrow('ENOENT');
});

const numbered = (n: number): string => String(n).padStart(4, '0');

test('hundreds of files of any name hide no file with a day in its name, and none that is new', async () => {
  for (let n = 1; n <= 600; n++) await writeFile(join(folder, `${numbered(n)}.csv`), 'x');
  await old('2026-05-29.csv');
  await old('cm29MAY2026bhav.csv');
  await writeFile(join(folder, 'zz.csv'), 'x');
  const found = await names();
  expect(found).toHaveLength(500);
  expect(found).toEqual(expect.arrayContaining(['2026-05-29.csv', 'cm29MAY2026bhav.csv', 'zz.csv']));
  expect(found).toEqual(found.toSorted());
});

test('each file has its turn, though a thousand with better names and times are never known', async () => {
  for (let n = 1; n <= 1000; n++) await writeFile(join(folder, `2026-05-04-${numbered(n)}.csv`), 'x');
  await old('zz.csv');
  const seen: string[] = [];
  let after = '';
  for (let looks = 0; looks < 5 && !seen.includes('zz.csv'); looks++) {
    const found = await wholeFiles(folder, { isKnown: nothing, stillMs: 1, after });
    after = found.after;
    seen.push(...found.files.map(({ name }) => name));
  }
  expect(seen).toContain('zz.csv');
});
