import type { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import {
  type Categorised,
  CLOSED_DIMENSIONS,
  DIMENSIONS,
  type Dimension,
  LIVE_DIMENSIONS,
  type SlicedCall,
} from '@vimarsh/shared/contract/categorisation/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { nearStop } from '@vimarsh/shared/domain/calls/equity/categorisation.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { mayKeep, type Sight } from '../../../entitlements/index.ts';
import type { Ledger } from '../../../ledger/index.ts';
import type { Market } from '../../../market/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { frozenAt } from '../../engine/frozen-calls.ts';
import type { CallReader } from '../../kind.ts';
import { type Categorised as CategorisedRow, Categorising, type CategorisingDependencies } from '../../reading/categorising.ts';
import type { SharedAnswers } from '../../reading/changes/shared-answers.ts';
import type { KindReading } from '../../reading/kind-reading.ts';
import { MOST, YEAR_MS } from '../../reading/slicing.ts';
import { FOLLOWED, type FollowedRows } from '../followers/followed-rows.ts';
import { type CountedRow, countLocked, type ListQuery, readVisible } from '../store.ts';
import { type CallRow, EQUITY, type EquityDatabase, equityTables } from '../tables.ts';
import { closedFact, consensusOf, liveFact, NO_VOICE, progressOf } from './call-categories.ts';
import { type SliceFact, sliceBy } from './slices.ts';
import { CategoryFacts } from './stock-facts.ts';

export interface CategorisedDependencies extends CategorisingDependencies {
  readonly platform: Pick<Platform, 'db'>;
  readonly market: Market;
  readonly ledger: Pick<Ledger, 'eventsOfType'>;
  readonly listAnswers: SharedAnswers;
  readonly followed: Pick<FollowedRows, 'made' | 'madeSoFar'>;
}

type Row = CategorisedRow<CountedRow, SliceFact>;

/** Calls a caller may see, counted by dimensions. */
export class CategorisedCalls {
  readonly #parts: CategorisedDependencies;
  readonly #calls: KindReading<CallRow, ListQuery>;
  readonly #db: EquityDatabase;
  readonly #stocks: CategoryFacts;
  readonly #categorising: Categorising<Dimension, CountedRow, SliceFact, ReturnType<typeof sliceBy>, SlicedCall>;

  constructor(parts: CategorisedDependencies, calls: KindReading<CallRow, ListQuery>) {
    this.#parts = parts;
    this.#calls = calls;
    this.#db = equityTables(parts.platform.db);
    this.#stocks = new CategoryFacts(parts.market);
    this.#categorising = new Categorising(parts, calls, {
      name: EQUITY,
      dimensions: DIMENSIONS,
      live: LIVE_DIMENSIONS,
      closed: CLOSED_DIMENSIONS,
      slice: sliceBy,
      listed: ({ row, fact }) => this.#listed(row, fact),
    });
  }

  /** Throws as `Categorising` does. */
  async of(query: Received<typeof readCategorised>['query'], asker: CallReader): Promise<Categorised> {
    const open = query.view === 'live';
    const counted = await this.#categorising.of(query, asker, '', ({ sight, records }, at) =>
      open ? this.#readLive(sight, at) : this.#readClosed(sight, records, at),
    );
    const { sight } = this.#calls.readerOf(asker);
    const today = istDay(this.#parts.market.now());
    const locked = open ? await countLocked(this.#db, this.#parts.listAnswers, sight, { today }) : { count: 0 };
    const calls = open ? counted.calls : await this.#withMade(counted.calls);
    return { ...counted, calls, locked_count: locked.count, saves: mayKeep(asker) };
  }

  /** Closed calls with what followers made of them, which the record does not hold. */
  async #withMade(calls: readonly SlicedCall[]): Promise<SlicedCall[]> {
    if (calls.length === 0) return [];
    const ids = calls.map(({ id }) => id);
    const rows = await this.#db.selectFrom('calls').select(FOLLOWED).where('id', 'in', ids).execute();
    const made = new Map(await Promise.all(rows.map(async (row) => [row.id, await this.#parts.followed.made(row)] as const)));
    return calls.map((call) => ({ ...call, made: made.get(call.id) ?? null }));
  }

  async #readLive(sight: Sight, now: Date): Promise<Row[]> {
    const { ledger } = this.#parts;
    const rows = await readVisible(this.#db, sight, { open: true, records: true, from: now, limit: MOST });
    const frozen = await frozenAt(
      ledger,
      rows.map(({ id }) => id),
      now,
    );
    const heard = rows.filter(({ id }) => !frozen.has(id));
    const consensus = new Map([...Map.groupBy(heard, ({ stock }) => stock)].map(([stock, own]) => [stock, consensusOf(own)]));
    return Promise.all(
      rows.map(async (row) => {
        const [expert, stock, made] = await Promise.all([this.#nameOf(row), this.#stocks.of(row.stock, istDay(now)), this.#parts.followed.madeSoFar(row)]);
        const parts = {
          expert,
          stock,
          made,
          fno: this.#fno(row),
          ltp: this.#ltp(row),
          consensus: frozen.has(row.id) ? NO_VOICE : consensus.get(row.stock)!,
          now,
        };
        return { row, fact: liveFact(row, parts) };
      }),
    );
  }

  async #readClosed(sight: Sight, records: boolean, at: Date): Promise<Row[]> {
    const rows = await readVisible(this.#db, sight, { open: false, records, from: new Date(at.getTime() - YEAR_MS), limit: MOST });
    return Promise.all(rows.map(async (row) => ({ row, fact: closedFact(row, await this.#nameOf(row), this.#fno(row)) })));
  }

  #listed(row: CountedRow, fact: SliceFact): SlicedCall {
    const ltp = this.#ltp(row);
    const entered = row.entry_price !== null && ltp !== null && row.is_open;
    return {
      id: row.id,
      stock: row.stock,
      call_type: row.call_type,
      term: row.term,
      status: row.status,
      expert: fact.categories.expert!.label,
      published_at: row.published_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      potential_return: row.potential_return,
      progress: row.is_open ? progressOf(row, ltp) : null,
      near_stop: entered && nearStop({ entry: row.entry_price!, stop: row.stop_loss }, ltp),
      realised_return: row.realised_return,
      ...(row.is_open && { made: fact.made === null ? null : Math.round(fact.made * 10_000) / 10_000 + 0 }),
    };
  }

  readonly #nameOf = async (row: CountedRow): Promise<string> => (await this.#parts.directory.name(row.expert_id)).full_name;
  readonly #ltp = (row: CountedRow): number | null => this.#parts.market.quote(row.stock)?.ltp ?? null;
  readonly #fno = (row: CountedRow): boolean => this.#parts.market.instrument(row.stock)?.fno ?? false;
}
