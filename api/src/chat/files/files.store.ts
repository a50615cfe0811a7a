import type { EntryFile } from '@vimarsh/shared/contract/chat/types.ts';
import { ulid } from '../../platform/text/id.ts';
import type { ChatDb, ChatFileRow } from '../tables.ts';
import type { FileCopy } from './take-file.ts';

/** In the transaction of its message. */
export async function keepFile(tx: ChatDb, message: { readonly room_id: string; readonly seq: number }, taken: FileCopy): Promise<EntryFile> {
  const row: ChatFileRow = { id: ulid(), room_id: message.room_id, seq: message.seq, ...taken };
  await tx.insertInto('chat_files').values(row).execute();
  const { id, kind, name, size, width, height, sha256 } = row;
  return { id, kind, name, size, width, height, sha256 };
}

/** What came in with a message; '' where nothing did. */
export async function sentWith(db: ChatDb, room_id: string, seq: number): Promise<string> {
  const row = await db.selectFrom('chat_files').select('sent_sha256').where('room_id', '=', room_id).where('seq', '=', seq).executeTakeFirst();
  return row?.sent_sha256 ?? '';
}

/** A file of a room of this person whose message stands; undefined for everything else. */
export const readableFile = (db: ChatDb, id: string, user_id: string) =>
  db
    .selectFrom('chat_files as f')
    .innerJoin('chat_rooms as r', 'r.id', 'f.room_id')
    .select(['f.kind', 'f.name', 'f.seq', 'f.bytes'])
    .where('f.id', '=', id)
    .where((eb) => eb.or([eb('r.investor_id', '=', user_id), eb('r.expert_id', '=', user_id)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chat_messages as w')
            .select('w.seq')
            .whereRef('w.room_id', '=', 'f.room_id')
            .where('w.kind', '=', 'withdrawal')
            .whereRef('w.target', '=', 'f.seq'),
        ),
      ),
    )
    .executeTakeFirst();

/** A file with its room, whether or not its message was withdrawn: for who moderates the room. */
export const fileOfRoom = (db: ChatDb, id: string) =>
  db.selectFrom('chat_files').select(['room_id', 'kind', 'name', 'seq', 'bytes']).where('id', '=', id).executeTakeFirst();

/** What a person sent, with the bytes or without, whether or not its message was withdrawn. */
export const filesSentBy = (db: ChatDb, user_id: string) =>
  db
    .selectFrom('chat_files as f')
    .innerJoin('chat_messages as m', (join) => join.onRef('m.room_id', '=', 'f.room_id').onRef('m.seq', '=', 'f.seq'))
    .select(['f.id', 'f.room_id', 'f.seq', 'f.kind', 'f.name', 'f.size', 'f.sha256'])
    .where('m.sender_id', '=', user_id)
    .orderBy('f.room_id')
    .orderBy('f.seq')
    .execute();

export const bytesOf = (db: ChatDb, id: string): Promise<{ bytes: Buffer } | undefined> =>
  db.selectFrom('chat_files').select('bytes').where('id', '=', id).executeTakeFirst();
