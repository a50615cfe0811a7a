import { setImmediate as nextTurn } from 'node:timers/promises';
import type { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { type CallStatus, COUNT_CEILING } from '@vimarsh/shared/contract/calls/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { periodStart } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { addDays, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Sight } from '../../entitlements/index.ts';
import { Fail } from '../../platform/http/fail.ts';
import type { ShareCount } from '../reading/list-counts.ts';
import { stoppedSince } from '../reading/post-mortems.ts';
import type { SlicedRow } from './categorised/option-categories.ts';
import { liveScope } from './option-sight.ts';
import type { OptionDatabase, OptionRow, OptionTables } from './tables.ts';

type Filters = Omit<Received<typeof listOptionCalls>['query'], 'view' | 'followed'>;
export interface OptionQuery extends Filters {
  readonly open: boolean;
  /** Only these states. */
  readonly statuses?: readonly CallStatus[];
  /** Only calls of this author. */
  readonly author?: string;
  /** Only calls of these authors, the followed experts. */
  readonly authors?: readonly string[];
  readonly today: string;
  /** Whether settled calls may be shown to anyone but their author. */
  readonly records: boolean;
}

/** Rows read at once: to take them apart keeps others waiting for a few milliseconds. */
const PAGE = 1000;

type Condition = (eb: ExpressionBuilder<OptionTables, 'option_calls'>) => Expression<SqlBool>;
type SortColumn = 'published_at' | 'ended_at' | 'return_on_risk';

/** What the viewer may see of open or ended calls; null: nothing at all. The rule of `maySeeOption`, as a query. */
export function visible(sight: Sight, open: boolean, records: boolean): Condition | null {
  const { viewer, scope, until } = sight;
  const own: Condition | null = viewer.user_id === null ? null : (eb) => eb('expert_id', '=', viewer.user_id!);
  const live = liveScope(sight);
  if (!open && !records) return own;
  if (live === 'all' || (!open && scope.closed === 'at_once')) return (eb) => eb.lit(true);
  const limited: Condition = (eb) => eb.and([eb('defined_risk', '=', eb.lit(true)), eb('underlying_type', '=', eb.val('indices'))]);
  const some: Condition[] = [...(own ? [own] : []), ...(live === 'limited' ? [limited] : [])];
  if (!open) {
    const firstHidden = istInstant(addDays(until[scope.closed as keyof typeof until], 1));
    some.push((eb) => eb('ended_at', '<', firstHidden));
  }
  return some.length === 0 ? null : (eb) => eb.or(some.map((each) => each(eb)));
}

function conditions(query: OptionQuery): Condition[] {
  const list: Condition[] = [(eb) => eb('is_open', '=', eb.lit(query.open))];
  const { stock, expiry, strategy, outlook, underlying_type, status, statuses, authors } = query;
  const equal = { stock, expiry, strategy, outlook, underlying_type, status, expert_id: query.author ?? query.user_id };
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) list.push((eb) => eb(column as 'stock', '=', value));
  if (query.defined_risk) list.push((eb) => eb('defined_risk', '=', eb.lit(true)));
  if (statuses) list.push((eb) => eb('status', 'in', [...statuses]));
  if (authors) list.push((eb) => eb('expert_id', 'in', [...authors]));
  const from = query.period ? periodStart(query.period, query.today) : null;
  if (from) list.push((eb) => eb(query.open ? 'published_at' : 'ended_at', '>=', istInstant(from)));
  return list;
}

function order({ sort, open }: OptionQuery): { column: SortColumn; direction: 'asc' | 'desc' } {
  if (sort === 'result' && !open) return { column: 'return_on_risk', direction: 'desc' };
  return { column: open ? 'published_at' : 'ended_at', direction: sort === 'oldest' ? 'asc' : 'desc' };
}

/** The end of a page: its sort value and its id, opaque to clients. */
const cursorOf = (row: OptionRow, column: SortColumn): string => {
  const value = row[column];
  return Buffer.from(JSON.stringify([column, value instanceof Date ? value.getTime() : value, row.id])).toString('base64url');
};

function readCursor(text: string, column: SortColumn): { value: Date | number; id: string } {
  try {
    const [name, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown, unknown];
    if (name === column && typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 8e15 && typeof id === 'string')
      return { value: column === 'return_on_risk' ? value : new Date(value), id };
  } catch {
    // Said below.
  }
  throw new Fail('BAD_REQUEST', { problems: [{ path: 'cursor', message: 'Not a page of this list' }] });
}

export interface OptionList {
  rows: OptionRow[];
  total: number;
  next: string | null;
}

