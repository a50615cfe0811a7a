import { sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';

export interface OptionClosing {
  readonly symbol: string;
  readonly day: string;
  /** % a year. */
  readonly atm_iv: number;
  readonly pcr: number | null;
  readonly max_pain: number | null;
  readonly ce_oi: number | null;
  readonly pe_oi: number | null;
}

/** The part that an insight needs of it. */
export type OptionClosings = Pick<OptionHistory, 'of' | 'days' | 'write'>;

/** Closing figures of options by underlying and day (table `option_closings`). */
export class OptionHistory {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The latest `count` closing volatilities before a day, oldest first. */
  async of(symbol: string, before: string, count: number): Promise<{ day: string; iv: number }[]> {
    const { rows } = await sql<{ day: string; iv: string }>`
      select to_char(day, 'YYYY-MM-DD') as day, atm_iv::text as iv from option_closings
      where symbol = ${symbol} and day < ${before}::date order by option_closings.day desc limit ${count}`.execute(this.#db);
    return rows.map((row) => ({ day: row.day, iv: Number(row.iv) })).reverse();
  }

  /** The days from then on that are on file, by symbol. */
  async days(from: string): Promise<Map<string, ReadonlySet<string>>> {
    const { rows } = await sql<{ symbol: string; days: string[] }>`
      select symbol, array_agg(to_char(day, 'YYYY-MM-DD')) as days from option_closings where day >= ${from}::date group by symbol`.execute(this.#db);
    return new Map(rows.map(({ symbol, days }) => [symbol, new Set(days)]));
  }

  /** A day's fuller row replaces one that knew the volatility alone; anything else stays as it was written. */
  async write(rows: readonly OptionClosing[], method: string): Promise<void> {
    if (rows.length === 0) return;
    const column = <K extends keyof OptionClosing>(key: K): OptionClosing[K][] => rows.map((row) => row[key]);
    await sql`
      insert into option_closings as kept (symbol, day, atm_iv, pcr, max_pain, ce_oi, pe_oi, method)
      select symbol, day, atm_iv, pcr, max_pain, ce_oi, pe_oi, ${method}
      from unnest(${column('symbol')}::text[], ${column('day')}::date[], ${column('atm_iv')}::numeric[], ${column('pcr')}::numeric[],
        ${column('max_pain')}::numeric[], ${column('ce_oi')}::bigint[], ${column('pe_oi')}::bigint[]) as new (symbol, day, atm_iv, pcr, max_pain, ce_oi, pe_oi)
      on conflict (symbol, day) do update set atm_iv = excluded.atm_iv, pcr = excluded.pcr, max_pain = excluded.max_pain,
        ce_oi = excluded.ce_oi, pe_oi = excluded.pe_oi, method = excluded.method
      where kept.ce_oi is null and excluded.ce_oi is not null`.execute(this.#db);
  }
}
