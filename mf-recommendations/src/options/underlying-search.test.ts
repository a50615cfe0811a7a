import { expect, test } from 'vitest';
import { matchingUnderlyings } from './underlying-search.ts';

const listed = [
  { symbol: 'BANKNIFTY', name: 'Nifty Bank' },
  { symbol: 'FINNIFTY', name: 'Nifty Financial Services' },
  { symbol: 'NIFTYNXT50', name: 'Nifty Next 50' },
  { symbol: 'NIFTY', name: 'Nifty 50' },
  { symbol: 'TCS', name: 'Tata Consultancy Services' },
];

test.each([
  ['NIFTY', ['NIFTY', 'NIFTYNXT50', 'BANKNIFTY', 'FINNIFTY']],
  [' nifty ', ['NIFTY', 'NIFTYNXT50', 'BANKNIFTY', 'FINNIFTY']],
  ['bank', ['BANKNIFTY']],
  ['tata', ['TCS']],
  ['', ['BANKNIFTY', 'FINNIFTY', 'NIFTYNXT50', 'NIFTY', 'TCS']],
])('%j finds the symbol that it is first', (written, found) => {
  expect(matchingUnderlyings(listed, written).map(({ symbol }) => symbol)).toEqual(found);
});
