import type { OptionType } from './black-76.ts';
import { normalBelow } from './normal.ts';

/** One leg of a strategy. `premium` is paid (bought) or received (sold) per share; `quantity` is in shares: lots × lot size. */
export interface Leg {
  readonly side: 'buy' | 'sell';
  readonly type: OptionType | 'FUT';
  /** For a future, the price at which it was entered. */
  readonly strike: number;
  /** 0 for a future. */
  readonly premium: number;
  readonly quantity: number;
}

/** The maximum number of legs. */
export const MOST_LEGS = 4;

/** Profit or loss at expiry when the underlying closes at `price`, ₹, before costs. */
export function payoffAt(legs: readonly Leg[], price: number): number {
  let total = 0;
  for (const { side, type, strike, premium, quantity } of legs) {
    const worth = type === 'CE' ? Math.max(0, price - strike) : type === 'PE' ? Math.max(0, strike - price) : price - strike;
    total += (side === 'buy' ? 1 : -1) * quantity * (worth - premium);
  }
  return total;
}

export interface Payoff {
  /** ₹ paid (positive) or received (negative) for the options at the start. */
  readonly netPremium: number;
  /** ₹; null if unlimited. A sold put loses no more than at a price of zero, a sold call without a limit. */
  readonly maxProfit: number | null;
  readonly maxLoss: number | null;
  /** Closing prices without profit or loss, ascending. */
  readonly breakevens: readonly number[];
}

/**
 * A strategy's limits of profit and loss at expiry. The payoff is piecewise linear with corners at the strikes, so the
 * corners, price 0 and the slope after the last corner decide everything, and no grid is searched.
 */
export function payoff(legs: readonly Leg[]): Payoff {
  const corners = [0, ...new Set(legs.filter((leg) => leg.type !== 'FUT').map((leg) => leg.strike))].sort((a, b) => a - b);
  const values = corners.map((corner) => payoffAt(legs, corner));
  const last = corners.at(-1)!;
  const slope = payoffAt(legs, last + 1) - values.at(-1)!;
  const breakevens: number[] = [];
  corners.forEach((from, at) => {
    const to = corners[at + 1];
    const start = values[at]!;
    if (start === 0 && from > 0) breakevens.push(from);
    if (to === undefined) {
      if (start * slope < 0) breakevens.push(from - start / slope);
    } else if (start * values[at + 1]! < 0) breakevens.push(from + ((to - from) * start) / (start - values[at + 1]!));
  });
  return {
    netPremium: legs.reduce((sum, { side, premium, quantity }) => sum + (side === 'buy' ? 1 : -1) * premium * quantity, 0),
    maxProfit: slope > 1e-9 ? null : Math.max(...values),
    maxLoss: slope < -1e-9 ? null : Math.min(...values),
    breakevens,
  };
}

interface Distribution {
  readonly forward: number;
  readonly volatility: number;
  readonly years: number;
}

/**
 * Probability that the strategy ends above zero, under the assumption printed beside it: the closing price is lognormal
 * around the forward with one volatility (the ATM IV) and no further drift. Between 0 and 1.
 */
export const probabilityOfProfit = (legs: readonly Leg[], assumed: Distribution): number =>
  chanceAboveZero((price) => payoffAt(legs, price), payoff(legs).breakevens, assumed);

/** The same of anything whose value is known at every price, and crosses zero at `breakevens`, ascending, and nowhere else. */
export function chanceAboveZero(valueAt: (price: number) => number, breakevens: readonly number[], { forward, volatility, years }: Distribution): number {
  const spread = volatility * Math.sqrt(years);
  if (!(spread > 0)) return valueAt(forward) > 0 ? 1 : 0;
  const below = (price: number): number => (price <= 0 ? 0 : normalBelow(Math.log(price / forward) / spread + spread / 2));
  const edges = [0, ...breakevens, Number.POSITIVE_INFINITY];
  let probability = 0;
  for (let at = 0; at + 1 < edges.length; at += 1) {
    const [from, to] = [edges[at]!, edges[at + 1]!];
    const last = to === Number.POSITIVE_INFINITY;
    if (valueAt(last ? from * 2 + forward : (from + to) / 2) > 0) probability += (last ? 1 : below(to)) - below(from);
  }
  return probability;
}
