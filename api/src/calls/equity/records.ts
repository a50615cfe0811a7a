import { setImmediate as nextTurn } from 'node:timers/promises';
import { TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import type { ClosedRecord } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { maySeeCall, type Sight } from '../../entitlements/index.ts';
import type { RecordOfExpert, RecordQuery } from '../calls.ts';
import { mayHaveBeen, type ReadableRecord } from '../kind.ts';
import type { RowChange } from '../reading/changes/record-changes.ts';
import { visible } from './store.ts';
import { type CallRow, EQUITY, type EquityDatabase } from './tables.ts';

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
] as const satisfies readonly (keyof CallRow)[];
type RecordRow = Pick<CallRow, (typeof COLUMNS)[number]>;
/** Says which call it is, and is in no figure. */
type Named = 'id' | 'expert_id' | 'stock' | 'sector' | 'cap' | 'entry_mode' | 'published_at' | 'ended_at';

export const recordOf = (row: Omit<RecordRow, Named>): ClosedRecord => ({
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
});

/** A reader of settled calls: what they may see, whether records are shown at all, and who they are where they may have calls of their own. */
export interface RecordReader {
  readonly sight: Sight;
  readonly records: boolean;
  readonly author: string | null;
}

/** Rows read at once: to take them apart keeps others waiting for a few milliseconds. */
const PAGE = 1000;

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
    .where((eb) => eb('is_open', '=', eb.lit(false)))
    .orderBy('ended_at')
    .orderBy('id')
    .limit(PAGE);
  if (seen !== 'all') query = query.where(seen);
  if (user_id !== undefined) query = query.where('expert_id', '=', user_id);
  if (term !== undefined) query = query.where('term', '=', term);
  if (since !== undefined) query = query.where('ended_at', '>=', since);
  for (let last: RecordRow | undefined, more = true; more; ) {
    const after = last;
    const rows = await (after ? query.where((eb) => eb(eb.refTuple('ended_at', 'id'), '>', eb.tuple(after.ended_at!, after.id))) : query).execute();
    yield rows.map((row) => {
      const { id, stock, sector, cap, entry_mode } = row;
      const call = { id, stock, sector, cap, entry_mode, published_at: row.published_at.getTime(), ended_at: row.ended_at!.getTime() };
      return { expert_id: row.expert_id, call, record: recordOf(row) };
    });
    last = rows.at(-1);
    more = rows.length === PAGE;
    await nextTurn();
  }
}

/** Which settled calls a reader may read, of one expert or of all: who may read the same has the same key. */
export function readableRecord(reader: RecordReader | null, user_id?: string): ReadableRecord {
  const isAsked = ({ kind, type, row }: RowChange): boolean =>
    kind === EQUITY && (user_id === undefined || row.expert_id === user_id) && (!row.is_open || type === 'correction');
  if (reader === null) return { key: 'all', has: isAsked };
  const { sight, records, author } = reader;
  if (author !== null && author === user_id) return { key: 'all', has: isAsked };
  const { closed, weeklyPick } = sight.scope;
  const others = !records ? 'none' : closed === 'at_once' ? 'all' : `until ${sight.until[closed]}${weeklyPick ? ' and picks' : ''}`;
  const isOwn = (row: RowChange['row']): boolean => author !== null && row.expert_id === author;
  return {
    key: others === 'all' || user_id !== undefined || author === null ? others : `${others} and of ${author}`,
    has: (change) => isAsked(change) && (isOwn(change.row) || (records && maySeeCall(sight, mayHaveBeen(change, change.row as CallRow)))),
  };
}

/** Which live calls a reader may read. A call that ended was one of them for those who could read it until then. */
export function readableLive({ sight, author }: Omit<RecordReader, 'records'>): ReadableRecord {
  const { liveTerms, weeklyPick } = sight.scope;
  const own = author === null || liveTerms.length === TERMS.length ? '' : ` and of ${author}`;
  return {
    key: `live ${liveTerms}${weeklyPick ? ' and picks' : ''}${own}`,
    has: ({ kind, row }) => kind === EQUITY && maySeeCall(sight, { ...(row as CallRow), is_open: true }),
  };
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
