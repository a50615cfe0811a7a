import '@vimarsh/shared/domain/market/past-years.ts';
import { isTradingDay, previousTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { EndOfDay } from './end-of-day.ts';
import type { DaysOnFile } from './imported-days.store.ts';
import { dayOf } from './layouts.ts';

export interface DoubtedFile {
  readonly name: string;
  /** IST date of its rows. */
  readonly day: string;
  readonly rows: readonly Pick<EndOfDay, 'symbol' | 'series' | 'close' | 'prev_close'>[];
}

/** Days differ by two in a hundred rows; a file that lacks a fifth is no whole day. */
const FEWEST = 0.8;
/** The market as a whole stops at 20 %, so no median of closes over previous closes lies beyond. */
const MOST_MOVE = 1.2;
/** Of adjacent real files not one row disagrees; a corrected close or two may. */
const MOST_DISAGREEING = 0.01;
const SAME = 0.001;

/** Why a file is not believed, in one sentence; null if nothing speaks against it. `today`: IST date. */
export function doubtAbout(file: DoubtedFile, today: string, known: DaysOnFile): string | null {
  const dated = dateDoubt(file, today);
  if (dated === closedOn(file.day)) return sessionDoubt(file, known) ?? dated;
  return dated ?? countDoubt(file, known) ?? moveDoubt(file) ?? neighbourDoubt(file, known);
}

/** Fewer rows than this agree by chance. */
const ENOUGH_PAIRS = 20;

/**
 * A day without a session in the calendar whose rows speak for one. That is no proof, since rows under a wrong date would do the same, so the file is
 * refused all the same, and it is said what to do.
 */
function sessionDoubt({ day, rows }: DoubtedFile, { closesBefore }: DaysOnFile): string | null {
  if (closesBefore === null) return null;
  const pairs = rows.filter(({ symbol, series }) => closesBefore.has(`${symbol} ${series}`)).length;
  if (pairs < ENOUGH_PAIRS || disagreeing(rows, closesBefore, 'prev_close')) return null;
  return `The calendar has no session on ${day}, but prices go on from ${previousTradingDay(day)}: if the exchange traded, declare it: npm run calendar -- session ${day} 09:15-15:30 "<circular>".`;
}

const closedOn = (day: string): string => `The market was closed on ${day}.`;

/** The exchange's first session: its records begin here. */
const FIRST_SESSION = '1994-11-03';

/** Why days that a file names can't be, whatever else it says; null where they can. `latest`: the last that can be known. */
export function eraDoubt(days: Iterable<string>, latest: string): string | null {
  for (const day of days) {
    if (day < FIRST_SESSION) return `It names ${day}, and the exchange’s first session was on ${FIRST_SESSION}.`;
    if (day > latest) return `It is dated ${day}, and that day has not been yet.`;
  }
  return null;
}

/** The first year whose sessions and holidays the calendar knows: whether the market was open on an earlier day, nobody here can tell. */
const FIRST_KNOWN = '2015-01-01';
/** The first day of which there are files of a layout. */
const FIRST_OF_LAYOUT: Readonly<Record<string, string>> = { UDiFF: '2024-01-01', 'UDiFF F&O': '2024-01-01' };

/** Why a file of a day can't be of its layout; null where it can. */
export function layoutDoubt(layout: string, day: string): string | null {
  const first = FIRST_OF_LAYOUT[layout];
  if (first !== undefined && day < first) return `It is of ${day}, and the exchange writes files of the layout ${layout} since ${first}.`;
  return day < FIRST_KNOWN ? `It is of ${day}, and the calendar here knows sessions and holidays from ${FIRST_KNOWN} on.` : null;
}

/** Also for files without closes: the day must have been, must have been traded, and be the one in the file's name. */
export function dateDoubt({ name, day }: Pick<DoubtedFile, 'name' | 'day'>, today: string): string | null {
  if (day > today) return `It is dated ${day}, and that day has not been yet.`;
  if (!isTradingDay(day)) return closedOn(day);
  return nameDoubt({ name, day });
}

export function nameDoubt({ name, day }: Pick<DoubtedFile, 'name' | 'day'>): string | null {
  const named = datesIn(name);
  return named.length > 0 && !named.includes(day) ? `Its name says ${named[0]}, its rows ${day}.` : null;
}

/** The dates a file name can mean: `2026-05-04`, `20260504`, `04052026` and `04MAY2026`, also with `-` or `_` between. */
function datesIn(name: string): string[] {
  const written = [
    ...[...name.matchAll(/(?<!\d)(20\d\d)[-_]?(\d\d)[-_]?(\d\d)(?!\d)/g)].map(([, year, month, day]) => `${year}-${month}-${day}`),
    ...[...name.matchAll(/(?<!\d)(\d\d)[-_]?(\d\d)[-_]?(20\d\d)(?!\d)/g)].map(([, day, month, year]) => `${year}-${month}-${day}`),
    ...[...name.matchAll(/(?<!\d)(\d\d)[-_]?([a-z]{3})[-_]?(20\d\d)(?!\d)/gi)].map(([, day, month, year]) => `${day}-${month}-${year}`),
  ];
  return written.flatMap((text) => dayOf(text) ?? []);
}

function countDoubt({ rows }: DoubtedFile, { rowCounts }: DaysOnFile): string | null {
  if (rowCounts.length === 0) return null;
  const usual = median(rowCounts);
  return rows.length < FEWEST * usual ? `It has ${rows.length} usable rows where a day has ${usual}: it is not whole.` : null;
}

function moveDoubt({ rows }: DoubtedFile): string | null {
  const move = median(rows.map(({ close, prev_close }) => close / prev_close));
  if (move <= MOST_MOVE && move >= 1 / MOST_MOVE) return null;
  return `Its prices are ${move.toFixed(2)} times their previous closes, by the median, and no market does that in a day.`;
}

function neighbourDoubt(file: DoubtedFile, { closesBefore, basesAfter }: DaysOnFile): string | null {
  const before = disagreeing(file.rows, closesBefore, 'prev_close');
  if (before) return `${before} have another previous close than the day before closed at.`;
  const after = disagreeing(file.rows, basesAfter, 'close');
  return after && `${after} close at another price than the day after states.`;
}

/** "2,307 of its 3,162 rows", or null if hardly any disagrees. */
function disagreeing(rows: DoubtedFile['rows'], others: ReadonlyMap<string, number> | null, figure: 'close' | 'prev_close'): string | null {
  if (others === null) return null;
  const pairs = rows.flatMap((row) => {
    const other = others.get(`${row.symbol} ${row.series}`);
    return other === undefined ? [] : [{ own: row[figure], other }];
  });
  const wrong = pairs.filter(({ own, other }) => Math.abs(own / other - 1) > SAME).length;
  if (wrong <= Math.max(1, MOST_DISAGREEING * pairs.length)) return null;
  return `${wrong} of its ${pairs.length} rows that can be compared`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
