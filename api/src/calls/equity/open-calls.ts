import type { OpenCalls } from '@vimarsh/shared/contract/experts/types.ts';
import type { RecordReader } from '../reading/readable.ts';
import type { PassedEntries } from './passed-entries.ts';
import { visible } from './store.ts';
import type { EquityDatabase } from './tables.ts';

/** Open calls of an expert that a reader may read, and how many of them can still be entered, as lists of live calls count them. */
export async function openCallsOf(db: EquityDatabase, user_id: string, { sight, records }: RecordReader, passed: PassedEntries): Promise<OpenCalls> {
  const seen = visible(sight, true, records);
  if (!seen) return { n: 0, enterable: 0 };
  const [rows, { open }] = await Promise.all([
    db
      .selectFrom('calls')
      .select('id')
      .where('expert_id', '=', user_id)
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .where(seen)
      .execute(),
    passed.entries(),
  ]);
  const enterable = new Set(open);
  return { n: rows.length, enterable: rows.filter(({ id }) => enterable.has(id)).length };
}
