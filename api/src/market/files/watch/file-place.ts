import { createHash } from 'node:crypto';
import { nextTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { MONTHS } from '@vimarsh/shared/domain/text/months.ts';
import * as z from 'zod/mini';
import { addressProblem } from '../../../platform/settings/address.ts';

/** Where the exchange's files come from: a folder that something else fills, or an address that is asked for each day's file. */
export type FilePlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'address'; readonly pattern: string; readonly id: string; readonly host: string };

/** What stands for a day in an address: `{date}` is 20260504. `{next-…}`: the next trading day, of which the list of stocks under the ban is. */
const HOLE = /\{(next-)?(date|ddmmyyyy|ddMONyyyy|yyyy-mm-dd|yyyy|MON|mm)\}/g;
const WHOLE_DAY = /\{(?:next-)?(?:date|ddmmyyyy|ddMONyyyy|yyyy-mm-dd)\}/;

const isAddress = (value: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(value);

/** Why a part of FILES_FROM is none; null if it is one. */
function placeProblem(value: string): string | null {
  if (!isAddress(value)) return value.length <= 1000 && !value.includes('\0') ? null : 'names a folder with a name that can’t be';
  const problem = addressProblem(value.replaceAll(HOLE, '1'), ['https:']);
  if (problem !== null) return problem;
  if (value.length > 1000) return 'has an address of more than 1000 letters';
  if (!WHOLE_DAY.test(value)) return 'must name the day in its address, as {date} for 20260504, {ddmmyyyy}, {ddMONyyyy} or {yyyy-mm-dd}';
  return /[{}]/.test(value.replaceAll(HOLE, '')) ? 'knows only {date}, {ddmmyyyy}, {ddMONyyyy}, {yyyy-mm-dd}, {yyyy}, {MON} and {mm} between braces' : null;
}

/** One place of the setting FILES_FROM. */
export const filePlace = z.string().check((context) => {
  const problem = placeProblem(context.value);
  if (problem !== null) context.issues.push({ code: 'custom', message: `FILES_FROM ${problem}`, input: context.value });
});

export function filePlaceOf(value: string): FilePlace {
  if (!isAddress(value)) return { kind: 'folder', path: value };
  const id = createHash('sha256').update(value).digest('hex').slice(0, 16);
  return { kind: 'address', pattern: value, id, host: new URL(value.replaceAll(HOLE, '1')).host };
}

/** The address of one day's file. */
export function addressForDay(pattern: string, day: string): URL {
  const filled = pattern.replaceAll(HOLE, (_hole, next: string | undefined, form: string) => written(next ? nextTradingDay(day) : day, form));
  return new URL(filled);
}

function written(day: string, form: string): string {
  const [yyyy, mm, dd] = [day.slice(0, 4), day.slice(5, 7), day.slice(8)];
  const month = MONTHS[Number(mm) - 1]!.toUpperCase();
  switch (form) {
    case 'date':
      return `${yyyy}${mm}${dd}`;
    case 'ddmmyyyy':
      return `${dd}${mm}${yyyy}`;
    case 'ddMONyyyy':
      return `${dd}${month}${yyyy}`;
    case 'yyyy':
      return yyyy;
    case 'MON':
      return month;
    case 'mm':
      return mm;
    default:
      return day;
  }
}
