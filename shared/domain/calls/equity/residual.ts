import type { Call } from '../../../contract/calls/types.ts';
import { formatPercent } from '../../text/formats.ts';
import { entryPassed } from './entry-passed.ts';
import { direction, riskReward } from './levels.ts';
import { potentialReturn } from './potential-return.ts';

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

/** A way in % without a sign. While both levels are `ahead` of the price, one that rounds to nothing is not gone. */
export const formatWay = (percent: number, ahead: boolean): string => (ahead && percent === 0 ? '< 0.01%' : formatPercent(percent, { signed: false }));

/** Where a Hold's price is: its band runs from one level to the other and ends nothing before the last day. How far outside is in % of the edge. */
export function holdPlace(call: Pick<Call, 'target_price' | 'stop_loss'>, now: number): { words: string; away: string } {
  const low = Math.min(call.stop_loss, call.target_price);
  const high = Math.max(call.stop_loss, call.target_price);
  const edge = Math.min(high, Math.max(low, now));
  if (edge === now) return { words: 'inside its band', away: '' };
  const level = edge === call.target_price ? 'target' : 'stop-loss';
  return { words: `${now > edge ? 'above' : 'below'} its ${level}`, away: formatWay(potentialReturn('Hold', now, edge), true) };
}
