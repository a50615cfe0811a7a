import { type ChatStatus, type FileKind, UNREAD_MOST } from '@vimarsh/shared/contract/chat/types.ts';
import { sql } from 'kysely';
import type { ChatDb, RoomRow } from './tables.ts';

/** A room of this person; undefined for rooms of others, as for none. */
export const roomOf = (db: ChatDb, id: string, user_id: string): Promise<RoomRow | undefined> =>
  db
    .selectFrom('chat_rooms')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('investor_id', '=', user_id), eb('expert_id', '=', user_id)]))
    .executeTakeFirst();

/** The same, which nobody else changes until the transaction ends. */
export const lockedRoom = (tx: ChatDb, id: string): Promise<RoomRow | undefined> =>
  tx.selectFrom('chat_rooms').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockedPair = (tx: ChatDb, investor_id: string, expert_id: string): Promise<RoomRow | undefined> =>
  tx.selectFrom('chat_rooms').selectAll().where('investor_id', '=', investor_id).where('expert_id', '=', expert_id).forUpdate().executeTakeFirst();

/**
 * Until the transaction ends nobody else counts or changes the rooms of these people: two requests, or two decisions, at once must not pass
 * a limit. Locks are taken in one order, so that two transactions never wait for each other.
 */
export async function lockChats(tx: ChatDb, user_ids: readonly string[]): Promise<void> {
  for (const user_id of user_ids.toSorted()) await sql`select pg_advisory_xact_lock(hashtextextended(${`chats ${user_id}`}, 0))`.execute(tx);
}

export async function countRooms(db: ChatDb, member: 'investor_id' | 'expert_id', user_id: string): Promise<{ open: number; waiting: number }> {
  const { open, waiting } = await db
    .selectFrom('chat_rooms')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('status', '=', 'Active').as('open'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'Requested').as('waiting'),
    ])
    .where(member, '=', user_id)
    .executeTakeFirstOrThrow();
  return { open: Number(open), waiting: Number(waiting) };
}

export type ListedRoom = RoomRow & {
  unread: number;
  delivered: number;
  seen: number;
  other_delivered: number;
  other_seen: number;
  waits_since: Date | null;
  text: { seq: number; sender_id: string; body: string; at: string; file?: FileKind; call?: true } | null;
};

/** Of one text as a list shows it. */
const LISTED_TEXT = 160;

export interface RoomFilter {
  readonly status?: ChatStatus | undefined;
  /** The other member is one of these. */
  readonly others?: readonly string[] | undefined;
  /** A page begins behind this place. */
  readonly behind?: { readonly at: Date; readonly id: string } | undefined;
  readonly only?: readonly string[];
  /** Rooms in which an investor waits for this expert, the longest wait first; a page of them begins behind an instant and an id. */
  readonly waits?: boolean | undefined;
}

/**
 * Since when the investor of a room waits: the first text of the present request, or of the room since, behind the expert's last text. What
 * was withdrawn neither asks nor answers, so that nobody resets the clock by it. Null in rooms that have ended.
 */
const WAITS_SINCE = sql<Date | null>`(case r.status
  when 'Requested' then r.requested_at
  when 'Active' then (
    select q.at from chat_messages q
    where q.room_id = r.id and q.sender_id = r.investor_id and q.kind in ('request', 'message') and q.at >= r.requested_at
      and q.seq > coalesce((
        select a.seq from chat_messages a
        where a.room_id = r.id and a.sender_id = r.expert_id and a.kind = 'message'
          and not exists (select 1 from chat_messages w where w.room_id = a.room_id and w.kind = 'withdrawal' and w.target = a.seq)
        order by a.seq desc limit 1), 0)
      and not exists (select 1 from chat_messages w where w.room_id = q.room_id and w.kind = 'withdrawal' and w.target = q.seq)
    order by q.seq limit 1)
  end)`;

/**
 * Rooms in which an investor waits for this expert, the longest wait first. Each wait is computed once: `offset 0` keeps it from being written out
 * anew where it is compared and sorted.
 */
