import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { CorporateAction } from '../corporate-action.ts';
import { type ActionRow, readPurpose } from './actions-layout.ts';
import type { Place, Stored } from './imported-days.store.ts';
import { type FileChange, wouldCorrect } from './refusal.ts';

export interface ActionFile {
  readonly file_name: string;
  readonly sha256: string;
  /** Says of every day between its first and last ex-date that nothing else happened on it. */
  readonly complete: boolean;
  readonly rows: readonly ActionRow[];
}

/** What lists of corporate actions say. */
export interface KnownActions {
  /** Of shares whose prices they change, by symbol, oldest first; several of one kind on a day are one. */
  readonly bySymbol: ReadonlyMap<string, readonly CorporateAction[]>;
  /** Words of lines without a ratio that may move prices all the same, by `SYMBOL day`: a demerger, rights. */
  readonly unmeasured: ReadonlyMap<string, string>;
  /** By symbol, the ex-dates on which its share count may have changed, and no line says surely by how much or whether. */
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
      const contradicted: ActionRow[] = [];
      const changes: FileChange[] = [];
      for (const [key, lines] of Map.groupBy(rows, keyOf)) {
        const before = onFile.get(key);
        if (!before) fresh.push(...lines);
        else if (meaningOf(before) !== meaningOf(lines)) {
          contradicted.push(...lines);
          const [{ symbol, day }] = lines as [ActionRow];
          changes.push({ what: symbol, day, stock: symbol, figures: [{ name: day, from: wordsOf(before), to: wordsOf(lines) }] });
        }
      }
      if (changes.length > 0 && !mayCorrect) throw wouldCorrect(changes, ['ex-date', 'ex-dates']);
      await removeDays(tx, contradicted);
      await insert(tx, [...fresh, ...contradicted]);
      await sql`
        insert into market_action_imports as kept (sha256, file_name, first_day, last_day, complete, row_count)
        values (${sha256}, ${file_name}, ${days[0]}::date, ${days.at(-1)}::date, ${complete}, ${rows.length})
        on conflict (sha256) do update set complete = true, imported_at = now() where excluded.complete and not kept.complete`.execute(tx);
      return { stored: fresh.length, corrected: contradicted.length, unchanged: rows.length - fresh.length - contradicted.length, changes };
    });
  }

  /** When a list was last taken in; null when none ever was. */
  async latestImport(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`select max(imported_at) as at from market_action_imports`.execute(this.#database.db);
    return rows[0]?.at ?? null;
  }

  async known(symbols: readonly string[]): Promise<KnownActions> {
    const { db } = this.#database;
    const { rows } = await sql<{ symbol: string; day: string; purpose: string; ratio: string | null; dividend: string | null }>`
      select symbol, day::text as day, purpose, ratio::text as ratio, dividend::text as dividend
      from market_actions where symbol = any(${symbols}::text[]) order by symbol, day, purpose`.execute(db);
    const { rows: complete } = await sql<{ first: string; last: string }>`
      select first_day::text as first, last_day::text as last from market_action_imports where complete`.execute(db);
    const bySymbol = new Map<string, CorporateAction[]>();
    const unmeasured = new Map<string, string>();
    const unclear = new Map<string, readonly string[]>();
    for (const [key, lines] of Map.groupBy(rows, ({ symbol, day }) => `${symbol} ${day}`)) {
      const { symbol, day } = lines[0]!;
      const own = bySymbol.get(symbol) ?? [];
      bySymbol.set(symbol, own);
      const effects = new Map(lines.map((line) => [line, readPurpose(line.purpose)]));
      // What an earlier reading of the words put on file is not believed where they are not understood now.
      const ratios = lines.flatMap((line) => (line.ratio === null || effects.get(line)!.ratio === null ? [] : Number(line.ratio)));
      if (lines.some((line) => effects.get(line)!.isUnclear)) unclear.set(symbol, [...(unclear.get(symbol) ?? []), day]);
      const amount = lines.reduce((sum, line) => sum + Number(line.dividend ?? 0), 0);
      // A bonus and a split on one day are one change of the share count.
      if (ratios.length > 0) {
        const type = lines.every(({ purpose, ratio }) => ratio === null || /bonus/i.test(purpose)) ? 'bonus' : 'split';
        own.push({ symbol, day, type, ratio: ratios.reduce((product, ratio) => product * ratio, 1) });
      }
      if (amount > 0) own.push({ symbol, day, type: 'dividend', amount });
      const other = lines.find((line) => line.ratio === null && line.dividend === null);
      if (other) unmeasured.set(key, other.purpose);
    }
    return { bySymbol, unmeasured, unclear, covers: (day) => complete.some(({ first, last }) => first <= day && day <= last) };
  }
}

const keyOf = ({ symbol, day }: Pick<ActionRow, 'symbol' | 'day'>): string => `${symbol} ${day}`;

const wordsOf = (lines: readonly ActionRow[]): string =>
  lines
    .map(({ purpose }) => `“${purpose}”`)
    .toSorted()
    .join(' and ');

/** What lines do to prices, whatever their words. */
const meaningOf = (lines: readonly ActionRow[]): string =>
  JSON.stringify(lines.map(({ ratio, dividend, purpose }) => [ratio, dividend, ratio === null && dividend === null ? purpose : '']).toSorted());

async function linesOf(tx: Platform['db'], rows: readonly ActionRow[]): Promise<Map<string, ActionRow[]>> {
  const { rows: lines } = await sql<{ symbol: string; day: string; purpose: string; ratio: string | null; dividend: string | null }>`
    select symbol, day::text as day, purpose, ratio::text as ratio, dividend::text as dividend from market_actions
    where (symbol, day) in (select * from unnest(${rows.map(({ symbol }) => symbol)}::text[], ${rows.map(({ day }) => day)}::date[]))`.execute(tx);
  const read = lines.map((line) => ({
    ...line,
    ratio: line.ratio === null ? null : Number(line.ratio),
    dividend: line.dividend === null ? null : Number(line.dividend),
  }));
  return Map.groupBy(read, keyOf);
}

async function removeDays(tx: Platform['db'], rows: readonly ActionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`delete from market_actions
    where (symbol, day) in (select * from unnest(${rows.map(({ symbol }) => symbol)}::text[], ${rows.map(({ day }) => day)}::date[]))`.execute(tx);
}

async function insert(tx: Platform['db'], rows: readonly ActionRow[]): Promise<void> {
  const column = <K extends keyof ActionRow>(key: K): ActionRow[K][] => rows.map((row) => row[key]);
  await sql`
    insert into market_actions (symbol, day, purpose, ratio, dividend)
    select * from unnest(
      ${column('symbol')}::text[], ${column('day')}::date[], ${column('purpose')}::text[], ${column('ratio')}::numeric[], ${column('dividend')}::numeric[])
    on conflict do nothing`.execute(tx);
}
