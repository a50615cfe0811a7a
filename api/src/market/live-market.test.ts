import { describe, expect, test, vi } from 'vitest';
import { FIRST_DAY } from './demo/exchange.ts';
import { pathCache } from './demo/paths.ts';
import { SimulatedFeed } from './demo/simulated-feed.ts';
import { LiveMarket } from './live-market.ts';
import { MarketTime } from './market-time.ts';

const SEED = 20261120;
const path = pathCache(SEED);
const feed = new SimulatedFeed(SEED, path);

function marketAt(start: string, prices: SimulatedFeed = feed) {
  let wall = Date.parse('2026-11-20T00:00:00Z');
  const time = new MarketTime({ start: new Date(start), wall: () => wall });
  const market = new LiveMarket({ feed: prices, time, firstDay: FIRST_DAY, onError: () => {}, wall: () => wall });
  return {
    market,
    pass: (seconds: number) => {
      wall += seconds * 1000;
    },
  };
}

describe('quotes', () => {
  test('in the session they show what has happened, not what will', async () => {
    const { market } = marketAt('2026-11-20T05:00:00Z');
    const day = feed.session('RELIANCE', '2026-11-20')!;
    const bars = await feed.bars(market.instrument('RELIANCE')!, new Date('2026-11-20T03:45:00Z'), new Date('2026-11-20T05:00:01Z'));
    const quote = market.quote('RELIANCE')!;
    expect(quote).toMatchObject({
      open: day.o,
      high: Math.max(...bars.map((bar) => bar.h)),
      low: Math.min(...bars.map((bar) => bar.l)),
      ltp: bars.at(-1)!.c,
      prev_close: feed.session('RELIANCE', '2026-11-19')!.c,
      ts: '2026-11-20T05:00:00.000Z',
      phase: 'continuous',
      source: 'simulated',
    });
    expect(quote.change).toBe(Math.round((quote.ltp - quote.prev_close) * 100) / 100);
    expect(quote.volume).toBeGreaterThan(0);
    expect(quote.volume).toBeLessThan(day.v);
  });

  test('second by second low ≤ ltp ≤ high, volume only grows, and the day ends as its bar says', () => {
    const { market, pass } = marketAt('2026-11-20T09:40:00Z');
    let previous = market.quote('M&M')!;
    for (let second = 0; second < 299; second++) {
      pass(1);
      const quote = market.quote('M&M')!;
      expect(
        quote.low <= quote.ltp && quote.ltp <= quote.high && quote.high >= previous.high && quote.low <= previous.low && quote.volume >= previous.volume,
      ).toBe(true);
      previous = quote;
    }
    pass(1);
    const day = feed.session('M&M', '2026-11-20')!;
    expect(market.quote('M&M')).toMatchObject({ ltp: day.c, high: day.h, low: day.l, volume: day.v, phase: 'auction', ts: '2026-11-20T09:45:00.000Z' });
  });

  test('going back in time forgets the later highs and lows', () => {
    const { market, pass } = marketAt('2026-11-20T09:30:00Z');
    market.quote('TCS');
    pass(-5 * 3600);
    expect(market.quote('TCS')).toEqual(marketAt('2026-11-20T04:30:00Z').market.quote('TCS'));
  });

  test('nights, weekends, holidays and the pre-open show the last session', () => {
    const friday = feed.session('INFY', '2026-11-20')!;
    for (const [instant, phase] of [
      ['2026-11-20T13:00:00Z', 'closed'],
      ['2026-11-22T06:00:00Z', 'closed'],
      ['2026-11-23T03:40:00Z', 'preopen'],
    ] as const) {
      expect(marketAt(instant).market.quote('INFY')).toMatchObject({ ltp: friday.c, prev_close: friday.prev_close, phase, ts: '2026-11-20T09:45:00.000Z' });
    }
    expect(marketAt('2026-11-24T06:00:00Z').market.quote('INFY')!.ts).toBe('2026-11-23T09:45:00.000Z');
  });

  test('a suspended stock shows the last price it ever had; an unknown one none', () => {
    const { market } = marketAt('2026-11-20T05:00:00Z');
    expect(market.instrument('TRIVENI')!.status).toBe('suspended');
    expect(market.quote('TRIVENI')!.ts).toBe('2026-10-23T10:00:00.000Z');
    expect(market.quote('NOSUCH')).toBeNull();
  });
});

