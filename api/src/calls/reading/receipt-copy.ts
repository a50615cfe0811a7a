import type { OpenedReceipt } from '@vimarsh/shared/contract/receipt/types.ts';
import type { Identity } from '../../identity/index.ts';
import type { EventRow, Ledger } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CallReader, CallsOfKind } from '../kind.ts';
import { callTables } from '../tables.ts';

/** The latest calls of a copy: its reader holds older ones since an earlier copy, or asks for them call by call. */
const MOST_CALLS = 500;

export interface ReceiptCopyDependencies {
  readonly platform: Pick<Platform, 'db'>;
  readonly identity: Pick<Identity, 'asker'>;
  readonly ledger: Pick<Ledger, 'publishedBy' | 'rows' | 'eventsOfCalls' | 'receipts'>;
  /** Known once every kind is made. */
  readonly kinds: () => ReadonlyMap<string, Pick<CallsOfKind, 'kind' | 'sees'>>;
  /** Calls in a copy, and publications read at once. */
  readonly most?: number;
}

/**
 * The receipts in the copy of one's data: of one's own calls, and of those one may read by experts one follows. They are the ledger's
 * promises and name nobody, so they stay when an account goes.
 */
export function receiptCopy({ platform, identity, ledger, kinds, most = MOST_CALLS }: ReceiptCopyDependencies): (user_id: string) => Promise<OpenedReceipt[]> {
  const readable = async (calls: readonly Pick<EventRow, 'kind' | 'call_id'>[], user_id: string, asker: CallReader): Promise<Set<string>> => {
    const ids = new Set<string>();
    for (const [name, own] of Map.groupBy(calls, ({ kind }) => kind)) {
      const { kind, sees } = kinds().get(name)!;
      const may = sees(asker);
      const rows = await ledger.rows(
        kind,
        own.map(({ call_id }) => call_id),
      );
      for (const row of rows) if (row.expert_id === user_id || may(row)) ids.add(row.id);
    }
    return ids;
  };
  /** Only calls that may be read are counted: were others too, the missing ones would tell how many there are. */
  const latest = async (authors: readonly string[], user_id: string, asker: CallReader): Promise<string[]> => {
    const found: string[] = [];
    let before: number | null = null;
    for (let more = true; more; ) {
      const page: Pick<EventRow, 'seq' | 'kind' | 'call_id'>[] = await ledger.publishedBy(authors, before, most);
      const may = await readable(page, user_id, asker);
      found.push(...page.flatMap(({ call_id }) => (may.has(call_id) ? [call_id] : [])));
      before = page.at(-1)?.seq ?? before;
      more = page.length === most && found.length < most;
    }
    return found.slice(0, most);
  };
  return async (user_id) => {
    const asker = await identity.asker(user_id);
    if (!asker) return [];
    const followed = await callTables(platform.db).selectFrom('follows').select('expert_id').where('user_id', '=', user_id).execute();
    const ids = await latest([user_id, ...followed.map(({ expert_id }) => expert_id)], user_id, asker);
    const calls = Map.groupBy(await ledger.eventsOfCalls(ids), ({ call_id }) => call_id);
    return ledger.receipts([...calls.values()].flat());
  };
}
