import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { BlockedRow, ChatDb, EntryRow } from './tables.ts';

export type NewEntry = Omit<EntryRow, 'room_id' | 'seq' | 'at'>;

const IS_WITHDRAWN = sql<boolean>`exists (
  select 1 from chat_messages w
  where w.room_id = m.room_id and w.kind = 'withdrawal' and w.target = case when m.kind = 'edit' then m.target else m.seq end and m.kind in ('message', 'edit'))`;

type Shown = EntryRow & { withdrawn: boolean };

/** What members may read: the text of a withdrawn message stays in the table. */
export const shownEntry = ({ room_id, at, body, withdrawn, ...entry }: Shown): ChatEntry => ({
  ...entry,
  room: room_id,
  body: withdrawn ? '' : body,
  withdrawn,
  at: at.toISOString(),
});

const entries = (db: ChatDb) => db.selectFrom('chat_messages as m').selectAll('m').select(IS_WITHDRAWN.as('withdrawn'));
type Entries = SelectQueryBuilder<never, never, Shown>;
const run = async (query: unknown): Promise<ChatEntry[]> => (await (query as Entries).execute()).map(shownEntry);

/** Behind every number of a room. */
const END = 2 ** 31 - 1;

/** Entries behind a number, and in front of another, ascending. */
export const entriesAfter = (db: ChatDb, room_id: string, seq: number, limit: number, before = END): Promise<ChatEntry[]> =>
  run(entries(db).where('m.room_id', '=', room_id).where('m.seq', '>', seq).where('m.seq', '<', before).orderBy('m.seq').limit(limit));

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
    .set((eb) => ({ last_seq: eb('last_seq', '+', 1), last_at: sql<Date>`greatest(last_at, ${now})` }))
    .where('id', '=', room_id)
    .returning(['last_seq', 'last_at'])
    .executeTakeFirstOrThrow();
  const row: EntryRow = { ...entry, room_id, seq: last_seq, at: last_at };
  await tx.insertInto('chat_messages').values(row).execute();
  return row;
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
