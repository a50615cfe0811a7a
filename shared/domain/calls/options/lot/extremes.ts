import type { OptionCall } from '../../../../contract/calls/options/types.ts';
import { toPaise } from '../../../money/paise.ts';
import { payoff, payoffAt } from '../../../options/payoff.ts';
import { units } from '../legs.ts';
import { payoffLegs } from './payoff-legs.ts';

export type DrawnOption = Pick<OptionCall, 'legs' | 'lot_size' | 'max_profit' | 'max_loss' | 'net_premium' | 'now'>;

/** ₹ of a lot at most, null without a limit, and whether only a price of zero brings it. */
export interface Extreme {
  readonly value: number | null;
  readonly atZero: boolean;
}

export interface Extremes {
  readonly gain: Extreme;
  /** Below zero or zero. */
  readonly loss: Extreme;
  /** ₹ of a lot where the underlying ends two expected moves higher or lower, and these levels; null where no quote says how far it moves, or legs expire apart. */
  readonly moves: { readonly up: number; readonly down: number; readonly upTo: number; readonly downTo: number } | null;
}

/** Expected moves that are told and drawn to either side. */
const MOVES = 2;

const pricedLegs = ({ legs, lot_size }: DrawnOption) =>
  payoffLegs(
    legs.map((leg) => ({ ...leg, price: leg.entry ?? leg.mid })),
    lot_size,
  );

/** ₹ of a lot at the first expiry by the level of the underlying, from the prices a follower got, before the entry the published ones; null where legs expire apart. */
export function lotAtExpiry(call: DrawnOption): ((level: number) => number) | null {
  const { legs } = call;
  if (legs.some(({ expiry }) => expiry !== legs[0]!.expiry)) return null;
  const priced = pricedLegs(call);
  const each = units(legs);
  return (level) => toPaise(payoffAt(priced, level) / each);
}

const strikesOf = ({ legs }: DrawnOption): number[] => legs.flatMap(({ type, strike }) => (type === 'FUT' ? [] : [strike]));

/** The most that a lot can gain and lose, where an end of that lies, and what two expected moves bring: the good side never without the bad one. */
export function extremesOf(call: DrawnOption): Extremes {
  const each = units(call.legs);
  const value = lotAtExpiry(call);
  const { maxProfit: max_profit, maxLoss: max_loss } = value ? payoff(pricedLegs(call)) : { maxProfit: call.max_profit, maxLoss: call.max_loss };
  const inner = value ? Math.max(...strikesOf(call).map(value)) : 0;
  const least = value ? Math.min(...strikesOf(call).map(value)) : 0;
  const ofLot = (limit: number | null): number | null => (limit === null ? null : toPaise(limit / each));
  const { spot, move } = call.now ?? {};
  const level = (way: 1 | -1): number => Math.max(0, spot! + way * MOVES * move!);
  return {
    gain: { value: ofLot(max_profit), atZero: value !== null && max_profit !== null && value(0) > inner },
    loss: { value: ofLot(max_loss), atZero: value !== null && max_loss !== null && value(0) < least },
    moves: value && spot !== undefined && move ? { up: value(level(1)), down: value(level(-1)), upTo: level(1), downTo: level(-1) } : null,
  };
}

export interface Sketch {
  /** Levels with what they bring, ₹ of a lot, ascending; between two of them it is a straight line. */
  readonly points: readonly (readonly [level: number, value: number])[];
  readonly spot: number | null;
  /** Levels at which it crosses zero, ascending. */
  readonly breakevens: readonly number[];
}

/** Where a straight line crosses zero between two points, in full paise. */
function crossing([level, value]: readonly [number, number], next: readonly [number, number] | undefined): number[] {
  return !next || value * next[1] >= 0 ? [] : [toPaise(level + ((next[0] - level) * value) / (value - next[1]))];
}

/** The payoff at the first expiry in as few points as it has corners, over two and a half expected moves or a little beyond its strikes. */
export function payoffSketch(call: DrawnOption): Sketch | null {
  const value = lotAtExpiry(call);
  const strikes = strikesOf(call);
  if (!value || strikes.length === 0) return null;
  const { spot = null, move } = call.now ?? {};
  const [low, high] = [Math.min(...strikes, spot ?? strikes[0]!), Math.max(...strikes, spot ?? strikes[0]!)];
  const room = Math.max(0.4 * (high - low), spot !== null && move ? 1.25 * move : 0.02 * high);
  const [from, to] = [Math.max(0, low - room), high + room];
  const corners = [from, ...new Set(strikes), to].sort((a, b) => a - b);
  const points = corners.map((level) => [level, value(level)] as const);
  return { points, spot, breakevens: points.flatMap((point, at) => crossing(point, points[at + 1])) };
}
