import { istDay } from '../../market/ist-day.ts';
import { PRICE_PARTS, partsOf, rupeesOf } from '../../money/paise.ts';

/** Estimated costs of trading option calls (docs/product.md): ₹ a lot and side, and a share of the premium of each side. */
export interface CostRates {
  /** IST day of the exit from which they count; null: from the beginning. */
  readonly since: string | null;
  readonly lotSide: number;
  readonly premium: { readonly of: number; readonly in: number };
}

/** The latest last. A change is a new row with its day, never an edited one: results of the past keep the costs they were told with. */
export const COST_RATES: readonly CostRates[] = [{ since: null, lotSide: 40, premium: { of: 15, in: 10_000 } }];

/** The rates at an instant, ms. */
export const ratesAt = (ts: number, rates: readonly CostRates[] = COST_RATES): CostRates => {
  const day = istDay(new Date(ts));
  return rates.findLast(({ since }) => since === null || since <= day)!;
};

/** One side of a leg that was traded. */
export interface TradedSide {
  readonly lots: number;
  /** Shares of all its lots. */
  readonly shares: number;
  /** ₹ a share; 0 for a future, which has no premium. */
  readonly premium: number;
}

/** ₹ of some sides at one date's rates, rounded once. */
export function costOfSides(sides: readonly TradedSide[], { lotSide, premium }: CostRates): number {
  const parts = sides.reduce((sum, side) => sum + partsOf(lotSide) * side.lots * premium.in + partsOf(side.premium) * side.shares * premium.of, 0);
  return rupeesOf(parts, PRICE_PARTS * premium.in);
}
