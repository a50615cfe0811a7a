import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { CorporateAction, ExchangeAdjustment, ShareChange } from '../instruments/actions/corporate-action.ts';
import { type Purpose, readPurpose } from '../instruments/actions/purpose.ts';
import { type ActionRow, LONGEST_PURPOSE } from './actions-layout.ts';
import type { AdjustmentRow } from './adjustment-layout.ts';
import type { Place, Stored } from './imported-days.store.ts';
import { type FileChange, wouldCorrect } from './refusal.ts';

export interface ActionFile {
  readonly file_name: string;
  readonly sha256: string;
  /** Says of every day between its first and last ex-date that nothing else happened on it. */
  readonly complete: boolean;
  readonly rows: readonly ActionRow[];
}

export interface AdjustmentFile {
  readonly file_name: string;
  readonly sha256: string;
  readonly rows: readonly AdjustmentRow[];
}

/** What lists of corporate actions say. */
export interface KnownActions {
  /** Of shares whose prices they change, by symbol, oldest first; several of one kind on a day are one. */
  readonly bySymbol: ReadonlyMap<string, readonly CorporateAction[]>;
  /** Words of lines that tell no figure and may move prices all the same, by `SYMBOL day`: debentures given out, a merger. */
  readonly unmeasured: ReadonlyMap<string, string>;
  /** By symbol, the ex-dates on which its price may have changed by more than trading, and no line says surely by how much or whether. */
  readonly unclear: ReadonlyMap<string, readonly string[]>;
  /** Whether a complete list covers an IST day. */
  readonly covers: (day: string) => boolean;
}

/** Corporate actions in the database (tables `market_actions` and `market_action_imports`). */
export class ImportedActions {
  readonly #database: Place;

  constructor(database: Place) {
    this.#database = database;
  }

  /**
   * Stores a whole list or, on any error, nothing of it. Reading it again, or another list that says the same in other words,
   * changes nothing. Throws WOULD_CORRECT where another ratio or dividend is on file for a share's ex-date, unless it may
   * be corrected.
   */
  async store({ rows, file_name, sha256, complete }: ActionFile, mayCorrect = false): Promise<Stored> {
    const days = rows.map(({ day }) => day).toSorted();
    return this.#database.transaction(async (tx) => {
      const onFile = await linesOf(tx, rows);
      const fresh: ActionRow[] = [];
      const fuller: ActionRow[] = [];
      const contradicted: ActionRow[] = [];
      const changes: FileChange[] = [];
      for (const [key, lines] of Map.groupBy(rows, keyOf)) {
        const before = onFile.get(key);
        if (!before) fresh.push(...lines);
        // The same words with the face value that an earlier release did not keep.
        else if (isFuller(before, lines)) fuller.push(...lines);
        else if (meaningOf(before) !== meaningOf(lines)) {
          contradicted.push(...lines);
          const [{ symbol, day }] = lines as [ActionRow];
          changes.push({ what: symbol, day, stock: symbol, figures: [{ name: day, from: wordsOf(before), to: wordsOf(lines) }] });
        }
      }
      if (changes.length > 0 && !mayCorrect) throw wouldCorrect(changes, ['ex-date', 'ex-dates']);
      await removeDays(tx, [...contradicted, ...fuller]);
      await insert(tx, [...fresh, ...contradicted, ...fuller]);
      await sql`
        insert into market_action_imports as kept (sha256, file_name, first_day, last_day, complete, row_count)
        values (${sha256}, ${file_name}, ${days[0]}::date, ${days.at(-1)}::date, ${complete}, ${rows.length})
        on conflict (sha256) do update set complete = true, imported_at = now() where excluded.complete and not kept.complete`.execute(tx);
      return { stored: fresh.length, corrected: contradicted.length, unchanged: rows.length - fresh.length - contradicted.length, changes };
    });
  }

  /** Stores what the exchange published of single ex-dates; an other figure than the one on file only where it may be corrected. */
  async storeAdjustments({ rows, file_name, sha256 }: AdjustmentFile, mayCorrect = false): Promise<Stored> {
    const days = rows.map(({ day }) => day).toSorted();
    return this.#database.transaction(async (tx) => {
      const onFile = new Map((await adjustmentsIn(tx, [...new Set(rows.map(({ symbol }) => symbol))])).map((row) => [keyOf(row), row]));
      const fresh = rows.filter((row) => !onFile.has(keyOf(row)));
      const other = rows.filter((row) => onFile.has(keyOf(row)) && adjustmentWords(onFile.get(keyOf(row))!) !== adjustmentWords(row));
      const changes = other.map((row): FileChange => {
        const { symbol, day } = row;
        return { what: symbol, day, stock: symbol, figures: [{ name: day, from: adjustmentWords(onFile.get(keyOf(row))!), to: adjustmentWords(row) }] };
      });
      if (changes.length > 0 && !mayCorrect) throw wouldCorrect(changes, ['ex-date', 'ex-dates']);
      for (const { symbol, day, subtract, multiply, source } of [...fresh, ...other])
        await sql`
          insert into market_adjustments (symbol, day, subtract, multiply, source)
          values (${symbol}, ${day}::date, ${subtract}, ${multiply}, ${source})
          on conflict (symbol, day) do update set subtract = excluded.subtract, multiply = excluded.multiply, source = excluded.source`.execute(tx);
      await sql`
        insert into market_action_imports (sha256, file_name, first_day, last_day, complete, row_count)
        values (${sha256}, ${file_name}, ${days[0]}::date, ${days.at(-1)}::date, false, ${rows.length})
        on conflict (sha256) do update set imported_at = now()`.execute(tx);
      return { stored: fresh.length, corrected: other.length, unchanged: rows.length - fresh.length - other.length, changes };
    });
  }

  /** When a list was last taken in; null when none ever was. */
  async latestImport(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`select max(imported_at) as at from market_action_imports`.execute(this.#database.db);
    return rows[0]?.at ?? null;
  }

  async known(symbols: readonly string[]): Promise<KnownActions> {
    const { db } = this.#database;
    const lines = await linesWhere(db, sql`symbol = any(${symbols}::text[])`);
    const adjustments = await adjustmentsIn(db, symbols);
    const { rows: complete } = await sql<{ first: string; last: string }>`
      select first_day::text as first, last_day::text as last from market_action_imports where complete`.execute(db);
    const bySymbol = new Map<string, CorporateAction[]>();
    const unmeasured = new Map<string, string>();
    const unclear = new Map<string, readonly string[]>();
    const ofDay = Map.groupBy(lines, keyOf);
    const published = new Map(adjustments.map((row) => [keyOf(row), row]));
    for (const key of [...new Set([...ofDay.keys(), ...published.keys()])].toSorted()) {
      const [symbol = '', day = ''] = key.split(' ');
      const own = ofDay.get(key) ?? [];
      const all = bySymbol.get(symbol) ?? [];
      bySymbol.set(symbol, all);
      const adjustment = published.get(key);
      if (adjustment) {
        all.push(adjustmentOf(adjustment, own));
        continue;
      }
      if (own.some(({ effect }) => effect.isUnclear)) unclear.set(symbol, [...(unclear.get(symbol) ?? []), day]);
      all.push(...actionsOf(symbol, day, own));
      const other = own.find(({ effect: { ratio, dividend, rights } }) => ratio === null && dividend === null && rights === null);
      if (other) unmeasured.set(key, other.purpose);
    }
    return { bySymbol, unmeasured, unclear, covers: (day) => complete.some(({ first, last }) => first <= day && day <= last) };
  }
}

