import type { Need } from '@vimarsh/shared/contract/calls/desk.ts';
import { NEEDS } from '@vimarsh/shared/contract/calls/desk.ts';
import { nearStop } from '@vimarsh/shared/domain/calls/equity/categorisation.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { CallRow } from '../tables.ts';
import type { ActiveRow } from './activity.ts';

/** So many are told. */
export const MOST_NEEDS = 12;

/** An open call with its levels. `entry_until`: ms, of a call that waits for its entry, otherwise null. */
export type OpenRow = ActiveRow & Pick<CallRow, 'target_price' | 'stop_loss'> & { readonly entry_until: number | null };

/** A call that needs its reader now. */
export interface Needed<Row extends ActiveRow = ActiveRow> {
  readonly row: Row;
  readonly what: Need['what'];
  readonly at: string | null;
}

/**
 * Why an open call needs its reader now, at a price, ₹; null where nothing is to be done today. It is near its stop-loss as calls by category have it,
 * and near its target by the same share of the way there.
 */
export function needOf(row: OpenRow, price: number | null, now: Date): Needed<OpenRow> | null {
  const { status, call_type, entry_price: entry, entry_until, stop_loss: stop, target_price: target } = row;
  const needed = (what: Need['what'], at: string | null = null) => ({ row, what, at });
  if (status === 'awaiting_entry')
    return entry_until !== null && entry_until > now.getTime() && istDay(new Date(entry_until)) === istDay(now)
      ? needed('entry_ends', new Date(entry_until).toISOString())
      : null;
  if (call_type === 'Hold' || entry === null || price === null) return null;
  if (nearStop({ entry, stop }, price)) return needed('near_stop');
  return nearStop({ entry, stop: target }, price) ? needed('near_target') : null;
}

/** Calls that ended today. */
export const endedToday = (rows: readonly ActiveRow[], now: Date): Needed[] =>
  rows.flatMap((row) => (row.ended_at && istDay(row.ended_at) === istDay(now) ? [{ row, what: 'ended' as const, at: row.ended_at.toISOString() }] : []));

/** The bad news first, then by the name of the stock, so that no row moves with the price. */
export const needsInOrder = <N extends Needed>(needed: readonly N[]): N[] =>
  needed.toSorted(
    (a, b) => NEEDS.indexOf(a.what) - NEEDS.indexOf(b.what) || (a.row.stock < b.row.stock ? -1 : a.row.stock > b.row.stock ? 1 : a.row.id < b.row.id ? -1 : 1),
  );
