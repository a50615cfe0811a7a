import * as z from 'zod/mini';
import { figure } from '../figure.ts';
import { marketSource } from '../market/source.ts';

const mover = z.object({
  symbol: z.string(),
  name: z.string(),
  ltp: z.number(),
  change_pct: z.number(),
  /** Shares, and ₹ at the last price. */
  volume: z.number(),
  turnover: z.number(),
  /** Times the mean of 20 sessions; null with fewer. */
  volume_ratio: z.nullable(z.number()),
});

export type Mover = z.output<typeof mover>;

export const marketsOverview = z.object({
  indices: z.array(z.object({ symbol: z.string(), name: z.string(), ltp: z.number(), change: z.number(), change_pct: z.number() })),
  breadth: z.object({ advances: z.number(), declines: z.number(), unchanged: z.number() }),
  /** Each list ten at most, the strongest first. */
  gainers: z.array(mover),
  losers: z.array(mover),
  active: z.array(mover),
  shockers: z.array(mover),
  highs: z.array(mover),
  lows: z.array(mover),
  sectors: z.array(z.object({ sector: z.string(), stocks: z.number(), change_pct: z.number() })),
  /** Volatility and put-call ratio of NIFTY’s nearest expiry; empty without options. */
  options: z.array(figure),
  expiries: z.array(z.object({ day: z.string(), symbols: z.array(z.string()) })),
  holidays: z.array(z.string()),
  /** The last year whose holidays are all known; of later ones only the fixed ones are. */
  holidays_announced: z.string(),
  actions: z.array(z.object({ day: z.string(), symbol: z.string(), text: z.string() })),
  label: z.string(),
  as_of: z.string(),
  phase: z.string(),
  stale: z.boolean(),
  source: z.string(),
  /** Absent in answers of a server from before it was told. */
  prices_from: z.optional(marketSource),
});

export type MarketsOverview = z.output<typeof marketsOverview>;
