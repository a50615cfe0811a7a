import { addDays, istDay } from '../market/calendar.ts';

/** Days of India's calendar in which a complaint is answered (SEBI, redressal of investor grievances). */
export const ANSWER_WITHIN_DAYS = 21;

export interface ComplaintClock {
  /** IST day by which it is answered. */
  readonly due: string;
  /** Days to go, the last one counted; below zero where that day is over. */
  readonly left: number;
}

/** How long a complaint still waits; null for other messages and for what was answered. */
export function complaintClock(
  ticket: { readonly kind: string; readonly opened_at: string; readonly answered_at: string | null },
  now: Date,
): ComplaintClock | null {
  if (ticket.kind !== 'complaint' || ticket.answered_at !== null) return null;
  const due = addDays(istDay(new Date(ticket.opened_at)), ANSWER_WITHIN_DAYS);
  return { due, left: (Date.parse(due) - Date.parse(istDay(now))) / 86_400_000 };
}
