import { addDays, type DeclaredCalendar, declareCalendar, declaredCalendar, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import type { Place } from '../files/imported-days.store.ts';
import { type CalendarRow, calendarOf, type Declaration, type RowSource } from './calendar-rows.ts';
import { type Fixed, withRows } from './calendar-rules.ts';

/** More than the history that a simulated exchange draws when it starts. */
const DRAWN_DAYS = 2000;

/** How far prices are drawn: by a simulated exchange up to market time; null where the exchange's files bring them. */
export type DrawnPrices = { readonly until: Date } | null;

interface Stored {
  id: number;
  kind: Declaration['kind'];
  day: string;
  hours: unknown;
  moved_to: string | null;
  withdraws: number | null;
  reason: string;
  file_name: string | null;
  sha256: string | null;
  entered_by: string | null;
  known_at: Date;
}

/** The exchange's declarations since the release, in the database (table `calendar_rows`). */
export class CalendarStore {
  readonly #database: Place;

  constructor(database: Place) {
    this.#database = database;
  }

  /** All rows, in the order in which they were known. */
  async rows(db = this.#database.db): Promise<CalendarRow[]> {
    const { rows } = await sql<Stored>`
      select id, kind, day::text as day, hours, moved_to::text as moved_to, withdraws, reason, file_name, sha256, entered_by, known_at
      from calendar_rows order by id`.execute(db);
    return rows.map(rowOf);
  }

  /** The number of the latest row; 0 before the first. */
  async latest(): Promise<number> {
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from calendar_rows`.execute(this.#database.db);
    return rows[0]?.id ?? 0;
  }

  /** Adds rows, all of them or none. Throws CalendarRefusal for what can't be declared. */
  async add(says: readonly Declaration[], source: RowSource, drawn: DrawnPrices): Promise<readonly CalendarRow[]> {
    return this.addEach(
      says.map((each) => ({ says: each, reason: source.reason })),
      source,
      drawn,
    );
  }

  /** The same where each row has a reason of its own. */
  async addEach(
    added: readonly { readonly says: Declaration; readonly reason: string }[],
    { file, entered_by }: Pick<RowSource, 'file' | 'entered_by'>,
    drawn: DrawnPrices,
  ): Promise<readonly CalendarRow[]> {
    return this.#database.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('calendar', 0))`.execute(tx);
      const known = await this.rows(tx);
      withRows(
        known,
        added.map(({ says }) => says),
        await fixedIn(tx, drawn),
      );
      let id = known.at(-1)?.id ?? 0;
      const rows: Stored[] = [];
      for (const { says, reason } of added) {
        id += 1;
        // A withdrawal stands at the day of the row it withdraws.
        const day = says.kind === 'withdraw' ? known.find((row) => row.id === says.withdraws)!.says.day : says.day;
        const hours = says.kind === 'session' || says.kind === 'hours' ? JSON.stringify(says.hours) : null;
        const stored = await sql<Stored>`
          insert into calendar_rows (id, kind, day, hours, moved_to, withdraws, reason, file_name, sha256, entered_by)
          values (${id}, ${says.kind}, ${day}::date, ${hours}::jsonb, ${says.kind === 'expiry' ? says.moved_to : null}::date,
            ${says.kind === 'withdraw' ? says.withdraws : null}, ${reason}, ${file?.name ?? null}, ${file?.sha256 ?? null}, ${entered_by})
          returning id, kind, day::text as day, hours, moved_to::text as moved_to, withdraws, reason, file_name, sha256, entered_by, known_at`.execute(tx);
        rows.push(...stored.rows);
      }
      return rows.map(rowOf);
    });
  }

  /** Reads all rows and puts what they declare in use. Returns what was in use before. */
  async use(): Promise<DeclaredCalendar> {
    const before = declaredCalendar();
    declareCalendar(calendarOf(await this.rows()));
    return before;
  }
}

const rowOf = ({ id, kind, day, hours, moved_to, withdraws, reason, file_name, sha256, entered_by, known_at }: Stored): CalendarRow => ({
  id,
  says: { kind, day, ...(hours !== null && { hours }), ...(moved_to !== null && { moved_to }), ...(withdraws !== null && { withdraws }) } as Declaration,
  reason,
  file: file_name === null ? null : { name: file_name, sha256: sha256! },
  entered_by,
  known_at,
});

/** Days that have files, and days that the simulated exchange has drawn. */
async function fixedIn(db: Place['db'], drawn: DrawnPrices): Promise<Fixed> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from market_imports
    union select (taken_at at time zone 'Asia/Kolkata')::date::text from option_imports order by 1`.execute(db);
  const onFile = rows.map(({ day }) => day);
  if (!drawn) return { onFile, drawn: null };
  const last = istDay(drawn.until);
  const days: string[] = [];
  for (let day = addDays(last, -DRAWN_DAYS); day <= last; day = addDays(day, 1)) days.push(day);
  return { onFile, drawn: { days, reached: drawn.until } };
}
