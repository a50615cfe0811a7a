import { sql } from 'kysely';
import type { Place } from '../files/imported-days.store.ts';
import type { Stretch } from './stretches.ts';
import type { DaySoFar, SecondPrice, Span } from './symbol-day.ts';

/** Seconds of one symbol. */
export interface SymbolSeconds {
  readonly symbol: string;
  readonly seconds: readonly SecondPrice[];
}

/** A minute that is over. */
export interface MinuteSeconds extends SymbolSeconds {
  readonly minute: number;
  /** Shares traded from the open to its end. */
  readonly volume: number;
}

/** A stretch of the cover in which what came of a symbol was no price. */
export interface SymbolHole extends Stretch {
  readonly symbol: string;
}

/** A symbol’s day as it was stored. */
export interface StoredSeconds {
  readonly seconds: SecondPrice[];
  readonly volumes: [minute: number, volume: number][];
}

export interface StoredDay extends DaySoFar {
  readonly symbol: string;
}

/** Where the day's file says otherwise than the feed did; paise. */
export interface Difference {
  readonly day: string;
  readonly symbol: string;
  readonly field: 'open' | 'high' | 'low';
  readonly live: number;
  readonly file: number;
  readonly sha256: string | null;
}

/** Prices of one broker’s feed in the database. */
export class LivePrices {
  readonly #database: Place;
  readonly #source: string;
  /** The last entry of the journal, so that entries keep their order whatever the clock does. */
  #entry = 0;

  constructor(database: Place, source: string) {
    this.#database = database;
    this.#source = source;
  }

