import { sql } from 'kysely';
import type { Place, Stored } from './imported-days.store.ts';
import { type FileChange, wouldCorrect } from './refusal.ts';

export interface BanFile {
  /** IST date it is for. */
  readonly day: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly symbols: readonly string[];
}

/** Symbols under the F&O ban by IST day; of a day without a list nothing is known. */
export type KnownBans = ReadonlyMap<string, ReadonlySet<string>>;

/** The exchange's ban lists in the database (tables `market_ban_lists` and `market_bans`). */
export class ImportedBans {
  readonly #database: Place;

  constructor(database: Place) {
    this.#database = database;
  }

  /** Stores a day's list whole or not at all. Throws WOULD_CORRECT where that day's list on file names others, unless it may be corrected. */
  async store({ day, file_name, sha256, symbols }: BanFile, mayCorrect = false): Promise<Stored> {
    return this.#database.transaction(async (tx) => {
      const list = await sql<{ day: string }>`select day::text as day from market_ban_lists where day = ${day}::date for update`.execute(tx);
      const banned = await sql<{ symbol: string }>`select symbol from market_bans where day = ${day}::date`.execute(tx);
      const before = new Set(banned.rows.map(({ symbol }) => symbol));
      const fresh = symbols.filter((symbol) => !before.has(symbol));
      const gone = [...before].filter((symbol) => !symbols.includes(symbol));
      const known = list.rows.length > 0;
      // No price is other than it was, so no call was decided by another one.
      const change = (symbol: string, from: string, to: string): FileChange => ({ what: symbol, day, stock: null, figures: [{ name: 'ban', from, to }] });
      const changes = known ? [...fresh.map((symbol) => change(symbol, 'no', 'yes')), ...gone.map((symbol) => change(symbol, 'yes', 'no'))] : [];
      if (changes.length > 0 && !mayCorrect) throw wouldCorrect(changes, ['stock of the ban list', 'stocks of the ban list']);
      if (!known || changes.length > 0) {
        await sql`
          insert into market_ban_lists (day, sha256, file_name, row_count) values (${day}::date, ${sha256}, ${file_name}, ${symbols.length})
          on conflict (day) do update
          set sha256 = excluded.sha256, file_name = excluded.file_name, row_count = excluded.row_count, imported_at = now()`.execute(tx);
        await sql`delete from market_bans where day = ${day}::date and not symbol = any(${symbols}::text[])`.execute(tx);
        await sql`insert into market_bans (day, symbol) select ${day}::date, * from unnest(${symbols}::text[]) on conflict do nothing`.execute(tx);
      }
      return { stored: known ? 0 : symbols.length, corrected: changes.length, unchanged: known ? symbols.length - fresh.length : 0, changes };
    });
  }

  /** When a list was last taken in or corrected; null when none ever was. */
  async latestImport(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`select max(imported_at) as at from market_ban_lists`.execute(this.#database.db);
    return rows[0]?.at ?? null;
  }

  async known(): Promise<KnownBans> {
    const { rows } = await sql<{ day: string; symbol: string | null }>`
      select l.day::text as day, b.symbol from market_ban_lists l left join market_bans b on b.day = l.day`.execute(this.#database.db);
    const bans = new Map<string, Set<string>>();
    for (const { day, symbol } of rows) {
      const own = bans.get(day) ?? new Set();
      bans.set(day, own);
      if (symbol !== null) own.add(symbol);
    }
    return bans;
  }
}
