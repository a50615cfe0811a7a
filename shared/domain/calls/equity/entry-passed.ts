import type { Call } from '../../../contract/calls/types.ts';
import { direction } from './levels.ts';

type Levels = Pick<Call, 'call_type' | 'status' | 'entry_low' | 'entry_high' | 'price' | 'target_price' | 'stop_loss'>;

/**
 * Whether a late buyer would no longer get the published trade at the price now (₹): a level is passed, less is left to the target than
 * to the stop-loss, or the price has gone beyond the entry by more than a quarter of the way (product C.3). Who waits for the entry has
 * missed nothing: the price may still come, and else the call lapses. A Hold has no direction.
 */
export function entryPassed(call: Levels, now: number): boolean {
  if (!(now > 0) || call.call_type === 'Hold' || call.status === 'awaiting_entry') return false;
  const dir = direction(call.call_type);
  const reward = dir * (call.target_price - now);
  const risk = dir * (now - call.stop_loss);
  const beyond = dir === 1 ? now - call.entry_high : call.entry_low - now;
  return reward <= 0 || risk <= 0 || reward < risk || beyond > 0.25 * Math.abs(call.target_price - call.price);
}
