import { expect, test } from 'vitest';
import { calledStocks } from './called-stocks.ts';

const call = (stock: string, call_type: 'Buy' | 'Sell' | 'Hold', ended_at: string | null = null) => ({ stock, call_type, ended_at });

test.each([
  ['no call', [], []],
  ['one', [call('INFY', 'Hold')], [['INFY', '1 Hold']]],
  [
    'several of a stock',
    [call('INFY', 'Sell'), call('TCS', 'Buy'), call('INFY', 'Buy'), call('INFY', 'Sell')],
    [
      ['INFY', '1 Buy · 2 Sell'],
      ['TCS', '1 Buy'],
    ],
  ],
  ['one that ended since', [call('INFY', 'Buy', '2026-11-20T06:00:00Z'), call('TCS', 'Buy')], [['TCS', '1 Buy']]],
] as const)('the stocks of open calls stand once each, the newest first: %s', (_, calls, expected) => {
  expect(calledStocks(calls).map(({ symbol, words }) => [symbol, words])).toEqual(expected);
});
