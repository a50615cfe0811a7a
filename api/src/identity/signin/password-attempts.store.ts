import { sql } from 'kysely';
import type { IdentityDb } from '../accounts/account.store.ts';
import { after, MINUTE } from '../clock.ts';

export const LOCK_MS = 15 * MINUTE;

export interface Name {
  partner_key: string;
  name_hash: string;
}

/** How often a name may be tried. */
export interface Count extends Name {
  most: number;
}

/**
 * Counts one attempt before the password is looked at, so that guesses sent at once can't slip past. Null while the
 * name is locked; else how many attempts this makes. Failures older than the lock are forgotten. One too many locks by
 * itself, also when the one before ended without a verdict.
 */
export async function countAttempt(db: IdentityDb, { partner_key, name_hash, most }: Count, now: Date): Promise<number | null> {
  const forgotten = sql<boolean>`password_attempts.last_at <= ${after(now, -LOCK_MS)}`;
  const row = await db
    .insertInto('password_attempts')
    .values({ partner_key, name_hash, failed: 1, last_at: now, locked_until: null })
    .onConflict((conflict) =>
      conflict
        .columns(['partner_key', 'name_hash'])
        .doUpdateSet({
          failed: sql<number>`case when ${forgotten} then 1 else password_attempts.failed + 1 end`,
          last_at: now,
          locked_until: sql<Date | null>`case when ${forgotten} or password_attempts.failed < ${most} then null else ${after(now, LOCK_MS)}::timestamptz end`,
        })
        .where((eb) => eb.or([eb('password_attempts.locked_until', 'is', null), eb('password_attempts.locked_until', '<=', now)])),
    )
    .returning('failed')
    .executeTakeFirst();
  return row && row.failed <= most ? row.failed : null;
}

/** Until when the name is locked; null while the attempts that lock it are still being looked at. */
export async function lockedUntil(db: IdentityDb, { partner_key, name_hash }: Name): Promise<Date | null> {
  const row = await db
    .selectFrom('password_attempts')
    .select('locked_until')
    .where('partner_key', '=', partner_key)
    .where('name_hash', '=', name_hash)
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

export async function lockCount(db: IdentityDb, { partner_key, name_hash }: Name, now: Date): Promise<void> {
  await db
    .updateTable('password_attempts')
    .set({ locked_until: after(now, LOCK_MS) })
    .where('partner_key', '=', partner_key)
    .where('name_hash', '=', name_hash)
    .execute();
}

/** Takes an attempt that turned out right off a count. */
export async function giveBack(db: IdentityDb, { partner_key, name_hash }: Name): Promise<void> {
  await db
    .updateTable('password_attempts')
    .set((eb) => ({ failed: eb('failed', '-', 1) }))
    .where('partner_key', '=', partner_key)
    .where('name_hash', '=', name_hash)
    .where('failed', '>', 0)
    .execute();
}

export async function forgetAttempts(db: IdentityDb, { partner_key, name_hash }: Name): Promise<void> {
  await db.deleteFrom('password_attempts').where('partner_key', '=', partner_key).where('name_hash', '=', name_hash).execute();
}
