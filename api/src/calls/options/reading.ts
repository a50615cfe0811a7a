import type { PublishedOptionCall } from '@vimarsh/shared/contract/calls/options/publish.ts';
import type { listOptionCalls, myOptionCalls, readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionCall, OptionDetail, OptionPage, OptionPerformance } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { metricsOfOptions, OPTION_METHOD } from '@vimarsh/shared/domain/calls/options/performance.ts';
import { DISCLAIMERS, figuresAllowed, type PerfPolicy, periodStart, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Sight, sightOf } from '../../entitlements/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { CallReader, ReadableRecord } from '../kind.ts';
import type { SharedAnswers } from '../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../reading/expert-directory.ts';
import { followedBy } from '../reading/follows.store.ts';
import { shareCount } from '../reading/list-counts.ts';
import { callTables as sharedTablesOf } from '../tables.ts';
import { viewOptionCall, viewOptionDetail } from './call-view.ts';
import { maySeeOption } from './option-sight.ts';
import { type OptionReader, readableLiveOptions, readableOptions } from './readable.ts';
import { type StandingMarket, standings } from './standing.ts';
import { endedFor, listVisible, type OptionQuery, readRow } from './store.ts';
import { OPTIONS, type OptionDatabase, type OptionRow, optionsTables } from './tables.ts';

export interface OptionReadingDependencies {
  readonly platform: Pick<Platform, 'db' | 'log'>;
  readonly ledger: Ledger;
  readonly directory: ExpertDirectory;
  readonly policy: PerfPolicy;
  readonly answers: SharedAnswers;
  readonly listAnswers: SharedAnswers;
  readonly market: StandingMarket;
  readonly now: () => Date;
  readonly demo: boolean;
}

const NO_FIGURES = { defined: null, on_margin: null, lapsed: 0, cancelled: 0, unjudged: 0 };

type Ended = Awaited<ReturnType<typeof endedFor>>;

/** Apart for limited risk and for margin. */
function figuresOf(rows: Ended): Pick<OptionPerformance, 'defined' | 'on_margin' | 'lapsed' | 'cancelled' | 'unjudged'> {
  const count = (status: OptionRow['status']): number => rows.filter((row) => row.status === status).length;
  return {
    defined: metricsOfOptions(rows.filter(({ on_margin }) => !on_margin)),
    on_margin: metricsOfOptions(rows.filter(({ on_margin }) => on_margin)),
    lapsed: count('lapsed'),
    cancelled: count('cancelled'),
    unjudged: count('unjudged'),
  };
}

/** Option calls as each caller is allowed to see them. What a caller may not see is not in the answer, and not in its numbers. */
export class OptionReading {
  readonly #parts: OptionReadingDependencies;
  readonly #db: OptionDatabase;

  constructor(parts: OptionReadingDependencies) {
    this.#parts = parts;
    this.#db = optionsTables(parts.platform.db);
  }

