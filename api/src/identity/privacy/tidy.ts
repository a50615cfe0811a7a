import type { Db } from '../accounts/account.store.ts';
import type { BrokerDb } from '../brokers/broker.tables.ts';
import { forgetChallenges } from '../challenge/challenge.store.ts';
import { after, DAY } from '../clock.ts';

/** Forgets what no rule looks at any more: OTPs after two days, wrong passwords after one, sessions 30 days after their end, what a sign-in with a broker left when its time is over. */
export async function tidyIdentity(db: Db, now: Date): Promise<void> {
  await forgetChallenges(db, now);
  await db.deleteFrom('password_attempts').where('last_at', '<', after(now, -DAY)).execute();
  await db
    .deleteFrom('sessions')
    .where('ends_at', '<', after(now, -30 * DAY))
    .execute();
  const brokers = db as unknown as BrokerDb;
  for (const table of ['sign_in_journeys', 'used_handovers'] as const) await brokers.deleteFrom(table).where('expires_at', '<', now).execute();
}
