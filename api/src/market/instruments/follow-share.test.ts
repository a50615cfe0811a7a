import { isinDigit } from '@vimarsh/shared/domain/market/isin.ts';
import { expect, test } from 'vitest';
import type { FileRow } from '../files/share-rows.ts';
import { followShare } from './follow-share.ts';

const isinOf = (body: string): string => `${body}${isinDigit(body)}`;
/** A and A2 are of one issuer; B is another company. */
const ISINS: Readonly<Record<string, string>> = { '-': '', A: isinOf('INE100A0101'), A2: isinOf('INE100A0102'), B: isinOf('INE200B0101') };
const rowsOf = (text: string): FileRow[] =>
  text.split(', ').map((one) => {
    const [day, symbol, series, isin] = one.split(' ');
    return { day: `2026-05-0${day}`, symbol: symbol!, series: series!, isin: ISINS[isin!]!, o: 1, h: 1, l: 1, c: 1, v: 1, prev_close: 1, file: 1 };
  });
const said = (rows: readonly FileRow[]): string => rows.map(({ day, symbol, series }) => `${Number(day.slice(-2))} ${symbol} ${series}`).join(', ');

/** A share of the ISIN A that carries OLD, and NEW from 6 May on. */
const renamed = {
  isins: [ISINS.A!],
  symbols: ['OLD', 'NEW'],
  carried: (day: string) => (day < '2026-05-06' ? 'OLD' : 'NEW'),
  isOthers: (isin: string) => isin === ISINS.B,
};
/** The same, of which no list has the ISIN. */
const unknown = { ...renamed, isins: [] };
const stays = { ...renamed, carried: () => 'OLD' };

test.each([
  ['renamed, by ISIN', renamed, '5 OLD EQ A, 6 NEW EQ A', '5 OLD EQ, 6 NEW EQ'],
  ['renamed in files without ISINs, by the list', renamed, '5 OLD EQ -, 6 NEW EQ -', '5 OLD EQ, 6 NEW EQ'],
  ['the same without any ISIN', unknown, '5 OLD EQ -, 6 NEW EQ -', '5 OLD EQ, 6 NEW EQ'],
  ['renamed and moved to trade for trade on one day', renamed, '5 OLD EQ -, 6 NEW BE -', '5 OLD EQ, 6 NEW BE'],
  ['its old symbol given to another company', renamed, '5 OLD EQ -, 6 NEW EQ -, 6 OLD EQ B, 7 OLD EQ -', '5 OLD EQ, 6 NEW EQ'],
  ['a list of renames that the rows contradict: the ISIN decides', renamed, '5 OLD EQ A, 6 OLD EQ A', '5 OLD EQ, 6 OLD EQ'],
  ['the same without ISINs: nobody knows', renamed, '5 OLD EQ -, 6 OLD EQ -', '5 OLD EQ'],
  ['renamed without a list, by ISIN', stays, '5 OLD EQ A, 6 LATER EQ A', '5 OLD EQ, 6 LATER EQ'],
  ['from before the first row of its own symbol', stays, '4 FIRST EQ A, 5 OLD EQ A', '4 FIRST EQ, 5 OLD EQ'],
  ['another ISIN of the same issuer, after a split', stays, '5 OLD EQ A, 6 OLD EQ A2, 7 OLD EQ A2', '5 OLD EQ, 6 OLD EQ, 7 OLD EQ'],
  ['the old ISIN and the new one on one day', stays, '5 OLD EQ A, 5 OLD BE A2', '5 OLD EQ'],
  ['its symbol with the ISIN of another issuer', stays, '5 OLD EQ A, 6 OLD EQ B', '5 OLD EQ'],
  ['two symbols with its ISIN: the one it carries', stays, '5 OLD EQ A, 5 OTHER EQ A', '5 OLD EQ'],
  ['two symbols with its ISIN, neither of them carried', stays, '5 ONE EQ A, 5 TWO EQ A', ''],
  ['there and back', stays, '5 OLD EQ A, 6 LATER EQ A, 7 OLD EQ A', '5 OLD EQ, 6 LATER EQ, 7 OLD EQ'],
  [
    'renamed without a list, and then a file without ISINs',
    stays,
    '5 OLD EQ A, 6 LATER EQ A, 7 LATER BE -, 8 LATER EQ A',
    '5 OLD EQ, 6 LATER EQ, 7 LATER BE, 8 LATER EQ',
  ],
  ['the same under its listed symbol again', stays, '5 OLD EQ A, 6 LATER EQ A, 7 OLD EQ -, 8 LATER EQ -', '5 OLD EQ, 6 LATER EQ, 7 OLD EQ'],
  ['a symbol under which its ISIN was never seen', stays, '5 OLD EQ A, 6 LATER EQ -', '5 OLD EQ'],
  ['ISINs on some days only', renamed, '4 OLD EQ -, 5 OLD EQ A, 6 NEW EQ -, 7 NEW EQ A', '4 OLD EQ, 5 OLD EQ, 6 NEW EQ, 7 NEW EQ'],
])('%s', (_, identity, rows, expected) => {
  expect(said(followShare(rowsOf(rows), identity))).toBe(expected);
  expect(said(followShare(rowsOf(rows).toReversed(), identity))).toBe(expected);
});

test.each([
  ['under the ISIN of another issuer', stays, '5 OLD EQ A, 6 OLD EQ B', ['6 OLD B, known by A']],
  ['renamed by a list, under the ISIN of another issuer', renamed, '5 OLD EQ A, 6 NEW EQ B, 7 NEW EQ B', ['6 NEW B, known by A', '7 NEW B, known by A']],
  ['after a split it is known by its new ISIN', stays, '5 OLD EQ A2, 6 OLD EQ B', ['6 OLD B, known by A2']],
  ['beside a row of its own', stays, '5 OLD EQ A, 5 OLD BE B', []],
  ['its old symbol given to another company', renamed, '5 OLD EQ A, 6 OLD EQ B', []],
  ['without an ISIN', renamed, '5 OLD EQ A, 6 OLD EQ -', []],
])('its symbol that is not its: %s', (_, identity, rows, expected) => {
  const named = (isin: string): string => Object.keys(ISINS).find((name) => ISINS[name] === isin)!;
  const told: string[] = [];
  followShare(rowsOf(rows), identity, ({ day, symbol, isin }, knownBy) =>
    told.push(`${Number(day.slice(-2))} ${symbol} ${named(isin)}, known by ${named(knownBy)}`),
  );
  expect(told).toEqual(expected);
});
