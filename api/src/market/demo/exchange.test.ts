import { createHash } from 'node:crypto';
import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { isOnTick, priceBand, tickOf } from '@vimarsh/shared/domain/market/ticks.ts';
import { describe, expect, test } from 'vitest';
import { INDICES, STOCKS } from '../instruments/listed.ts';
import type { Listing } from '../market.ts';
import { EPOCH_DAY, FIRST_DAY, SimulatedExchange } from './exchange.ts';
import { pathCache } from './paths.ts';
import { SimulatedFeed } from './simulated-feed.ts';

const SEED = 20261120;
const exchange = new SimulatedExchange(SEED);
const everything = [...STOCKS, ...INDICES].map(({ symbol }) => symbol);
const digest = (from: SimulatedExchange): string =>
  createHash('sha256')
    .update(JSON.stringify(everything.map((symbol) => from.sessions(symbol, FIRST_DAY, EPOCH_DAY))))
    .digest('hex');

describe('determinism', () => {
  test('one seed, one history, on every machine', () => {
    expect(digest(exchange)).toBe(digest(new SimulatedExchange(SEED)));
    // The digest itself is fixed: a change here changes every seeded result and every root of the ledger.
    expect(digest(exchange).slice(0, 16)).toBe('13d1373ec6040e2e');
  });

  test('another seed, another history', () => {
    expect(digest(new SimulatedExchange(SEED + 1))).not.toBe(digest(exchange));
  });

  test('later days are the same whether reached day by day or at once, and leave the past alone', () => {
    const stepwise = new SimulatedExchange(SEED);
    for (const day of ['2026-11-20', '2026-11-23', '2026-12-31', '2027-03-01']) stepwise.session('RELIANCE', day);
    const atOnce = new SimulatedExchange(SEED);
    atOnce.session('NIFTY', '2027-03-01');
    for (const symbol of ['RELIANCE', 'M&M', 'NIFTY']) {
      const days = stepwise.sessions(symbol, '2026-11-01', '2027-03-01');
      expect(days).toEqual(atOnce.sessions(symbol, '2026-11-01', '2027-03-01'));
      expect(days.length).toBeGreaterThan(70);
    }
    expect(digest(stepwise)).toBe(digest(exchange));
  });
});

