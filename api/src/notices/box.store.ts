import { type NoticeCount, type NoticeTopic, UNREAD_CEILING } from '@vimarsh/shared/contract/notices/types.ts';
import type { NoticeDatabase, NoticeEventRow } from './tables.ts';

export type BoxRow = { seq: number; told_at: Date; read_at: Date | null } & Pick<NoticeEventRow, 'topic' | 'expert_id' | 'facts' | 'happened_at'>;

export type ToldRow = Pick<NoticeEventRow, 'id' | 'about' | 'facts' | 'happened_at'> & Pick<BoxRow, 'told_at' | 'read_at'>;

interface Asked {
  readonly user_id: string;
  readonly topic?: NoticeTopic | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Newest first; those after one of them oldest first. */
export async function listBox(db: NoticeDatabase, { user_id, topic, before, after, limit }: Asked): Promise<BoxRow[]> {
  let query = db
    .selectFrom('notices as notice')
    .innerJoin('notice_events as event', 'event.id', 'notice.event_id')
    .select(['notice.seq', 'notice.told_at', 'notice.read_at', 'event.topic', 'event.expert_id', 'event.facts', 'event.happened_at'])
    .where('notice.user_id', '=', user_id)
    .orderBy('notice.seq', after === undefined ? 'desc' : 'asc')
    .limit(limit);
  if (topic) query = query.where('event.topic', '=', topic);
  if (before !== undefined) query = query.where('notice.seq', '<', before);
  if (after !== undefined) query = query.where('notice.seq', '>', after);
  return query.execute();
}

export async function countBox(db: NoticeDatabase, user_id: string): Promise<NoticeCount> {
  const box = await db.selectFrom('notice_boxes').select('last_seq').where('user_id', '=', user_id).executeTakeFirst();
  if (!box) return { unread: 0, latest: 0 };
  const unread = await db.selectFrom('notices').select('seq').where('user_id', '=', user_id).where('read_at', 'is', null).limit(UNREAD_CEILING).execute();
  return { unread: unread.length, latest: box.last_seq };
}

/** Whether there is such a notice. */
export async function markRead(db: NoticeDatabase, user_id: string, seq: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('notices')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('user_id', '=', user_id)
    .where('seq', '=', seq)
    .returning('seq')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markAllRead(db: NoticeDatabase, user_id: string, until: number, topic: NoticeTopic | undefined, now: Date): Promise<void> {
  let query = db.updateTable('notices').set({ read_at: now }).where('user_id', '=', user_id).where('seq', '<=', until).where('read_at', 'is', null);
  if (topic) query = query.where('event_id', 'in', db.selectFrom('notice_events').select('id').where('topic', '=', topic));
  await query.execute();
}

/** For the copy of one's data: the newest thousand. */
export const boxOf = (db: NoticeDatabase, user_id: string) => listBox(db, { user_id, limit: 1000 });

/** What one source has told a person, the newest first. */
export const toldBy = (db: NoticeDatabase, user_id: string, source: string, limit: number): Promise<ToldRow[]> =>
  db
    .selectFrom('notices as notice')
    .innerJoin('notice_events as event', 'event.id', 'notice.event_id')
    .select(['event.id', 'event.about', 'event.facts', 'event.happened_at', 'notice.told_at', 'notice.read_at'])
    .where('notice.user_id', '=', user_id)
    .where('event.source', '=', source)
    .orderBy('notice.seq', 'desc')
    .limit(limit)
    .execute();

/** Part of the account's erasure. How many were told of each happening stays. */
export async function eraseBox(tx: NoticeDatabase, user_id: string): Promise<void> {
  const own = ['notices', 'notice_boxes', 'notice_waiting', 'notice_mail_waiting', 'notice_daily_mail', 'notice_mutes', 'notice_quiet_hours'] as const;
  for (const table of own) await tx.deleteFrom(table).where('user_id', '=', user_id).execute();
  await tx.deleteFrom('notice_mutes').where('expert_id', '=', user_id).execute();
}
