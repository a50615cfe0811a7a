import { AUTHOR, AUTHOR_OPENS, type AuthorEntry, readEntry } from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { CallHead, ChainedEvent, Kind } from '../../ledger/index.ts';
import { Fail } from '../../platform/platform.ts';

interface AuthorState {
  readonly entry: AuthorEntry;
  /** Only calls can be frozen; an author's record cannot. */
  readonly frozen: false;
}

/** The author's record for the ledger: a kind like those of calls, which no price judges. */
export const authorKind: Kind<AuthorState, CallHead, null> = {
  name: AUTHOR,
  opens: AUTHOR_OPENS,
  table: 'author_records',
  changes: [],
  apply(state, { call_id, type, payload }) {
    if ((state === null) !== (type === AUTHOR_OPENS)) throw new Error(`The author's record ${call_id} has ${type} at the wrong place`);
    const entry = readEntry(payload);
    if (!entry) throw new Error(`The author's record ${call_id} has an entry that can't be read`);
    return { entry, frozen: false };
  },
  project: (row, _, event) => row ?? opened(event),
  context: async () => null,
  readState: ({ id, state }) => ({ entry: entryIn(id, state), frozen: false }),
  judge: async () => [],
};

const opened = ({ call_id, expert_id, ts }: ChainedEvent): Omit<CallHead, 'hash' | 'state'> => ({
  id: call_id,
  expert_id,
  stock: '',
  status: 'active',
  is_open: false,
  published_at: new Date(ts),
});

function entryIn(id: string, state: string): AuthorEntry {
  let entry: AuthorEntry | null = null;
  try {
    entry = readEntry((JSON.parse(state) as { entry: Record<string, unknown> }).entry);
  } catch {
    // Damaged text: the error below names the record.
  }
  if (!entry) throw new Fail('CALL_DAMAGED', { problems: [{ path: id, message: 'state: it can’t be read' }] });
  return entry;
}
