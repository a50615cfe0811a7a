import * as z from 'zod/mini';
import { PROFESSIONS } from '../identity/types.ts';
import { route } from '../route.ts';
import { count, id, text } from '../text.ts';
import {
  acknowledgement,
  CHAT_STATUSES,
  CLOSE_REASONS,
  chatExpert,
  chatQuota,
  DENY_REASONS,
  entryPage,
  expertFilter,
  foundPage,
  messageEdit,
  messageWithdrawal,
  newFileMessage,
  newMessage,
  newRequest,
  place,
  readMark,
  recentChat,
  recentPage,
  transcriptPart,
} from './types.ts';

const room = id;

export const listChatExperts = route({
  method: 'GET',
  path: '/chat/v1/experts',
  summary: 'Experts who answer chats: whether they are here, their free places, and how soon they decide. At most 100, those who are here first.',
  access: 'session',
  query: expertFilter,
  data: z.object({ experts: z.array(chatExpert), rights: chatQuota }),
});

export const listChats = route({
  method: 'GET',
  path: '/chat/v1/rooms',
  summary: 'The caller’s rooms, the latest first; with `after` those behind a page’s `next`.',
  access: 'session',
  query: z.object({
    status: z.optional(z.enum(CHAT_STATUSES)),
    /** Of the other member. */
    profession: z.optional(z.enum(PROFESSIONS)),
    /** `1`: those in which an investor waits for the caller, the longest wait first. */
    waits: z.optional(z.enum(['1'])),
    after: z.optional(text(100)),
    limit: count(50, 20),
  }),
  data: recentPage,
});

/** CHAT_AGAIN where a request or an open room exists, CHAT_MOST and CHAT_FULL at a limit, CHAT_WAIT before a day is over, MESSAGE_BLOCKED by the guard of texts. */
export const requestChat = route({
  method: 'POST',
  path: '/chat/v1/rooms',
  summary: 'Ask an expert for a chat, also once more after the last one ended. The same client_msg_id is the same request.',
  access: 'session',
  body: newRequest,
  data: recentChat,
});

export const readChat = route({
  method: 'GET',
  path: '/chat/v1/rooms/:room',
  summary: 'One room of the caller. NOT_FOUND for rooms of others.',
  access: 'session',
  params: z.object({ room }),
  data: recentChat,
});

/** CHAT_STATE where nothing waits for a decision. */
export const decideChat = route({
  method: 'POST',
  path: '/chat/v1/rooms/decide',
  summary: 'The expert accepts a request, or denies it with a reason.',
  access: 'session',
  body: z.object({ room, accept: z.boolean(), reason: z.optional(z.enum(DENY_REASONS)) }),
  data: recentChat,
});

/** CHAT_STATE where no request waits. */
export const cancelChat = route({
  method: 'POST',
  path: '/chat/v1/rooms/cancel',
  summary: 'The investor takes a request back.',
  access: 'session',
  body: z.object({ room }),
  data: recentChat,
});

/** CHAT_STATE where the room is not open. */
export const closeChat = route({
  method: 'POST',
  path: '/chat/v1/rooms/close',
  summary: 'Either member closes an open room, with a reason. What was written stays readable.',
  access: 'session',
  body: z.object({ room, reason: z.enum(CLOSE_REASONS) }),
  data: recentChat,
});

export const readMessages = route({
  method: 'GET',
  path: '/chat/v1/rooms/:room/messages',
  summary: 'Entries of a room behind `after` (and before `before`), or the last ones before `before`; without either the last ones. Ascending.',
  access: 'session',
  params: z.object({ room }),
  query: z.object({ after: z.optional(place), before: z.optional(place), limit: count(200, 50) }),
  data: entryPage,
});

/**
 * CHAT_STATE where the room is not open, MESSAGE_BLOCKED by the guard of texts, MESSAGE_ID_USED for another text or another call, RATE beyond
 * 20 a minute. A call is refused to everybody but the expert of the room who published it.
 */
export const sendMessage = route({
  method: 'POST',
  path: '/chat/v1/messages',
  summary: 'Send a message. The answer comes after it is kept; the same client_msg_id with the same text has the same answer.',
  access: 'session',
  body: newMessage,
  data: acknowledgement,
});

/** As `sendMessage`, and FILE_TYPE, FILE_SIZE, TOO_LARGE or FILE_LOCKED for what is no plain picture or PDF of at most 5 MB, RATE beyond 10 an hour. */
export const sendFile = route({
  method: 'POST',
  path: '/chat/v1/messages/file',
  summary: 'Send a picture or a PDF, with a text or without. What is kept is a copy drawn anew; the same client_msg_id with the same file has the same answer.',
  access: 'session',
  files: ['file'],
  body: newFileMessage,
  data: acknowledgement,
});

/** `as=file`: the bytes themselves, for programs. NOT_FOUND for everybody but the two members, and once the message is withdrawn; who has an open case about the chat in hand reads it too. */
export const readFile = route({
  method: 'GET',
  path: '/chat/v1/files/:file',
  summary: 'A file of a message, in base64.',
  access: 'session',
  params: z.object({ file: id }),
  query: z.object({ as: z.optional(z.enum(['file'])) }),
  data: z.object({ name: z.string(), media_type: z.enum(['image/jpeg', 'application/pdf']), bytes: z.string() }),
});

/** CHAT_EDIT_OVER after a quarter of an hour, or where it was withdrawn. */
export const editMessage = route({
  method: 'POST',
  path: '/chat/v1/messages/edit',
  summary: 'Change one’s own message within 15 minutes. The first text stays in the room.',
  access: 'session',
  body: messageEdit,
  data: acknowledgement,
});

/** CHAT_EDIT_OVER after a quarter of an hour, or where it was withdrawn. */
export const withdrawMessage = route({
  method: 'POST',
  path: '/chat/v1/messages/withdraw',
  summary: 'Withdraw one’s own message within 15 minutes. Its text is shown no more and kept for five years.',
  access: 'session',
  body: messageWithdrawal,
  data: acknowledgement,
});

export const markRead = route({
  method: 'POST',
  path: '/chat/v1/read',
  summary: 'Say how far the caller has received and seen a room. Marks only grow.',
  access: 'session',
  body: readMark,
  data: z.object({ room: z.string(), delivered: z.number(), seen: z.number(), unread: z.number(), head: z.number() }),
});

export const searchMessages = route({
  method: 'GET',
  path: '/chat/v1/rooms/:room/search',
  summary: 'Entries of a room whose text holds the words, the latest 50, ascending.',
  access: 'session',
  params: z.object({ room }),
  query: z.object({ q: text(80, 2) }),
  data: entryPage,
});

export const searchChats = route({
  method: 'GET',
  path: '/chat/v1/search',
  summary: 'Entries of all rooms of the caller whose text holds the words, the latest 50, the latest first.',
  access: 'session',
  query: z.object({ q: text(80, 2) }),
  data: foundPage,
});

export const readTranscript = route({
  method: 'GET',
  path: '/chat/v1/rooms/:room/transcript',
  summary: 'The room as text, a line for each entry, with the SHA-256 of its bytes; in parts of 500 entries.',
  access: 'session',
  params: z.object({ room }),
  query: z.object({ after: z.optional(place) }),
  data: transcriptPart,
});
