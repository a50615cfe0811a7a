import { expect, test } from 'vitest';
import { Catalogue } from './catalogue.ts';

const STOCKS = [
  { symbol: 'RELIANCE', name: 'Reliance Industries', isin: 'INE002A01018', kind: 'equity' },
  { symbol: 'TCS', name: 'Tata Consultancy Services', isin: 'INE467B01029', kind: 'equity' },
];
const NAMES = new Map([['RELNEW', 'RELIANCE']]);
const market = {
  instruments: () => STOCKS,
  instrument: (name: string) => STOCKS.find(({ symbol }) => symbol === (NAMES.get(name) ?? name)) ?? null,
  otherNames: () => NAMES,
};

test('a share that the exchange has renamed is found by both names, and stands in lists under the one it has here', () => {
  const catalogue = new Catalogue(market as never);
  const row = (written: string) => ({ line: 1, written, names: [written] });
  expect(catalogue.codesOf('equity', ['NSE:RELNEW-BZ', 'RELNEW', 'TCS'].map(row))).toEqual(['RELIANCE', 'RELIANCE', 'TCS']);
  expect(catalogue.spelled('equity', ['RELNEW', 'NOSUCH'])).toEqual(['RELIANCE', 'NOSUCH']);
});
