import type { Generated, Kysely } from 'kysely';
import { type Database, Fail } from '../platform/platform.ts';

export interface PushDeviceRow {
  id: string;
  user_id: string;
  session_id: string;
  registration_id: string;
  address: string;
  user_agent: string;
  since: Date;
}

interface PushTables {
  push_keys: { id: Generated<number>; public_key: string; sealed: Uint8Array | null };
  push_devices: PushDeviceRow;
}

export const pushTables = (db: Database): Kysely<PushTables> => db;
export type PushDb = ReturnType<typeof pushTables>;

/** One person's devices beyond this many push out the oldest. */
const MOST_DEVICES = 20;

/** Newest first. */
export const devicesOf = (db: PushDb, user_id: string): Promise<PushDeviceRow[]> =>
  db.selectFrom('push_devices').selectAll().where('user_id', '=', user_id).orderBy('since', 'desc').orderBy('id', 'desc').execute();

/**
 * A browser is one device, whoever uses it: it belongs to who registered it last. False where it is another person's and `isSame`, asked of
 * both registration ids, finds that this one comes of somewhere else: then all stays as it was.
 */
export async function keepDevice(tx: PushDb, row: PushDeviceRow, isSame: (one: string, other: string) => boolean): Promise<boolean> {
  const { id: _, address, ...changed } = row;
  const isNew = await tx
    .insertInto('push_devices')
    .values(row)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!isNew) {
    const before = await tx.selectFrom('push_devices').selectAll().where('address', '=', address).forUpdate().executeTakeFirst();
    // Removed in this very moment.
    if (!before) throw new Fail('RETRY');
    if (before.user_id !== row.user_id && !isSame(before.registration_id, row.registration_id)) return false;
    await tx.updateTable('push_devices').set(changed).where('id', '=', before.id).execute();
  }
  const surplus = (await devicesOf(tx, row.user_id)).slice(MOST_DEVICES).map(({ id }) => id);
  if (surplus.length > 0) await tx.deleteFrom('push_devices').where('id', 'in', surplus).execute();
  return true;
}