/** A line on file, with what its words do to a price as they are read now. */
type Line = ActionRow & { readonly effect: Purpose };

/** Lines of one share on one day as actions: what changes its count is one change, whatever the number of lines, and so is what is paid. */
function actionsOf(symbol: string, day: string, lines: readonly Line[]): CorporateAction[] {
  // Where a line of the day is in doubt, so is what all of them add up to.
  const isSure = lines.every(({ effect }) => !effect.isUnclear);
  const changing = lines.filter(({ effect }) => effect.ratio !== null);
  const ratio = changing.reduce((product, { effect }) => product * effect.ratio!, 1);
  const dividend = lines.reduce((sum, { effect }) => sum + (effect.dividend ?? 0), 0);
  const offers = lines.flatMap(({ effect }) => (effect.rights ? [effect.rights] : []));
  return [
    ...(isSure && changing.length > 0 && ratio !== 1 ? [{ symbol, day, type: changeType(changing, ratio), ratio }] : []),
    ...(isSure ? offers.map((terms) => ({ symbol, day, type: 'rights' as const, ...terms, ratio: null, close: null })) : []),
    ...(dividend > 0 ? [{ symbol, day, type: 'dividend' as const, amount: dividend }] : []),
  ];
}

function changeType(changing: readonly Line[], ratio: number): ShareChange['type'] {
  const kinds = new Set(changing.flatMap(({ effect }) => effect.kinds).filter((kind) => kind === 'bonus' || kind === 'reduction' || kind === 'consolidation'));
  const splits = changing.some(({ effect }) => effect.kinds.includes('split'));
  const [only] = kinds;
  if (only !== undefined && kinds.size === 1 && !splits) return only;
  return ratio < 1 ? 'consolidation' : 'split';
}

