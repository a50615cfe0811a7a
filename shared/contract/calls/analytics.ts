import * as z from 'zod/mini';
import { expertCard } from './expert-card.ts';
import { TERMS } from './types.ts';

/** Equity calls of one IST month: those published in it, and those that ended in it, by how. */
export const callMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  published: z.number(),
  target_hit: z.number(),
  sl_hit: z.number(),
  exited: z.number(),
  expired: z.number(),
  lapsed: z.number(),
  cancelled: z.number(),
  /** Ended without a result, because no price on file says how. */
  unjudged: z.optional(z.number()),
});
export type CallMonth = z.output<typeof callMonth>;

/** `/ra-dashboard-analytics`: an author's own calls. Counts only; results are the performance answer's. */
export const ownAnalytics = z.object({
  /** This month and the eleven before it, the newest first, those without calls too. */
  months: z.array(callMonth),
  /** Entered calls that ended in these months, by how far the published stop-loss stood from the entry, in % of it: `from` ≤ distance < `to`. */
  stops: z.array(z.object({ from: z.number(), to: z.nullable(z.number()), calls: z.number(), stopped: z.number() })),
  followers: z.number(),
  /** Of those who follow now, how many began in each of the months. */
  followed: z.array(z.object({ month: z.string(), count: z.number() })),
  as_of: z.string(),
});
export type OwnAnalytics = z.output<typeof ownAnalytics>;

/** `/vimarsh-dashboard-analytics`: all experts' equity calls together, for admins. */
export const platformAnalytics = z.object({
  months: z.array(callMonth),
  /** Open now, by term and side. */
  open: z.array(z.object({ term: z.enum(TERMS), Buy: z.number(), Sell: z.number(), Hold: z.number() })),
  /** Open now, by sector, the most first. */
  sectors: z.array(z.object({ sector: z.string(), Buy: z.number(), Sell: z.number(), Hold: z.number() })),
  /** Experts by the state of their registration. */
  experts: z.array(z.object({ status: expertCard.shape.status, count: z.number() })),
  /** People who follow somebody, and how many follows there are. */
  followers: z.number(),
  follows: z.number(),
  as_of: z.string(),
});
export type PlatformAnalytics = z.output<typeof platformAnalytics>;
