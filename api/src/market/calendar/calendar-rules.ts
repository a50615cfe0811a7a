import type { SessionRule, SpecialHours } from '@vimarsh/shared/domain/market/calendar.data.ts';
import { addDays, type DeclaredCalendar, declaredCalendar, isTradingDay, sessionOf, underCalendar } from '@vimarsh/shared/domain/market/calendar.ts';
import { dayOf } from '../files/layouts.ts';
import { type CalendarRow, calendarOf, type Declaration, declarationText, inForce } from './calendar-rows.ts';

/** A row is not taken in. The message says why in one sentence. */
export class CalendarRefusal extends Error {}

/** Days that a declaration may not change. */
export interface Fixed {
  /** IST days of which the exchange's files are on file. */
  readonly onFile: readonly string[];
  /** The days that a simulated exchange has drawn: other sessions would draw other prices than those that are in the record. Null for a feed of files. */
  readonly drawn: { readonly days: readonly string[]; readonly reached: Date } | null;
}

/** An expiry moves by a few days, and never by weeks. */
const FARTHEST_EXPIRY_DAYS = 14;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The calendar once these rows are added. Throws CalendarRefusal for an impossible declaration, one that says nothing new, or one that changes a fixed day. */
export function withRows(rows: readonly CalendarRow[], added: readonly Declaration[], fixed: Fixed): DeclaredCalendar {
  const before = calendarOf(rows);
  let known: readonly Pick<CalendarRow, 'id' | 'says'>[] = rows;
  for (const says of added) {
    refuseImpossible(says, rows);
    const earlier = calendarOf(known);
    known = [...known, { id: (known.at(-1)?.id ?? 0) + 1, says }];
    if (says.kind !== 'withdraw' && !isNews(says, earlier, calendarOf(known))) throw new CalendarRefusal(`It is so already: ${declarationText(says)}.`);
  }
  const after = calendarOf(known);
  for (const says of added)
    if (says.kind === 'expiry' && !underCalendar(after, () => isTradingDay(says.moved_to)))
      throw new CalendarRefusal(`Contracts can’t expire on ${says.moved_to}: the market is closed on that day.`);
  refuseOtherPast(before, after, fixed);
  return after;
}

function refuseImpossible(says: Declaration, rows: readonly CalendarRow[]): void {
  if (dayOf(says.day) !== says.day || says.day < '2000-01-01' || says.day > '2099-12-31')
    throw new CalendarRefusal(`“${says.day}” is no day such as 2026-12-04.`);
  if (says.kind === 'session') refuseHours(says.hours);
  if (says.kind === 'hours') refuseRule(says.hours);
  if (says.kind === 'expiry') {
    const near = says.moved_to >= addDays(says.day, -FARTHEST_EXPIRY_DAYS) && says.moved_to <= addDays(says.day, FARTHEST_EXPIRY_DAYS);
    if (dayOf(says.moved_to) !== says.moved_to || !near || says.moved_to === says.day)
      throw new CalendarRefusal(`Contracts of ${says.day} can’t expire on ${says.moved_to}: name another day at most ${FARTHEST_EXPIRY_DAYS} days away.`);
  }
  if (says.kind !== 'withdraw') return;
  const row = rows.find(({ id }) => id === says.withdraws);
  if (!row) throw new CalendarRefusal(`There is no row ${says.withdraws}: npm run calendar -- list shows them.`);
  if (row.says.kind === 'withdraw') throw new CalendarRefusal(`Row ${says.withdraws} withdraws another: declare that one again.`);
  if (rows.some((other) => other.says.kind === 'withdraw' && other.says.withdraws === says.withdraws))
    throw new CalendarRefusal(`Row ${says.withdraws} is withdrawn already.`);
}

function refuseHours({ preopen, open, close }: SpecialHours): void {
  if (![preopen, open, close].every((time) => TIME.test(time)) || preopen > open || open >= close)
    throw new CalendarRefusal('A session’s hours are such as 18:00-19:00, with a pre-open before them.');
}

