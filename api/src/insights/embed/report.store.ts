import type { BlockedCount, Reported } from '@vimarsh/shared/contract/widget-report/types.ts';
import { addDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';

interface ReportTables {
  widget_reports: { access_key: string; day: string; origin: string; directive: string; count: number };
}

/** Days a count is kept, and days that are shown. */
const KEPT = 14;
const SHOWN = 7;
/** Rows of one key and day; what comes beyond counts as of an unnamed origin. Anybody can report anything. */
export const MOST_A_DAY = 50;
const MOST_SHOWN = 10;

/** Counts of what browsers stopped, by key, day (IST), origin and directive. */
export class WidgetReports {
  readonly #db: Kysely<ReportTables>;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `maybeNew` is asked where it would be a row of its own; if not, it counts as of an unnamed origin. */
  async count(access_key: string, day: string, origin: string, directive: Reported, maybeNew: () => Promise<boolean> = async () => true): Promise<void> {
    if (await this.#again(access_key, day, origin, directive)) return;
    await this.#db.deleteFrom('widget_reports').where('access_key', '=', access_key).where('day', '<', addDays(day, -KEPT)).execute();
    const { rows } = await sql<{ known: number }>`
      select count(*) as known from widget_reports where access_key = ${access_key} and day = ${day}`.execute(this.#db);
    const named = Number(rows[0]!.known) < MOST_A_DAY && (await maybeNew()) ? origin : '';
    await sql`
      insert into widget_reports (access_key, day, origin, directive) values (${access_key}, ${day}, ${named}, ${directive})
      on conflict (access_key, day, origin, directive) do update set count = least(widget_reports.count + 1, 1000000000)`.execute(this.#db);
  }

  /** Of the last seven days, most often first. */
  async of(access_key: string, today: string): Promise<BlockedCount[]> {
    const { rows } = await sql<{ origin: string; directive: Reported; count: string }>`
      select origin, directive, sum(count) as count from widget_reports
      where access_key = ${access_key} and day > ${addDays(today, -SHOWN)}
      group by origin, directive order by sum(count) desc, origin, directive limit ${MOST_SHOWN}`.execute(this.#db);
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  /** True when it was there already. */
  async #again(access_key: string, day: string, origin: string, directive: Reported): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update widget_reports set count = least(count + 1, 1000000000)
      where access_key = ${access_key} and day = ${day} and origin = ${origin} and directive = ${directive}`.execute(this.#db);
    return Number(numAffectedRows) > 0;
  }
}
