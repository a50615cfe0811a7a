import * as z from 'zod/mini';
import { route } from '../route.ts';
import { count, id, lines, text } from '../text.ts';
import { chatEntry, chatMember } from './types.ts';

/** Why a member reports a chat or a message of it. */
export const CHAT_REPORT_REASONS = ['abuse', 'claim', 'money', 'contact', 'tip', 'other'] as const;
export type ChatReportReason = (typeof CHAT_REPORT_REASONS)[number];
export const CHAT_REPORT_NOTE = 300;

/** `upheld`: a moderator has acted. `dismissed`: nothing was found to act on. */
export const CHAT_CASE_STATES = ['open', 'upheld', 'dismissed'] as const;
export type ChatCaseState = (typeof CHAT_CASE_STATES)[number];
export const CHAT_CASE_STEPS = ['opened', 'reported', 'assigned', 'read', 'upheld', 'dismissed'] as const;

const room = id;
const seq = z.int().check(z.minimum(1));

/** A member's own report, and what became of it. */
export const chatReport = z.object({
  report: z.string(),
  case: z.string(),
  room: z.string(),
  /** Its number; null where the whole chat was reported. */
  message: z.nullable(z.number()),
  reason: z.enum(CHAT_REPORT_REASONS),
  at: z.string(),
  state: z.enum(CHAT_CASE_STATES),
  /** Until when it is to be decided; UTC. */
  due_at: z.string(),
  closed_at: z.nullable(z.string()),
});
export type ChatReport = z.output<typeof chatReport>;

export const reportChat = route({
  method: 'POST',
  path: '/chat/v1/reports',
  summary: 'A member reports a message of the other, or the chat as a whole. A second report of the same is answered as the first.',
  access: 'session',
  body: z.object({
    room,
    message: z._default(z.nullable(seq), null),
    reason: z.enum(CHAT_REPORT_REASONS),
    note: z._default(lines(CHAT_REPORT_NOTE), ''),
  }),
  data: chatReport,
});

export const listChatReports = route({
  method: 'GET',
  path: '/chat/v1/reports',
  summary: 'What the caller has reported of chats, the latest 50, with what became of it; of one room if asked.',
  access: 'session',
  query: z.object({ room: z.optional(room) }),
  data: z.object({ reports: z.array(chatReport) }),
});

/** As moderators see it: no text of the chat, and no name of who reported. */
export const chatCase = z.object({
  id: z.string(),
  room: z.string(),
  message: z.nullable(z.number()),
  /** Who is reported. */
  about: z.object({ user_id: z.string(), name: z.string(), profession: z.string() }),
  state: z.enum(CHAT_CASE_STATES),
  assignee: z.nullable(z.object({ user_id: z.string(), name: z.string() })),
  opened_at: z.string(),
  due_at: z.string(),
  closed_at: z.nullable(z.string()),
  reports: z.array(z.object({ reason: z.enum(CHAT_REPORT_REASONS), note: z.string(), at: z.string() })),
  history: z.array(z.object({ at: z.string(), by: z.string(), step: z.enum(CHAT_CASE_STEPS), words: z.string() })),
  /** The caller is a member of the chat, so another moderator decides. */
  barred: z.boolean(),
});
export type ChatCase = z.output<typeof chatCase>;

export const listChatCases = route({
  method: 'GET',
  path: '/chat/v1/cases',
  summary: 'Cases about chats: open ones by their due time, closed ones the latest first. None of them shows a text of a chat.',
  access: 'admin',
  query: z.object({
    state: z._default(z.enum(CHAT_CASE_STATES), 'open'),
    assigned: z.optional(z.enum(['me', 'nobody'])),
    after: z.optional(text(100)),
    limit: count(50, 20),
  }),
  data: z.object({ cases: z.array(chatCase), next: z.nullable(z.string()) }),
});

/** CHAT_CASE where it is closed, or taken by another who moderates and is not late; FORBIDDEN in one's own chat. */
export const assignChatCase = route({
  method: 'POST',
  path: '/chat/v1/cases/assign',
  summary: 'Take an open case, or give it back.',
  access: 'admin',
  body: z.object({ case: id, take: z.boolean() }),
  data: chatCase,
});

/** CHAT_CASE where it is closed or not the caller's. */
export const openChatCase = route({
  method: 'POST',
  path: '/chat/v1/cases/open',
  summary: 'Read the chat that an open case names, withdrawn texts too. Each opening is audited, and both members are told once the case is closed.',
  access: 'admin',
  body: z.object({ case: id, after: z._default(z.int().check(z.minimum(0)), 0) }),
  data: z.object({
    members: z.array(chatMember),
    /** As they were written: `withdrawn` marks those that members read no more. */
    entries: z.array(chatEntry),
    more: z.boolean(),
  }),
});

/** CHAT_CASE where it is closed or not the caller's. */
export const decideChatCase = route({
  method: 'POST',
  path: '/chat/v1/cases/decide',
  summary: 'Uphold a case, which closes the chat where it is open, or dismiss it. `words` are kept in the case’s history.',
  access: 'admin',
  body: z.object({ case: id, uphold: z.boolean(), words: text(300, 3) }),
  data: chatCase,
});
