import { existsSync, readFileSync } from 'node:fs';
import { greeks, impliedVolatility, type OptionType } from '@vimarsh/shared/domain/options/black-76.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxPain, parityForward, putCallRatio } from './chain-figures.ts';

const FILE = '../shared/data/option-chains/nifty-expiry-2024-06-27.json';

interface Side {
  readonly market_data: { ltp: number; volume: number; oi: number; prev_oi: number; bid_price: number; ask_price: number };
  readonly option_greeks: { vega: number; theta: number; gamma: number; delta: number; iv: number };
}
interface Row {
  readonly strike_price: number;
  readonly underlying_spot_price: number;
  readonly pcr: number;
  readonly call_options: Side;
  readonly put_options: Side;
}

/** The file has no time. Its vegas fix it: F·√T·φ(d1) at the money gives one calendar day, the evening before expiry. */
const YEARS = 1 / 365;

describe.skipIf(!existsSync(FILE))('a recorded NIFTY chain of 115 strikes, one day before expiry', { meta: { needs: FILE } }, () => {
  const rows = (): Row[] => JSON.parse(readFileSync(FILE, 'utf8')) as Row[];
  const mid = ({ market_data: { bid_price, ask_price } }: Side): number | null => (bid_price > 0 && ask_price > 0 ? (bid_price + ask_price) / 2 : null);
  let forward: number;
  beforeAll(() => {
    const strikes = rows().map((row) => ({ strike: row.strike_price, call: mid(row.call_options), put: mid(row.put_options) }));
    forward = parityForward(strikes, 0, YEARS)!.forward;
  });
  /** Two-sided, narrow (5 %) and traded (10 lakh shares); deltas from 0.05 to 0.95, where the price still says something. */
  const liquid = (): { type: OptionType; strike: number; price: number; published: Side['option_greeks'] }[] =>
    rows().flatMap((row) =>
      (['CE', 'PE'] as const).flatMap((type) => {
        const side = type === 'CE' ? row.call_options : row.put_options;
        const { bid_price, ask_price, volume } = side.market_data;
        const delta = Math.abs(side.option_greeks.delta);
        const price = mid(side);
        if (price === null || (ask_price - bid_price) / price > 0.05 || volume < 1e6 || delta < 0.05 || delta > 0.95) return [];
        return [{ type, strike: row.strike_price, price, published: side.option_greeks }];
      }),
    );

  test('the forward stands between the strikes where call and put cost the same', () => {
    expect(forward).toBeGreaterThan(23_850);
    expect(forward).toBeLessThan(23_870);
    expect(liquid().length).toBeGreaterThan(25);
  });

  test('at the published volatility our Greeks are the published ones: delta within 0.003, theta and vega within 1.5 %', () => {
    for (const { type, strike, published } of liquid()) {
      const ours = greeks({ type, forward, strike, years: YEARS, rate: 0 }, published.iv / 100, 365);
      expect(Math.abs(ours.delta - published.delta), `delta of ${strike} ${type}`).toBeLessThan(0.003);
      expect(Math.abs(ours.vega / published.vega - 1), `vega of ${strike} ${type}`).toBeLessThan(0.015);
      expect(Math.abs(ours.theta / published.theta - 1), `theta of ${strike} ${type}`).toBeLessThan(0.015);
      // Four decimals are published.
      expect(Math.abs(ours.gamma - published.gamma), `gamma of ${strike} ${type}`).toBeLessThan(0.0001);
    }
  });

  test('our volatilities are the published ones: out of the money half within 0.15 points and all within 0.7', () => {
    // The rest is timing: the publisher used the last trade, we the middle of the quotes, and near expiry a spread of one
    // rupee is a fifth of a point. In the money the same rupee is worth two points, so those are left out, as in our own smile.
    const gaps = liquid()
      .filter(({ published }) => Math.abs(published.delta) < 0.55)
      .map(({ type, strike, price, published }) =>
        Math.abs(100 * impliedVolatility({ type, forward, strike, years: YEARS, rate: 0 }, price).value! - published.iv),
      )
      .sort((a, b) => a - b);
    expect(gaps.length).toBeGreaterThan(12);
    expect(gaps[gaps.length >> 1]).toBeLessThan(0.15);
    expect(gaps.at(-1)).toBeLessThan(0.7);
  });

  test('quotes below intrinsic value, which the publisher shows as 0 %, have no volatility here', () => {
    const below = rows().filter((row) => row.call_options.option_greeks.iv === 0 && row.strike_price < 23_000 && mid(row.call_options) !== null);
    const solved = below.map((row) =>
      impliedVolatility({ type: 'CE', forward, strike: row.strike_price, years: YEARS, rate: 0 }, row.call_options.market_data.ltp),
    );
    expect(solved.filter((volatility) => volatility.value === null).length).toBeGreaterThan(solved.length / 2);
  });

  test('put-call ratio of each strike is the published one, and max pain is what trying every strike finds', () => {
    const interest = rows().map((row) => {
      const of = ({ market_data: { oi, prev_oi, volume } }: Side) => ({ oi, oi_change: oi - prev_oi, volume });
      return { strike: row.strike_price, ce: of(row.call_options), pe: of(row.put_options) };
    });
    interest.forEach((row, at) => {
      const published = rows()[at]!.pcr;
      const ours = putCallRatio([row], 'oi');
      if (ours !== null) expect(Math.abs(ours - published)).toBeLessThan(0.0001 + published * 1e-4);
    });
    const payouts = interest.map(({ strike }) => ({
      strike,
      payout: interest.reduce((sum, row) => sum + row.ce.oi * Math.max(strike - row.strike, 0) + row.pe.oi * Math.max(row.strike - strike, 0), 0),
    }));
    const least = payouts.reduce((best, next) => (next.payout < best.payout ? next : best));
    expect(maxPain(interest, rows()[0]!.underlying_spot_price)!.strike).toBe(least.strike);
  });
});