describe('clock', () => {
  test.each([
    [
      '2026-11-20T05:00:00Z',
      { phase: 'continuous', label: 'Open · closes 15:30', opens_at: null, closes_at: '2026-11-20T10:00:00.000Z', trading_date: '2026-11-20', stale: false },
    ],
    [
      '2026-11-20T13:00:00Z',
      { phase: 'closed', label: 'Closed · opens Mon 23 Nov 09:15', opens_at: '2026-11-23T03:45:00.000Z', closes_at: null, stale: false },
    ],
    ['2026-11-23T12:00:00Z', { phase: 'closed', label: 'Closed · opens Wed 25 Nov 09:15', trading_date: '2026-11-23' }],
  ])('at %s', (instant, expected) => {
    expect(marketAt(instant).market.clock()).toMatchObject({ ...expected, source: 'simulated', speed: 1 });
  });

  test('prices older than 15 s in the session are stale until the next beat; outside it nothing goes stale', async () => {
    const { market, pass } = marketAt('2026-11-20T05:00:00Z');
    pass(15);
    expect(market.fresh()).toBe(true);
    pass(1);
    expect(market.fresh()).toBe(false);
    expect(market.clock().stale).toBe(true);
    await market.beat();
    expect(market.fresh()).toBe(true);
    const night = marketAt('2026-11-20T13:00:00Z');
    night.pass(3600);
    expect(night.market.fresh()).toBe(true);
  });

  test('how far the feed is complete says whether it is fresh, whatever the beat says', async () => {
    const gap = new SimulatedFeed(SEED, path);
    const { market } = marketAt('2026-11-20T03:45:00Z', gap);
    const until = new Date('2026-11-20T03:30:00Z');
    for (const [because, stale] of [
      ['gap', true],
      ['stale', true],
      ['late_file', true],
      ['clock_skew', true],
      ['halt', false],
      ['correction', false],
      [null, false],
    ] as const) {
      vi.spyOn(gap, 'complete').mockReturnValue({ until, because, since: until });
      await market.beat();
      expect([market.fresh(), market.clock().stale], String(because)).toEqual([!stale, stale]);
    }
  });

  test('a feed that hangs is not fresh, though beats are begun', async () => {
    const hung = new SimulatedFeed(SEED, path);
    const { market, pass } = marketAt('2026-11-20T05:00:00Z', hung);
    await market.beat();
    vi.spyOn(hung, 'refresh').mockReturnValue(new Promise(() => undefined));
    for (let second = 0; second < 16; second++) {
      pass(1);
      void market.beat();
    }
    expect(market.fresh()).toBe(false);
  });

  test('a replay can start anywhere on file, not before it and not after the live clock', async () => {
    const { market } = marketAt('2026-11-20T13:00:00Z');
    await market.replay(new Date('2026-11-18T04:00:00Z'), 30);
    expect(market.clock()).toMatchObject({ now: '2026-11-18T04:00:00.000Z', phase: 'continuous', speed: 30 });
    for (const from of ['2023-11-19T12:00:00Z', '2026-11-20T13:00:01Z', '2028-01-01T00:00:00Z', '9999-12-31T00:00:00Z', '2026-13-45T99:00:00Z'])
      await expect(market.replay(new Date(from), 1)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await market.returnToLive();
    expect(market.clock()).toMatchObject({ now: '2026-11-20T13:00:00.000Z', speed: 1 });
  });

  test('a fast replay runs ahead within the live day and waits before its root is due', async () => {
    const { market, pass } = marketAt('2026-11-20T05:00:00Z');
    await market.replay(new Date('2026-11-20T04:00:00Z'), 60);
    pass(3600);
    expect(market.now().toISOString()).toBe('2026-11-20T13:14:00.000Z');
    pass(8 * 3600);
    expect(market.now().toISOString(), 'on Saturday it waits for Monday’s').toBe('2026-11-23T13:14:00.000Z');
  });
});

describe('days', () => {
  test('only completed sessions, as of now or as of another moment', async () => {
    const { market } = marketAt('2026-11-20T05:00:00Z');
    const days = async (asOf?: Date): Promise<string[]> => (await market.dayBars('RELIANCE', '2026-11-18', '2026-12-31', asOf)).map((bar) => bar.day);
    expect(await days()).toEqual(['2026-11-18', '2026-11-19']);
    expect(await days(new Date('2026-11-20T09:45:00Z'))).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
    expect(await days(new Date('2026-11-19T10:00:00Z'))).toEqual(['2026-11-18', '2026-11-19']);
    await expect(market.dayBars('NOSUCH', '2026-11-18', '2026-11-20')).rejects.toMatchObject({ code: 'UNKNOWN_SYMBOL' });
  });

  test('bands: 10 % for F&O stocks, their own for others, of the base price after a split', () => {
    const { market } = marketAt('2026-11-20T05:00:00Z');
    expect(market.band('RELIANCE', '2026-11-20')).toEqual({ low: 1271.4, high: 1553.8 });
    expect(market.band('RITES', '2026-11-20')).toEqual({ low: 203.75, high: 249.01 });
    const split = market.band('BAJFINANCE', '2026-06-16');
    expect(split.high).toBeLessThan(1100);
  });

  test('lots, ticks and status are those of the day', () => {
    const now = marketAt('2026-11-20T05:00:00Z').market;
    expect(now.instrument('NIFTY')).toMatchObject({ kind: 'index', lot_size: 65, tick: 0.05 });
    expect(now.instrument('RELIANCE')).toMatchObject({ lot_size: 500, tick: 0.1, fno: true, sector: 'Energy', cap: 'large', status: 'active' });
    expect(now.instrument('RITES')).toMatchObject({ lot_size: null, fno: false, tick: 0.01 });
    const then = marketAt('2025-06-02T05:00:00Z').market;
    expect(then.instrument('NIFTY')!.lot_size).toBe(75);
    expect(then.instrument('TRIVENI')!.status).toBe('active');
  });
});

describe('candles', () => {
  const candles = (market: LiveMarket, interval: '1d' | '5m', limit: number, from?: string, to?: string) =>
    market.candles(market.instrument('RELIANCE')!, { interval, limit, from, to });

  test('daily: the latest of the range, with the running session as it stands', async () => {
    const { market } = marketAt('2026-11-20T05:00:00Z');
    const days = await candles(market, '1d', 3);
    expect(days.map((candle) => candle.t)).toEqual(['2026-11-18T03:45:00.000Z', '2026-11-19T03:45:00.000Z', '2026-11-20T03:45:00.000Z']);
    const quote = market.quote('RELIANCE')!;
    expect(days.at(-1)).toMatchObject({ o: quote.open, h: quote.high, l: quote.low, c: quote.ltp, v: quote.volume });
    const two = await candles(market, '1d', 250, '2026-11-16', '2026-11-17');
    expect(two.map((candle) => candle.t.slice(0, 10))).toEqual(['2026-11-16', '2026-11-17']);
    expect(await candles(market, '1d', 250, '2026-11-20', '9999-12-31')).toHaveLength(1);
  });

  test('five minutes: they add up to the day, and end where market time ends', async () => {
    const { market } = marketAt('2026-11-20T05:02:00Z');
    const yesterday = await candles(market, '5m', 1200, '2026-11-19', '2026-11-19');
    const day = feed.session('RELIANCE', '2026-11-19')!;
    expect(yesterday).toHaveLength(72);
    expect([yesterday[0]!.o, Math.max(...yesterday.map((candle) => candle.h)), Math.min(...yesterday.map((candle) => candle.l)), yesterday.at(-1)!.c]).toEqual([
      day.o,
      day.h,
      day.l,
      day.c,
    ]);
    expect(yesterday.reduce((sum, candle) => sum + candle.v, 0)).toBe(day.v);
    const today = await candles(market, '5m', 1200, '2026-11-20');
    expect(today).toHaveLength(16);
    expect(today.at(-1)).toMatchObject({ t: '2026-11-20T05:00:00.000Z', c: market.quote('RELIANCE')!.ltp });
    expect(await candles(market, '5m', 100)).toHaveLength(100);
  });
});
