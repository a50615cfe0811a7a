import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { FILE_ABILITIES, marketSourceOf, NSE_FILES } from '../feed/source.ts';
import type { ChainRow, FutureQuote, OptionBeat, OptionChain, OptionMarket, OptionQuote } from '../options/option-market.ts';
import type { EndOfDayOption } from './derivatives-layout.ts';
import type { Place, Stored } from './imported-days.store.ts';
import { partsOf, STORED_AT_ONCE } from './reading/parts-of.ts';
import { differing, type FileChange, wouldCorrect } from './refusal.ts';

export interface OptionFile {
  readonly taken_at: Date;
  readonly layout: string;
  readonly quality: OptionChain['quality'];
  readonly file_name: string;
  readonly sha256: string;
  readonly rows: readonly EndOfDayOption[];
}

interface Row {
  expiry: string;
  strike: string;
  type: 'CE' | 'PE' | 'FU';
  last: string | null;
  prev_close: string | null;
  bid: string | null;
  ask: string | null;
  volume: string;
  oi: string;
  prev_oi: string;
  underlying: string;
  lot: number | null;
  quality: OptionChain['quality'];
}

/** Imported futures and options (tables `option_quotes` and `option_imports`), shown as they stood at their last known moment. */
export class ImportedOptions implements OptionMarket {
  readonly #database: Place;

  constructor(database: Place) {
    this.#database = database;
  }

