import { istDay, istInstant } from '../market/calendar.ts';

/** Months of India’s calendar, in which books are kept: `2026-11`. They sort as text. */
export const bookMonth = (at: Date): string => istDay(at).slice(0, 7);

export function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** From its first instant to that of the next. */
export const boundsOf = (month: string): readonly [from: Date, to: Date] => [istInstant(`${month}-01`), istInstant(`${nextMonth(month)}-01`)];
