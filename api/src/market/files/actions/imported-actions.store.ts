import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { readPurpose } from '../../instruments/actions/purpose.ts';
import type { Place, Stored } from '../imported-days.store.ts';
import { type FileChange, wouldCorrect } from '../refusal.ts';
import type { ActionRow } from './actions-layout.ts';
import type { AdjustmentRow } from './adjustment-layout.ts';
import { type ActionLine, actionKey, effectOf, type KnownActions, knownActions } from './known-actions.ts';

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
      for (const [key, lines] of Map.groupBy(rows, actionKey)) {
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
      const onFile = new Map((await adjustmentsIn(tx, [...new Set(rows.map(({ symbol }) => symbol))])).map((row) => [actionKey(row), row]));
      const fresh = rows.filter((row) => !onFile.has(actionKey(row)));
      const other = rows.filter((row) => onFile.has(actionKey(row)) && adjustmentWords(onFile.get(actionKey(row))!) !== adjustmentWords(row));
      const changes = other.map((row): FileChange => {
        const { symbol, day } = row;
        return { what: symbol, day, stock: symbol, figures: [{ name: day, from: adjustmentWords(onFile.get(actionKey(row))!), to: adjustmentWords(row) }] };
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
    return knownActions(lines, adjustments, complete);
  }
}

const wordsOf = (lines: readonly ActionRow[]): string =>
  lines
    .map(({ purpose }) => `“${purpose}”`)
    .toSorted()
    .join(' and ');

/** Lines that move prices, without regard to their words. Lines that move none are left out. */
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

async function linesOf(tx: Platform['db'], rows: readonly ActionRow[]): Promise<Map<string, ActionLine[]>> {
  const where = sql`(symbol, day) in (select * from unnest(${rows.map(({ symbol }) => symbol)}::text[], ${rows.map(({ day }) => day)}::date[]))`;
  return Map.groupBy(await linesWhere(tx, where), actionKey);
}

/** Lines on file, read anew: what an earlier reading of the same words made of them counts no more. */
async function linesWhere(db: Platform['db'], where: RawBuilder<unknown>): Promise<ActionLine[]> {
  const { rows } = await sql<{ symbol: string; day: string; purpose: string; ratio: string | null; dividend: string | null; face_value: string | null }>`
    select symbol, day::text as day, purpose, ratio::text as ratio, dividend::text as dividend, face_value::text as face_value
    from market_actions where ${where} order by symbol, day, purpose`.execute(db);
  return rows.map(({ symbol, day, purpose, ratio, dividend, face_value }) => {
    const figures = { ratio: numberOr(ratio), dividend: numberOr(dividend), face_value: numberOr(face_value) };
    const line = { symbol, day, purpose, ...figures };
    return { ...line, effect: effectOf(line) };
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
