import { expect, test } from 'vitest';
import { entryMid, realisedReturn, riskReward, rMultiple } from './levels.ts';

test('the middle of an entry range is rounded to paise, half up', () => {
  expect(entryMid(100, 100)).toBe(100);
  expect(entryMid(100.01, 100.02)).toBe(100.02);
  expect(entryMid(0.1, 0.2)).toBe(0.15);
});

test('returns and multiples of risk', () => {
  expect(riskReward(100, 110, 95)).toBe(2);
  expect(riskReward(100.1, 100.4, 99.9)).toBe(1.5); // 0.3 / 0.2, which floats make 1.4999…
  expect(riskReward(100, 110, 100)).toBe(0);
  expect(realisedReturn('Buy', 300, 310)).toBe(3.3333);
  expect(realisedReturn('Sell', 300, 310)).toBe(-3.3333);
  expect(realisedReturn('Hold', 300, 310)).toBeNull();
  expect(rMultiple('Buy', 100, 94, 95)).toBe(-1.2);
  expect(rMultiple('Sell', 100, 94, 103)).toBe(2);
  expect(rMultiple('Buy', 100, 94, 100)).toBeNull();
});
