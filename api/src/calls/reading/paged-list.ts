import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CallStatus, COUNT_CEILING, type Period } from '@vimarsh/shared/contract/calls/types.ts';
import { id as idForm } from '@vimarsh/shared/contract/text.ts';
import { periodStart } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Sight } from '../../entitlements/index.ts';
import type { CallHead } from '../../ledger/index.ts';
import { Fail } from '../../platform/http/fail.ts';
import type { Database } from '../../platform/platform.ts';
import type { ReadableRecord, StoppedCall } from '../kind.ts';
import type { ShareCount } from './list-counts.ts';
import { type RecordReader, readableEnded, readableLive, type SeenKind } from './readable.ts';

/** What every list of calls is asked for; a kind adds its filters. */
export interface PagedQuery {
  readonly open: boolean;
  readonly sort: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Published in it where calls are open, else ended in it. */
  readonly period?: Period | undefined;
  readonly user_id?: string | undefined;
  readonly status?: CallStatus | undefined;
  /** Only these states. */
  readonly statuses?: readonly CallStatus[];
  /** Only calls of this author. */
  readonly author?: string;
  /** Only calls of these authors, the followed experts. */
  readonly authors?: readonly string[];
  /** Only these calls. */
  readonly only?: readonly string[];
  /** Groups of calls that stand after all others, one behind another, in the same order among themselves. */
  readonly last?: readonly (readonly string[])[];
  readonly today: string;
  /** Whether settled calls may be shown to anyone but their author. */
  readonly records: boolean;
}

/** Columns that the table of every listed kind has. */
export interface ListedRow extends CallHead {
  ended_at: Date | null;
  ended_on: string | null;
  post_mortem_on: string | null;
}
type Direction = 'asc' | 'desc';

/** What the lists of one kind differ in. */
export interface ListedKind<Row, Query> extends SeenKind<Row> {
  readonly table: string;
  /** The rule of `sees` as a condition on open or ended calls; null: a viewer may see none. */
  visible(sight: Sight, open: boolean, records: boolean): Expression<SqlBool> | null;
  /** Values that columns must have, of the filters that only this kind knows. */
  filters(query: Query): { readonly [Column in keyof Row]?: Row[Column] | undefined };
  /** Values of which columns must have one. */
  among?(query: Query): { readonly [Column in keyof Row]?: readonly string[] | undefined };
  /** The column of the order by result, which lists ended calls that have one. */
  readonly result: keyof Row & string;
  /** Columns of further orders, the largest value first. */
  readonly orders?: Readonly<Record<string, keyof Row & string>>;
  /** Side or strategy of a call. */
  readonly what: keyof Row & string;
}

export interface ListPage<Row> {
  rows: Row[];
  total: number;
  next: string | null;
}

/** Rows read at once: to take them apart keeps others waiting for a few milliseconds. */
const PAGE = 1000;

/** The lists of one kind of call. Each query is served by a bounded index scan. */
export class PagedList<Row extends ListedRow, Query extends PagedQuery> {
  readonly #kind: ListedKind<Row, Query>;

  constructor(kind: ListedKind<Row, Query>) {
    this.#kind = kind;
  }

  get name(): string {
    return this.#kind.name;
  }

  sees(sight: Sight, row: Row): boolean {
    return this.#kind.sees(sight, row);
  }

