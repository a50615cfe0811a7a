import { expect, test } from 'vitest';
import { beta, commonDays, relativeStrength, yearlyVolatility } from './market-risk.ts';
import { sampleBars } from './sample-bars.testing.ts';

const closes = (seed: number, count = 260) => sampleBars(seed, count).map(({ c }, at) => ({ day: `day ${at}`, c }));

test('beta, yearly volatility and relative strength as worked out independently with 40 digits', () => {
  expect(beta(commonDays(closes(2024), closes(77))).value).toBeCloseTo(0.043750167311367, 10);
  expect(yearlyVolatility(closes(2024)).value).toBeCloseTo(18.4020862383581, 10);
  expect(relativeStrength(commonDays(closes(2024), closes(77)), 120).value).toBeCloseTo(12.8453680246474, 10);
});

test('a series against itself has beta 1 and no relative strength; twice its moves beta 2', () => {
  const own = closes(5);
  expect(beta(commonDays(own, own)).value).toBeCloseTo(1, 12);
  expect(relativeStrength(commonDays(own, own), 200).value).toBe(0);
  let price = 100;
  const twice = own.map((bar, at) => {
    if (at > 0) price *= 1 + 2 * (bar.c / own[at - 1]!.c - 1);
    return { day: bar.day, c: price };
  });
  expect(beta(commonDays(twice, own)).value).toBeCloseTo(2, 10);
});

test('fewer than sixty returns between common days are refused', () => {
  const some = closes(5).filter((_, at) => at % 5 === 0);
  expect(beta(commonDays(some, closes(6, 61)))).toEqual({ value: null, have: 12, need: 60 });
  expect(yearlyVolatility(closes(5, 40))).toEqual({ value: null, have: 39, need: 60 });
  expect(relativeStrength(commonDays(closes(5, 100), closes(6, 100)), 120)).toEqual({ value: null, have: 99, need: 120 });
  expect(relativeStrength(commonDays(closes(5), []), 60)).toEqual({ value: null, have: 0, need: 60 });
});

test('a stock that moves with its index has beta 1 and no strength against it, also where it was halted for a day or is suspended now', () => {
  const index = closes(5);
  const halted = index.filter((_, at) => at !== 240);
  const suspended = index.slice(0, 239);
  for (const stock of [halted, suspended]) {
    expect(beta(commonDays(stock, index)).value).toBeCloseTo(1, 12);
    expect(relativeStrength(commonDays(stock, index), 60).value).toBe(0);
  }
});
