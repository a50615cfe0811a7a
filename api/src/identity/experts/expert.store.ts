import { isVerified } from '@vimarsh/shared/domain/access/verified.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import type { ExpertRecord } from '../identity.ts';
import { lastAccepted } from './accepted-papers.store.ts';
import { expertStatus } from './expert-status.ts';

/** An expert with what only this feature tells of. */
export interface StoredExpert extends ExpertRecord {
  readonly nism_expiry: string;
  /** Whether number and days were accepted. */
  readonly accepted: boolean;
}

/** Experts as other features see them, in the order of their ids; while a change is under review, by what was last accepted. */
export async function readExperts(db: IdentityDb, now: Date, user_id?: string): Promise<StoredExpert[]> {
  let query = db
    .selectFrom('expert_registrations as registration')
    .innerJoin('users', 'users.id', 'registration.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'registration.user_id')
    .leftJoin('accepted_papers as accepted', 'accepted.user_id', 'registration.user_id')
    .select(['registration.user_id', 'picture', 'city', 'style', 'skill_key', 'registration.status'])
    .select(lastAccepted)
    .select('accepted.user_id as kept')
    .orderBy('registration.user_id');
  if (user_id !== undefined) query = query.where('registration.user_id', '=', user_id);
  const today = istDay(now);
  return (await query.execute()).map(({ status: decided, kept, ...row }) => {
    const status = expertStatus({ status: decided, ...row }, today);
    return { ...row, status, verified: isVerified(status), accepted: kept !== null || decided === 'verified' || decided === 'suspended' };
  });
}
