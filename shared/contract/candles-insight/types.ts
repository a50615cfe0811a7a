import * as z from 'zod/mini';
import { marketSource } from '../market/source.ts';
import { candle, PHASES } from '../market/types.ts';

/** Stretches of time that a candle can stand for: minutes, an hour, a session, a week, a month. */
export const CANDLE_INTERVALS = ['1m', '5m', '15m', '1h', '1d', '1w', '1M'] as const;

export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

/** Candles of a stock or index on today's share count, with what became of the calls on it that anybody may read. */
export const candlesInsight = z.object({
  symbol: z.string(),
  interval: z.enum(CANDLE_INTERVALS),
  /** What there is of this symbol: where only whole days are known, none below a session. */
  intervals: z.array(z.enum(CANDLE_INTERVALS)),
  /** Oldest first, the running one at the end. */
  candles: z.array(candle),
  /** Calls that have ended and are public by now, oldest first; never their levels or authors. Open calls belong to who is entitled. */
  calls: z.array(
    z.object({
      call_type: z.enum(['Buy', 'Sell', 'Hold']),
      published_at: z.string(),
      ended_at: z.string(),
      status: z.enum(['target_hit', 'sl_hit', 'exited', 'expired']),
    }),
  ),
  /** Ex-dates up to now on which prices before them were divided, oldest first, and by what; absent of a server from before they were told. */
  share_changes: z.optional(z.array(z.object({ day: z.string(), ratio: z.number() }))),
  as_of: z.string(),
  phase: z.enum(PHASES),
  stale: z.boolean(),
  source: z.string(),
  /** Absent in answers of a server from before it was told. */
  prices_from: z.optional(marketSource),
});

export type CandlesInsight = z.output<typeof candlesInsight>;

export const candleInterval = z._default(z.enum(CANDLE_INTERVALS), '1d');
