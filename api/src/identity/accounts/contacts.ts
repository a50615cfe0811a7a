import type { IdentityDb } from './account.store.ts';

/** How to reach a person; '' for what the account does not have. */
export interface Contact {
  name: string;
  email: string;
  /** In international form. */
  mobile: string;
  profession: string;
  partner_key: string;
}

export async function readContacts(db: IdentityDb, user_ids: readonly string[]): Promise<Map<string, Contact>> {
  if (user_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.country_code', 'users.mobile', 'users.partner_key', 'users.profession', 'profiles.full_name'])
    .where('users.id', 'in', user_ids)
    .execute();
  return new Map(
    rows.map(({ id, full_name, country_code, mobile, email, profession, partner_key }) => [
      id,
      { name: full_name, email, mobile: mobile && `${country_code}${mobile}`, profession, partner_key },
    ]),
  );
}

/** Those of these people who have an account. */
export async function knownAmong(db: IdentityDb, user_ids: readonly string[]): Promise<Set<string>> {
  if (user_ids.length === 0) return new Set();
  const rows = await db.selectFrom('users').select('id').where('id', 'in', user_ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export const isActive = async (tx: IdentityDb, user_id: string): Promise<boolean> =>
  (await tx.selectFrom('users').select('id').where('id', '=', user_id).where('status', '=', 'active').executeTakeFirst()) !== undefined;
