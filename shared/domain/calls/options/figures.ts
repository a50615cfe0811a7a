import { PRICE_PARTS, partsOf, rupeesOf, toPaise } from '../../money/paise.ts';
import { ratio } from '../../money/ratio.ts';
import { type Adjustment, afterAdjustment } from '../corp-adjust.ts';
import { type LegTerms, premiumOf } from './legs.ts';
import { gainOf, profitOf, tradingCost } from './lot/gains.ts';
import { currentStop, type Fill, type OptionState } from './option-state.ts';
import { exactLimits, riskOf } from './structure.ts';

type Prices = readonly number[];

const pricesOf = (fills: readonly Fill[]): number[] => fills.map(({ price }) => price);

interface Limits {
  readonly max_profit: number | null;
  readonly max_loss: number | null;
}

/** The limits that a publication says by the middle of the quotes, with the prices a follower got: what was paid more moves the whole curve down. Rounded once. */
export function limitsAsFilled(said: Limits, { legs, lot_size }: { legs: readonly LegTerms[]; lot_size: number }, mids: Prices, entries: Prices): Limits {
  const dearer = gainOf(legs, lot_size, mids, entries);
  const together = legs.every(({ expiry }) => expiry === legs[0]!.expiry);
  const priced = legs.map((leg, at) => ({ ...leg, price: mids[at]! }));
  const { maxProfit, maxLoss } = together ? exactLimits(priced, lot_size) : { maxProfit: null, maxLoss: null };
  const moved = (limit: number | null, exact: number | null): number | null => {
    if (limit === null) return null;
    // After a split the legs are rounded anew, while ₹ of the whole call stay.
    const from = exact !== null && rupeesOf(exact, PRICE_PARTS) === limit ? exact : partsOf(limit);
    return rupeesOf(from - dearer, PRICE_PARTS);
  };
  return { max_profit: moved(said.max_profit, maxProfit), max_loss: moved(said.max_loss, maxLoss) };
}

/** What was at risk with the prices a follower got, ₹, and whether an estimated margin stands for it. */
export function riskTaken(state: OptionState): { risk: number; on_margin: boolean } {
  const { legs, mids, max_loss, margin_est, entry } = state;
  const said = { max_profit: null, max_loss };
  return riskOf(legs, { max_loss: (entry ? limitsAsFilled(said, state, mids, pricesOf(entry.legs)) : said).max_loss, margin_est });
}

export interface OptionResult {
  readonly pnl: number;
  /** By the middle of the quotes, at publication and when the end was decided. */
  readonly headline_pnl: number;
  readonly slippage: number;
  readonly risk: number;
  /** % of what was at risk, 4 decimals; null where nothing was. */
  readonly return_on_risk: number | null;
  readonly on_margin: boolean;
  /** Estimated costs, ₹. */
  readonly cost: number;
}

/** The result of a call that was entered and has an exit; null for any other. */
export function resultOf(state: OptionState): OptionResult | null {
  const { legs, lot_size, mids, entry, exit, closing } = state;
  if (!entry || !exit) return null;
  const [entries, exits] = [pricesOf(entry.legs), pricesOf(exit.legs)];
  // What the page showed when the end was decided; the middle of the closing quotes where it showed none, and the price itself where there is none of either.
  const shown = exit.legs.map(({ price, mid }, at) => (exit.settlement === null ? closing?.mids[at] : null) ?? mid ?? price);
  const pnl = profitOf(legs, lot_size, entries, exits);
  const headline_pnl = profitOf(legs, lot_size, mids, shown);
  const { risk, on_margin } = riskTaken(state);
  return {
    pnl,
    headline_pnl,
    slippage: toPaise(headline_pnl - pnl),
    risk,
    return_on_risk: ratio(pnl, 0, risk, 100, 4),
    on_margin,
    cost: tradingCost(state, { entries, exits, settled: exit.settlement !== null, ts: exit.ts }),
  };
}

/**
 * What a call's publication says in ₹ a share, and of the underlying, by the shares after a split or bonus: it follows the legs, while ₹
 * of the whole call stay. `shares`: new ones for each old one.
 */
export const perShareAfter = (breakevens: readonly number[], { legs, mids }: Pick<OptionState, 'legs' | 'mids'>, adjustment: Adjustment) => ({
  net_premium: premiumOf(legs, mids),
  breakevens: breakevens.map((price) => toPaise(afterAdjustment(price, adjustment))),
});

/** Why a stop-loss may not be moved there, or null: in whole paise, towards profit, on this side of the target and of where it stands now, five times at most. `now` in the call's basis. */
export function tightenProblem(state: Pick<OptionState, 'level_basis' | 'target' | 'stops'>, next: number, now: number | null): string | null {
  const up = upwards(state) ? 1 : -1;
  if (toPaise(next) !== next) return 'A stop-loss has two decimals at most.';
  if (state.stops.length > 5) return 'The stop-loss was moved five times; that is the limit.';
  if (up * (next - currentStop(state)) <= 0) return 'A stop-loss can only be moved towards profit.';
  if (up * (state.target - next) <= 0) return 'The stop-loss must stay on this side of the target.';
  if (now === null) return 'A leg has no quote now, so the stop-loss stays where it is.';
  if (up * (now - next) <= 0) return 'The stop-loss must stay on the safe side of where the call stands now.';
  return null;
}

/** Whether a higher number is a gain. On profit and premium it always is; on the underlying the levels say it. */
export const upwards = ({ level_basis, target, stops }: Pick<OptionState, 'level_basis' | 'target' | 'stops'>): boolean =>
  level_basis !== 'underlying' || target > stops[0]!.level;
