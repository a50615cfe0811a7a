import { type ChatEntry, type EntryFile, SEARCHED_ENTRIES, SEARCHED_ROOMS } from '@vimarsh/shared/contract/chat/types.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { BlockedRow, ChatDb, EntryRow, RoomRow, ToldEntry } from './tables.ts';

export type NewEntry = Omit<EntryRow, 'room_id' | 'seq' | 'at' | 'call_id'> & Partial<Pick<EntryRow, 'call_id'>>;

const IS_WITHDRAWN = sql<boolean>`exists (
  select 1 from chat_messages w
  where w.room_id = m.room_id and w.kind = 'withdrawal' and w.target = case when m.kind = 'edit' then m.target else m.seq end and m.kind in ('message', 'edit'))`;

const FILE = sql<EntryFile | null>`(
  select json_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'size', f.size, 'width', f.width, 'height', f.height, 'sha256', f.sha256)
  from chat_files f where f.room_id = m.room_id and f.seq = m.seq)`;

type Shown = ToldEntry & { withdrawn: boolean };

/** An entry as members may read it: text, file and call of a withdrawn message stay in their tables. */
export const shownEntry = ({ room_id, at, body, withdrawn, file, call_id, ...entry }: Shown): ChatEntry => ({
  ...entry,
  room: room_id,
  body: withdrawn ? '' : body,
  withdrawn,
  ...(file && !withdrawn && { file }),
  ...(call_id && !withdrawn && { call_id }),
  at: at.toISOString(),
});

const entries = (db: ChatDb) =>
  db
    .selectFrom('chat_messages as m')
    .selectAll('m')
    .select([IS_WITHDRAWN.as('withdrawn'), FILE.as('file')]);
type Entries = SelectQueryBuilder<never, never, Shown>;
const run = async (query: unknown): Promise<ChatEntry[]> => (await (query as Entries).execute()).map(shownEntry);

/** Behind every number of a room. */
const END = 2 ** 31 - 1;

