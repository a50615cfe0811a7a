import type { Sight } from '../../entitlements/index.ts';
import type { CallHead } from '../../ledger/index.ts';
import { mayHaveBeen, type ReadableRecord } from '../kind.ts';
import type { RowChange } from './changes/record-changes.ts';

/** A reader of calls: what they may see, whether records are shown at all, and who they are where they may have calls of their own. */
export interface RecordReader {
  readonly sight: Sight;
  readonly records: boolean;
  readonly author: string | null;
}

/** What a viewer may see of one kind of call. */
export interface SeenKind<Row> {
  /** Its name in the record. */
  readonly name: string;
  sees(sight: Sight, row: Row): boolean;
  /** Names the open or ended calls of others that a viewer may see, for all viewers who may see the same; `all` where it is every call. */
  share(sight: Sight, open: boolean): string;
}

const andOwn = (others: string, author: string | null): string => (others === 'all' || author === null ? others : `${others} and of ${author}`);

/** Which ended calls a reader may read, of one expert or of all; all for the server itself (null). Who may read the same has the same key. */
export function readableEnded<Row extends CallHead>(kind: SeenKind<Row>, reader: RecordReader | null, user_id?: string): ReadableRecord {
  const concerns = (change: RowChange): boolean =>
    change.kind === kind.name && (user_id === undefined || change.row.expert_id === user_id) && (!change.row.is_open || change.type === 'correction');
  if (reader === null || (reader.author !== null && reader.author === user_id)) return { key: 'all', has: concerns };
  const { sight, records, author } = reader;
  const others = records ? kind.share(sight, false) : 'none';
  const isOwn = (row: RowChange['row']): boolean => author !== null && row.expert_id === author;
  return {
    key: user_id === undefined ? andOwn(others, author) : others,
    has: (change) => concerns(change) && (isOwn(change.row) || (records && kind.sees(sight, mayHaveBeen(change, change.row as Row)))),
  };
}

/** Which live calls a reader may read. A call that ended was one of them for those who could read it until then. */
export function readableLive<Row extends CallHead>(kind: SeenKind<Row>, { sight, author }: Omit<RecordReader, 'records'>): ReadableRecord {
  return {
    key: `live ${andOwn(kind.share(sight, true), author)}`,
    has: (change) => change.kind === kind.name && kind.sees(sight, { ...(change.row as Row), is_open: true }),
  };
}
