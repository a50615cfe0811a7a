import * as z from 'zod/mini';
import { route } from '../route.ts';
import { count, id } from '../text.ts';
import { NOTICE_TOPICS, noticeCount, noticePage, noticeSettings, quietHours } from './types.ts';

/** As a page knows it from an answer of ours. */
const seq = z.int().check(z.gte(1, 'Not a number of a notice'), z.lt(2 ** 31, 'Not a number of a notice'));
const seqText = z.optional(
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'Not a number of a notice')),
    z.transform((value) => Number(value)),
  ),
);

export const listNotices = route({
  method: 'GET',
  path: '/base/v1/notices',
  summary: 'The caller’s notices, newest first, before one of them if asked; with `after` those that came after one of them, oldest first: nothing is missed.',
  access: 'session',
  query: z.object({ topic: z.optional(z.enum(NOTICE_TOPICS)), before: seqText, after: seqText, limit: count(50, 20) }),
  data: noticePage,
});

export const countNotices = route({
  method: 'GET',
  path: '/base/v1/notices/unread',
  summary: 'How many of the caller’s notices are unread, and the number of the latest.',
  access: 'session',
  data: noticeCount,
});

export const readNotice = route({
  method: 'POST',
  path: '/base/v1/notices/read',
  summary: 'The caller has read one of their notices. Again has no further effect.',
  access: 'session',
  body: z.object({ seq }),
  data: noticeCount,
});

export const readNotices = route({
  method: 'POST',
  path: '/base/v1/notices/read-all',
  summary: 'The caller has read all their notices up to one of them, of one topic or of all. What came later stays unread.',
  access: 'session',
  body: z.object({ until: seq, topic: z.optional(z.enum(NOTICE_TOPICS)) }),
  data: noticeCount,
});

export const muteExpert = route({
  method: 'POST',
  path: '/base/v1/notices/mute',
  summary: 'Notices about an expert’s calls and chats are kept for the caller as read and sent nowhere, or told again. What was told stays as it is.',
  access: 'session',
  body: z.object({ user_id: id, on: z.boolean() }),
  data: noticeSettings,
});

export const readNoticeSettings = route({
  method: 'GET',
  path: '/base/v1/notices/settings',
  summary: 'The caller’s quiet hours, muted experts, and whether mails about calls come once a day.',
  access: 'session',
  data: noticeSettings,
});

export const setDailyMail = route({
  method: 'POST',
  path: '/base/v1/notices/daily-mail',
  summary: 'What the caller is mailed about calls comes in one mail a day, at 20:00 IST, or in one for each. The bell has all of it at once.',
  access: 'session',
  body: z.object({ on: z.boolean() }),
  data: noticeSettings,
});

export const setQuietHours = route({
  method: 'POST',
  path: '/base/v1/notices/quiet',
  summary:
    'Daily hours (IST) in which nothing is sent to the caller’s devices. It is sent at their end; the bell has it at once. Intraday calls are not held back.',
  access: 'session',
  body: quietHours,
  data: noticeSettings,
});
