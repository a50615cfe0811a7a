import type { Call } from '@vimarsh/shared/contract/calls/types.ts';

type Levels = Pick<Call, 'call_type' | 'entry_low' | 'entry_high' | 'price' | 'target_price' | 'stop_loss'>;

export interface Residual {
  /** % of the current price, positive while the target (stop) lies ahead. */
  toTarget: number;
  toStop: number;
  /** Null once target or stop has been passed. */
  rr: number | null;
  /** True when a late buyer would no longer get the published trade (product C.3). */
  entryPassed: boolean;
}

/** What the call still offers at the current price (₹). Null for Hold, which has a band and no direction. */
export function residual(call: Levels, now: number): Residual | null {
  if (call.call_type === 'Hold' || !(now > 0)) return null;
  const dir = call.call_type === 'Buy' ? 1 : -1;
  const reward = dir * (call.target_price - now);
  const risk = dir * (now - call.stop_loss);
  const rr = reward > 0 && risk > 0 ? reward / risk : null;
  const beyond = dir === 1 ? now - call.entry_high : call.entry_low - now;
  const farGone = beyond > 0.25 * Math.abs(call.target_price - call.price);
  return { toTarget: (100 * reward) / now, toStop: (100 * risk) / now, rr, entryPassed: rr === null || rr < 1 || farGone };
}
