import { expect, test } from 'vitest';
import { expectedVariance, naturalSpline, type StrikeQuotes, volatilityIndexOf, weightsOf } from './volatility-index.ts';

/**
 * The example of NSE's paper, "India VIX: computation methodology", §4–6. It prints rounded figures; the full ones here were
 * computed independently of this code, with the spline's equations solved as one dense system.
 */
const NEAR = `3800 1290.10 1314.25 0.40 0.50
3900 1192.95 1212.80 0.35 0.80
4000 1103.00 1107.95 0.70 0.85
4100 1005.00 1017.10 0.80 1.10
4200 894.95 913.90 1.00 1.20
4300 800.00 809.95 1.20 1.70
4400 696.15 709.50 1.90 2.00
4500 601.25 609.55 3.30 3.45
4600 500.70 520.00 4.45 4.50
4700 410.00 416.55 7.70 8.00
4800 316.00 321.05 13.20 13.40
4900 226.00 228.00 22.50 22.65
5000 144.50 145.00 40.40 40.50
5100 79.00 79.10 74.40 74.50
5200 34.75 35.00 129.00 129.95
5300 11.50 11.55 200.55 206.00
5400 3.60 3.65 286.00 307.00
5500 1.70 1.95 340.00 396.00
5600 1.00 1.35 481.00 507.35
5700 0.70 1.00 577.35 606.65`;
const NEXT = `4000 1100.15 1110.00 5.90 6.50
4100 1006.25 1026.90 7.15 8.50
4200 905.15 931.15 10.00 10.70
4300 809.15 844.75 13.55 14.00
4400 713.10 732.85 18.00 18.75
4500 615.70 668.35 22.35 25.00
4600 526.80 572.05 32.00 33.30
4700 444.35 464.15 41.00 45.00
4800 366.60 408.60 61.50 62.00
4900 300.00 307.30 84.55 86.50
5000 231.00 232.00 116.00 117.00
5100 171.10 171.50 156.00 158.00
5200 120.05 121.80 203.00 209.35
5300 79.60 80.50 252.85 265.00
5400 48.10 48.50 322.45 345.65
5500 29.00 32.00 405.00 437.10
5600 15.90 19.85 477.85 509.00
5700 9.15 9.75 575.25 609.00`;
const quotesOf = (text: string): StrikeQuotes[] =>
  text.split('\n').map((line) => {
    const [strike, callBid, callAsk, putBid, putAsk] = line.split(' ').map(Number) as [number, number, number, number, number];
    return { strike, call: { bid: callBid, ask: callAsk }, put: { bid: putBid, ask: putAsk } };
  });
const near = { quotes: quotesOf(NEAR), forward: 5129, years: 12_960 / 525_600, rate: 0.039 };
const next = { quotes: quotesOf(NEXT), forward: 5115, years: 53_280 / 525_600, rate: 0.0465 };

test('the exchange’s example: variances 0.072979 and 0.070942, strike 5100, the call at 5700 left out for its spread', () => {
  const [first, second] = [expectedVariance(near).value!, expectedVariance(next).value!];
  expect(first).toMatchObject({ atm: 5100, strikes: 19 });
  expect(second).toMatchObject({ atm: 5100, strikes: 18 });
  // As printed, from contributions rounded to six places.
  expect(Math.abs(first.variance - 0.072979)).toBeLessThan(5e-5);
  expect(Math.abs(second.variance - 0.070942)).toBeLessThan(5e-5);
  expect(first.variance).toBeCloseTo(0.072961666367, 11);
  expect(second.variance).toBeCloseTo(0.070986141272, 11);
  const index = volatilityIndexOf({ variance: first.variance, years: near.years }, { variance: second.variance, years: next.years });
  expect(index).toBeCloseTo(26.671015288855, 9);
});

test('its spline: fitted middles 0.60, 0.96 and 1.23 of the puts at 3900, 4100 and 4300', () => {
  const fair = near.quotes.flatMap(({ strike, put }) => ([3900, 4100, 4300].includes(strike) ? [] : [{ x: strike, y: (put!.bid + put!.ask) / 2 }]));
  const at = naturalSpline(fair);
  expect([3900, 4100, 4300].map((strike) => Number(at(strike)!.toFixed(2)))).toEqual([0.6, 0.96, 1.23]);
  expect([3700, 5800].map(at)).toEqual([null, null]);
  expect(at(5700)).toBeCloseTo(592, 10);
});

test.each([
  ['puts of two strikes', near.quotes.map((row) => (row.strike < 5000 ? { ...row, put: null } : row)), 2],
  ['calls with spreads above 30 %', near.quotes.map((row) => (row.strike > 5100 ? { ...row, call: { bid: 1, ask: 2 } } : row)), 1],
  ['no strike below the forward', near.quotes.filter((row) => row.strike > 5129), 0],
])('%s are too few of three', (_what, quotes, have) => {
  expect(expectedVariance({ ...near, quotes })).toEqual({ value: null, have, need: 3 });
});

test('an expired chain has no variance', () => {
  expect(expectedVariance({ ...near, years: 0 })).toEqual({ value: null, have: 0, need: 3 });
});

test('weights: a quarter and three quarters in the example; extrapolated when both expiries are later than 30 days', () => {
  expect(weightsOf(near.years, next.years).map((weight) => Number(weight.toFixed(12)))).toEqual([0.25, 0.75]);
  const [first, second] = weightsOf(40 / 365, 70 / 365);
  expect(first).toBeCloseTo(4 / 3, 12);
  expect(second).toBeCloseTo(-1 / 3, 12);
  expect(volatilityIndexOf({ variance: 0.04, years: 40 / 365 }, { variance: 0.04, years: 70 / 365 })).toBeCloseTo(20, 10);
  expect(volatilityIndexOf({ variance: 0.01, years: 40 / 365 }, { variance: 0.09, years: 70 / 365 })).toBeNull();
});
