import { addDays, nextTradingDay, previousTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { givingWay } from '../../platform/processor/give-way.ts';
import { followShare, type ShareIdentity } from '../instruments/follow-share.ts';
import type { ShareDirectory } from '../instruments/share-directory.ts';
import type { DayBar } from '../market.ts';
import type { EndOfDay } from './end-of-day.ts';
import { partsOf, STORED_AT_ONCE } from './reading/parts-of.ts';
import { differing, type FileChange, wouldCorrect } from './refusal.ts';
import { type FileRow, isinsToFollow, rowsOfShare, SHARE_SERIES } from './share-rows.ts';

export interface ImportedFile {
  readonly day: string;
  readonly layout: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly rows: readonly EndOfDay[];
}

/** What the days on file say that a new file can be held against. */
export interface DaysOnFile {
  /** Rows of the days on file nearest to the file's, without that day itself; empty before the first import. */
  readonly rowCounts: readonly number[];
  /** Closes ₹ of the trading day before the file's, by `SYMBOL SERIES`; null while it is not on file. */
  readonly closesBefore: ReadonlyMap<string, number> | null;
  /** Previous closes ₹ that the trading day after the file's states, by `SYMBOL SERIES`; null while it is not on file. */
  readonly basesAfter: ReadonlyMap<string, number> | null;
}

export interface Stored {
  readonly stored: number;
  /** Rows that were there with other figures and now hold the file's. */
  readonly corrected: number;
  readonly unchanged: number;
  /** Those rows, with what they said and what they say now. */
  readonly changes: readonly FileChange[];
}

/** Where stores read and write: the server's database, or one that forgets it all. */
export type Place = Pick<Platform, 'db' | 'transaction'>;

/** The file a row is from; `row`: its symbol and series, where these are not the share's own symbol and `EQ`. */
export interface PriceFile {
  readonly name: string;
  readonly sha256: string;
  readonly row?: string;
}

/** A share's day on file. */
export interface ShareDay {
  readonly bar: DayBar;
  /** The symbol it traded under. */
  readonly symbol: string;
  /** Null where the hash of the file was not kept. */
  readonly file: PriceFile | null;
}

/** A row that has the symbol of a share, on a day without another one of it, under an ISIN that no list explains. */
export interface OtherIsinRow {
  readonly symbol: string;
  /** The symbol in the file. */
  readonly tradedAs: string;
  readonly day: string;
  readonly isin: string;
  /** The ISIN that the share is known by; '' where none is known. */
  readonly known_by: string;
}

/** A file is held against the rows of so many of the nearest days, none farther away than so many calendar days. */
const COUNTED_DAYS = 20;
const NEAR_DAYS = 60;

/** End-of-day rows in the database (tables `market_days` and `market_imports`). */
export class ImportedDays {
  readonly #database: Place;
  readonly #dayTexts = new Map<string, string>();

  constructor(database: Place) {
    this.#database = database;
  }

  /**
   * Stores a whole file or, on any error, nothing of it. Writing the same rows again changes nothing. Throws
   * WOULD_CORRECT if rows on file have other figures, unless they may be corrected. What a file lacks it takes from no row, and what a row
   * lacked is filled in, which corrects nothing.
   */
  async store(file: ImportedFile, mayCorrect = false): Promise<Stored> {
    return this.#database.transaction(async (tx) => {
      const parts = partsOf(file.rows, STORED_AT_ONCE);
      const changes: FileChange[] = [];
      let filled = 0;
      for (const part of parts) {
        const differences = await differencesOf(tx, file.day, columnsOf(part));
        changes.push(...differences.changes);
        filled += differences.filled;
      }
      if (!mayCorrect && changes.length > 0) throw wouldCorrect(changes, ['row', 'rows']);
      const n = await numberOf(tx, file);
      const rows: { added: boolean }[] = [];
      let named = 0;
      for (const part of parts) {
        const columns = columnsOf(part);
        const written = await sql<{ added: boolean }>`
        insert into market_days as kept (symbol, series, day, open, high, low, close, last, prev_close, volume, turnover, trades, isin, file)
        select symbol, series, ${file.day}::date, open, high, low, close, last, prev_close, volume, turnover, trades, isin, ${n}::smallint
        from ${fileRows(columns)}
        on conflict (symbol, series, day) do update set
          (open, high, low, close, last, prev_close, volume, turnover, trades, isin) = (${saidBy('excluded')}), file = excluded.file
        where (${figuresOf('kept')}) is distinct from (${saidBy('excluded')})
        returning kept.xmax = 0 as added`.execute(tx);
        rows.push(...written.rows);
        // Rows whose file was not kept are in this one as they are on file.
        const own = await sql`
        update market_days as kept set file = ${n}::smallint from ${fileRows(columns)}
        where kept.day = ${file.day}::date and kept.file is null and kept.symbol = file.symbol and kept.series = file.series`.execute(tx);
        named += Number(own.numAffectedRows ?? 0);
      }
      const stored = rows.filter((row) => row.added).length + filled;
      const corrected = rows.length - stored;
      await sql`
        insert into market_imports as kept (day, layout, file_name, sha256, row_count)
        values (${file.day}::date, ${file.layout}, ${file.file_name}, ${file.sha256}, ${file.rows.length})
        on conflict (day) do update set layout = excluded.layout, file_name = excluded.file_name, sha256 = excluded.sha256,
          row_count = excluded.row_count, imported_at = now()
        where kept.sha256 <> excluded.sha256 or ${named > 0}`.execute(tx);
      return { stored, corrected, unchanged: file.rows.length - rows.length, changes };
    });
  }

  /** What a file of a day can be held against. */
  async around(day: string): Promise<DaysOnFile> {
    const { db } = this.#database;
    const { rows: counts } = await sql<{ row_count: number }>`
      select row_count from market_imports where day <> ${day}::date and day between ${addDays(day, -NEAR_DAYS)}::date and ${addDays(day, NEAR_DAYS)}::date
      order by abs(day - ${day}::date) limit ${COUNTED_DAYS}`.execute(db);
    const figures = async (on: string, column: 'close' | 'prev_close'): Promise<Map<string, number> | null> => {
      const { rows } = await sql<{ key: string; price: string }>`
        select symbol || ' ' || series as key, ${sql.ref(column)}::text as price from market_days where day = ${on}::date`.execute(db);
      return rows.length > 0 ? new Map(rows.map(({ key, price }) => [key, Number(price)])) : null;
    };
    return {
      rowCounts: counts.map(({ row_count }) => row_count),
      closesBefore: await figures(previousTradingDay(day), 'close'),
      basesAfter: await figures(nextTradingDay(day), 'prev_close'),
    };
  }

  /** Trading days on file, in order. */
  async days(): Promise<string[]> {
    const { rows } = await sql<{ day: string }>`select day::text as day from market_imports order by day`.execute(this.#database.db);
    return rows.map((row) => row.day);
  }

  /** When a file was last taken in; `null` when none ever was. */
  async latestImport(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`select max(imported_at) as at from market_imports`.execute(this.#database.db);
    return rows[0]?.at ?? null;
  }

  /** The rows of shares by their symbols, each day's with the file it is from. What a directory knows of a share says which rows are its. */
  async shares(
    symbols: readonly string[],
    directory: ShareDirectory | null = null,
    onOther: (row: OtherIsinRow) => void = () => {},
  ): Promise<Map<string, ShareDay[]>> {
    const identities = new Map<string, ShareIdentity>();
    for (const symbol of symbols) {
      const identity = directory?.identity(symbol);
      if (identity) identities.set(symbol, identity);
    }
    const files = await this.#files();
    const dayOf = (share: string, { symbol, series, file, day, o, h, l, c, v, prev_close }: FileRow): ShareDay => {
      const source = file === null ? null : files.get(`${day} ${file}`)!;
      const isOwn = symbol === share && series === 'EQ';
      return { bar: { day, o, h, l, c, v, prev_close }, symbol, file: source && (isOwn ? source : { ...source, row: `${symbol} ${series}` }) };
    };
    const found = new Map<string, ShareDay[]>();
    const giveWay = givingWay();
    const keep = async (rows: ReadonlyMap<string, readonly FileRow[]>): Promise<void> => {
      for (const [share, own] of rows) {
        found.set(
          share,
          own.map((row) => dayOf(share, row)),
        );
        await giveWay();
      }
    };
    await keep(await this.#plainShares(symbols.filter((symbol) => !identities.has(symbol))));
    const listed = new Set([...identities.values()].flatMap((identity) => identity.symbols));
    for (const part of partsOf([...identities], AT_ONCE)) await keep(await this.#identified(new Map(part), listed, onOther));
    return found;
  }

  async #files(): Promise<Map<string, PriceFile>> {
    const { rows } = await sql<{ day: string; n: number; name: string; sha256: string }>`
      select day::text as day, n, file_name as name, sha256 from market_files`.execute(this.#database.db);
    return new Map(rows.map(({ day, n, name, sha256 }) => [`${day} ${n}`, { name, sha256 }]));
  }

  /** Shares of which nothing but the symbol is known: an ISIN that they have in a file leads on to their other names. */
  async #plainShares(symbols: readonly string[]): Promise<Map<string, FileRow[]>> {
    const own = Map.groupBy(await this.#rowsBy('symbol', symbols), ({ symbol }) => symbol);
    const days = await this.days();
    const followed = new Map([...own].map(([symbol, rows]) => [symbol, isinsToFollow(rows, days)]));
    const isins = [...new Set([...followed.values()].flat())];
    const byIsin = Map.groupBy(isins.length > 0 ? await this.#rowsBy('isin', isins) : [], ({ isin }) => isin);
    const namedOf = (share: string): FileRow[] => followed.get(share)!.flatMap((isin) => (byIsin.get(isin) ?? []).filter(({ symbol }) => symbol !== share));
    const unnamed = await this.#rowsWithoutIsin([...own.keys()].flatMap((share) => namedOf(share).map(({ symbol }) => symbol)));
    return new Map(
      [...own].map(([share, rows]) => {
        const named = namedOf(share);
        const names = new Set(named.map(({ symbol }) => symbol));
        return [share, rowsOfShare(rows, [...named, ...[...names].flatMap((name) => unnamed.get(name) ?? [])])];
      }),
    );
  }

  /** Rows of symbols in files that have no ISINs, by symbol. */
  async #rowsWithoutIsin(symbols: readonly string[]): Promise<Map<string, FileRow[]>> {
    const names = [...new Set(symbols)];
    const rows = names.length > 0 ? await this.#rows(sql`symbol = any(${names}::text[]) and isin = ''`) : [];
    return Map.groupBy(rows, ({ symbol }) => symbol);
  }

  /** Shares that lists name, by their ISINs and by all symbols that they carried. `listed`: the symbols of these and all other shares. */
  async #identified(
    identities: ReadonlyMap<string, ShareIdentity>,
    listed: ReadonlySet<string>,
    onOther: (row: OtherIsinRow) => void,
  ): Promise<Map<string, FileRow[]>> {
    const owners = new Map<string, string[]>();
    for (const [share, { isins, symbols }] of identities) {
      for (const name of [...isins, ...symbols]) {
        const own = owners.get(name);
        if (own) own.push(share);
        else owners.set(name, [share]);
      }
    }
    const names = [...owners.keys()];
    const rows = new Map<string, FileRow[]>();
    /** Shares by symbols that no list has, under which their ISINs stand in files. */
    const unlisted = new Map<string, Set<string>>();
    const add = (share: string, row: FileRow): void => {
      const own = rows.get(share);
      if (own) own.push(row);
      else rows.set(share, [row]);
    };
    for (const row of await this.#rowsNamed(names)) {
      const bySymbol = owners.get(row.symbol);
      for (const share of new Set([...(bySymbol ?? []), ...(owners.get(row.isin) ?? [])])) {
        add(share, row);
        if (!listed.has(row.symbol)) unlisted.set(row.symbol, (unlisted.get(row.symbol) ?? new Set()).add(share));
      }
    }
    for (const [symbol, own] of await this.#rowsWithoutIsin([...unlisted.keys()]))
      for (const row of own) for (const share of unlisted.get(symbol)!) add(share, row);
    const giveWay = givingWay();
    for (const [share, own] of rows) {
      const followed = followShare(own, identities.get(share)!, ({ day, symbol: tradedAs, isin }, known_by) =>
        onOther({ symbol: share, tradedAs, day, isin, known_by }),
      );
      if (followed.length > 0) rows.set(share, followed);
      else rows.delete(share);
      await giveWay();
    }
    return rows;
  }

  #rowsBy(column: 'symbol' | 'isin', values: readonly string[]): Promise<FileRow[]> {
    return this.#rows(sql`${sql.ref(column)} = any(${values}::text[])`);
  }

  /** Rows under any of these symbols or ISINs. */
  #rowsNamed(names: readonly string[]): Promise<FileRow[]> {
    return this.#rows(sql`(symbol = any(${names}::text[]) or isin = any(${names}::text[]))`);
  }

  /** Rows in which something was traded. One text for each symbol, series and ISIN: a market of years has a million rows, and a row of its own costs more than what stands in it. */
  async #rows(which: RawBuilder<unknown>): Promise<FileRow[]> {
    const { rows } = await sql<{ symbol: string; series: string; isin: string; days: string }>`
      select symbol, series, isin,
        string_agg(concat_ws(' ', day, open, high, low, close, volume, prev_close, file), E'\n' order by day) as days
      from market_days where ${which} and volume > 0 and series = any(${SHARE_SERIES}::text[]) group by symbol, series, isin order by symbol, series, isin`.execute(
      this.#database.db,
    );
    const found: FileRow[] = [];
    const giveWay = givingWay();
    for (const { symbol, series, isin, days } of rows) {
      for (const line of days.split('\n')) {
        const [day = '', o, h, l, c, v, prev_close, file] = line.split(' ');
        const bar = { day: this.#dayText(day), o: Number(o), h: Number(h), l: Number(l), c: Number(c), v: Number(v), prev_close: Number(prev_close) };
        found.push({ symbol, series, isin, ...bar, file: file === undefined ? null : Number(file) });
      }
      await giveWay();
    }
    return found;
  }

  /** Each day is one text for all shares. */
  #dayText(text: string): string {
    const day = this.#dayTexts.get(text);
    if (day === undefined) this.#dayTexts.set(text, text);
    return day ?? text;
  }
}

