import { sql } from 'kysely';
import type { Happening } from './source.ts';
import type { FanoutRow, NoticeDatabase, NoticeEventRow } from './tables.ts';

export interface NoticeReader {
  readonly user_id: string;
  /** Muted who it is about: kept as read. */
  readonly muted: boolean;
  /** Their place in the order of all who are told, from 1. */
  readonly place: number;
}

export const happeningOf = ({ recorded_at: _, facts, ...row }: NoticeEventRow): Happening => ({ ...row, facts: facts as Happening['facts'] });

/** False when it is recorded already. */
export async function record(tx: NoticeDatabase, happening: Happening, draw: number, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notice_events')
    .values({ ...happening, facts: JSON.stringify(happening.facts), recorded_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  await tx
    .insertInto('notice_fanouts')
    .values({ event_id: happening.id, draw, parts: 0, part: 0, after_lot: -1, after_user: '', told: 0, touched_at: now, done_at: null })
    .execute();
  return true;
}

export async function openFanout(db: NoticeDatabase, event_id: string): Promise<{ event: NoticeEventRow; at: FanoutRow } | null> {
  const at = await db.selectFrom('notice_fanouts').selectAll().where('event_id', '=', event_id).where('done_at', 'is', null).executeTakeFirst();
  return at ? { at, event: await db.selectFrom('notice_events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow() } : null;
}

/** Whether the telling stands where it stood; from here to the end of the transaction nobody else moves it. */
export async function holdFanout(tx: NoticeDatabase, { event_id, part, after_lot, after_user }: FanoutRow): Promise<boolean> {
  const row = await tx
    .selectFrom('notice_fanouts')
    .select('event_id')
    .where('event_id', '=', event_id)
    .where('done_at', 'is', null)
    .where('part', '=', part)
    .where('after_lot', '=', after_lot)
    .where('after_user', '=', after_user)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of these people who were told of the thing first, when it was new. */
export async function toldFirst(db: NoticeDatabase, about: string, user_ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('notice_events as event')
    .innerJoin('notices as notice', 'notice.event_id', 'event.id')
    .select('notice.user_id')
    .where('event.about', '=', about)
    .where('event.first', '=', true)
    .where('notice.user_id', 'in', user_ids)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Gives each of these a notice with their next number, unless they have this one. Returns who got one. */
export async function give(tx: NoticeDatabase, event_id: string, readers: readonly NoticeReader[], now: Date): Promise<string[]> {
  if (readers.length === 0) return [];
  const ids = readers.map(({ user_id }) => user_id);
  // Boxes are locked in one order, so that two tellings at once don't wait for each other.
  const { rows } = await sql<{ user_id: string }>`
    with reader as (
      select given.* from unnest(${ids}::text[], ${readers.map(({ muted }) => muted)}::boolean[], ${readers.map(({ place }) => place)}::integer[])
        as given (user_id, muted, place)
      where not exists (select 1 from notices where notices.event_id = ${event_id} and notices.user_id = given.user_id)
    ), box as (
      insert into notice_boxes (user_id, last_seq) select user_id, 1 from reader order by user_id
      on conflict (user_id) do update set last_seq = notice_boxes.last_seq + 1
      returning user_id, last_seq
    )
    insert into notices (user_id, seq, event_id, place, told_at, read_at)
    select user_id, last_seq, ${event_id}, place, ${now}::timestamptz, case when muted then ${now}::timestamptz end from box join reader using (user_id)
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Tellings that nobody has gone on with since an instant: who did has ended. */
export async function leftBehind(db: NoticeDatabase, since: Date): Promise<string[]> {
  const rows = await db.selectFrom('notice_fanouts').select('event_id').where('done_at', 'is', null).where('touched_at', '<', since).limit(1000).execute();
  return rows.map(({ event_id }) => event_id);
}