/** The exchange's own word, named after what the list calls the day. */
function adjustmentOf({ symbol, day, subtract, multiply }: AdjustmentRow, lines: readonly Line[]): ExchangeAdjustment {
  const kinds = lines.flatMap(({ effect }) => effect.kinds);
  const type = kinds.includes('demerger') ? 'demerger' : kinds.includes('scheme') ? 'scheme' : 'exchange_adjustment';
  return { symbol, day, type, ratio: Number((1 / multiply).toFixed(8)), amount: subtract, close: null };
}

const keyOf = ({ symbol, day }: Pick<ActionRow, 'symbol' | 'day'>): string => `${symbol} ${day}`;

const wordsOf = (lines: readonly ActionRow[]): string =>
  lines
    .map(({ purpose }) => `“${purpose}”`)
    .toSorted()
    .join(' and ');

/** What lines do to prices, whatever their words; those that move none are not looked at. */
const meaningOf = (lines: readonly ActionRow[]): string =>
  JSON.stringify(
    lines
      .map(({ purpose, face_value }) => ({ purpose, effect: readPurpose(purpose, face_value) }))
      .filter(({ effect }) => effect.isUnclear || effect.kinds.some((kind) => kind !== 'none'))
      .map(({ purpose, effect: { ratio, dividend, rights } }) => [
        ratio,
        dividend,
        rights,
        ratio === null && dividend === null && rights === null ? purpose : '',
      ])
      .map((meaning) => JSON.stringify(meaning))
      .toSorted(),
  );

const isFuller = (before: readonly ActionRow[], lines: readonly ActionRow[]): boolean =>
  wordsOf(before) === wordsOf(lines) && before.some(({ face_value }) => face_value === null) && lines.every(({ face_value }) => face_value !== null);

const adjustmentWords = ({ subtract, multiply }: AdjustmentRow): string => `less ₹${subtract}, times ${multiply}`;

async function adjustmentsIn(db: Platform['db'], symbols: readonly string[]): Promise<AdjustmentRow[]> {
  const { rows } = await sql<{ symbol: string; day: string; subtract: string; multiply: string; source: string }>`
    select symbol, day::text as day, subtract::text as subtract, multiply::text as multiply, source
    from market_adjustments where symbol = any(${symbols}::text[]) order by symbol, day`.execute(db);
  return rows.map((row) => ({ ...row, subtract: Number(row.subtract), multiply: Number(row.multiply) }));
}

async function linesOf(tx: Platform['db'], rows: readonly ActionRow[]): Promise<Map<string, Line[]>> {
  const where = sql`(symbol, day) in (select * from unnest(${rows.map(({ symbol }) => symbol)}::text[], ${rows.map(({ day }) => day)}::date[]))`;
  return Map.groupBy(await linesWhere(tx, where), keyOf);
}

/** Lines on file, read anew: what an earlier reading of the same words made of them counts no more. */
async function linesWhere(db: Platform['db'], where: RawBuilder<unknown>): Promise<Line[]> {
  const { rows } = await sql<{ symbol: string; day: string; purpose: string; ratio: string | null; dividend: string | null; face_value: string | null }>`
    select symbol, day::text as day, purpose, ratio::text as ratio, dividend::text as dividend, face_value::text as face_value
    from market_actions where ${where} order by symbol, day, purpose`.execute(db);
  return rows.map(({ symbol, day, purpose, ratio, dividend, face_value }) => {
    const figures = { ratio: numberOr(ratio), dividend: numberOr(dividend), face_value: numberOr(face_value) };
    const read = readPurpose(purpose, figures.face_value);
    // What was cut off of long words may say that it is called off: then the reading of all of them counts.
    const effect = purpose.length < LONGEST_PURPOSE ? read : { ...read, ratio: figures.ratio, dividend: figures.dividend, rights: null };
    return { symbol, day, purpose, ...figures, effect };
  });
}

const numberOr = (text: string | null): number | null => (text === null ? null : Number(text));

async function removeDays(tx: Platform['db'], rows: readonly ActionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`delete from market_actions
    where (symbol, day) in (select * from unnest(${rows.map(({ symbol }) => symbol)}::text[], ${rows.map(({ day }) => day)}::date[]))`.execute(tx);
}

async function insert(tx: Platform['db'], rows: readonly ActionRow[]): Promise<void> {
  const column = <K extends keyof ActionRow>(key: K): ActionRow[K][] => rows.map((row) => row[key]);
  await sql`
    insert into market_actions (symbol, day, purpose, ratio, dividend, face_value)
    select * from unnest(
      ${column('symbol')}::text[], ${column('day')}::date[], ${column('purpose')}::text[], ${column('ratio')}::numeric[], ${column('dividend')}::numeric[],
      ${column('face_value')}::numeric[])
    on conflict do nothing`.execute(tx);
}