/** Shares whose rows are read at once: of some years of a whole market more would stand in memory twice, and keep everybody waiting. */
const AT_ONCE = 100;

/** The number of a file among its day's; the next one for a file that was not read before. */
async function numberOf(tx: Platform['db'], { day, sha256, file_name }: ImportedFile): Promise<number> {
  await sql`
    insert into market_files (day, n, sha256, file_name)
    select ${day}::date, coalesce(max(n), 0) + 1, ${sha256}, ${file_name} from market_files where day = ${day}::date
    on conflict (day, sha256) do nothing`.execute(tx);
  const { rows } = await sql<{ n: number }>`select n from market_files where day = ${day}::date and sha256 = ${sha256}`.execute(tx);
  return rows[0]!.n;
}

/** The close is named first: it is what a reader looks for. */
const FIGURES = ['close', 'open', 'high', 'low', 'last', 'prev_close', 'volume', 'turnover', 'trades', 'isin'] as const;

/** Some files state turnover in ₹ lakh with two decimals, so to the nearest ₹1,000. */
const TURNOVER_STEP = 1000;

/** The figures of a row on file. */
const figuresOf = (row: 'kept') =>
  sql.raw(['open', 'high', 'low', 'close', 'last', 'prev_close', 'volume', 'turnover', 'trades', 'isin'].map((name) => `${row}.${name}`).join(', '));

