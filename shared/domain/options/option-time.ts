import { addDays, declaredCalendar, istDay, sessionOf, tradingDays } from '../market/calendar.ts';

export const SESSIONS_A_YEAR = 252;
const YEAR_MS = 365 * 86_400_000;

/**
 * Years to expiry in trading time: the minutes of options trading until the expiry day's close, divided by 252 sessions of
 * the expiry day's length (385 minutes since 3 Aug 2026, 375 before; product C.10). 0 once expired.
 */
export function tradingYears(now: Date, expiry: string): number {
  const last = sessionOf(expiry, true);
  if (!last || now >= last.optionsClose) return 0;
  const today = istDay(now);
  const session = sessionOf(today, true);
  const leftToday = session ? Math.max(0, session.optionsClose.getTime() - Math.max(now.getTime(), session.open.getTime())) : 0;
  return (leftToday + sessionsAfter(today, expiry)) / (last.optionsClose.getTime() - last.open.getTime()) / SESSIONS_A_YEAR;
}

/** Trading time, ms, of the whole sessions after a day until another; kept, because a chain asks for it at every look. */
function sessionsAfter(day: string, expiry: string): number {
  const key = `${day} ${expiry}`;
  if (lengthsBy !== declaredCalendar()) lengths.clear();
  lengthsBy = declaredCalendar();
  let length = lengths.get(key);
  if (length === undefined) {
    length = 0;
    for (const each of tradingDays(addDays(day, 1), expiry)) {
      const { open, optionsClose } = sessionOf(each, true)!;
      length += optionsClose.getTime() - open.getTime();
    }
    if (lengths.size >= MOST_KNOWN) lengths.clear();
    lengths.set(key, length);
  }
  return length;
}

const lengths = new Map<string, number>();
/** The calendar by which they were counted. */
let lengthsBy = declaredCalendar();
const MOST_KNOWN = 1000;

/** Years to expiry in calendar time, 365 days a year: the exchange's convention. */
export function calendarYears(now: Date, expiry: string): number {
  const last = sessionOf(expiry, true);
  return last ? Math.max(0, last.optionsClose.getTime() - now.getTime()) / YEAR_MS : 0;
}

/** Sessions left until expiry, including the current one. */
export function sessionsLeft(now: Date, expiry: string): number {
  return tradingDays(istDay(now), expiry).filter((day) => sessionOf(day, true)!.optionsClose > now).length;
}
