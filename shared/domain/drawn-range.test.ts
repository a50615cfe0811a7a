import { expect, test } from 'vitest';
import { drawnRange } from './drawn-range.ts';

test.each([
  [24_000, 25_000, 0.01, [24_000, 25_000]], // a move worth seeing keeps the whole height
  [24_995, 25_000, 0.01, [24_872.5, 25_122.5]], // 0.02 % is a line in the middle
  [100, 100, 0.01, [99.5, 100.5]],
  [-50, -50, 0.1, [-52.5, -47.5]],
  [0, 0, 0.01, [0, 1]],
])('%d to %d, at least %d of it: %j', (low, high, share, ends) => {
  expect(drawnRange(low, high, share)).toEqual(ends);
});
