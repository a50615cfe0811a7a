import type { listCalls, myCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDetail, CallPage, PublicView } from '@vimarsh/shared/contract/calls/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { planFor } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { figuresAllowed, type PerfPolicy, recordsAllowed } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { maySeeCall, type Sight, sightOf } from '../../entitlements/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { PublicCall } from '../calls.ts';
import type { Asker } from '../kind.ts';
import type { ExpertDirectory } from '../reading/expert-directory.ts';
import type { Experts } from '../reading/experts.ts';
import { followedBy } from '../reading/follows.store.ts';
import { tablesOf as sharedTablesOf } from '../tables.ts';
import { viewCall, viewDetail } from './call-view.ts';
import { type CallList, countOpen, endedByStatus, LEAST_TOLD, type ListQuery, listLocked, listVisible, readRow } from './store.ts';
import { type CallRow, type EquityDatabase, tablesOf } from './tables.ts';

export interface ReadingDependencies {
  readonly platform: Pick<Platform, 'db'>;
  readonly ledger: Ledger;
  readonly directory: ExpertDirectory;
  readonly experts: Experts;
  readonly policy: PerfPolicy;
  readonly now: () => Date;
  readonly demo: boolean;
}

const TERMS_IN_WORDS = { intraday: 'intraday', shortTerm: 'short-term', mediumTerm: 'medium-term', longTerm: 'long-term' } as const;
const PUBLIC_CLOSED = 6;
const PUBLIC_EXPERTS = 24;
const PUBLIC_ON_STOCK = 100;
/** Ended with a result: neither cancelled nor lapsed before entry. */
const ENDED = ['target_hit', 'sl_hit', 'exited', 'expired'] as const;

/** Calls as each caller is allowed to see them. */
export class Reading {
  readonly #parts: ReadingDependencies;
  readonly #db: EquityDatabase;
  /** The visitors' first view of each partner, as of one state of the record on one day. */
  readonly #public = { asOf: '', views: new Map<string, Promise<PublicView>>() };

  constructor(parts: ReadingDependencies) {
    this.#parts = parts;
    this.#db = tablesOf(parts.platform.db);
  }

