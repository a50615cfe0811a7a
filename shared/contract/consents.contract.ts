import * as z from 'zod/mini';
import { route } from './route.ts';

/** What people are asked to agree to, each for itself. */
export const CONSENT_KINDS = ['terms', 'documents', 'research_messages'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** Messages people may switch. Security and legal messages are not among them. */
export const NOTICE_KINDS = ['documents', 'new_calls', 'ended_calls'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Ways a message reaches people outside the portal. */
export const NOTICE_CHANNELS = ['mail', 'whatsapp'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** One time somebody agreed to something or took it back. Kept, never changed. */
export const consentRecord = z.object({
  kind: z.enum(CONSENT_KINDS),
  version: z.string(),
  given: z.boolean(),
  /** As they stood on the screen; '' for a withdrawal. */
  words: z.string(),
  /** Display name of the site. */
  site: z.string(),
  /** UTC instant. */
  at: z.string(),
});
export type ConsentRecord = z.output<typeof consentRecord>;
const consentRecords = z.object({ records: z.array(consentRecord) });

export const listConsents = route({
  method: 'GET',
  path: '/auth/v1/consents',
  summary: 'What the caller agreed to and took back, the newest first, at most 200.',
  access: 'session',
  data: consentRecords,
});

export const decideConsent = route({
  method: 'POST',
  path: '/auth/v1/consents',
  summary: 'Agree to the version in force, or take a consent back where the law leaves that open. Taking back messages switches them all off.',
  access: 'session',
  body: z.object({ kind: z.enum(CONSENT_KINDS), version: z.string().check(z.maxLength(20)), given: z.boolean() }),
  data: consentRecords,
});

const notificationChoices = z.object({
  /** `to` is masked, '' when the account has no proven address of that kind; only `offered` channels can be switched on. */
  channels: z.array(z.object({ channel: z.enum(NOTICE_CHANNELS), to: z.string(), offered: z.boolean() })),
  choices: z.array(z.object({ kind: z.enum(NOTICE_KINDS), channel: z.enum(NOTICE_CHANNELS), on: z.boolean() })),
});
export type NotificationChoices = z.output<typeof notificationChoices>;

export const readNotifications = route({
  method: 'GET',
  path: '/auth/v1/notifications',
  summary: 'Which messages the caller wants, and by which channels they can reach them.',
  access: 'session',
  data: notificationChoices,
});

export const chooseNotification = route({
  method: 'POST',
  path: '/auth/v1/notifications',
  summary: 'Switch one kind of message on one channel. The first message about calls switched on is a consent, the last one switched off its withdrawal.',
  access: 'session',
  body: z.object({ kind: z.enum(NOTICE_KINDS), channel: z.enum(NOTICE_CHANNELS), on: z.boolean() }),
  data: notificationChoices,
});
