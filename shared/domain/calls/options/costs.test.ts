import { describe, expect, test } from 'vitest';
import { COST_RATES, type CostRates, costOfSides, ratesAt } from './costs.ts';

const LATER: readonly CostRates[] = [...COST_RATES, { since: '2027-04-01', lotSide: 50, premium: { of: 20, in: 10_000 } }];

describe('costs of option calls have dated rates', () => {
  test.each([
    ['the last second of the old day in India', '2027-03-31T18:29:59.000Z', 40],
    ['the first second of the new one', '2027-03-31T18:30:00.000Z', 50],
  ])('%s', (_, at, lotSide) => expect(ratesAt(Date.parse(at), LATER).lotSide).toBe(lotSide));

  test('of (0.4 + 0.6) · 10 they are two sides of ₹40 and 1.5 paise, rounded once', () => {
    const sides = [0.4, 0.6].map((premium) => ({ lots: 1, shares: 10, premium }));
    expect(costOfSides(sides, ratesAt(Date.parse('2026-11-20T05:00:00.000Z')))).toBe(80.02);
  });

  test('a future pays its lots alone', () => expect(costOfSides([{ lots: 2, shares: 150, premium: 0 }], COST_RATES[0]!)).toBe(80));
});
