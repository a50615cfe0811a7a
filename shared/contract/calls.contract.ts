import * as z from 'zod/mini';
import { PROFESSIONS } from './identity.contract.ts';
import { CAPS } from './market.contract.ts';
import { route } from './route.ts';
import { count, day, id, price, symbol, text } from './text.ts';

export const CALL_TYPES = ['Buy', 'Sell', 'Hold'] as const;
export type CallType = (typeof CALL_TYPES)[number];
export const TERMS = ['intraday', 'shortTerm', 'mediumTerm', 'longTerm'] as const;
export type Term = (typeof TERMS)[number];
export const CALL_STATUSES = ['awaiting_entry', 'active', 'suspended_open', 'target_hit', 'sl_hit', 'exited', 'expired', 'lapsed', 'cancelled'] as const;
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
  'post_mortem',
  'admin_flag',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
export const PERIODS = ['1W', '1M', '3M', '6M', '1Y', 'ALL'] as const;
export type Period = (typeof PERIODS)[number];

/** Text blocks of a call: thesis + trigger + risks together at least 300 characters, kill criteria at least 40. */
export const rationale = z.object({
  thesis: text(2000),
  trigger: text(1000),
  risks: text(1000),
  kill_criteria: text(1000),
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
  other: text(500),
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

export const expertCard = z.object({
  user_id: z.string(),
  full_name: z.string(),
  profession: z.enum(PROFESSIONS),
  picture: z.string(),
  city: z.string(),
  verified: z.boolean(),
  /** SEBI registration number. */
  reg_no: z.string(),
  style: z.string(),
  status: z.enum(['unverified', 'pending', 'verified', 'expiring', 'lapsed', 'suspended', 'rejected']),
  open_calls: z.number(),
  following: z.boolean(),
});
export type ExpertCard = z.output<typeof expertCard>;

/** Spec section 3: target price, price, call type (S3-RECO-01…03), with our further fields. */
export const call = z.object({
  id: z.string(),
  seq_no: z.number(),
  expert: z.pick(expertCard, { user_id: true, full_name: true, profession: true, picture: true, verified: true, reg_no: true }),
  stock: z.string(),
  stock_name: z.string(),
  sector: z.string(),
  cap: z.enum(CAPS),
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
  hash: z.string(),
});
export type Call = z.output<typeof call>;

/** A call the caller may not see: nothing but its term, date and the plan that has it. No symbol, level or expert. */
export const lockedCall = z.object({ locked: z.literal(true), term: z.enum(TERMS), published_on: z.string(), cheapest_plan: z.string() });
export type LockedCall = z.output<typeof lockedCall>;

export const callEvent = z.object({
  n: z.number(),
  type: z.enum(EVENT_TYPES),
  payload: z.record(z.string(), z.unknown()),
  actor: z.string(),
  ts: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
  sig: z.string(),
});
export type CallEvent = z.output<typeof callEvent>;

export const callDetail = z.extend(call, { rationale, disclosures, events: z.array(callEvent), following: z.boolean() });
export type CallDetail = z.output<typeof callDetail>;

const filters = {
  stock: z.optional(symbol),
  user_id: z.optional(id),
  sector: z.optional(text(40)),
  cap: z.optional(z.enum(CAPS)),
  term: z.optional(z.enum(TERMS)),
  call_type: z.optional(z.enum(CALL_TYPES)),
  status: z.optional(z.enum(CALL_STATUSES)),
  period: z.optional(z.enum(PERIODS)),
  sort: z._default(z.enum(['newest', 'oldest', 'potential', 'result']), 'newest'),
};

/** Counting stops here, so that its cost does not grow with the record: a count of 1,000 means 1,000 or more. */
export const COUNT_CEILING = 1000;

/**
 * Keyset-paged list. `next` is null at the end. `total` counts what the filters match and the caller may see, `locked_count` live
 * calls she may not; both stop at `COUNT_CEILING`.
 */
export const callPage = z.object({
  items: z.array(call),
  locked: z.array(lockedCall),
  locked_count: z.number(),
  total: z.number(),
  next: z.nullable(z.string()),
  as_of: z.string(),
});
export type CallPage = z.output<typeof callPage>;

export const listCalls = route({
  method: 'GET',
  path: '/reco/v1/calls',
  summary: 'Live or past equity calls of all experts, as far as the caller’s plan shows them.',
  access: 'open',
  query: z.object({
    view: z._default(z.enum(['live', 'past']), 'live'),
    ...filters,
    followed: z.optional(z.enum(['1'])),
    cursor: z.optional(text(200)),
    limit: count(50, 20),
  }),
  data: callPage,
});
export const myCalls = route({
  method: 'GET',
  path: '/reco/v1/mine',
  summary: 'An expert’s own calls, or calls of the experts an investor follows.',
  access: 'session',
  query: z.object({ tab: z._default(z.enum(['open', 'closed', 'cancelled']), 'open'), ...filters, cursor: z.optional(text(200)), limit: count(50, 20) }),
  data: callPage,
});
export const readCall = route({
  method: 'GET',
  path: '/reco/v1/calls/:id',
  summary: 'One call with rationale, disclosures and its events.',
  access: 'open',
  params: z.object({ id }),
  data: callDetail,
});

/** Everything a browser needs to check a record by itself (product D.3). Hashes hex SHA-256, signatures base64url Ed25519. */
export const callProof = z.object({
  call_id: z.string(),
  expert_id: z.string(),
  /** The call's events, in chain order, each with the canonical JSON (RFC 8785) its hash is taken over. */
  events: z.array(
    z.object({
      n: z.number(),
      canonical: z.string(),
      prev_hash: z.string(),
      hash: z.string(),
      sig: z.string(),
      root_date: z.nullable(z.string()),
      /** Path to the day's root: sibling hash and side. */
      merkle: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
    }),
  ),
  roots: z.array(z.object({ trading_date: z.string(), merkle_root: z.string(), count: z.number(), prev_root: z.string(), signature: z.string() })),
  public_key: z.string(),
});
export type CallProof = z.output<typeof callProof>;
export const readProof = route({
  method: 'GET',
  path: '/reco/v1/calls/:id/proof',
  summary: 'Hash chain, signatures and Merkle paths of one call.',
  access: 'open',
  params: z.object({ id }),
  data: callProof,
});

export const ledger = z.object({
  public_key: z.string(),
  roots: z.array(
    z.object({ trading_date: z.string(), merkle_root: z.string(), count: z.number(), prev_root: z.string(), signature: z.string(), published_at: z.string() }),
  ),
});
export const readLedger = route({ method: 'GET', path: '/reco/v1/ledger', summary: 'Daily signed roots of all call events.', access: 'open', data: ledger });

/** One publishing rule and whether the draft keeps it. `level` warn never blocks. */
export const ruleResult = z.object({ id: z.string(), ok: z.boolean(), level: z.enum(['block', 'warn']), label: z.string(), message: z.string() });
export type RuleResult = z.output<typeof ruleResult>;
export const checkCall = route({
  method: 'POST',
  path: '/reco/v1/calls/check',
  summary: 'Which publishing rules a draft keeps or breaks; stores nothing.',
  access: 'session',
  body: callDraft,
  data: z.object({ rules: z.array(ruleResult), publishable: z.boolean(), potential_return: z.number(), risk_reward: z.number(), recipients: z.number() }),
});
/** `cid`: made once per intent by the client; sending it again answers the first call. */
export const publishCall = route({
  method: 'POST',
  path: '/reco/v1/calls',
  summary: 'Publish an equity call. It can’t be rewritten afterwards.',
  access: 'session',
  body: z.object({ cid: id, draft: callDraft }),
  data: callDetail,
});
export const tightenStop = route({
  method: 'POST',
  path: '/reco/v1/calls/:id/tighten',
  summary: 'Move the stop-loss towards profit (at most five times).',
  access: 'expert',
  params: z.object({ id }),
  body: z.object({ stop_loss: price, cid: id }),
  data: callDetail,
});
export const exitCall = route({
  method: 'POST',
  path: '/reco/v1/calls/:id/exit',
  summary: 'Ask for an early exit at the next price.',
  access: 'expert',
  params: z.object({ id }),
  body: z.object({ reason: text(500, 20), cid: id }),
  data: callDetail,
});
export const addNote = route({
  method: 'POST',
  path: '/reco/v1/calls/:id/note',
  summary: 'Add a note to a call’s timeline.',
  access: 'expert',
  params: z.object({ id }),
  body: z.object({ note: text(1000, 10), cid: id }),
  data: callDetail,
});

export const listExperts = route({
  method: 'GET',
  path: '/reco/v1/experts',
  summary: 'Experts in neutral order (daily shuffle).',
  access: 'open',
  query: z.object({ limit: count(50, 24) }),
  data: z.array(expertCard),
});

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
  max_drawdown_r: z.nullable(z.number()),
  alpha: z.nullable(z.number()),
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
export const readPerformance = route({
  method: 'GET',
  path: '/reco/v1/performance',
  summary: 'Performance of one expert, or of all, as far as the site’s policy allows.',
  access: 'open',
  query: z.object({ user_id: z.optional(id), term: z.optional(z.enum(TERMS)), period: z._default(z.enum(PERIODS), '1M') }),
  data: performance,
});

/** First content of `/`: closed calls as illustrations, counts, experts, and today’s ledger head. */
export const publicView = z.object({
  closed: z.array(call),
  live_count: z.number(),
  closed_count: z.number(),
  experts: z.array(expertCard),
  outcome: z.object({ target_hit: z.number(), sl_hit: z.number(), exited: z.number(), expired: z.number() }),
  perf_mode: z.enum(['demo', 'parrva', 'client_request', 'off']),
  ledger: z.nullable(z.object({ trading_date: z.string(), merkle_root: z.string(), count: z.number() })),
  as_of: z.string(),
});
export type PublicView = z.output<typeof publicView>;
export const readPublicView = route({
  method: 'GET',
  path: '/reco/v1/public',
  summary: 'What a visitor sees before sign-up.',
  access: 'open',
  data: publicView,
});
