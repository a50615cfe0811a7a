import type { Database } from '../platform/platform.ts';
import { caseTables } from './tables.ts';

/** Ids of all reports of a target. */
export async function reportIdsOf(db: Database, target_id: string): Promise<string[]> {
  const rows = await caseTables(db).selectFrom('buzz_reports').select('id').where('target_id', '=', target_id).execute();
  return rows.map(({ id }) => id);
}
