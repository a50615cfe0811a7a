import type { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { type CallStatus, COUNT_CEILING, type LockedCall, type Period, type Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { planFor } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { periodStart } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { addDays, istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Sight } from '../../entitlements/index.ts';
import { Fail } from '../../platform/fail.ts';
import type { CallRow, EquityDatabase, EquityTables } from './tables.ts';

/** Visitors are not told counts of live calls below this. */
export const LEAST_TOLD = 5;

type Filters = Omit<Received<typeof listCalls>['query'], 'view' | 'followed'>;
export interface ListQuery extends Filters {
  readonly open: boolean;
  /** Only these states. */
  readonly statuses?: readonly CallStatus[];
  /** Only calls of this author. */
  readonly author?: string;
  /** Only calls of these authors, the followed experts. */
  readonly authors?: readonly string[];
  readonly today: string;
  /** Whether lists may be ordered by result. */
  readonly ranked: boolean;
  /** Whether settled calls may be shown to anyone but their author. */
  readonly records: boolean;
}

type Condition = (eb: ExpressionBuilder<EquityTables, 'calls'>) => Expression<SqlBool>;
type SortColumn = 'published_at' | 'ended_at' | 'potential_return' | 'realised_return';

/** What the viewer may see of open or ended calls; null: nothing at all. */
function visible({ viewer, scope, until }: Sight, open: boolean, records: boolean): Condition | null {
  const own = viewer.user_id;
  if (open) {
    if (scope.liveTerms.length === 4) return (eb) => eb.lit(true);
    if (own === null) return null;
    return (eb) =>
      eb.or([
        eb('expert_id', '=', own),
        ...(scope.liveTerms.length ? [eb('term', 'in', scope.liveTerms as Term[])] : []),
        ...(scope.weeklyPick ? [eb('weekly_pick', '=', eb.lit(true))] : []),
      ]);
  }
  if (!records) return own === null ? null : (eb) => eb('expert_id', '=', own);
  if (scope.closed === 'at_once') return (eb) => eb.lit(true);
  const before = istInstant(addDays(until[scope.closed], 1));
  return (eb) =>
    eb.or([
      eb('ended_at', '<', before),
      ...(scope.weeklyPick ? [eb('weekly_pick', '=', eb.lit(true))] : []),
      ...(own === null ? [] : [eb('expert_id', '=', own)]),
    ]);
}

function conditions(query: ListQuery): Condition[] {
  const list: Condition[] = [(eb) => eb('is_open', '=', eb.lit(query.open))];
  const equal = {
    stock: query.stock,
    expert_id: query.author ?? query.user_id,
    sector: query.sector,
    cap: query.cap,
    term: query.term,
    call_type: query.call_type,
    status: query.status,
  };
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) list.push((eb) => eb(column as 'stock', '=', value));
  const { statuses, authors } = query;
  if (statuses) list.push((eb) => eb('status', 'in', [...statuses]));
  if (authors) list.push((eb) => eb('expert_id', 'in', [...authors]));
  const from = startOf(query.period, query.today);
  if (from) list.push((eb) => eb(query.open ? 'published_at' : 'ended_at', '>=', from));
  return list;
}

const startOf = (period: Period | undefined, today: string): Date | null => {
  const day = period ? periodStart(period, today) : null;
  return day === null ? null : istInstant(day);
};

function order({ sort, open, ranked }: ListQuery): { column: SortColumn; direction: 'asc' | 'desc' } {
  if (sort === 'potential') return { column: 'potential_return', direction: 'desc' };
  if (sort === 'result' && !open && ranked) return { column: 'realised_return', direction: 'desc' };
  return { column: open ? 'published_at' : 'ended_at', direction: sort === 'oldest' ? 'asc' : 'desc' };
}

/** The end of a page: its sort value and id, opaque to clients. */
const cursorOf = (row: CallRow, column: SortColumn): string => {
  const value = row[column];
  return Buffer.from(JSON.stringify([column, value instanceof Date ? value.getTime() : value, row.id])).toString('base64url');
};

function readCursor(text: string, column: SortColumn): { value: Date | number; id: string } {
  try {
    const [name, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown, unknown];
    if (name === column && typeof value === 'number' && Number.isFinite(value) && typeof id === 'string') {
      return { value: column === 'published_at' || column === 'ended_at' ? new Date(value) : value, id };
    }
  } catch {
    // Said below.
  }
  throw new Fail('BAD_REQUEST', { problems: [{ path: 'cursor', message: 'Not a page of this list' }] });
}

export interface CallList {
  rows: CallRow[];
  total: number;
  next: string | null;
}

/** The two queries of a list, each served by a bounded index scan; null where the viewer sees nothing. */
export function listQueries(db: EquityDatabase, sight: Sight, query: ListQuery) {
  const sees = visible(sight, query.open, query.records);
  if (!sees || query.authors?.length === 0) return null;
  const { column, direction } = order(query);
  const base = conditions(query).reduce((select, condition) => select.where(condition), db.selectFrom('calls').where(sees));
  const matching = column === 'realised_return' ? base.where('realised_return', 'is not', null) : base;

  let page = matching;
  if (query.cursor !== undefined && query.cursor !== '') {
    const { value, id } = readCursor(query.cursor, column);
    page = page.where((eb) => eb(eb.refTuple(column, 'id'), direction === 'desc' ? '<' : '>', eb.tuple(value as never, id)));
  }
  return {
    column,
    page: page
      .selectAll()
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(query.limit + 1),
    count: db.selectFrom(matching.select('id').orderBy(column).limit(COUNT_CEILING).as('counted')).select((eb) => eb.fn.countAll<number>().as('total')),
  };
}

/** The newest calls a viewer may see, to be counted: at most `limit`, closed ones ended since `from`. */
export async function readVisible(
  db: EquityDatabase,
  sight: Sight,
  { open, records, from, limit }: { open: boolean; records: boolean; from: Date; limit: number },
): Promise<CallRow[]> {
  const sees = visible(sight, open, records);
  if (!sees) return [];
  const column = open ? 'published_at' : 'ended_at';
  const all = db
    .selectFrom('calls')
    .where(sees)
    .where((eb) => eb('is_open', '=', eb.lit(open)));
  return (open ? all : all.where('ended_at', '>=', from)).selectAll().orderBy(column, 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** One page of the calls a viewer may see, and their number, queried in parallel. */
export async function listVisible(db: EquityDatabase, sight: Sight, query: ListQuery): Promise<CallList> {
  const queries = listQueries(db, sight, query);
  if (!queries) return { rows: [], total: 0, next: null };
  const [rows, { total }] = await Promise.all([queries.page.execute(), queries.count.executeTakeFirstOrThrow()]);
  const page = rows.slice(0, query.limit);
  return { rows: page, total: Number(total), next: rows.length > query.limit ? cursorOf(page.at(-1)!, queries.column) : null };
}

/** Calls that were open when a day began: neither a new one nor an end moves them before the next. */
const wereOpen =
  (morning: Date) =>
  (eb: ExpressionBuilder<EquityTables, 'calls'>): Expression<SqlBool> =>
    eb.and([eb('published_at', '<', morning), eb.or([eb('is_open', '=', eb.lit(true)), eb('ended_at', '>=', morning)])]);

/**
 * Calls hidden from the viewer that were open when today began: term and date only, and for visitors only a number, if it is
 * large enough. A count that moved with each publication would reveal its time. Filters by stock, author and the like don't
 * apply, or the count would reveal which stock has a call.
 */
export async function listLocked(
  db: EquityDatabase,
  sight: Sight,
  { term, limit, today }: { term?: Term | undefined; limit: number; today: string },
): Promise<{ rows: LockedCall[]; count: number }> {
  const sees = visible(sight, true, true);
  let hidden = db.selectFrom('calls').where(wereOpen(istInstant(today)));
  if (term) hidden = hidden.where('term', '=', term);
  if (sees) hidden = hidden.where((eb) => eb.not(sees(eb)));
  const { count } = await db
    .selectFrom(hidden.select('id').orderBy('published_at').limit(COUNT_CEILING).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (!sight.scope.lockedRows) return { rows: [], count: Number(count) < LEAST_TOLD ? 0 : Number(count) };
  if (Number(count) === 0) return { rows: [], count: 0 };
  const rows = await hidden.select(['term', 'published_at']).orderBy('published_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return {
    count: Number(count),
    rows: rows.map((row) => ({ locked: true, term: row.term, published_on: istDay(row.published_at), cheapest_plan: planFor(sight.scope, row.term) })),
  };
}

export const readRow = async (db: EquityDatabase, id: string): Promise<CallRow | null> =>
  (await db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** Equity calls on one stock that are open, or were open at a moment, oldest first. */
export async function readLive(db: EquityDatabase, stock: string, at?: Date): Promise<Pick<CallRow, 'call_type' | 'term' | 'published_at' | 'expert_id'>[]> {
  let query = db.selectFrom('calls').select(['call_type', 'term', 'published_at', 'expert_id']).where('stock', '=', stock);
  if (at) query = query.where('published_at', '<=', at).where((eb) => eb.or([eb('is_open', '=', eb.lit(true)), eb('ended_at', '>', at)]));
  else query = query.where((eb) => eb('is_open', '=', eb.lit(true)));
  return query.orderBy('published_at').orderBy('id').execute();
}

/** How many calls were open when a day began. */
export async function countOpen(db: EquityDatabase, morning: Date): Promise<number> {
  const { count } = await db
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(wereOpen(morning))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Outcomes of the calls that had ended when a day began. */
export async function endedByStatus(db: EquityDatabase, morning: Date): Promise<Map<CallStatus, number>> {
  const rows = await db
    .selectFrom('calls')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('ended_at', '<', morning)
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}
