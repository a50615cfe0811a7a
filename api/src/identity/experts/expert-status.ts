import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { dayDiff } from '@vimarsh/shared/domain/text/dates.ts';
import type { RegistrationStatus } from '../identity.tables.ts';

const NOTICE_DAYS = 30;

/**
 * What people decided, seen through today's date: a verified expert is `expiring` in the last 30 days of the
 * registration or of the NISM certificate, whichever ends first, and `lapsed` after it. Days are IST, `YYYY-MM-DD`.
 */
export function expertStatus(registration: { status: RegistrationStatus; valid_to: string; nism_expiry: string }, today: string): ExpertCard['status'] {
  if (registration.status !== 'verified') return registration.status;
  const ends = registration.valid_to < registration.nism_expiry ? registration.valid_to : registration.nism_expiry;
  if (ends < today) return 'lapsed';
  return dayDiff(today, ends) <= NOTICE_DAYS ? 'expiring' : 'verified';
}
