import type { Term } from '@vimarsh/shared/contract/calls/types.ts';
import { addDays, isTradingDay, previousTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';

/** The calendar days a call of a term may run, and the form's proposal (product B.1, term limits). */
const DAYS = { intraday: [0, 0, 0], shortTerm: [2, 30, 21], mediumTerm: [31, 180, 91], longTerm: [181, 1095, 365] } as const;

/** The IST days on which a call of this term may end, counted from `today`, and a proposed trading day. */
export function validity(term: Term, today: string): { min: string; max: string; proposed: string } {
  const [least, most, usual] = DAYS[term];
  const usualDay = addDays(today, usual);
  const proposed = term === 'intraday' || isTradingDay(usualDay) ? usualDay : previousTradingDay(usualDay);
  return { min: addDays(today, least), max: addDays(today, most), proposed };
}

/** The day after a change of term: the chosen one if it still fits, else the proposal. */
export function fittingDay(day: string, term: Term, today: string): string {
  const { min, max, proposed } = validity(term, today);
  return day >= min && day <= max ? day : proposed;
}
