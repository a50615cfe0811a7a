import { sql } from 'kysely';
import type { OpenDatabase } from './database.ts';

/** Demo messages are of no use after a week. */
const KEEP_MESSAGES_DAYS = 7;

/** What PostgreSQL does by itself and the embedded database does not (it has no autovacuum): without it, updated tables only grow. */
export async function keepUp({ db, pool, place }: OpenDatabase): Promise<void> {
  await sql`delete from outbox_messages where sent_at < now() - ${KEEP_MESSAGES_DAYS} * interval '1 day'`.execute(db);
  if (place.kind !== 'postgres') await pool.query('vacuum (analyze)');
}