/** Texts of a sender among the last entries of a room, since a time, ascending. */
export async function lastTextsOf(db: ChatDb, room_id: string, sender_id: string, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .select(['sender_id', 'kind', 'body', 'at'])
    .where('room_id', '=', room_id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows
    .filter((row) => row.sender_id === sender_id && row.kind === 'message' && row.at >= since)
    .map(({ body }) => body)
    .reverse();
}

/** Entries behind a number, and in front of another, ascending. */
export const entriesAfter = (db: ChatDb, room_id: string, seq: number, limit: number, before = END): Promise<ChatEntry[]> =>
  run(entries(db).where('m.room_id', '=', room_id).where('m.seq', '>', seq).where('m.seq', '<', before).orderBy('m.seq').limit(limit));

/** The same as it was written, for who may read what was withdrawn. */
export async function writtenAfter(db: ChatDb, room_id: string, seq: number, limit: number): Promise<ChatEntry[]> {
  const rows = await entries(db).where('m.room_id', '=', room_id).where('m.seq', '>', seq).orderBy('m.seq').limit(limit).execute();
  return (rows as Shown[]).map((row) => ({ ...shownEntry({ ...row, withdrawn: false }), withdrawn: row.withdrawn }));
}

/** The last entries in front of a number, ascending. */
export async function entriesBefore(db: ChatDb, room_id: string, limit: number, seq = END): Promise<ChatEntry[]> {
  const found = await run(entries(db).where('m.room_id', '=', room_id).where('m.seq', '<', seq).orderBy('m.seq', 'desc').limit(limit));
  return found.reverse();
}

/** The latest entries whose text holds the words, in whatever case, ascending. A withdrawn text is not looked into. */
export async function entriesWith(db: ChatDb, room_id: string, words: string, limit: number): Promise<ChatEntry[]> {
  const found = await run(
    entries(db)
      .where('m.room_id', '=', room_id)
      .where(sql<boolean>`position(lower(${words}) in lower(m.body)) > 0`)
      .where(sql<boolean>`not ${IS_WITHDRAWN}`)
      .orderBy('m.seq', 'desc')
      .limit(limit),
  );
  return found.reverse();
}

/**
 * The same in all rooms of a person, the latest first: in the last entries of their latest rooms, so that it costs no more for who has written
 * for years.
 */
export async function entriesOfAllWith(db: ChatDb, user_id: string, words: string, limit: number): Promise<ChatEntry[]> {
  const own = sql`
    select r.id from chat_rooms r where r.investor_id = ${user_id} or r.expert_id = ${user_id}
    order by r.last_at desc, r.id desc limit ${sql.lit(SEARCHED_ROOMS)}`;
  const places = sql<{ room_id: string; seq: number }>`
    select l.room_id, l.seq from (${own}) o cross join lateral (
      select e.room_id, e.seq, e.body from chat_messages e where e.room_id = o.id order by e.seq desc limit ${sql.lit(SEARCHED_ENTRIES)}) l
    where position(lower(${words}) in lower(l.body)) > 0`;
  return run(
    entries(db)
      .where(sql<boolean>`(m.room_id, m.seq) in (${places})`)
      .where(sql<boolean>`not ${IS_WITHDRAWN}`)
      .orderBy('m.at', 'desc')
      .orderBy('m.room_id')
      .orderBy('m.seq', 'desc')
      .limit(limit),
  );
}

/** Whether a search over all rooms of a person looks at everything they have. */
export async function isSearchedWhole(db: ChatDb, user_id: string): Promise<boolean> {
  const { rooms, longest } = await db
    .selectFrom('chat_rooms')
    .select(({ fn }) => [fn.countAll<number>().as('rooms'), fn.max('last_seq').as('longest')])
    .where((eb) => eb.or([eb('investor_id', '=', user_id), eb('expert_id', '=', user_id)]))
    .executeTakeFirstOrThrow();
  return Number(rooms) <= SEARCHED_ROOMS && (longest ?? 0) <= SEARCHED_ENTRIES;
}

/** An entry as it was stored, with its text. */
export const entryAt = (db: ChatDb, room_id: string, seq: number): Promise<EntryRow | undefined> =>
  db.selectFrom('chat_messages').selectAll().where('room_id', '=', room_id).where('seq', '=', seq).executeTakeFirst();

export const isWithdrawn = async (db: ChatDb, room_id: string, seq: number): Promise<boolean> =>
  (await db
    .selectFrom('chat_messages')
    .select('seq')
    .where('room_id', '=', room_id)
    .where('kind', '=', 'withdrawal')
    .where('target', '=', seq)
    .executeTakeFirst()) !== undefined;

/** What a sender's own number names, kept or refused. */
export async function entryBy(db: ChatDb, sender_id: string, client_msg_id: string): Promise<EntryRow | BlockedRow | undefined> {
  const own = await db.selectFrom('chat_messages').selectAll().where('sender_id', '=', sender_id).where('client_msg_id', '=', client_msg_id).executeTakeFirst();
  return (
    own ?? (await db.selectFrom('chat_blocked').selectAll().where('sender_id', '=', sender_id).where('client_msg_id', '=', client_msg_id).executeTakeFirst())
  );
}

/**
 * Adds an entry. The room's row stays locked until the transaction ends, so the next writer waits for the commit, and a rollback gives the
 * number back: the numbers have no holes. The room's time never goes back, whatever the clocks of nodes say.
 */
export async function appendEntry(tx: ChatDb, room_id: string, entry: NewEntry, now: Date): Promise<EntryRow> {
  const { last_seq, last_at } = await tx
    .updateTable('chat_rooms')
    .set((eb) => ({
      last_seq: eb('last_seq', '+', 1),
      last_at: sql<Date>`greatest(last_at, ${now})`,
      ...(entry.kind === 'message' && { unheard_at: eb.fn.coalesce('unheard_at', eb.val(now)) }),
    }))
    .where('id', '=', room_id)
    .returning(['last_seq', 'last_at'])
    .executeTakeFirstOrThrow();
  const row: EntryRow = { call_id: null, ...entry, room_id, seq: last_seq, at: last_at };
  await tx.insertInto('chat_messages').values(row).execute();
  return row;
}

/** A message as it was offered: new, and an answer to none. */
export interface OfferedMessage {
  readonly room_id: string;
  readonly sender_id: string;
  readonly client_msg_id: string;
  readonly body: string;
  /** The sender may answer as an expert. */
  readonly answers: boolean;
}

/** What was kept of an offered message, and whose room it is. */
export interface KeptMessage extends Pick<RoomRow, 'investor_id' | 'expert_id'> {
  readonly seq: number;
  readonly at: Date;
}

/**
 * Keeps many messages in one statement, which is its own commit; of those that it does not keep nothing is said. It keeps none whose room is
 * not open to its sender, whose number was used before, or whose room somebody else is just changing: it never waits for a room, so that one that
 * is held does not hold up the others. Rooms get their numbers in the order of the messages. The answer names each by its place.
 */
export async function keepMessages(db: ChatDb, messages: readonly OfferedMessage[], now: Date): Promise<Map<number, KeptMessage>> {
  const { rows } = await keepingOf(messages, now).execute(db);
  return new Map(rows.map(({ place, ...row }) => [place, row]));
}

/** The statement. Numbers used before are looked for by their index, which leaves out what has none: without saying so each message would read the whole table. */
export function keepingOf(messages: readonly OfferedMessage[], now: Date) {
  const offered = JSON.stringify(messages.map((message, place) => ({ ...message, place })));
  return sql<KeptMessage & { place: number }>`
    with offered as (
      select * from json_to_recordset(${offered}) as o (place int, room_id text, sender_id text, client_msg_id text, body text, answers boolean)),
    rooms as (
      select id, investor_id, expert_id, last_seq, greatest(last_at, ${now}::timestamptz) as at from chat_rooms
      where id in (select room_id from offered) and status = 'Active' and ends_at > ${now} order by id for update skip locked),
    kept as (
      select o.*, r.investor_id, r.expert_id, r.at, r.last_seq + row_number() over (partition by o.room_id order by o.place) as seq
      from offered o join rooms r on r.id = o.room_id
      where (o.sender_id = r.investor_id or (o.sender_id = r.expert_id and o.answers))
        and not exists (select 1 from chat_messages m where m.sender_id = o.sender_id and m.client_msg_id = o.client_msg_id and m.client_msg_id <> '')
        and not exists (select 1 from chat_blocked b where b.sender_id = o.sender_id and b.client_msg_id = o.client_msg_id)),
    moved as (
      update chat_rooms c set last_seq = k.seq, last_at = k.at, unheard_at = coalesce(c.unheard_at, ${now}::timestamptz)
      from (select room_id, at, max(seq) as seq from kept group by room_id, at) k where c.id = k.room_id),
    written as (
      insert into chat_messages (room_id, seq, kind, sender_id, client_msg_id, body, target, status_str, reason, at)
      select room_id, seq, 'message', sender_id, client_msg_id, body, null, '', '', at from kept order by room_id, seq)
    select place, seq, at, investor_id, expert_id from kept`;
}

/** Keeps a refused text; the same one once. */
export async function keepBlocked(db: ChatDb, row: BlockedRow): Promise<void> {
  await db
    .insertInto('chat_blocked')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The last number of each room. */
export async function headsOf(db: ChatDb, room_ids: readonly string[]): Promise<Map<string, number>> {
  if (room_ids.length === 0) return new Map();
  const rows = await db.selectFrom('chat_rooms').select(['id', 'last_seq']).where('id', 'in', room_ids).execute();
  return new Map(rows.map(({ id, last_seq }) => [id, last_seq]));
}