  async list({ view, followed, ...query }: Received<typeof listOptionCalls>['query'], asker: CallReader): Promise<OptionPage> {
    const sight = this.#sight(asker);
    const open = view === 'live';
    const user = sight.viewer.user_id;
    if (followed && user === null) throw new Fail('SESSION_ENDED');
    this.#refuseByResult(query, open);
    const authors = followed && user !== null ? { authors: [...(await this.#followedBy(user))] } : {};
    return this.#page(asker, { ...query, ...this.#shown(), open, ...authors }, this.#figures);
  }

  /** An expert's own calls; for others those of the experts they follow. */
  async mine({ tab, ...query }: Received<typeof myOptionCalls>['query'], asker: CallReader): Promise<OptionPage> {
    const caller = asker.caller!;
    const wanted = {
      open: { open: true },
      closed: { open: false, statuses: ['target_hit', 'sl_hit', 'exited', 'expired', 'unjudged'] as const },
      cancelled: { open: false, statuses: ['lapsed', 'cancelled'] as const },
    }[tab];
    const own = caller.expert_status !== '';
    if (!own) this.#refuseByResult(query, wanted.open);
    const authors = own ? { author: caller.user_id } : { authors: [...(await this.#followedBy(caller.user_id))] };
    return this.#page(asker, { ...query, ...this.#shown(), ...wanted, ...authors }, own || this.#figures);
  }

  async detail(id: string, asker: CallReader): Promise<OptionDetail> {
    return this.detailOf(await this.visibleRow(id, asker), asker);
  }

  async detailOf(row: OptionRow, { caller }: CallReader): Promise<OptionDetail> {
    const { ledger, directory, market } = this.#parts;
    const following = caller !== null && (await this.#followedBy(caller.user_id)).has(row.expert_id);
    return viewOptionDetail(row, {
      expert: await directory.name(row.expert_id),
      events: await ledger.eventsOf(row.id),
      following,
      now: await standings(market)(row),
    });
  }

  /** A call as its author gets it for publishing it: with the receipt of its first event. */
  async publishedOf(row: OptionRow, asker: CallReader): Promise<PublishedOptionCall> {
    const { ledger } = this.#parts;
    const [opened] = await ledger.receipts((await ledger.eventsOf(row.id)).slice(0, 1));
    return { ...(await this.detailOf(row, asker)), receipt: opened!.receipt };
  }

  /** The row of a call the caller may see. No list shows others as locked, so they are as if nobody had published them: NOT_FOUND. */
  async visibleRow(id: string, asker: CallReader): Promise<OptionRow> {
    const row = await readRow(this.#db, id);
    if (!row) throw new Fail('NOT_FOUND');
    if (!this.reads(asker)(row)) throw new Fail('NOT_FOUND');
    return row;
  }

  /** The calls a caller may be told about. */
  sees(asker: CallReader): (row: OptionRow) => boolean {
    const sight = this.#sight(asker);
    return (row) => maySeeOption(sight, row);
  }

  /** The calls that `visibleRow` finds for a caller. */
  reads(asker: CallReader): (row: OptionRow) => boolean {
    const sight = this.#sight(asker);
    const records = recordsAllowed(this.#parts.policy);
    return (row) => maySeeOption(sight, row) && (row.is_open || row.expert_id === sight.viewer.user_id || records);
  }

  /** Results of the ended calls this caller may read, apart for limited risk and for margin; none where the site's policy forbids figures. */
  async performance({ user_id, period }: Received<typeof readOptionPerformance>['query'], asker: CallReader): Promise<OptionPerformance> {
    const { policy, now } = this.#parts;
    const allowed = this.#figures;
    const start = periodStart(period, istDay(now()));
    const readable = this.readable(asker, user_id);
    const figures = allowed
      ? await this.#parts.answers.of({
          key: `option performance ${istDay(now())} ${user_id ?? ''} ${period} ${readable.key}`,
          concerns: (change) => readable.has(change),
          compute: async () => {
            const since = start === null ? null : istInstant(start);
            return { value: figuresOf(await endedFor(this.#db, this.#sight(asker), { records: this.#shown().records, user_id, since })) };
          },
        })
      : NO_FIGURES;
    return {
      allowed,
      mode: policy,
      ...figures,
      method_version: OPTION_METHOD,
      as_of: now().toISOString(),
      disclaimer: DISCLAIMERS[policy],
    };
  }

  /** Which ended calls an asker may read. */
  readable(asker: CallReader, user_id?: string): ReadableRecord {
    return readableOptions(this.#reader(asker), user_id);
  }

  #reader(asker: CallReader): OptionReader {
    const author = asker.caller?.expert_status ? asker.caller.user_id : null;
    return { sight: this.#sight(asker), records: this.#shown().records, author };
  }

  get #figures(): boolean {
    return figuresAllowed(this.#parts.policy);
  }

  /** Where figures are not allowed: the total of a status is a hit rate, and the best first is a list of winners. */
  #refuseByResult({ status, sort }: Pick<OptionQuery, 'status' | 'sort'>, open: boolean): void {
    if (!open && !this.#figures && (status !== undefined || sort === 'result')) throw new Fail('PERF_NOT_ALLOWED');
  }

  #followedBy(user_id: string): Promise<Set<string>> {
    return followedBy(sharedTablesOf(this.#parts.platform.db), user_id);
  }

  #sight(asker: CallReader): Sight {
    return sightOf(asker, this.#parts.now(), this.#parts.demo);
  }

  #shown(): { today: string; records: boolean } {
    return { today: istDay(this.#parts.now()), records: recordsAllowed(this.#parts.policy) };
  }

  async #page(asker: CallReader, query: OptionQuery, by_result: boolean): Promise<OptionPage> {
    const { directory, market, listAnswers } = this.#parts;
    const reader = this.#reader(asker);
    const share = shareCount(listAnswers, OPTIONS, query.open ? readableLiveOptions(reader) : readableOptions(reader), query);
    const { rows, total, next } = await listVisible(this.#db, reader.sight, query, share);
    const standingOf = standings(market);
    const seen = await Promise.all(
      rows.map((row) => this.#unlessDamaged(async () => viewOptionCall(row, await directory.name(row.expert_id), await standingOf(row)))),
    );
    return { items: seen.filter((call) => call !== null), total, next, by_result, as_of: this.#parts.now().toISOString() };
  }

  /** A damaged call is refused where it is asked for; here the others stay readable, and the log says which one is not. */
  async #unlessDamaged(view: () => Promise<OptionCall>): Promise<OptionCall | null> {
    try {
      return await view();
    } catch (error) {
      if (!(error instanceof Fail) || error.code !== 'CALL_DAMAGED') throw error;
      this.#parts.platform.log.error({ damage: error.options.problems }, 'An option call can’t be read and is left out of a list');
      return null;
    }
  }
}
