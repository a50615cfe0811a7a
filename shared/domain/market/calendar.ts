import { MONTHS } from '../text/months.ts';
import { FIXED_HOLIDAYS, HOLIDAYS, SESSION_RULES, type SessionRule, SPECIAL_SESSIONS, type SpecialHours } from './calendar.data.ts';
import { IST_OFFSET, istDay } from './ist-day.ts';

export { istDay } from './ist-day.ts';

/**
 * The session calendar of the Indian cash market: functions over dated tables (product 0.3), and over what the exchange has declared since
 * those were released. Days are IST dates `YYYY-MM-DD`, times of day are IST, instants are `Date`s. India has UTC+05:30 all year, so no
 * time-zone database is needed.
 */
export type CalendarPhase = 'preopen' | 'continuous' | 'auction' | 'post' | 'closed';

export interface TradingSession {
  readonly day: string;
  readonly preopen: Date;
  /** Continuous trading runs from `open` to `close` (exclusive). */
  readonly open: Date;
  readonly close: Date;
  /** When the day's closing price becomes final: the end of the closing auction, or `close` where there is none. */
  readonly end: Date;
  /** Post-close trading at the closing price; `null` on special short sessions. */
  readonly post: { readonly from: Date; readonly to: Date } | null;
  /** End of options trading on this day. */
  readonly optionsClose: Date;
}

/** The exchange's declarations since the tables in `calendar.data.ts` were released. They win over the tables. */
export interface DeclaredCalendar {
  /** By IST day: closed, a session of the ordinary hours, or one of its own hours. */
  readonly days: Readonly<Record<string, 'closed' | 'open' | SpecialHours>>;
  /** Ordinary hours from a date on, in the order of their dates. */
  readonly hours: readonly SessionRule[];
  /** Years whose holidays are all in `days`, so that none is assumed for them. */
  readonly years: readonly string[];
  /** The day on which contracts expire instead, by the day on which they would. */
  readonly expiries: Readonly<Record<string, string>>;
}

export const NOTHING_DECLARED: DeclaredCalendar = { days: {}, hours: [], years: [], expiries: {} };

let declared = NOTHING_DECLARED;
let hours: readonly SessionRule[] = SESSION_RULES;

/** The declarations in force. A replacement is a new object, so caches compare it to know that they are old. */
export const declaredCalendar = (): DeclaredCalendar => declared;

/** Replaces all that is declared, at once, for every function of the calendar. */
export function declareCalendar(next: DeclaredCalendar): void {
  declared = next;
  const from = new Set(next.hours.map((rule) => rule.from));
  hours = [...SESSION_RULES.filter((rule) => !from.has(rule.from)), ...next.hours].sort((a, b) => (a.from < b.from ? -1 : 1));
  for (const cache of Object.values(sessionCaches)) cache.clear();
}

/** Runs `read` under another declared calendar. `read` is synchronous, so no other caller sees that calendar. */
export function underCalendar<T>(other: DeclaredCalendar, read: () => T): T {
  const inUse = declared;
  declareCalendar(other);
  try {
    return read();
  } finally {
    declareCalendar(inUse);
  }
}

/** The ordinary hours on an IST date. */
export const hoursOn = (day: string): SessionRule => hours.findLast((row) => row.from <= day) ?? hours[0]!;

const DAY = 86_400_000;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The IST time of day of an instant, `HH:MM`. */
export const istTime = (instant: Date): string => new Date(instant.getTime() + IST_OFFSET).toISOString().slice(11, 16);

