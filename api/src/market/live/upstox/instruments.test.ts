import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readLists } from '../read-lists.ts';
import { keysOf, readUpstoxList } from './instruments.ts';

/** Rows in the documented form (“Sample JSON Object”). */
const SHARE = {
  segment: 'NSE_EQ',
  name: 'JOCIL LIMITED',
  exchange: 'NSE',
  isin: 'INE839G01010',
  instrument_type: 'EQ',
  instrument_key: 'NSE_EQ|INE839G01010',
  trading_symbol: 'JOCIL',
};
const INDEX = { segment: 'BSE_INDEX', name: 'SENSEX', exchange: 'BSE', instrument_type: 'INDEX', instrument_key: 'BSE_INDEX|SENSEX', trading_symbol: 'SENSEX' };
const FUTURE = {
  segment: 'NSE_FO',
  name: 'NIFTY',
  instrument_type: 'FUT',
  instrument_key: 'NSE_FO|36702',
  trading_symbol: 'NIFTY FUT 24 NOV 26',
  expiry: 1_795_564_799_000,
};

const keys = (ours: { symbol: string; tradedAs?: string; isin?: string }[], ...rows: unknown[]): [string, string][] => [
  ...keysOf(
    ours.map(({ symbol, tradedAs = symbol, isin = '' }) => ({ symbol, tradedAs, isin })),
    readUpstoxList(rows)!,
  ),
];

test('a share is found by its ISIN, whatever it is called, and else by its symbol at the exchange', () => {
  expect(keys([{ symbol: 'OLD', tradedAs: 'NEW', isin: 'INE839G01010' }], SHARE)).toEqual([['OLD', 'NSE_EQ|INE839G01010']]);
  expect(keys([{ symbol: 'OLD', tradedAs: 'JOCIL', isin: 'INE000000000' }], SHARE)).toEqual([['OLD', 'NSE_EQ|INE839G01010']]);
  expect(keys([{ symbol: 'OTHER' }], SHARE)).toEqual([]);
});

test('a bond under the share’s symbol is none, and of several series the usual one counts', () => {
  const bond = { ...SHARE, isin: 'INE839G07017', instrument_type: 'D1', instrument_key: 'NSE_EQ|INE839G07017' };
  const moved = { ...SHARE, instrument_type: 'BE', instrument_key: 'NSE_EQ|BE' };
  expect(keys([{ symbol: 'JOCIL' }], bond, moved, SHARE)).toEqual([['JOCIL', SHARE.instrument_key]]);
  expect(keys([{ symbol: 'JOCIL' }], bond, moved)).toEqual([['JOCIL', 'NSE_EQ|BE']]);
});

test('indices are found by the name in their key, however it is written', () => {
  const nifty = { ...INDEX, segment: 'NSE_INDEX', name: 'NIFTY 50', instrument_key: 'NSE_INDEX|Nifty 50', trading_symbol: 'NIFTY' };
  expect(keys([{ symbol: 'SENSEX' }, { symbol: 'NIFTY' }], INDEX, nifty)).toEqual([
    ['SENSEX', 'BSE_INDEX|SENSEX'],
    ['NIFTY', 'NSE_INDEX|Nifty 50'],
  ]);
});

test('rows of another form are left out, and what is no list is none', () => {
  expect(
    readUpstoxList([null, 7, {}, FUTURE, { ...SHARE, instrument_key: 5 }, { ...SHARE, instrument_key: 'x'.repeat(200) }, SHARE])!.map(({ key }) => key),
  ).toEqual([SHARE.instrument_key]);
  expect(readUpstoxList({ status: 'error' })).toBeNull();
});

test('lists that are no JSON, or packed ones that are cut off, are refused in a sentence', async () => {
  const ours = [{ symbol: 'JOCIL', tradedAs: 'JOCIL', isin: '' }];
  for (const list of ['<html>', '{}', Buffer.from([0x1f, 0x8b, 8, 0])])
    await expect(readLists('Upstox', new URL('./read-lists.worker.ts', import.meta.url), { lists: [Buffer.from(list)], ours })).rejects.toThrow(
      'Upstox’s list of instruments does not have the documented form.',
    );
  expect([...(await readLists('Upstox', new URL('./read-lists.worker.ts', import.meta.url), { lists: [Buffer.from(JSON.stringify([SHARE]))], ours }))]).toEqual(
    [['JOCIL', SHARE.instrument_key]],
  );
});

/** A gzip may be of several parts, so a long list needs no memory here. */
const SPACES = gzipSync(Buffer.alloc(4 * 2 ** 20, ' '));

test.each([
  ['a flood of empty rows', gzipSync(`[${'{},'.repeat(400_000)}{}]`), '(TOO_MANY_VALUES). It has more than 3,00,000 lists and objects.'],
  ['rows inside of rows', gzipSync('['.repeat(20)), '(TOO_DEEP). It is nested more than 8 levels deep.'],
  ['a hundred megabytes', Buffer.concat(Array(25).fill(SPACES)), '(TOO_LONG). It is longer than 96 MB.'],
])('%s is refused before V8 parses it, which no limit of a thread would end', async (_, list, words) => {
  const work = { lists: [list], ours: [] };
  await expect(readLists('Upstox', new URL('./read-lists.worker.ts', import.meta.url), work)).rejects.toThrow(
    `Upstox’s list of instruments is refused ${words}`,
  );
});