/** One page of the calls a viewer may see, and their number, queried in parallel. `share` may have the number from an earlier count. */
export async function listVisible(db: OptionDatabase, sight: Sight, query: OptionQuery, share: ShareCount = (count) => count()): Promise<OptionList> {
  const sees = visible(sight, query.open, query.records);
  if (!sees || query.authors?.length === 0) return { rows: [], total: 0, next: null };
  const { column, direction } = order(query);
  const base = conditions(query).reduce((select, condition) => select.where(condition), db.selectFrom('option_calls').where(sees));
  const matching = column === 'return_on_risk' ? base.where('return_on_risk', 'is not', null) : base;
  const after = query.cursor ? readCursor(query.cursor, column) : null;
  const from = after
    ? matching.where((eb) => eb(eb.refTuple(column, 'id'), direction === 'desc' ? '<' : '>', eb.tuple(after.value as never, after.id)))
    : matching;
  const number = db.selectFrom(matching.select('id').orderBy(column).limit(COUNT_CEILING).as('counted')).select((eb) => eb.fn.countAll<number>().as('total'));
  const [rows, total] = await Promise.all([
    from
      .selectAll()
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(query.limit + 1)
      .execute(),
    share(async () => Number((await number.executeTakeFirstOrThrow()).total)),
  ]);
  const page = rows.slice(0, query.limit);
  const end = page.at(-1);
  return { rows: page, total, next: end && rows.length > query.limit ? cursorOf(end, column) : null };
}

export const readRow = async (db: OptionDatabase, id: string): Promise<OptionRow | null> =>
  (await db.selectFrom('option_calls').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** The columns of a call that figures read. */
const MEASURED = [
  'id',
  'ended_at',
  'status',
  'pnl',
  'cost',
  'risk',
  'return_on_risk',
  'on_margin',
  'slippage',
  'entry_at',
  'exit_at',
] as const satisfies readonly (keyof OptionRow)[];

/** The ended calls that a viewer may see, with the columns that figures read, in the order of their ends. Other work runs between two pages. */
export async function endedFor(
  db: OptionDatabase,
  sight: Sight,
  { records, user_id, since }: { records: boolean; user_id: string | undefined; since: Date | null },
): Promise<Pick<OptionRow, (typeof MEASURED)[number]>[]> {
  const sees = visible(sight, false, records);
  if (!sees) return [];
  let query = db
    .selectFrom('option_calls')
    .select(MEASURED)
    .where((eb) => eb('is_open', '=', eb.lit(false)))
    .where(sees)
    .orderBy('ended_at')
    .orderBy('id')
    .limit(PAGE);
  if (user_id !== undefined) query = query.where('expert_id', '=', user_id);
  if (since) query = query.where('ended_at', '>=', since);
  const rows: Pick<OptionRow, (typeof MEASURED)[number]>[] = [];
  for (let more = true; more; ) {
    const last = rows.at(-1);
    const page = await (last ? query.where((eb) => eb(eb.refTuple('ended_at', 'id'), '>', eb.tuple(last.ended_at!, last.id))) : query).execute();
    rows.push(...page);
    more = page.length === PAGE;
    await nextTurn();
  }
  return rows;
}

/** The stopped calls of an author that a viewer may see; the newest, at most `COUNT_CEILING`. */
export async function readStopped(db: OptionDatabase, sight: Sight, { expert_id, since, records }: { expert_id: string; since: string; records: boolean }) {
  const seen = visible(sight, false, records);
  if (!seen) return [];
  return db
    .selectFrom('option_calls')
    .select(['id', 'stock', 'strategy', 'ended_at', 'ended_on', 'post_mortem_on'])
    .where(seen)
    .where(stoppedSince(expert_id, since))
    .orderBy('ended_on', 'desc')
    .limit(COUNT_CEILING)
    .execute();
}

interface Sliced {
  readonly open: boolean;
  readonly on_margin: boolean;
  readonly records: boolean;
  /** Ended calls that ended since then. */
  readonly from: Date;
  readonly limit: number;
}

/** The newest calls of one pool that a viewer may see, as far as slices need them. Others have their turn between the pages. */
export async function readSliced(db: OptionDatabase, sight: Sight, { open, on_margin, records, from, limit }: Sliced): Promise<SlicedRow[]> {
  const sees = visible(sight, open, records);
  if (!sees) return [];
  const column = open ? 'published_at' : 'ended_at';
  const all = db
    .selectFrom('option_calls')
    .select(['id', 'expert_id', 'stock', 'underlying_type', 'outlook', 'strategy', 'status', 'expiry', 'pop', 'published_at', 'ended_at'])
    .select(['pnl', 'cost', 'return_on_risk'])
    .where((eb) => eb.and([eb('is_open', '=', eb.lit(open)), eb('on_margin', '=', eb.lit(on_margin))]))
    .where(sees);
  const query = (open ? all : all.where('ended_at', '>=', from)).orderBy(column, 'desc').orderBy('id', 'desc');
  const rows: SlicedRow[] = [];
  for (let more = true; more && rows.length < limit; ) {
    const last = rows.at(-1);
    const size = Math.min(PAGE, limit - rows.length);
    const page = await (last ? query.where((eb) => eb(eb.refTuple(column, 'id'), '<', eb.tuple(last[column]!, last.id))) : query).limit(size).execute();
    rows.push(...page);
    more = page.length === size;
    await nextTurn();
  }
  return rows;
}
