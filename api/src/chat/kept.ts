import type { Identity } from '../identity/index.ts';
import type { Database } from '../platform/platform.ts';
import { passRoom } from './deciding.ts';
import { type ChatDb, chatTables } from './tables.ts';

/** How long what was written stays, also after the account that wrote it. */
const YEARS_KEPT = 5;

/** A person's rooms and everything they wrote in them, edits and withdrawn texts too; what others wrote is theirs. */
async function chatsKept(db: ChatDb, user_id: string) {
  const rooms = await db
    .selectFrom('chat_rooms')
    .selectAll()
    .where((eb) => eb.or([eb('investor_id', '=', user_id), eb('expert_id', '=', user_id)]))
    .orderBy('requested_at', 'desc')
    .execute();
  const written = await db.selectFrom('chat_messages').selectAll().where('sender_id', '=', user_id).orderBy('room_id').orderBy('seq').execute();
  const blocked = await db.selectFrom('chat_blocked').selectAll().where('sender_id', '=', user_id).orderBy('at').execute();
  const marks = await db.selectFrom('chat_reads').selectAll().where('user_id', '=', user_id).execute();
  const ofRoom = Map.groupBy(written, ({ room_id }) => room_id);
  const marksOf = Map.groupBy(marks, ({ room_id }) => room_id);
  return {
    rooms: rooms.map(({ request_text, ...room }) => ({
      ...room,
      // The investor's words.
      request_text: room.investor_id === user_id ? request_text : '',
      written: (ofRoom.get(room.id) ?? []).map(({ room_id: _, sender_id: __, ...entry }) => entry),
      marks: (marksOf.get(room.id) ?? []).map(({ delivered, seen }) => ({ delivered, seen })),
    })),
    blocked: blocked.map(({ sender_id: _, ...row }) => row),
  };
}

/**
 * Ends what runs and forgets the person's marks. What was written is kept for five years, as the law asks of advice in writing: under the
 * number of an account that has neither name nor contact any more.
 */
async function eraseChats(tx: ChatDb, user_id: string, now: Date): Promise<void> {
  const rooms = await tx
    .selectFrom('chat_rooms')
    .selectAll()
    .where((eb) => eb.or([eb('investor_id', '=', user_id), eb('expert_id', '=', user_id)]))
    .where('ends_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const room of rooms) await passRoom(tx, room, 'gone', now);
  await tx.deleteFrom('chat_reads').where('user_id', '=', user_id).execute();
}

/** Takes away what is older than the law asks for. */
export async function tidyChats(tx: ChatDb, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - YEARS_KEPT);
  const old = tx.selectFrom('chat_rooms').select('id').where('last_at', '<', oldest).where('ends_at', 'is', null);
  await tx.deleteFrom('chat_messages').where('room_id', 'in', old).execute();
  await tx.deleteFrom('chat_reads').where('room_id', 'in', old).execute();
  await tx.deleteFrom('chat_rooms').where('id', 'in', old).execute();
  await tx.deleteFrom('chat_blocked').where('at', '<', oldest).execute();
}

export function keepChats(identity: Pick<Identity, 'keeps'>, db: Database, clock: () => Date): void {
  const chats = chatTables(db);
  identity.keeps({ name: 'chats', of: (user_id) => chatsKept(chats, user_id), erase: (tx, user_id) => eraseChats(tx, user_id, clock()) });
}
