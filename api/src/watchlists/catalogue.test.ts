import { expect, test } from 'vitest';
import { Catalogue } from './catalogue.ts';

const STOCKS = [
  { symbol: 'RELIANCE', name: 'Reliance Industries', isin: 'INE002A01018', kind: 'equity' },
  { symbol: 'TCS', name: 'Tata Consultancy Services', isin: 'INE467B01029', kind: 'equity' },
];
const NAMES = new Map([['RELNEW', 'RELIANCE']]);
const EXPIRIES = ['2026-12-01', '2026-12-08', '2026-12-29', '2027-01-25'];
const options = {
  expiries: async (symbol: string) => (symbol === 'NIFTY' ? EXPIRIES : []),
  chain: async (symbol: string, expiry: string) => (symbol === 'NIFTY' && EXPIRIES.includes(expiry) ? { rows: [{ strike: 23_200, ce: {}, pe: {} }] } : null),
};
const market = {
  instruments: () => STOCKS,
  instrument: (name: string) => STOCKS.find(({ symbol }) => symbol === (NAMES.get(name) ?? name)) ?? null,
  otherNames: () => NAMES,
  now: () => new Date('2026-11-30T05:00:00Z'),
  options,
};

test('a share that the exchange has renamed is found by both names, and stands in lists under the one it has here', async () => {
  const catalogue = new Catalogue(market as never);
  const row = (written: string) => ({ line: 1, written, names: [written] });
  expect(await catalogue.codesOf('equity', ['NSE:RELNEW-BZ', 'RELNEW', 'TCS'].map(row))).toEqual(['RELIANCE', 'RELIANCE', 'TCS']);
  expect(await catalogue.spelled('equity', ['RELNEW', 'NOSUCH'])).toEqual(['RELIANCE', 'NOSUCH']);
});

test.each([
  // Kite’s monthly and weekly contracts, and TradingView’s.
  ['NIFTY26DEC23200CE', 'NIFTY 2026-12-29 23200 CE'],
  ['NIFTY26D0823200PE', 'NIFTY 2026-12-08 23200 PE'],
  ['NIFTY261201C23200', 'NIFTY 2026-12-01 23200 CE'],
  // A whole date that is listed.
  ['NIFTY08DEC2623200CE', 'NIFTY 2026-12-08 23200 CE'],
  ['NIFTY27JAN23200CE', 'NIFTY 2027-01-25 23200 CE'],
])('%s in a file or a list is %s', async (written, code) => {
  const catalogue = new Catalogue(market as never);
  expect(await catalogue.codesOf('options', [{ line: 1, written, names: [written] }])).toEqual([code]);
  expect(await catalogue.spelled('options', [written])).toEqual([code]);
});

test('a month whose last expiry is not listed names no other one', async () => {
  const catalogue = new Catalogue({ ...market, options: { ...options, expiries: async () => ['2026-12-01', '2026-12-08'] } } as never);
  const codes = await catalogue.codesOf('options', [{ line: 1, written: 'NIFTY26DEC24000CE', names: [] }]);
  expect(codes).toEqual(['']);
});