/** The same by a file's row: where it lacks one, or has the same less exactly, the figure on file stays. */
const saidBy = (row: 'excluded' | 'file') =>
  sql.raw(`
  ${row}.open, ${row}.high, ${row}.low, ${row}.close, ${row}.last, ${row}.prev_close, ${row}.volume,
  case when mod(${row}.turnover, ${TURNOVER_STEP}) = 0 and abs(${row}.turnover - kept.turnover) <= ${TURNOVER_STEP / 2} then kept.turnover else ${row}.turnover end,
  coalesce(${row}.trades, kept.trades), coalesce(nullif(${row}.isin, ''), kept.isin)`);

/** Rows of a file that are on file with other figures, the largest change of a close first, and how many of its rows only fill in what was missing. */
async function differencesOf(db: Platform['db'], day: string, columns: Columns): Promise<{ changes: FileChange[]; filled: number }> {
  const { rows } = await sql<{ kept: EndOfDay; file: EndOfDay }>`
    select to_jsonb(kept.*) as kept, to_jsonb(file.*) as file
    from ${fileRows(columns)} join market_days as kept on kept.symbol = file.symbol and kept.series = file.series and kept.day = ${day}::date
    where exists (select from market_imports where day = ${day}::date) and (${figuresOf('kept')}) is distinct from (${saidBy('file')})
    order by abs(file.close / kept.close - 1) desc, kept.symbol`.execute(db);
  const changes = rows.map(({ kept, file }) => {
    const said = { ...file, isin: file.isin || kept.isin, trades: file.trades ?? kept.trades };
    return {
      what: `${file.symbol} ${file.series}`,
      day,
      stock: SHARE_SERIES.includes(file.series) ? file.symbol : null,
      figures: differing({ ...kept }, said, FIGURES).filter(({ name, from, to }) => !isFilledIn(name, from, to)),
    };
  });
  const real = changes.filter(({ figures }) => figures.length > 0);
  return { changes: real, filled: changes.length - real.length };
}

