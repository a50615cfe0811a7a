import type { Term } from '@vimarsh/shared/contract/calls.contract.ts';
import { addDays, isTradingDay, previousTradingDay } from '@vimarsh/shared/domain/calendar.ts';

/** Calendar days a call of a term may run, and what the form proposes (product B.1, term limits). */
const DAYS = { intraday: [0, 0, 0], shortTerm: [2, 30, 21], mediumTerm: [31, 180, 91], longTerm: [181, 1095, 365] } as const;

/** IST days a call of this term may end on, counted from `today`, with a trading day to start from. */
export function validity(term: Term, today: string): { min: string; max: string; proposed: string } {
  const [least, most, usual] = DAYS[term];
  const wished = addDays(today, usual);
  const proposed = term === 'intraday' || isTradingDay(wished) ? wished : previousTradingDay(wished);
  return { min: addDays(today, least), max: addDays(today, most), proposed };
}

/** The day to show after the term changed: what stands there if it fits, else the proposal. */
export function fittingDay(day: string, term: Term, today: string): string {
  const { min, max, proposed } = validity(term, today);
  return day >= min && day <= max ? day : proposed;
}
