import { type Sampled, sampled } from '../insights/sample.ts';

/**
 * A volatility index by NSE's published method for India VIX ("India VIX: computation methodology", after CBOE): the variance
 * implied by out-of-the-money options of two expiries, interpolated to 30 calendar days.
 */
export const VOLATILITY_INDEX_METHOD = 'india-vix-1';

/** ₹ a share, two-sided. */
export interface TwoSided {
  readonly bid: number;
  readonly ask: number;
}
export interface StrikeQuotes {
  readonly strike: number;
  readonly call: TwoSided | null;
  readonly put: TwoSided | null;
}
export interface ExpiryQuotes {
  /** By ascending strike. */
  readonly quotes: readonly StrikeQuotes[];
  /** Last price of this expiry's future. */
  readonly forward: number;
  /** Calendar time to expiry, 365 days a year. */
  readonly years: number;
  /** Continuously compounded, a fraction a year. */
  readonly rate: number;
}

/** An option with a wider spread, relative to its mid price, is ignored. */
const WIDEST_SPREAD = 0.3;
/** Quoted strikes each side needs at or out of the money. */
export const LEAST_QUOTED = 3;
const THIRTY_DAYS = 30 / 365;

export interface ExpectedVariance {
  /** Annual: 0.04 is a volatility of 20 %. */
  readonly variance: number;
  /** The strike just below the forward. */
  readonly atm: number;
  /** Number of strikes used. */
  readonly strikes: number;
}

/** σ² = 2/T · Σ ΔK/K² · e^RT · Q(K) − 1/T · (F/K₀ − 1)², over puts below K₀, calls above it, and their mean at it. */
export function expectedVariance({ quotes, forward, years, rate }: ExpiryQuotes): Sampled<ExpectedVariance> {
  const atm = quotes.findLast(({ strike }) => strike < forward)?.strike;
  const fair = (side: 'call' | 'put') => quotes.flatMap((row) => middleOf(row.strike, row[side]));
  const [calls, puts] = [fair('call'), fair('put')];
  const have = Math.min(calls.filter(({ x }) => x >= (atm ?? Infinity)).length, puts.filter(({ x }) => x <= (atm ?? 0)).length);
  return sampled(atm === undefined || years <= 0 ? 0 : have, LEAST_QUOTED, () => {
    const [callAt, putAt] = [naturalSpline(calls), naturalSpline(puts)];
    const strip = quotes.flatMap(({ strike }) => {
      const prices = [strike <= atm! ? putAt(strike) : null, strike >= atm! ? callAt(strike) : null].filter((price) => price !== null);
      return prices.length === 0 ? [] : [{ strike, price: prices.reduce((sum, price) => sum + price, 0) / prices.length }];
    });
    const sum = strip.reduce((total, { strike, price }, at) => {
      const [below, above] = [strip[Math.max(0, at - 1)]!, strip[Math.min(strip.length - 1, at + 1)]!];
      const gap = (above.strike - below.strike) / (at === 0 || at === strip.length - 1 ? 1 : 2);
      return total + (gap / strike ** 2) * price;
    }, 0);
    return { variance: (2 * Math.exp(rate * years) * sum - (forward / atm! - 1) ** 2) / years, atm: atm!, strikes: strip.length };
  });
}

interface Term {
  readonly variance: number;
  readonly years: number;
}

/** The weight of each expiry for 30 days. If both are later, it extrapolates: the nearer weighs more than 1, the other less than 0. */
export const weightsOf = (near: number, next: number): readonly [near: number, next: number] => [
  (next - THIRTY_DAYS) / (next - near),
  (THIRTY_DAYS - near) / (next - near),
];

/** The index in % a year, or null where the terms contradict each other. */
export function volatilityIndexOf(near: Term, next: Term): number | null {
  const [first, second] = weightsOf(near.years, next.years);
  const variance = (near.years * near.variance * first + next.years * next.variance * second) / THIRTY_DAYS;
  return variance > 0 ? 100 * Math.sqrt(variance) : null;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function middleOf(strike: number, quote: TwoSided | null): Point[] {
  if (!quote || quote.bid <= 0 || quote.ask < quote.bid) return [];
  const middle = (quote.bid + quote.ask) / 2;
  return (quote.ask - quote.bid) / middle > WIDEST_SPREAD ? [] : [{ x: strike, y: middle }];
}

/** The natural cubic spline through three or more points of ascending x; null outside them, never below zero. */
export function naturalSpline(points: readonly Point[]): (x: number) => number | null {
  const last = points.length - 1;
  const width = (at: number): number => points[at + 1]!.x - points[at]!.x;
  const slope = (at: number): number => (points[at + 1]!.y - points[at]!.y) / width(at);
  // Second derivatives, 0 at both ends, from the tridiagonal system of the inner points.
  const [upper, right, bend] = [0, 0, 0].map(() => new Array<number>(points.length).fill(0)) as [number[], number[], number[]];
  for (let at = 1; at < last; at += 1) {
    const pivot = 2 * (width(at - 1) + width(at)) - width(at - 1) * upper[at - 1]!;
    upper[at] = width(at) / pivot;
    right[at] = (6 * (slope(at) - slope(at - 1)) - width(at - 1) * right[at - 1]!) / pivot;
  }
  for (let at = last - 1; at > 0; at -= 1) bend[at] = right[at]! - upper[at]! * bend[at + 1]!;
  return (x) => {
    const at = Math.min(
      points.findLastIndex((point) => point.x <= x),
      last - 1,
    );
    if (at < 0 || x > points[last]!.x) return null;
    const [h, t] = [width(at), x - points[at]!.x];
    const first = slope(at) - ((2 * bend[at]! + bend[at + 1]!) * h) / 6;
    return Math.max(0, points[at]!.y + t * (first + t * (bend[at]! / 2 + (t * (bend[at + 1]! - bend[at]!)) / (6 * h))));
  };
}
