import { sql } from 'kysely';
import type { Identity } from '../identity.ts';

/** The answer of `Identity.settled`. Promotional plans come with an invitation, so they tell nothing of who has one. */
export const settledAmong: Identity['settled'] = async (tx, user_ids, { before, at }) => {
  if (user_ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from users where id in (${sql.join(user_ids)}) and status = 'active' and (
      created_at < ${before} or exists (
        select from subscriptions s where s.user_id = users.id and not s.promotional and s.starts_at <= ${at} and s.ends_at > ${at}))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};
