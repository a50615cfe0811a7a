import { aSource } from '@vimarsh/shared/contract/market/source.testing.ts';
import { withInside } from '@vimarsh/shared/domain/insights/nested-change.ts';
import { expect, test } from 'vitest';
import { priceChange } from './live-prices.ts';

const quote = {
  symbol: 'TCS',
  ltp: 101,
  open: 99,
  high: 101,
  low: 98,
  prev_close: 100,
  change: 1,
  change_pct: 1,
  volume: 5,
  ts: '',
  phase: 'continuous',
  source: 'simulated',
} as const;

const sentiment = { symbol: 'TCS', ltp: 100.5, change: 0.5, change_pct: 0.5, score: 60 };
const equity = { symbol: 'TCS', quote: { ltp: 100.5, change: 0.5, change_pct: 0.5, open: 99, high: 100.5, low: 98, prev_close: 100, volume: 4 }, rating: {} };
const options = {
  symbol: 'TCS',
  spot: 100.5,
  change_pct: 0.5,
  source: 'simulated',
  prices_from: aSource(),
  future: { last: 101.3, basis: 0.8, figures: [] },
  rows: [],
};

test.each([
  ['market-sentiment', sentiment, { ...sentiment, ltp: 101, change: 1, change_pct: 1 }],
  // The range goes along: no price is above the day's high.
  ['equity-insights', equity, { ...equity, quote: { ...equity.quote, ltp: 101, change: 1, change_pct: 1, high: 101 } }],
  // Basis is what the future's last price is above the spot shown.
  ['options-insights', options, { ...options, spot: 101, change_pct: 1, future: { ...options.future, basis: 0.3 } }],
  ['options-insights', { ...options, future: null }, { ...options, future: null, spot: 101, change_pct: 1 }],
] as const)('a tick of %s changes its price and what must agree with it, nothing else', (widget, data, after) => {
  expect(withInside(data as object, priceChange({ widget }, data, quote)!)).toEqual(after);
  expect(priceChange({ widget }, after, quote), 'said once').toBeNull();
});

test('a chain from an exchange’s file has the spot of that file and does not tick', () => {
  expect(priceChange({ widget: 'options-insights' }, { ...options, prices_from: aSource({ can: { ...aSource().can, quotes: false } }) }, quote)).toBeNull();
});