test('three years of 65 symbols take well under 1.5 s of processor time', () => {
  const times = [1, 2, 3].map((seed) => {
    const start = process.cpuUsage();
    new SimulatedExchange(seed);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  expect(Math.min(...times)).toBeLessThan(1500);
});

test('three years of days for sixty stocks and five indices', () => {
  expect([STOCKS.length, INDICES.length]).toEqual([60, 5]);
  expect(new Set(STOCKS.map((stock) => stock.sector)).size).toBe(13);
  expect(new Set(STOCKS.map((stock) => stock.isin)).size).toBe(60);
  for (const symbol of everything) expect(exchange.sessions(symbol, FIRST_DAY, EPOCH_DAY).length).toBeGreaterThan(720);
});

test('every price obeys the tick and the band of its day, and low ≤ open, close ≤ high', () => {
  const broken: string[] = [];
  for (const stock of STOCKS) {
    for (const bar of exchange.sessions(stock.symbol, FIRST_DAY, '2026-12-31')) {
      const tick = tickOf(bar.prev_close, bar.day);
      const band = priceBand(bar.prev_close, stock.band, tick);
      const fine =
        [bar.o, bar.h, bar.l, bar.c].every((price) => isOnTick(price, tick) && price >= band.low && price <= band.high) &&
        bar.l <= Math.min(bar.o, bar.c) &&
        bar.h >= Math.max(bar.o, bar.c) &&
        Number.isSafeInteger(bar.v) &&
        bar.v > 0;
      if (!fine) broken.push(`${stock.symbol} ${JSON.stringify(bar)}`);
    }
  }
  expect(broken).toEqual([]);
});

test('at the epoch stocks close at their listed price and indices at their anchor', () => {
  for (const stock of STOCKS) if (stock.symbol !== 'TRIVENI') expect(exchange.session(stock.symbol, EPOCH_DAY)!.c).toBe(stock.price);
  expect(exchange.session('NIFTY', EPOCH_DAY)!.c).toBe(24_018.4);
  expect(exchange.session('BANKNIFTY', EPOCH_DAY)!.c).toBe(56_042.25);
  expect(exchange.session('SENSEX', EPOCH_DAY)!.c).toBe(74_516.8);
});

test('an index moves as the weighted sum of its members', () => {
  const banks = STOCKS.filter((stock) => stock.sector === 'Banks');
  const total = banks.reduce((sum, stock) => sum + stock.marketCap, 0);
  const expected = banks.reduce(
    (sum, stock) =>
      sum + (56_042.25 * (stock.marketCap / total) * exchange.session(stock.symbol, '2026-08-20')!.c) / exchange.session(stock.symbol, EPOCH_DAY)!.c,
    0,
  );
  expect(exchange.session('BANKNIFTY', '2026-08-20')!.c).toBeCloseTo(expected, 1);
});

test('a split and a bonus change the price once and the index not at all', () => {
  for (const [symbol, before, on, ratio] of [
    ['BAJFINANCE', '2026-06-15', '2026-06-16', 5],
    ['WIPRO', '2026-09-07', '2026-09-08', 2],
  ] as const) {
    const close = exchange.session(symbol, before)!.c;
    const bar = exchange.session(symbol, on)!;
    expect(bar.prev_close).toBeCloseTo(close / ratio, 1);
    expect(Math.abs(bar.c / bar.prev_close - 1)).toBeLessThan(0.1);
  }
  const nifty = exchange.session('NIFTY', '2026-06-16')!;
  expect(Math.abs(nifty.c / nifty.prev_close - 1)).toBeLessThan(0.03);
});

test('no prices on a halt, after a suspension, on closed days and before the first day', () => {
  expect(exchange.session('ZENSARTECH', '2026-10-12')).not.toBeNull();
  expect(exchange.session('ZENSARTECH', '2026-10-13')).toBeNull();
  expect(exchange.session('ZENSARTECH', '2026-10-14')!.prev_close).toBe(exchange.session('ZENSARTECH', '2026-10-12')!.c);
  expect(exchange.session('TRIVENI', '2026-10-23')).not.toBeNull();
  expect(exchange.session('TRIVENI', '2026-10-26')).toBeNull();
  expect(exchange.sessionBefore('TRIVENI', '2026-11-20')!.day).toBe('2026-10-23');
  expect(exchange.session('RELIANCE', '2026-11-24')).toBeNull();
  expect(exchange.session('RELIANCE', '2023-11-17')).toBeNull();
  expect(exchange.session('NOSUCH', EPOCH_DAY)).toBeNull();
});

test('stocks swing as stocks do: 1.3 to 3.2 % a day, with gaps, and a market beside which they move', () => {
  for (const stock of STOCKS) {
    const bars = exchange.sessions(stock.symbol, FIRST_DAY, EPOCH_DAY);
    const deviation = Math.sqrt(bars.reduce((sum, bar) => sum + (bar.c / bar.prev_close - 1) ** 2, 0) / bars.length);
    expect(deviation).toBeGreaterThan(0.013);
    expect(deviation).toBeLessThan(0.032);
    expect(bars.filter((bar) => Math.abs(bar.o / bar.prev_close - 1) > 0.005).length).toBeGreaterThan(50);
  }
});

describe('bars of a second', () => {
  const feed = new SimulatedFeed(SEED, pathCache(SEED));
  const listing = (symbol: string, fno: boolean): Listing => ({ symbol, fno, kind: 'equity' }) as Listing;

  test.each([
    ['RELIANCE', true, 21_600],
    ['RITES', false, 22_500],
  ])('%s: each second of continuous trading once, true to the day', async (symbol, fno, seconds) => {
    const session = sessionOf('2026-11-20', fno)!;
    const day = feed.session(symbol, '2026-11-20')!;
    const bars = await feed.bars(listing(symbol, fno), new Date('2026-11-19T18:30:00Z'), new Date('2026-11-20T18:30:00Z'));
    expect(bars.length).toBe(seconds);
    expect(bars[0]!.start).toEqual(session.open);
    expect(bars.at(-1)!.end).toEqual(session.close);
    expect([bars[0]!.o, Math.max(...bars.map((bar) => bar.h)), Math.min(...bars.map((bar) => bar.l)), bars.at(-1)!.c]).toEqual([day.o, day.h, day.l, day.c]);
    expect(bars.every((bar, at) => at === 0 || bar.o === bars[at - 1]!.c)).toBe(true);
  });

  test('(from, to] cut anywhere gives each bar exactly once', async () => {
    const reliance = listing('RELIANCE', true);
    const cuts = [
      '2026-11-20T03:40:00.000Z',
      '2026-11-20T03:45:00.000Z',
      '2026-11-20T03:45:00.999Z',
      '2026-11-20T03:45:01.000Z',
      '2026-11-20T03:45:07.500Z',
      '2026-11-20T03:46:00.000Z',
    ];
    const pieces = await Promise.all(cuts.slice(1).map((to, at) => feed.bars(reliance, new Date(cuts[at]!), new Date(to))));
    expect(pieces.map((bars) => bars.length)).toEqual([0, 0, 1, 6, 53]);
    expect(pieces.flat()).toEqual(await feed.bars(reliance, new Date(cuts[0]!), new Date(cuts.at(-1)!)));
  });

  test('over a weekend both days are there, the closed ones are not', async () => {
    const bars = await feed.bars(listing('RELIANCE', true), new Date('2026-11-20T09:44:58Z'), new Date('2026-11-23T03:45:02Z'));
    expect(bars.map((bar) => bar.end.toISOString())).toEqual([
      '2026-11-20T09:44:59.000Z',
      '2026-11-20T09:45:00.000Z',
      '2026-11-23T03:45:01.000Z',
      '2026-11-23T03:45:02.000Z',
    ]);
  });
});
