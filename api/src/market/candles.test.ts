import { expect, test } from 'vitest';
import { onSharesOf } from './candles.ts';

const candle = (day: string, price: number) => ({ t: `${day}T03:45:00.000Z`, o: price, h: price + 10, l: price - 10, c: price, v: 1000 });
const ACTIONS = [
  { symbol: 'BAJFINANCE', day: '2026-06-16', type: 'split', ratio: 5 },
  { symbol: 'BAJFINANCE', day: '2026-08-03', type: 'dividend', amount: 44 },
  { symbol: 'BAJFINANCE', day: '2026-09-08', type: 'bonus', ratio: 2 },
] as const;
const TRADED = [candle('2026-06-15', 9000), candle('2026-06-16', 1800), candle('2026-09-07', 2000), candle('2026-09-08', 1000)];
const closes = (day: string): number[] => onSharesOf(day, TRADED, ACTIONS).map(({ c }) => c);

test.each([
  ['before both', '2026-06-15', [9000, 9000, 10_000, 10_000]],
  ['on the ex-date of the split', '2026-06-16', [1800, 1800, 2000, 2000]],
  ['after both', '2026-09-08', [900, 900, 1000, 1000]],
])('on the share count %s there is no step', (_name, day, expected) => expect(closes(day)).toEqual(expected));

test('volumes change the other way, and a dividend changes neither', () => {
  expect(onSharesOf('2026-09-08', TRADED, ACTIONS)[0]).toEqual({ t: '2026-06-15T03:45:00.000Z', o: 900, h: 901, l: 899, c: 900, v: 10_000 });
  expect(onSharesOf('2026-08-05', [TRADED[2]!], ACTIONS)).toEqual([TRADED[2]]);
});
