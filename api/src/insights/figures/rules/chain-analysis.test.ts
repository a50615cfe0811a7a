import { aSource } from '@vimarsh/shared/contract/market/source.testing.ts';
import { black76, type OptionType } from '@vimarsh/shared/domain/options/black-76.ts';
import { tradingYears } from '@vimarsh/shared/domain/options/option-time.ts';
import { expect, test } from 'vitest';
import type { OptionChain, OptionQuote } from '../../../market/index.ts';
import { analyse, RATE } from './chain-analysis.ts';

const AT = new Date('2026-11-20T06:00:00Z');
const EXPIRY = '2026-12-01';
const FORWARD = 24_050;
const VOLATILITY = 0.15;

const fair = (type: OptionType, strike: number): number => black76({ type, forward: FORWARD, strike, years: tradingYears(AT, EXPIRY), rate: RATE }, VOLATILITY);
const quoted = (type: OptionType, strike: number, more: Partial<OptionQuote> = {}): OptionQuote => {
  const price = fair(type, strike);
  return { last: price, prev_close: price, bid: price - 0.5, ask: price + 0.5, volume: 650, oi: 6500, prev_oi: 6500, ...more };
};
const STRIKES = Array.from({ length: 41 }, (_, at) => 23_000 + at * 50);
const chain = (
  change: (strike: number) => { ce?: Partial<OptionQuote> | null; pe?: Partial<OptionQuote> | null } = () => ({}),
  more: Partial<OptionChain> = {},
): OptionChain => ({
  symbol: 'NIFTY',
  expiry: EXPIRY,
  lot: 65,
  spot: 24_000,
  future: null,
  rows: STRIKES.map((strike) => {
    const { ce, pe } = change(strike);
    return { strike, ce: ce === null ? null : quoted('CE', strike, ce), pe: pe === null ? null : quoted('PE', strike, pe) };
  }),
  quality: 'quotes',
  at: AT,
  source: aSource(),
  ...more,
});
const at = (strike: number, changed: OptionChain) => analyse(changed).rows.find((row) => row.strike === strike)!;

test('a chain priced at 15 % is found to be: forward by parity, flat smile, no skew', () => {
  const analysis = analyse(chain());
  expect(analysis.forwardFrom).toBe('parity');
  expect(analysis.forward).toBeCloseTo(FORWARD, 6);
  expect(analysis.atm).toBe(24_050);
  expect(analysis.atmIv).toBeCloseTo(VOLATILITY, 8);
  expect(analysis.skew).toBeCloseTo(0, 6);
  for (const row of analysis.rows) expect(row.ce!.iv).toBeCloseTo(VOLATILITY, 6);
  expect(analysis.straddle).toBeCloseTo(fair('CE', 24_050) + fair('PE', 24_050), 8);
});

test('the future of the same expiry is the forward; one of another expiry is not', () => {
  const future = { expiry: EXPIRY, last: 24_055, prev_close: 24_000, volume: 1, oi: 1, prev_oi: 1 };
  expect(analyse(chain(undefined, { future }))).toMatchObject({ forward: 24_055, forwardFrom: 'future' });
  expect(analyse(chain(undefined, { future: { ...future, expiry: '2026-12-29' } })).forwardFrom).toBe('parity');
});

test.each([
  ['a one-sided quote', { bid: null }, 'one-sided quote'],
  ['no quotes at all', { bid: null, ask: null }, 'no quotes'],
  ['crossed quotes', { bid: 120, ask: 100 }, 'one-sided quote'],
  ['no open interest', { oi: 0 }, 'no open interest'],
  ['a price below intrinsic value', { bid: 990, ask: 1000 }, 'below intrinsic value'],
] as const)('%s has no volatility and says why', (_name, change, note) => {
  const option = at(
    23_000,
    chain((strike) => (strike === 23_000 ? { ce: change } : {})),
  ).ce!;
  expect(option).toMatchObject({ iv: null, ivNse: null, greeks: null, ivNote: note });
});

test('an expired chain has no volatilities but keeps its rows', () => {
  const analysis = analyse(chain(undefined, { at: new Date('2026-12-01T10:10:00Z') }));
  expect(analysis).toMatchObject({ years: 0, atmIv: null, skew: null });
  expect(analysis.rows[0]!.ce!.ivNote).toBe('expired');
});

test('an end-of-day file is valued at its closes, contracts that did not trade left out', () => {
  const closes = chain((strike) => ({ ce: { bid: null, ask: null, last: strike === 24_500 ? null : fair('CE', strike) }, pe: { bid: null, ask: null } }), {
    quality: 'end of day',
  });
  expect(at(24_450, closes).ce!.iv).toBeCloseTo(VOLATILITY, 6);
  expect(at(24_500, closes).ce).toMatchObject({ iv: null, ivNote: 'not traded' });
});

test('without a single pair the forward is the spot, and without options there is nothing', () => {
  expect(analyse(chain(() => ({ pe: null })))).toMatchObject({ forward: 24_000, forwardFrom: 'spot' });
  expect(analyse(chain(undefined, { rows: [] }))).toMatchObject({ rows: [], atmIv: null, straddle: null, atm: 24_000 });
});
