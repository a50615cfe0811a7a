import { declaredCalendar, isHoliday, isTradingDay, istTime, sessionOf, underCalendar } from '@vimarsh/shared/domain/market/calendar.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { dayOf, noDay } from '../files/layouts.ts';
import { firstLine, refuseLong, SHORT_LIST } from '../files/reading/limits.ts';
import { Refusal } from '../files/refusal.ts';
import type { Declaration } from './calendar-rows.ts';
import { isDeclared } from './calendar-rules.ts';
import { sessionHours } from './session-hours.ts';

/** One line of a list: what is declared, and why. */
export interface ListedDay {
  readonly says: Declaration;
  readonly reason: string;
}

export interface CalendarFile {
  readonly layout: 'NSE holiday list' | 'calendar';
  /** The first day it names. */
  readonly day: string;
  readonly read: number;
  /** Its declarations that are not in force yet. */
  readonly added: readonly ListedDay[];
  /** Sentences for the operator: what this list leaves to be entered by hand. */
  readonly remarks: readonly string[];
}

/** More days than any year's list has in all segments. */
const MOST_DAYS = 200;
const MOST_LETTERS = 300;

interface Entry {
  readonly tradingDate: unknown;
  readonly description?: unknown;
}

/** Lists of the cash market (CM) come with those of other segments, which have holidays of their own. */
const CASH = 'CM';

/** Whether a JSON is meant to be NSE's list of holidays: lists by segment, each entry with a `tradingDate`. Then it is that or refused. */
export const isHolidayList = (content: unknown): content is Record<string, unknown> =>
  typeof content === 'object' &&
  content !== null &&
  Object.values(content).some((list) => Array.isArray(list) && list.some((entry) => typeof entry === 'object' && entry !== null && 'tradingDate' in entry));

/** On this day of a list the market opens in the evening (or afternoon) for muhurat trading, whose hours a circular says later. */
const MUHURAT = /laxmi|lakshmi|muhurat/i;

/** NSE's list of trading holidays as its site serves it (`holiday-master?type=trading`), whole or not at all. */
export function readHolidayList(content: Record<string, unknown>): CalendarFile {
  const list = content[CASH];
  if (!Array.isArray(list) || list.length === 0) throw new Refusal('BROKEN', 'It has no list of the cash market (CM).');
  if (list.length > MOST_DAYS) throw new Refusal('BROKEN', `It names ${list.length} days, and no year has so many holidays.`);
  const days = new Map<string, string>();
  for (const [at, entry] of (list as (Entry | null)[]).entries()) {
    const written = typeof entry?.tradingDate === 'string' ? entry.tradingDate.trim() : '';
    const day = dayOf(written);
    if (day === null) throw new Refusal('BROKEN', `Entry ${at + 1} of CM can’t be read: ${noDay('its tradingDate', written)}.`);
    const reason = typeof entry?.description === 'string' ? entry.description.replace(/\s+/g, ' ').trim().slice(0, MOST_LETTERS) : '';
    days.set(day, reason || 'Trading holiday');
  }
  const named = [...days.keys()].sort();
  const years = new Set(named.map((day) => day.slice(0, 4)));
  if (years.size > 1) throw new Refusal('MIXED', `It names days of several years (${[...years].join(', ')}): NSE’s list is of one.`);
  const year = named[0]!.slice(0, 4);
  // No holiday of a listed year is assumed any more, so the list also declares those that were.
  const before = declaredCalendar();
  const opening = missingFrom(year, days).filter((day) => underCalendar({ ...before, years: [...before.years, year] }, () => isTradingDay(day)));
  return underCalendar({ ...before, years: [...before.years, year] }, () => listed(year, days, list.length, opening));
}

function listed(year: string, days: ReadonlyMap<string, string>, read: number, opening: readonly string[]): CalendarFile {
  const named = [...days.keys()].sort();
  const added: ListedDay[] = [{ says: { kind: 'year', day: `${year}-01-01` }, reason: 'The exchange’s list of the year' }];
  const remarks: string[] = [];
  for (const day of named) {
    const reason = days.get(day)!;
    if (isTradingDay(day) && isStandard(day) && !isDeclared(day)) added.push({ says: { kind: 'close', day }, reason });
    else if (isTradingDay(day) && !MUHURAT.test(reason)) remarks.push(`${formatDay(day)} stays open, as it was declared; the list names it (${reason}).`);
    if (MUHURAT.test(reason) && (isStandard(day) || !isTradingDay(day)))
      remarks.push(
        `${formatDay(day)} (${reason}) has muhurat trading: declare its hours when the circular says them: npm run calendar -- session ${day} 18:00-19:00 "<circular>".`,
      );
  }
  remarks.push(...opening.map((day) => `${formatDay(day)} was thought to be a holiday and is not in the list, so the market opens.`));
  const closed = missingFrom(year, days).map(
    (day) => `${formatDay(day)} is closed here and not in the list: if the market opens, npm run calendar -- open ${day} "<circular>".`,
  );
  return { layout: 'NSE holiday list', day: named[0]!, read, added, remarks: [...remarks, ...closed] };
}

