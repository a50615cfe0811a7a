import type { SessionRule, SpecialHours } from '@vimarsh/shared/domain/market/calendar.data.ts';
import type { DeclaredCalendar } from '@vimarsh/shared/domain/market/calendar.ts';

/**
 * What one row says. `year`: the holidays of that year are all declared. `expiry`: contracts that would expire on `day` expire on another.
 * `withdraw`: an earlier row counts as never said.
 */
export type Declaration =
  | { readonly kind: 'close' | 'open'; readonly day: string }
  | { readonly kind: 'session'; readonly day: string; readonly hours: SpecialHours }
  | { readonly kind: 'hours'; readonly day: string; readonly hours: SessionRule }
  | { readonly kind: 'year'; readonly day: string }
  | { readonly kind: 'expiry'; readonly day: string; readonly moved_to: string }
  | { readonly kind: 'withdraw'; readonly day: string; readonly withdraws: number };

/** The source of the row. */
export interface RowSource {
  /** Why, or the exchange's circular. */
  readonly reason: string;
  /** The file it was read from; null where a person entered it. */
  readonly file: { readonly name: string; readonly sha256: string } | null;
  /** The operator who entered it; null where it is from a file. */
  readonly entered_by: string | null;
}

export interface CalendarRow extends RowSource {
  readonly id: number;
  readonly says: Declaration;
  readonly known_at: Date;
}

/** Rows of these kinds speak of the same: the later one counts. */
const SUBJECT: Readonly<Record<Declaration['kind'], string>> = {
  close: 'day',
  open: 'day',
  session: 'day',
  hours: 'hours',
  year: 'year',
  expiry: 'expiry',
  withdraw: '',
};

/** The rows that count, in their order: of those about the same, the last one that nobody has withdrawn. */
export function inForce(rows: readonly Pick<CalendarRow, 'id' | 'says'>[]): readonly Pick<CalendarRow, 'id' | 'says'>[] {
  const withdrawn = new Set(rows.flatMap(({ says }) => (says.kind === 'withdraw' ? [says.withdraws] : [])));
  const bySubject = new Map<string, Pick<CalendarRow, 'id' | 'says'>>();
  for (const row of rows.toSorted((a, b) => a.id - b.id)) {
    if (row.says.kind !== 'withdraw' && !withdrawn.has(row.id)) bySubject.set(`${SUBJECT[row.says.kind]} ${row.says.day}`, row);
  }
  return [...bySubject.values()];
}

/** The calendar that all rows together declare. */
export function calendarOf(rows: readonly Pick<CalendarRow, 'id' | 'says'>[]): DeclaredCalendar {
  const says = inForce(rows).map((row) => row.says);
  return {
    days: Object.fromEntries(
      says.flatMap((row): [string, DeclaredCalendar['days'][string]][] => {
        if (row.kind === 'close') return [[row.day, 'closed']];
        if (row.kind === 'open') return [[row.day, 'open']];
        return row.kind === 'session' ? [[row.day, row.hours]] : [];
      }),
    ),
    hours: says.flatMap((row) => (row.kind === 'hours' ? [row.hours] : [])).toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    years: says.flatMap((row) => (row.kind === 'year' ? [row.day.slice(0, 4)] : [])).toSorted(),
    expiries: Object.fromEntries(says.flatMap((row) => (row.kind === 'expiry' ? [[row.day, row.moved_to]] : []))),
  };
}

/** The part that speaks of a day and later ones, for who asks only for what is to come. */
export const fromDay = ({ days, hours, years, expiries }: DeclaredCalendar, day: string): DeclaredCalendar => ({
  days: Object.fromEntries(Object.entries(days).filter(([each]) => each >= day)),
  hours,
  years: years.filter((year) => year >= day.slice(0, 4)),
  expiries: Object.fromEntries(Object.entries(expiries).filter(([each]) => each >= day)),
});

/** One row in words: `4 Dec 2026 closed`. */
export function declarationText(says: Declaration): string {
  switch (says.kind) {
    case 'close':
      return `${says.day} closed`;
    case 'open':
      return `${says.day} open, ordinary hours`;
    case 'session':
      return `${says.day} open ${says.hours.open}–${says.hours.close}, pre-open from ${says.hours.preopen}`;
    case 'hours':
      return `hours from ${says.day}: ${hoursText(says.hours)}`;
    case 'year':
      return `holidays of ${says.day.slice(0, 4)} are all declared`;
    case 'expiry':
      return `contracts of ${says.day} expire on ${says.moved_to}`;
    case 'withdraw':
      return `row ${says.withdraws} is withdrawn`;
  }
}

const hoursText = ({ preopen, open, close, fnoClose, auctionEnd, post, optionsClose }: SessionRule): string =>
  `pre-open ${preopen}, ${open}–${close}, stocks with futures until ${fnoClose}${auctionEnd ? ` and an auction until ${auctionEnd}` : ''}, post-close ${post[0]}–${post[1]}, options until ${optionsClose}`;
