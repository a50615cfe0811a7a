import type { Leg } from '../../../options/payoff.ts';
import type { LegTerms } from '../legs.ts';

/** Legs of one expiry as the payoff counts them. */
export const payoffLegs = (legs: readonly (LegTerms & { readonly price: number })[], lotSize: number): Leg[] =>
  legs.map(({ side, type, strike, price, lots }) => ({
    side,
    type,
    strike: type === 'FUT' ? price : strike,
    premium: type === 'FUT' ? 0 : price,
    quantity: lots * lotSize,
  }));
