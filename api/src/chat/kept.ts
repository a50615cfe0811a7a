import { dropCases, reportsBy } from '../cases/index.ts';
import type { EvidenceFile, Identity } from '../identity/index.ts';
import type { Database } from '../platform/platform.ts';
import { passRoom } from './deciding.ts';
import { forgetHours, hoursOf } from './desk/hours.ts';
import { readyAnswersOf } from './desk/ready-answers.ts';
import { bytesOf, filesSentBy } from './files/files.store.ts';
import { type ChatDb, chatTables } from './tables.ts';
import type { ChatNews } from './telling.ts';

/** How long what was written stays, also after the account that wrote it. */
const YEARS_KEPT = 5;
/** A member reports twenty times a day at most. */
const EVERY_REPORT = 50_000;

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
  const files = new Map((await filesSentBy(db, user_id)).map(({ room_id, seq, ...file }) => [`${room_id} ${seq}`, file]));
  const reports = await reportsBy(db, 'chat', user_id, EVERY_REPORT);
  const answers = await readyAnswersOf(db, user_id);
  const ofRoom = Map.groupBy(written, ({ room_id }) => room_id);
  const marksOf = Map.groupBy(marks, ({ room_id }) => room_id);
  return {
    rooms: rooms.map(({ request_text, unheard_at: _, ...room }) => ({
      ...room,
      // The investor's words.
      request_text: room.investor_id === user_id ? request_text : '',
      written: (ofRoom.get(room.id) ?? []).map(({ room_id, sender_id: _, ...entry }) => {
        const file = files.get(`${room_id} ${entry.seq}`);
        return file ? { ...entry, file } : entry;
      }),
      marks: (marksOf.get(room.id) ?? []).map(({ delivered, seen }) => ({ delivered, seen })),
    })),
    hours: (await hoursOf(db, [user_id])).get(user_id) ?? null,
    ready_answers: answers.map(({ expert_id: _, ...answer }) => answer),
    blocked: blocked.map(({ sender_id: _, ...row }) => row),
    reports: reports.map(({ post_id, reason, note, at, state }) => ({ room: post_id, reason, note, at, state })),
  };
}

/** One after the other, so that only one lies in memory. */
async function* filesOf(db: ChatDb, user_id: string): AsyncGenerator<EvidenceFile> {
  for (const { id, kind } of await filesSentBy(db, user_id)) {
    const file = await bytesOf(db, id);
    if (file) yield { path: `chats/${id}.${kind === 'picture' ? 'jpg' : 'pdf'}`, content: file.bytes };
  }
}

/**
 * Ends what runs and forgets the person's marks and the answers they kept to use again, which nobody else has read. What was written is kept for five years, as the law asks of advice in writing: under the
 * number of an account that has neither name nor contact any more.
 */
async function eraseChats(tx: ChatDb, user_id: string, now: Date, news: ChatNews): Promise<void> {
  const rooms = await tx
    .selectFrom('chat_rooms')
    .selectAll()
    .where((eb) => eb.or([eb('investor_id', '=', user_id), eb('expert_id', '=', user_id)]))
    .where('ends_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const room of rooms) await passRoom(tx, room, 'gone', now, news);
  await tx.deleteFrom('chat_reads').where('user_id', '=', user_id).execute();
  await forgetHours(tx, user_id, now);
  await tx.deleteFrom('chat_ready_answers').where('expert_id', '=', user_id).execute();
}

/** Takes away what is older than the law asks for. */
export async function tidyChats(tx: ChatDb, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - YEARS_KEPT);
  // Held until all is gone: a request that came between would be left in a room without its first numbers.
  const rooms = await tx.selectFrom('chat_rooms').select('id').where('last_at', '<', oldest).where('ends_at', 'is', null).orderBy('id').forUpdate().execute();
  const old = rooms.map(({ id }) => id);
  await dropCases(tx, old);
  if (old.length > 0) {
    await tx.deleteFrom('chat_messages').where('room_id', 'in', old).execute();
    await tx.deleteFrom('chat_reads').where('room_id', 'in', old).execute();
    await tx.deleteFrom('chat_rooms').where('id', 'in', old).execute();
  }
  await tx.deleteFrom('chat_blocked').where('at', '<', oldest).execute();
}

export function keepChats(identity: Pick<Identity, 'keeps'>, db: Database, news: ChatNews, clock: () => Date): void {
  const chats = chatTables(db);
  identity.keeps({
    name: 'chats',
    of: (user_id) => chatsKept(chats, user_id),
    erase: (tx, user_id) => eraseChats(tx, user_id, clock(), news),
    evidence: {
      about: [['chats/<id>.<jpg or pdf>', 'a picture or PDF that you sent in a chat, as it was kept; the copy of your data says in which message']],
      files: (user_id) => filesOf(chats, user_id),
    },
  });
}
