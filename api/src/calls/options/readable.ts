import type { Sight } from '../../entitlements/index.ts';
import { mayHaveBeen, type ReadableRecord } from '../kind.ts';
import type { RowChange } from '../reading/changes/record-changes.ts';
import { liveScope, maySeeOption } from './option-sight.ts';
import { OPTIONS, type OptionRow } from './tables.ts';

/** A reader of ended calls: what they may see, whether records are shown at all, and who they are where they may have calls of their own. */
export interface OptionReader {
  readonly sight: Sight;
  readonly records: boolean;
  readonly author: string | null;
}

/** Which ended option calls a reader may read, of one expert or of all: who may read the same has the same key. */
export function readableOptions({ sight, records, author }: OptionReader, user_id?: string): ReadableRecord {
  const isAsked = ({ kind, type, row }: RowChange): boolean =>
    kind === OPTIONS && (user_id === undefined || row.expert_id === user_id) && (!row.is_open || type === 'correction');
  if (author !== null && author === user_id) return { key: 'all', has: isAsked };
  const { closed } = sight.scope;
  const live = liveScope(sight);
  const seen = live === 'all' || closed === 'at_once' ? 'all' : `until ${sight.until[closed]}${live === 'limited' ? ' and limited' : ''}`;
  const others = records ? seen : 'none';
  const isOwn = (row: RowChange['row']): boolean => author !== null && row.expert_id === author;
  return {
    key: others === 'all' || user_id !== undefined || author === null ? others : `${others} and of ${author}`,
    has: (change) => isAsked(change) && (isOwn(change.row) || (records && maySeeOption(sight, mayHaveBeen(change, change.row as OptionRow)))),
  };
}

/** Which live option calls a reader may read. A call that ended was one of them for those who could read it until then. */
export function readableLiveOptions({ sight, author }: Omit<OptionReader, 'records'>): ReadableRecord {
  const live = liveScope(sight);
  return {
    key: `live ${live}${author === null || live === 'all' ? '' : ` and of ${author}`}`,
    has: ({ kind, row }) => kind === OPTIONS && maySeeOption(sight, { ...(row as OptionRow), is_open: true }),
  };
}
