import type { CardRefusal } from '@vimarsh/shared/contract/calls/cards.ts';
import type { PublishedOptionCall } from '@vimarsh/shared/contract/calls/options/publish.ts';
import type { listOptionCalls, myOptionCalls, readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionCall, OptionDetail, OptionPage, OptionPerformance } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { metricsOfOptions, OPTION_METHOD } from '@vimarsh/shared/domain/calls/options/performance.ts';
import { DISCLAIMERS, type PerfPolicy, periodStart } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import type { CallHead, Ledger } from '../../ledger/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { LateActions } from '../corrections/late-actions.ts';
import type { CallReader } from '../kind.ts';
import type { SharedAnswers } from '../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../reading/expert-directory.ts';
import { KindReading } from '../reading/kind-reading.ts';
import { viewOptionCall, viewOptionDetail } from './call-view.ts';
import { OptionEntries } from './option-entries.ts';
import { type StandingMarket, standings } from './standing.ts';
import { type OptionQuery, optionList, readMeasured } from './store.ts';
import { type OptionDatabase, type OptionRow, optionsTables } from './tables.ts';

export interface OptionReadingDependencies {
  readonly platform: Pick<Platform, 'db' | 'log'>;
  readonly ledger: Ledger;
  readonly directory: ExpertDirectory;
  readonly policy: PerfPolicy;
  readonly answers: SharedAnswers;
  readonly listAnswers: SharedAnswers;
  readonly market: StandingMarket;
  readonly late: Pick<LateActions<OptionRow>, 'of'>;
  readonly now: () => Date;
  readonly demo: boolean;
}

const NO_FIGURES = { defined: null, on_margin: null, lapsed: 0, cancelled: 0, unjudged: 0 };

type Ended = Awaited<ReturnType<typeof readMeasured>>;

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
  readonly #entries: OptionEntries;
  readonly calls: KindReading<OptionRow, OptionQuery>;

  constructor(parts: OptionReadingDependencies) {
    this.#parts = parts;
    this.#db = optionsTables(parts.platform.db);
    this.#entries = new OptionEntries(this.#db, parts.market);
    this.calls = new KindReading(parts, optionList);
  }

  async list(asked: Received<typeof listOptionCalls>['query'], asker: CallReader): Promise<OptionPage> {
    const { enter, ...filters } = asked;
    const query = await this.calls.ofView(filters, asker);
    if (!query.open) return this.#page(asker, query, this.calls.figures);
    const { open, close, passed } = await this.#entries.now();
    const enterable = await optionList.countOpen(this.#parts.platform.db, this.calls.readerOf(asker).sight, open);
    if (enter) {
      const page = await this.#page(asker, { ...query, only: open, last: [close] }, this.calls.figures);
      // A further page of a list that began with these alone goes on with them.
      if (enter === '1' || page.total > 0) return { ...page, enterable, entering: true };
    }
    return { ...(await this.#page(asker, { ...query, last: [close, passed] }, this.calls.figures)), enterable, entering: false };
  }

  /** An expert's own calls; for others those of the experts they follow. */
  async mine(asked: Received<typeof myOptionCalls>['query'], asker: CallReader): Promise<OptionPage> {
    const { query, own } = await this.calls.ofTab(asked, asker);
    return this.#page(asker, query, own || this.calls.figures);
  }

  /** Questions that other features ask of every kind. */
  answers() {
    return {
      ...this.calls.answers((id, asker) => this.visibleRow(id, asker)),
      cards: (rows: readonly CallHead[]) => this.#views(rows as OptionRow[]),
      refusal: (asker: CallReader) => {
        const reader = this.calls.readerOf(asker);
        return (row: CallHead): CardRefusal => (this.calls.mayRead(reader, row as OptionRow) ? '' : 'NOT_FOUND');
      },
    };
  }

  async detail(id: string, asker: CallReader): Promise<OptionDetail> {
    return this.detailOf(await this.visibleRow(id, asker), asker);
  }

  async detailOf(row: OptionRow, { caller }: CallReader): Promise<OptionDetail> {
    const { ledger, directory, market } = this.#parts;
    const following = caller !== null && (await this.calls.followedBy(caller.user_id)).has(row.expert_id);
    const detail = viewOptionDetail(row, {
      expert: await directory.name(row.expert_id),
      events: await ledger.eventsOf(row.id),
      following,
      now: await standings(market)(row),
    });
    return { ...detail, ...(await this.#questioned(row)) };
  }

  /** A call as its author gets it for publishing it: with the receipt of its first event. */
  async publishedOf(row: OptionRow, asker: CallReader): Promise<PublishedOptionCall> {
    const { ledger } = this.#parts;
    const [opened] = await ledger.receipts((await ledger.eventsOf(row.id)).slice(0, 1));
    return { ...(await this.detailOf(row, asker)), receipt: opened!.receipt };
  }

  /** The row of a call the caller may see. No list shows others as locked, so they are as if nobody had published them: NOT_FOUND. */
  async visibleRow(id: string, asker: CallReader): Promise<OptionRow> {
    const row = await optionList.row(this.#db, id);
    if (!row || !this.calls.mayRead(this.calls.readerOf(asker), row)) throw new Fail('NOT_FOUND');
    return row;
  }

  /** Results of the ended calls this caller may read, apart for limited risk and for margin; none where the site's policy forbids figures. */
  async performance({ user_id, period }: Received<typeof readOptionPerformance>['query'], asker: CallReader): Promise<OptionPerformance> {
    const { policy, now } = this.#parts;
    const allowed = this.calls.figures;
    const start = periodStart(period, istDay(now()));
    const readable = this.calls.readable(asker, user_id);
    const figures = allowed
      ? await this.#parts.answers.of({
          key: `option performance ${istDay(now())} ${user_id ?? ''} ${period} ${readable.key}`,
          concerns: (change) => readable.has(change),
          compute: async () => {
            const since = start === null ? null : istInstant(start);
            const { sight, records } = this.calls.readerOf(asker);
            return { value: figuresOf(await readMeasured(this.#db, sight, { records, user_id, since })) };
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

  /** The action that puts an end in question. */
  async #questioned(row: OptionRow): Promise<Pick<OptionCall, 'late_action'>> {
    const late_action = await this.#parts.late.of(row);
    return late_action ? { late_action } : {};
  }

  async #page(asker: CallReader, query: OptionQuery, by_result: boolean): Promise<OptionPage> {
    const { rows, total, next } = await this.calls.page(query, asker);
    return { items: await this.#views(rows), total, next, by_result, as_of: this.#parts.now().toISOString() };
  }

  #views(rows: readonly OptionRow[]): Promise<OptionCall[]> {
    const { directory, market } = this.#parts;
    const standingOf = standings(market);
    return this.calls.views(rows, async (row) => ({
      ...viewOptionCall(row, await directory.name(row.expert_id), await standingOf(row)),
      ...(await this.#questioned(row)),
    }));
  }
}
