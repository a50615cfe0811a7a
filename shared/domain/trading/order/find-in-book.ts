/** What identifies an order of ours in a broker's book. Times are ms of market time. */
export interface WantedOrder {
  readonly id: string;
  /** The id of ours that the broker was given, whole or as far as its field takes; '' where it takes none. */
  readonly tag: string;
  readonly broker_order_id: string;
  readonly instrument: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly sent_at: number;
}

export interface BookEntry {
  readonly broker_order_id: string;
  readonly tag: string;
  readonly instrument: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** By the broker's clock; null where the book names none. */
  readonly placed_at: number | null;
}

export type Found<E> =
  | { readonly kind: 'found'; readonly entry: E; readonly how: 'broker id' | 'our id' | 'looks' }
  | { readonly kind: 'several'; readonly entries: readonly E[] }
  | { readonly kind: 'none' };

/** How far the broker's clock may be from ours. An hour and a half covers one that forgot summer time or a zone of a neighbour. */
const CLOCK_MS = 90 * 60_000;

/**
 * Looks an order up in a book: by the broker's id, by ours, and where the broker keeps no id of ours by what it is. Entries that are other
 * orders' of ours are given by `claimed` and never taken. Two that look alike are no find: the owner is asked.
 */
export function findInBook<E extends BookEntry>(wanted: WantedOrder, book: readonly E[], claimed: ReadonlySet<string>): Found<E> {
  const free = book.filter(({ broker_order_id }) => !claimed.has(broker_order_id));
  if (wanted.broker_order_id !== '')
    return only(
      free.filter((entry) => entry.broker_order_id === wanted.broker_order_id),
      'broker id',
    );
  if (wanted.tag !== '') {
    const tagged = free.filter((entry) => entry.tag === wanted.tag);
    if (tagged.length > 0) return only(tagged, 'our id');
  }
  // An entry with a tag of somebody else is somebody else's.
  const alike = free.filter((entry) => (wanted.tag === '' || entry.tag === '') && looksLike(wanted, entry));
  return only(alike, 'looks');
}

const looksLike = (wanted: WantedOrder, entry: BookEntry): boolean =>
  entry.instrument === wanted.instrument &&
  entry.side === wanted.side &&
  entry.quantity === wanted.quantity &&
  (entry.placed_at === null || Math.abs(entry.placed_at - wanted.sent_at) <= CLOCK_MS);

function only<E extends BookEntry>(entries: readonly E[], how: 'broker id' | 'our id' | 'looks'): Found<E> {
  if (entries.length === 0) return { kind: 'none' };
  return entries.length === 1 ? { kind: 'found', entry: entries[0]!, how } : { kind: 'several', entries };
}
