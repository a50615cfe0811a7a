import * as z from 'zod/mini';
import { route } from './route.ts';
import { count, day, symbol, text } from './text.ts';

export const CAPS = ['large', 'mid', 'small'] as const;

export const instrument = z.object({
  symbol: z.string(),
  name: z.string(),
  exchange: z.enum(['NSE', 'BSE']),
  kind: z.enum(['equity', 'index']),
  isin: z.string(),
  sector: z.string(),
  cap: z.enum(CAPS),
  /** ₹ step of a price now (depends on the price, product 0.3). */
  tick: z.number(),
  lot_size: z.nullable(z.number()),
  fno: z.boolean(),
  status: z.enum(['active', 'suspended', 'ban', 'delisted']),
});
export type Instrument = z.output<typeof instrument>;

/** Phase of the cash session. `closed` covers nights, weekends and holidays. */
export const PHASES = ['preopen', 'continuous', 'auction', 'post', 'closed'] as const;
export type Phase = (typeof PHASES)[number];

export const quote = z.object({
  symbol: z.string(),
  ltp: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  prev_close: z.number(),
  /** ₹ and % against the previous close. */
  change: z.number(),
  change_pct: z.number(),
  volume: z.number(),
  /** UTC instant of the last trade. */
  ts: z.string(),
  phase: z.enum(PHASES),
  source: z.enum(['simulated', 'replay', 'feed']),
});
export type Quote = z.output<typeof quote>;

/** Candle; `t` UTC instant of its start, prices ₹, volume in shares. */
export const candle = z.object({ t: z.string(), o: z.number(), h: z.number(), l: z.number(), c: z.number(), v: z.number() });
export type Candle = z.output<typeof candle>;

export const marketClock = z.object({
  /** Market time now, UTC. In a replay it differs from the wall clock. */
  now: z.string(),
  phase: z.enum(PHASES),
  /** Trading date shown (IST). */
  trading_date: z.string(),
  /** "Open · closes 15:30", "Closed · opens Mon 23 Nov 09:15". */
  label: z.string(),
  opens_at: z.nullable(z.string()),
  closes_at: z.nullable(z.string()),
  source: z.enum(['simulated', 'replay', 'feed']),
  speed: z.number(),
  stale: z.boolean(),
});
export type MarketClock = z.output<typeof marketClock>;

const symbolList = z
  .pipe(
    text(2000, 1),
    z.transform((value) => [...new Set(value.split(',').filter(Boolean))]),
  )
  .check(
    z.refine((list) => list.length <= 200, 'At most 200 symbols'),
    z.refine((list) => list.every((item) => /^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(item)), 'Not a trading symbol'),
  );

export const searchInstruments = route({
  method: 'GET',
  path: '/market/v1/instruments',
  summary: 'Find stocks by symbol or name.',
  access: 'open',
  query: z.object({ search: z._default(text(40), ''), limit: count(100, 20) }),
  data: z.array(instrument),
});
export const readInstrument = route({
  method: 'GET',
  path: '/market/v1/instruments/:symbol',
  summary: 'One stock with its tick and price band for today.',
  access: 'open',
  params: z.object({ symbol }),
  data: z.extend(instrument, { band_low: z.number(), band_high: z.number() }),
});
export const readQuotes = route({
  method: 'GET',
  path: '/market/v1/quotes',
  summary: 'Latest quotes of up to 200 symbols.',
  access: 'open',
  query: z.object({ symbols: symbolList }),
  data: z.array(quote),
});
export const readCandles = route({
  method: 'GET',
  path: '/market/v1/candles',
  summary: 'Candles of one stock: daily, or 5 minutes of the last sessions.',
  access: 'open',
  query: z.object({ symbol, interval: z._default(z.enum(['1d', '5m']), '1d'), from: z.optional(day), to: z.optional(day), limit: count(1200, 250) }),
  data: z.array(candle),
});
export const readClock = route({ method: 'GET', path: '/market/v1/clock', summary: 'Market clock and session phase.', access: 'open', data: marketClock });
/** Demo only: replay a session. `from` UTC; `speed` 1 to 60; absent `from` returns to the live clock. */
export const setClock = route({
  method: 'POST',
  path: '/market/v1/clock',
  summary: 'Demo: replay the market from a moment at 1 to 60 times speed.',
  access: 'demo',
  body: z.object({
    from: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/))),
    speed: z._default(z.number().check(z.minimum(1), z.maximum(60)), 1),
  }),
  data: marketClock,
});