  readableEnded(reader: RecordReader | null, user_id?: string): ReadableRecord {
    return readableEnded(this.#kind, reader, user_id);
  }

  readableLive(reader: Omit<RecordReader, 'records'>): ReadableRecord {
    return readableLive(this.#kind, reader);
  }

  /** The queries of a list; null where the viewer sees nothing. `tails` read the last calls, a group each, once `page` has no more. */
  queries(db: Database, sight: Sight, query: Query) {
    const sees = this.#kind.visible(sight, query.open, query.records);
    if (!sees || query.authors?.length === 0) return null;
    const { column, direction } = this.#order(query);
    const all = this.#conditions(query).reduce((select, condition) => select.where(condition), this.#rows(db).where(sees));
    const matching = column === this.#kind.result ? all.where(sql.ref(column), 'is not', null) : all;
    const last = query.last ?? [];
    const from = query.cursor ? readCursor(query.cursor, column) : null;

    const ordered = (rows: typeof matching, after: typeof from, limit: number) =>
      (after ? rows.where(beyond(column, direction, after.value, after.id)) : rows)
        .selectAll()
        .orderBy(sql.ref(column), direction)
        .orderBy('id', direction)
        .limit(limit);
    // As one value: thousands of ids, each a parameter of its own, take longer to be read than the page.
    const idList = (ids: readonly string[]) => sql<string[]>`${[...ids]}::text[]`;
    const behind = last.flat();
    const first = behind.length ? matching.where(sql<SqlBool>`id <> all (${idList(behind)})`) : matching;
    const group = Math.min(from?.group ?? 0, last.length);
    const rowsOf = (at: number) => (at === 0 ? first : matching.where(sql<SqlBool>`id = any (${idList(last[at - 1]!)})`));
    const counted = matching.select('id').orderBy(sql.ref(column)).limit(COUNT_CEILING).as('counted');
    return {
      column,
      page: ordered(rowsOf(group), from, query.limit + 1),
      tails: last.flatMap((ids, at) => (at >= group && ids.length > 0 ? [(limit: number) => ordered(rowsOf(at + 1), null, limit)] : [])),
      count: listed(db)
        .selectFrom(counted)
        .select((eb) => eb.fn.countAll<number>().as('total')),
    };
  }

  /** One page of the calls a viewer may see, and their number, queried in parallel. `share` may have the number from an earlier count. */
  async page(db: Database, sight: Sight, query: Query, share: ShareCount = (count) => count()): Promise<ListPage<Row>> {
    const queries = this.queries(db, sight, query);
    if (!queries) return { rows: [], total: 0, next: null };
    const { page, tails, count, column } = queries;
    const [rows, total] = await Promise.all([page.execute(), share(async () => Number((await count.executeTakeFirstOrThrow()).total))]);
    for (const tail of tails) {
      const room = query.limit + 1 - rows.length;
      if (room > 0) rows.push(...(await tail(room).execute()));
    }
    const shown = rows.slice(0, query.limit) as Row[];
    const end = shown.at(-1);
    const hasMore = end !== undefined && rows.length > query.limit;
    return { rows: shown, total, next: hasMore ? cursorOf(end, column, 1 + (query.last?.findIndex((ids) => ids.includes(end.id)) ?? -1)) : null };
  }

  /** How many of some open calls a viewer may see. */
  async countOpen(db: Database, sight: Sight, ids: readonly string[]): Promise<number> {
    const sees = this.#kind.visible(sight, true, false);
    if (!sees || ids.length === 0) return 0;
    const { total } = await this.#rows(db)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(sees)
      .where(sql<SqlBool>`is_open = ${sql.lit(true)} and id = any (${sql<string[]>`${[...ids]}::text[]`})`)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async row(db: Database, id: string): Promise<Row | null> {
    return ((await this.#rows(db).selectAll().where('id', '=', id).executeTakeFirst()) as Row | undefined) ?? null;
  }

  /** The calls of an author that their stop-loss ended since an IST day, of those a viewer may see; the newest, at most `COUNT_CEILING`. */
  async stopped(db: Database, sight: Sight, { expert_id, since, records }: { expert_id: string; since: string; records: boolean }): Promise<StoppedCall[]> {
    const sees = this.#kind.visible(sight, false, records);
    if (!sees) return [];
    const rows = await this.#rows(db)
      .select(['id', 'stock', 'ended_at', 'ended_on', 'post_mortem_on', sql<string>`${sql.ref(this.#kind.what)}`.as('what')])
      .where(sees)
      .where(sql<SqlBool>`expert_id = ${expert_id} and status = 'sl_hit' and ended_on >= ${since}`)
      .orderBy('ended_on', 'desc')
      .limit(COUNT_CEILING)
      .execute();
    return rows.map((row) => ({ ...row, ended_at: row.ended_at!, ended_on: row.ended_on! }));
  }

  #rows(db: Database) {
    return listed(db).selectFrom(this.#kind.table as 'listed');
  }

  #order({ sort, open }: Query): { column: string; direction: Direction } {
    const byValue = sort === 'result' && !open ? this.#kind.result : this.#kind.orders?.[sort];
    return byValue ? { column: byValue, direction: 'desc' } : { column: open ? 'published_at' : 'ended_at', direction: sort === 'oldest' ? 'asc' : 'desc' };
  }

  #conditions(query: Query): RawBuilder<SqlBool>[] {
    const { open, statuses, authors, only, status, period } = query;
    const start = period ? periodStart(period, query.today) : null;
    const equal = { ...this.#kind.filters(query), status, expert_id: query.author ?? query.user_id };
    return [
      sql`is_open = ${sql.lit(open)}`,
      ...Object.entries(equal).flatMap(([column, value]) =>
        value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${typeof value === 'boolean' ? sql.lit(value) : value}`],
      ),
      ...Object.entries(this.#kind.among?.(query) ?? {}).flatMap(([column, values]) =>
        values === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = any (${sql<string[]>`${[...(values as readonly string[])]}::text[]`})`],
      ),
      ...(statuses ? [sql<SqlBool>`status in (${sql.join(statuses)})`] : []),
      ...(only ? [sql<SqlBool>`id = any (${sql<string[]>`${[...only]}::text[]`})`] : []),
      ...(authors ? [sql<SqlBool>`expert_id in (${sql.join(authors)})`] : []),
      ...(start === null ? [] : [sql<SqlBool>`${sql.ref(open ? 'published_at' : 'ended_at')} >= ${istInstant(start)}`]),
    ];
  }
}

/** The connection, narrowed to what the tables of all listed kinds share. */
const listed = (db: Database): Kysely<{ listed: ListedRow }> => db;

/** Rows behind one in an order, by the index of both columns. */
const beyond = (column: string, direction: Direction, value: unknown, id: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(column)}, id) ${sql.raw(direction === 'desc' ? '<' : '>')} (${value}, ${id})`;

/** The rows of a query page by page, at most `limit`, in the order of a column and the id. Other work runs between two pages. */
export async function* inPages<Tables, Table extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  column: 'published_at' | 'ended_at',
  direction: Direction,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Row[]> {
  const ordered = query.orderBy(sql.ref(column), direction).orderBy(sql.ref('id'), direction);
  let last: Row | undefined;
  for (let left = limit; left > 0; left -= PAGE) {
    const size = Math.min(PAGE, left);
    const from = last ? ordered.where(beyond(column, direction, last[column as keyof Row], last.id)) : ordered;
    const rows = (await from.limit(size).execute()) as Row[];
    yield rows;
    await nextTurn();
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

/** Reads all pages into one list. */
export async function wholeOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const whole: T[] = [];
  for await (const page of pages) whole.push(...page);
  return whole;
}

/** The newest rows of a query, at most `limit`; of ended calls those since `from`. */
export async function newestOf<Tables, Table extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { open, from, limit }: { open: boolean; from: Date; limit: number },
): Promise<Row[]> {
  const pages = open ? inPages(query, 'published_at', 'desc', limit) : inPages(query.where(sql<SqlBool>`ended_at >= ${from}`), 'ended_at', 'desc', limit);
  return wholeOf(pages);
}

/** No call is later: years of more digits are written otherwise, and databases end before dates do. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);

/** The end of a page: its sort value, its id and its group, 0 before the last calls, opaque to clients. */
function cursorOf(row: ListedRow, column: string, group: number): string {
  const value = row[column as keyof ListedRow];
  return Buffer.from(JSON.stringify([column, value instanceof Date ? value.getTime() : value, row.id, group])).toString('base64url');
}

/** Throws BAD_REQUEST for whatever no page of this order ended with. */
function readCursor(text: string, column: string): { value: Date | number; id: string; group: number } {
  try {
    const [name, value, id, group] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, number, unknown, unknown];
    if (name === column && Number.isFinite(value) && idForm.safeParse(id).success) {
      const isInstant = column === 'published_at' || column === 'ended_at';
      if (!isInstant || (value >= 0 && value <= LAST_INSTANT))
        return { value: isInstant ? new Date(value) : value, id: id as string, group: Number.isInteger(group) ? Math.max(0, Number(group)) : 0 };
    }
  } catch {
    // Said below.
  }
  throw new Fail('BAD_REQUEST', { problems: [{ path: 'cursor', message: 'Not a page of this list' }] });
}
