import type { Call } from '../../../../contract/calls/types.ts';
import { formatPercent, roundTo } from '../../../text/formats.ts';
import type { EntryStand } from '../../entering/entry-stand.ts';
import { shareStand } from './share-stand.ts';

type Entered = Pick<Call, 'call_type' | 'term' | 'status' | 'entry_low' | 'entry_high' | 'price' | 'target_price' | 'stop_loss' | 'valid_till' | 'entry_fill'>;

export interface EntryNow {
  readonly words: string;
  readonly stand: EntryStand;
}

/** What a row says where the price is not what matters. */
const WORDS: Readonly<Record<Exclude<EntryStand, 'open'>, string>> = {
  close: 'Half way to its stop',
  late: 'Too late for a new entry',
  holders: 'If held: reduce',
  passed: 'Entry passed',
};

/**
 * The price against the entry: inside the published range, or how far above or below, in %, of the price that the row shows as the entry. Before there
 * is one it is the nearer end of the range.
 */
function place({ entry_low: low, entry_high: high, entry_fill }: Entered, price: number): string {
  if (price >= low && price <= high) return 'within entry';
  const entry = entry_fill?.price ?? (price > high ? high : low);
  const away = roundTo((100 * Math.abs(price - entry)) / entry, 2);
  if (away === 0) return 'within entry';
  return `${formatPercent(away, { signed: false })} ${price > entry ? 'above' : 'below'} entry`;
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
  const stand = shareStand({ ...call, entered: call.entry_fill?.price ?? null }, price);
  if (stand !== 'open') return { words: WORDS[stand], stand };
  const minutes = minutesLeft(call, now);
  return { words: `${place(call, price)}${minutes === null ? '' : ` · ${minutes} min left`}`, stand };
}
