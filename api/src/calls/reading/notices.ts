import type { NoticeKind } from '@vimarsh/shared/contract/consents/types.ts';
import { receiptLine } from '@vimarsh/shared/domain/calls/receipt.ts';
import { callAddress, optionCallAddress } from '@vimarsh/shared/domain/routing/places.ts';
import type { Identity } from '../../identity/index.ts';
import type { CallHead, EventRow, Kind, Ledger } from '../../ledger/index.ts';
import type { Ctx, Database, Platform } from '../../platform/platform.ts';
import { tablesOf } from '../tables.ts';

const TELL = 'calls.tell';
type About = Extract<NoticeKind, 'new_calls' | 'ended_calls'> | 'corrected_calls';

/** What each is about, and which of the messages people choose it is: whoever hears of ends hears when an end was another. */
const WORDS: Readonly<Record<About, { kind: NoticeKind; subject(name: string): string; what(who: string): string }>> = {
  new_calls: { kind: 'new_calls', subject: (name) => `New call by ${name}`, what: (who) => `${who} published a new call.` },
  ended_calls: { kind: 'ended_calls', subject: (name) => `A call of ${name} has ended`, what: (who) => `A call of ${who} has ended.` },
  corrected_calls: {
    kind: 'ended_calls',
    subject: (name) => `A call of ${name} was corrected`,
    what: (who) => `A call of ${who} that had ended was corrected by two people. Both numbers stand in its record.`,
  },
};

/** Notifies followers about a call once the caller's transaction is committed. */
export type TellFollowers = (tx: Database, about: About, row: Pick<CallHead, 'id' | 'expert_id'>) => Promise<void>;

/** Of a kind of call, what tells who may read one. */
export interface OfKind {
  readonly kind: Kind;
  sees(asker: Pick<Ctx, 'caller' | 'partner'>): (row: CallHead) => boolean;
}

/**
 * Messages about calls are sent by a job, so that publishing and judging never wait. They go to followers who may read the call,
 * since who published when is what a plan pays for. They name the expert and the event but no levels or results, and good and bad
 * ends read the same, corrected ones too. Each holds the event's receipt, so that every follower is a witness of it, whatever becomes of this server.
 * `kinds`: known once every kind is made.
 */
export function callNotices(platform: Platform, identity: Identity, ledger: Ledger, kinds: () => ReadonlyMap<string, OfKind>): TellFollowers {
  /** The followers who may read a call now. */
  async function readersOf({ kind, call_id, expert_id: author }: EventRow): Promise<string[]> {
    const ofKind = kinds().get(kind)!;
    const [row] = await ledger.rows(ofKind.kind, [call_id]);
    const followers = await tablesOf(platform.db).selectFrom('follows').select('user_id').where('expert_id', '=', author).execute();
    const readers: string[] = [];
    // One after another: the message can wait, other requests can't.
    for (const { user_id } of followers) {
      const asker = await identity.asker(user_id);
      if (asker && ofKind.sees(asker)(row!)) readers.push(user_id);
    }
    return readers;
  }

  platform.jobs.work<{ about: About; call_id: string }>(TELL, async ({ about, call_id }) => {
    const events = await ledger.eventsOf(call_id);
    const told = about === 'new_calls' ? events[0] : events.at(-1);
    const expert = told && (await identity.expert(told.expert_id));
    if (!told || !expert) return;
    const readers = await readersOf(told);
    const [opened] = await ledger.receipts([told]);
    const line = receiptLine(opened!.receipt);
    const who = `${expert.full_name} (${expert.reg_no})`;
    const { kind, subject, what } = WORDS[about];
    const notice = {
      subject: subject(expert.full_name),
      path: told.kind === 'options' ? optionCallAddress(call_id) : callAddress(call_id, true),
      text: (site: string) =>
        [
          `${what(who)} Log in to ${site} to read it. You chose this message under My account, Notifications, and can switch it off there.`,
          `Receipt, signed by the record of calls. Keep it: on the page “How to check us” of ${site} it shows whether the call still stands as it was published.\n${line}`,
        ].join('\n\n'),
    };
    if (readers.length > 0) await platform.transaction((tx) => identity.notify(tx, kind, readers, notice));
  });
  return async (tx, about, { id, expert_id }) => {
    const follower = await tablesOf(tx).selectFrom('follows').select('user_id').where('expert_id', '=', expert_id).limit(1).executeTakeFirst();
    if (follower) await platform.jobs.enqueue(tx, TELL, { about, call_id: id });
  };
}
