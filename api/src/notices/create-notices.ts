import { randomInt } from 'node:crypto';
import type { Identity } from '../identity/index.ts';
import type { Platform } from '../platform/platform.ts';
import { accountSource, type TellPerson, tellingPersons } from './account-news.ts';
import { boxOf, eraseBox, type ToldRow, toldBy } from './box.store.ts';
import { sendDailyMails } from './daily-mail.ts';
import { leftBehind, record } from './fanout.store.ts';
import { Fanout } from './fanout.ts';
import { serveNotices } from './routes.ts';
import { shownFacts } from './shown-facts.ts';
import type { Facts, NoticeSource, Tell } from './source.ts';
import { noticeTables } from './tables.ts';
import { sendWaiting } from './waiting.ts';

const TELL = 'notices.tell';
/** A telling that nobody went on with for so long is taken up again. */
const LEFT_MS = 60_000;
const MOST_TOLD = 5000;

export interface NoticesDependencies {
  readonly identity: Pick<Identity, 'notify' | 'expert' | 'contactsOf' | 'known' | 'keeps' | 'on'>;
  /** Wall clock by default: quiet hours are those of people, not of a simulated market. */
  readonly clock?: () => Date;
  /** Followers looked at in one transaction. */
  readonly page?: number;
}

/** A happening as a person was told of it. `id` and `about` are the source's own. */
export interface ToldNotice extends Omit<ToldRow, 'facts'> {
  readonly facts: Facts;
}

export interface Notices {
  /** Plugs in who knows whom its happenings are told. Before the start. */
  source(source: NoticeSource): void;
  readonly tell: Tell;
  readonly tellPerson: TellPerson;
  /** What a source has told a person, the newest first: the latest 5000. */
  toldOf(user_id: string, source: string): Promise<ToldNotice[]>;
  /** Sends what waited for the end of quiet hours; done every minute. */
  sendWaiting(): Promise<void>;
  /** Sends the mails of a day that are due; done every minute. */
  sendDailyMails(): Promise<void>;
  /** Takes up tellings that were left behind; done every minute. */
  takeUp(): Promise<void>;
}

/** What happened, told once to everybody who may know it: in the bell, on the socket, by mail and to devices. */
export function createNotices(platform: Platform, { identity, clock = () => new Date(), page }: NoticesDependencies): Notices {
  const own = accountSource(identity);
  const sources = new Map<string, NoticeSource>([[own.name, own]]);
  const sourceOf = (name: string): NoticeSource => {
    const source = sources.get(name);
    if (!source) throw new Error(`Nobody knows who is told of ${name}`);
    return source;
  };
  const fanout = new Fanout({ platform, identity, sourceOf, clock, ...(page && { page }) });
  const waiting = () => sendWaiting({ platform, identity, sourceOf, clock });
  const mails = () => sendDailyMails({ platform, identity, sourceOf, clock });
  const takeUp = async (): Promise<void> => {
    const left = await leftBehind(platform.db, new Date(clock().getTime() - LEFT_MS));
    for (const event_id of left)
      await noticeTables(platform.db).updateTable('notice_fanouts').set({ touched_at: clock() }).where('event_id', '=', event_id).execute();
    for (const event_id of left) await platform.jobs.enqueue(platform.db, TELL, { event_id });
  };

  platform.jobs.work<{ event_id: string }>(TELL, async ({ event_id }) => {
    if (!(await fanout.run(event_id))) await platform.jobs.enqueue(platform.db, TELL, { event_id });
  });
  platform.jobs.schedule('notices.waiting', '* * * * *', waiting);
  platform.jobs.schedule('notices.mails', '* * * * *', mails);
  platform.jobs.schedule('notices.left', '* * * * *', takeUp);
  serveNotices(platform, {
    ...{ identity, clock },
    async made(calls) {
      const found = await Promise.all([...sources.values()].map((source) => source.made?.(calls) ?? new Map<string, number>()));
      return new Map(found.flatMap((one) => [...one]));
    },
  });
  const shown = shownFacts(platform.config.policy);
  identity.keeps({
    name: 'notices',
    of: async (user_id) => (await boxOf(platform.db, user_id)).map((row) => ({ ...row, facts: shown(row.facts as Facts) })),
    erase: eraseBox,
  });

  const tell: Tell = async (tx, happening) => {
    sourceOf(happening.source);
    if (await record(tx, happening, randomInt(2 ** 31), clock())) await platform.jobs.enqueue(tx, TELL, { event_id: happening.id });
  };
  const tellPerson = tellingPersons(tell, clock);
  identity.on('document.reviewed', (tx, { user_id, document, status }) =>
    tellPerson(tx, user_id, { what: status === 'Verified' ? 'document_verified' : 'document_rejected', document, demo: null }),
  );

  return {
    source(source) {
      if (sources.has(source.name)) throw new Error(`Who is told of ${source.name} was said before`);
      sources.set(source.name, source);
    },
    tell,
    tellPerson,
    toldOf: async (user_id, name) => (await toldBy(platform.db, user_id, name, MOST_TOLD)).map((row) => ({ ...row, facts: shown(row.facts as Facts) })),
    sendWaiting: waiting,
    sendDailyMails: mails,
    takeUp,
  };
}
