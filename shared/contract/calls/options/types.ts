import * as z from 'zod/mini';
import { day, lines, price, symbol } from '../../text.ts';
import { expertCard } from '../expert-card.ts';
import { notJudgeable } from '../not-judgeable.ts';
import { alreadyPublished, CALL_STATUSES, disclosures, lateAction, rationale, ruleResult } from '../types.ts';

/** Named from the legs; CUSTOM is whatever has no name (product B.1). */
export const STRATEGIES = [
  'LONG_CALL',
  'LONG_PUT',
  'BULL_CALL',
  'BEAR_PUT',
  'BULL_PUT',
  'BEAR_CALL',
  'LONG_STRADDLE',
  'LONG_STRANGLE',
  'SHORT_STRADDLE',
  'SHORT_STRANGLE',
  'IRON_CONDOR',
  'IRON_FLY',
  'CALL_RATIO',
  'PUT_RATIO',
  'CALENDAR',
  'COVERED_CALL',
  'PROTECTIVE_PUT',
  'CUSTOM',
] as const;

export type Strategy = (typeof STRATEGIES)[number];

/** What the author expects of the underlying. */
export const OUTLOOKS = ['bullish', 'bearish', 'neutral', 'volatile'] as const;

export type Outlook = (typeof OUTLOOKS)[number];

export const UNDERLYING_TYPES = ['indices', 'stocks'] as const;

export type UnderlyingType = (typeof UNDERLYING_TYPES)[number];

/**
 * What target and stop-loss are measured on: ₹ of profit (+) or loss (−) of the whole call; ₹ a share of net premium (+ paid,
 * − received); or the level of the underlying.
 */
export const LEVEL_BASES = ['pnl', 'premium', 'underlying'] as const;

export type LevelBasis = (typeof LEVEL_BASES)[number];

/** A future is a leg too: the stock of a covered call and of a protective put. */
export const LEG_TYPES = ['CE', 'PE', 'FUT'] as const;

export type LegType = (typeof LEG_TYPES)[number];

export const OPTION_EVENT_TYPES = [
  'publish',
  'entry_fill',
  'closing',
  'tighten_sl',
  'note',
  'stale',
  'quoted',
  'corp_adjust',
  'exit_request',
  'target_hit',
  'sl_hit',
  'exited',
  'expired',
  'lapsed',
  'cancelled',
  'not_judgeable',
  'judgeable',
  'unjudged',
  'correction',
  'post_mortem',
  'admin_flag',
] as const;

export type OptionEventType = (typeof OPTION_EVENT_TYPES)[number];

/** A number that no arithmetic chokes on. What it may be is for the publishing rules, which have a sentence for each mistake. */
const amount = z.number().check(z.gte(-1_000_000_000), z.lte(1_000_000_000));

/** `strike` ₹ or points, 0 for a future. `lots`: the rules want a whole number from 1. `entry`: what the author saw, ₹ a share. */
export const draftLeg = z.object({
  underlying: symbol,
  side: z.enum(['buy', 'sell']),
  type: z.enum(LEG_TYPES),
  strike: amount,
  expiry: day,
  lots: amount,
  entry: price,
});

export type DraftLeg = z.output<typeof draftLeg>;

export const level = z.object({ basis: z.enum(LEVEL_BASES), value: amount });

export type Level = z.output<typeof level>;

/**
 * What an expert sends to publish an option call. `net_limit`: ₹ a share of net premium beyond which a follower does not enter
 * (+ paid at most, − received at least); null takes the market. `valid_till`: IST date, at most the first expiry, to which the
 * call is then held. `caution`: what an author of unlimited risk tells about it. `base_rate_read`: the box of how many lose.
 */
export const optionDraft = z.object({
  underlying: symbol,
  outlook: z.enum(OUTLOOKS),
  // More than the rules allow may come in: they have a sentence for it.
  legs: z.array(draftLeg).check(z.maxLength(20)),
  net_limit: z._default(z.nullable(amount), null),
  target: level,
  stop: level,
  valid_till: day,
  caution: z._default(lines(1000), ''),
  base_rate_read: z.boolean(),
  rationale,
  disclosures,
});

