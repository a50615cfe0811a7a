import { expect, test } from 'vitest';
import { LiveMarket } from '../live-market.ts';
import { MarketTime } from '../market-time.ts';
import { pathCache } from './paths.ts';
import { SimulatedFeed } from './simulated-feed.ts';
import { SimulatedOptions } from './simulated-options.ts';
import { termVolatility } from './volatility.ts';

const SEED = 20_261_120;
const path = pathCache(SEED);
const feed = new SimulatedFeed(SEED, path);

function optionsAt(now: string, seed = SEED) {
  const at = new Date(now);
  // A wall clock that stands still.
  const time = new MarketTime({ start: at, wall: () => 0 });
  const market = new LiveMarket({ feed, firstDay: '2023-11-20', onError: () => {}, time, wall: () => 0 });
  return { at, market, options: new SimulatedOptions(seed, feed, market, path) };
}
const OPEN = '2026-11-20T06:00:00Z';

test('expiries and underlyings: indices, and stocks with & and - among them', async () => {
  const { options, at } = optionsAt(OPEN);
  expect(await options.expiries('NIFTY', at)).toHaveLength(5);
  expect(await options.expiries('SENSEX', at)).toEqual(['2026-11-26', '2026-12-03', '2026-12-10']);
  expect(await options.expiries('M&M', at)).toEqual(['2026-11-23']);
  expect(await options.expiries('BAJAJ-AUTO', at)).toEqual(['2026-11-23']);
  expect(await options.expiries('ECLERX', at)).toEqual([]);
  expect(await options.chain('ECLERX', '2026-11-23', at)).toBeNull();
  expect(await options.chain('NIFTY', '2026-11-24', at)).toBeNull();
});

test('a chain is the same for the same seed and clock, and another for another seed', async () => {
  const chain = async (seed?: number) => {
    const { options, at } = optionsAt(OPEN, seed);
    return options.chain('NIFTY', '2026-11-23', at);
  };
  expect(await chain()).toEqual(await chain());
  expect(await chain(7)).not.toEqual(await chain());
});

test('prices obey the market: ticks of 5 paise, bid below ask, calls fall and puts rise with the strike', async () => {
  const { options, at } = optionsAt(OPEN);
  const { rows, spot, lot, future } = (await options.chain('NIFTY', '2026-12-01', at))!;
  expect(lot).toBe(65);
  const step = (at: number): number => rows[at + 1]!.strike - rows[at]!.strike;
  expect(rows.filter((_row, at) => at > 0 && step(at - 1) === 50)).toHaveLength(60);
  expect(Math.abs(future!.last / spot - 1)).toBeLessThan(0.01);
  const middle = (quote: { bid: number | null; ask: number | null }): number => ((quote.bid ?? 0) + quote.ask!) / 2;
  rows.forEach((row, index) => {
    for (const quote of [row.ce!, row.pe!]) {
      expect(Math.abs(quote.ask! * 20 - Math.round(quote.ask! * 20))).toBeLessThan(1e-6);
      if (quote.bid !== null) expect(quote.bid).toBeLessThan(quote.ask!);
      for (const shares of [quote.oi, quote.prev_oi, quote.volume]) expect(shares % 65).toBe(0);
    }
    const next = rows[index + 1];
    if (!next) return;
    expect(middle(next.ce!)).toBeLessThanOrEqual(middle(row.ce!));
    expect(middle(next.pe!)).toBeGreaterThanOrEqual(middle(row.pe!));
  });
});

test('strikes of a later month reach as far as anybody bids: what lies beyond would add nothing to the volatility index', async () => {
  const { options, at } = optionsAt(OPEN);
  const { rows, future } = (await options.chain('NIFTY', '2027-01-25', at))!;
  const [first, last] = [rows[0]!, rows.at(-1)!];
  expect(rows.length).toBeGreaterThan(90);
  for (const [quote, strike] of [
    [first.pe!, first.strike],
    [last.ce!, last.strike],
  ] as const) {
    expect(quote.ask! / future!.last, String(strike)).toBeLessThan(0.0002);
    expect(strike % 200).toBe(0);
  }
});

test('far strikes are one-sided and untraded, as on the exchange', async () => {
  const { options, at } = optionsAt(OPEN);
  const quotes = (await options.chain('M&M', '2026-11-23', at))!.rows.flatMap((row) => [row.ce!, row.pe!]);
  expect(quotes.filter((quote) => quote.bid === null && quote.ask !== null).length).toBeGreaterThan(2);
  expect(quotes.filter((quote) => quote.last === null && quote.volume === 0).length).toBeGreaterThan(2);
});

test('open interest starts the day at the close before and walks to the day’s end without looking ahead', async () => {
  const open = optionsAt('2026-11-20T03:45:00Z');
  const atOpen = (await open.options.chain('NIFTY', '2026-12-01', open.at))!;
  for (const row of atOpen.rows) expect(row.ce!.oi).toBe(row.ce!.prev_oi);
  const close = optionsAt('2026-11-20T12:00:00Z');
  const atClose = (await close.options.chain('NIFTY', '2026-12-01', close.at))!;
  expect(atClose.at.toISOString()).toBe('2026-11-20T10:10:00.000Z');
  const next = optionsAt('2026-11-23T03:45:00Z');
  const nextOpen = new Map((await next.options.chain('NIFTY', '2026-12-01', next.at))!.rows.map((row) => [row.strike, row]));
  let compared = 0;
  for (const row of atClose.rows) {
    const later = nextOpen.get(row.strike);
    if (!later) continue;
    compared += 1;
    expect(later.pe!.prev_oi).toBe(row.pe!.oi);
  }
  expect(compared).toBeGreaterThan(30);
});

test('open interest so far ends with what the chain shows', async () => {
  const { options, at } = optionsAt(OPEN);
  const looks = await options.interestSoFar('NIFTY', '2026-12-01', at);
  // 09:15 to 11:30, every quarter of an hour.
  expect(looks).toHaveLength(10);
  const chain = (await options.chain('NIFTY', '2026-12-01', at))!;
  expect(looks.at(-1)!.rows.map((row) => row.ce)).toEqual(chain.rows.map((row) => row.ce!.oi));
});

test('on expiry day options run down to their intrinsic value and stay listed until the day is over', async () => {
  const { options, at, market } = optionsAt('2026-11-23T11:00:00Z');
  expect((await options.expiries('NIFTY', at))[0]).toBe('2026-11-23');
  const { rows } = (await options.chain('NIFTY', '2026-11-23', at))!;
  const spot = market.quote('NIFTY')!.ltp;
  for (const { strike, ce } of rows) {
    expect(ce!.bid).toBeNull();
    if (ce!.last !== null) expect(Math.abs(ce!.last - Math.max(0.05, spot - strike))).toBeLessThan(0.06);
  }
});

test('volatility of past closes is known for every session', async () => {
  const { options } = optionsAt(OPEN);
  const closings = await options.closingVolatilities('NIFTY', ['2026-11-18', '2026-11-19', '2026-11-21']);
  expect(closings.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-19']);
  for (const { iv } of closings) expect(iv).toBeGreaterThan(0.07);
});

test('volatility settles with the time to expiry, from either side', () => {
  expect(termVolatility(0.3, 1 / 252, true)).toBeGreaterThan(termVolatility(0.3, 0.2, true));
  expect(termVolatility(0.1, 1 / 252, true)).toBeLessThan(termVolatility(0.1, 0.2, true));
  expect(termVolatility(0.3, 0, true)).toBe(0.3);
});