  /**
   * Stores a whole file or, on any error, nothing of it. Writing the same rows again changes nothing. Throws WOULD_CORRECT if
   * contracts on file have other figures, unless they may be corrected. A lot that was not known is filled in, and a file without takes none away.
   */
  async store(file: OptionFile, mayCorrect = false): Promise<Stored> {
    const { rows } = file;
    return this.#database.transaction(async (tx) => {
      const parts = partsOf(rows, STORED_AT_ONCE);
      const changes: FileChange[] = [];
      let filled = 0;
      for (const part of parts) {
        const found = await differencesOf(tx, { ...file, rows: part });
        changes.push(...found.changes);
        filled += found.filled;
      }
      if (!mayCorrect && changes.length > 0) throw wouldCorrect(changes, ['contract', 'contracts']);
      const written: { added: boolean }[] = [];
      for (const part of parts) {
        const own = await sql<{ added: boolean }>`
        insert into option_quotes as kept (symbol, expiry, taken_at, strike, type, last, prev_close, bid, ask, volume, oi, prev_oi, underlying, lot, quality)
        select symbol, expiry, ${file.taken_at}::timestamptz, strike, type, last, prev_close, bid, ask, volume, oi, prev_oi, underlying, lot, ${file.quality}
        from ${fileRows(part)}
        on conflict (symbol, expiry, taken_at, strike, type) do update set
          last = excluded.last, prev_close = excluded.prev_close, bid = excluded.bid, ask = excluded.ask, volume = excluded.volume,
          oi = excluded.oi, prev_oi = excluded.prev_oi, underlying = excluded.underlying, lot = coalesce(excluded.lot, kept.lot), quality = excluded.quality
        where (kept.last, kept.prev_close, kept.bid, kept.ask, kept.volume, kept.oi, kept.prev_oi, kept.underlying, kept.lot, kept.quality)
          is distinct from
          (excluded.last, excluded.prev_close, excluded.bid, excluded.ask, excluded.volume, excluded.oi, excluded.prev_oi, excluded.underlying, coalesce(excluded.lot, kept.lot), excluded.quality)
        returning kept.xmax = 0 as added`.execute(tx);
        written.push(...own.rows);
      }
      const stored = written.filter((row) => row.added).length + filled;
      await sql`
        insert into option_imports as kept (taken_at, layout, file_name, sha256, row_count)
        values (${file.taken_at}::timestamptz, ${file.layout}, ${file.file_name}, ${file.sha256}, ${rows.length})
        on conflict (taken_at, layout, file_name) do update set sha256 = excluded.sha256, row_count = excluded.row_count, imported_at = now()
        where kept.sha256 <> excluded.sha256`.execute(tx);
      return { stored, corrected: written.length - stored, unchanged: rows.length - written.length, changes };
    });
  }

  /** Lots in shares of a share's or index's contracts by expiry, as the file nearest to an instant says; without those of which none does. */
  async lots(symbol: string, at: Date): Promise<Map<string, number>> {
    const { rows } = await sql<{ expiry: string; lot: number }>`
      select distinct on (option_quotes.expiry) option_quotes.expiry::text as expiry, lot from option_quotes
      where symbol = ${symbol} and lot is not null
      order by option_quotes.expiry, abs(extract(epoch from taken_at - ${at}::timestamptz)), taken_at`.execute(this.#database.db);
    return new Map(rows.map(({ expiry, lot }) => [expiry, lot]));
  }

  async underlyings(): Promise<readonly string[]> {
    const { rows } = await sql<{ symbol: string }>`select distinct symbol from option_quotes order by symbol`.execute(this.#database.db);
    return rows.map((row) => row.symbol);
  }

  async expiries(symbol: string, at: Date): Promise<readonly string[]> {
    const { rows } = await sql<{ expiry: string }>`
      select distinct expiry::text as expiry from option_quotes
      where symbol = ${symbol} and expiry >= ${istDay(at)}::date and taken_at <= ${at}::timestamptz and type <> 'FU' order by 1`.execute(this.#database.db);
    return rows.map((row) => row.expiry);
  }

  async chain(symbol: string, expiry: string, at: Date): Promise<OptionChain | null> {
    const { db } = this.#database;
    const { rows: moments } = await sql<{ at: Date | null }>`
      select max(taken_at) as at from option_quotes
      where symbol = ${symbol} and expiry = ${expiry}::date and type <> 'FU' and taken_at <= ${at}::timestamptz`.execute(db);
    const moment = moments[0]?.at;
    if (!moment) return null;
    const { rows } = await sql<Row>`
      select expiry::text as expiry, strike::text as strike, type, last::text as last, prev_close::text as prev_close, bid::text as bid, ask::text as ask,
        volume::text as volume, oi::text as oi, prev_oi::text as prev_oi, underlying::text as underlying, lot, quality
      from option_quotes
      where symbol = ${symbol} and taken_at = ${moment}::timestamptz and (expiry = ${expiry}::date and type <> 'FU' or expiry >= ${expiry}::date and type = 'FU')
      order by option_quotes.strike, option_quotes.expiry`.execute(db);
    const options = rows.filter((row) => row.type !== 'FU');
    const [first] = options;
    if (!first) return null;
    const byStrike = new Map<number, ChainRow>();
    for (const row of options) {
      const strike = Number(row.strike);
      const strikeRow = byStrike.get(strike) ?? { strike, ce: null, pe: null };
      byStrike.set(strike, row.type === 'CE' ? { ...strikeRow, ce: quoteOf(row) } : { ...strikeRow, pe: quoteOf(row) });
    }
    const future = rows.find((row) => row.type === 'FU');
    return {
      symbol,
      expiry,
      lot: first.lot,
      spot: Number(first.underlying),
      future: future ? futureOf(future) : null,
      rows: [...byStrike.values()],
      quality: first.quality,
      at: moment,
      source: marketSourceOf({ source: NSE_FILES, can: FILE_ABILITIES }),
    };
  }

  async beats(symbol: string, from: Date, to: Date): Promise<readonly OptionBeat[]> {
    const { rows } = await sql<Pick<Row, 'expiry' | 'strike' | 'type' | 'bid' | 'ask' | 'underlying'> & { at: Date }>`
      select taken_at as at, expiry::text as expiry, strike::text as strike, type, bid::text as bid, ask::text as ask, underlying::text as underlying
      from option_quotes
      where symbol = ${symbol} and taken_at > ${from}::timestamptz and taken_at <= ${to}::timestamptz and type <> 'FU' order by taken_at`.execute(
      this.#database.db,
    );
    // Whether a look is the first of its day does not depend on where the asked time begins.
    const { rows: before } = await sql<{ at: Date | null }>`
      select max(taken_at) as at from option_quotes where symbol = ${symbol} and taken_at <= ${from}::timestamptz and type <> 'FU'`.execute(this.#database.db);
    let day = before[0]?.at ? istDay(new Date(before[0].at)) : '';
    return [...Map.groupBy(rows, ({ at }) => at.getTime())].map(([at, taken]): OptionBeat => {
      const book = new Map(taken.map((row) => [`${row.type} ${Number(row.strike)} ${row.expiry}`, { bid: number(row.bid), ask: number(row.ask) }]));
      const spot = Number(taken[0]!.underlying);
      const today = istDay(new Date(at));
      const first = today !== day;
      day = today;
      return {
        at: new Date(at),
        first,
        o: spot,
        h: spot,
        l: spot,
        c: spot,
        quote: ({ type, strike, expiry }) => book.get(`${type} ${strike} ${expiry}`) ?? null,
      };
    });
  }

  /** Files show single moments. */
  async interestSoFar(): Promise<readonly never[]> {
    return [];
  }

  /** Volatilities of past closes come from the chains themselves. */
  async closingVolatilities(): Promise<readonly never[]> {
    return [];
  }
}

/** The last price is named first. */
const FIGURES = ['last', 'prev_close', 'bid', 'ask', 'volume', 'oi', 'prev_oi', 'underlying', 'lot', 'quality'] as const;

/** Contracts of a file that are on file with other figures at the same moment, and how many of its contracts only get their lot by it. */
async function differencesOf(tx: Platform['db'], { rows, taken_at, quality }: OptionFile): Promise<{ changes: FileChange[]; filled: number }> {
  const { rows: found } = await sql<{ kept: EndOfDayOption; file: EndOfDayOption }>`
    select to_jsonb(kept.*) as kept, to_jsonb(file.*) as file
    from ${fileRows(rows)} join option_quotes as kept using (symbol, expiry, strike, type)
    where kept.taken_at = ${taken_at}::timestamptz
      and (kept.last, kept.prev_close, kept.bid, kept.ask, kept.volume, kept.oi, kept.prev_oi, kept.underlying, kept.lot, kept.quality)
      is distinct from (file.last, file.prev_close, file.bid, file.ask, file.volume, file.oi, file.prev_oi, file.underlying, coalesce(file.lot, kept.lot), ${quality}::text)
    order by kept.symbol, kept.expiry, kept.strike, kept.type`.execute(tx);
  const changes = found.map(({ kept, file }) => ({
    what: contractOf(file),
    day: istDay(taken_at),
    stock: null,
    figures: differing({ ...kept }, { ...file, lot: file.lot ?? kept.lot, quality }, FIGURES).filter(({ name, from }) => name !== 'lot' || from !== null),
  }));
  const real = changes.filter(({ figures }) => figures.length > 0);
  return { changes: real, filled: changes.length - real.length };
}

const contractOf = ({ symbol, expiry, strike, type }: EndOfDayOption): string => `${symbol} ${expiry} ${type === 'FU' ? 'future' : `${strike} ${type}`}`;

function fileRows(rows: readonly EndOfDayOption[]) {
  const column = <K extends keyof EndOfDayOption>(key: K): EndOfDayOption[K][] => rows.map((row) => row[key]);
  return sql`unnest(
    ${column('symbol')}::text[], ${column('expiry')}::date[], ${column('strike')}::numeric[], ${column('type')}::text[],
    ${column('last')}::numeric[], ${column('prev_close')}::numeric[], ${column('bid')}::numeric[], ${column('ask')}::numeric[],
    ${column('volume')}::bigint[], ${column('oi')}::bigint[], ${column('prev_oi')}::bigint[], ${column('underlying')}::numeric[], ${column('lot')}::integer[]
  ) as file (symbol, expiry, strike, type, last, prev_close, bid, ask, volume, oi, prev_oi, underlying, lot)`;
}

const number = (text: string | null): number | null => (text === null ? null : Number(text));
const quoteOf = (row: Row): OptionQuote => ({
  last: number(row.last),
  prev_close: number(row.prev_close),
  bid: number(row.bid),
  ask: number(row.ask),
  volume: Number(row.volume),
  oi: Number(row.oi),
  prev_oi: Number(row.prev_oi),
});
const futureOf = (row: Row): FutureQuote | null =>
  row.last === null
    ? null
    : {
        expiry: row.expiry,
        last: Number(row.last),
        prev_close: number(row.prev_close),
        volume: Number(row.volume),
        oi: Number(row.oi),
        prev_oi: Number(row.prev_oi),
      };
