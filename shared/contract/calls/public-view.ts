import * as z from 'zod/mini';
import { expertCard } from './expert-card.ts';
import { call } from './types.ts';

/**
 * The calls with a result that ended last, a hundred at most. `from` and `to` are the IST days of the first and the last end.
 * Results are a follower's after costs, %, as the lists show them. Averages to 2 decimals: of the gains, of the losses, and of all; null without such a call. `by_chance`: how many would have gained had prices moved without direction
 * between the same stops and targets; `apart` where what was done is further from that than luck explains (two standard deviations). A column counts the calls whose return (%) lies from `from` to
 * `from + step`; the outermost take what lies further out, as far as `lowest` and `highest`.
 */
export const lastResults = z.object({
  from: z.string(),
  to: z.string(),
  gained: z.number(),
  avg_gain: z.nullable(z.number()),
  lost: z.number(),
  avg_loss: z.nullable(z.number()),
  average: z.optional(z.number()),
  by_chance: z.number(),
  apart: z.boolean(),
  lowest: z.number(),
  highest: z.number(),
  step: z.number(),
  columns: z.array(z.object({ from: z.number(), gained: z.number(), lost: z.number() })),
});

export type LastResults = z.output<typeof lastResults>;

/** First content of `/`: closed calls as illustrations, counts, results, experts, and today’s ledger head. */
export const publicView = z.object({
  closed: z.array(call),
  /** The longest of the latest ended calls that everybody could have traded, whatever its result: the page replays it. Null without one. */
  hero: z.optional(z.nullable(call)),
  /** Calls that were live at the start of today; 0 where there are few. */
  live_count: z.number(),
  closed_count: z.number(),
  experts: z.array(expertCard),
  outcome: z.object({ target_hit: z.number(), sl_hit: z.number(), exited: z.number(), expired: z.number() }),
  /** Null where figures are not allowed, and below ten calls. */
  results: z.nullable(lastResults),
  perf_mode: z.enum(['demo', 'parrva', 'client_request', 'off']),
  ledger: z.nullable(z.object({ trading_date: z.string(), merkle_root: z.string(), count: z.number() })),
  /** The last IST day whose ended calls are here, in the list and in every count. */
  closed_until: z.string(),
  /** The trading day whose ended calls come next, and the day on which they do. Null where a longer lag than the next trading day applies. */
  comes_next: z.nullable(z.object({ ended_on: z.string(), appears_on: z.string() })),
  as_of: z.string(),
});

export type PublicView = z.output<typeof publicView>;
