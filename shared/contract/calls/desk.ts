import * as z from 'zod/mini';
import { expertCard } from './expert-card.ts';
import { CALL_STATUSES, CALL_TYPES, PERIODS, TERMS } from './types.ts';

const named = z.pick(expertCard, { user_id: true, full_name: true, profession: true, picture: true, verified: true, reg_no: true });

/** An expert whom the caller follows. Counts are of equity calls that the caller may read; nothing here says how they ended. */
export const followedExpert = z.extend(named, {
  /** Open now. */
  open: z.number(),
  /** Of those, published within the period. */
  fresh: z.number(),
  /** Instant of the newest open call; null without one. */
  latest: z.nullable(z.string()),
});
export type FollowedExpert = z.output<typeof followedExpert>;

/** Something that happened to a call the caller may read. */
export const activity = z.object({
  at: z.string(),
  what: z.enum(['published', 'entered', 'ended']),
  call_id: z.string(),
  stock: z.string(),
  call_type: z.enum(CALL_TYPES),
  term: z.enum(TERMS),
  expert: z.pick(expertCard, { user_id: true, full_name: true }),
  /** How it stands after that. */
  status: z.enum(CALL_STATUSES),
  /** % on record, before costs, of what ended with a result; null for everything else. */
  realised_return: z.nullable(z.number()),
  /** What a follower made of it, % after costs, as a row of it says. Absent in older answers. */
  made: z.optional(z.nullable(z.number())),
});
export type Activity = z.output<typeof activity>;

/** An expert's own work on equity calls. What they owe for stopped ones of every kind is a question of its own (`owedPostMortems`). */
export const ownDesk = z.object({
  status: expertCard.shape.status,
  /** Last IST day of the registration. */
  valid_to: z.string(),
  followers: z.number(),
  /** Followed since the period began. */
  new_followers: z.number(),
  published_today: z.number(),
  /** As many as the publishing rules allow in a day. */
  most_a_day: z.number(),
  open: z.number(),
  /** Within the period, by how they ended. */
  ended: z.object({
    target_hit: z.number(),
    sl_hit: z.number(),
    exited: z.number(),
    expired: z.number(),
    lapsed: z.number(),
    cancelled: z.number(),
    unjudged: z.optional(z.number()),
  }),
});
export type OwnDesk = z.output<typeof ownDesk>;

/** Results of several calls on shares, % after costs, as followers had them: `sum` of all, 2 decimals, rounded once; `gained` and `lost` count them. */
export const followedSum = z.object({ gained: z.number(), lost: z.number(), sum: z.number() });
export type FollowedSum = z.output<typeof followedSum>;

/** What became of the followed experts' calls that the caller may read. `open`: entered and not ended, at the prices of the moment. */
export const followedResults = z.object({ today: followedSum, period: followedSum, open: followedSum });
export type FollowedResults = z.output<typeof followedResults>;

/** Why a call needs its reader now. The bad news stands first. */
export const NEEDS = ['near_stop', 'ended', 'near_target', 'entry_ends'] as const;

/** A call on shares that needs the reader today: near its stop-loss or target, ended today, or its entry can be had today and no longer. */
export const need = z.object({
  what: z.enum(NEEDS),
  ...z.pick(activity, { call_id: true, stock: true, call_type: true, term: true, expert: true, status: true }).shape,
  /** When it ended, or until when it can be entered; null for an open call that was entered. */
  at: z.nullable(z.string()),
  /** What a follower has made of it, % after costs; null where there is no result. */
  made: z.nullable(z.number()),
});
export type Need = z.output<typeof need>;

/** `/my-dashboard`. `own` for registered experts only; `experts` whom the caller follows, the one with the newest call first, at most 50. */
export const desk = z.object({
  period: z.enum(PERIODS),
  own: z.nullable(ownDesk),
  experts: z.array(followedExpert),
  /** Newest first, at most 50: of the caller's own calls, or of the followed experts'. */
  activity: z.array(activity),
  /** Null where nobody is followed or the site's policy shows no figures; absent in older answers. */
  results: z.optional(z.nullable(followedResults)),
  /** Of the calls in `activity`, those that need the reader now: at most 12, and how many there are. Absent in older answers. */
  needs: z.optional(z.object({ items: z.array(need), total: z.number() })),
  as_of: z.string(),
});
export type Desk = z.output<typeof desk>;
