import { ulid } from '../../platform/text/id.ts';
import { type IdentityDb, readPhc } from '../accounts/account.store.ts';

/** A new password differs from the present one and those before it, five in all. */
const REMEMBERED = 5;

/** The present password's hash and those of the ones before it, newest first. */
export async function passwordsOf(db: IdentityDb, user_id: string): Promise<string[]> {
  const present = await readPhc(db, user_id);
  const earlier = await db
    .selectFrom('password_history')
    .select('phc')
    .where('user_id', '=', user_id)
    .orderBy('replaced_at', 'desc')
    .limit(REMEMBERED - 1)
    .execute();
  return [...(present === null ? [] : [present]), ...earlier.map(({ phc }) => phc)];
}

/** The hash of the password before the present one, where that was replaced since then. */
export async function replacedSince(db: IdentityDb, user_id: string, since: Date): Promise<string | undefined> {
  const replaced = await db
    .selectFrom('password_history')
    .select('phc')
    .where('user_id', '=', user_id)
    .where('replaced_at', '>', since)
    .orderBy('replaced_at', 'desc')
    .executeTakeFirst();
  return replaced?.phc;
}

/** Puts a password in force and lets the one before it be remembered. Nobody is asked to change it any more. */
export async function storePassword(tx: IdentityDb, user_id: string, phc: string, now: Date): Promise<void> {
  const replaced = await readPhc(tx, user_id);
  if (replaced !== null) await tx.insertInto('password_history').values({ id: ulid(), user_id, phc: replaced, replaced_at: now }).execute();
  const old = await tx
    .selectFrom('password_history')
    .select('id')
    .where('user_id', '=', user_id)
    .orderBy('replaced_at', 'desc')
    .offset(REMEMBERED - 1)
    .execute();
  if (old.length > 0)
    await tx
      .deleteFrom('password_history')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute();
  await tx
    .insertInto('passwords')
    .values({ user_id, phc, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ phc, changed_at: now }))
    .execute();
  await tx.updateTable('users').set({ ask_password_for_change: false }).where('id', '=', user_id).execute();
}
