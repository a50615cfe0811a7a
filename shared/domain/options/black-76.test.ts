import { expect, test } from 'vitest';
import { black76, greeks, impliedVolatility, intrinsic, NSE_RATE, nseTerms, type OptionTerms, type OptionType } from './black-76.ts';
import { normalBelow } from './normal.ts';

/** Computed with 40-digit arithmetic: the price by the formula, the Greeks by differentiating it. */
const GOLDEN: readonly [
  OptionType,
  forward: number,
  strike: number,
  years: number,
  rate: number,
  volatility: number,
  price: number,
  delta: number,
  gamma: number,
  theta: number,
  vega: number,
][] = [
  ['CE', 24000, 24000, 0.02, 0.065, 0.14, 189.31832997282817, 0.5032945541914101, 0.0008384360192338886, -12.932871095680056, 13.522296118204155],
  ['PE', 24000, 22500, 0.05, 0.065, 0.19, 27.60394649635519, -0.06154063281621418, 0.0001190822728357072, -3.387069363550733, 6.516181969569898],
  ['CE', 24000, 25500, 0.1, 0.065, 0.12, 21.797506570640948, 0.05684033764078162, 0.00012518466040447473, -1.418490371787249, 8.652763727157293],
  ['CE', 1412.6, 1300, 0.08, 0.065, 0.28, 120.10928837309758, 0.8573399706524124, 0.0019617919599381633, -0.39903182553340877, 0.8768784003654031],
  ['PE', 1412.6, 1500, 0.002, 0.1, 0.35, 87.38285522968522, -0.9997353203267891, 1.1884587212026291e-5, 0.019960942074898683, 0.00016600476178634319],
  ['CE', 23857.6, 15000, 0.00274, 0, 3.6, 8865.588528030647, 0.9947179413713187, 3.3772982286701125e-6, -34.12754589528745, 0.18961643694376096],
  ['PE', 100, 100, 1, 0, 0.0001, 0.003989422802352067, -0.49998005288598824, 39.89422799027548, -5.464962738393902e-6, 0.3989422799027548],
];

test.each(GOLDEN)(
  '%s on %d, strike %d: price and Greeks to twelve digits',
  (type, forward, strike, years, rate, volatility, price, delta, gamma, theta, vega) => {
    const terms: OptionTerms = { type, forward, strike, years, rate };
    const near = (got: number, expected: number): void => expect(Math.abs(got - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)));
    near(black76(terms, volatility), price);
    const got = greeks(terms, volatility, 365);
    near(got.delta, delta);
    near(got.gamma, gamma);
    near(got.theta, theta);
    near(got.vega, vega);
  },
);

test('the normal distribution holds fourteen digits, in the tails too', () => {
  const golden = [
    [-9, 1.1285884059538405e-19],
    [-5.5, 1.8989562465887718e-8],
    [-2, 0.02275013194817921],
    [-0.3, 0.3820885778110474],
    [0, 0.5],
    [0.7, 0.758036347776927],
    [1.96, 0.9750021048517795],
    [4, 0.9999683287581669],
    [7.5, 0.9999999999999681],
  ] as const;
  for (const [x, expected] of golden) {
    expect(Math.abs(normalBelow(x) - expected)).toBeLessThan(1e-14);
    expect(Math.abs(normalBelow(x) / expected - 1)).toBeLessThan(1e-8);
  }
  expect(normalBelow(-40)).toBe(0);
  expect(normalBelow(40)).toBe(1);
});

test('price to implied volatility and back is exact to 1e-6, in and out of the money', () => {
  let tried = 0;
  for (const years of [1 / 2000, 0.01, 0.08, 0.4])
    for (const volatility of [0.08, 0.15, 0.4, 1.2])
      for (const step of [-0.2, -0.06, -0.01, 0, 0.01, 0.06, 0.2])
        for (const type of ['CE', 'PE'] as const) {
          const terms: OptionTerms = { type, forward: 24_000, strike: Math.round(24_000 * (1 + step)), years, rate: 0.065 };
          const price = black76(terms, volatility);
          // A time value below a hundredth of a paisa has no digits left to solve for.
          if (price - intrinsic(terms) < 1e-4) continue;
          tried += 1;
          expect(Math.abs(impliedVolatility(terms, price).value! - volatility)).toBeLessThan(1e-6);
        }
  expect(tried).toBeGreaterThan(150);
});

test('no volatility fits an expired option, a price below intrinsic value, or one above any', () => {
  const call: OptionTerms = { type: 'CE', forward: 24_000, strike: 23_000, years: 0.02, rate: 0.065 };
  expect(impliedVolatility({ ...call, years: 0 }, 1200)).toEqual({ value: null, reason: 'expired' });
  expect(impliedVolatility(call, 990)).toEqual({ value: null, reason: 'below intrinsic value' });
  expect(impliedVolatility(call, intrinsic(call))).toEqual({ value: null, reason: 'below intrinsic value' });
  expect(impliedVolatility(call, 24_001)).toEqual({ value: null, reason: 'beyond any volatility' });
});

test('at expiry only the intrinsic value is left, with a delta of 0 or ±1', () => {
  const put: OptionTerms = { type: 'PE', forward: 23_900, strike: 24_000, years: 0, rate: 0.065 };
  expect(black76(put, 0.2)).toBe(100);
  expect(greeks(put, 0.2, 365)).toEqual({ delta: -1, gamma: 0, theta: 0, vega: 0 });
  expect(greeks({ ...put, forward: 24_100 }, 0.2, 365).delta).toBe(0);
});

test('the exchange’s convention takes 10 % on the spot: its IV of a call is lower, of a put higher, than on a flat forward', () => {
  const [spot, years] = [24_000, 0.08];
  expect(NSE_RATE).toBe(0.1);
  const terms = nseTerms({ type: 'CE', strike: 24_000 }, spot, years);
  expect(terms.forward).toBeCloseTo(24_192.77, 2);
  const price = black76(terms, 0.15);
  expect(impliedVolatility(terms, price).value).toBeCloseTo(0.15, 8);
  const flat = { type: 'CE', forward: spot, strike: 24_000, years, rate: 0.065 } as const;
  expect(impliedVolatility(flat, price).value!).toBeGreaterThan(0.15);
});
