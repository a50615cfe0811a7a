import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FileRow, isinsToFollow, rowsOfShare } from './share-rows.ts';

const row = (day: string, symbol: string, series: string, isin: string): FileRow => ({
  ...{ day, symbol, series, isin, o: 1, h: 1, l: 1, c: 1, v: 1, prev_close: 1, file: 1 },
});
/** `4 TCS EQ A`: day of May 2026, symbol, series and ISIN, `-` for none. */
const rowsOf = (text: string): FileRow[] =>
  text
    .split(',')
    .map((one) => one.trim().split(' '))
    .filter(([day]) => day)
    .map(([day, symbol, series, isin]) => row(`2026-05-0${day}`, symbol!, series!, isin === '-' ? '' : isin!));
const said = (rows: readonly FileRow[]): string => rows.map(({ day, symbol, series }) => `${Number(day.slice(-2))} ${symbol} ${series}`).join(', ');

describe('the rows of one share', () => {
  test.each([
    ['in its own series', '4 TCS EQ A, 5 TCS EQ A', '', '4 TCS EQ, 5 TCS EQ'],
    ['moved to trade for trade and back', '4 TCS EQ A, 5 TCS BE A, 6 TCS EQ A', '', '4 TCS EQ, 5 TCS BE, 6 TCS EQ'],
    ['in two series on one day, EQ first', '4 TCS BE A, 4 TCS EQ A', '', '4 TCS EQ'],
    ['in two series on one day, without EQ', '4 TCS SM A, 4 TCS BZ A', '', '4 TCS BZ'],
    ['renamed', '4 TCS EQ A', '5 TCSLTD EQ A, 6 TCSLTD EQ A', '4 TCS EQ, 5 TCSLTD EQ, 6 TCSLTD EQ'],
    ['renamed and moved', '4 TCS EQ A', '5 TCSLTD BE A', '4 TCS EQ, 5 TCSLTD BE'],
    ['its symbol given to another company', '4 TCS EQ A, 5 TCS EQ B', '5 TCSLTD EQ A', '4 TCS EQ, 5 TCSLTD EQ'],
    ['another ISIN after a split', '4 TCS EQ A, 5 TCS EQ B, 6 TCS EQ B', '', '4 TCS EQ, 5 TCS EQ, 6 TCS EQ'],
    ['without ISINs it is its symbol', '4 TCS EQ -, 6 TCS BE -', '5 OTHER EQ -', '4 TCS EQ, 6 TCS BE'],
    ['another paper under its ISIN beside it is not it', '4 TCS EQ A, 6 TCS EQ A', '4 TCSPP EQ A, 5 TCSPP EQ A', '4 TCS EQ, 6 TCS EQ'],
    ['two symbols under its ISIN on one day: neither is', '4 TCS EQ A', '5 ONE EQ A, 5 TWO EQ A', '4 TCS EQ'],
    ['renamed, and then a file without ISINs', '4 TCS EQ A', '5 TCSLTD EQ A, 6 TCSLTD BE -', '4 TCS EQ, 5 TCSLTD EQ, 6 TCSLTD BE'],
    ['a symbol of which no ISIN was seen before', '4 TCS EQ A', '5 TCSLTD EQ -, 6 TCSLTD EQ A', '4 TCS EQ, 6 TCSLTD EQ'],
    ['its own symbol again, without an ISIN', '4 TCS EQ A, 6 TCS EQ -', '5 TCSLTD EQ A, 7 TCSLTD EQ -', '4 TCS EQ, 5 TCSLTD EQ, 6 TCS EQ'],
    ['gone', '4 TCS EQ A', '', '4 TCS EQ'],
    ['never there', '', '5 TCSLTD EQ A', ''],
  ])('%s', (_, own, named, expected) => {
    expect(said(rowsOfShare(rowsOf(own), rowsOf(named)))).toBe(expected);
  });

  test('each day has one row at most, in order, of its own symbol or of a known ISIN, and the order of the file is nothing', () => {
    const rows = (symbols: readonly string[]) =>
      fc.array(
        fc
          .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(...symbols), fc.constantFrom('EQ', 'BE', 'BZ', 'SM'), fc.constantFrom('', 'A', 'B'))
          .map(([day, symbol, series, isin]) => row(`2026-05-0${day}`, symbol, series, isin)),
        { maxLength: 20 },
      );
    fc.assert(
      fc.property(rows(['TCS']), rows(['ONE', 'TWO']), (ownRows, namedRows) => {
        // A file has a symbol and series once.
        const once = (all: ReturnType<typeof row>[]) => [...new Map(all.map((one) => [`${one.day} ${one.symbol} ${one.series}`, one])).values()];
        const [unique, named] = [once(ownRows), once(namedRows)];
        const found = rowsOfShare(unique, named);
        const days = found.map(({ day }) => day);
        expect(days).toEqual([...new Set(days)].toSorted());
        const isins = new Set(unique.map(({ isin }) => isin).filter(Boolean));
        for (const { symbol, isin } of found) expect(symbol === 'TCS' || isin === '' || isins.has(isin)).toBe(true);
        // A day of its own symbol is never lost.
        for (const { day } of unique) expect(days).toContain(day);
        expect(rowsOfShare(unique.toReversed(), named.toReversed())).toEqual(found);
      }),
    );
  });
});

describe('ISINs that are looked for', () => {
  const days = ['2026-05-04', '2026-05-05', '2026-05-06'];
  test.each([
    ['a share that trades each day', '4 TCS EQ A, 5 TCS EQ A, 6 TCS BE A', []],
    ['one that came later', '5 TCS EQ A, 6 TCS EQ A', []],
    ['one with a day missing', '4 TCS EQ A, 6 TCS EQ A', ['A']],
    ['one that is gone', '4 TCS EQ A', ['A']],
    ['one with two', '4 TCS EQ A, 5 TCS EQ B, 6 TCS EQ B', ['A', 'B']],
    ['one without', '4 TCS EQ -', []],
    ['none', '', []],
  ])('%s', (_, own, expected) => {
    expect(isinsToFollow(rowsOf(own), days)).toEqual(expected);
  });
});
