import { expect, test } from 'vitest';
import { anOptionCall } from '../../../contract/calls/options/option.testing.ts';
import { asFilled } from './as-filled.ts';

const CALL = anOptionCall();
const legsWith = (...entries: (number | null)[]) => CALL.legs.map((leg, at) => ({ ...leg, entry: entries[at]! }));

test('a spread that cost two rupees more than the page showed earns and loses by the two, and breaks even two later', () => {
  // In at 220 − 120 = 100 instead of 98: 2 · 65 = 130.
  expect(asFilled(CALL)).toEqual({ net_premium: 100, max_profit: 6500, max_loss: -6500, breakevens: [24_600] });
});

test('what was received: less of it', () => {
  const legs = legsWith(217, 122).map((leg) => ({ ...leg, side: leg.side === 'buy' ? ('sell' as const) : ('buy' as const) }));
  // Shown 98 received, got 217 − 122 = 95: 3 · 65 = 195.
  expect(asFilled({ ...CALL, legs, max_profit: 6370, max_loss: -6630 })).toEqual({
    net_premium: -95,
    max_profit: 6175,
    max_loss: -6825,
    breakevens: [24_595],
  });
});

test('what has no limit keeps none, and legs that expire apart have no breakeven that follows from fills', () => {
  const [near, far] = legsWith(220, 120);
  const apart = { ...CALL, legs: [near!, { ...far!, expiry: '2026-12-29' }], max_profit: null, max_loss: -6370 };
  expect(asFilled(apart)).toEqual({ net_premium: 100, max_profit: null, max_loss: -6500, breakevens: null });
});

test('before the entry there is nothing to tell', () => {
  expect(asFilled({ ...CALL, legs: legsWith(null, null) })).toBeNull();
});
