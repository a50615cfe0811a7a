import * as z from 'zod/mini';
import { day } from '../../text.ts';
import { notJudgeable } from '../not-judgeable.ts';
import { CALL_STATUSES, disclosures, rationale } from '../types.ts';
import { LEG_TYPES, LEVEL_BASES, type OptionEventType, OUTLOOKS, structureFigures, UNDERLYING_TYPES } from './types.ts';

/** A record outlives its writers: what a later version adds to a payload is no damage. Instants UTC, money ₹ a share unless noted. */
const payload = z.looseObject;

/** What a leg cost or brought; `mid` null where only one side was quoted. */
const fill = z.object({ price: z.number(), mid: z.nullable(z.number()) });
const fills = z.array(fill).check(z.minLength(1));

/** Best prices of a contract; null where nobody bids or asks. */
const quote = z.object({ bid: z.nullable(z.number()), ask: z.nullable(z.number()) });

/** When it happened by its prices, where it became known only after a daily root; and the version of the rules that took the prices. */
const judged = { at: z.optional(z.iso.datetime()), rules: z.optional(z.number()) };

const leg = z.looseObject({
  side: z.enum(['buy', 'sell']),
  type: z.enum(LEG_TYPES),
  strike: z.number(),
  expiry: day,
  lots: z.int().check(z.positive()),
  mid: z.number(),
  /** What the author saw. */
  entry: z.number(),
});

const published = payload({
  ...structureFigures.shape,
  stock: z.string(),
  underlying_name: z.string(),
  underlying_type: z.enum(UNDERLYING_TYPES),
  outlook: z.enum(OUTLOOKS),
  legs: z.array(leg).check(z.minLength(1)),
  lot_size: z.number().check(z.positive()),
  level_basis: z.enum(LEVEL_BASES),
  target: z.number(),
  stop_loss: z.number(),
  net_limit: z.nullable(z.number()),
  spot: z.number(),
  /** What the figures assume: interest a year as a fraction, and the volatility at the money. */
  rate: z.number(),
  volatility: z.nullable(z.number()),
  feed_ts: z.iso.datetime(),
  entry_until: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  settles: z.boolean(),
  valid_till: day,
  caution: z.string(),
  base_rate_read: z.boolean(),
  rationale,
  disclosures,
});

/** How a call stands before or after a correction. Prices of several legs are no one price: none stands here. */
const standing = z.object({ status: z.enum(CALL_STATUSES), entry: z.null(), exit: z.null() });

/** How a call ended: at the quotes of a look, or at the value its first expiry was settled at. */
const ended = payload({
  ...judged,
  basis: z.enum(['level', 'gap', 'both', 'request', 'settlement']),
  legs: fills,
  spot: z.optional(z.number()),
  settlement: z.optional(z.string()),
  value: z.optional(z.number()),
});

const over = payload({ ...judged, reason: z.string() });

/** What the record of an option call holds, by the type of the event. */
export const OPTION_PAYLOADS = {
  publish: published,
  entry_fill: payload({ ...judged, legs: fills, net_premium: z.number(), spot: z.number() }),
  closing: payload({
    ...judged,
    as: z.enum(['target_hit', 'sl_hit', 'exited', 'expired']),
    basis: z.enum(['level', 'gap', 'both', 'request']),
    mids: z.array(z.nullable(z.number())).check(z.minLength(1)),
    spot: z.number(),
    // What decided it, absent in older events: the quotes of the legs, and the underlying since the look before.
    first: z.optional(z.boolean()),
    quotes: z.optional(z.array(z.nullable(quote)).check(z.minLength(1))),
    underlying: z.optional(z.object({ open: z.number(), high: z.number(), low: z.number() })),
  }),
  tighten_sl: payload({ stop_loss: z.number(), from: z.number() }),
  note: payload({ note: z.string() }),
  /** Numbers of the legs without a quote, from 0. */
  stale: payload({ ...judged, legs: z.array(z.int().check(z.gte(0))).check(z.minLength(1)) }),
  quoted: payload(judged),
  /** All actions of one ex-date: `amount` ₹ off the strikes, which are then divided by `ratio`. `action` names the first of them. */
  corp_adjust: payload({
    ...judged,
    action: z.string().check(z.maxLength(40)),
    ratio: z.number().check(z.positive()),
    amount: z.optional(z.number().check(z.positive())),
    ex_date: day,
  }),
  exit_request: payload({ reason: z.string() }),
  target_hit: ended,
  sl_hit: ended,
  exited: ended,
  expired: ended,
  lapsed: over,
  cancelled: over,
  not_judgeable: payload({ ...judged, ...notJudgeable.shape }),
  judgeable: payload({ ...judged, day }),
  unjudged: payload({ ...judged, cause: z.literal('no_trade'), day }),
  /** By two people: a call that waits is judged on, or counts for nothing. */
  correction: payload({
    corrects: z.int().check(z.positive()),
    decision: z.enum(['go_on', 'void']),
    day: z.optional(day),
    cause: z.optional(notJudgeable.shape.cause),
    before: standing,
    after: standing,
    reason: z.string(),
    proposed_by: z.string(),
    approved_by: z.string(),
  }),
  post_mortem: payload({ text: z.string() }),
  admin_flag: payload({ ...judged, flag: z.string() }),
} satisfies Record<OptionEventType, z.core.$ZodType>;

export type OptionPayloads = { readonly [Type in OptionEventType]: z.output<(typeof OPTION_PAYLOADS)[Type]> };

/** Payload of `publish`: the draft, and the state of chain and register at that instant. */
export type OptionPublishPayload = OptionPayloads['publish'];
