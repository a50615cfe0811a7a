import { isPanGiven } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import { sql } from 'kysely';
import type { IdentityDb } from '../accounts/account.store.ts';
import type { Pans } from '../identity.ts';

const indexOf = async (tx: IdentityDb, user_id: string): Promise<string | undefined> =>
  (await tx.selectFrom('kyc_numbers').select('blind_index').where('user_id', '=', user_id).executeTakeFirst())?.blind_index;

/** PANs as other features may ask for them: whether one is there or proven, and whose is the same. None is ever told. */
export const pans: Pans = {
  async isGiven(tx: IdentityDb, user_id) {
    const profile = await tx.selectFrom('profiles').select(['pan_card_number', 'pan_card_status']).where('user_id', '=', user_id).executeTakeFirst();
    return profile !== undefined && isPanGiven(profile);
  },
  async same(tx: IdentityDb, user_id) {
    const pan = await indexOf(tx, user_id);
    if (pan === undefined) return [user_id];
    const rows = await tx
      .selectFrom('kyc_numbers')
      .innerJoin('profiles', 'profiles.user_id', 'kyc_numbers.user_id')
      .select(['kyc_numbers.user_id', 'pan_card_status as card'])
      .where('blind_index', '=', pan)
      .execute();
    return rows.flatMap((row) => (row.user_id === user_id || row.card === 'Verified' ? [row.user_id] : []));
  },
  async isProven(tx: IdentityDb, user_id) {
    const profile = await tx.selectFrom('profiles').select('pan_card_status').where('user_id', '=', user_id).executeTakeFirst();
    return profile?.pan_card_status === 'Verified';
  },
  async lock(tx: IdentityDb, user_id) {
    const pan = await indexOf(tx, user_id);
    if (pan !== undefined) await sql`select pg_advisory_xact_lock(hashtextextended(${`pan ${pan}`}, 0))`.execute(tx);
  },
};
