import { expect, test } from 'vitest';
import { bucketOf } from '../buckets.ts';
import { OPTION_BUCKETS } from './categorisation.ts';

test.each([
  ['chance', null, null],
  ['chance', 0, '0-25'],
  ['chance', 24.99, '0-25'],
  ['chance', 25, '25-50'],
  ['chance', 50, '50-75'],
  ['chance', 75, '75'],
  ['chance', 100, '75'],
  ['days_left', -1, '0'],
  ['days_left', 0, '0'],
  ['days_left', 1, '1-3'],
  ['days_left', 3, '1-3'],
  ['days_left', 4, '4-7'],
  ['days_left', 8, '8-30'],
  ['days_left', 31, '31'],
] as const)('%s: %s is in %s', (name, value, key) => {
  expect(bucketOf(OPTION_BUCKETS[name], value)?.key ?? null).toBe(key);
});
