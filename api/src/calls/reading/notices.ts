import type { NoticeKind } from '@vimarsh/shared/contract/consents/types.ts';
import type { Identity } from '../../identity/index.ts';
import type { CallHead, Ledger } from '../../ledger/index.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import { tablesOf } from '../tables.ts';

const TELL = 'calls.tell';
type About = Extract<NoticeKind, 'new_calls' | 'ended_calls'>;

/** Notifies followers about a call once the caller's transaction is committed. */
export type TellFollowers = (tx: Database, about: About, row: Pick<CallHead, 'id' | 'expert_id'>) => Promise<void>;

/**
 * Messages about calls are sent by a job, so that publishing and judging never wait. They name the expert and the event but
 * no levels or results: those are shown where the reader's plan allows it, and good and bad ends read the same.
 */
export function callNotices(platform: Platform, identity: Identity, ledger: Ledger): TellFollowers {
  platform.jobs.work<{ about: About; call_id: string }>(TELL, async ({ about, call_id }) => {
    const db = tablesOf(platform.db);
    const author = await ledger.authorOf(call_id);
    const expert = author && (await identity.expert(author));
    if (!author || !expert) return;
    const followers = await db.selectFrom('follows').select('user_id').where('expert_id', '=', author).execute();
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
