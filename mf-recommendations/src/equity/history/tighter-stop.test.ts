import { expect, test } from 'vitest';
import { stopProblem } from './tighter-stop.ts';

const buy = { call_type: 'Buy', stop_loss: 2925, target_price: 3150 } as const;
const sell = { call_type: 'Sell', stop_loss: 3150, target_price: 2925 } as const;

test.each([
  [buy, 2940, ''],
  [buy, 3100, ''], // beyond the entry: a profit is locked in
  [buy, 2925, 'only moves towards profit: above ₹2,925.00'],
  [buy, 2900, 'only moves towards profit'],
  [buy, 3150, 'below the target'],
  [buy, 2940.05, 'steps of ₹0.10'],
  [buy, Number.NaN, 'Enter a price'],
  [sell, 3100, ''],
  [sell, 3160, 'only moves towards profit: below ₹3,150.00'],
  [sell, 2925, 'above the target'],
] as const)('%o moved to %d: %s', (call, to, expected) => {
  const problem = stopProblem(call, to, 0.1);
  if (expected === '') expect(problem).toBe('');
  else expect(problem).toContain(expected);
});
