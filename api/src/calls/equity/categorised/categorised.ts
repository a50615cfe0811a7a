import type { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import { type Categorised, CLOSED_DIMENSIONS, DIMENSIONS, LIVE_DIMENSIONS, type SlicedCall } from '@vimarsh/shared/contract/categorisation/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { nearStop } from '@vimarsh/shared/domain/calls/equity/categorisation.ts';
import { DISCLAIMERS, figuresAllowed, type PerfPolicy, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { MIN_SAMPLE } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { mayKeep, maySeeCall, type Sight, sightOf } from '../../../entitlements/index.ts';
import type { Identity } from '../../../identity/index.ts';
import type { Ledger } from '../../../ledger/index.ts';
import type { Market } from '../../../market/index.ts';
import { callerOf } from '../../../platform/access/access.ts';
import { Fail, type Platform } from '../../../platform/platform.ts';
import { frozenAt } from '../../engine/frozen-calls.ts';
import type { CallReader, ReadableRecord } from '../../kind.ts';
import type { SharedAnswers } from '../../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../../reading/expert-directory.ts';
import { SlicedRows } from '../../reading/sliced.ts';
import { countable, filtersOf, fits, LEAST, LISTED, labelled, MOST, requireDimensions, YEAR_MS } from '../../reading/slicing.ts';
import { type CountedRow, countLocked, readVisible } from '../store.ts';
import { type CallRow, EQUITY, type EquityDatabase, equityTables } from '../tables.ts';
import { closedFact, consensusOf, liveFact, NO_VOICE, progressOf } from './call-categories.ts';
import { type SliceFact, sliceBy } from './slices.ts';
import { CategoryFacts } from './stock-facts.ts';

export interface CategorisedDependencies {
  readonly platform: Pick<Platform, 'db' | 'config'>;
  readonly directory: ExpertDirectory;
  readonly policy: PerfPolicy;
  readonly market: Market;
  readonly identity: Pick<Identity, 'throughBroker'>;
  readonly ledger: Pick<Ledger, 'eventsOfType'>;
  readonly answers: SharedAnswers;
  readonly listAnswers: SharedAnswers;
  readonly readableRecord: (reader: CallReader) => ReadableRecord;
}

/** Facts of live calls stand for so long, market time: as often as prices reach a screen. */
const LIVE_MS = 1000;
/** Categories of closed calls. Up to twenty thousand calls are read for one answer. */
const REST_MS = 10_000;

type Query = Received<typeof readCategorised>['query'];
interface Row {
  readonly row: CountedRow;
  readonly fact: SliceFact;
}

/** Calls a caller may see, counted by dimensions. */
export class CategorisedCalls {
  readonly #parts: CategorisedDependencies;
  readonly #db: EquityDatabase;
  readonly #stocks: CategoryFacts;

  constructor(parts: CategorisedDependencies) {
    this.#parts = parts;
    this.#db = equityTables(parts.platform.db);
    this.#stocks = new CategoryFacts(parts.market);
  }

  /** Throws BROKER_LOGIN where a broker login comes first, BAD_REQUEST for a dimension the view lacks. */
  async of(query: Query, asker: CallReader): Promise<Categorised> {
    await this.#letIn(asker);
    const { platform, policy, market } = this.#parts;
    const { view, rows, columns = null } = query;
    const open = view === 'live';
    const filters = filtersOf(DIMENSIONS, query);
    const showResults = figuresAllowed(policy);
    requireDimensions(view, open ? LIVE_DIMENSIONS : countable(CLOSED_DIMENSIONS, showResults), { rows, columns, filters });

    const now = market.now();
    const sight = sightOf(asker, now, platform.config.demo);
    const [all, locked] = await Promise.all([
      open ? this.#live(sight, asker) : this.#closed(sight, asker),
      open ? countLocked(this.#db, this.#parts.listAnswers, sight, { today: istDay(now) }) : { rows: [], count: 0 },
    ]);
    const ofOne = [rows, columns, ...filters.map(({ dimension }) => dimension)].includes('expert');
    const counted = all.slice(JSON.stringify([rows, columns, filters]), (every) => {
      const slice = every.filter(({ fact }) => fits(filters, fact));
      const facts = slice.map(({ fact }) => fact);
      return {
        ...sliceBy(facts, rows, columns, { need: ofOne ? MIN_SAMPLE : LEAST, figures: showResults }),
        where: labelled(
          filters,
          every.map(({ fact }) => fact),
        ),
        calls: slice.slice(0, LISTED).map(({ row, fact }) => this.#listed(row, fact)),
      };
    });
    return {
      view,
      ...counted,
      ...(!open && { since: istDay(new Date(now.getTime() - YEAR_MS)) }),
      locked_count: locked.count,
      figures: showResults,
      disclaimer: DISCLAIMERS[policy],
      csv: mayKeep(asker),
      saves: mayKeep(asker),
      as_of: all.at.toISOString(),
    };
  }

  async #letIn(asker: CallReader): Promise<void> {
    const through_broker = await this.#parts.identity.throughBroker(asker.caller!.user_id);
    if (!may(callerOf(asker), 'categories.open', { through_broker })) throw new Fail('BROKER_LOGIN');
  }

  /** Prices move every second; so long the same facts serve everybody who may read the same live calls. */
  async #live(sight: Sight, { caller }: CallReader): Promise<SlicedRows<Row>> {
    const { answers, directory, market } = this.#parts;
    const { liveTerms, weeklyPick } = sight.scope;
    const author = caller?.expert_status ? caller.user_id : '';
    return answers.of({
      key: `live facts ${liveTerms} ${weeklyPick} ${author} ${await directory.names()}`,
      concerns: ({ kind, row }) => kind === EQUITY && (row.expert_id === author || maySeeCall(sight, row as CallRow)),
      compute: async () => {
        const now = market.now();
        const rows = await this.#readLive(sight, now);
        return { value: new SlicedRows(rows, now), until: now.getTime() + LIVE_MS, rows: rows.length };
      },
    });
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
        const [expert, stock] = await Promise.all([this.#nameOf(row), this.#stocks.of(row.stock, istDay(now))]);
        const parts = { expert, stock, fno: this.#fno(row), ltp: this.#ltp(row), consensus: frozen.has(row.id) ? NO_VOICE : consensus.get(row.stock)!, now };
        return { row, fact: liveFact(row, parts) };
      }),
    );
  }

  async #closed(sight: Sight, asker: CallReader): Promise<SlicedRows<Row>> {
    const { answers, directory, market, policy, readableRecord } = this.#parts;
    const readable = readableRecord(asker);
    return answers.of({
      key: `closed facts ${istDay(market.now())} ${readable.key} ${await directory.names()}`,
      concerns: (change) => readable.has(change),
      rest: REST_MS,
      compute: async () => {
        const now = market.now();
        const from = new Date(now.getTime() - YEAR_MS);
        const rows = await readVisible(this.#db, sight, { open: false, records: recordsAllowed(policy), from, limit: MOST });
        const oldest = rows.at(-1)?.ended_at?.getTime();
        const facts = await Promise.all(rows.map(async (row) => ({ row, fact: closedFact(row, await this.#nameOf(row), this.#fno(row)) })));
        // Until the oldest of them is a year old.
        return { value: new SlicedRows(facts, now), ...(oldest !== undefined && { until: oldest + YEAR_MS + 1 }), rows: rows.length };
      },
    });
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
    };
  }

  readonly #nameOf = async (row: CountedRow): Promise<string> => (await this.#parts.directory.name(row.expert_id)).full_name;
  readonly #ltp = (row: CountedRow): number | null => this.#parts.market.quote(row.stock)?.ltp ?? null;
  readonly #fno = (row: CountedRow): boolean => this.#parts.market.instrument(row.stock)?.fno ?? false;
}
