export const QUARTERS = ['1st Quarter', '2nd Quarter', '3rd Quarter', '4th Quarter'] as const;

export const MONTHS = { Jan: 1, Feb: 2, Mar: 3, Apr: 4, May: 5, Jun: 6, Jul: 7, Aug: 8, Sep: 9, Oct: 10, Nov: 11, Dec: 12 } as const;

/** Quarter of the Indian financial year, 1–4, of a month 1–12: April starts the first. */
export function quarterFromMonth(month: number): number {
  return month <= 3 ? 4 : Math.ceil(month / 3) - 1;
}

const years = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, offset) => from + offset);

export const weekStartYears = (year: number): number[] => years(year - 1, year);
export const weekEndYears = (year: number): number[] => years(year - 1, year + 1);
/** Start and end selects offer the same years (S9-DATE-A02). */
export const startEndYears = (year: number): number[] => years(year - 1, year + 2);

const IST_MS = 330 * 60_000;
const DAY_MS = 86_400_000;

/** Days since 1970: of the date written when there is no zone, of the IST date when there is one or it is a `Date`. */
function dayNumber(value: string | Date): number {
  const zoned = value instanceof Date || /(Z|[+-]\d\d:?\d\d)$/.test(value.slice(10));
  const ms = zoned ? new Date(value).getTime() + IST_MS : Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`);
  return Math.floor(ms / DAY_MS);
}

/** Whole calendar days between two dates, whichever comes first; 0 on the same date (S9-DATE-10, -11, -A03). */
export function dayDiff(from: string | Date, to: string | Date): number {
  return Math.abs(dayNumber(to) - dayNumber(from));
}
