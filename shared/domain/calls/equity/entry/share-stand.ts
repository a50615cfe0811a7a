import type { Call } from '../../../../contract/calls/types.ts';
import { type EntryStand, entryStand, wayGone } from '../../entering/entry-stand.ts';
import { entryPassed } from '../entry-passed.ts';

type Levels = Pick<Call, 'call_type' | 'status' | 'entry_low' | 'entry_high' | 'price' | 'target_price' | 'stop_loss'> & {
  /** What followers paid, ₹; null before. */
  readonly entered: number | null;
};

/** A call on shares at a price (₹); a price of zero says nothing of it. */
export function shareStand(call: Levels, now: number): EntryStand {
  const waits = call.status === 'awaiting_entry' || !(now > 0);
  return entryStand({
    passed: entryPassed(call, now),
    reduces: call.call_type === 'Sell',
    lastDay: false,
    toStop: waits ? null : wayGone(call.entered ?? call.price, call.stop_loss, now),
  });
}
