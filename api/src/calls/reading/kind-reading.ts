import type { CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import { figuresAllowed, type PerfPolicy, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { sightOf } from '../../entitlements/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { CallReader, CallsOfKind, ReadableRecord } from '../kind.ts';
import { callTables } from '../tables.ts';
import type { SharedAnswers } from './changes/shared-answers.ts';
import { followedBy } from './follows.store.ts';
import { shareCount } from './list-counts.ts';
import type { ListedRow, ListPage, PagedList, PagedQuery } from './paged-list.ts';
import type { RecordReader } from './readable.ts';

export interface KindReadingDependencies {
  readonly platform: Pick<Platform, 'db' | 'log'>;
  readonly policy: PerfPolicy;
  readonly listAnswers: SharedAnswers;
  readonly now: () => Date;
  readonly demo: boolean;
}

/** The tabs of one's own calls. */
const TABS: Readonly<Record<'open' | 'closed' | 'cancelled', { open: boolean; statuses?: readonly CallStatus[] }>> = {
  open: { open: true },
  closed: { open: false, statuses: ['target_hit', 'sl_hit', 'exited', 'expired', 'unjudged'] },
  cancelled: { open: false, statuses: ['lapsed', 'cancelled'] },
};

/** What the routes of lists are asked: the query of a list without what the server settles. */
type Asked<Query> = Omit<Query, 'open' | 'statuses' | 'author' | 'authors' | 'only' | 'last' | 'today' | 'records'>;

/** What reading has in common for calls of every kind: who reads, what their lists ask, and what they may read. */
export class KindReading<Row extends ListedRow, Query extends PagedQuery> {
  readonly #parts: KindReadingDependencies;
  readonly #list: PagedList<Row, Query>;

  constructor(parts: KindReadingDependencies, list: PagedList<Row, Query>) {
    this.#parts = parts;
    this.#list = list;
  }

  /** Whether results may be summed up for others than their author. */
  get figures(): boolean {
    return figuresAllowed(this.#parts.policy);
  }

  readerOf(asker: CallReader): RecordReader {
    const { now, policy, demo } = this.#parts;
    return { sight: sightOf(asker, now(), demo), records: recordsAllowed(policy), author: asker.caller?.expert_status ? asker.caller.user_id : null };
  }

  followedBy(user_id: string): Promise<Set<string>> {
    return followedBy(callTables(this.#parts.platform.db), user_id);
  }

  /** The query of a list of all experts. Throws SESSION_ENDED where a visitor asks for those they follow, and PERF_NOT_ALLOWED. */
  async ofView({ view, followed, ...query }: Asked<Query> & { view: 'live' | 'past'; followed?: '1' | undefined }, asker: CallReader): Promise<Query> {
    const open = view === 'live';
    const user = asker.caller?.user_id ?? null;
    if (followed && user === null) throw new Fail('SESSION_ENDED');
    this.#refuseByResult(query as unknown as Query, open);
    return this.query(query, { open, ...(followed && user !== null && { authors: [...(await this.followedBy(user))] }) });
  }

  /** An expert's own calls; for others those of the experts they follow. Throws PERF_NOT_ALLOWED. */
  async ofTab({ tab, ...query }: Asked<Query> & { tab: keyof typeof TABS }, { caller }: CallReader): Promise<{ query: Query; own: boolean }> {
    const { user_id, expert_status } = caller!;
    const own = expert_status !== '';
    if (!own) this.#refuseByResult(query as unknown as Query, TABS[tab].open);
    // Read first, so that the list's query is limited to their few calls.
    const authors = own ? { author: user_id } : { authors: [...(await this.followedBy(user_id))] };
    return { query: this.query(query, { ...TABS[tab], ...authors }), own };
  }

  query(asked: object, settled: Pick<PagedQuery, 'open' | 'statuses' | 'author' | 'authors'>): Query {
    const { now, policy } = this.#parts;
    return { ...asked, ...settled, today: istDay(now()), records: recordsAllowed(policy) } as Query;
  }

  page(query: Query, asker: CallReader): Promise<ListPage<Row>> {
    const { platform, listAnswers } = this.#parts;
    // Once: the count is shared by who may read the same on the same day.
    const reader = this.readerOf(asker);
    // Which calls a list holds alone changes with their prices, so nobody else counts the same.
    const share = query.only ? undefined : shareCount(listAnswers, this.#list.name, this.readableOf(reader, query.open), query);
    return this.#list.page(platform.db, reader.sight, query, share);
  }

  /** A damaged call is refused where it is asked for; in a list the others stay readable, and the log says which one is not. */
  async views<View>(rows: readonly Row[], view: (row: Row) => Promise<View>): Promise<View[]> {
    const seen = await Promise.all(
      rows.map(async (row) => {
        try {
          return await view(row);
        } catch (error) {
          if (!(error instanceof Fail) || error.code !== 'CALL_DAMAGED') throw error;
          this.#parts.platform.log.error({ damage: error.options.problems }, 'A call can’t be read and is left out of a list');
          return null;
        }
      }),
    );
    return seen.filter((one) => one !== null) as View[];
  }

  /** Whether a caller may read a call with all its events. */
  mayRead({ sight, records }: RecordReader, row: Row): boolean {
    return this.#list.sees(sight, row) && (row.is_open || row.expert_id === sight.viewer.user_id || records);
  }

  /** Which live or ended calls a reader may read. */
  readableOf(reader: RecordReader, open: boolean): ReadableRecord {
    return open ? this.#list.readableLive(reader) : this.#list.readableEnded(reader);
  }

  readable(asker: CallReader, user_id?: string): ReadableRecord {
    return this.#list.readableEnded(this.readerOf(asker), user_id);
  }

  /** Questions that other features ask of every kind. `visibleRow`: throws where a caller may not read a call. */
  answers(
    visibleRow: (id: string, asker: CallReader) => Promise<Row>,
  ): Omit<Required<CallsOfKind>, 'kind' | 'told' | 'made' | 'levelsInRupees' | 'shown' | 'cards' | 'refusal' | 'corrected'> {
    return {
      sees: (asker) => {
        const { sight } = this.readerOf(asker);
        return (row) => this.#list.sees(sight, row as Row);
      },
      reads: (asker) => {
        const reader = this.readerOf(asker);
        return (row) => this.mayRead(reader, row as Row);
      },
      stopped: async (expert_id, since, asker) => {
        const { sight, records } = this.readerOf(asker);
        // How many of them were answered for says how many there were: a figure, and half of a hit rate.
        if (!this.figures && sight.viewer.user_id !== expert_id) return null;
        return this.#list.stopped(this.#parts.platform.db, sight, { expert_id, since, records });
      },
      readable: (asker, expert_id) => this.readable(asker, expert_id),
      requireVisible: async (id, asker) => void (await visibleRow(id, asker)),
    };
  }

  /** Where figures are not allowed: the total of a status is a hit rate, and the best first is a list of winners. */
  #refuseByResult({ status, sort }: Pick<PagedQuery, 'status' | 'sort'>, open: boolean): void {
    if (!open && !this.figures && (status !== undefined || sort === 'result')) throw new Fail('PERF_NOT_ALLOWED');
  }
}
