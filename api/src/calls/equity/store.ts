import { setImmediate as nextTurn } from 'node:timers/promises';
import type { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { type CallStatus, COUNT_CEILING, type LockedCalls, type Period, TERMS, type Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { planFor, type Scope } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { periodStart } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { addDays, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Sight } from '../../entitlements/index.ts';
import { Fail } from '../../platform/http/fail.ts';
import type { RowChange } from '../reading/changes/record-changes.ts';
import type { SharedAnswers } from '../reading/changes/shared-answers.ts';
import type { ShareCount } from '../reading/list-counts.ts';
import { stoppedSince } from '../reading/post-mortems.ts';
import { type CallRow, EQUITY, type EquityDatabase, type EquityTables } from './tables.ts';

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
  /** Calls that stand after all others, in the same order among themselves. */
  readonly last?: readonly string[];
  readonly today: string;
  /** Whether settled calls may be shown to anyone but their author. */
  readonly records: boolean;
}

type Condition = (eb: ExpressionBuilder<EquityTables, 'calls'>) => Expression<SqlBool>;
type SortColumn = 'published_at' | 'ended_at' | 'potential_return' | 'realised_return';

/** What the viewer may see of open or ended calls; null: nothing at all. */
export function visible({ viewer, scope, until }: Sight, open: boolean, records: boolean): Condition | null {
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
  const firstHidden = istInstant(addDays(until[scope.closed], 1));
  return (eb) =>
    eb.or([
      eb('ended_at', '<', firstHidden),
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

function order({ sort, open }: ListQuery): { column: SortColumn; direction: 'asc' | 'desc' } {
  if (sort === 'potential') return { column: 'potential_return', direction: 'desc' };
  if (sort === 'result' && !open) return { column: 'realised_return', direction: 'desc' };
  return { column: open ? 'published_at' : 'ended_at', direction: sort === 'oldest' ? 'asc' : 'desc' };
}

/** The end of a page: its sort value, its id and whether it is among the last calls, opaque to clients. */
const cursorOf = (row: CallRow, column: SortColumn, isLast: boolean): string => {
  const value = row[column];
  return Buffer.from(JSON.stringify([column, value instanceof Date ? value.getTime() : value, row.id, isLast])).toString('base64url');
};

function readCursor(text: string, column: SortColumn): { value: Date | number; id: string; isLast: boolean } {
  try {
    const [name, value, id, isLast] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown, unknown, unknown];
    if (name === column && typeof value === 'number' && Number.isFinite(value) && typeof id === 'string') {
      return { value: column === 'published_at' || column === 'ended_at' ? new Date(value) : value, id, isLast: isLast === true };
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

/** The queries of a list, each served by a bounded index scan; null where the viewer sees nothing. `tail` reads the last calls once `page` has no more. */
export function listQueries(db: EquityDatabase, sight: Sight, query: ListQuery) {
  const sees = visible(sight, query.open, query.records);
  if (!sees || query.authors?.length === 0) return null;
  const { column, direction } = order(query);
  const base = conditions(query).reduce((select, condition) => select.where(condition), db.selectFrom('calls').where(sees));
  const matching = column === 'realised_return' ? base.where('realised_return', 'is not', null) : base;
  const last = query.last ?? [];
  const from = query.cursor ? readCursor(query.cursor, column) : null;

  const ordered = (rows: typeof matching, after: typeof from, limit: number) =>
    (after ? rows.where((eb) => eb(eb.refTuple(column, 'id'), direction === 'desc' ? '<' : '>', eb.tuple(after.value as never, after.id))) : rows)
      .selectAll()
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(limit);
  // As one value: thousands of ids, each a parameter of its own, take longer to be read than the page.
  const lastIds = sql<string[]>`${[...last]}::text[]`;
  const first = last.length ? matching.where(sql<SqlBool>`id <> all (${lastIds})`) : matching;
  const tail = (limit: number) => ordered(matching.where(sql<SqlBool>`id = any (${lastIds})`), from?.isLast ? from : null, limit);
  return {
    column,
    page: from?.isLast ? tail(query.limit + 1) : ordered(first, from, query.limit + 1),
    tail: last.length && !from?.isLast ? tail : null,
    count: db.selectFrom(matching.select('id').orderBy(column).limit(COUNT_CEILING).as('counted')).select((eb) => eb.fn.countAll<number>().as('total')),
  };
}

/** The columns of a call that counting by category reads. */
const COUNTED = [
  'id',
  'expert_id',
  'stock',
  'sector',
  'cap',
  'call_type',
  'term',
  'status',
  'is_open',
  'published_at',
  'ended_at',
  'potential_return',
  'risk_reward',
  'target_price',
  'stop_loss',
  'initial_stop_loss',
  'entry_price',
  'entry_at',
  'exit_price',
  'exit_at',
  'realised_return',
  'r_multiple',
  'alpha',
] as const satisfies readonly (keyof CallRow)[];
export type CountedRow = Pick<CallRow, (typeof COUNTED)[number]>;

/** Rows read at once: to take them apart keeps others waiting for a few milliseconds. */
const PAGE = 1000;

/** The newest calls a viewer may see, to be counted: at most `limit`, closed ones ended since `from`. Others have their turn between the pages. */
export async function readVisible(
  db: EquityDatabase,
  sight: Sight,
  { open, records, from, limit }: { open: boolean; records: boolean; from: Date; limit: number },
): Promise<CountedRow[]> {
  const sees = visible(sight, open, records);
  if (!sees) return [];
  const column = open ? 'published_at' : 'ended_at';
  const all = db
    .selectFrom('calls')
    .where(sees)
    .where((eb) => eb('is_open', '=', eb.lit(open)));
  const query = (open ? all : all.where('ended_at', '>=', from)).select(COUNTED).orderBy(column, 'desc').orderBy('id', 'desc');
  const rows: CountedRow[] = [];
  for (let more = true; more && rows.length < limit; ) {
    const last = rows.at(-1);
    const size = Math.min(PAGE, limit - rows.length);
    const after = last ? query.where((eb) => eb(eb.refTuple(column, 'id'), '<', eb.tuple(last[column]!, last.id))) : query;
    const page = await after.limit(size).execute();
    rows.push(...page);
    more = page.length === size;
    await nextTurn();
  }
  return rows;
}

/** One page of the calls a viewer may see, and their number, queried in parallel. `share` may have the number from an earlier count. */
export async function listVisible(db: EquityDatabase, sight: Sight, query: ListQuery, share: ShareCount = (count) => count()): Promise<CallList> {
  const queries = listQueries(db, sight, query);
  if (!queries) return { rows: [], total: 0, next: null };
  const [rows, total] = await Promise.all([queries.page.execute(), share(async () => Number((await queries.count.executeTakeFirstOrThrow()).total))]);
  const room = query.limit + 1 - rows.length;
  if (room > 0 && queries.tail) rows.push(...(await queries.tail(room).execute()));
  const page = rows.slice(0, query.limit);
  const end = page.at(-1);
  return {
    rows: page,
    total,
    next: end && rows.length > query.limit ? cursorOf(end, queries.column, query.last?.includes(end.id) ?? false) : null,
  };
}

/**
 * Calls that were open at a moment: those still open, and those ended since. Two queries, because each has its index; one
 * with `or` walked the whole record. Those of the start of a day stay the same until the next, whatever is published or ends.
 */
function openAt(db: EquityDatabase, moment: Date) {
  const published = db.selectFrom('calls').where('published_at', '<=', moment);
  return {
    live: published.where((eb) => eb('is_open', '=', eb.lit(true))),
    ended: published.where((eb) => eb('is_open', '=', eb.lit(false))).where('ended_at', '>', moment),
  };
}

/**
 * Calls of terms outside the viewer's plan that were open when today began: how many of each term, and for visitors only one number,
 * if it is large enough. It counts all of a term, also one that the viewer wrote, that is the week's free one, or that has ended since
 * and may be read: so it is what its words say, "were live at the start of today", the same for everyone who lacks the term, all day.
 * A count that moved with each publication would reveal its time. Filters by stock, author and the like don't apply, or the count
 * would reveal which stock has a call. Counting stops at the ceiling, and is done once for all who lack the same terms.
 */
export async function countLocked(
  db: EquityDatabase,
  answers: SharedAnswers,
  { scope }: Pick<Sight, 'scope'>,
  question: { term?: Term | undefined; today: string },
): Promise<{ rows: LockedCalls[]; count: number }> {
  const lacking = lackingTerms(scope, question.term);
  const counted =
    lacking.length === 0
      ? []
      : await answers.of({
          key: `locked ${question.today} ${lacking}`,
          concerns: (change) => movesMorning(change, lacking, istInstant(question.today)),
          compute: async () => ({ value: (await lockedQuery(db, scope, question)?.execute()) ?? [] }),
        });
  const total = counted.reduce((sum, { count }) => sum + Number(count), 0);
  if (!scope.lockedRows) return { rows: [], count: total < LEAST_TOLD ? 0 : total };
  return { count: total, rows: counted.map(({ term, count }) => ({ term, cheapest_plan: planFor(scope, term), count: Number(count) })) };
}

/**
 * Whether a change may move what was open when the day began, which nothing that happens later on that day does: what was published by then or ended
 * by then and is recorded only now, as by a server that catches up, or a correction.
 */
function movesMorning({ kind, type, row }: RowChange, terms: readonly Term[], morning: Date): boolean {
  const { term, ended_at } = row as CallRow;
  if (kind !== EQUITY || !terms.includes(term) || row.published_at > morning) return false;
  return type === 'publish' || type === 'correction' || (type !== 'post_mortem' && ended_at !== null && ended_at <= morning);
}

const lackingTerms = ({ liveTerms }: Pick<Scope, 'liveTerms'>, term: Term | undefined): Term[] =>
  TERMS.filter((one) => !liveTerms.includes(one) && (term === undefined || one === term));

/** Null where no term that is asked for lies outside the plan. */
export function lockedQuery(db: EquityDatabase, scope: Pick<Scope, 'liveTerms'>, { term, today }: { term?: Term | undefined; today: string }) {
  const lacking = lackingTerms(scope, term);
  if (lacking.length === 0) return null;
  const { live, ended } = openAt(db, istInstant(today));
  const columns = ['id', 'term'] as const;
  const stillLive = live.where('term', 'in', lacking).select(columns).orderBy('published_at', 'desc').orderBy('id', 'desc').limit(COUNT_CEILING);
  const endedSince = ended.where('term', 'in', lacking).select(columns).orderBy('ended_at').limit(COUNT_CEILING);
  const open = db
    .selectFrom(stillLive.as('live'))
    .selectAll()
    .unionAll(db.selectFrom(endedSince.as('ended')).selectAll());
  return db
    .selectFrom(db.selectFrom(open.as('open')).select('term').limit(COUNT_CEILING).as('counted'))
    .select((eb) => ['term', eb.fn.countAll<number>().as('count')])
    .groupBy('term');
}

export const readRow = async (db: EquityDatabase, id: string): Promise<CallRow | null> =>
  (await db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** Ended calls as they stand now, the latest end first. */
export const readEnded = async (db: EquityDatabase, ids: readonly string[]): Promise<CallRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('calls')
        .selectAll()
        .where('id', 'in', [...ids])
        .orderBy('ended_at', 'desc')
        .orderBy('id', 'desc')
        .execute();

/** Equity calls on one stock that are open, or were open at a moment, oldest first. */
export async function readLive(
  db: EquityDatabase,
  stock: string,
  at?: Date,
): Promise<Pick<CallRow, 'id' | 'call_type' | 'term' | 'published_at' | 'expert_id' | 'target_price'>[]> {
  return liveQuery(db, stock, at).execute();
}

export function liveQuery(db: EquityDatabase, stock: string, at?: Date) {
  const columns = ['id', 'call_type', 'term', 'published_at', 'expert_id', 'target_price'] as const;
  const isOpen = db.selectFrom('calls').where((eb) => eb('is_open', '=', eb.lit(true)));
  const { live, ended } = at ? openAt(db, at) : { live: isOpen, ended: null };
  const onStock = live.where('stock', '=', stock).select(columns);
  return (ended ? onStock.unionAll(ended.where('stock', '=', stock).select(columns)) : onStock).orderBy('published_at').orderBy('id');
}

/** How many calls were open when a day began. */
export async function countOpen(db: EquityDatabase, morning: Date): Promise<number> {
  const { count } = await openCountQuery(db, morning).executeTakeFirstOrThrow();
  return Number(count);
}

export function openCountQuery(db: EquityDatabase, morning: Date) {
  const { live, ended } = openAt(db, morning);
  return db.selectFrom(live.select('id').unionAll(ended.select('id')).as('open')).select((eb) => eb.fn.countAll<number>().as('count'));
}

/** The stopped calls of an author that a viewer may see; the newest, at most `COUNT_CEILING`. */
export async function readStopped(db: EquityDatabase, sight: Sight, { expert_id, since, records }: { expert_id: string; since: string; records: boolean }) {
  const seen = visible(sight, false, records);
  if (!seen) return [];
  return db
    .selectFrom('calls')
    .select(['id', 'stock', 'call_type', 'ended_at', 'ended_on', 'post_mortem_on'])
    .where(seen)
    .where(stoppedSince(expert_id, since))
    .orderBy('ended_on', 'desc')
    .limit(COUNT_CEILING)
    .execute();
}

/** Outcomes of the ended calls a viewer may see. */
export async function endedByStatus(db: EquityDatabase, sight: Sight, records: boolean): Promise<Map<CallStatus, number>> {
  const ended = visible(sight, false, records);
  if (!ended) return new Map();
  const rows = await db
    .selectFrom('calls')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where((eb) => eb('is_open', '=', eb.lit(false)))
    .where(ended)
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}
