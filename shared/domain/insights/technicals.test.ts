import { expect, test } from 'vitest';
import { MACD_NEED, WILDER_NEED } from './smoothing.ts';
import { obvSeries, pivot, sma, Technicals } from './technicals.ts';

const of = (closes: readonly number[]): Technicals => Technicals.of(closes.map((c) => ({ h: c, l: c, c, v: 1 })));

test('averages need their full history', () => {
  expect(sma([1, 2], 3)).toBeNull();
  expect(sma([1, 2, 3, 4], 3)).toBe(3);
  const long = of(Array.from({ length: 1000 }, (_, i) => i));
  expect(long.sma(200)).toBe(899.5);
  expect(of([1, 2]).sma(20)).toBeNull();
});

test('RSI and MACD are absent until their first value weighs under 0.1 %, and there from then on', () => {
  const line = Array.from({ length: 300 }, (_, i) => 100 + i);
  expect(of(line.slice(0, WILDER_NEED - 1)).rsi).toBeNull();
  expect(of(line.slice(0, WILDER_NEED)).rsi).toBeCloseTo(100, 6);
  expect(of(Array.from({ length: 200 }, () => 100)).rsi).toBe(50);
  expect(of(line.slice(0, MACD_NEED - 1)).macdHistogram).toBeNull();
  expect(of(line.slice(0, MACD_NEED)).macdHistogram!).toBeCloseTo(0, 6);
});

test('a step from what was carried gives what all sessions give, and takes nothing from it', () => {
  const closes = Array.from({ length: 500 }, (_, i) => 100 + 10 * Math.sin(i / 7) + ((i * 37) % 11));
  const carried = of(closes.slice(0, -1));
  const [one, other] = [carried.copy(), carried.copy()];
  one.push({ c: closes.at(-1)! });
  other.push({ c: 1 });
  const whole = of(closes);
  expect([one.rsi, one.macdHistogram, one.sma(200), one.sessions]).toEqual([whole.rsi, whole.macdHistogram, whole.sma(200), 500]);
  expect(carried.sessions).toBe(499);
});

test('pivot and on-balance volume', () => {
  expect(pivot({ h: 110, l: 100, c: 105, v: 1 })).toBe(105);
  const session = (c: number, v: number) => ({ h: c, l: c, c, v });
  expect(obvSeries([session(10, 5), session(11, 7), session(10, 3), session(10, 9)])).toEqual([0, 7, 4, 4]);
});
