import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { sql } from 'kysely';
import type { Account, IdentityDb } from '../accounts/account.store.ts';

/** Document states of an account whose papers were all accepted; the NISM certificate may come later. */
function areAllVerified({ profile }: Pick<Account, 'profile'>): boolean {
  const { pan_card_status, aadhar_card_status, sebi_certificate_status, nism_certificate_status } = profile;
  const states = [pan_card_status, aadhar_card_status, sebi_certificate_status, nism_certificate_status || 'Verified'];
  return states.every((state) => state === 'Verified');
}

/**
 * Keeps what stands accepted of an expert before a change is stored, for as long as the change is under review. Papers that were never accepted,
 * and a change of papers that wait already, keep nothing new.
 */
export async function keepAccepted(tx: IdentityDb, account: Account, now: Date): Promise<void> {
  const { user, profile, registration } = account;
  const isAccepted = registration?.status === 'verified' || (registration?.status === 'suspended' && areAllVerified(account));
  if (!registration || !isAccepted) return;
  const { reg_no, valid_to, nism_expiry } = registration;
  await tx
    .insertInto('accepted_papers')
    .values({ user_id: user.id, full_name: profile.full_name, profession: user.profession, reg_no, valid_to, nism_expiry, kept_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** What an account’s own copy of their data says of it; null where no change is under review. */
export async function acceptedOf(db: IdentityDb, user_id: string): Promise<object | null> {
  return (await db.selectFrom('accepted_papers').selectAll().where('user_id', '=', user_id).executeTakeFirst()) ?? null;
}

/** The papers that were handed in are the accepted ones, or the account is closed. */
export async function dropAccepted(tx: IdentityDb, user_id: string): Promise<void> {
  await tx.deleteFrom('accepted_papers').where('user_id', '=', user_id).execute();
}

/** Columns of a registration as the public may see it, for a query that joins `accepted_papers` as `accepted`. */
export const lastAccepted = [
  sql<string>`coalesce(accepted.full_name, profiles.full_name)`.as('full_name'),
  sql<Profession>`coalesce(accepted.profession, users.profession)`.as('profession'),
  sql<string>`coalesce(accepted.reg_no, registration.reg_no)`.as('reg_no'),
  sql<string>`coalesce(accepted.valid_to, registration.valid_to)`.as('valid_to'),
  sql<string>`coalesce(accepted.nism_expiry, registration.nism_expiry)`.as('nism_expiry'),
];
