import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCalendarCsv } from '../../calendar/holiday-list.ts';
import { readSharesList } from '../../instruments/instrument-lists.ts';
import { readBanFile } from '../ban-layout.ts';
import { readActionFile, readExchangeFile } from '../bhavcopy.ts';
import { Refusal } from '../refusal.ts';
import { legacyFile } from '../sample-files.testing.ts';
import { openFile } from '../sources.ts';
import { textDoubt } from './limits.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vimarsh-limits-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MB = 2 ** 20;
const filled = (size: number, letter: string, begins = ''): Buffer => Buffer.concat([Buffer.from(begins), Buffer.alloc(size, letter)]);

test.each<[string, () => Uint8Array, RegExp]>([
  ['newlines', () => filled(MB, '\n'), /more than 2,50,000 lines/],
  ['one endless row', () => filled(MB, ',', 'SYMBOL,SERIES\n'), /^Line 2 is longer than 20,000 letters/],
  ['one endless header', () => filled(MB, ','), /^Line 1 is longer/],
])('a zip of a kilobyte that unpacks to %s is refused before it is decoded', async (_, content, sentence) => {
  writeFileSync(join(folder, 'cm.zip'), zipSync({ 'cm20NOV2026bhav.csv': content() }));
  const found = [];
  for await (const source of openFile(join(folder, 'cm.zip'))) found.push('text' in source ? { text: source.text.length } : source);
  expect(found).toEqual([{ name: 'cm.zip/cm20NOV2026bhav.csv', code: 'UNREADABLE', refused: expect.stringMatching(sentence) }]);
});

test('a JSON may be one line, and no longer than any', () => {
  expect(textDoubt(filled(15 * MB, '['))).toBeNull();
  expect(textDoubt(filled(17 * MB, '['))).toBe('It is longer than 16 MB, and no file of its kind is.');
});

const LINES = '\n'.repeat(30_000);
test.each<[string, () => unknown]>([
  ['a ban list', () => readBanFile(`Securities in Ban For Trade Date 25-NOV-2026:${LINES}`)],
  ['a calendar', () => readCalendarCsv(`date,session,reason${LINES}`)],
  ['a day of shares', () => readExchangeFile(legacyFile('2026-05-04', [{ symbol: 'A', o: 1, h: 1, l: 1, c: 1, prev: 1 }]) + LINES)],
  ['a list of actions', () => readActionFile(`SYMBOL,COMPANY NAME,SERIES,PURPOSE,FACE VALUE,EX-DATE${LINES.repeat(4)}`)],
  [
    'a list of securities',
    () => readSharesList(`SYMBOL,NAME OF COMPANY,SERIES,DATE OF LISTING,PAID UP VALUE,MARKET LOT,ISIN NUMBER,FACE VALUE${LINES.repeat(4)}`),
  ],
])('%s of more lines than its kind has is refused before they are taken apart', (_, read) => {
  expect(read).toThrow(Refusal);
  expect(read).toThrow(/more than [\d,]+ lines/);
});
