import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ImportStores, importFiles } from '../import-files.ts';
import { legacyFile } from '../sample-files.testing.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vimarsh-days-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Stores that hold nothing, and that nothing may be asked of or given to. */
const UNTOUCHED = { calendar: { use: async () => {} }, days: { days: async () => [] } } as unknown as ImportStores;
const NOW = new Date('2026-11-21T06:00:00Z');

const dayOf = (day: string): string => legacyFile('2026-05-04', [{ symbol: 'A', o: 1, h: 1, l: 1, c: 1, prev: 1 }]).replace('04-May-2026', day);
const actionsOf = (day: string): string => `SYMBOL,COMPANY NAME,SERIES,PURPOSE,FACE VALUE,EX-DATE\nTCS,TCS Limited,EQ,Bonus 1:1,1,${day}\n`;
const adjustmentOf = (day: string): string => `SYMBOL,EX-DATE,SUBTRACT,MULTIPLY,SOURCE\nTCS,${day},0,0.5,a circular\n`;
const calendarOf = (day: string): string => `date,session,reason\n${day},closed,a circular\n`;
const banOf = (day: string): string => `Securities in Ban For Trade Date ${day}:\n1,HAL\n`;

test.each<[string, (day: string) => string]>([
  ['prices', dayOf],
  ['actions', actionsOf],
  ['adjustments', adjustmentOf],
  ['a calendar', calendarOf],
  ['a ban list', banOf],
])('%s of a day before the exchange’s records or long after today are refused, and nothing is asked of the database', async (_, textOf) => {
  for (const [day, words] of [
    ['1900-01-02', 'It names 1900-01-02, and the exchange’s first session was on 1994-11-03.'],
    ['0001-01-01', 'It names 0001-01-01, and the exchange’s first session was on 1994-11-03.'],
    ['9999-12-31', 'It is dated 9999-12-31, and that day has not been yet.'],
  ] as const) {
    writeFileSync(join(folder, 'a.csv'), textOf(day));
    const { files } = await importFiles(UNTOUCHED, [join(folder, 'a.csv')], { now: NOW });
    expect(files).toEqual([{ name: 'a.csv', code: 'IMPLAUSIBLE', refused: words, changes: [] }]);
  }
});

test('what the database can’t hold is the file’s own doing; that it is away is not', async () => {
  const failing = (error: Error): ImportStores =>
    ({ ...UNTOUCHED, days: { days: async () => [], around: () => Promise.reject(error) } }) as unknown as ImportStores;
  const outOfRange = Object.assign(new Error('numeric field overflow'), { code: '22003' });
  const away = Object.assign(new Error('the connection was lost'), { code: '08006' });
  writeFileSync(join(folder, 'a.csv'), dayOf('2026-05-04'));
  const { files } = await importFiles(failing(outOfRange), [join(folder, 'a.csv')], { now: NOW });
  expect(files).toMatchObject([{ code: 'IMPLAUSIBLE', refused: 'What it says can’t be stored (numeric field overflow).' }]);
  await expect(importFiles(failing(away), [join(folder, 'a.csv')], { now: NOW })).rejects.toThrow('the connection was lost');
});
