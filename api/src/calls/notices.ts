import type { NoticeKind } from '@vimarsh/shared/contract/consents.contract.ts';
import type { Identity } from '../identity/index.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { type CallRow, tablesOf } from './calls.tables.ts';

const TELL = 'calls.tell';
type About = Extract<NoticeKind, 'new_calls' | 'ended_calls'>;

/** Tells followers about a call once the caller's transaction is stored. */
export type TellFollowers = (tx: Database, about: About, row: Pick<CallRow, 'id' | 'expert_id'>) => Promise<void>;

/**
 * Messages about calls leave by a job, so that publishing and judging wait for nobody. They say who and that, never
 * what: levels and results are read where the reader's plan allows it, and good and bad ends sound the same.
 */
export function callNotices(platform: Platform, identity: Identity): TellFollowers {
  platform.jobs.work<{ about: About; call_id: string }>(TELL, async ({ about, call_id }) => {
    const db = tablesOf(platform.db);
    const call = await db.selectFrom('calls').select('expert_id').where('id', '=', call_id).executeTakeFirst();
    const expert = call && (await identity.expert(call.expert_id));
    if (!call || !expert) return;
    const followers = await db.selectFrom('follows').select('user_id').where('expert_id', '=', call.expert_id).execute();
    const who = `${expert.full_name} (${expert.reg_no})`;
    const what = about === 'new_calls' ? `${who} published a new call.` : `A call of ${who} has ended.`;
    const notice = {
      subject: about === 'new_calls' ? `New call by ${expert.full_name}` : `A call of ${expert.full_name} has ended`,
      text: (site: string) => `${what} Log in to ${site} to read it. You chose this message under My account, Notifications, and can switch it off there.`,
    };
    await platform.transaction((tx) =>
      identity.notify(
        tx,
        about,
        followers.map(({ user_id }) => user_id),
        notice,
      ),
    );
  });
  return async (tx, about, { id, expert_id }) => {
    const follower = await tablesOf(tx).selectFrom('follows').select('user_id').where('expert_id', '=', expert_id).limit(1).executeTakeFirst();
    if (follower) await platform.jobs.enqueue(tx, TELL, { about, call_id: id });
  };
}
