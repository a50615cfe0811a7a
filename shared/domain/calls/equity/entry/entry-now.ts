import type { Call } from '../../../../contract/calls/types.ts';
import { formatPercent, roundTo } from '../../../text/formats.ts';
import { entryPassed } from '../entry-passed.ts';

type Entered = Pick<Call, 'call_type' | 'term' | 'status' | 'entry_low' | 'entry_high' | 'price' | 'target_price' | 'stop_loss' | 'valid_till'>;

export interface EntryNow {
  readonly words: string;
  readonly passed: boolean;
}

/** The price against the entry as published: inside its range, or how far above or below, in % of its nearer end. */
function place({ entry_low: low, entry_high: high }: Entered, price: number): string {
  const edge = price > high ? high : price < low ? low : price;
  const away = roundTo((100 * Math.abs(price - edge)) / edge, 2);
  return away === 0 ? 'within entry' : `${formatPercent(away, { signed: false })} ${price > edge ? 'above' : 'below'} entry`;
}

/** Whole minutes until an intraday call ends, or until its entry window does; null where days are left, and once it is over. */
function minutesLeft({ term, status, valid_till }: Entered, now: number): number | null {
  if (term !== 'intraday') return null;
  const minutes = Math.floor((Date.parse(`${valid_till}T${status === 'awaiting_entry' ? '14:45' : '15:10'}:00+05:30`) - now) / 60_000);
  return minutes >= 0 && minutes < 24 * 60 ? minutes : null;
}

/** What somebody who is not in an open call can still do at a price (₹) and an instant (ms): null for a Hold, a frozen call and without a price. */
export function entryNow(call: Entered, price: number | null, now: number): EntryNow | null {
  if (price === null || !(price > 0) || call.call_type === 'Hold' || call.status === 'suspended_open') return null;
  if (entryPassed(call, price)) return { words: 'Entry passed', passed: true };
  const minutes = minutesLeft(call, now);
  return { words: `${place(call, price)}${minutes === null ? '' : ` · ${minutes} min left`}`, passed: false };
}

/** What a call to sell says to who holds the stock, in a row. */
export const HOLDER_WORDS = 'If you hold it: reduce';
