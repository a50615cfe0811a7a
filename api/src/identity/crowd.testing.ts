import { sql } from 'kysely';
import type { Database } from '../platform/platform.ts';

/** Accounts `usr_<from>` to `usr_<to>` as a sign-up leaves them: an account without a profile is nobody who may read anything. */
export async function insertCrowd(db: Database, from: number, to: number): Promise<void> {
  await sql`insert into users (id, partner_key, username, profession, roles, created_at)
    select 'usr_' || n, '', 'reader' || n, 'Retail Investor', '["Retail Investor"]', now() from generate_series(${from}::int, ${to}::int) n`.execute(db);
  await sql`insert into profiles (user_id) select 'usr_' || n from generate_series(${from}::int, ${to}::int) n`.execute(db);
}