  /** Takes the prices that came in since the last call, together with the stretch of unbroken connection and holes in it. All are stored, or nothing. */
  async append(day: string, fresh: readonly SymbolSeconds[], cover: Stretch | null, holes: readonly SymbolHole[] = []): Promise<void> {
    if (fresh.length === 0 && !cover && holes.length === 0) return;
    await this.#database.transaction(async (tx) => {
      if (fresh.length > 0) {
        const body = JSON.stringify(fresh.map(({ symbol, seconds }) => [symbol, textOf(seconds)]));
        this.#entry++;
        await sql`insert into market_live_journal (source, day, entry, body) values (${this.#source}, ${day}::date, ${this.#entry}, ${body})`.execute(tx);
      }
      for (const { symbol, from, to } of holes)
        await sql`
          insert into market_live_holes as kept (source, day, symbol, from_second, to_second)
          values (${this.#source}, ${day}::date, ${symbol}, ${from}, ${to})
          on conflict (source, day, symbol, from_second) do update set to_second = greatest(kept.to_second, excluded.to_second)`.execute(tx);
      if (cover)
        await sql`
          insert into market_live_cover as kept (source, day, from_second, to_second) values (${this.#source}, ${day}::date, ${cover.from}, ${cover.to})
          on conflict (source, day, from_second) do update set to_second = greatest(kept.to_second, excluded.to_second)`.execute(tx);
    });
  }

  /** Minutes that are over, and the days so far; their seconds leave the journal. */
  async storeMinutes(day: string, minutes: readonly MinuteSeconds[], days: readonly StoredDay[]): Promise<void> {
    const upTo = this.#entry;
    const column = <T>(rows: readonly T[], of: (row: T) => unknown): unknown[] => rows.map(of);
    await this.#database.transaction(async (tx) => {
      await sql`
        insert into market_live_minutes (source, day, symbol, minute, seconds, volume)
        select ${this.#source}, ${day}::date, row.*
        from unnest(${column(minutes, ({ symbol }) => symbol)}::text[], ${column(minutes, ({ minute }) => minute)}::int[], ${column(minutes, ({ seconds }) => textOf(seconds))}::text[],
          ${column(minutes, ({ volume }) => volume)}::bigint[]) as row (symbol, minute, seconds, volume)
        on conflict (source, day, symbol, minute) do update set seconds = excluded.seconds, volume = excluded.volume`.execute(tx);
      await sql`
        insert into market_live_days (source, day, symbol, open, high, low, close, volume, prev_close)
        select ${this.#source}, ${day}::date, row.*
        from unnest(${column(days, ({ symbol }) => symbol)}::text[], ${column(days, ({ open }) => open)}::int[], ${column(days, ({ high }) => high)}::int[],
          ${column(days, ({ low }) => low)}::int[], ${column(days, ({ close }) => close)}::int[], ${column(days, ({ volume }) => volume)}::bigint[],
          ${column(days, ({ previousClose }) => previousClose)}::int[]) as row (symbol, open, high, low, close, volume, prev_close)
        on conflict (source, day, symbol) do update set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
          volume = excluded.volume, prev_close = excluded.prev_close`.execute(tx);
      await sql`delete from market_live_journal where source = ${this.#source} and day = ${day}::date and entry <= ${upTo}`.execute(tx);
    });
  }

  async storeSpans(day: string, symbol: string, spans: readonly Span[]): Promise<void> {
    if (spans.length === 0) return;
    const column = (of: (span: Span) => unknown): unknown[] => spans.map(of);
    await sql`
      insert into market_live_spans (source, day, symbol, from_second, seconds, open, high, low, close, volume)
      select ${this.#source}, ${day}::date, ${symbol}, row.*
      from unnest(${column(({ from }) => from)}::int[], ${column(({ seconds }) => seconds)}::int[], ${column(({ prices }) => prices?.o ?? null)}::int[],
        ${column(({ prices }) => prices?.h ?? null)}::int[], ${column(({ prices }) => prices?.l ?? null)}::int[], ${column(({ prices }) => prices?.c ?? null)}::int[],
        ${column(({ volume }) => volume)}::bigint[]) as row (from_second, seconds, open, high, low, close, volume)
      on conflict (source, day, symbol, from_second) do nothing`.execute(this.#database.db);
  }

  /** Stretches of a day in which the connection was whole. */
  async cover(day: string): Promise<Stretch[]> {
    const { rows } = await sql<{ from_second: number; to_second: number }>`
      select from_second, to_second from market_live_cover where source = ${this.#source} and day = ${day}::date order by from_second`.execute(
      this.#database.db,
    );
    return rows.map(({ from_second, to_second }) => ({ from: from_second, to: to_second }));
  }

  async holes(day: string): Promise<SymbolHole[]> {
    const { rows } = await sql<{ symbol: string; from_second: number; to_second: number }>`
      select symbol, from_second, to_second from market_live_holes where source = ${this.#source} and day = ${day}::date order by symbol, from_second`.execute(
      this.#database.db,
    );
    return rows.map(({ symbol, from_second, to_second }) => ({ symbol, from: from_second, to: to_second }));
  }

  /** Seconds of a day, of one symbol or of all; the running minute's among them. */
  async seconds(day: string, symbol: string | null): Promise<Map<string, StoredSeconds>> {
    const found = new Map<string, StoredSeconds>();
    const of = (name: string): StoredSeconds => {
      const own = found.get(name) ?? { seconds: [], volumes: [] };
      found.set(name, own);
      return own;
    };
    const { rows } = await sql<{ symbol: string; minute: number; seconds: string; volume: string }>`
      select symbol, minute, seconds, volume from market_live_minutes
      where source = ${this.#source} and day = ${day}::date and (${symbol}::text is null or symbol = ${symbol}::text) order by symbol, minute`.execute(
      this.#database.db,
    );
    for (const row of rows) {
      of(row.symbol).seconds.push(...readSeconds(row.seconds));
      of(row.symbol).volumes.push([row.minute, Number(row.volume)]);
    }
    const journal = await sql<{ entry: string; body: string }>`
      select entry, body from market_live_journal where source = ${this.#source} and day = ${day}::date order by entry`.execute(this.#database.db);
    for (const { entry, body } of journal.rows) {
      this.#entry = Math.max(this.#entry, Number(entry));
      for (const [name, text] of JSON.parse(body) as [string, string][]) if (symbol === null || name === symbol) of(name).seconds.push(...readSeconds(text));
    }
    return found;
  }

  async spans(day: string, symbol: string | null): Promise<Map<string, Span[]>> {
    type Row = { symbol: string; from_second: number; seconds: number; open: number | null; high: number; low: number; close: number; volume: string };
    const { rows } = await sql<Row>`
      select symbol, from_second, seconds, open, high, low, close, volume from market_live_spans
      where source = ${this.#source} and day = ${day}::date and (${symbol}::text is null or symbol = ${symbol}::text) order by symbol, from_second`.execute(
      this.#database.db,
    );
    const found = new Map<string, Span[]>();
    for (const { symbol: name, from_second: from, seconds, open: o, high: h, low: l, close: c, volume } of rows) {
      const own = found.get(name) ?? [];
      own.push({ from, seconds, prices: o === null ? null : { o, h, l, c }, volume: Number(volume) });
      found.set(name, own);
    }
    return found;
  }

  /** Days of the feed in an inclusive range, by date. */
  async days(from: string, to: string): Promise<Map<string, StoredDay[]>> {
    type Row = { day: string; symbol: string; open: number; high: number; low: number; close: number; volume: string; prev_close: number | null };
    const { rows } = await sql<Row>`
      select day::text as day, symbol, open, high, low, close, volume, prev_close from market_live_days
      where source = ${this.#source} and day between ${from}::date and ${to}::date order by day, symbol`.execute(this.#database.db);
    const found = new Map<string, StoredDay[]>();
    for (const { day, volume, prev_close, ...row } of rows) {
      const own = found.get(day) ?? [];
      own.push({ ...row, volume: Number(volume), previousClose: prev_close });
      found.set(day, own);
    }
    return found;
  }

  /** The first day of which the feed knows anything, and those without a gap left. */
  async record(): Promise<{ first: string | null; whole: Set<string> }> {
    const first = await sql<{ day: string | null }>`select min(day)::text as day from market_live_cover where source = ${this.#source}`.execute(
      this.#database.db,
    );
    const whole = await sql<{ day: string }>`select day::text as day from market_live_whole where source = ${this.#source}`.execute(this.#database.db);
    return { first: first.rows[0]?.day ?? null, whole: new Set(whole.rows.map(({ day }) => day)) };
  }

  async markWhole(day: string): Promise<void> {
    await sql`insert into market_live_whole (source, day) values (${this.#source}, ${day}::date) on conflict do nothing`.execute(this.#database.db);
  }

  async storeDifferences(differences: readonly Difference[]): Promise<void> {
    for (const { day, symbol, field, live, file, sha256 } of differences)
      await sql`
        insert into market_live_differences (source, day, symbol, field, live, file, file_sha256)
        values (${this.#source}, ${day}::date, ${symbol}, ${field}, ${live}, ${file}, ${sha256})
        on conflict (source, day, symbol, field) do update set file = excluded.file, file_sha256 = excluded.file_sha256`.execute(this.#database.db);
  }

  /** Differences that nobody has looked into yet. */
  async openDifferences(): Promise<(Difference & { readonly foundAt: Date })[]> {
    type Row = { day: string; symbol: string; field: Difference['field']; live: number; file: number; file_sha256: string | null; found_at: Date };
    const { rows } = await sql<Row>`
      select day::text as day, symbol, field, live, file, file_sha256, found_at from market_live_differences
      where source = ${this.#source} and settled_at is null order by day, symbol, field`.execute(this.#database.db);
    return rows.map(({ file_sha256, found_at, ...row }) => ({ ...row, sha256: file_sha256, foundAt: found_at }));
  }
}

/** `12:150235 13:150240:150260:150240` */
const textOf = (seconds: readonly SecondPrice[]): string =>
  seconds.map(({ second, price, high, low }) => (high === null ? `${second}:${price}` : `${second}:${price}:${high}:${low}`)).join(' ');

const readSeconds = (text: string): SecondPrice[] =>
  text.split(' ').map((part) => {
    const [second = 0, price = 0, high = null, low = null] = part.split(':').map(Number);
    return { second, price, high, low };
  });
