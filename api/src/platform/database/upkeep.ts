import { sql } from 'kysely';
import type { OpenDatabase } from './database.types.ts';

/** Demo messages are of no use after a week. */
const KEEP_MESSAGES_DAYS = 7;

/** Removes what nobody reads any more, and does what PostgreSQL does by itself and the embedded database does not (it has no autovacuum): without it, updated tables only grow. */
export async function keepUp({ db, pool, place }: OpenDatabase): Promise<void> {
  await sql`delete from outbox_messages where sent_at < now() - ${KEEP_MESSAGES_DAYS} * interval '1 day'`.execute(db);
  await sql`delete from limit_counts where expire < ${Date.now()}`.execute(db);
  if (place.kind !== 'postgres') await pool.query('vacuum (analyze)');
}