export type OptionDraft = z.output<typeof optionDraft>;

/** A leg of a published call. `entry` and `exit` are what a follower got, ₹ a share; `mid` beside them what the page showed. */
export const optionLeg = z.object({
  side: z.enum(['buy', 'sell']),
  type: z.enum(LEG_TYPES),
  strike: z.number(),
  expiry: z.string(),
  lots: z.number(),
  mid: z.number(),
  entry: z.nullable(z.number()),
  exit: z.nullable(z.number()),
});

export type OptionLeg = z.output<typeof optionLeg>;

/** ₹ of a whole call unless noted; null where unlimited or not known. `pop`: probability of profit 0–1. */
export const structureFigures = z.object({
  strategy: z.enum(STRATEGIES),
  /** ₹ a share of the options: + paid, − received. */
  net_premium: z.number(),
  max_profit: z.nullable(z.number()),
  max_loss: z.nullable(z.number()),
  breakevens: z.array(z.number()),
  pop: z.nullable(z.number()),
  margin_est: z.number(),
  defined_risk: z.boolean(),
});

export type StructureFigures = z.output<typeof structureFigures>;

/**
 * An open call at the quotes at which a follower could leave now. `exits` ₹ a share, in the order of the legs, null without that side of
 * a quote; `pnl` ₹ of the whole call, null before the entry and where a leg has no price. `rate`: ₹ interest a year, as a fraction.
 */
export const optionStanding = z.object({
  at: z.string(),
  spot: z.number(),
  exits: z.array(z.nullable(z.number())),
  pnl: z.nullable(z.number()),
  rate: z.number(),
  /** How far the underlying is expected to move until the first expiry, ₹ or points, one way; null where no quote says it. Absent in older answers. */
  move: z.optional(z.nullable(z.number())),
  /** The underlying is under the F&O ban today: positions may be closed and none opened. */
  banned: z.boolean(),
  /** Whether a late follower would no longer get the published trade; null where no quote says it. Absent in older answers. */
  entry_passed: z.optional(z.nullable(z.boolean())),
  /** What the call is to somebody who is not in it: `close` to its stop-loss, `late` on its last day; null where no quote says it. Absent in older answers. */
  entry: z.optional(z.nullable(z.enum(['open', 'close', 'late', 'passed']))),
});

export type OptionStanding = z.output<typeof optionStanding>;

export const optionCall = z.extend(structureFigures, {
  id: z.string(),
  expert: z.pick(expertCard, { user_id: true, full_name: true, profession: true, picture: true, verified: true, reg_no: true }),
  segment: z.literal('options'),
  underlying: z.string(),
  underlying_name: z.string(),
  underlying_type: z.enum(UNDERLYING_TYPES),
  outlook: z.enum(OUTLOOKS),
  legs: z.array(optionLeg),
  lot_size: z.number(),
  /** The first of its legs to expire. */
  expiry: z.string(),
  level_basis: z.enum(LEVEL_BASES),
  target: z.number(),
  stop_loss: z.number(),
  initial_stop_loss: z.number(),
  net_limit: z.nullable(z.number()),
  status: z.enum(CALL_STATUSES),
  /** Legs without a quote, and since when: nothing closes the call while there are any. */
  stale: z.nullable(z.object({ since: z.string(), legs: z.array(z.string()) })),
  /** Why its quotes can’t judge the call, and since when; null while they can. Absent in older answers. */
  not_judgeable: z.optional(z.nullable(notJudgeable)),
  published_at: z.string(),
  valid_till: z.string(),
  entry_at: z.nullable(z.string()),
  exit_at: z.nullable(z.string()),
  exit_reason: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  /** What a follower made, and what the middle of the quotes would have made; the difference is the slippage. */
  pnl: z.nullable(z.number()),
  headline_pnl: z.nullable(z.number()),
  slippage: z.nullable(z.number()),
  /** What was at risk, % made of it, and whether an estimated margin stands for a risk without a limit. */
  risk: z.nullable(z.number()),
  return_on_risk: z.nullable(z.number()),
  on_margin: z.boolean(),
  /** Estimated costs of its trades, ₹ (docs/product.md); null until it ended with an exit. Absent in older answers. */
  cost: z.optional(z.nullable(z.number())),
  /** How expiry settled it, in words; null unless it did. */
  settlement: z.nullable(z.string()),
  /** How many conflicts of interest its author declared, by the publication. Absent in older answers. */
  conflicts: z.optional(z.number()),
  hash: z.string(),
  /** As of a call on shares: an action that became known after the call had ended, and that its contracts were not adjusted for. In no event. */
  late_action: z.optional(z.nullable(lateAction)),
  /** Absent where the call has ended, where its chains can’t be read, and where nobody knows what became of its contracts. */
  now: z.optional(optionStanding),
});

