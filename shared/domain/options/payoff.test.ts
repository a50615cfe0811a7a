import { expect, test } from 'vitest';
import { type Leg, payoff, payoffAt, probabilityOfProfit } from './payoff.ts';

const leg = (side: Leg['side'], type: Leg['type'], strike: number, premium: number, quantity = 65): Leg => ({ side, type, strike, premium, quantity });
const STRADDLE = [leg('sell', 'CE', 24_000, 200), leg('sell', 'PE', 24_000, 190)];
const CONDOR = [leg('sell', 'CE', 24_300, 60), leg('buy', 'CE', 24_500, 25), leg('sell', 'PE', 23_700, 55), leg('buy', 'PE', 23_500, 20)];

test.each([
  ['a bought call', [leg('buy', 'CE', 24_200, 90)], { netPremium: 5850, maxProfit: null, maxLoss: -5850, breakevens: [24_290] }],
  ['a bought put', [leg('buy', 'PE', 24_000, 120)], { netPremium: 7800, maxProfit: 65 * 23_880, maxLoss: -7800, breakevens: [23_880] }],
  ['a sold straddle', STRADDLE, { netPremium: -25_350, maxProfit: 25_350, maxLoss: null, breakevens: [23_610, 24_390] }],
  ['an iron condor', CONDOR, { netPremium: -4550, maxProfit: 4550, maxLoss: -8450, breakevens: [23_630, 24_370] }],
  [
    'a covered call',
    [leg('buy', 'FUT', 24_000, 0), leg('sell', 'CE', 24_200, 100)],
    { netPremium: -6500, maxProfit: 19_500, maxLoss: -65 * 23_900, breakevens: [23_900] },
  ],
  [
    'a call ratio spread',
    [leg('buy', 'CE', 24_000, 200), leg('sell', 'CE', 24_300, 80, 130)],
    { netPremium: 2600, maxProfit: 16_900, maxLoss: null, breakevens: [24_040, 24_560] },
  ],
  ['nothing', [], { netPremium: 0, maxProfit: 0, maxLoss: 0, breakevens: [] }],
] as const)('%s: largest profit and loss and the breakevens', (_name, legs, expected) => {
  const got = payoff(legs);
  expect(got.netPremium).toBeCloseTo(expected.netPremium, 6);
  expect(got.maxProfit).toBe(expected.maxProfit);
  expect(got.maxLoss).toBe(expected.maxLoss);
  expect(got.breakevens.map((value) => Math.round(value * 1e6) / 1e6)).toEqual(expected.breakevens);
});

test('no price on a fine grid exceeds the stated limits', () => {
  const { maxProfit, maxLoss } = payoff(CONDOR);
  for (let price = 0; price < 60_000; price += 7) {
    expect(payoffAt(CONDOR, price)).toBeLessThanOrEqual(maxProfit! + 1e-6);
    expect(payoffAt(CONDOR, price)).toBeGreaterThanOrEqual(maxLoss! - 1e-6);
  }
});

test.each([
  // Computed by integrating the lognormal density with 40 digits.
  ['straddle', STRADDLE, 0.588249437824612],
  ['condor', CONDOR, 0.563852404875158],
  ['long call', [leg('buy', 'CE', 24_200, 90)], 0.268768366282969],
] as const)('probability of profit of a %s is the lognormal area beyond its breakevens', (_name, legs, expected) => {
  expect(probabilityOfProfit(legs, { forward: 24_000, volatility: 0.14, years: 0.02 })).toBeCloseTo(expected, 10);
});

test('at expiry the probability is 0 or 1', () => {
  expect(probabilityOfProfit(STRADDLE, { forward: 24_000, volatility: 0.14, years: 0 })).toBe(1);
  expect(probabilityOfProfit(STRADDLE, { forward: 25_000, volatility: 0.14, years: 0 })).toBe(0);
});
