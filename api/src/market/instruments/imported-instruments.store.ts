import { issuerOfShare } from '@vimarsh/shared/domain/market/isin.ts';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Place, Stored } from '../files/imported-days.store.ts';
import { differing, type FileChange, Refusal, wouldCorrect } from '../files/refusal.ts';
import { CompanyNames } from './company-names.store.ts';
import type { FactLayout, InstrumentList, MonthLot, NameChange, ShareFact, SymbolChange } from './instrument-lists.ts';
import type { DatedFact, KnownInstruments, LotList } from './known-instruments.ts';

export interface InstrumentFile {
  readonly file_name: string;
  readonly sha256: string;
  /** IST day the file is of. */
  readonly day: string;
  readonly list: InstrumentList;
  /** Which shares an index list holds. */
  readonly cap: DatedFact['cap'];
}

/** Shares known without any list: their symbols, and the issuers in their ISINs. */
export interface BaseNames {
  readonly symbols: ReadonlySet<string>;
  readonly byIssuer: ReadonlyMap<string, string>;
}

/** The outcome of storing a list. */
export interface StoredList extends Stored {
  /** Shares that are listed here from now on. */
  readonly listed: readonly string[];
  /** Added shares whose symbol another share has: they are listed under their ISIN. */
  readonly underIsin: readonly { readonly symbol: string; readonly isin: string }[];
  /** Shares that such a list named before and this one does not. */
  readonly gone: readonly string[];
}

const NOTHING_LISTED = { listed: [], underIsin: [], gone: [] };

/** Lists whose shares are listed here. The others say more of shares that are. */
const LISTING: readonly FactLayout[] = ['securities', 'security file', 'index list'];
/** A list that leaves out so many of the shares of the one before is no whole list. */
const MOST_GONE = { shares: 10, share: 0.05 };

const FIGURES = ['isin', 'series', 'name', 'industry', 'cap', 'face_value', 'tick', 'band', 'listed_from', 'status', 'ended_on', 'why'] as const;

/** The exchange's lists of instruments in the database. */
export class ImportedInstruments {
  readonly #database: Place;
  readonly #base: BaseNames;

  constructor(database: Place, base: BaseNames) {
    this.#database = database;
    this.#base = base;
  }