async function longestWaits(db: ChatDb, user_id: string, { status, others, behind }: RoomFilter, limit: number) {
  const { rows } = await sql<{ id: string; since: Date }>`
    select id, since from (
      select r.id, ${WAITS_SINCE} as since from chat_rooms r
      where r.expert_id = ${user_id} and r.status in ('Requested', 'Active')
        ${status === undefined ? sql`` : sql`and r.status = ${status}`} ${others === undefined ? sql`` : sql`and r.investor_id = any(${others})`}
      offset 0) waiting
    where since is not null ${behind ? sql`and (since, id) > (${behind.at}, ${behind.id})` : sql``} order by since, id limit ${limit}`.execute(db);
  return rows;
}

/** A person's rooms, the latest first unless the longest wait is asked for, with what is unread by their marks and the last text that stands. */
export async function chatsOf(db: ChatDb, user_id: string, filter: RoomFilter, limit: number): Promise<ListedRoom[]> {
  if (filter.waits) {
    const waiting = await longestWaits(db, user_id, filter, limit);
    if (waiting.length === 0) return [];
    const rooms = new Map((await chatsOf(db, user_id, { only: waiting.map(({ id }) => id) }, limit)).map((room) => [room.id, room]));
    return waiting.flatMap(({ id, since }) => (rooms.has(id) ? [{ ...rooms.get(id)!, waits_since: since }] : []));
  }
  const { status, others, behind, only } = filter;
  let query = db
    .selectFrom('chat_rooms as r')
    .leftJoin('chat_reads as mine', (join) => join.onRef('mine.room_id', '=', 'r.id').on('mine.user_id', '=', user_id))
    .leftJoin('chat_reads as theirs', (join) => join.onRef('theirs.room_id', '=', 'r.id').on('theirs.user_id', '<>', user_id))
    .selectAll('r')
    .select(({ fn, val }) => [
      fn.coalesce('mine.delivered', val(0)).as('delivered'),
      fn.coalesce('mine.seen', val(0)).as('seen'),
      fn.coalesce('theirs.delivered', val(0)).as('other_delivered'),
      fn.coalesce('theirs.seen', val(0)).as('other_seen'),
    ])
    .select(unreadSql(user_id).as('unread'))
    .select(WAITS_SINCE.as('waits_since'))
    .select(
      sql<ListedRoom['text']>`(
        select json_strip_nulls(json_build_object('seq', m.seq, 'sender_id', m.sender_id, 'body', left(coalesce((
            select e.body from chat_messages e where e.room_id = m.room_id and e.kind = 'edit' and e.target = m.seq order by e.seq desc limit 1), m.body),
            ${LISTED_TEXT}), 'at', m.at,
          'file', (select f.kind from chat_files f where f.room_id = m.room_id and f.seq = m.seq),
          'call', case when m.call_id is not null then true end))
        from chat_messages m
        where m.room_id = r.id and m.kind in ('request', 'message')
          and not exists (select 1 from chat_messages w where w.room_id = m.room_id and w.kind = 'withdrawal' and w.target = m.seq)
        order by m.seq desc limit 1)`.as('text'),
    )
    .where((eb) => eb.or([eb('r.investor_id', '=', user_id), eb('r.expert_id', '=', user_id)]));
  if (only !== undefined) query = query.where('r.id', 'in', only);
  if (status !== undefined) query = query.where('r.status', '=', status);
  if (others) {
    if (others.length === 0) return [];
    query = query.where((eb) => eb.or([eb('r.investor_id', 'in', others), eb('r.expert_id', 'in', others)]));
  }
  if (behind) query = query.where(sql<boolean>`(r.last_at, r.id) < (${behind.at}, ${behind.id})`);
  const rows = await query.orderBy('r.last_at', 'desc').orderBy('r.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...row, unread: Number(row.unread) })) as ListedRoom[];
}

/** Texts of the other member behind the mark, without withdrawn ones; counted up to the most that is shown. */
const unreadSql = (user_id: string) => sql<number>`(
  select count(*) from (
    select 1 from chat_messages m
    where m.room_id = r.id and m.seq > coalesce(mine.seen, 0) and m.kind in ('request', 'message') and m.sender_id <> ${user_id}
      and not exists (select 1 from chat_messages w where w.room_id = m.room_id and w.kind = 'withdrawal' and w.target = m.seq)
    limit ${sql.lit(UNREAD_MOST)}) unseen)`;

/** Of all rooms of a person, up to the most that is shown. */
export async function unreadOf(db: ChatDb, user_id: string): Promise<number> {
  const { rows } = await sql<{ unread: string }>`
    select count(*) as unread from (
      select 1 from chat_rooms r left join chat_reads mine on mine.room_id = r.id and mine.user_id = ${user_id}
        join chat_messages m on m.room_id = r.id and m.seq > coalesce(mine.seen, 0) and m.kind in ('request', 'message') and m.sender_id <> ${user_id}
      where (r.investor_id = ${user_id} or r.expert_id = ${user_id}) and r.last_seq > coalesce(mine.seen, 0)
        and not exists (select 1 from chat_messages w where w.room_id = m.room_id and w.kind = 'withdrawal' and w.target = m.seq)
      limit ${sql.lit(UNREAD_MOST)}) unseen`.execute(db);
  return Number(rows[0]!.unread);
}

/** Moves a member's marks forward, never back, and answers where they stand. What was seen was received. */
export async function moveMarks(db: ChatDb, room_id: string, user_id: string, { delivered, seen }: { delivered: number; seen: number }) {
  return db
    .insertInto('chat_reads')
    .values({ room_id, user_id, delivered: Math.max(delivered, seen), seen })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'user_id']).doUpdateSet({
        delivered: sql<number>`greatest(chat_reads.delivered, excluded.delivered)`,
        seen: sql<number>`greatest(chat_reads.seen, excluded.seen)`,
      }),
    )
    .returning(['delivered', 'seen'])
    .executeTakeFirstOrThrow();
}

