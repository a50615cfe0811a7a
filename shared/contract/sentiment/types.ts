import * as z from 'zod/mini';
import { marketSource } from '../market/source.ts';
import { priceStep } from '../market/types.ts';

/** One reason behind a sentiment score: value in [−1, 1], weight in [0, 1] after renormalising, inputs as text. */
export const driver = z.object({
  key: z.enum(['experts', 'technical', 'volume']),
  label: z.string(),
  value: z.nullable(z.number()),
  weight: z.number(),
  detail: z.string(),
});

/** The closing score of an IST day, and the method that it was computed by on that day; it is not computed again by a later one. */
export const closing = z.object({ day: z.string(), score: z.number(), method: z.optional(z.string()) });

/** Sentiment of one stock, 0–100 with 50 neutral (product C.8). `score` null: the sample is too small or nothing was traded, see `note`. */
export const sentiment = z.object({
  symbol: z.string(),
  name: z.string(),
  exchange: z.string(),
  ltp: z.number(),
  /** Null on a day that opened with a `step`, which is absent in older answers. */
  change: z.nullable(z.number()),
  change_pct: z.nullable(z.number()),
  step: z.optional(z.nullable(priceStep)),
  score: z.nullable(z.number()),
  zone: z.nullable(z.enum(['Very bearish', 'Bearish', 'Neutral', 'Bullish', 'Very bullish'])),
  note: z.string(),
  /** False while it is suspended, and in a session in which it has no trade: prices are of `as_of`, and there is no score of the present. */
  traded: z.boolean(),
  drivers: z.array(driver),
  calls: z.object({ buy: z.number(), sell: z.number(), hold: z.number(), experts: z.number() }),
  /** Closing scores of up to seven sessions in which it traded, oldest first. */
  history: z.array(closing),
  as_of: z.string(),
  phase: z.string(),
  source: z.string(),
  /** Absent in answers of a server from before it was told. */
  prices_from: z.optional(marketSource),
  method: z.string(),
  disclaimer: z.string(),
});

export type Sentiment = z.output<typeof sentiment>;

export const marketSentiment = z.object({
  score: z.number(),
  zone: z.string(),
  breadth: z.object({ advances: z.number(), declines: z.number(), unchanged: z.number() }),
  above_sma50_pct: z.number(),
  inputs: z.array(z.object({ label: z.string(), value: z.string(), weight: z.number() })),
  sectors: z.array(z.object({ sector: z.string(), score: z.number(), stocks: z.number(), change_pct: z.number() })),
  history: z.array(closing),
  as_of: z.string(),
  method: z.string(),
});

export type MarketSentiment = z.output<typeof marketSentiment>;