  /**
   * Stores a whole list or, on any error, nothing of it. Reading it again changes nothing. Throws WOULD_CORRECT where a list of the same day on file
   * says otherwise, unless it may be corrected, and IMPLAUSIBLE where it leaves out many of those of the list before.
   */
  async store(file: InstrumentFile, mayCorrect = false): Promise<StoredList> {
    return this.#database.transaction(async (tx) => {
      await sql`
        insert into instrument_files (sha256, layout, file_name, day, row_count)
        values (${file.sha256}, ${file.list.layout}, ${file.file_name}, ${file.day}::date, ${file.list.rows.length})
        on conflict do nothing`.execute(tx);
      const { list } = file;
      if (list.layout === 'symbol changes') return { ...(await storeSymbolChanges(tx, list.rows, file.sha256)), ...NOTHING_LISTED };
      if (list.layout === 'name changes') return { ...(await storeNameChanges(tx, list.rows, file.sha256)), ...NOTHING_LISTED };
      if (list.layout === 'contract lots') return { ...(await storeLots(tx, list.rows, file, mayCorrect)), ...NOTHING_LISTED };
      const assigned = LISTING.includes(list.layout) ? await this.#assign(tx, list.rows, file) : NOTHING_LISTED;
      const gone = list.layout === 'securities' ? await goneFrom(tx, list.rows, file.day) : [];
      const source = { ...file, layout: list.layout };
      const facts = list.rows.map((row) => ({ ...row, cap: file.cap }));
      const stored = await storeFacts(tx, facts, source, mayCorrect);
      // These are no rows of the file.
      await insertFacts(
        tx,
        gone.map((symbol) => notListed(symbol, file.day)),
        source,
      );
      return { ...stored, ...assigned, gone };
    });
  }

  /** When a list was last taken in; null when none ever was. */
  async latestImport(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`
      select greatest((select max(known_at) from instrument_files), (select max(known_at) from instrument_facts)) as at`.execute(this.#database.db);
    return rows[0]?.at ?? null;
  }

  async known(): Promise<KnownInstruments> {
    const { db } = this.#database;
    const { rows: shares } = await sql<{ symbol: string }>`select symbol from instrument_shares order by symbol`.execute(db);
    const { rows: isins } = await sql<{ isin: string; symbol: string }>`select isin, symbol from instrument_isins order by known_at, isin`.execute(db);
    const { rows: facts } = await sql<FactRow>`
      select layout, symbol, day::text as day, series, isin, name, industry, cap, face_value::text as face_value, tick::text as tick, band::text as band,
        listed_from::text as listed_from, status, ended_on::text as ended_on, why
      from instrument_facts order by day, known_at, layout`.execute(db);
    const { rows: symbolChanges } = await sql<SymbolChange>`
      select company, old_symbol, new_symbol, day::text as day from symbol_changes order by day`.execute(db);
    const { rows: nameChanges } = await sql<NameChange>`
      select symbol, old_name, new_name, day::text as day from name_changes order by day`.execute(db);
    const { rows: lots } = await sql<MonthLot & { day: string }>`
      select symbol, to_char(month, 'YYYY-MM') as month, day::text as day, lot from contract_lots order by day, month, symbol`.execute(db);
    return {
      companies: await new CompanyNames(this.#database).known(),
      shares: shares.map(({ symbol }) => symbol),
      isins: new Map(isins.map(({ isin, symbol }) => [isin, symbol])),
      facts: facts.map(factOf),
      symbolChanges,
      nameChanges,
      lots: [...Map.groupBy(lots, ({ day }) => day)].map(
        ([day, rows]): LotList => ({ day, rows, months: [...new Set(rows.map(({ month }) => month))].toSorted() }),
      ),
    };
  }

  /** Gives each share of a list the symbol under which it stands here for good. A share is known by its ISIN, or by the issuer in it. */
  async #assign(tx: Platform['db'], rows: readonly ShareFact[], { sha256 }: InstrumentFile): Promise<Omit<StoredList, keyof Stored | 'gone'>> {
    const { rows: known } = await sql<{ isin: string; symbol: string }>`select isin, symbol from instrument_isins`.execute(tx);
    const { rows: shares } = await sql<{ symbol: string }>`select symbol from instrument_shares`.execute(tx);
    const byIsin = new Map(known.map(({ isin, symbol }) => [isin, symbol]));
    const byIssuer = new Map([...this.#base.byIssuer, ...known.map(({ isin, symbol }) => [issuerOfShare(isin), symbol] as const)]);
    const taken = new Set([...this.#base.symbols, ...shares.map(({ symbol }) => symbol)]);
    const newIsins: { isin: string; symbol: string }[] = [];
    const listed: string[] = [];
    const underIsin: { symbol: string; isin: string }[] = [];
    for (const { symbol, isin } of rows) {
      if (isin === null ? taken.has(symbol) : byIsin.has(isin)) continue;
      const issuer = isin === null ? '' : issuerOfShare(isin);
      let own = byIssuer.get(issuer);
      if (own === undefined) {
        own = isin !== null && taken.has(symbol) ? isin : symbol;
        if (own !== symbol) underIsin.push({ symbol, isin: own });
        taken.add(own);
        listed.push(own);
      }
      if (isin === null) continue;
      byIsin.set(isin, own);
      byIssuer.set(issuer, own);
      newIsins.push({ isin, symbol: own });
    }
    await sql`insert into instrument_shares (symbol, sha256) select symbol, ${sha256} from unnest(${listed}::text[]) as share (symbol)`.execute(tx);
    await sql`
      insert into instrument_isins (isin, symbol, sha256) select isin, symbol, ${sha256}
      from unnest(${newIsins.map(({ isin }) => isin)}::text[], ${newIsins.map(({ symbol }) => symbol)}::text[]) as share (isin, symbol)`.execute(tx);
    return { listed, underIsin };
  }
}

type FactRow = Omit<DatedFact, 'face_value' | 'tick' | 'band'> & Record<'face_value' | 'tick' | 'band', string | null>;

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

const factOf = (row: FactRow): DatedFact => ({ ...row, face_value: numberOrNull(row.face_value), tick: numberOrNull(row.tick), band: numberOrNull(row.band) });

/** A share of the list before that this one leaves out: it is not available for trading. */
const notListed = (symbol: string, day: string): ShareFact & Pick<DatedFact, 'cap'> => ({
  symbol,
  series: null,
  isin: null,
  name: null,
  industry: null,
  cap: null,
  face_value: null,
  tick: null,
  band: null,
  listed_from: null,
  status: 'suspended',
  ended_on: null,
  why: `not in the exchange’s list of securities of ${day}`,
});

/** Shares that the last list of securities before a day named, and these rows do not: by their ISIN, whatever their symbol. */
async function goneFrom(tx: Platform['db'], rows: readonly ShareFact[], day: string): Promise<string[]> {
  const { rows: before } = await sql<{ symbol: string; isin: string | null; status: string | null }>`
    select distinct on (symbol) symbol, isin, status from instrument_facts where layout = 'securities' and day < ${day}::date
    order by symbol, day desc`.execute(tx);
  const listed = before.filter(({ status }) => status === 'active');
  const isins = new Set(rows.map(({ isin }) => isin));
  const symbols = new Set(rows.map(({ symbol }) => symbol));
  const gone = listed.filter(({ symbol, isin }) => !symbols.has(symbol) && (isin === null || !isins.has(isin))).map(({ symbol }) => symbol);
  if (gone.length > Math.max(MOST_GONE.shares, MOST_GONE.share * listed.length))
    throw new Refusal('IMPLAUSIBLE', `It leaves out ${gone.length} of the ${listed.length} shares of the list before, as ${gone.slice(0, 3).join(', ')}.`);
  return gone;
}

type Fact = ShareFact & Pick<DatedFact, 'cap'>;

/** Stores what differs from what the same kind of list said last before the day. */
async function storeFacts(
  tx: Platform['db'],
  facts: readonly Fact[],
  { layout, day, sha256 }: Pick<InstrumentFile, 'day' | 'sha256'> & { readonly layout: FactLayout },
  mayCorrect: boolean,
): Promise<Stored> {
  const { rows } = await sql<FactRow>`
    select distinct on (symbol) layout, symbol, day::text as day, series, isin, name, industry, cap, face_value::text as face_value, tick::text as tick,
      band::text as band, listed_from::text as listed_from, status, ended_on::text as ended_on, why
    from instrument_facts where layout = ${layout} and day <= ${day}::date and symbol = any(${facts.map(({ symbol }) => symbol)}::text[])
    order by symbol, day desc`.execute(tx);
  const before = new Map(rows.map((row) => [row.symbol, factOf(row)]));
  const fresh: Fact[] = [];
  const corrected: Fact[] = [];
  const changes: FileChange[] = [];
  for (const fact of facts) {
    const last = before.get(fact.symbol);
    // An earlier list may have the value that this list lacks.
    const whole = last ? completed(fact, last) : fact;
    const figures = last ? differing({ ...last }, { ...whole }, FIGURES) : [];
    if (last && figures.length === 0) continue;
    if (last?.day !== day) fresh.push(fact);
    else if (figures.every(({ from }) => from === null)) fresh.push(whole);
    else {
      corrected.push(whole);
      changes.push({ what: fact.symbol, day, stock: null, figures });
    }
  }
  if (changes.length > 0 && !mayCorrect) throw wouldCorrect(changes, ['share', 'shares']);
  await insertFacts(tx, [...fresh, ...corrected], { layout, day, sha256 });
  return { stored: fresh.length, corrected: corrected.length, unchanged: facts.length - fresh.length - corrected.length, changes };
}

const completed = (fact: Fact, last: Fact): Fact => {
  const filled = Object.fromEntries(FIGURES.map((key) => [key, fact[key] ?? last[key]])) as unknown as Fact;
  // An end is over where a list says that the share is traded.
  const { ended_on, why } = fact.status === 'active' ? fact : filled;
  return { ...filled, symbol: fact.symbol, ended_on, why };
};

async function insertFacts(
  tx: Platform['db'],
  facts: readonly Fact[],
  { layout, day, sha256 }: { layout: FactLayout; day: string; sha256: string },
): Promise<void> {
  const column = <K extends keyof Fact>(key: K): Fact[K][] => facts.map((fact) => fact[key]);
  await sql`
    insert into instrument_facts (layout, symbol, day, series, isin, name, industry, cap, face_value, tick, band, listed_from, status, ended_on, why, sha256)
    select ${layout}, symbol, ${day}::date, series, isin, name, industry, cap, face_value, tick, band, listed_from, status, ended_on, why, ${sha256}
    from unnest(
      ${column('symbol')}::text[], ${column('series')}::text[], ${column('isin')}::text[], ${column('name')}::text[], ${column('industry')}::text[],
      ${column('cap')}::text[], ${column('face_value')}::numeric[], ${column('tick')}::numeric[], ${column('band')}::numeric[],
      ${column('listed_from')}::date[], ${column('status')}::text[], ${column('ended_on')}::date[], ${column('why')}::text[]
    ) as fact (symbol, series, isin, name, industry, cap, face_value, tick, band, listed_from, status, ended_on, why)
    on conflict (layout, symbol, day) do update set
      series = excluded.series, isin = excluded.isin, name = excluded.name, industry = excluded.industry, cap = excluded.cap,
      face_value = excluded.face_value, tick = excluded.tick, band = excluded.band, listed_from = excluded.listed_from, status = excluded.status,
      ended_on = excluded.ended_on, why = excluded.why, sha256 = excluded.sha256, known_at = now()`.execute(tx);
}

async function storeSymbolChanges(tx: Platform['db'], rows: readonly SymbolChange[], sha256: string): Promise<Stored> {
  const column = <K extends keyof SymbolChange>(key: K): string[] => rows.map((row) => row[key]);
  const { numAffectedRows } = await sql`
    insert into symbol_changes (company, old_symbol, new_symbol, day, sha256)
    select company, old_symbol, new_symbol, day, ${sha256}
    from unnest(${column('company')}::text[], ${column('old_symbol')}::text[], ${column('new_symbol')}::text[], ${column('day')}::date[])
      as change (company, old_symbol, new_symbol, day)
    on conflict do nothing`.execute(tx);
  const stored = Number(numAffectedRows ?? 0);
  return { stored, corrected: 0, unchanged: rows.length - stored, changes: [] };
}

async function storeNameChanges(tx: Platform['db'], rows: readonly NameChange[], sha256: string): Promise<Stored> {
  const column = <K extends keyof NameChange>(key: K): string[] => rows.map((row) => row[key]);
  const { numAffectedRows } = await sql`
    insert into name_changes (symbol, old_name, new_name, day, sha256)
    select symbol, old_name, new_name, day, ${sha256}
    from unnest(${column('symbol')}::text[], ${column('old_name')}::text[], ${column('new_name')}::text[], ${column('day')}::date[])
      as change (symbol, old_name, new_name, day)
    on conflict do nothing`.execute(tx);
  const stored = Number(numAffectedRows ?? 0);
  return { stored, corrected: 0, unchanged: rows.length - stored, changes: [] };
}

async function storeLots(tx: Platform['db'], rows: readonly MonthLot[], { day, sha256 }: InstrumentFile, mayCorrect: boolean): Promise<Stored> {
  const months = rows.map(({ month }) => `${month}-01`);
  const { rows: onFile } = await sql<MonthLot>`
    select symbol, to_char(month, 'YYYY-MM') as month, lot from contract_lots where day = ${day}::date`.execute(tx);
  const before = new Map(onFile.map(({ symbol, month, lot }) => [`${symbol} ${month}`, lot]));
  const keyOf = ({ symbol, month }: MonthLot): string => `${symbol} ${month}`;
  const fresh = rows.filter((row) => !before.has(keyOf(row)));
  const other = rows.filter((row) => before.has(keyOf(row)) && before.get(keyOf(row)) !== row.lot);
  const changes = other.map((row): FileChange => {
    const figures = [{ name: 'lot', from: before.get(keyOf(row))!, to: row.lot }];
    return { what: keyOf(row), day, stock: null, figures };
  });
  if (changes.length > 0 && !mayCorrect) throw wouldCorrect(changes, ['lot', 'lots']);
  await sql`
    insert into contract_lots (symbol, month, day, lot, sha256)
    select symbol, month, ${day}::date, lot, ${sha256}
    from unnest(${rows.map(({ symbol }) => symbol)}::text[], ${months}::date[], ${rows.map(({ lot }) => lot)}::integer[]) as row (symbol, month, lot)
    on conflict (symbol, month, day) do update set lot = excluded.lot, sha256 = excluded.sha256, known_at = now()
    where contract_lots.lot <> excluded.lot`.execute(tx);
  return { stored: fresh.length, corrected: other.length, unchanged: rows.length - fresh.length - other.length, changes };
}
