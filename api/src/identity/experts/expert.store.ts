import { isVerified } from '@vimarsh/shared/domain/access/verified.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import type { ExpertRecord } from '../identity.ts';
import { expertStatus } from './expert-status.ts';

/** Experts as other features see them, in the order of their ids. */
export async function readExperts(db: IdentityDb, now: Date, user_id?: string): Promise<(ExpertRecord & { nism_expiry: string })[]> {
  let query = db
    .selectFrom('expert_registrations as registration')
    .innerJoin('users', 'users.id', 'registration.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'registration.user_id')
    .select([
      'registration.user_id',
      'full_name',
      'profession',
      'picture',
      'city',
      'style',
      'skill_key',
      'reg_no',
      'registration.status',
      'valid_to',
      'nism_expiry',
    ])
    .orderBy('registration.user_id');
  if (user_id !== undefined) query = query.where('registration.user_id', '=', user_id);
  const today = istDay(now);
  return (await query.execute()).map(({ status: decided, ...row }) => {
    const status = expertStatus({ status: decided, ...row }, today);
    return { ...row, status, verified: isVerified(status) };
  });
}
