import type { OptionCall } from '../../../../contract/calls/options/types.ts';

/** Levels of an option call in its own basis: ₹ of the whole call, ₹ of premium a share, or the level of the underlying. */
export interface OptionEntry {
  readonly status: OptionCall['status'];
  /** Where it stood when it was entered; null before. */
  readonly entered: number | null;
  readonly target: number;
  readonly stop: number;
}

/** The same part of the way to the target as for calls on shares. */
const MOST_GONE = 0.25;

/**
 * Whether a late follower would no longer get the published trade where the call stands now: it has reached a level, or has gone more than a quarter of
 * the way from its entry to its target. Who waits for the entry has missed nothing.
 */
export function optionEntryPassed({ status, entered, target, stop }: OptionEntry, value: number): boolean {
  if (status === 'awaiting_entry' || entered === null) return false;
  const way = Math.sign(target - stop);
  const isBeyond = way * (value - target) >= 0 || way * (stop - value) >= 0;
  return isBeyond || way * (value - entered) > MOST_GONE * Math.abs(target - entered);
}
