import type { OpenCalls } from '@vimarsh/shared/contract/experts/types.ts';
import type { RecordReader } from '../reading/readable.ts';
import type { PassedEntries } from './passed-entries.ts';
import { readState } from './recorded.ts';
import { visible } from './store.ts';
import type { EquityDatabase } from './tables.ts';

/**
 * Open calls of an expert that a reader may read, and how many of them can still be entered: a call to buy or to sell that runs or waits for its
 * entry, that prices judge, and whose entry has not passed at the prices of the moment.
 */
export async function openCallsOf(db: EquityDatabase, user_id: string, { sight, records }: RecordReader, passed: PassedEntries): Promise<OpenCalls> {
  const seen = visible(sight, true, records);
  if (!seen) return { n: 0, enterable: 0 };
  const [rows, gone] = await Promise.all([
    db
      .selectFrom('calls')
      .select(['id', 'call_type', 'status', 'state'])
      .where('expert_id', '=', user_id)
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .where(seen)
      .execute(),
    passed.ids(),
  ]);
  const enterable = rows.filter(
    (row) => row.call_type !== 'Hold' && row.status !== 'suspended_open' && !gone.includes(row.id) && !readState(row).not_judgeable,
  );
  return { n: rows.length, enterable: enterable.length };
}
