import { MONTHS } from '@vimarsh/shared/domain/text/months.ts';

/** A row of a list and its place in the file; the head row is line 1. */
export interface ListLine {
  readonly cells: readonly string[];
  readonly line: number;
}

const SYMBOL = /^[A-Z0-9][A-Z0-9&-]{0,19}$/;
const SERIES = /^[A-Z0-9]{1,2}$/;

export const isSymbol = (text: string): boolean => SYMBOL.test(text);
export const isSeries = (text: string): boolean => SERIES.test(text);

/** `06-OCT-2008`, `6-Oct-08` or `2008-10-06` as `2008-10-06`; null for anything that is no date. Lists reach back to the first listings, which are of 1994. */
export function dateIn(text: string): string | null {
  const named = /^(\d{1,2})[-\s]([A-Za-z]{3})[-\s](\d{4}|\d{2})$/.exec(text);
  const iso = named ? `${yearOf(named[3]!)}-${monthOf(named[2]!)}-${named[1]!.padStart(2, '0')}` : text;
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(iso)) return null;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** `NOV-26` or `Nov-2026` as `2026-11`; null for anything that is no month. */
export function monthIn(text: string): string | null {
  const named = /^([A-Za-z]{3})[-\s'’]+(\d{4}|\d{2})$/.exec(text);
  const month = named ? monthOf(named[1]!) : '00';
  return month === '00' ? null : `${yearOf(named![2]!)}-${month}`;
}

/** Two digits are of the years 1970 to 2069. */
const yearOf = (digits: string): string => (digits.length === 4 ? digits : `${Number(digits) >= 70 ? 19 : 20}${digits}`);

const monthOf = (name: string): string => String(MONTHS.findIndex((month) => month.toUpperCase() === name.toUpperCase()) + 1).padStart(2, '0');

const DAYS_1970_TO_1980 = 3652;
const DAY_SECONDS = 86_400;

/** A date of the security file: seconds since 1 January 1980, 0 for none. Null for what is none, undefined for what is no number. */
export function dateSince1980(text: string): string | null | undefined {
  if (text === '' || text === '0') return null;
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const seconds = Number(text) + DAYS_1970_TO_1980 * DAY_SECONDS;
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** A number of zero or more below a crore, with four decimals at most; null for none, undefined for what is no number. */
export function numberIn(text: string): number | null | undefined {
  if (text === '' || text === '-') return null;
  return /^\d{1,7}(?:\.\d{1,4})?$/.test(text) ? Number(text) : undefined;
}