/** Whether a row on file lacked a figure, or had the same less exactly. */
function isFilledIn(name: string, from: string | number | null, to: string | number | null): boolean {
  if (name === 'turnover') return Number(from) % TURNOVER_STEP === 0 && Math.abs(Number(to) - Number(from)) <= TURNOVER_STEP / 2;
  return from === null || from === '';
}

const fileRows = (columns: Columns) => sql`unnest(
  ${columns.symbol}::text[], ${columns.series}::text[],
  ${columns.open}::numeric[], ${columns.high}::numeric[], ${columns.low}::numeric[], ${columns.close}::numeric[],
  ${columns.last}::numeric[], ${columns.prev_close}::numeric[],
  ${columns.volume}::bigint[], ${columns.turnover}::numeric[], ${columns.trades}::bigint[], ${columns.isin}::text[]
) as file (symbol, series, open, high, low, close, last, prev_close, volume, turnover, trades, isin)`;

type Columns = { readonly [K in keyof EndOfDay]: EndOfDay[K][] };

function columnsOf(rows: readonly EndOfDay[]): Columns {
  const column = <K extends keyof EndOfDay>(key: K): EndOfDay[K][] => rows.map((row) => row[key]);
  return {
    symbol: column('symbol'),
    series: column('series'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    last: column('last'),
    prev_close: column('prev_close'),
    volume: column('volume'),
    turnover: column('turnover'),
    trades: column('trades'),
    isin: column('isin'),
  };
}
