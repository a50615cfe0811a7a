import { sql } from 'kysely';
import { differs, type Pace } from '../../ledger/index.ts';
import type { Database } from '../../platform/platform.ts';
import { callTables } from '../tables.ts';

/**
 * How many follow an expert is shown from counts that the database keeps with every follow. A number would be false by a follower or an expert
 * that is nobody's account, and by a count that differs from who follows. Throws RecordDiffers.
 */
export async function checkFollows(db: Database, known: (ids: readonly string[]) => Promise<Set<string>>, { page, pause }: Pace): Promise<void> {
  let last = { user_id: '', expert_id: '' };
  for (;;) {
    const follows = await callTables(db)
      .selectFrom('follows')
      .select(['user_id', 'expert_id'])
      .where(sql<boolean>`(user_id, expert_id) > (${last.user_id}, ${last.expert_id})`)
      .orderBy('user_id')
      .orderBy('expert_id')
      .limit(page)
      .execute();
    const people = await known([...new Set(follows.flatMap(({ user_id, expert_id }) => [user_id, expert_id]))]);
    for (const follow of follows) if (!(people.has(follow.user_id) && people.has(follow.expert_id))) await stillThere(db, follow);
    if (follows.length < page) break;
    last = follows.at(-1)!;
    await pause();
  }
  await checkCounts(db, pause);
}

/** Counts anew, expert by expert: each in one statement, so that what is followed meanwhile is in both numbers or in neither. */
async function checkCounts(db: Database, pause: Pace['pause']): Promise<void> {
  for (let last = ''; ; ) {
    const next = await sql<{ expert_id: string | null }>`
      select least((select min(expert_id) from follows where expert_id > ${last}), (select min(expert_id) from follower_counts where expert_id > ${last}),
        (select min(expert_id) from follower_days where expert_id > ${last})) as expert_id`.execute(db);
    const { expert_id } = next.rows[0]!;
    if (expert_id === null) return;
    const { rows } = await sql<{ counted: number; kept: number; differing: number }>`
      with real as (
        select ((since at time zone 'UTC') + interval '330 minutes')::date as day, count(*) as followers from follows where expert_id = ${expert_id} group by 1
      ), kept as (select day, followers from follower_days where expert_id = ${expert_id})
      select (select coalesce(sum(followers), 0)::int from real) as counted,
        (select coalesce(sum(followers), 0)::int from follower_counts where expert_id = ${expert_id}) as kept,
        (select count(*)::int from real full join kept using (day) where coalesce(real.followers, 0) <> coalesce(kept.followers, 0)) as differing`.execute(db);
    const { counted, kept, differing } = rows[0]!;
    if (counted !== kept) differs(`expert ${expert_id} has ${counted} followers, and ${kept} are shown`);
    if (differing > 0) differs(`the days on which ${expert_id} was followed are not those that are shown`);
    last = expert_id;
    await pause();
  }
}

/** An account that was erased meanwhile took its follows along. */
async function stillThere(db: Database, { user_id, expert_id }: { user_id: string; expert_id: string }): Promise<void> {
  const row = await callTables(db).selectFrom('follows').select('user_id').where('user_id', '=', user_id).where('expert_id', '=', expert_id).executeTakeFirst();
  if (row) differs(`expert ${expert_id} has a follower that is nobody’s account, or is none`);
}
