import type { Recheck } from '../../platform/platform.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { standingsOf } from '../accounts/standings.ts';
import type { Clock } from '../clock.ts';

/** Of those whose sockets are open: whose session still is, and what they are by now. A handful of queries for however many. */
export function createStillOpen(db: IdentityDb, clock: Clock, adminEmails: readonly string[]): Recheck {
  return async (callers) => {
    const now = clock();
    const open = await db
      .selectFrom('sessions')
      .select(['id', 'user_id'])
      .where(
        'id',
        'in',
        callers.map(({ session_id }) => session_id),
      )
      .where('ended_at', 'is', null)
      .where('idle_until', '>', now)
      .where('ends_at', '>', now)
      .execute();
    if (open.length === 0) return new Map();
    const ids = [...new Set(open.map(({ user_id }) => user_id))];
    const standings = await standingsOf(db, ids, adminEmails, now);
    return new Map(
      open.flatMap(({ id, user_id }) => {
        const standing = standings.get(user_id);
        return standing ? [[id, { ...standing, session_id: id }] as const] : [];
      }),
    );
  };
}
