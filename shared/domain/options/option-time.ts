import { istDay, sessionOf, tradingDays } from '../market/calendar.ts';

export const SESSIONS_A_YEAR = 252;
const YEAR_MS = 365 * 86_400_000;

/**
 * Years to expiry in trading time: the minutes of options trading until the expiry day's close, divided by 252 sessions of
 * the expiry day's length (385 minutes since 3 Aug 2026, 375 before; product C.10). 0 once expired.
 */
export function tradingYears(now: Date, expiry: string): number {
  const last = sessionOf(expiry, true);
  if (!last || now >= last.optionsClose) return 0;
  let minutesLeft = 0;
  for (const day of tradingDays(istDay(now), expiry)) {
    const { open, optionsClose } = sessionOf(day, true)!;
    const from = now > open ? now : open;
    if (optionsClose > from) minutesLeft += optionsClose.getTime() - from.getTime();
  }
  return minutesLeft / (last.optionsClose.getTime() - last.open.getTime()) / SESSIONS_A_YEAR;
}

/** Years to expiry in calendar time, 365 days a year: the exchange's convention. */
export function calendarYears(now: Date, expiry: string): number {
  const last = sessionOf(expiry, true);
  return last ? Math.max(0, last.optionsClose.getTime() - now.getTime()) / YEAR_MS : 0;
}

/** Sessions left until expiry, including the current one. */
export function sessionsLeft(now: Date, expiry: string): number {
  return tradingDays(istDay(now), expiry).filter((day) => sessionOf(day, true)!.optionsClose > now).length;
}
