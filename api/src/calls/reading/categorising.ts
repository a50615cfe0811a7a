import { may } from '@vimarsh/shared/domain/access/may.ts';
import { DISCLAIMERS, type PerfPolicy } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { MIN_SAMPLE } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { mayKeep } from '../../entitlements/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { Market } from '../../market/index.ts';
import { callerOf } from '../../platform/access/access.ts';
import { Fail } from '../../platform/platform.ts';
import type { CallReader } from '../kind.ts';
import type { SharedAnswers } from './changes/shared-answers.ts';
import type { ExpertDirectory } from './expert-directory.ts';
import type { KindReading } from './kind-reading.ts';
import type { ListedRow, PagedQuery } from './paged-list.ts';
import type { RecordReader } from './readable.ts';
import { SlicedRows } from './sliced.ts';
import { countable, filtersOf, fits, LEAST, LISTED, labelled, requireDimensions, type Sliced, type SliceRule, YEAR_MS } from './slicing.ts';

export interface CategorisingDependencies {
  readonly directory: ExpertDirectory;
  readonly policy: PerfPolicy;
  readonly market: Pick<Market, 'now'>;
  readonly identity: Pick<Identity, 'throughBroker'>;
  readonly answers: SharedAnswers;
}

/** Facts of live calls stand for so long, market time: as often as prices reach a screen. */
const LIVE_MS = 1000;
/** Categories of closed calls. Up to twenty thousand calls are read for one answer. */
const REST_MS = 10_000;

/** A call, and what it is by the dimensions of its kind. */
export interface Categorised<Row, Fact> {
  readonly row: Row;
  readonly fact: Fact;
}

/** What counting by category differs in for one kind of call. */
export interface CategorisedKind<D extends string, Row, Fact, Slice, Listed> {
  readonly name: string;
  readonly dimensions: readonly D[];
  readonly live: readonly D[];
  readonly closed: readonly D[];
  slice(facts: readonly Fact[], rows: D, columns: D | null, rule: SliceRule): Slice;
  /** A call as it stands below the counts. */
  listed(call: Categorised<Row, Fact>): Listed;
}

interface Asked<D extends string> {
  readonly view: 'live' | 'closed';
  readonly rows: D;
  readonly columns?: D | undefined;
}

/** Calls of one kind that a caller may see, counted by dimensions. */
export class Categorising<D extends string, Row extends Pick<ListedRow, 'ended_at'>, Fact extends Sliced<D>, Slice, Listed> {
  readonly #parts: CategorisingDependencies;
  readonly #calls: Pick<KindReading<ListedRow, PagedQuery>, 'figures' | 'readerOf' | 'readableOf'>;
  readonly #kind: CategorisedKind<D, Row, Fact, Slice, Listed>;

  constructor(
    parts: CategorisingDependencies,
    calls: Pick<KindReading<ListedRow, PagedQuery>, 'figures' | 'readerOf' | 'readableOf'>,
    kind: CategorisedKind<D, Row, Fact, Slice, Listed>,
  ) {
    this.#parts = parts;
    this.#calls = calls;
    this.#kind = kind;
  }

  /**
   * `pool`: the part of the calls that is counted. `read` has the calls at a moment, the newest first. Throws BROKER_LOGIN where a broker login
   * comes first, BAD_REQUEST for a dimension the view lacks.
   */
  async of(
    asked: Asked<D> & Readonly<Partial<Record<D, string>>>,
    asker: CallReader,
    pool: string,
    read: (reader: RecordReader, at: Date) => Promise<Categorised<Row, Fact>[]>,
  ) {
    const { identity, policy, market } = this.#parts;
    const { dimensions, live, closed } = this.#kind;
    const through_broker = await identity.throughBroker(asker.caller!.user_id);
    if (!may(callerOf(asker), 'categories.open', { through_broker })) throw new Fail('BROKER_LOGIN');
    const { view, rows, columns = null } = asked;
    const { figures } = this.#calls;
    const filters = filtersOf(dimensions, asked);
    requireDimensions(view, view === 'live' ? live : countable(closed, figures), { rows, columns, filters });
    const now = market.now();
    const all = await this.#facts(view, asker, `${istDay(now)} ${view} ${pool}`, read);
    const ofOne = [rows, columns, ...filters.map(({ dimension }) => dimension)].includes('expert' as D);
    const counted = all.slice(JSON.stringify([rows, columns, filters]), (every) => {
      const chosen = every.filter(({ fact }) => fits(filters, fact));
      const where = labelled(
        filters,
        every.map(({ fact }) => fact),
      );
      const facts = chosen.map(({ fact }) => fact);
      const slice = this.#kind.slice(facts, rows, columns, { need: ofOne ? MIN_SAMPLE : LEAST, figures });
      return { ...slice, where, calls: chosen.slice(0, LISTED).map((call) => this.#kind.listed(call)) };
    });
    return {
      view,
      ...counted,
      ...(view === 'closed' && { since: istDay(new Date(now.getTime() - YEAR_MS)) }),
      figures,
      disclaimer: DISCLAIMERS[policy],
      csv: mayKeep(asker),
      as_of: all.at.toISOString(),
    };
  }

  /** Shared by all who may read the same calls: of live ones as long as prices stand on a screen, of closed ones until the oldest is a year old. */
  async #facts(
    view: 'live' | 'closed',
    asker: CallReader,
    which: string,
    read: (reader: RecordReader, at: Date) => Promise<Categorised<Row, Fact>[]>,
  ): Promise<SlicedRows<Categorised<Row, Fact>>> {
    const { answers, directory, market } = this.#parts;
    const open = view === 'live';
    const reader = this.#calls.readerOf(asker);
    const readable = this.#calls.readableOf(reader, open);
    return answers.of({
      key: `${this.#kind.name} facts ${which} ${readable.key} ${await directory.names()}`,
      concerns: (change) => readable.has(change),
      ...(!open && { rest: REST_MS }),
      compute: async () => {
        const at = market.now();
        const rows = await read(reader, at);
        const oldest = rows.at(-1)?.row.ended_at?.getTime();
        const until = open ? at.getTime() + LIVE_MS : oldest === undefined ? undefined : oldest + YEAR_MS + 1;
        return { value: new SlicedRows(rows, at), ...(until !== undefined && { until }), rows: rows.length };
      },
    });
  }
}
