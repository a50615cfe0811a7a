import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stockFinder } from './find-stock.ts';

const stock = (symbol: string, name: string, isin = '') => ({ symbol, name, isin });
const find = stockFinder({
  stocks: [
    stock('TCS', 'Tata Consultancy Services', 'INE901A01011'),
    stock('INFY', 'Infosys'),
    stock('M&M', 'Mahindra & Mahindra'),
    stock('BAJAJ-AUTO', 'Bajaj Auto'),
    stock('SBIN', 'State Bank of India'),
    stock('HDFCBANK', 'HDFC Bank'),
    stock('COFORGE', 'Coforge'),
    stock('LT', 'Larsen & Toubro'),
    stock('A-B', 'First'),
    stock('A&B', 'Second'),
  ],
  issuers: { TCS: 'INE467B', HDFCBANK: 'INE040A', GONE: 'INE002A' },
  former: { NIITTECH: 'COFORGE', INFOSYSTCH: 'INFY' },
});

test.each([
  ['tcs', 'TCS'],
  ['NSE:TCS', 'TCS'],
  ['BSE:TCS', 'TCS'],
  ['NSE:M_M', 'M&M'],
  ['NSE:BAJAJ_AUTO', 'BAJAJ-AUTO'],
  ['M%26M', 'M&M'],
  ['M&amp;M', 'M&M'],
  ['MM', 'M&M'],
  ['M_M', 'M&M'],
  ['M & M', 'M&M'],
  ['M and M', 'M&M'],
  ['L&T', 'LT'],
  ['L and T', 'LT'],
  ['Larsen and Toubro', 'LT'],
  ['TCS-EQ', 'TCS'],
  ['M&M-EQ', 'M&M'],
  ['BAJAJ-AUTO-EQ', 'BAJAJ-AUTO'],
  ['NSE:BAJAJ-AUTO-EQ', 'BAJAJ-AUTO'],
  ['BAJAJ_AUTO.NS', 'BAJAJ-AUTO'],
  ['SBIN-BE', 'SBIN'],
  ['TCS EQ', 'TCS'],
  ['TCS.NS', 'TCS'],
  ['TCS.BO', 'TCS'],
  ['TCS:NSE', 'TCS'],
  ['TCS-EQ:NSE', 'TCS'],
  ['TCS IN Equity', 'TCS'],
  ['="TCS"', 'TCS'],
  ["'TCS", 'TCS'],
  ['\u200bTCS\u200b', 'TCS'],
  ['\ufeffTCS\u00a0', 'TCS'],
  ['ＴＣＳ', 'TCS'],
  ['NSE_EQ|INE467B01029', 'TCS'],
  ['INE467B01029', 'TCS'],
  ['ine467b01029', 'TCS'],
  ['INE901A01011', 'TCS'],
  // The share before its split.
  ['INE040A01026', 'HDFCBANK'],
  ['INE040A01034', 'HDFCBANK'],
  ['NIITTECH', 'COFORGE'],
  ['NSE:INFOSYSTCH-EQ', 'INFY'],
  ['State Bank of India', 'SBIN'],
  ['Infosys Ltd.', 'INFY'],
  ['TATA CONSULTANCY SERVICES LIMITED', 'TCS'],
])('%s names %s', (written, symbol) => expect(find(written)).toBe(symbol));

test.each([
  ['', 'nothing'],
  ['AAPL', 'another market'],
  ['INE002A01018', 'a share that is not here'],
  ['INE467B01028', 'a wrong check digit'],
  ['INE467B08023', 'a debenture'],
  ['A_B', 'two stocks'],
  ['Total', 'a sum'],
  ['500325', 'a number of the other exchange'],
  ['=TCS', 'a formula'],
  [`T${' '.repeat(200)}CS`, 'a cell too long'],
])('“%s” names none: %s', (written) => expect(find(written)).toBe(''));

test('any text names a stock there is, or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Z0-9&:. ^|_-]{0,60}$/)), (written) => {
      expect(['', 'TCS', 'INFY', 'M&M', 'BAJAJ-AUTO', 'SBIN', 'HDFCBANK', 'COFORGE', 'LT', 'A-B', 'A&B']).toContain(find(written));
    }),
  );
});
