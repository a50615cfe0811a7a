import type { StructureFigures } from '../../../contract/calls/options/types.ts';
import { PRICE_PARTS, partsOf, rupeesOf, toPaise } from '../../money/paise.ts';
import { black76 } from '../../options/black-76.ts';
import { chanceAboveZero, payoff, payoffAt } from '../../options/payoff.ts';
import { type LegTerms, premiumOf, sign } from './legs.ts';
import { payoffLegs } from './lot/payoff-legs.ts';
import { firstExpiry, hasDefinedRisk, strategyOf } from './strategy.ts';

/** A leg with its price, ₹ a share. `volatility` (a fraction a year) and `yearsAfter` (its life after the first expiry) matter for later expiries alone. */
export interface PricedLeg extends LegTerms {
  readonly price: number;
  readonly volatility: number | null;
  readonly yearsAfter: number;
}

/** What the figures assume. `forward` to the first expiry, `volatility` at the money, `years` of trading left, `rate` a year. */
export interface Assumed {
  readonly spot: number;
  readonly isIndex: boolean;
  readonly lotSize: number;
  readonly forward: number;
  readonly volatility: number | null;
  readonly years: number;
  readonly rate: number;
}

/** % of the underlying's value that an exchange asks for a short position, as an estimate (product C.10). */
const MARGIN = { index: 12, stock: 20 };

/**
 * Profit or loss, ₹, when the underlying stands at `price` at the first expiry: what expires is worth its intrinsic value, what
 * lives longer Black's price (1976) at its volatility of today, on a forward that carries the rate and nothing else.
 */
export function valueAt(legs: readonly PricedLeg[], { lotSize, rate }: Pick<Assumed, 'lotSize' | 'rate'>, price: number): number {
  let total = 0;
  for (const leg of legs) {
    const { type, strike, yearsAfter: years, volatility } = leg;
    const forward = price * Math.exp(rate * years);
    const worth =
      type === 'FUT'
        ? forward
        : price <= 0
          ? type === 'PE'
            ? Math.exp(-rate * years) * strike
            : 0
          : black76({ type, forward, strike, years, rate }, volatility ?? 0);
    total += sign(leg) * leg.lots * lotSize * (worth - leg.price);
  }
  return total;
}

interface Limits {
  readonly max_profit: number | null;
  readonly max_loss: number | null;
  readonly breakevens: readonly number[];
}

const STEPS = 1200;
/** How far a curve is followed: from nothing to this many times the spot. */
const FAR = 4;

/** Limits of a structure whose legs expire apart: its value at the first expiry is a curve, followed in small steps and then closed in on. */
function curveLimits(legs: readonly PricedLeg[], assumed: Assumed): Limits {
  const at = (price: number): number => valueAt(legs, assumed, price);
  const strikes = legs.flatMap(({ type, strike }) => (type === 'FUT' ? [] : [strike]));
  const points = [...new Set([...Array.from({ length: STEPS + 1 }, (_, step) => (assumed.spot * FAR * step) / STEPS), ...strikes])].sort((a, b) => a - b);
  const values = points.map(at);
  const breakevens: number[] = [];
  for (let step = 1; step < points.length; step += 1) {
    if (values[step - 1]! * values[step]! < 0) breakevens.push(crossing(at, points[step - 1]!, points[step]!));
    else if (values[step] === 0) breakevens.push(points[step]!);
  }
  const peak = (better: (a: number, b: number) => boolean): number => {
    const best = values.reduce((top, value, step) => (better(value, values[top]!) ? step : top), 0);
    return extreme(at, points[Math.max(0, best - 1)]!, points[best]!, points[Math.min(points.length - 1, best + 1)]!, better);
  };
  const slope = legs.reduce((sum, leg) => sum + (leg.type === 'PE' ? 0 : sign(leg) * leg.lots), 0);
  return {
    max_profit: slope > 0 ? null : peak((a, b) => a > b),
    max_loss: slope < 0 ? null : peak((a, b) => a < b),
    breakevens,
  };
}