/** The instant of an IST date and time of day (`HH:MM` or `HH:MM:SS`). */
export const istInstant = (day: string, time = '00:00'): Date => new Date(Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`) - IST_OFFSET);

/** The date `count` calendar days after (or before) a date. */
export const addDays = (day: string, count: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Holidays of a year (`MM-DD`) as the release knows them. */
const holidaysOf = (year: string): readonly string[] => HOLIDAYS[year] ?? (declared.years.includes(year) ? [] : FIXED_HOLIDAYS);

/** Whether the exchange keeps a weekday free. Weekends are not among them. */
export function isHoliday(day: string): boolean {
  const own = declared.days[day];
  return own ? own === 'closed' : holidaysOf(day.slice(0, 4)).includes(day.slice(5));
}

/** Whether the cash market opens on an IST date: weekdays that are no holiday, and special sessions such as muhurat. */
export function isTradingDay(day: string): boolean {
  const own = declared.days[day];
  if (own) return own !== 'closed';
  if (day in SPECIAL_SESSIONS) return true;
  const name = weekday(day);
  return name !== 0 && name !== 6 && !isHoliday(day);
}

/** The last year whose holidays the exchange has announced; of later ones only the fixed holidays are known. */
export const lastAnnouncedYear = (): string => [...Object.keys(HOLIDAYS), ...declared.years].sort().at(-1)!;

/** Up to `count` weekday holidays after a date, of this year and the next. */
export function holidaysAfter(day: string, count: number): string[] {
  const year = Number(day.slice(0, 4));
  const dates = [year, year + 1].flatMap((each) => holidaysOf(`${each}`).map((date) => `${each}-${date}`));
  return [...new Set([...dates, ...Object.keys(declared.days)])]
    .filter((date) => date > day && date < `${year + 2}` && ![0, 6].includes(weekday(date)) && isHoliday(date))
    .sort()
    .slice(0, count);
}

/** The day on which contracts expire that would expire on a date: a holiday moves them to the trading day before, a circular to the day it names. */
export const expiryOn = (date: string): string => declared.expiries[date] ?? (isTradingDay(date) ? date : previousTradingDay(date));

/** Trading days of an inclusive range, in order. */
export function tradingDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (isTradingDay(day)) days.push(day);
  return days;
}

/** The first trading day after a date. */
export function nextTradingDay(day: string): string {
  let next = addDays(day, 1);
  while (!isTradingDay(next)) next = addDays(next, 1);
  return next;
}

/** The last trading day before a date. */
export function previousTradingDay(day: string): string {
  let previous = addDays(day, -1);
  while (!isTradingDay(previous)) previous = addDays(previous, -1);
  return previous;
}

/** The trading day reached by counting `count` sessions after a date (`count` ≥ 1; 1 is the next session). */
export function addSessions(day: string, count: number): string {
  let reached = day;
  for (let n = 0; n < count; n++) reached = nextTradingDay(reached);
  return reached;
}

/**
 * The cash session of one kind of stock on an IST date, or `null` when the market stays closed. Since 3 Aug 2026 F&O
 * stocks trade continuously until 15:15 and close by auction until 15:35; all others trade until 15:30.
 */
export function sessionOf(day: string, fno: boolean): TradingSession | null {
  const cache = fno ? sessionCaches.fno : sessionCaches.cash;
  let session = cache.get(day);
  if (session === undefined) {
    session = readSession(day, fno);
    if (cache.size >= MOST_KNOWN) cache.clear();
    cache.set(day, session);
  }
  return session;
}

/** A cache of sessions: every quote needs one, and computing one creates a dozen dates. */
const sessionCaches = { fno: new Map<string, TradingSession | null>(), cash: new Map<string, TradingSession | null>() };
const MOST_KNOWN = 2000;

function readSession(day: string, fno: boolean): TradingSession | null {
  if (!isTradingDay(day)) return null;
  const own = declared.days[day];
  const special = own ? own !== 'open' && own !== 'closed' && own : SPECIAL_SESSIONS[day];
  if (special) {
    const close = istInstant(day, special.close);
    return { day, preopen: istInstant(day, special.preopen), open: istInstant(day, special.open), close, end: close, post: null, optionsClose: close };
  }
  const rule = hoursOn(day);
  const close = istInstant(day, fno ? rule.fnoClose : rule.close);
  return {
    day,
    preopen: istInstant(day, rule.preopen),
    open: istInstant(day, rule.open),
    close,
    end: fno && rule.auctionEnd ? istInstant(day, rule.auctionEnd) : close,
    post: { from: istInstant(day, rule.post[0]), to: istInstant(day, rule.post[1]) },
    optionsClose: istInstant(day, rule.optionsClose),
  };
}

/**
 * The phase at an instant: of F&O stocks (`fno` true), of all others (`false`), or of the market as a whole (left out):
 * continuous while anything trades, then the closing auction.
 */
export function phaseAt(instant: Date, fno?: boolean): CalendarPhase {
  const day = istDay(instant);
  const session = sessionOf(day, fno ?? false);
  if (!session) return 'closed';
  if (instant < session.preopen) return 'closed';
  if (instant < session.open) return 'preopen';
  if (instant < session.close) return 'continuous';
  const end = fno === undefined ? sessionOf(day, true)!.end : session.end;
  if (instant < end) return 'auction';
  if (session.post && instant >= session.post.from && instant < session.post.to) return 'post';
  return 'closed';
}

/** The next start of continuous trading strictly after an instant. */
export function nextOpen(instant: Date): Date {
  const day = istDay(instant);
  const today = sessionOf(day, false);
  if (today && instant < today.open) return today.open;
  return sessionOf(nextTradingDay(day), false)!.open;
}

/** The last session whose continuous trading has begun at an instant. */
export function lastSession(instant: Date, fno: boolean): TradingSession {
  const day = istDay(instant);
  const today = sessionOf(day, fno);
  return today && instant >= today.open ? today : sessionOf(previousTradingDay(day), fno)!;
}

/** The chip's text with every closing time there is, for a screen that has the room. */
export function closingLabel(instant: Date): string {
  const [cash, fno] = [sessionOf(istDay(instant), false), sessionOf(istDay(instant), true)];
  if (!cash || !fno || phaseAt(instant) !== 'continuous' || fno.end.getTime() === cash.close.getTime()) return marketLabel(instant);
  const [stocks, futures, auction, options] = [cash.close, fno.close, fno.end, cash.optionsClose].map(istTime);
  return `Open · stocks close ${stocks}; those with futures ${futures}, then an auction until ${auction}; options ${options}`;
}

/** The text of the market chip: "Open · closes 15:30", "Closed · opens Mon 23 Nov 09:15". */
export function marketLabel(instant: Date): string {
  const session = sessionOf(istDay(instant), false);
  const phase = phaseAt(instant);
  if (session && phase === 'continuous') return `Open · closes ${istTime(session.close)}`;
  if (session && phase === 'preopen') return `Pre-open · opens ${istTime(session.open)}`;
  if (session && phase === 'auction') return `Closing auction · ends ${istTime(sessionOf(session.day, true)!.end)}`;
  if (session?.post && phase === 'post') return `Post-close · ends ${istTime(session.post.to)}`;
  const open = nextOpen(instant);
  const date = new Date(`${istDay(open)}T00:00:00Z`);
  return `Closed · opens ${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${istTime(open)}`;
}
