import type { Push } from '../../push/index.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { forgetChallenges } from '../challenge/challenge.store.ts';
import { after, DAY } from '../clock.ts';

/**
 * Forgets what no rule looks at any more: OTPs after two days, wrong passwords after one, sessions 30 days after their end with the devices
 * that they registered.
 */
export async function tidyIdentity(db: IdentityDb, push: Pick<Push, 'sessionsEnded'>, now: Date): Promise<void> {
  await forgetChallenges(db, now);
  await db.deleteFrom('password_attempts').where('last_at', '<', after(now, -DAY)).execute();
  await tidySessions(db, push, after(now, -30 * DAY));
}

const AT_ONCE = 1000;

/** Their devices go first: of a session that is gone nobody could tell which were its own. */
async function tidySessions(db: IdentityDb, push: Pick<Push, 'sessionsEnded'>, before: Date): Promise<void> {
  const old = () => db.selectFrom('sessions').select('id').where('ends_at', '<', before).limit(AT_ONCE).execute();
  for (let rows = await old(); rows.length > 0; rows = await old()) {
    const ids = rows.map(({ id }) => id);
    await push.sessionsEnded(db, ids);
    await db.deleteFrom('sessions').where('id', 'in', ids).execute();
  }
}
