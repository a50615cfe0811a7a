import type { AuthorEntry } from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { IdentityDb, Registration } from '../accounts/account.store.ts';
import type { User } from '../identity.tables.ts';
import { lastAccepted } from './accepted-papers.store.ts';

/** Registrations by user id: of these people, or of everybody who has one; while a change is under review, what was last accepted. */
export async function readEntries(db: IdentityDb, user_ids?: readonly string[]): Promise<Map<string, AuthorEntry>> {
  let query = db
    .selectFrom('expert_registrations as registration')
    .innerJoin('users', 'users.id', 'registration.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'registration.user_id')
    .leftJoin('accepted_papers as accepted', 'accepted.user_id', 'registration.user_id')
    .select(['registration.user_id', 'registration.status', 'users.status as account'])
    .select(lastAccepted)
    .orderBy('registration.user_id');
  if (user_ids) query = query.where('registration.user_id', 'in', [...user_ids]);
  const rows = await query.execute();
  return new Map(
    rows.map(({ user_id, full_name, profession, account, ...registration }) => [
      user_id,
      entryOf({ full_name }, { profession, status: account }, registration),
    ]),
  );
}

const entryOf = (
  { full_name }: { readonly full_name: string },
  { profession, status: account }: Pick<User, 'profession' | 'status'>,
  { reg_no, valid_to, nism_expiry, status }: Pick<Registration, 'reg_no' | 'valid_to' | 'nism_expiry' | 'status'>,
): AuthorEntry => ({
  name: full_name,
  category: profession,
  reg_no,
  valid_to,
  nism_valid_to: nism_expiry,
  standing: account === 'closed' ? 'left' : status === 'verified' ? 'registered' : status === 'suspended' ? 'suspended' : 'review',
});
