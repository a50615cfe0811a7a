import { sql } from 'kysely';
import { differs, type Pace } from '../../ledger/index.ts';
import type { Database } from '../../platform/platform.ts';
import { tablesOf } from '../tables.ts';

/**
 * How many follow an expert is counted from who does, each time it is shown. So what could make a number false is a follower or an expert that
 * is nobody's account. Throws RecordDiffers.
 */
export async function checkFollows(db: Database, known: (ids: readonly string[]) => Promise<Set<string>>, { page, pause }: Pace): Promise<void> {
  let last = { user_id: '', expert_id: '' };
  for (;;) {
    const follows = await tablesOf(db)
      .selectFrom('follows')
      .select(['user_id', 'expert_id'])
      .where(sql<boolean>`(user_id, expert_id) > (${last.user_id}, ${last.expert_id})`)
      .orderBy('user_id')
      .orderBy('expert_id')
      .limit(page)
      .execute();
    const people = await known([...new Set(follows.flatMap(({ user_id, expert_id }) => [user_id, expert_id]))]);
    for (const follow of follows) if (!(people.has(follow.user_id) && people.has(follow.expert_id))) await stillThere(db, follow);
    if (follows.length < page) return;
    last = follows.at(-1)!;
    await pause();
  }
}

/** An account that was erased meanwhile took its follows along. */
async function stillThere(db: Database, { user_id, expert_id }: { user_id: string; expert_id: string }): Promise<void> {
  const row = await tablesOf(db).selectFrom('follows').select('user_id').where('user_id', '=', user_id).where('expert_id', '=', expert_id).executeTakeFirst();
  if (row) differs(`expert ${expert_id} has a follower that is nobody’s account, or is none`);
}
