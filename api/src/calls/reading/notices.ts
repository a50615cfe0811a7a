import type { CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import { ENDS, TOLD, type Told } from '@vimarsh/shared/contract/notices/types.ts';
import { receiptLine } from '@vimarsh/shared/domain/calls/receipt.ts';
import { topicOf } from '@vimarsh/shared/domain/notices/words.ts';
import { memberCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { Identity } from '../../identity/index.ts';
import type { CallHead, Ledger, NewEvent } from '../../ledger/index.ts';
import type { CallFacts, DailyPart, Happening, NoticeLetter, Notices } from '../../notices/index.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import type { PublishedCall } from '../calls.ts';
import type { CallsOfKind } from '../kind.ts';
import { callTables } from '../tables.ts';
import { followerCount, followerPage } from './follows.store.ts';
import type { TellFollowers } from './tell.ts';

export const SOURCE = 'calls';

/** The id of a happening, by the number of the event that it is. */
export const eventOf = (seq: number): string => `call-event-${seq}`;

interface Mail {
  readonly kind: 'new_calls' | 'ended_calls';
  subject(name: string): string;
  what(who: string): string;
}

/** What each is about, and which of the messages people choose it is: whoever hears of ends hears when an end was another. */
const MAILS: Readonly<Record<'publish' | 'end' | 'correction', Mail>> = {
  publish: { kind: 'new_calls', subject: (name) => `New call by ${name}`, what: (who) => `${who} published a new call.` },
  end: { kind: 'ended_calls', subject: (name) => `A call of ${name} has ended`, what: (who) => `A call of ${who} has ended.` },
  correction: {
    kind: 'ended_calls',
    subject: (name) => `A call of ${name} was corrected`,
    what: (who) => `A call of ${who} that had ended was corrected by two people. Both numbers stand in its record.`,
  },
};

const DAILY_SUBJECTS: Readonly<Record<Mail['kind'], DailyPart['subject']>> = {
  new_calls: (count) => (count === 1 ? 'One new call' : `${count} new calls`),
  ended_calls: (count) => (count === 1 ? 'News of one call' : `News of ${count} calls`),
};
const CHOSEN = 'You chose this message under My account, Notifications, and can switch it off there.';

interface Dependencies {
  readonly platform: Platform;
  readonly identity: Identity;
  readonly ledger: Ledger;
  readonly notices: Notices;
  /** Known once every kind is made. */
  readonly kinds: () => ReadonlyMap<string, CallsOfKind>;
  /** Hears of a new call in the transaction that publishes it. */
  readonly onPublished: (tx: Database, published: PublishedCall) => Promise<void>;
}

export interface CallNotices {
  readonly tell: TellFollowers;
  /** Who of these may read a call now. */
  readersOf(call: Pick<CallFacts['call'], 'id' | 'kind'>, user_ids: readonly string[]): Promise<Set<string>>;
}

/** What followers hear of an event; null for nothing. Two people who end a call that prices could not judge end it like any other. */
function toldAs({ type, payload }: NewEvent): Told | null {
  if (type !== 'correction') return TOLD.find((told) => told === type) ?? null;
  const { before, after } = payload as { before: { status: CallStatus }; after: { status: CallStatus } };
  if (!ENDS.has(after.status)) return null;
  return ENDS.has(before.status) ? 'correction' : toldAs({ type: after.status, payload } as NewEvent);
}

/**
 * Notices of calls go to followers who may read the call, since who published when is what a plan pays for, and to followers who were told
 * of it when it was new, whatever their plan became. They hold no levels; good and bad ends read the same, corrected ones too. Mails name
 * the expert and the event, no stock and no result. Each mail holds the event's receipt, so that every follower is a witness of it,
 * whatever becomes of this server.
 */
export function callNotices({ platform, identity, ledger, notices, kinds, onPublished }: Dependencies): CallNotices {
  const db = callTables(platform.db);

  notices.source({
    name: SOURCE,
    countFollowers: ({ expert_id }) => followerCount(db, expert_id),
    followers: ({ expert_id }, lots, after, limit, until) => followerPage(db, { expert_id, lots, after, limit, until }),
    readers: ({ facts }, user_ids) => readersOf((facts as CallFacts).call, user_ids),
    made: madeOf,
    letter,
  });

  async function letter({ id, about, expert_id, facts: given }: Happening): Promise<NoticeLetter | null> {
    const facts = given as CallFacts;
    const mail = facts.what === 'publish' || facts.what === 'correction' ? facts.what : ENDS.has(facts.what) ? 'end' : null;
    const expert = mail && (await identity.expert(expert_id));
    const event = (await ledger.eventsOf(about)).find(({ seq }) => eventOf(seq) === id);
    if (!expert || !event) return null;
    const [opened] = await ledger.receipts([event]);
    const line = receiptLine(opened!.receipt);
    const { kind, subject, what } = MAILS[mail];
    const said = what(`${expert.full_name} (${expert.reg_no})`);
    return {
      kind,
      subject: subject(expert.full_name),
      path: memberCallAddress(facts.call),
      text: (site) =>
        [
          `${said} Log in to ${site} to read it. ${CHOSEN}`,
          `Receipt, signed by the record of calls. Keep it: on the page “How to check us” of ${site} it shows whether the call still stands as it was published.\n${line}`,
        ].join('\n\n'),
      daily: {
        subject: DAILY_SUBJECTS[kind],
        text: `${formatIst(event.ts)} · ${said}\n${line}`,
        foot: (site) =>
          `Log in to ${site} to read them. Below each stands its receipt, signed by the record of calls. Keep it: on the page “How to check us” of ${site} it shows whether the call still stands as it was published. ${CHOSEN}`,
      },
    };
  }

  return { tell: tellAll, readersOf };

  async function madeOf(calls: readonly Pick<CallFacts['call'], 'id' | 'kind'>[]): Promise<Map<string, number>> {
    const made = new Map<string, number>();
    for (const [name, own] of Map.groupBy(calls, ({ kind }) => kind)) {
      const kind = kinds().get(name)!;
      const ids = [...new Set(own.map(({ id }) => id))];
      for (const row of await ledger.rows(kind.kind, ids)) {
        const result = row.is_open ? null : await kind.made?.(row);
        if (typeof result === 'number') made.set(row.id, result);
      }
    }
    return made;
  }

  async function readersOf({ id, kind: name }: Pick<CallFacts['call'], 'id' | 'kind'>, user_ids: readonly string[]): Promise<Set<string>> {
    const kind = kinds().get(name)!;
    const [row] = await ledger.rows(kind.kind, [id]);
    const askers = await identity.askers(user_ids);
    return new Set(row ? user_ids.filter((user_id) => askers.has(user_id) && kind.sees(askers.get(user_id)!)(row)) : []);
  }

  async function tellAll(...[tx, seq, events, changed]: Parameters<TellFollowers>): Promise<void> {
    const rows = new Map(changed.map(({ row }) => [row.id, row]));
    for (const [index, event] of events.entries()) {
      const what = toldAs(event);
      const row = rows.get(event.call_id)!;
      if (what) await tell(tx, seq + index + 1, event, what, row);
      if (what !== 'publish') continue;
      const { kind, call_id: id, expert_id, ts } = event;
      await onPublished(tx, { call: { id, kind, stock: row.stock, term: kinds().get(kind)!.told(row).term }, expert_id, published_at: ts });
    }
  }

  async function tell(tx: Database, seq: number, { kind, call_id, expert_id, ts }: NewEvent, what: Told, row: CallHead): Promise<void> {
    const follower = await callTables(tx).selectFrom('follows').select('user_id').where('expert_id', '=', expert_id).limit(1).executeTakeFirst();
    if (!follower) return;
    const { term, result } = kinds().get(kind)!.told(row);
    const ended = ENDS.has(what) || what === 'correction';
    const facts: CallFacts = {
      what,
      call: { id: call_id, kind, stock: row.stock, term },
      result: ended ? result : null,
      urgent: term === 'intraday',
    };
    await notices.tell(tx, {
      id: eventOf(seq),
      source: SOURCE,
      topic: topicOf(what),
      expert_id,
      about: call_id,
      first: what === 'publish',
      facts,
      happened_at: new Date(ts),
    });
  }
}
