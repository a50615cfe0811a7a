import type { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { addDays, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Sight } from '../../entitlements/index.ts';
import { inPages, newestOf, PagedList, type PagedQuery, wholeOf } from '../reading/paged-list.ts';
import { SLICED, type SlicedRow } from './categorised/option-categories.ts';
import { liveScope, maySeeOption } from './option-sight.ts';
import { OPTIONS, type OptionDatabase, type OptionRow, type OptionTables } from './tables.ts';

export type OptionQuery = Omit<Received<typeof listOptionCalls>['query'], 'view' | 'followed' | 'enter'> & PagedQuery;

const eb = expressionBuilder<OptionTables, 'option_calls'>();

/** What the viewer may see of open or ended calls; null: nothing at all. The rule of `maySeeOption`, as a query. */
export function visible(sight: Sight, open: boolean, records: boolean): Expression<SqlBool> | null {
  const { viewer, scope, until } = sight;
  const own = viewer.user_id === null ? null : eb('expert_id', '=', viewer.user_id);
  const live = liveScope(sight);
  if (!open && !records) return own;
  if (live === 'all' || (!open && scope.closed === 'at_once')) return eb.lit(true);
  const limited = eb.and([eb('defined_risk', '=', eb.lit(true)), eb('underlying_type', '=', eb.val('indices'))]);
  const ended = open ? [] : [eb('ended_at', '<', istInstant(addDays(until[scope.closed as keyof typeof until], 1)))];
  const some = [...(own ? [own] : []), ...(live === 'limited' ? [limited] : []), ...ended];
  return some.length === 0 ? null : eb.or(some);
}

export const optionList = new PagedList<OptionRow, OptionQuery>({
  name: OPTIONS,
  table: 'option_calls',
  visible,
  sees: maySeeOption,
  share(sight, open) {
    const live = liveScope(sight);
    const { closed } = sight.scope;
    if (open || live === 'all') return live;
    return closed === 'at_once' ? 'all' : `until ${sight.until[closed]}${live === 'limited' ? ' and limited' : ''}`;
  },
  filters: ({ stock, expiry, strategy, outlook, underlying_type, defined_risk }) => ({
    stock,
    expiry,
    strategy,
    outlook,
    underlying_type,
    defined_risk: defined_risk && true,
  }),
  result: 'return_on_risk',
  what: 'strategy',
});

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

/** The ended calls that a viewer may see, with the columns that figures read, in the order of their ends. */
export async function readMeasured(
  db: OptionDatabase,
  sight: Sight,
  { records, user_id, since }: { records: boolean; user_id: string | undefined; since: Date | null },
): Promise<Pick<OptionRow, (typeof MEASURED)[number]>[]> {
  const sees = visible(sight, false, records);
  if (!sees) return [];
  let query = db.selectFrom('option_calls').select(MEASURED).where('is_open', '=', eb.lit(false)).where(sees);
  if (user_id !== undefined) query = query.where('expert_id', '=', user_id);
  if (since) query = query.where('ended_at', '>=', since);
  return wholeOf(inPages(query, 'ended_at', 'asc'));
}

interface Sliced {
  readonly open: boolean;
  readonly on_margin: boolean;
  readonly records: boolean;
  /** Ended calls that ended since then. */
  readonly from: Date;
  readonly limit: number;
}

/** The newest calls of one pool that a viewer may see, as far as slices need them. */
export async function readSliced(db: OptionDatabase, sight: Sight, { on_margin, records, ...range }: Sliced): Promise<SlicedRow[]> {
  const sees = visible(sight, range.open, records);
  if (!sees) return [];
  const pool = db
    .selectFrom('option_calls')
    .select(SLICED)
    .where(eb.and([eb('is_open', '=', eb.lit(range.open)), eb('on_margin', '=', eb.lit(on_margin))]))
    .where(sees);
  return newestOf(pool, range);
}
