import type { LegType } from '../../../contract/calls/options/types.ts';
import { PRICE_PARTS, partsOf } from '../../money/paise.ts';

/** One leg, whatever it costs. `strike` is 0 for a future, `expiry` an IST date, `lots` a whole number. */
export interface LegTerms {
  readonly side: 'buy' | 'sell';
  readonly type: LegType;
  readonly strike: number;
  readonly expiry: string;
  readonly lots: number;
}

/** +1 for a bought leg, −1 for a sold one. */
export const sign = ({ side }: Pick<LegTerms, 'side'>): 1 | -1 => (side === 'buy' ? 1 : -1);

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** How many times the smallest form of the structure is traded: 2 for two lots against four. */
export const units = (legs: readonly Pick<LegTerms, 'lots'>[]): number => legs.reduce((all, { lots }) => divisor(lots, all), 0) || 1;

/** ₹ a share of the smallest form of the structure, of the options alone: + paid, − received. Legs and prices in the same order. */
export function premiumOf(legs: readonly LegTerms[], prices: readonly number[]): number {
  const sum = legs.reduce((total, leg, at) => total + (leg.type === 'FUT' ? 0 : sign(leg) * leg.lots * partsOf(prices[at]!)), 0);
  return sum / (units(legs) * 100 * PRICE_PARTS) + 0;
}
