import { expect, test } from 'vitest';
import { ADX_NEED, createEma, createWilder, emaNeed, MACD_NEED, MOST_SEED_WEIGHT, type Smoothing, WILDER_NEED } from './smoothing.ts';

test('the seed is the mean of the first values, and later ones are mixed into it', () => {
  const series = (average: Smoothing) =>
    [1, 2, 3, 6].map((value) => {
      average.push(value);
      return average.value;
    });
  // α = 2/(3+1) = 0.5: 2 + 0.5·(6−2) = 4; Wilder’s α is 1/3.
  expect(series(createEma(3))).toEqual([null, null, 2, 4]);
  expect(series(createWilder(3))).toEqual([null, null, 2, 2 + 4 / 3]);
});

test.each([
  [10, 45],
  [20, 90],
  [50, 223],
  [100, 446],
  [200, 891],
])('an EMA of %i needs %i sessions: (1 − α)^steps is below 0.1 % there and not one before', (n, need) => {
  expect(emaNeed(n)).toBe(need);
  const rest = (sessions: number) => ((n - 1) / (n + 1)) ** (sessions - n);
  expect(rest(need)).toBeLessThan(MOST_SEED_WEIGHT);
  expect(rest(need - 1)).toBeGreaterThanOrEqual(MOST_SEED_WEIGHT);
});

test('Wilder’s averages need 109 sessions; averages of averages wait for the seeds of both', () => {
  expect([WILDER_NEED, MACD_NEED, ADX_NEED]).toEqual([109, 121, 141]);
});

/** The measured weight of the seed: the change of a figure when its first value changes by one. */
test.each([50, 200])('a seed that is off by one moves an EMA of %i by less than 0.001 where it is first shown', (n) => {
  const [one, other] = [createEma(n), createEma(n)];
  for (let at = 0; at < emaNeed(n); at += 1) {
    one.push(100);
    other.push(at < n ? 101 : 100);
  }
  expect(other.value! - one.value!).toBeLessThan(MOST_SEED_WEIGHT);
  expect(other.value! - one.value!).toBeGreaterThan(0.97 * MOST_SEED_WEIGHT);
});
