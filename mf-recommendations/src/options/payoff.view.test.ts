import { anOptionCall, STANDING } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { expect, test } from 'vitest';
import { payoffCurves } from './payoff.view.ts';

/** Value at the point of the curve nearest to a level. */
const at = ({ prices }: { prices: readonly number[] }, values: readonly number[], level: number): number =>
  values[prices.reduce((best, price, index) => (Math.abs(price - level) < Math.abs(prices[best]! - level) ? index : best), 0)]!;

test('at expiry a bull call spread loses what was paid below, and makes the width less what was paid above', () => {
  const curves = payoffCurves(anOptionCall());
  expect(curves.atExpiry![0]).toBe(-65 * 100);
  expect(curves.atExpiry!.at(-1)).toBe(65 * (200 - 100));
});

test('now it stands where the quotes say, at the level of now', () => {
  const call = anOptionCall({ now: STANDING });
  const curves = payoffCurves(call);
  const step = curves.prices[1]! - curves.prices[0]!;
  expect(Math.abs(at(curves, curves.now!, STANDING.spot) - STANDING.pnl!)).toBeLessThan(65 * step);
});

test('without quotes there is no curve of now, nor one for what expires apart', () => {
  expect(payoffCurves(anOptionCall()).now).toBeNull();
  const [near, far] = anOptionCall().legs;
  const calendar = anOptionCall({ legs: [near!, { ...far!, expiry: '2026-12-29' }] });
  expect(payoffCurves(calendar)).toMatchObject({ atExpiry: null, now: null });
});

test('it is read out where the underlying stands now; without quotes in the middle', () => {
  const { prices, start } = payoffCurves(anOptionCall({ now: STANDING }));
  for (const price of prices) expect(Math.abs(prices[start]! - STANDING.spot)).toBeLessThanOrEqual(Math.abs(price - STANDING.spot));
  expect(payoffCurves(anOptionCall()).start).toBe(30);
});