export type OptionCall = z.output<typeof optionCall>;

export const optionEvent = z.object({
  /** Of the call's events, from 1. */
  n: z.number(),
  type: z.enum(OPTION_EVENT_TYPES),
  payload: z.record(z.string(), z.unknown()),
  actor: z.string(),
  ts: z.string(),
  hash: z.string(),
});

export const optionDetail = z.extend(optionCall, { caution: z.string(), rationale, disclosures, events: z.array(optionEvent), following: z.boolean() });

export type OptionDetail = z.output<typeof optionDetail>;

/**
 * Keyset-paged list of the calls the caller may see; of others it says nothing, not even how many. `total` stops at
 * `COUNT_CEILING`. `by_result` is false where past calls can’t be ordered by result.
 */
export const optionPage = z.object({
  items: z.array(optionCall),
  total: z.number(),
  next: z.nullable(z.string()),
  by_result: z.boolean(),
  /** Of live lists: how many calls the caller may see can still be entered, whatever the filters, and whether this list holds these alone. */
  enterable: z.optional(z.number()),
  entering: z.optional(z.boolean()),
  as_of: z.string(),
});

export type OptionPage = z.output<typeof optionPage>;

/** Which rules a draft keeps, and its figures; null where its legs can’t be valued. */
export const optionCheck = z.object({
  rules: z.array(ruleResult),
  publishable: z.boolean(),
  figures: z.nullable(structureFigures),
  recipients: z.number(),
  already: alreadyPublished,
});

/** Results of one pool of closed calls: % of what was at risk, before and after estimated costs. Null where the sample is too small. */
export const optionMetrics = z.object({
  n: z.number(),
  hits: z.number(),
  misses: z.number(),
  hit_rate: z.nullable(z.number()),
  avg_return: z.nullable(z.number()),
  /** The same after estimated costs. Absent in older answers. */
  avg_net_return: z.optional(z.nullable(z.number())),
  median_return: z.nullable(z.number()),
  best: z.nullable(z.number()),
  worst: z.nullable(z.number()),
  profit_factor: z.nullable(z.number()),
  avg_days: z.nullable(z.number()),
  early_exit_pct: z.nullable(z.number()),
  /** Mean ₹ between the middle of the quotes and what a follower got. */
  avg_slippage: z.nullable(z.number()),
});

export type OptionMetrics = z.output<typeof optionMetrics>;

/** `defined`: calls whose loss is limited; `on_margin`: the others, measured on an estimated margin. The two are never added up. */
export const optionPerformance = z.object({
  allowed: z.boolean(),
  mode: z.enum(['demo', 'parrva', 'client_request', 'off']),
  defined: z.nullable(optionMetrics),
  on_margin: z.nullable(optionMetrics),
  lapsed: z.number(),
  cancelled: z.number(),
  /** Ended without a result, because no price on file says how. */
  unjudged: z.optional(z.number()),
  method_version: z.string(),
  as_of: z.string(),
  disclaimer: z.string(),
});

export type OptionPerformance = z.output<typeof optionPerformance>;
