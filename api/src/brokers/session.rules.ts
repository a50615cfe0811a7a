import { addDays, istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';

/** The stored state. `ended`: the broker or its customer ended it before its time. */
export type StoredState = 'active' | 'expired' | 'ended';

/** `none`: the account never signed in with that broker, or is linked to it no more. */
export type SessionState = StoredState | 'none';

/** The state at this moment. A session expires before a job has stored that. */
export function sessionStateOf(row: { readonly state: StoredState; readonly expires_at: Date } | undefined, now: Date): SessionState {
  if (!row) return 'none';
  return row.state === 'active' && row.expires_at <= now ? 'expired' : row.state;
}

/** The next 06:00 in India: when Kite ends all sessions, and the rule for brokers whose interface names no hour. */
export function nextMorning(now: Date): Date {
  const today = istInstant(istDay(now), '06:00');
  return now < today ? today : istInstant(addDays(istDay(now), 1), '06:00');
}

/** The end of the day in India. */
export const endOfDay = (now: Date): Date => istInstant(addDays(istDay(now), 1));
