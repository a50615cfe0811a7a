import type { IdentityDb } from '../accounts/account.store.ts';
import type { SessionRow } from '../identity.tables.ts';

export type NewSession = Pick<SessionRow, 'id' | 'user_id' | 'partner_key' | 'device_hash' | 'created_at' | 'idle_until' | 'ends_at' | 'user_agent' | 'ip'>;

export function insertSession(tx: IdentityDb, session: NewSession): Promise<SessionRow> {
  return tx
    .insertInto('sessions')
    .values({ ...session, rotated_at: session.created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function readSession(db: IdentityDb, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Moves an open session one count on, if nobody else has: of two at once, one gets the row. */
export function advanceSession(
  db: IdentityDb,
  { id, counter, now, idle_until }: { id: string; counter: number; now: Date; idle_until: Date },
): Promise<SessionRow | undefined> {
  return db
    .updateTable('sessions')
    .set({ counter: counter + 1, rotated_at: now, idle_until })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Ends those of the sessions that are open and says which. */
export async function endSessions(tx: IdentityDb, ids: readonly string[], reason: string, now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: reason })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

export async function openSessionsOf(tx: IdentityDb, user_id: string): Promise<string[]> {
  const rows = await tx.selectFrom('sessions').select('id').where('user_id', '=', user_id).where('ended_at', 'is', null).execute();
  return rows.map(({ id }) => id);
}

export function endedSince(db: IdentityDb, since: Date): Promise<{ id: string; ended_at: Date | null }[]> {
  return db.selectFrom('sessions').select(['id', 'ended_at']).where('ended_at', '>', since).execute();
}

/** When each of these people last renewed a session. */
export async function lastUsed(db: IdentityDb, user_ids: readonly string[]): Promise<Map<string, Date>> {
  if (user_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sessions')
    .select(({ fn }) => ['user_id', fn.max('rotated_at').as('last')])
    .where('user_id', 'in', user_ids)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, last }) => [user_id, last]));
}
