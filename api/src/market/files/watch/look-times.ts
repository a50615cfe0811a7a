import { previousTradingDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';

const MINUTE = 60_000;
/** The exchange's first files come about so long after the close. */
const FIRST_AFTER_MS = 45 * MINUTE;
const SOONEST_AGAIN_MS = 5 * MINUTE;
const LATEST_AGAIN_MS = 60 * MINUTE;
/** A day's file is looked for on so many trading days. */
const DAYS_LOOKED_FOR = 3;
/** From then on whoever runs the server is told that it is late. */
const LATE_AFTER_MS = 4 * 60 * MINUTE;

/** The trading days whose files may be there at an instant, the oldest first. */
export function daysToLookFor(now: Date, today: string): string[] {
  const days: string[] = [];
  for (let day = today; days.length < DAYS_LOOKED_FOR; day = previousTradingDay(day)) {
    const session = sessionOf(day, true);
    if (session && now >= firstLook(day)) days.unshift(day);
  }
  return days;
}

/** Options close last. */
const closeOf = (day: string): number => Math.max(sessionOf(day, true)!.end.getTime(), sessionOf(day, true)!.optionsClose.getTime());

const firstLook = (day: string): Date => new Date(closeOf(day) + FIRST_AFTER_MS);

export const isFileLate = (day: string, now: Date): boolean => now.getTime() > closeOf(day) + LATE_AFTER_MS;

/**
 * When the next look is after `looks` without the file: at first after five minutes, then each time after twice as long, an hour at most, a quarter
 * sooner or later by chance, so that not everybody asks the exchange in the same second. `chance`: from 0 to 1.
 */
export function nextLook(now: Date, looks: number, chance = Math.random()): Date {
  const pause = Math.min(LATEST_AGAIN_MS, SOONEST_AGAIN_MS * 2 ** Math.min(Math.max(0, looks - 1), 10));
  return new Date(now.getTime() + pause * (0.75 + 0.5 * chance));
}
