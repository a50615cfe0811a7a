import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { listCalls, myCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDetail, CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { PublishedCall } from '@vimarsh/shared/contract/receipt/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { waitsForPan } from '@vimarsh/shared/domain/access/waits-for-pan.ts';
import { lastResultsOf, MOST_RESULTS } from '@vimarsh/shared/domain/calls/equity/last-results.ts';
import { figuresAllowed, type PerfPolicy, recordsAllowed } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { maySeeCall, publicCut, type Sight, sightOf } from '../../entitlements/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { PublicCall } from '../calls.ts';
import type { CallReader } from '../kind.ts';
import type { SharedAnswers } from '../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../reading/expert-directory.ts';
import type { Experts } from '../reading/experts.ts';
import { followedBy } from '../reading/follows.store.ts';
import { shareCount } from '../reading/list-counts.ts';
import { callTables as sharedTablesOf } from '../tables.ts';
import { viewCall, viewDetail } from './call-view.ts';
import type { PassedEntries } from './passed-entries.ts';
import { readableLive, readableRecord, recordOf } from './records.ts';
import { type CallList, countLocked, countOpen, endedByStatus, LEAST_TOLD, type ListQuery, listVisible, readEnded, readRow } from './store.ts';
import { type CallRow, EQUITY, type EquityDatabase, equityTables } from './tables.ts';

export interface ReadingDependencies {
  readonly platform: Pick<Platform, 'db'>;
  readonly ledger: Ledger;
  readonly directory: ExpertDirectory;
  readonly experts: Experts;
  readonly listAnswers: SharedAnswers;
  readonly policy: PerfPolicy;
  readonly passed: PassedEntries;
  readonly now: () => Date;
  readonly demo: boolean;
}

const PUBLIC_CLOSED = 6;
/** A Hold has no result, so more are read than a hundred. */
const PUBLIC_ENDED = MOST_RESULTS + 50;
const PUBLIC_EXPERTS = 24;
const PUBLIC_ON_STOCK = 100;
/** Ended with a result: neither cancelled nor lapsed before entry. */
const ENDED = ['target_hit', 'sl_hit', 'exited', 'expired'] as const;

/** What is the same in every visitor's first view of a day. */
interface PublicDay extends Pick<PublicView, 'live_count' | 'closed_count' | 'outcome' | 'results'> {
  /** The latest calls that ended, newest first. */
  readonly ids: readonly string[];
}

/** Calls as each caller is allowed to see them. */
export class Reading {
  readonly #parts: ReadingDependencies;
  readonly #db: EquityDatabase;
  /** What visitors of each partner read today. */
  #public = { asOf: '', settled: false, days: new Map<string, Promise<PublicDay>>() };

  constructor(parts: ReadingDependencies) {
    this.#parts = parts;
    this.#db = equityTables(parts.platform.db);
  }

  async list(query: Received<typeof listCalls>['query'], asker: CallReader): Promise<CallPage> {
    const sight = this.#sight(asker);
    const open = query.view === 'live';
    const user = sight.viewer.user_id;
    if (query.followed && user === null) throw new Fail('SESSION_ENDED');
    this.#refuseByResult(query, open);
    const authors = query.followed && user !== null ? await this.#authorsFor(user) : {};
    const asked = this.#query(query, { open, ...authors, ...(open && (await this.#passed(query))) });
    const [list, locked] = await Promise.all([
      this.#listed(sight, asked, asker),
      open ? countLocked(this.#db, this.#parts.listAnswers, sight, { term: query.term, today: asked.today }) : { rows: [], count: 0 },
    ]);
    return this.#page(list, locked, this.#figures);
  }

  /** An expert's own calls; for others those of the experts they follow. */
  async mine(query: Received<typeof myCalls>['query'], asker: CallReader): Promise<CallPage> {
    const caller = asker.caller!;
    const tab = {
      open: { open: true },
      closed: { open: false, statuses: ['target_hit', 'sl_hit', 'exited', 'expired', 'unjudged'] as const },
      cancelled: { open: false, statuses: ['lapsed', 'cancelled'] as const },
    }[query.tab];
    const own = caller.expert_status !== '';
    if (!own) this.#refuseByResult(query, query.tab === 'open');
    const authors = own ? { author: caller.user_id } : await this.#authorsFor(caller.user_id);
    // An author's own calls stand by their age alone.
    const last = tab.open && !own ? await this.#passed(query) : {};
    const list = await this.#listed(this.#sight(asker), this.#query(query, { ...tab, ...authors, ...last }), asker);
    return this.#page(list, { rows: [], count: 0 }, own || this.#figures);
  }

  #listed(sight: Sight, query: ListQuery, { caller }: CallReader): Promise<CallList> {
    const reader = { sight, records: query.records, author: caller?.expert_status ? caller.user_id : null };
    const readable = query.open ? readableLive(reader) : readableRecord(reader);
    return listVisible(this.#db, sight, query, shareCount(this.#parts.listAnswers, EQUITY, readable, query));
  }

  /** One call. Throws as `visibleRow` does. */
  async detail(id: string, asker: CallReader): Promise<CallDetail> {
    return this.detailOf(await this.visibleRow(id, asker), asker);
  }

  async detailOf(row: CallRow, { caller }: CallReader): Promise<CallDetail> {
    const { ledger, directory } = this.#parts;
    const following = caller !== null && (await this.#followedBy(caller.user_id)).has(row.expert_id);
    return viewDetail(row, await directory.name(row.expert_id), await ledger.eventsOf(row.id), following);
  }

  /** A call as its author gets it for publishing it: with the receipt of its first event. */
  async publishedOf(row: CallRow, asker: CallReader): Promise<PublishedCall> {
    const { ledger } = this.#parts;
    const [opened] = await ledger.receipts((await ledger.eventsOf(row.id)).slice(0, 1));
    return { ...(await this.detailOf(row, asker)), receipt: opened!.receipt };
  }

  /**
   * The row of a call the caller may see. Throws NOT_ENTITLED, or KYC_GATE where only a PAN is missing, where the caller's lists count it among the
   * locked ones, and says nothing more of it; any other is to them as if nobody had published it: ids can be tried, and what they answered would tell what is live.
   */
  async visibleRow(id: string, asker: CallReader): Promise<CallRow> {
    const row = await readRow(this.#db, id);
    if (!row) throw new Fail('NOT_FOUND');
    const sight = this.#sight(asker);
    if (!this.#mayRead(sight, row))
      throw new Fail(!this.#countedAsLocked(sight, row) ? 'NOT_FOUND' : waitsForPan(sight.viewer, 'equity.live', row) ? 'KYC_GATE' : 'NOT_ENTITLED');
    return row;
  }

  /** The calls a caller may be told about. */
  sees(asker: CallReader): (row: CallRow) => boolean {
    const sight = this.#sight(asker);
    return (row) => maySeeCall(sight, row);
  }

  /** The calls that `visibleRow` finds for a caller. */
  reads(asker: CallReader): (row: CallRow) => boolean {
    const sight = this.#sight(asker);
    return (row) => this.#mayRead(sight, row);
  }

  #mayRead(sight: Sight, row: CallRow): boolean {
    const isOwn = row.expert_id === sight.viewer.user_id;
    return maySeeCall(sight, row) && (row.is_open || isOwn || recordsAllowed(this.#parts.policy));
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

  /**
   * A visitor's first view. What takes time to gather stays as it is all day, so that the time of an answer doesn't tell of an
   * event that nobody may know of; what may change is as small a query for every visit.
   */
  async publicView(partner: Environment | null): Promise<PublicView> {
    const { ledger, experts, policy, now, demo } = this.#parts;
    const { ids, ...counts } = await this.#dayOf(partner);
    const [rows, cards, root] = await Promise.all([readEnded(this.#db, ids), experts.list(PUBLIC_EXPERTS, null), ledger.latestRoot()]);
    const at = now();
    return { closed: await this.#view(rows), ...counts, experts: cards, perf_mode: policy, ledger: root, ...publicCut(at, demo), as_of: at.toISOString() };
  }

  /** What visitors of a partner may read of the record today, gathered once. */
  async #dayOf(partner: Environment | null): Promise<PublicDay> {
    const asOf = await this.#publicDay();
    if (this.#public.asOf !== asOf) this.#public = { asOf, settled: asOf === istDay(this.#parts.now()), days: new Map() };
    const { days } = this.#public;
    const site = partner?.utm_source_str ?? '';
    let day = days.get(site);
    if (!day) {
      day = this.#gatherDay(partner);
      day.catch(() => days.delete(site));
      days.set(site, day);
    }
    return day;
  }

  /** The day, once the days before it are judged to their end; until then (a server that catches up) each change of the record counts. */
  async #publicDay(): Promise<string> {
    const { ledger, now } = this.#parts;
    const today = istDay(now());
    if (this.#public.settled && this.#public.asOf === today) return today;
    const { seq, judged_until } = await ledger.head();
    return judged_until && judged_until >= this.#morning() ? today : `${today} ${seq}`;
  }

  async #gatherDay(partner: Environment | null): Promise<PublicDay> {
    const query = this.#query({ sort: 'newest', limit: PUBLIC_ENDED }, { open: false, statuses: ENDED });
    const sight = this.#sight({ caller: null, partner });
    const [{ rows }, counts, live] = await Promise.all([
      listVisible(this.#db, sight, query),
      endedByStatus(this.#db, sight, query.records),
      countOpen(this.#db, this.#morning()),
    ]);
    const ended = Object.fromEntries(ENDED.map((status) => [status, counts.get(status) ?? 0])) as PublicView['outcome'];
    return {
      ids: rows.slice(0, PUBLIC_CLOSED).map(({ id }) => id),
      live_count: live < LEAST_TOLD ? 0 : live,
      closed_count: Object.values(ended).reduce((sum, count) => sum + count, 0),
      // Zeros where figures are not allowed, because the four counts would give a hit rate.
      outcome: this.#figures ? ended : { target_hit: 0, sl_hit: 0, exited: 0, expired: 0 },
      results: this.#figures ? lastResultsOf(rows.map(recordOf)) : null,
    };
  }

  get #figures(): boolean {
    return figuresAllowed(this.#parts.policy);
  }

  /** Where figures are not allowed: the total of a status is a hit rate, and the best first is a list of winners. */
  #refuseByResult({ status, sort }: Pick<ListQuery, 'status' | 'sort'>, open: boolean): void {
    if (!open && !this.#figures && (status !== undefined || sort === 'result')) throw new Fail('PERF_NOT_ALLOWED');
  }

  /** The followed experts, loaded first so that the list query is limited to their few calls. */
  async #authorsFor(user_id: string): Promise<{ authors: string[] }> {
    return { authors: [...(await this.#followedBy(user_id))] };
  }

  async #passed({ order_at }: { order_at?: Date | undefined }): Promise<{ last: readonly string[] }> {
    return { last: await this.#parts.passed.ids(order_at) };
  }

  #followedBy(user_id: string): Promise<Set<string>> {
    return followedBy(sharedTablesOf(this.#parts.platform.db), user_id);
  }

  /** Start of today. Counts shown to visitors stay fixed until the next day. */
  #morning(): Date {
    return istInstant(istDay(this.#parts.now()));
  }

  #sight(asker: CallReader): Sight {
    return sightOf(asker, this.#parts.now(), this.#parts.demo);
  }

  #query<Q extends Pick<ListQuery, 'sort' | 'limit'>>(query: Q, filters: Pick<ListQuery, 'open'> & Partial<ListQuery>): ListQuery {
    return { ...query, ...this.#shown(), ...filters };
  }

  /** As lists count: what was open when today began, until the day is over. */
  #countedAsLocked({ scope }: Sight, { published_at, ended_at }: CallRow): boolean {
    const morning = this.#morning();
    return scope.lockedRows && published_at <= morning && (ended_at === null || ended_at > morning);
  }

  #shown(): { today: string; records: boolean } {
    return { today: istDay(this.#parts.now()), records: recordsAllowed(this.#parts.policy) };
  }

  async #page({ rows, total, next }: CallList, locked: { rows: CallPage['locked']; count: number }, by_result: boolean): Promise<CallPage> {
    const as_of = this.#parts.now().toISOString();
    return { items: await this.#view(rows), locked: locked.rows, locked_count: locked.count, total, next, by_result, as_of };
  }

  async #view(rows: readonly CallRow[]) {
    return Promise.all(rows.map(async (row) => viewCall(row, await this.#parts.directory.name(row.expert_id))));
  }
}
