import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
/** India keeps UTC+05:30 all year. */
const IST_MINUTES = 330;

/** @waiting admin's dashboard */
export const QUARTERS = ['1st Quarter', '2nd Quarter', '3rd Quarter', '4th Quarter'] as const;

/** @waiting admin's dashboard */
export const MONTH_NUMBERS = { Jan: 1, Feb: 2, Mar: 3, Apr: 4, May: 5, Jun: 6, Jul: 7, Aug: 8, Sep: 9, Oct: 10, Nov: 11, Dec: 12 } as const;

/**
 * Quarter of the Indian financial year, 1–4, of a month 1–12: April starts the first.
 * @waiting admin's dashboard
 */
export function quarterFromMonth(month: number): number {
  return month <= 3 ? 4 : Math.ceil(month / 3) - 1;
}

const years = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, offset) => from + offset);

/** @waiting admin's dashboard */
export const weekStartYears = (year: number): number[] => years(year - 1, year);
/** @waiting admin's dashboard */
export const weekEndYears = (year: number): number[] => years(year - 1, year + 1);
/**
 * Start and end selects offer the same years (S9-DATE-A02).
 * @waiting admin's dashboard
 */
export const startEndYears = (year: number): number[] => years(year - 1, year + 2);

/** The written date if there is no zone; the IST date if there is one, or for a `Date`. */
function dateOf(value: string | Date): Dayjs {
  const zoned = value instanceof Date || /(Z|[+-]\d\d:?\d\d)$/.test(value.slice(10));
  return (zoned ? dayjs.utc(value).add(IST_MINUTES, 'minute') : dayjs.utc(value.slice(0, 10))).startOf('day');
}

/** Whole calendar days between two dates in either order; 0 on the same date (S9-DATE-10, -11, -A03). */
export const dayDiff = (from: string | Date, to: string | Date): number => Math.abs(dateOf(to).diff(dateOf(from), 'day'));
