import type { Db } from './account.store.ts';
import { after, DAY } from './clock.ts';

/** Forgets what no rule looks at any more: OTPs after two days, wrong passwords after one, sessions 30 days after their end. */
export async function tidyIdentity(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('otp_challenges')
    .where('sent_at', '<', after(now, -2 * DAY))
    .execute();
  await db
    .deleteFrom('account_challenges')
    .where('sent_at', '<', after(now, -2 * DAY))
    .execute();
  await db.deleteFrom('password_attempts').where('last_at', '<', after(now, -DAY)).execute();
  await db
    .deleteFrom('sessions')
    .where('ends_at', '<', after(now, -30 * DAY))
    .execute();
}
