import type { ReferralState } from '@vimarsh/shared/contract/referrals/types.ts';
import type { VoidReason } from '@vimarsh/shared/domain/referral/referral.ts';
import type { RewardPlan } from '@vimarsh/shared/domain/referral/reward.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../platform/platform.ts';

export type Side = 'referrer' | 'referee';
type KeptState = Exclude<ReferralState, 'invited'>;

interface ReferralTables {
  referral_codes: { user_id: string; site: string; code: string; made_at: Date };
  referrals: {
    id: string;
    /** Null once the account is erased. */
    referrer: string | null;
    referee: string | null;
    site: string;
    state: KeptState;
    reason: VoidReason | '';
    joined_at: Date;
    qualified_at: Date | null;
    decided_at: Date | null;
  };
  referral_rewards: {
    referral_id: string;
    side: Side;
    user_id: string;
    /** Of the plan that the days are. */
    id: string;
    plan: RewardPlan;
    days: number;
    given_at: Date;
    ends_at: Date;
  };
}
export type ReferralDb = Kysely<ReferralTables>;
export const referralsOf = (db: Database): ReferralDb => db;
type Db = ReturnType<typeof referralsOf>;
export type ReferralRow = Selectable<ReferralTables['referrals']>;
export type RewardRow = Selectable<ReferralTables['referral_rewards']>;

export const referralCodeOf = async (db: Db, user_id: string): Promise<string> =>
  (await db.selectFrom('referral_codes').select('code').where('user_id', '=', user_id).executeTakeFirst())?.code ?? '';

/** Whose code it is on this site; undefined where it is nobody's here. */
export const ownerOf = async (db: Db, site: string, code: string): Promise<string | undefined> =>
  (await db.selectFrom('referral_codes').select('user_id').where('site', '=', site).where('code', '=', code).executeTakeFirst())?.user_id;

/** Keeps a code, unless the person has one by now or another has this one. */
export async function keepCode(db: Db, row: { user_id: string; site: string; code: string; made_at: Date }): Promise<void> {
  await db
    .insertInto('referral_codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function keepJoined(tx: Db, row: Pick<ReferralRow, 'id' | 'referrer' | 'referee' | 'site' | 'joined_at'>): Promise<void> {
  await tx
    .insertInto('referrals')
    .values({ ...row, state: 'joined', reason: '', qualified_at: null, decided_at: null })
    .execute();
}

const OPEN: KeptState[] = ['joined', 'qualified'];

/** Referrals that may still go on, in parts. */
export const openAfter = (db: Db, after: string, most: number): Promise<ReferralRow[]> =>
  db.selectFrom('referrals').selectAll().where('state', 'in', OPEN).where('id', '>', after).orderBy('id').limit(most).execute();

/** One of them, for a change: of two nodes at once the second finds it as the first left it. */
export const lockOpen = (tx: Db, id: string): Promise<ReferralRow | undefined> =>
  tx.selectFrom('referrals').selectAll().where('id', '=', id).where('state', 'in', OPEN).forUpdate().executeTakeFirst();

export async function keepState(tx: Db, id: string, state: KeptState, reason: VoidReason | '', now: Date): Promise<void> {
  const when = state === 'qualified' ? { qualified_at: now } : { decided_at: now };
  await tx
    .updateTable('referrals')
    .set({ state, reason, ...when })
    .where('id', '=', id)
    .execute();
}

/** Until the transaction ends nobody else gives this person days, so that none of them is one too many. */
export async function lockRewards(tx: Db, user_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referral ${user_id}`}, 0))`.execute(tx);
}

export const rewardsOf = (db: Db, user_id: string): Promise<RewardRow[]> =>
  db.selectFrom('referral_rewards').selectAll().where('user_id', '=', user_id).orderBy('given_at', 'desc').orderBy('id', 'desc').execute();

export async function keepReward(tx: Db, row: RewardRow): Promise<void> {
  await tx.insertInto('referral_rewards').values(row).execute();
}

export async function moveReward(tx: Db, id: string, ends_at: Date): Promise<void> {
  await tx.updateTable('referral_rewards').set({ ends_at }).where('id', '=', id).execute();
}

/** People whose days are not over, or were not a short while ago; in parts. */
export async function rewardedAfter(db: Db, since: Date, after: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('referral_rewards')
    .select('user_id')
    .distinct()
    .where('ends_at', '>', since)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export const broughtBy = (db: Db, user_id: string, most: number): Promise<ReferralRow[]> =>
  db.selectFrom('referrals').selectAll().where('referrer', '=', user_id).orderBy('joined_at', 'desc').orderBy('id', 'desc').limit(most).execute();

export const joinedAs = (db: Db, user_id: string): Promise<ReferralRow | undefined> =>
  db.selectFrom('referrals').selectAll().where('referee', '=', user_id).executeTakeFirst();

/** What a person was part of goes with their account; the other of each two keeps what is theirs. */
export async function forgetPerson(tx: Db, user_id: string, now: Date): Promise<void> {
  await tx.deleteFrom('referral_codes').where('user_id', '=', user_id).execute();
  await tx.deleteFrom('referral_rewards').where('user_id', '=', user_id).execute();
  // Nothing can come of one whose newcomer is gone.
  await tx
    .updateTable('referrals')
    .set({ state: 'void', reason: 'erased', decided_at: now })
    .where('referee', '=', user_id)
    .where('state', 'in', OPEN)
    .execute();
  await tx.deleteFrom('referrals').where('referee', '=', user_id).where('referrer', 'is', null).execute();
  await tx.deleteFrom('referrals').where('referrer', '=', user_id).where('referee', 'is', null).execute();
  await tx.updateTable('referrals').set({ referee: null }).where('referee', '=', user_id).execute();
  await tx.updateTable('referrals').set({ referrer: null }).where('referrer', '=', user_id).execute();
}
