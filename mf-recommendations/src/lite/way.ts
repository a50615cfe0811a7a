import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { direction } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

export interface Way {
  /** Whole % of the way from the entry to the level it is nearer to, 0 to 100; 100 only once the level is reached. */
  readonly share: number;
  readonly to: 'target' | 'stop-loss';
  readonly words: string;
}

type Levels = Pick<Call, 'call_type' | 'status' | 'price' | 'entry_fill' | 'target_price' | 'stop_loss' | 'not_judgeable'>;

/** Whether a call has a way to go, once its price is known. */
export const hasWay = ({ call_type, status, not_judgeable }: Levels): boolean => call_type !== 'Hold' && status !== 'awaiting_entry' && !not_judgeable;

/** How far a call has come at a price (₹), towards its target or its stop-loss in one measure; null for what has no way yet. */
export function wayOf(call: Levels, price: number | undefined): Way | null {
  if (price === undefined || !(price > 0) || !hasWay(call)) return null;
  const entry = call.entry_fill?.price ?? call.price;
  const gained = direction(call.call_type) * (price - entry);
  const to = gained >= 0 ? 'target' : 'stop-loss';
  const length = Math.abs((gained >= 0 ? call.target_price : call.stop_loss) - entry);
  // A stop-loss moved beyond the entry leaves no way to lose.
  if (length === 0) return null;
  const part = Math.abs(gained) / length;
  const share = part >= 1 ? 100 : Math.min(99, Math.round(part * 100));
  return { share, to, words: `${formatNumber(share)}% of the way to the ${to}` };
}
