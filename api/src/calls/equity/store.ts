import type { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { type CallStatus, COUNT_CEILING, type LockedCalls, TERMS, type Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { planFor, type Scope } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { addDays, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { maySeeCall, type Sight } from '../../entitlements/index.ts';
import type { RowChange } from '../reading/changes/record-changes.ts';
import type { SharedAnswers } from '../reading/changes/shared-answers.ts';
import { newestOf, PagedList, type PagedQuery } from '../reading/paged-list.ts';
import { type CallRow, EQUITY, type EquityDatabase, type EquityTables } from './tables.ts';

/** Visitors are not told counts of live calls below this. */
export const LEAST_TOLD = 5;

export type ListQuery = Omit<Received<typeof listCalls>['query'], 'view' | 'followed' | 'stocks'> &
  PagedQuery & {
    /** Only calls on these. */
    readonly symbols?: readonly string[] | undefined;
  };

const eb = expressionBuilder<EquityTables, 'calls'>();

/** What the viewer may see of open or ended calls; null: nothing at all. */
export function visible({ viewer, scope, until }: Sight, open: boolean, records: boolean): Expression<SqlBool> | null {
  const own = viewer.user_id === null ? null : eb('expert_id', '=', viewer.user_id);
  const picks = scope.weeklyPick ? [eb('weekly_pick', '=', eb.lit(true))] : [];
  if (open) {
    if (scope.liveTerms.length === TERMS.length) return eb.lit(true);
    return own && eb.or([own, ...(scope.liveTerms.length ? [eb('term', 'in', scope.liveTerms as Term[])] : []), ...picks]);
  }
  if (!records) return own;
  if (scope.closed === 'at_once') return eb.lit(true);
  return eb.or([eb('ended_at', '<', istInstant(addDays(until[scope.closed], 1))), ...picks, ...(own ? [own] : [])]);
}

export const equityList = new PagedList<CallRow, ListQuery>({
  name: EQUITY,
  table: 'calls',
  visible,
  sees: maySeeCall,
  share({ scope, until }, open) {
    const { liveTerms, closed } = scope;
    const picks = scope.weeklyPick ? ' and picks' : '';
    if (open) return liveTerms.length === TERMS.length ? 'all' : `${liveTerms}${picks}`;
    return closed === 'at_once' ? 'all' : `until ${until[closed]}${picks}`;
  },
  filters: ({ stock, sector, cap, term, call_type }) => ({ stock, sector, cap, term, call_type }),
  among: ({ symbols }) => ({ stock: symbols }),
  result: 'realised_return',
  orders: { potential: 'potential_return' },
  what: 'call_type',
});

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
  'entry_mode',
  'entry_price',
  'entry_at',
  'exit_price',
  'exit_at',
  'realised_return',
  'r_multiple',
  'alpha',
] as const satisfies readonly (keyof CallRow)[];
export type CountedRow = Pick<CallRow, (typeof COUNTED)[number]>;

/** The newest calls a viewer may see, to be counted: at most `limit`, closed ones ended since `from`. */
export async function readVisible(
  db: EquityDatabase,
  sight: Sight,
  { records, ...range }: { open: boolean; records: boolean; from: Date; limit: number },
): Promise<CountedRow[]> {
  const sees = visible(sight, range.open, records);
  if (!sees) return [];
  return newestOf(db.selectFrom('calls').select(COUNTED).where(sees).where('is_open', '=', eb.lit(range.open)), range);
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

/** The same on all stocks, by stock: a figure of the whole market takes one query and not one for each share. */
export function liveOnAllQuery(db: EquityDatabase, at: Date) {
  const columns = ['id', 'stock', 'call_type', 'term', 'published_at', 'expert_id', 'target_price'] as const;
  const { live, ended } = openAt(db, at);
  return live.select(columns).unionAll(ended.select(columns)).orderBy('published_at').orderBy('id');
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
