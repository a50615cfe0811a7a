import { expect, test } from 'vitest';
import { vwapOf } from './vwap.ts';

test('each candle counts by its shares, worked out by hand', () => {
  // Typical prices 101 and 106, by 300 and 100 shares: (30,300 + 10,600) / 400.
  const candles = [
    { h: 103, l: 99, c: 101, v: 300 },
    { h: 108, l: 104, c: 106, v: 100 },
  ];
  expect(vwapOf(candles)).toBe(102.25);
  expect(vwapOf([...candles, { h: 500, l: 500, c: 500, v: 0 }])).toBe(102.25);
});

test('where nothing was traded there is none', () => {
  expect(vwapOf([])).toBeNull();
  expect(vwapOf([{ h: 1, l: 1, c: 1, v: 0 }])).toBeNull();
});
