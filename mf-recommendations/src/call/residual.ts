import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { entryPassed } from '@vimarsh/shared/domain/calls/equity/entry-passed.ts';
import { direction, riskReward } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { potentialReturn } from '@vimarsh/shared/domain/calls/equity/potential-return.ts';
import { formatFloat, formatInr, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { isOpen } from '@vimarsh/shared/ui/rail.ts';

type Levels = Pick<Call, 'call_type' | 'status' | 'entry_low' | 'entry_high' | 'price' | 'target_price' | 'stop_loss'>;

export interface Residual {
  /** % of the current price to 2 decimals, positive while the target (stop) lies ahead; for Hold the gap to either end of its band. */
  toTarget: number;
  toStop: number;
  /** To 2 decimals; null once target or stop has been passed, and for Hold, which has no direction. */
  rr: number | null;
  /** True when a late buyer would no longer get the published trade (product C.3). */
  entryPassed: boolean;
}

/** What a call still offers at the current price (₹), by the rules its published figures are made with. Null without a price. */
export function residual(call: Levels, now: number): Residual | null {
  if (!(now > 0)) return null;
  const toTarget = potentialReturn(call.call_type, call.target_price, now);
  if (call.call_type === 'Hold') return { toTarget, toStop: potentialReturn('Hold', call.stop_loss, now), rr: null, entryPassed: false };
  const dir = direction(call.call_type);
  const reward = dir * (call.target_price - now);
  const risk = dir * (now - call.stop_loss);
  const ahead = reward > 0 && risk > 0;
  return {
    toTarget,
    toStop: potentialReturn(call.call_type === 'Buy' ? 'Sell' : 'Buy', call.stop_loss, now),
    rr: ahead ? riskReward(now, call.target_price, call.stop_loss) : null,
    entryPassed: entryPassed(call, now),
  };
}

/** Where a Hold's price is: its band runs from one level to the other and ends nothing before the last day. */
export function holdPlace(call: Pick<Call, 'target_price' | 'stop_loss'>, now: number): { away: string; words: string } {
  const low = Math.min(call.stop_loss, call.target_price);
  const high = Math.max(call.stop_loss, call.target_price);
  const edge = Math.min(high, Math.max(low, now));
  if (edge === now) return { away: '', words: 'inside the band' };
  return { away: formatPercent(potentialReturn('Hold', edge, now), { signed: false }), words: now > edge ? 'above the band' : 'below the band' };
}

/** "At ₹1,452.30 now: 3.10% to target, 2.40% to stop (RR 1.29)" and whether the entry window has passed (product A.7, C.3). */
export function residualLine(call: Call, ltp: number): { text: string; entryPassed: boolean } | null {
  const remaining = isOpen(call.status) ? residual(call, ltp) : null;
  if (!remaining) return null;
  if (call.call_type === 'Hold') {
    const { away, words } = holdPlace(call, ltp);
    return { text: `At ${formatInr(ltp)} now: ${away && `${away} `}${words}`, entryPassed: false };
  }
  const unsigned = { signed: false };
  const ratio = remaining.rr === null ? 'no risk-reward left' : `RR ${formatFloat(remaining.rr)}`;
  return {
    text: `At ${formatInr(ltp)} now: ${formatPercent(remaining.toTarget, unsigned)} to target, ${formatPercent(remaining.toStop, unsigned)} to stop (${ratio})`,
    entryPassed: remaining.entryPassed,
  };
}
