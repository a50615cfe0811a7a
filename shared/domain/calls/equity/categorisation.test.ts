import { expect, test } from 'vitest';
import { bucketOf } from '../buckets.ts';
import { BUCKETS, nearStop, progressPct } from './categorisation.ts';

test.each([
  ['potential', -0.01, 'none'],
  ['potential', 0, '0-5'],
  ['potential', 4.99, '0-5'],
  ['potential', 5, '5-10'],
  ['potential', 50, '50'],
  ['risk_reward', 1.49, '1-1.5'],
  ['progress', -3, 'away'],
  ['progress', 99.9, '75-100'],
  ['progress', 130, '75-100'],
  ['age', 2, '0-2'],
  ['age', 8, '8-30'],
  ['liquidity', 0.4, '1'],
  ['liquidity', 100, '100'],
] as const)('%s %d falls into %s', (dimension, value, key) => {
  expect(bucketOf(BUCKETS[dimension], value)?.key).toBe(key);
});

test('without a value there is no bucket', () => {
  expect(bucketOf(BUCKETS.progress, null)).toBeNull();
});

test('progress counts towards the target, whichever direction that is', () => {
  expect(progressPct({ call_type: 'Buy', entry: 100, target: 120 }, 105)).toBe(25);
  expect(progressPct({ call_type: 'Sell', entry: 100, target: 80 }, 105)).toBe(-25);
  expect(progressPct({ call_type: 'Buy', entry: 100, target: 100 }, 105)).toBeNull();
});

test('near the stop: within a quarter of the risk, on either side', () => {
  expect(nearStop({ entry: 100, stop: 90 }, 92.4)).toBe(true);
  expect(nearStop({ entry: 100, stop: 90 }, 92.5)).toBe(false);
  expect(nearStop({ entry: 100, stop: 110 }, 108)).toBe(true);
});
