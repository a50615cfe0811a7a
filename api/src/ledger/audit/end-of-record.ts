import type { LedgerDatabase } from '../tables.ts';
import { differs } from './record-differs.ts';

/** How many events the record has, and which key signs next. Throws RecordDiffers where the row that says so is gone. */
export async function endOfRecord(db: LedgerDatabase): Promise<{ seq: number; key: number }> {
  const end = await db.selectFrom('ledger_head').select(['seq', 'key']).where('id', '=', 1).executeTakeFirst();
  return end ?? differs('the row of ledger_head, which says how many events there are, is missing');
}
