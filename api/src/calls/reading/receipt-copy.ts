import type { OpenedReceipt } from '@vimarsh/shared/contract/receipt/types.ts';
import type { Identity } from '../../identity/index.ts';
import type { EventRow, Ledger } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CallsOfKind } from '../kind.ts';
import { tablesOf } from '../tables.ts';

/** The latest calls of a copy: its reader holds older ones since an earlier copy, or asks for them call by call. */
const MOST_CALLS = 500;

export interface ReceiptCopyDependencies {
  readonly platform: Pick<Platform, 'db'>;
  readonly identity: Pick<Identity, 'asker'>;
  readonly ledger: Ledger;
  /** Known once every kind is made. */
  readonly kinds: () => ReadonlyMap<string, CallsOfKind>;
}

/**
 * The receipts in the copy of one's data: of one's own calls, and of those one may read by experts one follows. They are the ledger's
 * promises and name nobody, so they stay when an account goes.
 */
export function receiptCopy({ platform, identity, ledger, kinds }: ReceiptCopyDependencies): (user_id: string) => Promise<OpenedReceipt[]> {
  return async (user_id) => {
    const asker = await identity.asker(user_id);
    if (!asker) return [];
    const followed = await tablesOf(platform.db).selectFrom('follows').select('expert_id').where('user_id', '=', user_id).execute();
    const calls = Map.groupBy(await ledger.eventsBy([user_id, ...followed.map(({ expert_id }) => expert_id)], MOST_CALLS), ({ call_id }) => call_id);
    const receipts: OpenedReceipt[] = [];
    for (const [kind, own] of Map.groupBy(calls.values(), ([first]) => first!.kind)) {
      const ofKind = kinds().get(kind)!;
      const sees = ofKind.sees(asker);
      const rows = await ledger.rows(
        ofKind.kind,
        own.map(([first]) => first!.call_id),
      );
      const readable = new Set(rows.filter((row) => row.expert_id === user_id || sees(row)).map(({ id }) => id));
      const events: EventRow[] = own.flatMap((each) => (readable.has(each[0]!.call_id) ? each : []));
      receipts.push(...(await ledger.receipts(events)));
    }
    return receipts;
  };
}
