import * as z from 'zod/mini';
import { marketSource } from './source.ts';
import { demoTimeState } from './time-control.ts';

export const CAPS = ['large', 'mid', 'small'] as const;

/** Size of a company by the exchange's lists of the largest 100, the next 150 and the next 250; null where none names it. */
export const companySize = z.nullable(z.enum(CAPS));

export const instrument = z.object({
  symbol: z.string(),
  name: z.string(),
  exchange: z.enum(['NSE', 'BSE']),
  kind: z.enum(['equity', 'index']),
  isin: z.string(),
  sector: z.string(),
  cap: companySize,
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

/** A step of a price at the open of an IST day that no trading makes and no corporate action on file explains; ₹. */
export const priceStep = z.object({ day: z.string(), before: z.nullable(z.number()), opened: z.nullable(z.number()) });

export const quote = z.object({
  symbol: z.string(),
  ltp: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  prev_close: z.number(),
  /** ₹ and % against the previous close; null on a day that opened with a `step`, across which no price stands against another. */
  change: z.nullable(z.number()),
  change_pct: z.nullable(z.number()),
  volume: z.number(),
  /** UTC instant of the last trade. */
  ts: z.string(),
  phase: z.enum(PHASES),
  /** Source of the prices: `id` of the market's source. */
  source: z.string(),
  /** Absent in older answers. */
  step: z.optional(z.nullable(priceStep)),
});

export type Quote = z.output<typeof quote>;

/** Candle; `t` UTC instant of its start, prices ₹, volume in shares. */
export const candle = z.object({ t: z.string(), o: z.number(), h: z.number(), l: z.number(), c: z.number(), v: z.number() });

export type Candle = z.output<typeof candle>;

export const marketClock = z.object({
  /** Market time now, UTC. In the demo and in a replay it differs from the wall clock. */
  now: z.string(),
  phase: z.enum(PHASES),
  /** Trading date shown (IST). */
  trading_date: z.string(),
  /** "Open · closes 15:30", "Closed · opens Mon 23 Nov 09:15". */
  label: z.string(),
  opens_at: z.nullable(z.string()),
  closes_at: z.nullable(z.string()),
  source: z.string(),
  /** Seconds of market time in a second; 0 while the demo's is held. */
  speed: z.number(),
  stale: z.boolean(),
  /** Absent, as the line, in answers of a server from before it was told. */
  prices_from: z.optional(marketSource),
  /** Names the source and says when its prices are of: "Prices: NSE end-of-day files, 27 Nov 2026". */
  prices: z.optional(z.string()),
  /** Where the demo keeps a market time of its own; absent where the clock is the real one, or that of a replay. */
  demo: z.optional(demoTimeState),
});

export type MarketClock = z.output<typeof marketClock>;