  async list(query: Received<typeof listCalls>['query'], asker: Asker): Promise<CallPage> {
    const sight = this.#sight(asker);
    const open = query.view === 'live';
    const user = sight.viewer.user_id;
    if (query.followed && user === null) throw new Fail('SESSION_ENDED');
    const authors = query.followed && user !== null ? await this.#authorsFor(user) : {};
    const [list, locked] = await Promise.all([
      listVisible(this.#db, sight, this.#query(query, { open, ...authors })),
      open ? listLocked(this.#db, sight, { ...query, today: istDay(this.#parts.now()) }) : { rows: [], count: 0 },
    ]);
    return this.#page(list, locked);
  }

  /** An expert's own calls; for others those of the experts they follow. */
  async mine(query: Received<typeof myCalls>['query'], asker: Asker): Promise<CallPage> {
    const caller = asker.caller!;
    const tab = {
      open: { open: true },
      closed: { open: false, statuses: ['target_hit', 'sl_hit', 'exited', 'expired'] as const },
      cancelled: { open: false, statuses: ['lapsed', 'cancelled'] as const },
    }[query.tab];
    const authors = caller.expert_status === '' ? await this.#authorsFor(caller.user_id) : { author: caller.user_id };
    return this.#page(await listVisible(this.#db, this.#sight(asker), this.#query(query, { ...tab, ...authors })), { rows: [], count: 0 });
  }

  /** One call. Throws NOT_FOUND, or NOT_ENTITLED saying only its term. */
  async detail(id: string, asker: Asker): Promise<CallDetail> {
    return this.detailOf(await this.visibleRow(id, asker), asker);
  }

  async detailOf(row: CallRow, { caller }: Asker): Promise<CallDetail> {
    const { ledger, directory } = this.#parts;
    const following = caller !== null && (await this.#followedBy(caller.user_id)).has(row.expert_id);
    return viewDetail(row, await directory.name(row.expert_id), await ledger.eventsOf(row.id), following);
  }

  /** The row of a call the caller may see. */
  async visibleRow(id: string, asker: Asker): Promise<CallRow> {
    const row = await readRow(this.#db, id);
    if (!row) throw new Fail('NOT_FOUND');
    const sight = this.#sight(asker);
    const own = row.expert_id === sight.viewer.user_id;
    if (!maySeeCall(sight, row) || (!row.is_open && !own && !recordsAllowed(this.#parts.policy)))
      throw new Fail('NOT_ENTITLED', { validation: lockedText(sight, row) });
    return row;
  }

  /** The calls a caller may be told about. */
  sees(asker: Asker): (row: CallRow) => boolean {
    const sight = this.#sight(asker);
    return (row) => maySeeCall(sight, row);
  }

  /** The latest settled calls on one stock as a visitor sees them, oldest first. */
  async publicCallsOf(stock: string): Promise<PublicCall[]> {
    const query = this.#query({ sort: 'newest', limit: PUBLIC_ON_STOCK, stock }, { open: false, statuses: ENDED });
    const { rows } = await listVisible(this.#db, this.#sight({ caller: null, partner: null }), query);
    return rows.reverse().map(({ call_type, published_at, ended_at, status }) => ({
      call_type,
      published_at: published_at.toISOString(),
      ended_at: ended_at!.toISOString(),
      status: status as PublicCall['status'],
    }));
  }

  /** A visitor's first view. All visitors of a partner see the same, so it is built once per day and change of the record. */
  async publicView(partner: Environment | null): Promise<PublicView> {
    const { seq } = await this.#parts.ledger.head();
    const asOf = `${seq} ${istDay(this.#parts.now())}`;
    if (this.#public.asOf !== asOf) {
      this.#public.asOf = asOf;
      this.#public.views = new Map();
    }
    const { views } = this.#public;
    const site = partner?.utm_source_str ?? '';
    let view = views.get(site);
    if (!view) {
      view = this.#makePublicView(partner);
      view.catch(() => views.delete(site));
      views.set(site, view);
    }
    return { ...(await view), as_of: this.#parts.now().toISOString() };
  }

  async #makePublicView(partner: Environment | null): Promise<PublicView> {
    const { ledger, experts, policy, now } = this.#parts;
    const visitor = { caller: null, partner };
    const query = this.#query({ sort: 'newest', limit: PUBLIC_CLOSED }, { open: false, statuses: ENDED });
    const { rows } = await listVisible(this.#db, this.#sight(visitor), query);
    const [counts, live] = await Promise.all([endedByStatus(this.#db, this.#morning()), countOpen(this.#db, this.#morning())]);
    const ended = Object.fromEntries(ENDED.map((status) => [status, counts.get(status) ?? 0])) as PublicView['outcome'];
    const closed = Object.values(ended).reduce((sum, count) => sum + count, 0);
    return {
      closed: await this.#view(rows),
      live_count: live < LEAST_TOLD ? 0 : live,
      closed_count: closed,
      experts: await experts.list(PUBLIC_EXPERTS, null),
      // Zeros where figures are not allowed, because the four counts would give a hit rate.
      outcome: figuresAllowed(policy) ? ended : { target_hit: 0, sl_hit: 0, exited: 0, expired: 0 },
      perf_mode: policy,
      ledger: await ledger.latestRoot(),
      as_of: now().toISOString(),
    };
  }

  /** The followed experts, loaded first so that the list query is limited to their few calls. */
  async #authorsFor(user_id: string): Promise<{ authors: string[] }> {
    return { authors: [...(await this.#followedBy(user_id))] };
  }

  #followedBy(user_id: string): Promise<Set<string>> {
    return followedBy(sharedTablesOf(this.#parts.platform.db), user_id);
  }

  /** Start of today. Counts shown to visitors stay fixed until the next day. */
  #morning(): Date {
    return istInstant(istDay(this.#parts.now()));
  }

  #sight(asker: Asker): Sight {
    return sightOf(asker, this.#parts.now(), this.#parts.demo);
  }

  #query<Q extends Pick<ListQuery, 'sort' | 'limit'>>(query: Q, filters: Pick<ListQuery, 'open'> & Partial<ListQuery>): ListQuery {
    const { policy } = this.#parts;
    return { ...query, ...filters, today: istDay(this.#parts.now()), ranked: figuresAllowed(policy), records: recordsAllowed(policy) };
  }

  async #page({ rows, total, next }: CallList, locked: { rows: CallPage['locked']; count: number }): Promise<CallPage> {
    return { items: await this.#view(rows), locked: locked.rows, locked_count: locked.count, total, next, as_of: this.#parts.now().toISOString() };
  }

  async #view(rows: readonly CallRow[]) {
    return Promise.all(rows.map(async (row) => viewCall(row, await this.#parts.directory.name(row.expert_id))));
  }
}

function lockedText(sight: Sight, row: CallRow): string {
  if (!row.is_open) return 'This call has ended. It is shown here later.';
  const plan = planFor(sight.scope, row.term);
  return plan ? `This live ${TERMS_IN_WORDS[row.term]} call is in ${plan}.` : `Live ${TERMS_IN_WORDS[row.term]} calls are not part of your access.`;
}
