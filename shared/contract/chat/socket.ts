import * as z from 'zod/mini';
import { declareTopic, type RoomDeclaration } from '../socket/declare-topic.ts';
import { id } from '../text.ts';
import { chatEntry, messageEdit, messageWithdrawal, newMessage, readMark, recentChat } from './types.ts';

/**
 * A person’s own chats, in the room of their user id. The names of the specification stand word for word. `recent-chat` brings rooms
 * that are new or changed: each replaces the one of its `title`.
 */
export const chatTopic = declareTopic({
  name: 'chat',
  access: 'session',
  client: {
    /** Answered by `recent-chat` with the latest rooms, to this socket. `user_id` is the caller’s own. */
    get_recent_chat: z.object({ user_id: id }),
    /** An expert denies the request, an investor takes it back. `user_id` is the caller’s own. */
    cancel_room_status: z.object({ room: id, user_id: id }),
  },
  server: { 'recent-chat': z.object({ room: z.string(), entries: z.array(recentChat) }) },
  perSecond: 5,
  roomsPerSocket: 1,
  sequence: null,
} satisfies RoomDeclaration);

/** How long `typing` and `presence` hold without being said again. Both are hints and kept nowhere. */
export const TYPING_MS = 6000;
export const PRESENCE_MS = 45_000;

/** One conversation, in the room of its id. A send is acknowledged after its commit, by `{ ok: true, seq, at, again }`. */
export const roomTopic = declareTopic({
  name: 'chat-room',
  access: 'session',
  client: {
    send_message: newMessage,
    edit_message: messageEdit,
    withdraw_message: messageWithdrawal,
    /** Acknowledged by `{ ok: true, delivered, seen, unread, head }`. */
    message_seen: readMark,
    typing: z.object({ room: id, on: z.boolean() }),
  },
  server: {
    message: chatEntry,
    read_state: z.object({ room: z.string(), user_id: z.string(), delivered: z.number(), seen: z.number() }),
    typing: z.object({ room: z.string(), user_id: z.string(), on: z.boolean(), ttl_ms: z.number() }),
    presence: z.object({ room: z.string(), user_id: z.string(), online: z.boolean(), lease_ms: z.number() }),
  },
  perSecond: 20,
  roomsPerSocket: 8,
  sequence: { event: 'message', most: 200 },
} satisfies RoomDeclaration);