/** Whether a day has no session of its own hours, such as muhurat: a list of holidays names such a day, too. */
const isStandard = (day: string): boolean => sessionOf(day, false)?.post !== null;

/** Weekdays that are closed here and not in the list. */
function missingFrom(year: string, listed: ReadonlyMap<string, string>): string[] {
  const missing: string[] = [];
  for (let at = Date.parse(`${year}-01-01`); at < Date.parse(`${Number(year) + 1}-01-01`); at += 86_400_000) {
    const date = new Date(at);
    const day = date.toISOString().slice(0, 10);
    if (date.getUTCDay() % 6 !== 0 && isHoliday(day) && !listed.has(day)) missing.push(day);
  }
  return missing;
}

/** The first line of our own list. */
const COLUMNS = /^\uFEFF?\s*"?date"?\s*,\s*"?session"?\s*,\s*"?reason"?\s*$/i;
/** `2026-12-04,closed,"Reason, with a comma"`. */
const LINE = /^\s*"?([^",]*)"?\s*,\s*"?([^",]*)"?\s*,\s*(?:"((?:[^"]|"")*)"|([^"]*))\s*$/;

/** Whether a text is our own list: `date,session,reason`. */
export const isCalendarCsv = (text: string): boolean => COLUMNS.test(firstLine(text));

/** Our own list: a day a line, `closed`, `open` (ordinary hours) or hours such as `18:00-19:00`, and why. Whole or not at all. */
export function readCalendarCsv(text: string): CalendarFile {
  refuseLong(text, SHORT_LIST);
  const lines = text
    .split(/\r?\n/)
    .map((line, at) => ({ line, number: at + 1 }))
    .slice(1)
    .filter(({ line }) => line.trim() !== '');
  if (lines.length === 0) throw new Refusal('EMPTY', 'It names no day.');
  if (lines.length > MOST_DAYS) throw new Refusal('BROKEN', `It names ${lines.length} days; at most ${MOST_DAYS} are read at once.`);
  const named = new Set<string>();
  const added: ListedDay[] = [];
  for (const { line, number } of lines) {
    const listed = readLine(line, number);
    if (named.has(listed.says.day)) throw new Refusal('BROKEN', `Line ${number} repeats ${listed.says.day}.`);
    named.add(listed.says.day);
    if (!isSo(listed.says)) added.push(listed);
  }
  return { layout: 'calendar', day: [...named].sort()[0]!, read: lines.length, added, remarks: [] };
}

function readLine(line: string, number: number): ListedDay {
  const [, date = '', session = '', quoted, plain] = LINE.exec(line) ?? [];
  const day = dayOf(date.trim());
  if (day === null) throw new Refusal('BROKEN', `Line ${number} can’t be read: ${noDay('its date', date.trim())}.`);
  const reason = (quoted?.replaceAll('""', '"') ?? plain ?? '').replace(/\s+/g, ' ').trim();
  if (reason === '') throw new Refusal('BROKEN', `Line ${number} gives no reason: name the exchange’s circular.`);
  if (reason.length > MOST_LETTERS) throw new Refusal('BROKEN', `The reason in line ${number} is longer than ${MOST_LETTERS} letters.`);
  const word = session.trim().toLowerCase();
  if (word === 'closed') return { says: { kind: 'close', day }, reason };
  if (word === 'open') return { says: { kind: 'open', day }, reason };
  const hours = sessionHours(word);
  if (hours === null) throw new Refusal('BROKEN', `The session in line ${number} is neither closed nor open nor hours such as 18:00-19:00.`);
  return { says: { kind: 'session', day, hours }, reason };
}

/** Whether the calendar has a day as a line says already. */
function isSo(says: Declaration): boolean {
  if (says.kind === 'close') return !isTradingDay(says.day);
  const session = sessionOf(says.day, false);
  if (!session || says.kind === 'open') return session !== null && session.post !== null;
  if (says.kind !== 'session' || session.post !== null) return false;
  const { preopen, open, close } = says.hours;
  return istTime(session.preopen) === preopen && istTime(session.open) === open && istTime(session.close) === close;
}