function refuseRule({ from: _from, preopen, open, close, fnoClose, auctionEnd, post, optionsClose }: SessionRule): void {
  const times = [preopen, open, close, fnoClose, ...post, optionsClose, auctionEnd ?? close];
  const inOrder = preopen <= open && open < fnoClose && open < close && open < optionsClose && post[0] < post[1] && close <= post[0];
  if (!times.every((time) => TIME.test(time)) || !inOrder || (auctionEnd !== null && (auctionEnd < fnoClose || auctionEnd > post[0])))
    throw new CalendarRefusal('These hours are not in the order of a day: pre-open, open, closes, closing auction, post-close.');
}

/** Whether a row says something that was not so before. */
function isNews(says: Exclude<Declaration, { kind: 'withdraw' }>, before: DeclaredCalendar, after: DeclaredCalendar): boolean {
  if (says.kind === 'year') return !before.years.includes(says.day.slice(0, 4));
  if (says.kind === 'expiry') return before.expiries[says.day] !== says.moved_to;
  return sessionText(before, says.day) !== sessionText(after, says.day);
}

/** The sessions of a day in one text, to compare them. */
const sessionText = (calendar: DeclaredCalendar, day: string): string =>
  underCalendar(calendar, () => JSON.stringify([sessionOf(day, false), sessionOf(day, true)]));

const sessionTexts = (calendar: DeclaredCalendar, days: readonly string[]): readonly string[] =>
  underCalendar(calendar, () => days.map((day) => JSON.stringify([sessionOf(day, false), sessionOf(day, true)])));

/** Days whose sessions two calendars know otherwise. */
function differing(before: DeclaredCalendar, after: DeclaredCalendar, days: readonly string[]): string[] {
  const [old, now] = [sessionTexts(before, days), sessionTexts(after, days)];
  return days.filter((_, at) => old[at] !== now[at]);
}

function refuseOtherPast(before: DeclaredCalendar, after: DeclaredCalendar, { onFile, drawn }: Fixed): void {
  const [filed] = differing(before, after, onFile);
  if (filed !== undefined)
    throw new CalendarRefusal(
      `Files of ${filed} are on file and calls are judged by them, so that day ${underCalendar(after, () => isTradingDay(filed)) ? 'keeps its hours' : 'can’t be closed'}.`,
    );
  if (!drawn) return;
  const begun = differing(before, after, drawn.days).find((day) => hasBegun(before, day, drawn.reached) || hasBegun(after, day, drawn.reached));
  if (begun !== undefined) throw new CalendarRefusal(`The simulated exchange has drawn the prices of ${begun} already, so that day stays as it was.`);
}

const hasBegun = (calendar: DeclaredCalendar, day: string, reached: Date): boolean =>
  underCalendar(calendar, () => {
    const session = sessionOf(day, false);
    return session !== null && session.preopen <= reached;
  });

/** The earliest IST day of which two declared calendars know something else; null where nothing differs. */
export function firstDifference(before: DeclaredCalendar, after: DeclaredCalendar): string | null {
  const hours = (calendar: DeclaredCalendar): Map<string, string> => new Map(calendar.hours.map((rule) => [rule.from, JSON.stringify(rule)]));
  const years = (calendar: DeclaredCalendar): Map<string, string> => new Map(calendar.years.map((year) => [`${year}-01-01`, 'declared']));
  const texts = (of: Readonly<Record<string, unknown>>): Map<string, string> => new Map(Object.entries(of).map(([day, value]) => [day, JSON.stringify(value)]));
  const pairs = [
    [texts(before.days), texts(after.days)],
    [texts(before.expiries), texts(after.expiries)],
    [hours(before), hours(after)],
    [years(before), years(after)],
  ] as const;
  const days = pairs.flatMap(([old, now]) => [...new Set([...old.keys(), ...now.keys()])].filter((day) => old.get(day) !== now.get(day)));
  return days.toSorted()[0] ?? null;
}

/** Whether a day has a row in force that says what it is. */
export const isDeclared = (day: string): boolean => declaredCalendar().days[day] !== undefined;

/** The rows in force that speak of days from one on, in the order of their days. */
export const inForceFrom = (rows: readonly CalendarRow[], day: string): readonly CalendarRow[] => {
  const ids = new Set(inForce(rows).map(({ id }) => id));
  return rows.filter(({ id, says }) => ids.has(id) && says.day >= day).toSorted((a, b) => (a.says.day < b.says.day ? -1 : 1));
};
