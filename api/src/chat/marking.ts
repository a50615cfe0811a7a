import type { readMark } from '@vimarsh/shared/contract/chat/types.ts';
import type * as z from 'zod/mini';
import { Fail, type Platform, refuseField } from '../platform/platform.ts';
import { chatsOf, moveMarks, roomOf } from './rooms.store.ts';
import { chatTables, type RoomRow } from './tables.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db'>;
  readonly tell: (room: RoomRow, user_id: string, marks: { delivered: number; seen: number }) => void;
}

export type Marks = { room: string; delivered: number; seen: number; unread: number; head: number };
export type Mark = (user_id: string, input: z.output<typeof readMark>) => Promise<Marks>;

/** How far a member has received and seen a room. Marks are numbers of the room's sequence and only grow, so no clock decides what is unread. */
export function createMarking({ platform, tell }: Parts): Mark {
  const db = chatTables(platform.db);
  return async function mark(user_id, { room: room_id, delivered = 0, seen = 0 }) {
    const room = await roomOf(db, room_id, user_id);
    if (!room) throw new Fail('NOT_FOUND');
    if (delivered > room.last_seq) refuseField('delivered', 'The chat has no such number yet');
    if (seen > room.last_seq) refuseField('seen', 'The chat has no such number yet');
    const marks = await moveMarks(db, room_id, user_id, { delivered, seen });
    tell(room, user_id, marks);
    const [listed] = await chatsOf(db, user_id, { only: [room_id] }, 1);
    return { room: room_id, ...marks, unread: listed!.unread, head: listed!.last_seq };
  };
}
