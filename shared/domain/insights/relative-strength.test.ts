import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RelativeStrength } from './relative-strength.ts';

const price = fc.integer({ min: 100, max: 100_000 }).map((paise) => paise / 100);
const of = (closes: readonly number[]): RelativeStrength => {
  const strength = new RelativeStrength();
  for (const close of closes) strength.push(close);
  return strength;
};

test('it follows Wilder’s published worked example', () => {
  // The 15 closes of the textbook example: average gain 0.2386, average loss 0.0999…, RSI 70.46.
  const closes = [44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28];
  expect(of(closes).value).toBeCloseTo(70.46, 1);
  expect(of(closes.slice(1)).value).toBeNull();
});

test('asked of a price, it is what that price as the next close gives; below 109 sessions with it there is none', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 108, maxLength: 160 }), price, (closes, now) => {
      expect(of(closes).at(now)).toBeCloseTo(of([...closes, now]).value!, 9);
      expect(of(closes.slice(0, 107)).at(now)).toBeNull();
    }),
    { numRuns: 50 },
  );
});

test('it rises with the price', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 108, maxLength: 120 }), price, price, (closes, one, other) => {
      const run = of(closes);
      expect(run.at(Math.max(one, other))!).toBeGreaterThanOrEqual(run.at(Math.min(one, other))!);
    }),
    { numRuns: 50 },
  );
});

test('what never moved has 50', () => {
  expect(of(Array(120).fill(100)).at(100)).toBe(50);
});
