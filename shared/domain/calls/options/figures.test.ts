import { describe, expect, test } from 'vitest';
import { limitsAsFilled, resultOf, riskTaken } from './figures.ts';
import { legsOf } from './legs.testing.ts';
import { profitOf } from './lot/gains.ts';
import type { OptionState } from './option-state.ts';
import { type Assumed, structureOf } from './structure.ts';

const ASSUMED: Assumed = { spot: 24_000, isIndex: true, lotSize: 65, forward: 24_000, volatility: 0.14, years: 0.02, rate: 0.065 };

describe('₹ in whole paise, half away from zero', () => {
  // Quotes lie five hundredths of a paisa apart in the middle: 0.005 · 65 are 32.5 paise.
  test.each([
    ['+1 CE 24000', 65, [100], [100.005], 0.33],
    ['+1 CE 24000', 65, [100.005], [100], -0.33],
    ['-1 CE 24000', 65, [100], [100.005], -0.33],
    ['+1 CE 24000', 1, [1], [2.005], 1.01],
    ['+1 CE 24000', 1, [2.005], [1], -1.01],
    ['+1 CE 24000', 1, [1], [3.675], 2.68],
    ['+1 CE 24000', 1, [1], [1.285], 0.29],
    ['+1 CE 24000, -1 CE 24200', 65, [0.3, 0.1], [0.1, 0.3], -26],
  ] as const)('%s, a lot of %d, from %j to %j', (legs, lot, entries, exits, pnl) => {
    expect(profitOf(legsOf(legs), lot, entries, exits)).toBe(pnl);
  });

  test('the largest profit and loss of a structure: 99.995 · 65 are 6,499.675', () => {
    const legs = legsOf('+1 CE 24000, -1 CE 24200').map((leg, at) => ({ ...leg, price: [150.005, 50][at]!, volatility: null, yearsAfter: 0 }));
    expect(structureOf(legs, ASSUMED)).toMatchObject({ max_profit: 6499.68, max_loss: -6500.33, breakevens: [24_100.01] });
  });
});

interface Ended {
  readonly entry: number;
  readonly exit: number;
  readonly lot?: number;
  readonly max_loss?: number | null;
  readonly margin_est?: number;
}

/** A call of one leg that came in and went out. */
function ended(leg: string, { entry, exit, lot = 65, max_loss = null, margin_est = 0 }: Ended): OptionState {
  const fills = (price: number) => ({ ts: 0, spot: 24_000, reason: '', settlement: null, legs: [{ price, mid: price }] });
  const state = { legs: legsOf(leg), lot_size: lot, mids: [entry], closing: null, max_loss, margin_est, entry: fills(entry), exit: fills(exit) };
  return state as unknown as OptionState;
}

test('what is at risk is rounded once: (669 − 527.8) · 65 are 9,178, whatever half a paisa the middle of the quotes had', () => {
  const legs = legsOf('+1 CE 24000, -1 CE 24500');
  const mids = [668.505, 527.9];
  const { max_loss, margin_est } = structureOf(
    legs.map((leg, at) => ({ ...leg, price: mids[at]!, volatility: null, yearsAfter: 0 })),
    ASSUMED,
  );
  // 140.605 · 65 are 9,139.325.
  expect(max_loss).toBe(-9139.33);
  const entry = { ts: 0, spot: 24_000, reason: '', settlement: null, legs: [669, 527.8].map((price) => ({ price, mid: price })) };
  const state = { legs, lot_size: 65, mids, closing: null, max_loss, margin_est, entry, exit: null } as unknown as OptionState;
  expect(riskTaken(state).risk).toBe(9178);
  expect(limitsAsFilled({ max_profit: null, max_loss }, state, mids, [669, 527.8])).toEqual({ max_profit: null, max_loss: -9178 });
});

test('after a split, where legs are rounded anew, the ₹ of the whole call stay', () => {
  const state = { legs: legsOf('+1 CE 8000, -1 CE 8166.65'), lot_size: 195 };
  expect(limitsAsFilled({ max_profit: null, max_loss: -9139.33 }, state, [222.835, 175.9667], [223, 175.9667]).max_loss).toBe(-9171.51);
});

test('costs are ₹40 a lot and side and 0.15 % of the premium: of (0.4 + 0.6) · 10 these are 1.5 paise', () => {
  expect(resultOf(ended('+1 CE 24000', { entry: 0.4, exit: 0.6, lot: 10, max_loss: -4 }))).toMatchObject({ cost: 80.02 });
});

test('the return is of what was at risk, four decimals, half away from zero: 1 of 3,200 are 0.03125 %', () => {
  const sold = (exit: number) => resultOf(ended('-1 PE 24000', { entry: 100, exit, margin_est: 3200 }));
  expect(sold(100.0154)).toMatchObject({ pnl: -1, risk: 3200, return_on_risk: -0.0313 });
  expect(sold(99.9846)).toMatchObject({ pnl: 1, risk: 3200, return_on_risk: 0.0313 });
});

test('where nothing was at risk there is no return of it', () => {
  expect(resultOf(ended('+1 CE 24000', { entry: 100, exit: 101, max_loss: 0 }))).toMatchObject({ pnl: 65, risk: 0, return_on_risk: null, on_margin: false });
});
