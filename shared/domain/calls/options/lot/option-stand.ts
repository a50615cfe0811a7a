import type { OptionStanding } from '../../../../contract/calls/options/types.ts';
import { entryStand, wayGone } from '../../entering/entry-stand.ts';
import { type OptionEntry, optionEntryPassed } from './entry-passed.ts';

/** An option call where it stands now in its own basis; `lastDay`: it ends today. */
export function optionStand(call: OptionEntry, value: number, lastDay: boolean): NonNullable<OptionStanding['entry']> {
  const { status, entered, stop } = call;
  const stand = entryStand({
    passed: optionEntryPassed(call, value),
    reduces: false,
    lastDay,
    toStop: status === 'awaiting_entry' || entered === null ? null : wayGone(entered, stop, value),
  });
  return stand === 'holders' ? 'open' : stand;
}
