import { aSource } from '@vimarsh/shared/contract/market/source.testing.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { black76, type OptionType } from '@vimarsh/shared/domain/options/black-76.ts';
import { calendarYears } from '@vimarsh/shared/domain/options/option-time.ts';
import { describe, expect, test } from 'vitest';
import type { OptionChain, OptionMarket, OptionQuote } from '../../market/index.ts';
import { RATE } from './rules/chain-analysis.ts';
import { VolatilityIndexService } from './volatility-index.service.ts';

const NOW = new Date('2024-06-10T06:00:00Z');
const [NEAR, NEXT] = ['2024-06-27', '2024-07-25'];
const FORWARD = 24_000;

/** A chain whose every option costs what a volatility of 20 % over calendar time makes it cost; strikes from 14 000 to 40 000. */
function chainOf(expiry: string, given: Partial<OptionChain> = {}, volatility = 0.2): OptionChain {
  const years = calendarYears(given.at ?? NOW, expiry);
  const quote = (type: OptionType, strike: number): OptionQuote => {
    const fair = black76({ type, forward: FORWARD, strike, years, rate: RATE }, volatility);
    return { last: fair, prev_close: null, bid: 0.99 * fair, ask: 1.01 * fair, volume: 100, oi: 100, prev_oi: 100 };
  };
  return {
    symbol: 'NIFTY',
    expiry,
    lot: 25,
    spot: FORWARD,
    future: { expiry, last: FORWARD, prev_close: null, volume: 1, oi: 1, prev_oi: 1 },
    rows: Array.from({ length: 261 }, (_, at) => 14_000 + 100 * at).map((strike) => ({ strike, ce: quote('CE', strike), pe: quote('PE', strike) })),
    quality: 'quotes',
    at: NOW,
    source: aSource({ invented: false }),
    ...given,
  };
}
const figureOf = (chains: readonly OptionChain[]) => {
  const options = {
    expiries: async () => chains.map(({ expiry }) => expiry),
    chain: async (_symbol: string, expiry: string) => chains.find((chain) => chain.expiry === expiry) ?? null,
  } as unknown as OptionMarket;
  return new VolatilityIndexService({ now: () => NOW, options }).figure();
};

test('recorded chains priced at 20 % make an index of 20 %, weeklies between them do not count', async () => {
  const { value, inputs, how } = await figureOf([chainOf(NEAR), chainOf('2024-07-04'), chainOf(NEXT)]);
  expect(value).toBeCloseTo(20, 1);
  expect(Object.fromEntries(inputs)).toMatchObject({ Expiries: '27 Jun 2024 and 25 Jul 2024' });
  expect(how).toContain('not the value the exchange publishes');
});

test('closes of an end-of-day file stand for quotes, and it says so; what did not trade does not count', async () => {
  const closes = (expiry: string) => chainOf(expiry, { quality: 'end of day' });
  const figure = await figureOf([closes(NEAR), closes(NEXT)]);
  expect(figure.value).toBeCloseTo(20, 1);
  expect(figure.how).toContain('closes stand for them');
  const untraded = closes(NEXT).rows.map(({ strike, ce, pe }) => ({ strike, ce: { ...ce!, volume: strike > FORWARD ? 0 : 5 }, pe }));
  expect((await figureOf([closes(NEAR), { ...closes(NEXT), rows: untraded }])).note).toBe('25 Jul 2024: not enough data: 2 of 3 quoted strikes on a side');
});

test.each([
  ['one month', [chainOf(NEAR)], 'needs two monthly expiries of NIFTY with more than 3 sessions left; here are 1'],
  ['a month about to end', [chainOf('2024-06-13'), chainOf(NEXT)], 'needs two monthly expiries of NIFTY with more than 3 sessions left; here are 1'],
  ['two moments', [chainOf(NEAR), chainOf(NEXT, { at: new Date('2024-06-11T06:00:00Z') })], 'the two expiries were recorded on different days'],
])('refused with the reason: %s', async (_what, chains, note) => {
  expect(await figureOf(chains)).toMatchObject({ value: null, note });
});

describe('the reading of every screen', () => {
  /** Chains of a moment by its IST day: 20 % on the day, 16 % at the close before. */
  const readingOf = (days: Readonly<Record<string, number>>, now = NOW) => {
    const options = {
      expiries: async () => [NEAR, NEXT],
      chain: async (_symbol: string, expiry: string, at: Date) => {
        const day = Object.keys(days).findLast((each) => each <= istDay(at));
        return day ? chainOf(expiry, { at: istDay(at) === day ? at : new Date(`${day}T09:00:00Z`) }, days[day]) : null;
      },
    } as unknown as OptionMarket;
    return new VolatilityIndexService({ now: () => now, options }).reading();
  };

  test('is the value now and its change against the close of the session before, over a weekend', async () => {
    const { value, change_pct, note, as_of } = await readingOf({ '2024-06-07': 0.16, '2024-06-10': 0.2 });
    expect(value).toBeCloseTo(20, 1);
    expect(change_pct).toBeCloseTo(25, 0);
    expect([note, as_of]).toEqual(['', NOW.toISOString()]);
  });

  test.each([
    ['the session before was not recorded', { '2024-06-06': 0.16, '2024-06-10': 0.2 }],
    ['nothing was recorded before', { '2024-06-10': 0.2 }],
    ['what is on file is of an earlier day', { '2024-06-06': 0.16, '2024-06-07': 0.2 }],
  ])('has no change where %s', async (_why, days) => {
    const { value, change_pct } = await readingOf(days);
    expect(value).toBeCloseTo(20, 1);
    expect(change_pct).toBeNull();
  });

  test('says why there is no value', async () => {
    expect(await readingOf({})).toMatchObject({ value: null, change_pct: null, note: expect.stringContaining('needs two monthly expiries') });
  });
});
