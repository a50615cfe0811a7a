import * as z from 'zod/mini';
import { notJudgeable } from '../calls/not-judgeable.ts';
import { day, id, price, symbol } from '../text.ts';

/** Alerts one person may keep, those that fired among them. */
export const MOST_ALERTS = 50;

/** Alerts one person is told of on one IST day. */
export const MOST_A_DAY = 20;

export const SIDES = ['above', 'below'] as const;
const side = z.enum(SIDES);

/** % with at most 2 decimals. */
const percent = (most: number) =>
  z.number().check(
    z.gte(0.1, 'Enter 0.1% or more'),
    z.lte(most, `Enter at most ${most}%`),
    z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Enter at most 2 decimals'),
  );

/** One contract of an underlying. */
export const alertContract = z.object({ type: z.enum(['CE', 'PE']), strike: price, expiry: day });

/** What an alert waits for. */
export const alertCondition = z.discriminatedUnion('kind', [
  /** The price reaches `value`, ₹ (an index: points). */
  z.object({ kind: z.literal('price'), symbol, side, value: price }),
  /** It stands `value` % above or below the previous close. */
  z.object({ kind: z.literal('percent'), symbol, side, value: percent(50) }),
  /** Wilder’s RSI of 14 sessions, the running one included, reaches `value`. */
  z.object({
    kind: z.literal('rsi'),
    symbol,
    side,
    value: z.int('Enter a whole number').check(z.gte(1, 'Enter 1 to 99'), z.lte(99, 'Enter 1 to 99')),
  }),
  /** Open interest stands `value` % above or below the previous close’s: of a contract, or (null) of all options of the nearest expiry. */
  z
    .object({ kind: z.literal('oi'), symbol, side, value: percent(500), contract: z.nullable(alertContract) })
    .check(z.refine((one) => one.side === 'above' || one.value < 100, { message: 'Open interest can’t fall by 100% or more', path: ['value'] })),
  /** A new call on a stock or index. */
  z.object({ kind: z.literal('call_stock'), symbol }),
  /** A new call by an expert. */
  z.object({ kind: z.literal('call_expert'), user_id: id }),
]);

export type AlertCondition = z.output<typeof alertCondition>;
/** Those that a figure reaches. */
export type LevelCondition = Extract<AlertCondition, { value: number }>;
export type AlertContract = z.output<typeof alertContract>;

const expert = z.nullable(z.object({ user_id: id, full_name: z.string() }));

export const alert = z.object({
  id,
  condition: alertCondition,
  /** Whom `call_expert` names. */
  expert,
  /** The figure is counted in points, not in ₹. */
  points: z.boolean(),
  /** A price level on today’s shares, where a split or bonus came since; otherwise null. */
  level_now: z.nullable(z.number()),
  /** Fires again after it has come back; otherwise it is done when it has fired. */
  repeats: z.boolean(),
  /** `ended`: the contract has expired, or the stock is not traded any more. */
  state: z.enum(['on', 'paused', 'done', 'ended']),
  /** Paused because its owner's plan no longer includes what it waits for; the owner can't let it go on. */
  not_in_plan: z.boolean(),
  /** It fired and has to come back before it can fire again. */
  coming_back: z.boolean(),
  /** The first day (IST) on which the exchange traded and what it waits for did not, and has not since; otherwise null. Nothing can fire it meanwhile. */
  no_trade_since: z.optional(z.nullable(day)),
  /** Why it does not trade, as the exchange's files say; null where they say nothing. What is delisted or merged never trades again. */
  untraded_because: z.optional(z.nullable(z.enum(['suspended', 'delisted', 'merged']))),
  /**
   * The price step that nobody has explained yet and that it waits for, as a call does: until it is explained, no price of since then can fire it.
   * Absent where a server does not tell.
   */
  not_judgeable: z.optional(z.nullable(notJudgeable)),
  /** UTC instants; null before the first. */
  created_at: z.string(),
  fired_at: z.nullable(z.string()),
  fires: z.number(),
  /** The last time it fired its owner had been told of `MOST_A_DAY` others that day, so of it nothing was told. */
  held: z.boolean(),
});
export type Alert = z.output<typeof alert>;

export const alertList = z.object({
  /** The newest first. */
  alerts: z.array(alert),
  /** How many fired today (IST); above `MOST_A_DAY` the rest was only kept here. */
  fired_today: z.number(),
});
export type AlertList = z.output<typeof alertList>;
