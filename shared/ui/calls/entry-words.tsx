import type { Call } from '../../contract/calls/types.ts';
import { entryNow } from '../../domain/calls/equity/entry/entry-now.ts';
import { Badge } from '../badge.tsx';

export interface EntryWordsProps {
  call: Call;
  /** The price now, ₹; null without one. */
  price: number | null;
  /** Market time of the answer, UTC. */
  now: string;
}

/** What can still be done with an open call: the price against its entry, or why that does not matter; a call to sell speaks to who holds the stock. */
export function EntryWords({ call, price, now }: EntryWordsProps) {
  const entry = entryNow(call, price, Date.parse(now));
  if (entry === null) return null;
  if (entry.stand === 'open') return <small data-entry="">{entry.words}</small>;
  return <Badge tone={entry.stand === 'holders' ? 'neutral' : 'warn'}>{entry.words}</Badge>;
}
