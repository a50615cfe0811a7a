import { addDays, istDay, istInstant } from '../market/calendar.ts';

/** The last IST day of a profile: the same date a year after its answers; of 29 February, the 28th. */
export function validTill(answered_at: Date): string {
  const answered = istDay(answered_at);
  const [year, rest] = [Number(answered.slice(0, 4)) + 1, answered.slice(4)];
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** The instant from which it counts as none. */
export const endsAt = (answered_at: Date): Date => istInstant(addDays(validTill(answered_at), 1));

export const holds = (answered_at: Date, now: Date): boolean => now < endsAt(answered_at);