/** Rooms that move on by themselves by now, the longest due first. */
export async function dueRooms(db: ChatDb, now: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('chat_rooms').select('id').where('ends_at', '<=', now).orderBy('ends_at').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Rooms of these experts that are open, and how long they took to decide since an instant. */
export async function answersOf(db: ChatDb, expert_ids: readonly string[], since: Date) {
  if (expert_ids.length === 0) return new Map<string, { open: number; answers: number; minutes: number | null }>();
  const rows = await db
    .selectFrom('chat_rooms')
    .select((eb) => [
      'expert_id',
      eb.fn.countAll<number>().filterWhere('status', '=', 'Active').as('open'),
      eb.fn.countAll<number>().filterWhere('answered_at', '>=', since).as('answers'),
      sql<number | null>`percentile_cont(0.5) within group (order by extract(epoch from answered_at - requested_at) / 60)
        filter (where answered_at >= ${since})`.as('minutes'),
    ])
    .where('expert_id', 'in', expert_ids)
    .groupBy('expert_id')
    .execute();
  return new Map(
    rows.map(({ expert_id, open, answers, minutes }) => [
      expert_id,
      { open: Number(open), answers: Number(answers), minutes: minutes === null ? null : Math.round(Number(minutes)) },
    ]),
  );
}

/** An investor's rooms by expert. */
export async function pairsOf(db: ChatDb, investor_id: string): Promise<Map<string, RoomRow>> {
  const rows = await db.selectFrom('chat_rooms').selectAll().where('investor_id', '=', investor_id).execute();
  return new Map(rows.map((row) => [row.expert_id, row]));
}

/** The other members of a person's rooms. */
export async function othersOf(db: ChatDb, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_rooms')
    .select(['investor_id', 'expert_id'])
    .where((eb) => eb.or([eb('investor_id', '=', user_id), eb('expert_id', '=', user_id)]))
    .execute();
  return [...new Set(rows.map(({ investor_id, expert_id }) => (investor_id === user_id ? expert_id : investor_id)))];
}

/** Open rooms behind an id, in the order of their ids. */
export const openRoomsAfter = (db: ChatDb, id: string, limit: number) =>
  db
    .selectFrom('chat_rooms')
    .select(['id', 'investor_id', 'without_plan_since'])
    .where('status', '=', 'Active')
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Notes since when these open rooms’ investors have no right any more; null: they have it (again). */
export async function noteWithoutPlan(db: ChatDb, ids: readonly string[], since: Date | null): Promise<void> {
  if (ids.length > 0) await db.updateTable('chat_rooms').set({ without_plan_since: since }).where('id', 'in', ids).where('status', '=', 'Active').execute();
}

/** Both members of each of these rooms. */
export async function membersOf(db: ChatDb, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('chat_rooms').select(['id', 'investor_id', 'expert_id']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, investor_id, expert_id }) => [id, [investor_id, expert_id]]));
}