function crossing(at: (price: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const rising = at(high) > 0;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (at(middle) > 0 === rising) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/** The best value between two neighbours of a point, by thirds; the point itself where it is a corner. */
function extreme(at: (price: number) => number, from: number, point: number, to: number, better: (a: number, b: number) => boolean): number {
  let best = at(point);
  for (const [start, end] of [
    [from, point],
    [point, to],
  ] as const) {
    let [low, high] = [start, end];
    for (let step = 0; step < 60; step += 1) {
      const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
      if (better(at(left), at(right))) high = right;
      else low = left;
    }
    const found = at((low + high) / 2);
    if (better(found, best)) best = found;
  }
  return best;
}

/** What legs that all expire together gain and lose at most, in parts of a paisa: sums and corners are counted whole, so that no half is lost before it is rounded. */
export function exactLimits(legs: readonly (LegTerms & { readonly price: number })[], lotSize: number) {
  return payoff(payoffLegs(legs, lotSize).map((leg) => ({ ...leg, strike: partsOf(leg.strike), premium: partsOf(leg.premium) })));
}

/**
 * In whole paise. Where all legs expire together the payoff says what can be lost, as everywhere (`options/payoff.ts`): a sold put loses
 * no more than at a price of zero, a sold call without a limit. Where legs expire apart the curve ends with the first expiry; what is left
 * then without cover may lose more than is on it, so no limit is told.
 */
function limitsOf(legs: readonly PricedLeg[], assumed: Assumed): Limits {
  if (legs.some(({ expiry }) => expiry !== firstExpiry(legs))) {
    const { max_profit, max_loss, breakevens } = curveLimits(legs, assumed);
    const known = max_loss !== null && hasDefinedRisk(legs);
    return { max_profit: max_profit === null ? null : toPaise(max_profit), max_loss: known ? toPaise(max_loss) : null, breakevens };
  }
  const { maxProfit, maxLoss, breakevens } = exactLimits(legs, assumed.lotSize);
  const rupees = (parts: number | null): number | null => (parts === null ? null : rupeesOf(parts, PRICE_PARTS));
  return { max_profit: rupees(maxProfit), max_loss: rupees(maxLoss), breakevens: breakevens.map((parts) => parts / (100 * PRICE_PARTS)) };
}

/**
 * Probability that the call stands above zero at the first expiry: the closing price is lognormal around the forward with the volatility
 * at the money and no drift. Null without a volatility.
 */
export function probabilityBetweenBreakevens(legs: readonly PricedLeg[], breakevens: readonly number[], assumed: Assumed): number | null {
  const { forward, volatility, years } = assumed;
  if (volatility === null) return null;
  const one = legs.every(({ yearsAfter }) => yearsAfter === 0);
  const own = one ? payoffLegs(legs, assumed.lotSize) : null;
  return chanceAboveZero((price) => (own ? payoffAt(own, price) : valueAt(legs, assumed, price)), breakevens, { forward, volatility, years });
}

/** Estimated margin, ₹ (product C.10): a share of the value of what is sold without cover, on the dearer side; what may be lost at most, where that is limited and more. */
export function marginOf(legs: readonly LegTerms[], { spot, isIndex, lotSize }: Pick<Assumed, 'spot' | 'isIndex' | 'lotSize'>, maxLoss: number | null): number {
  // What expires before a sold leg does not cover it: after each expiry what is left is counted anew.
  const left = [...new Set(legs.map(({ expiry }) => expiry))].map((day) => legs.filter(({ expiry }) => expiry >= day));
  const bare = (counts: (leg: LegTerms) => number): number => Math.max(0, ...left.map((those) => -those.reduce((sum, leg) => sum + counts(leg), 0)));
  const up = bare((leg) => (leg.type === 'PE' ? 0 : sign(leg) * leg.lots));
  const down = bare((leg) => (leg.type === 'CE' ? 0 : (leg.type === 'PE' ? 1 : -1) * sign(leg) * leg.lots));
  const asked = rupeesOf((isIndex ? MARGIN.index : MARGIN.stock) * partsOf(spot) * lotSize * Math.max(up, down), 100 * PRICE_PARTS);
  return Math.max(asked, maxLoss === null ? 0 : -maxLoss);
}

/** Everything a structure is judged by, of the whole call. */
export function structureOf(legs: readonly PricedLeg[], assumed: Assumed): StructureFigures {
  const { max_profit, max_loss, breakevens } = limitsOf(legs, assumed);
  const defined_risk = hasDefinedRisk(legs);
  const pop = probabilityBetweenBreakevens(legs, breakevens, assumed);
  return {
    strategy: strategyOf(legs),
    net_premium: premiumOf(
      legs,
      legs.map(({ price }) => price),
    ),
    max_profit,
    max_loss,
    breakevens: breakevens.map(toPaise),
    pop: pop === null ? null : Math.round(pop * 10_000) / 10_000,
    // Nobody asks for all that a put sold without cover loses at a price of zero.
    margin_est: marginOf(legs, assumed, defined_risk ? max_loss : null),
    defined_risk,
  };
}

/**
 * What is at risk, ₹, and whether an estimated margin stands for it (product C.2): the net debit of what was bought, the most that can be
 * lost where that is limited, which may be nothing, otherwise the margin.
 */
export function riskOf(
  legs: readonly LegTerms[],
  { max_loss, margin_est }: Pick<StructureFigures, 'max_loss' | 'margin_est'>,
): { risk: number; on_margin: boolean } {
  const limited = hasDefinedRisk(legs) && max_loss !== null;
  return limited ? { risk: Math.max(0, -max_loss), on_margin: false } : { risk: margin_est, on_margin: true };
}
