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

/** Profit and costs of an open call as if it were left at the quotes of now; null before the entry and where a leg has no quote. */
function leftNow({ legs, lot_size, now }: Followed): { pnl: number; cost: number } | null {
  const entries = legs.map(({ entry }) => entry);
  if (!now || !known(entries) || !known(now.exits)) return null;
  const exits = now.exits;
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
  const { legs, status, risk, pnl, cost, not_judgeable } = call;
  if (not_judgeable) return null;
  const made = isOpen(status) ? leftNow(call) : pnl === null ? null : { pnl, cost: cost ?? 0 };
  if (!made) return null;
  const { whole, pct } = afterCosts({ ...made, risk });
  return { lot: toPaise(whole / units(legs)), whole, pct, cost: made.cost };
}
