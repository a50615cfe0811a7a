import { isDay } from '../../contract/days.ts';
import { withoutUnseen } from '../../contract/plain-digits.ts';
import { istDay } from '../market/ist-day.ts';
import { MONTHS } from '../text/months.ts';

/** `2026-12-8`, `2026/12/08`, and what may follow a whole date: `T00:00`, ` 15:30:00.000`. */
const YEAR_FIRST = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ][\d:.]+)?$/i;
/** `2026-12-07T18:30:00.000Z`, `2026-12-08T00:00+05:30`. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}(?:Z|[+-]\d\d:?\d\d)$/i;
/** `8-Dec-2026`, `08DEC2026`, `8 Dec 2026`. */
const MONTH_NAMED = /^(\d{1,2})[- ]?([A-Z]{3})[- ]?(\d{4})$/i;
/** No written day is longer. */
const LONGEST = 40;

/**
 * The expiry meant by `2026-12-08`, `2026-12-8`, `8-Dec-2026` or a day with its time, as `YYYY-MM-DD`; of an instant it is the day in
 * India. '' where it is no day, and where it may be two: in `08-12-2026` either number can be the month.
 */
export function readExpiry(written: string): string {
  const text = written.length > LONGEST ? '' : withoutUnseen(written).trim();
  if (INSTANT.test(text)) return Number.isNaN(Date.parse(text)) ? '' : istDay(new Date(text));
  const named = MONTH_NAMED.exec(text);
  if (named) return dayOf(named[3]!, MONTHS.findIndex((month) => month.toUpperCase() === named[2]!.toUpperCase()) + 1, named[1]!);
  const dated = YEAR_FIRST.exec(text);
  return dated ? dayOf(dated[1]!, dated[2]!, dated[3]!) : '';
}

/** '' for a day that is in no calendar. */
function dayOf(year: string, month: string | number, day: string): string {
  const iso = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : '';
}

/** Quotes the text found in place of an expiry as written, so that its author can find it. */
export const unreadExpiry = (written: string): string => `We can’t read the expiry “${written.trim().slice(0, 40)}”. Write it as “2026-12-08”.`;
