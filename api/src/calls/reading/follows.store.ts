import { sql } from 'kysely';
import type { Follower, Lots } from '../../notices/index.ts';
import type { CallsDatabase } from '../tables.ts';

/** Who follows whom. Following twice has no further effect. */
export async function setFollow(db: CallsDatabase, user_id: string, expert_id: string, on: boolean, since: Date): Promise<void> {
  if (on) {
    await db
      .insertInto('follows')
      .values({ user_id, expert_id, since })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else await db.deleteFrom('follows').where('user_id', '=', user_id).where('expert_id', '=', expert_id).execute();
}

export async function followedBy(db: CallsDatabase, user_id: string): Promise<Set<string>> {
  const rows = await db.selectFrom('follows').select('expert_id').where('user_id', '=', user_id).execute();
  return new Set(rows.map((row) => row.expert_id));
}

/** Whom, and since when; for the copy of one's data. */
export const followsOf = (db: CallsDatabase, user_id: string) =>
  db.selectFrom('follows').select(['expert_id', 'since']).where('user_id', '=', user_id).orderBy('since').execute();

/** Part of the account's erasure: removes its follows. */
export async function unfollowAll(db: CallsDatabase, user_id: string): Promise<void> {
  await db.deleteFrom('follows').where('user_id', '=', user_id).execute();
}

export const followerCount = async (db: CallsDatabase, expert_id: string): Promise<number> => (await followerCounts(db, [expert_id])).get(expert_id) ?? 0;

/** Follower counts of several experts; experts without followers are left out. The database counts along with every follow. */
export async function followerCounts(db: CallsDatabase, expert_ids: readonly string[]): Promise<Map<string, number>> {
  if (expert_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('follower_counts')
    .select(['expert_id', 'followers'])
    .where('expert_id', 'in', [...expert_ids])
    .where('followers', '>', 0)
    .execute();
  return new Map(rows.map(({ expert_id, followers }) => [expert_id, followers]));
}

/** How many of an expert's followers began on each IST day since one, `YYYY-MM-DD`. */
export const followersByDay = (db: CallsDatabase, expert_id: string, since: string): Promise<{ day: string; followers: number }[]> =>
  db.selectFrom('follower_days').select(['day', 'followers']).where('expert_id', '=', expert_id).where('day', '>=', since).orderBy('day').execute();

/** How many of an expert's followers began on an IST day, `YYYY-MM-DD`, or later. */
export async function followersSince(db: CallsDatabase, expert_id: string, since: string): Promise<number> {
  const days = db.selectFrom('follower_days').where('expert_id', '=', expert_id).where('day', '>=', since);
  const { followers } = await days.select((eb) => eb.fn.sum<string | null>('followers').as('followers')).executeTakeFirstOrThrow();
  return Number(followers ?? 0);
}

interface PageAsked {
  readonly expert_id: string;
  readonly lots: Lots;
  readonly after: Follower;
  readonly limit: number;
  readonly until: Date;
}

/** Some followers of an expert in the order of their lots, by the index alone: those who followed by `until`. */
export const followerPage = (db: CallsDatabase, { expert_id, lots, after, limit, until }: PageAsked): Promise<Follower[]> =>
  db
    .selectFrom('follows')
    .select(['user_id', 'lot'])
    .where('expert_id', '=', expert_id)
    .where('lot', '>=', Math.max(lots.from, after.lot))
    .where('lot', '<=', lots.below - 1)
    .where(sql<boolean>`(lot, user_id) > (${after.lot}, ${after.user_id})`)
    .where('since', '<=', until)
    .orderBy('lot')
    .orderBy('user_id')
    .limit(limit)
    .execute();
