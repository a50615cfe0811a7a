import { expect, test } from 'vitest';
import { emaSeries, macdHistogram, obvSeries, pivot, rsi, sma } from './technicals.ts';

test('averages need their full history', () => {
  expect(sma([1, 2], 3)).toBeNull();
  expect(sma([1, 2, 3, 4], 3)).toBe(3);
  // α = 2/(3+1) = 0.5, seed (1+2+3)/3 = 2, then 2 + 0.5·(6−2) = 4.
  expect(emaSeries([1, 2, 3, 6], 3)).toEqual([2, 4]);
});

test('RSI follows Wilder’s published worked example', () => {
  // The 15 closes of the textbook example: average gain 0.2386, average loss 0.0999…, RSI 70.46.
  const closes = [44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28];
  expect(rsi(closes)).toBeCloseTo(70.46, 1);
  expect(rsi(Array.from({ length: 20 }, (_, i) => 100 + i))).toBeCloseTo(100, 6);
  expect(rsi(Array.from({ length: 20 }, () => 100))).toBe(50);
  expect(rsi([1, 2, 3])).toBeNull();
});

test('the MACD of a straight line has a flat histogram and needs at least 34 sessions', () => {
  const line = Array.from({ length: 60 }, (_, i) => 100 + i);
  expect(macdHistogram(line)!).toBeCloseTo(0, 6);
  expect(macdHistogram(line.slice(0, 33))).toBeNull();
  expect(macdHistogram(line.slice(0, 34))).not.toBeNull();
});

test('pivot and on-balance volume', () => {
  expect(pivot({ h: 110, l: 100, c: 105, v: 1 })).toBe(105);
  const session = (c: number, v: number) => ({ h: c, l: c, c, v });
  expect(obvSeries([session(10, 5), session(11, 7), session(10, 3), session(10, 9)])).toEqual([0, 7, 4, 4]);
});
