import type { OptionCall } from '../../../../contract/calls/options/types.ts';
import { toPaise } from '../../../money/paise.ts';
import { isOpen } from '../../record-rules.ts';
import { units } from '../legs.ts';
import { profitOf, tradingCost } from './gains.ts';

export interface OptionMade {
  /** ₹ of one lot of each leg, or of the smallest form of a structure whose legs have different lots. */
  readonly lot: number;
  /** ₹ of the whole call. */
  readonly whole: number;
  /** % of what is at risk; null where nothing is. */
  readonly pct: number | null;
  /** Estimated costs of the whole call, ₹: while it is open, as if it were left now. */
  readonly cost: number;
}

type Followed = Pick<OptionCall, 'legs' | 'lot_size' | 'status' | 'now' | 'risk' | 'pnl' | 'cost' | 'not_judgeable'>;

const known = (prices: readonly (number | null)[]): prices is readonly number[] => prices.every((price) => price !== null);

/** Profit and costs of an open call as if it were left at prices of now; null before the entry and where a leg has none. */
function leftAt({ legs, lot_size, now }: Followed, exits: readonly (number | null)[] | undefined): { pnl: number; cost: number } | null {
  const entries = legs.map(({ entry }) => entry);
  if (!now || !exits || !known(entries) || !known(exits)) return null;
  return {
    pnl: profitOf(legs, lot_size, entries, exits),
    cost: tradingCost({ legs, lot_size }, { entries, exits, settled: false, ts: Date.parse(now.at) }),
  };
}

/** What remains of a result after costs: ₹ of the whole call, and % of what is at risk, null where nothing is. */
export function afterCosts({ pnl, cost, risk }: { pnl: number; cost: number; risk: number | null }): Pick<OptionMade, 'whole' | 'pct'> {
  const whole = toPaise(pnl - cost);
  return { whole, pct: risk ? (100 * whole) / risk : null };
}

/**
 * What a follower has made of an option call since entry, after costs: while it is open at the quotes at which it could be left now, and once it
 * ended as its record says. Null before the entry, without quotes, and while prices can't judge it.
 */
export function optionMade(call: Followed): OptionMade | null {
  const { status, pnl, cost } = call;
  return counted(call, isOpen(status) ? leftAt(call, call.now?.exits) : pnl === null ? null : { pnl, cost: cost ?? 0 });
}

/** Whether a leg would expire without value where the underlying is. */
const isOutOfMoney = ({ type, strike }: Pick<OptionCall['legs'][number], 'type' | 'strike'>, spot: number): boolean =>
  (type === 'CE' && strike > spot) || (type === 'PE' && strike < spot);

/**
 * Prices to leave at now, where a bought leg out of the money that nobody bids for counts as worth nothing. Null where another leg has no price: buying
 * back what was sold may cost anything, and what is in the money has a worth that nobody tells.
 */
export function leastExits({ legs, now }: Pick<OptionCall, 'legs' | 'now'>): number[] | null {
  // Without a single price the chain is silent, which says nothing of what a leg is worth.
  if (!now || now.exits.every((exit) => exit === null)) return null;
  const exits = now.exits.map((exit, at) => exit ?? (legs[at]!.side === 'buy' && isOutOfMoney(legs[at]!, now.spot) ? 0 : null));
  return known(exits) ? [...exits] : null;
}

/** What a follower has made of an open call at least, where nobody bids for some of its bought legs: these count as worth nothing. */
export const leastMade = (call: Followed): OptionMade | null => (isOpen(call.status) ? counted(call, leftAt(call, leastExits(call) ?? undefined)) : null);

function counted({ legs, risk, not_judgeable }: Followed, made: { pnl: number; cost: number } | null): OptionMade | null {
  if (not_judgeable || !made) return null;
  const { whole, pct } = afterCosts({ ...made, risk });
  return { lot: toPaise(whole / units(legs)), whole, pct, cost: made.cost };
}
