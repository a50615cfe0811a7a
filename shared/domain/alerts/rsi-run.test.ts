import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rsi } from '../insights/technicals.ts';
import { rsiAt, rsiRun } from './rsi-run.ts';

const price = fc.integer({ min: 100, max: 100_000 }).map((paise) => paise / 100);

test('it is the RSI of the insights, one price later', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 15, maxLength: 60 }), price, (closes, now) => {
      expect(rsiAt(rsiRun(closes)!, now)).toBeCloseTo(rsi([...closes, now])!, 6);
    }),
  );
});

test('it rises with the price', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 15, maxLength: 40 }), price, price, (closes, one, other) => {
      const run = rsiRun(closes)!;
      expect(rsiAt(run, Math.max(one, other))).toBeGreaterThanOrEqual(rsiAt(run, Math.min(one, other)));
    }),
  );
});

test('too short a history has none; one that never moved has 50', () => {
  expect(rsiRun(Array(14).fill(100))).toBeNull();
  expect(rsiAt(rsiRun(Array(15).fill(100))!, 100)).toBe(50);
});
