import { PRICE_PARTS, partsOf, rupeesOf } from '../../../money/paise.ts';
import { costOfSides, ratesAt } from '../costs.ts';
import { type LegTerms, sign } from '../legs.ts';

// Apart from the figures of a call, which carry its whole structure: a list needs these alone.

type Prices = readonly number[];

/** What the legs gain between two sets of their prices, in parts of a paisa. */
export const gainOf = (legs: readonly LegTerms[], lotSize: number, from: Prices, to: Prices): number =>
  lotSize * legs.reduce((total, leg, at) => total + sign(leg) * leg.lots * (partsOf(to[at]!) - partsOf(from[at]!)), 0);

/** ₹ of profit (+) or loss (−) between two sets of prices of the same legs (product C.2). */
export const profitOf = (legs: readonly LegTerms[], lotSize: number, entries: Prices, exits: Prices): number =>
  rupeesOf(gainOf(legs, lotSize, entries, exits), PRICE_PARTS);

/** A call that is entered and left, at prices of its legs. `ts`: when it is left, ms. */
interface Trade {
  readonly entries: Prices;
  readonly exits: Prices;
  readonly settled: boolean;
  readonly ts: number;
}

/**
 * Estimated costs of entering a call and leaving it, ₹. Settlement is no trade: what expires into it pays no second side. A leg that lives longer is
 * sold or bought back, and pays it.
 */
export function tradingCost({ legs, lot_size }: { legs: readonly LegTerms[]; lot_size: number }, { entries, exits, settled, ts }: Trade): number {
  const first = legs.reduce((earliest, { expiry }) => (expiry < earliest ? expiry : earliest), '9999');
  const sides = legs.flatMap(({ type, lots, expiry }, at) => {
    const traded = settled && expiry === first ? [entries[at]!] : [entries[at]!, exits[at]!];
    return traded.map((price) => ({ lots, shares: lots * lot_size, premium: type === 'FUT' ? 0 : price }));
  });
  return costOfSides(sides, ratesAt(ts));
}
