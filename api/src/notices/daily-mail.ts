import type { NoticeText } from '../identity/index.ts';
import { happeningOf } from './fanout.store.ts';
import { mayHear } from './may-hear.ts';
import { mutersOf } from './settings.store.ts';
import type { DailyPart, NoticeLetter, TellingDependencies } from './source.ts';
import { type NoticeDatabase, noticeTables } from './tables.ts';

/** Readers served in one transaction. */
const PAGE = 100;
/** A mail of a day names no more. */
const MOST = 100;

type DailyLetter = NoticeLetter & { readonly daily: DailyPart };

/** One happening that waits, with those of its readers who are told of it. */
interface Item {
  readonly event_id: string;
  readonly letter: DailyLetter;
  readonly hear: ReadonlySet<string>;
}

/**
 * Mails what waited for the mail of the day: of each kind of message one mail to each reader. As at the end of quiet hours, nothing goes to
 * who muted its expert meanwhile, may not be told any more, or switched that kind off.
 */
export async function sendDailyMails({ platform, identity, sourceOf, clock }: TellingDependencies): Promise<void> {
  const db = noticeTables(platform.db);
  for (;;) {
    const now = clock();
    const due = await dueRows(db, now);
    if (due.length === 0) return;
    const items = await itemsOf(db, sourceOf, due);
    const readers = [...new Set(due.map(({ user_id }) => user_id))];
    await platform.transaction(async (tx: NoticeDatabase) => {
      // Another node may have sent some of it meanwhile; whoever deletes a row sends it.
      const rows = await tx
        .selectFrom('notice_mail_waiting')
        .select(['user_id', 'event_id'])
        .where('user_id', 'in', readers)
        .where('due_at', '<=', now)
        .orderBy('user_id')
        .orderBy('event_id')
        .forUpdate()
        .execute();
      // What came due after the look above is in no letter yet: it waits for the next turn.
      const looked = new Set(due.map(({ user_id, event_id }) => `${user_id} ${event_id}`));
      const sent = rows.filter(({ user_id, event_id }) => looked.has(`${user_id} ${event_id}`));
      for (const [user_id, of] of Map.groupBy(sent, (row) => row.user_id))
        await tx
          .deleteFrom('notice_mail_waiting')
          .where('user_id', '=', user_id)
          .where(
            'event_id',
            'in',
            of.map(({ event_id }) => event_id),
          )
          .execute();
      const waited = new Set(sent.map(({ user_id, event_id }) => `${user_id} ${event_id}`));
      for (const user_id of readers) {
        const own = items.filter(({ event_id, hear }) => hear.has(user_id) && waited.has(`${user_id} ${event_id}`));
        for (const [kind, of] of Map.groupBy(own, ({ letter }) => letter.kind))
          await identity.notify(tx, kind, [user_id], mailOf(of.map(({ letter }) => letter)), { only: ['mail'] });
      }
    });
  }
}

async function dueRows(db: NoticeDatabase, now: Date): Promise<{ user_id: string; event_id: string }[]> {
  const readers = db.selectFrom('notice_mail_waiting').select('user_id').distinct().where('due_at', '<=', now).orderBy('user_id').limit(PAGE);
  return db.selectFrom('notice_mail_waiting').select(['user_id', 'event_id']).where('user_id', 'in', readers).where('due_at', '<=', now).execute();
}

/** What these rows tell, in the order in which it happened. */
async function itemsOf(db: NoticeDatabase, sourceOf: TellingDependencies['sourceOf'], rows: readonly { user_id: string; event_id: string }[]): Promise<Item[]> {
  const waiting = Map.groupBy(rows, ({ event_id }) => event_id);
  const events = await db
    .selectFrom('notice_events')
    .selectAll()
    .where('id', 'in', [...waiting.keys()])
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
  const items: Item[] = [];
  for (const event of events) {
    const source = sourceOf(event.source);
    const letter = await source.letter(happeningOf(event));
    if (!letter?.daily) continue;
    const ids = waiting.get(event.id)!.map(({ user_id }) => user_id);
    const may = await mayHear(db, source, event, ids);
    const muted = await mutersOf(db, event.expert_id, ids);
    items.push({ event_id: event.id, letter: { ...letter, daily: letter.daily }, hear: new Set(ids.filter((id) => may.has(id) && !muted.has(id))) });
  }
  return items;
}

function mailOf(letters: readonly DailyLetter[]): NoticeText {
  const [first] = letters;
  const { daily, path } = first!;
  const more = letters.length - MOST;
  const texts = letters.slice(0, MOST).map((letter) => letter.daily.text);
  if (more > 0) texts.push(`And ${more} more, which are listed under the bell.`);
  return { subject: daily.subject(letters.length), path, text: (site) => [...texts, daily.foot(site)].join('\n\n') };
}
