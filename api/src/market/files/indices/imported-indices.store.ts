import { sql } from 'kysely';
import type { Place, ShareDay, Stored } from '../imported-days.store.ts';
import { differing, type FileChange, wouldCorrect } from '../refusal.ts';
import type { IndexRow } from './index-layout.ts';

export interface ImportedIndexFile {
  readonly day: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly rows: readonly IndexRow[];
}

const FIGURES = ['close', 'open', 'high', 'low', 'prev_close'] as const;

/** Days of indices in the database (table `market_index_days`). */
export class ImportedIndices {
  readonly #database: Place;

  constructor(database: Place) {
    this.#database = database;
  }

  /** Stores a day's file whole or not at all. Throws WOULD_CORRECT where an index has other values on file, unless they may be corrected. */
  async store({ day, file_name, sha256, rows }: ImportedIndexFile, mayCorrect = false): Promise<Stored> {
    return this.#database.transaction(async (tx) => {
      const known = await sql<{ symbol: string; kept: IndexRow }>`
        select symbol, to_jsonb(market_index_days.*) as kept from market_index_days where day = ${day}::date for update`.execute(tx);
      const before = new Map(known.rows.map(({ symbol, kept }) => [symbol, kept]));
      const changes = rows.flatMap((row): FileChange[] => {
        const kept = before.get(row.symbol);
        const figures = kept ? differing({ ...kept }, { ...row }, FIGURES) : [];
        return figures.length > 0 ? [{ what: row.symbol, day, stock: null, figures }] : [];
      });
      if (changes.length > 0 && !mayCorrect) throw wouldCorrect(changes, ['index', 'indices']);
      const changed = new Set(changes.map(({ what }) => what));
      const written = rows.filter(({ symbol }) => !before.has(symbol) || changed.has(symbol));
      for (const { symbol, name, open, high, low, close, prev_close, volume } of written) {
        await sql`
          insert into market_index_days (symbol, day, open, high, low, close, prev_close, volume, name, file_name, sha256)
          values (${symbol}, ${day}::date, ${open}, ${high}, ${low}, ${close}, ${prev_close}, ${volume}, ${name}, ${file_name}, ${sha256})
          on conflict (symbol, day) do update set
            open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, prev_close = excluded.prev_close,
            volume = excluded.volume, name = excluded.name, file_name = excluded.file_name, sha256 = excluded.sha256, imported_at = now()`.execute(tx);
      }
      return { stored: written.length - changes.length, corrected: changes.length, unchanged: rows.length - written.length, changes };
    });
  }

  /** When a file was last taken in or corrected; null when none ever was. */
  async latestImport(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`select max(imported_at) as at from market_index_days`.execute(this.#database.db);
    return rows[0]?.at ?? null;
  }

  /** Closes of an IST day by symbol. */
  async closes(day: string): Promise<Map<string, number>> {
    const { rows } = await sql<{ symbol: string; close: string }>`
      select symbol, close::text as close from market_index_days where day = ${day}::date`.execute(this.#database.db);
    return new Map(rows.map(({ symbol, close }) => [symbol, Number(close)]));
  }

  /** All days by symbol, oldest first, each with its file. */
  async known(): Promise<Map<string, ShareDay[]>> {
    const { rows } = await sql<Record<'symbol' | 'day' | 'o' | 'h' | 'l' | 'c' | 'prev_close' | 'v' | 'row' | 'name' | 'sha256', string>>`
      select symbol, day::text as day, open::text as o, high::text as h, low::text as l, close::text as c, prev_close::text as prev_close,
        volume::text as v, name as row, file_name as name, sha256
      from market_index_days order by symbol, day`.execute(this.#database.db);
    const days = rows.map(({ symbol, day, o, h, l, c, prev_close, v, row, name, sha256 }): ShareDay => {
      const bar = { day, o: Number(o), h: Number(h), l: Number(l), c: Number(c), prev_close: Number(prev_close), v: Number(v) };
      return { symbol, bar, file: { name, sha256, row } };
    });
    return Map.groupBy(days, ({ symbol }) => symbol);
  }
}
