import { describe, expect, test } from 'vitest';
import { type DoubtedFile, doubtAbout, layoutDoubt } from './doubts.ts';
import type { DaysOnFile } from './imported-days.store.ts';

const TODAY = '2026-05-29';
/** Two hundred rows that closed 1 % above their previous close. */
const rows = (change: (row: DoubtedFile['rows'][number], at: number) => object = () => ({})): DoubtedFile['rows'] =>
  Array.from({ length: 200 }, (_, at) => {
    const row = { symbol: `S${at}`, series: 'EQ', close: 101 + at, prev_close: 100 + at };
    return { ...row, ...change(row, at) };
  });
const prices = (of: 'close' | 'prev_close', change = 1): Map<string, number> => new Map(rows().map((row) => [`${row.symbol} EQ`, row[of] * change]));
/** Closes as the day after states them, other for so many rows. */
const disputed = (count: number): Map<string, number> => new Map(rows().map(({ symbol, close }, at) => [`${symbol} EQ`, at < count ? close * 1.02 : close]));
const NOTHING: DaysOnFile = { rowCounts: [], closesBefore: null, basesAfter: null };
const KNOWN: DaysOnFile = { rowCounts: [199, 203, 200], closesBefore: prices('prev_close'), basesAfter: prices('close') };

describe('a file of a day', () => {
  test.each<[string, Partial<DoubtedFile>, DaysOnFile]>([
    ['the first of all', {}, NOTHING],
    ['one that agrees with its neighbours', {}, KNOWN],
    ['one with fewer rows than usual', { rows: rows().slice(0, 170) }, KNOWN],
    ['a correction of two in its neighbour', { rows: rows((row, at) => (at < 2 ? { prev_close: row.prev_close * 1.02 } : {})) }, KNOWN],
    ['a day whose close is disputed for two of two hundred', {}, { ...KNOWN, basesAfter: disputed(2) }],
    ['a split that nobody announced', { rows: rows((row, at) => (at === 7 ? { close: row.close / 5 } : {})) }, { ...KNOWN, basesAfter: null }],
    ['its date in the name', { name: 'cm04MAY2026bhav.csv' }, KNOWN],
    ['its date in the name, the day first', { name: 'sec_bhavdata_full_04052026.csv' }, KNOWN],
    ['the Budget of a Saturday in 2015', { day: '2015-02-28' }, NOTHING],
    ['the Budget of a Saturday in 2020', { day: '2020-02-01' }, NOTHING],
    ['muhurat on a Saturday in 2020', { day: '2020-11-14' }, NOTHING],
    ['a number that is no date in the name', { name: 'part-99999999.csv' }, KNOWN],
  ])('is believed: %s', (_what, file, known) => {
    expect(doubtAbout({ name: 'a.csv', day: '2026-05-04', rows: rows(), ...file }, TODAY, known)).toBeNull();
  });

  test.each<[string, Partial<DoubtedFile>, DaysOnFile, string]>([
    ['a year to come', { day: '2031-05-05' }, NOTHING, 'It is dated 2031-05-05, and that day has not been yet.'],
    ['tomorrow', { day: '2026-05-30' }, NOTHING, 'It is dated 2026-05-30, and that day has not been yet.'],
    ['a Saturday', { day: '2026-05-02' }, NOTHING, 'The market was closed on 2026-05-02.'],
    [
      'a Saturday whose prices go on from the day before',
      { day: '2026-05-02' },
      KNOWN,
      'The calendar has no session on 2026-05-02, but prices go on from 2026-04-30: if the exchange traded, declare it: npm run calendar -- session 2026-05-02 09:15-15:30 "<circular>".',
    ],
    ['a Saturday whose prices do not', { day: '2026-05-02' }, { ...KNOWN, closesBefore: prices('prev_close', 1.02) }, 'The market was closed on 2026-05-02.'],
    ['a holiday', { day: '2026-05-01' }, NOTHING, 'The market was closed on 2026-05-01.'],
    ['another date in its name', { name: 'BhavCopy_20260505.csv' }, NOTHING, 'Its name says 2026-05-05, its rows 2026-05-04.'],
    ['cut off at the end of a line', { rows: rows().slice(0, 62) }, KNOWN, 'It has 62 usable rows where a day has 200: it is not whole.'],
    [
      'prices tenfold beside their previous closes',
      { rows: rows((row) => ({ close: row.close * 10 })) },
      NOTHING,
      'Its prices are 10.05 times their previous closes, by the median, and no market does that in a day.',
    ],
    [
      'everything tenfold',
      { rows: rows((row) => ({ close: row.close * 10, prev_close: row.prev_close * 10 })) },
      KNOWN,
      '200 of its 200 rows that can be compared have another previous close than the day before closed at.',
    ],
    [
      'one whose previous closes differ in three of two hundred',
      { rows: rows((row, at) => (at < 3 ? { prev_close: row.prev_close * 1.02 } : {})) },
      KNOWN,
      '3 of its 200 rows that can be compared have another previous close than the day before closed at.',
    ],
    [
      'one whose close is disputed for three of two hundred',
      {},
      { ...KNOWN, basesAfter: disputed(3) },
      '3 of its 200 rows that can be compared close at another price than the day after states.',
    ],
    [
      'another day under this date',
      {},
      { ...KNOWN, basesAfter: prices('close', 1.02) },
      '200 of its 200 rows that can be compared close at another price than the day after states.',
    ],
  ])('is doubted: %s', (_what, file, known, doubt) => {
    expect(doubtAbout({ name: 'a.csv', day: '2026-05-04', rows: rows(), ...file }, TODAY, known)).toBe(doubt);
  });
});

test.each([
  ['legacy', '1995-11-03', 'It is of 1995-11-03, and the calendar here knows sessions and holidays from 2015-01-01 on.'],
  ['legacy', '2015-01-01', null],
  ['sec_bhavdata_full', '2014-12-31', 'It is of 2014-12-31, and the calendar here knows sessions and holidays from 2015-01-01 on.'],
  ['UDiFF', '2023-12-29', 'It is of 2023-12-29, and the exchange writes files of the layout UDiFF since 2024-01-01.'],
  ['UDiFF F&O', '2023-12-29', 'It is of 2023-12-29, and the exchange writes files of the layout UDiFF F&O since 2024-01-01.'],
  ['UDiFF', '2024-07-08', null],
])('a file of the layout %s of %s: %s', (layout, day, doubt) => expect(layoutDoubt(layout, day)).toBe(doubt));
