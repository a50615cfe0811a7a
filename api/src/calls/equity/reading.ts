import type { CardRefusal } from '@vimarsh/shared/contract/calls/cards.ts';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { listCalls, myCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Call, CallDetail, CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { PublishedCall } from '@vimarsh/shared/contract/receipt/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { waitsForPan } from '@vimarsh/shared/domain/access/waits-for-pan.ts';
import { lastResultsOf, MOST_RESULTS } from '@vimarsh/shared/domain/calls/equity/last-results.ts';
import type { PerfPolicy } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { publicCut, type Sight } from '../../entitlements/index.ts';
import type { CallHead, Ledger } from '../../ledger/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { PublicCall } from '../calls.ts';
import type { LateActions } from '../corrections/late-actions.ts';
import type { CallReader } from '../kind.ts';
import type { SharedAnswers } from '../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../reading/expert-directory.ts';
import type { Experts } from '../reading/experts.ts';
import { KindReading } from '../reading/kind-reading.ts';
import type { ListPage } from '../reading/paged-list.ts';
import { viewCall, viewDetail } from './call-view.ts';
import { featuredId } from './featured.ts';
import type { FollowedRows } from './followers/followed-rows.ts';
import type { Entries, PassedEntries } from './passed-entries.ts';
import { recordOf } from './records.ts';
import { countLocked, countOpen, endedByStatus, equityList, LEAST_TOLD, type ListQuery, readEnded } from './store.ts';
import { type CallRow, type EquityDatabase, equityTables } from './tables.ts';

export interface ReadingDependencies {
  readonly platform: Pick<Platform, 'db' | 'log'>;
  readonly ledger: Ledger;
  readonly directory: ExpertDirectory;
  readonly experts: Experts;
  readonly listAnswers: SharedAnswers;
  readonly policy: PerfPolicy;
  readonly passed: PassedEntries;
  readonly followed: FollowedRows;
  readonly late: Pick<LateActions<CallRow>, 'of'>;
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
  /** The call that the page replays. */
  readonly hero_id: string | null;
}

/** Calls as each caller is allowed to see them. */
export class Reading {
  readonly #parts: ReadingDependencies;
  readonly #db: EquityDatabase;
  readonly calls: KindReading<CallRow, ListQuery>;
  /** What visitors of each partner read today. */
  #public = { asOf: '', settled: false, days: new Map<string, Promise<PublicDay>>() };

  constructor(parts: ReadingDependencies) {
    this.#parts = parts;
    this.#db = equityTables(parts.platform.db);
    this.calls = new KindReading(parts, equityList);
  }

  async list(asked: Received<typeof listCalls>['query'], asker: CallReader): Promise<CallPage> {
    const { enter, stocks, ...filters } = asked;
    const query = await this.calls.ofView({ ...filters, symbols: stocks?.split(',') }, asker);
    if (!query.open) return this.#page(await this.#listed(query, asker), { rows: [], count: 0 }, this.calls.figures);
    const { sight } = this.calls.readerOf(asker);
    const entries = await this.#parts.passed.entries(query.order_at);
    const [{ list, entering }, locked, enterable] = await Promise.all([
      this.#live(query, enter, asker, entries),
      countLocked(this.#db, this.#parts.listAnswers, sight, query),
      equityList.countOpen(this.#parts.platform.db, sight, entries.open),
    ]);
    return { ...(await this.#page(list, locked, this.calls.figures)), enterable, entering };
  }

  /** Live calls: those that can still be entered and after them those for holders, or all where there are none and the reader takes all then. */
  async #live(query: ListQuery, enter: '1' | 'first' | undefined, asker: CallReader, entries: Entries) {
    if (enter) {
      const { open, close, holders } = entries;
      const list = await this.#listed({ ...query, only: [...open, ...holders], last: [close, holders] }, asker);
      // A further page of a list that began with these alone goes on with them.
      if (enter === '1' || list.total > 0) return { list, entering: true };
    }
    return { list: await this.#listed({ ...query, last: [entries.close, entries.ids] }, asker), entering: false };
  }

  /** An expert's own calls; for others those of the experts they follow. */
  async mine(asked: Received<typeof myCalls>['query'], asker: CallReader): Promise<CallPage> {
    const { query, own } = await this.calls.ofTab(asked, asker);
    // An author's own calls stand by their age alone.
    if (!query.open || own) return this.#page(await this.#listed(query, asker), { rows: [], count: 0 }, own || this.calls.figures);
    const { close, ids } = await this.#parts.passed.entries(query.order_at);
    const list = await this.#listed({ ...query, last: [close, ids] }, asker);
    return this.#page(list, { rows: [], count: 0 }, this.calls.figures);
  }

  async #listed(query: ListQuery, asker: CallReader): Promise<ListPage<CallRow>> {
    return this.calls.page(query, asker);
  }

  /** Questions that other features ask of every kind. */
  answers() {
    return {
      ...this.calls.answers((id, asker) => this.visibleRow(id, asker)),
      cards: (rows: readonly CallHead[]) => this.#view(rows as CallRow[]),
      refusal: (asker: CallReader) => this.#refusal(asker) as (row: CallHead) => CardRefusal,
    };
  }

  /** One call. Throws as `visibleRow` does. */
  async detail(id: string, asker: CallReader): Promise<CallDetail> {
    return this.detailOf(await this.visibleRow(id, asker), asker);
  }

  async detailOf(row: CallRow, { caller }: CallReader): Promise<CallDetail> {
    const { ledger, directory, followed } = this.#parts;
    const following = caller !== null && (await this.calls.followedBy(caller.user_id)).has(row.expert_id);
    return {
      ...viewDetail(row, await directory.name(row.expert_id), await ledger.eventsOf(row.id), following),
      ...(await followed.of(row)),
      ...(await this.#questioned(row)),
    };
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
    const row = await equityList.row(this.#db, id);
    if (!row) throw new Fail('NOT_FOUND');
    const refused = this.#refusal(asker)(row);
    if (refused !== '') throw new Fail(refused);
    return row;
  }

  #refusal(asker: CallReader): (row: CallRow) => CardRefusal {
    const reader = this.calls.readerOf(asker);
    const { sight } = reader;
    return (row) => {
      if (this.calls.mayRead(reader, row)) return '';
      if (!this.#countedAsLocked(sight, row)) return 'NOT_FOUND';
      return waitsForPan(sight.viewer, 'equity.live', row) ? 'KYC_GATE' : 'NOT_ENTITLED';
    };
  }

  /** The latest settled calls on one stock as a visitor sees them, oldest first. */
  async publicCallsOf(stock: string): Promise<PublicCall[]> {
    const query = this.calls.query({ sort: 'newest', limit: PUBLIC_ON_STOCK, stock }, { open: false, statuses: ENDED });
    const { rows } = await equityList.page(this.#db, this.calls.readerOf({ caller: null, partner: null }).sight, query);
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
    const { ids, hero_id, ...counts } = await this.#dayOf(partner);
    const wanted = hero_id === null || ids.includes(hero_id) ? ids : [...ids, hero_id];
    const [rows, cards, root] = await Promise.all([readEnded(this.#db, wanted), experts.list(PUBLIC_EXPERTS, null), ledger.latestRoot()]);
    const at = now();
    const calls = await this.#view(rows);
    const closed = calls.filter(({ id }) => ids.includes(id));
    return {
      closed,
      hero: calls.find(({ id }) => id === hero_id) ?? null,
      ...counts,
      experts: cards,
      perf_mode: policy,
      ledger: root,
      ...publicCut(at, demo),
      as_of: at.toISOString(),
    };
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
    const query = this.calls.query({ sort: 'newest', limit: PUBLIC_ENDED }, { open: false, statuses: ENDED });
    const { sight } = this.calls.readerOf({ caller: null, partner });
    const [{ rows }, counts, live] = await Promise.all([
      equityList.page(this.#db, sight, query),
      endedByStatus(this.#db, sight, query.records),
      countOpen(this.#db, this.#morning()),
    ]);
    const ended = Object.fromEntries(ENDED.map((status) => [status, counts.get(status) ?? 0])) as PublicView['outcome'];
    return {
      ids: rows.slice(0, PUBLIC_CLOSED).map(({ id }) => id),
      hero_id: featuredId(rows),
      live_count: live < LEAST_TOLD ? 0 : live,
      closed_count: Object.values(ended).reduce((sum, count) => sum + count, 0),
      // Zeros where figures are not allowed, because the four counts would give a hit rate.
      outcome: this.calls.figures ? ended : { target_hit: 0, sl_hit: 0, exited: 0, expired: 0 },
      results: this.calls.figures ? lastResultsOf(await this.#shown(rows)) : null,
    };
  }

  /** Each with the result that its row in a list shows. */
  #shown(rows: readonly CallRow[]) {
    return Promise.all(rows.map(async (row) => ({ record: recordOf(row), made: (await this.#parts.followed.result(row)).made })));
  }

  /** Start of today. Counts shown to visitors stay fixed until the next day. */
  #morning(): Date {
    return istInstant(istDay(this.#parts.now()));
  }

  /** As lists count: what was open when today began, until the day is over. */
  #countedAsLocked({ scope }: Sight, { published_at, ended_at }: CallRow): boolean {
    const morning = this.#morning();
    return scope.lockedRows && published_at <= morning && (ended_at === null || ended_at > morning);
  }

  async #page({ rows, total, next }: ListPage<CallRow>, locked: { rows: CallPage['locked']; count: number }, by_result: boolean): Promise<CallPage> {
    const as_of = this.#parts.now().toISOString();
    return { items: await this.#view(rows), locked: locked.rows, locked_count: locked.count, total, next, by_result, as_of };
  }

  /** The action that puts an end in question. */
  async #questioned(row: CallRow): Promise<Pick<Call, 'late_action'>> {
    const late_action = await this.#parts.late.of(row);
    return late_action ? { late_action } : {};
  }

  async #view(rows: readonly CallRow[]) {
    const { directory, followed } = this.#parts;
    return this.calls.views(rows, async (row) => ({
      ...viewCall(row, await directory.name(row.expert_id)),
      ...(await followed.of(row)),
      ...(await this.#questioned(row)),
    }));
  }
}
