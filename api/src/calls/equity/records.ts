import type { ClosedRecord } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import type { RecordOfExpert, RecordQuery } from '../calls.ts';
import { inPages } from '../reading/paged-list.ts';
import type { RecordReader } from '../reading/readable.ts';
import { readState } from './recorded.ts';
import { visible } from './store.ts';
import type { CallRow, EquityDatabase } from './tables.ts';

/** What figures need from a call. */
const COLUMNS = [
  'id',
  'expert_id',
  'stock',
  'sector',
  'cap',
  'entry_mode',
  'published_at',
  'ended_at',
  'call_type',
  'term',
  'status',
  'entry_price',
  'entry_at',
  'exit_price',
  'exit_at',
  'target_price',
  'initial_stop_loss',
  'realised_return',
  'r_multiple',
  'alpha',
  'moves',
] as const satisfies readonly (keyof CallRow)[];
type RecordRow = Pick<CallRow, (typeof COLUMNS)[number]>;
/** Says which call it is, and is in no figure. */
type Named = 'id' | 'expert_id' | 'stock' | 'sector' | 'cap' | 'entry_mode' | 'published_at' | 'ended_at';

/** Stop-losses after the first, of the state of a row. */
const movedIn = (row: { readonly id: string; readonly state: string }): ClosedRecord['moved'] =>
  readState(row)
    .stops.slice(1)
    .map(({ from, price, last }) => ({ ts: from, stop: price, price: last ?? null }));

/** `state`: absent where nobody asks what chance makes of the call. */
export const recordOf = (
  row: Omit<RecordRow, Named | 'moves'> & { readonly id?: string; readonly moves?: number; readonly state?: string | null },
): ClosedRecord => ({
  call_type: row.call_type,
  term: row.term,
  status: row.status,
  entry: row.entry_price === null || row.entry_at === null ? null : { price: row.entry_price, ts: row.entry_at.getTime() },
  exit: row.exit_price === null || row.exit_at === null ? null : { price: row.exit_price, ts: row.exit_at.getTime() },
  target: row.target_price,
  initial_stop: row.initial_stop_loss,
  realised_return: row.realised_return,
  r_multiple: row.r_multiple,
  alpha: row.alpha,
  ...((row.moves ?? 0) > 0 && row.state && { moved: movedIn({ id: row.id ?? '', state: row.state }) }),
});

/**
 * Settled equity calls as figures count them, in the order of their ends: those their reader may read, by the rule of the lists; all for the
 * server itself (null). They come in pages, so that nobody holds a whole record, and others have their turn between two of them.
 */
export async function* closedRecords(
  db: EquityDatabase,
  { user_id, term, since }: RecordQuery,
  reader: RecordReader | null,
): AsyncGenerator<readonly RecordOfExpert[]> {
  const seen = reader ? visible(reader.sight, false, reader.records) : 'all';
  if (!seen) return;
  let query = db
    .selectFrom('calls')
    .select(COLUMNS)
    // The stop-losses of a call over time, where its author moved the first one.
    .select((eb) => eb.case().when('moves', '>', 0).then(eb.ref('state')).end().as('state'))
    .where((eb) => eb('is_open', '=', eb.lit(false)));
  if (seen !== 'all') query = query.where(seen);
  if (user_id !== undefined) query = query.where('expert_id', '=', user_id);
  if (term !== undefined) query = query.where('term', '=', term);
  if (since !== undefined) query = query.where('ended_at', '>=', since);
  for await (const rows of inPages(query, 'ended_at', 'asc')) {
    yield rows.map((row) => {
      const { id, stock, sector, entry_mode } = row;
      const call = { id, stock, sector, cap: row.cap || null, entry_mode, published_at: row.published_at.getTime(), ended_at: row.ended_at!.getTime() };
      return { expert_id: row.expert_id, call, record: recordOf(row) };
    });
  }
}

/** Whether a reader may read any settled call of an expert. */
export async function hasRecord(db: EquityDatabase, user_id: string, { sight, records }: RecordReader): Promise<boolean> {
  const seen = visible(sight, false, records);
  if (!seen) return false;
  const rows = db
    .selectFrom('calls')
    .select('id')
    .where('expert_id', '=', user_id)
    .where((eb) => eb('is_open', '=', eb.lit(false)))
    .where(seen);
  return (await rows.limit(1).executeTakeFirst()) !== undefined;
}
