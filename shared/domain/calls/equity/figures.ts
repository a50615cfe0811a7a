import { type CallState, currentStop } from './call-state.ts';
import { entryMid, realisedReturn, rMultiple } from './levels.ts';

/** What a call's levels were before, for the targets that are information only. */
export interface Targets {
  readonly target_price: number;
  readonly target2: number | null;
  readonly target3: number | null;
}

/** The levels a call is shown with; a split scales the informational targets by what it did to the target. */
export function levelsOf(state: CallState, before: Targets) {
  const scale = before.target_price / state.target;
  const scaled = (price: number | null): number | null => (price === null || scale === 1 ? price : Math.round((price / scale) * 100) / 100);
  return {
    entry_low: state.entry_low,
    entry_high: state.entry_high,
    price: entryMid(state.entry_low, state.entry_high),
    target_price: state.target,
    target2: scaled(before.target2),
    target3: scaled(before.target3),
    stop_loss: currentStop(state),
    initial_stop_loss: state.stops[0]!.price,
  };
}

/** The result of a call that was entered and has an exit; nulls for any other. */
export function resultOf({ call_type, entry, exit, stops }: CallState) {
  if (!entry || !exit) return { realised_return: null, r_multiple: null };
  return {
    realised_return: realisedReturn(call_type, entry.price, exit.price),
    r_multiple: rMultiple(call_type, entry.price, exit.price, stops[0]!.price),
  };
}
