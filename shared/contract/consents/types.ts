import * as z from 'zod/mini';

/** What people are asked to agree to, each for itself. */
export const CONSENT_KINDS = ['terms', 'documents', 'research_messages', 'derivatives_risk'] as const;

export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** Messages people may switch. Security and legal messages are not among them. */
export const NOTICE_KINDS = ['documents', 'alerts', 'chats', 'new_calls', 'ended_calls'] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Ways a message reaches people outside the portal. */
export const NOTICE_CHANNELS = ['mail', 'whatsapp', 'push'] as const;

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

export const notificationChoices = z.object({
  /** `to` is masked, '' when the account has no proven address of that kind; only `offered` channels can be switched on. */
  channels: z.array(z.object({ channel: z.enum(NOTICE_CHANNELS), to: z.string(), offered: z.boolean() })),
  choices: z.array(z.object({ kind: z.enum(NOTICE_KINDS), channel: z.enum(NOTICE_CHANNELS), on: z.boolean() })),
});

export type NotificationChoices = z.output<typeof notificationChoices>;

/** Whether the figures on losses in derivatives have to be acknowledged now, and when they last were. */
export const riskDisclosure = z.object({
  due: z.boolean(),
  /** Of the text in force. */
  version: z.string(),
  /** UTC instant; null: never. */
  acknowledged_at: z.nullable(z.string()),
});

export type RiskDisclosure = z.output<typeof riskDisclosure>;
