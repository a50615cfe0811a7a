import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { legacyFile } from '../sample-files.testing.ts';
import { readApart } from './read-apart.ts';
import { type ReadFile, readFiles } from './read-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vimarsh-reading-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
async function all(files: AsyncIterable<ReadFile>): Promise<ReadFile[]> {
  const found: ReadFile[] = [];
  for await (const file of files) found.push(file);
  return found;
}
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ symbol: `S${n}`, o: 100, h: 101, l: 99, c: 100, prev: 100 }));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a process reads what is read here, a long day in pieces, an archive file by file, and takes the time of nobody else', async () => {
  const path = put(
    'a.zip',
    zipSync({ 'cm.csv': bytes(legacyFile('2026-05-04', rows(4500))), 'b.csv': bytes('a,b\n'), 'c.json': bytes('[]'), 'd.pdf': bytes('x') }),
  );
  const here = await all(readFiles(path));
  expect(here.map((file) => ('kind' in file ? file.kind : 'code' in file ? file.code : 'passed over'))).toEqual(['day', 'FOREIGN', 'FOREIGN', 'passed over']);
  expect(await all(readApart(path))).toEqual(here);
});

test('a file that takes long takes the time of nobody else', async () => {
  const path = put('a.json', `[${'{"a":1},'.repeat(15_000)}{}]`);
  const busy = async (read: (path: string) => AsyncIterable<ReadFile>): Promise<number> => {
    const begun = performance.eventLoopUtilization();
    await all(read(path));
    return performance.eventLoopUtilization(begun).active;
  };
  const here = await busy(readFiles);
  // A busy machine lengthens any reading, so the least of three counts.
  const away = [await busy(readApart), await busy(readApart), await busy(readApart)];
  expect(Math.min(...away)).toBeLessThan(here / 3);
});

test.each([
  ['5,500,000 empty entries', `[${'{},'.repeat(5_500_000)}{}]`, 'It has more than 60,000 lists and objects: it is no file of the exchange.'],
  ['entries that are none', `[${'1,'.repeat(50_000)}1]`, 'It has 50,001 entries, and no option chain has so many.'],
  ['an answer of such', `{"records":{"data":[${'1,'.repeat(50_000)}1]}}`, 'It has 50,001 entries, and no option chain has so many.'],
])('a JSON of %s is refused before any of them is looked at', async (_, text, refused) => {
  expect(await all(readApart(put('a.json', text)))).toEqual([{ name: 'a.json', code: 'BROKEN', refused }]);
});

test('a file in an archive that takes longer than one may ends the process', async () => {
  const path = put('a.zip', zipSync({ 'a.csv': bytes(legacyFile('2026-05-04', rows(19_000))) }));
  expect(await all(readApart(path, { longestFileMs: 1 }))).toEqual([
    { name: 'a.zip', code: 'UNREADABLE', refused: 'Reading it takes too long: import what is in it in parts.' },
  ]);
});

test('a file beyond the bounds of time is refused, and so is one beyond those of memory', async () => {
  const path = put('a.json', '[');
  expect(await all(readApart(path, { longestMs: 1 }))).toEqual([
    { name: 'a.json', code: 'UNREADABLE', refused: 'Reading it takes too long: import what is in it in parts.' },
  ]);
  const wide = put('b.csv', legacyFile('2026-05-04', rows(19_000)));
  expect(await all(readApart(wide, { memoryMb: 24 }))).toEqual([
    { name: 'b.csv', code: 'UNREADABLE', refused: 'Reading it takes more memory than any file of the exchange.' },
  ]);
});
