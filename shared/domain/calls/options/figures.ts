import { currentStop, type Fill, type OptionState } from './option-state.ts';
import { type LegTerms, sign } from './strategy.ts';
import { riskOf } from './structure.ts';

/** Estimated costs of a round trip (product C.2): ₹ a lot and side, and % of the premium. */
const COST = { lotSide: 40, premiumPct: 0.15 };

const paise = (value: number): number => Math.round(value * 100) / 100 + 0;
/** Prices in hundredths of a paisa: the middle of two quotes may lie between two paise. */
const whole = (price: number): number => Math.round(price * 10_000);

/** ₹ of profit (+) or loss (−) between two sets of prices of the same legs (product C.2). */
export function profitOf(legs: readonly LegTerms[], lotSize: number, entries: readonly number[], exits: readonly number[]): number {
  const sum = legs.reduce((total, leg, at) => total + sign(leg) * leg.lots * (whole(exits[at]!) - whole(entries[at]!)), 0);
  return paise((sum * lotSize) / 10_000);
}

/** Net premium with a future's price in it: what moves the loss when a fill is worse than the page showed. */
const worthOf = (legs: readonly LegTerms[], prices: readonly number[]): number =>
  legs.reduce((total, leg, at) => total + sign(leg) * leg.lots * whole(prices[at]!), 0) / 10_000;

const pricesOf = (fills: readonly Fill[]): number[] => fills.map(({ price }) => price);

/** What was at risk with the prices a follower got, ₹, and whether an estimated margin stands for it. */
export function riskTaken({ legs, lot_size, mids, max_loss, margin_est, entry }: OptionState): { risk: number; on_margin: boolean } {
  const dearer = entry && max_loss !== null ? (worthOf(legs, pricesOf(entry.legs)) - worthOf(legs, mids)) * lot_size : 0;
  return riskOf(legs, { max_loss: max_loss === null ? null : paise(max_loss - dearer), margin_est });
}

export interface OptionResult {
  readonly pnl: number;
  /** By the middle of the quotes, at publication and when the end was decided. */
  readonly headline_pnl: number;
  readonly slippage: number;
  readonly risk: number;
  /** % of what was at risk, 4 decimals. */
  readonly return_on_risk: number;
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
    slippage: paise(headline_pnl - pnl),
    risk,
    return_on_risk: risk > 0 ? Math.round((pnl / risk) * 1_000_000) / 10_000 + 0 : 0,
    on_margin,
    cost: costOf(state, entries, exits),
  };
}

/** Settlement is no trade: what expires into it pays no second side. */
function costOf({ legs, lot_size, exit }: OptionState, entries: readonly number[], exits: readonly number[]): number {
  const sides = exit?.settlement === null ? 2 : 1;
  return paise(
    legs.reduce((total, { type, lots }, at) => {
      const premium = type === 'FUT' ? 0 : (entries[at]! + (sides === 2 ? exits[at]! : 0)) * lots * lot_size;
      return total + COST.lotSide * lots * sides + (premium * COST.premiumPct) / 100;
    }, 0),
  );
}

/** Why a stop-loss may not be moved there, or null: towards profit, on this side of the target and of where it stands now, five times at most. `now` in the call's basis. */
export function tightenProblem(state: Pick<OptionState, 'level_basis' | 'target' | 'stops'>, next: number, now: number | null): string | null {
  const up = upwards(state) ? 1 : -1;
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
