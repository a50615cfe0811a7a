import * as z from 'zod/mini';
import { companySize } from '../market/types.ts';
import { day, lines, price, symbol, text } from '../text.ts';
import { expertCard } from './expert-card.ts';
import { ledgerKey } from './ledger-key.ts';
import { notJudgeable } from './not-judgeable.ts';

export const CALL_TYPES = ['Buy', 'Sell', 'Hold'] as const;

export type CallType = (typeof CALL_TYPES)[number];

export const TERMS = ['intraday', 'shortTerm', 'mediumTerm', 'longTerm'] as const;

export type Term = (typeof TERMS)[number];

export const CALL_STATUSES = [
  'awaiting_entry',
  'active',
  'suspended_open',
  'target_hit',
  'sl_hit',
  'exited',
  'expired',
  'lapsed',
  'cancelled',
  // It ended and no price on file says how.
  'unjudged',
] as const;

export type CallStatus = (typeof CALL_STATUSES)[number];

export const ENTRY_MODES = ['market', 'limit', 'range'] as const;

export const EVENT_TYPES = [
  'publish',
  'entry_fill',
  'tighten_sl',
  'note',
  'target_hit',
  'sl_hit',
  'exit_request',
  'exited',
  'expired',
  'lapsed',
  'cancelled',
  'corp_adjust',
  'not_judgeable',
  'judgeable',
  'unjudged',
  'correction',
  'post_mortem',
  'admin_flag',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const PERIODS = ['1W', '1M', '3M', '6M', '1Y', 'ALL'] as const;

export type Period = (typeof PERIODS)[number];

/** Text blocks of a call: thesis + trigger + risks together at least 300 characters, kill criteria at least 40. */
export const rationale = z.object({
  thesis: lines(2000),
  trigger: lines(1000),
  risks: lines(1000),
  kill_criteria: lines(1000),
  method: z.enum(['technical', 'fundamental', 'quant', 'mixed']),
  sources: z.array(text(200)).check(z.maxLength(8)),
  ai_used: z.enum(['none', 'assist', 'generated']),
});

export type Rationale = z.output<typeof rationale>;

/** Regulation 19 disclosures of the author, and the 30/5-day dealing attestation. */
export const disclosures = z.object({
  holds: z.boolean(),
  over1pct: z.boolean(),
  compensation_12m: z.boolean(),
  market_maker: z.boolean(),
  officer: z.boolean(),
  other: lines(500),
  attest_30_5: z.boolean(),
});

export type Disclosures = z.output<typeof disclosures>;

/** What an expert sends to publish an equity call. Prices ₹. `valid_till` IST date; for intraday it is today. */
export const callDraft = z.object({
  stock: symbol,
  exchange: z._default(z.enum(['NSE', 'BSE']), 'NSE'),
  call_type: z.enum(CALL_TYPES),
  term: z.enum(TERMS),
  entry_mode: z.enum(ENTRY_MODES),
  /** Equal for market and limit; low ≤ high for a range. For market: the price the author saw. */
  entry_low: price,
  entry_high: price,
  target: price,
  stop_loss: price,
  target2: z.optional(price),
  target3: z.optional(price),
  valid_till: day,
  rationale,
  disclosures,
});

export type CallDraft = z.output<typeof callDraft>;

/** Corporate actions of one ex-date (IST). */
export const lateAction = z.object({ ex_date: day, actions: z.array(z.string()) });

export type LateAction = z.output<typeof lateAction>;

/** Spec section 3: target price, price, call type (S3-RECO-01…03), with our further fields. */
export const call = z.object({
  id: z.string(),
  expert: z.pick(expertCard, { user_id: true, full_name: true, profession: true, picture: true, verified: true, reg_no: true }),
  stock: z.string(),
  stock_name: z.string(),
  sector: z.string(),
  /** Size of the company at publication; null where it was not known. */
  cap: companySize,
  exchange: z.enum(['NSE', 'BSE']),
  segment: z.literal('equity'),
  call_type: z.enum(CALL_TYPES),
  term: z.enum(TERMS),
  entry_mode: z.enum(ENTRY_MODES),
  /** Middle of the entry range, ₹: the base of potential return. */
  price: z.number(),
  entry_low: z.number(),
  entry_high: z.number(),
  target_price: z.number(),
  stop_loss: z.number(),
  initial_stop_loss: z.number(),
  target2: z.nullable(z.number()),
  target3: z.nullable(z.number()),
  status: z.enum(CALL_STATUSES),
  /** Null while prices judge the call. */
  not_judgeable: z.optional(z.nullable(notJudgeable)),
  published_at: z.string(),
  valid_till: z.string(),
  /** % to 2 decimals, from `price` to `target_price` (S9-CALC-06…09). */
  potential_return: z.number(),
  risk_reward: z.number(),
  entry_fill: z.nullable(z.object({ price: z.number(), ts: z.string() })),
  exit: z.nullable(z.object({ price: z.number(), ts: z.string(), reason: z.string() })),
  /** When the call ended, by price, date or hand; null while it is open. */
  ended_at: z.nullable(z.string()),
  /** % and multiple of the published risk; null while open and for Hold. */
  realised_return: z.nullable(z.number()),
  r_multiple: z.nullable(z.number()),
  /** How many conflicts of interest its author declared, by the publication. Absent in older answers. */
  conflicts: z.optional(z.number()),
  hash: z.string(),
  /**
   * What a follower paid, and once it ended what they got, ₹ on the share count of now or of the end (docs/record-format.md). Null where it is
   * not known, or not yet: the call's own prices stand for theirs. In no event.
   */
  follower: z.optional(z.nullable(z.object({ entry: z.number(), exit: z.nullable(z.number()) }))),
  /** An action that became known after prices had ended the call, and that its levels were not adjusted for; two people look at the end. In no event. */
  late_action: z.optional(z.nullable(lateAction)),
  /** The price of an open call when the answer was made, ₹, with the day's change, %. Absent once it ended, without a price, and on a day whose price stepped and nobody knows why. */
  now: z.optional(z.object({ price: z.number(), change_pct: z.number(), at: z.string() })),
});

export type Call = z.output<typeof call>;

/** Live calls of a term that the caller may not see: their number and the cheapest plan that has them, '' where plans are not named. */
export const lockedCalls = z.object({ term: z.enum(TERMS), cheapest_plan: z.string(), count: z.number() });

export type LockedCalls = z.output<typeof lockedCalls>;

export const callEvent = z.object({
  /** Of the call's events, from 1. */
  n: z.number(),
  type: z.enum(EVENT_TYPES),
  payload: z.record(z.string(), z.unknown()),
  actor: z.string(),
  ts: z.string(),
  hash: z.string(),
});

export type CallEvent = z.output<typeof callEvent>;

export const callDetail = z.extend(call, { rationale, disclosures, events: z.array(callEvent), following: z.boolean() });

export type CallDetail = z.output<typeof callDetail>;

/** Counting stops here, so that its cost does not grow with the record: a count of 1,000 means 1,000 or more. */
export const COUNT_CEILING = 1000;

/**
 * Keyset-paged list. `next` is null at the end. `total` counts what the filters match and the caller may see, `locked_count` all
 * calls of terms outside her plan that were live at the start of today, 0 for visitors where there are few; both stop at `COUNT_CEILING`.
 * `by_result` is false where past calls can’t be narrowed by status nor ordered by result: the counts would be a hit rate.
 */
export const callPage = z.object({
  items: z.array(call),
  locked: z.array(lockedCalls),
  locked_count: z.number(),
  total: z.number(),
  next: z.nullable(z.string()),
  by_result: z.boolean(),
  /** Of live lists: how many calls the caller may see can still be entered, whatever the filters, and whether this list holds these alone, with calls to sell behind them. */
  enterable: z.optional(z.number()),
  entering: z.optional(z.boolean()),
  as_of: z.string(),
});

export type CallPage = z.output<typeof callPage>;

/** Everything a browser needs to check a record by itself (product D.3). Hashes hex SHA-256, signatures base64url Ed25519. */
export const callProof = z.object({
  call_id: z.string(),
  expert_id: z.string(),
  /**
   * The call's events, in order, each with the canonical JSON (RFC 8785) its hash is taken over. `place` opens the text's `link`,
   * for the author alone: which of their events this is, and the hash of the one before.
   */
  events: z.array(
    z.object({
      n: z.number(),
      canonical: z.string(),
      prev_hash: z.string(),
      hash: z.string(),
      sig: z.string(),
      place: z.nullable(z.object({ n: z.number(), prev_hash: z.string(), salt: z.string() })),
      root_date: z.nullable(z.string()),
      /** Its number in the log, from 0, and the salt of its entry; absent before a head of the log covers it (docs/record-format.md). */
      log: z.optional(z.object({ index: z.number(), salt: z.string() })),
      /** Path to the day's root: sibling hash and side. */
      merkle: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
    }),
  ),
  roots: z.array(z.object({ trading_date: z.string(), merkle_root: z.string(), count: z.number(), prev_root: z.string(), signature: z.string() })),
  public_key: z.string(),
  /** All keys of the ledger up to this one; absent in proofs from before it could change. */
  keys: z.optional(z.array(ledgerKey)),
});

export type CallProof = z.output<typeof callProof>;

export const ledger = z.object({
  /** The latest. */
  public_key: z.string(),
  keys: z.optional(z.array(ledgerKey)),
  roots: z.array(
    z.object({ trading_date: z.string(), merkle_root: z.string(), count: z.number(), prev_root: z.string(), signature: z.string(), published_at: z.string() }),
  ),
});

export type LedgerFile = z.output<typeof ledger>;

/**
 * One publishing rule and whether the draft keeps it. `level` warn never blocks. `waits`: neither kept nor broken until another
 * rule is kept. `at`: where a rule speaks of several fields of the draft, its sentence for each; `message` holds them all.
 */
export const ruleResult = z.object({
  id: z.string(),
  ok: z.boolean(),
  level: z.enum(['block', 'warn']),
  label: z.string(),
  message: z.string(),
  waits: z.optional(z.boolean()),
  at: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});

export type RuleResult = z.output<typeof ruleResult>;

/** The intent named with the draft has published it: only the answer that said so did not arrive. Older servers don't say. */
export const alreadyPublished = z.optional(z.boolean());

/** Result figures; % to 4 decimals inside, shown with 2. Null where the sample is too small or undefined. */
export const metrics = z.object({
  n: z.number(),
  hits: z.number(),
  misses: z.number(),
  hit_rate: z.nullable(z.number()),
  avg_return: z.nullable(z.number()),
  median_return: z.nullable(z.number()),
  best: z.nullable(z.number()),
  worst: z.nullable(z.number()),
  expectancy_r: z.nullable(z.number()),
  profit_factor: z.nullable(z.number()),
  avg_days: z.nullable(z.number()),
  early_exit_pct: z.nullable(z.number()),
  lapsed: z.number(),
  cancelled: z.number(),
  /** Ended without a result, because no price on file says how. */
  unjudged: z.optional(z.number()),
  max_drawdown_r: z.nullable(z.number()),
  alpha: z.nullable(z.number()),
  /** Of the last 365 days and all terms, whatever the period of the other figures (product C.7). */
  score: z.nullable(z.number()),
  stars: z.nullable(z.number()),
});

export type Metrics = z.output<typeof metrics>;

export const performance = z.object({
  allowed: z.boolean(),
  mode: z.enum(['demo', 'parrva', 'client_request', 'off']),
  metrics: z.nullable(metrics),
  method_version: z.string(),
  as_of: z.string(),
  disclaimer: z.string(),
  /** Why figures are missing: too few closed calls, or the site's policy. */
  note: z.optional(z.string()),
});
