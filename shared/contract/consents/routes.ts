import * as z from 'zod/mini';
import { route } from '../route.ts';
import { CONSENT_KINDS, consentRecord, NOTICE_CHANNELS, NOTICE_KINDS, notificationChoices, riskDisclosure } from './types.ts';

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

export const readRiskDisclosure = route({
  method: 'GET',
  path: '/auth/v1/risk_disclosure',
  summary: 'Whether the caller has to be told how many lose in derivatives before option calls: at first, every 30 days and at a new version.',
  access: 'session',
  data: riskDisclosure,
});

export const acknowledgeRisk = route({
  method: 'POST',
  path: '/auth/v1/risk_disclosure',
  summary: 'Acknowledge the version in force; kept among the consents with its words and its moment. Doing so again changes nothing until it is due.',
  access: 'session',
  body: z.object({ version: z.string().check(z.maxLength(20)) }),
  data: riskDisclosure,
});

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
