import {
  type Categorised,
  CLOSED_DIMENSIONS,
  DIMENSIONS,
  type Dimension,
  LIVE_DIMENSIONS,
  type readCategorised,
  type SlicedCall,
} from '@vimarsh/shared/contract/categorisation.contract.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { istDay } from '@vimarsh/shared/domain/calendar.ts';
import { brokerLoginFirst, nearStop } from '@vimarsh/shared/domain/categorisation.ts';
import { DISCLAIMERS, figuresAllowed, MIN_SAMPLE, recordsAllowed } from '@vimarsh/shared/domain/performance.ts';
import type { Identity } from '../../identity/index.ts';
import type { Market } from '../../market/index.ts';
import { type Ctx, Fail } from '../../platform/platform.ts';
import { listLocked, readVisible } from '../calls.store.ts';
import type { CallRow, CallsDatabase } from '../calls.tables.ts';
import type { ExpertDirectory } from '../expert-directory.ts';
import type { Figures } from '../figures.ts';
import { type Sight, sightOf } from '../viewer.ts';
import { closedFact, consensusOf, liveFact, progressOf } from './call-categories.ts';
import { type SliceFact, sliceBy } from './slices.ts';
import { StockFacts } from './stock-facts.ts';

export interface CategorisedParts {
  readonly db: CallsDatabase;
  readonly directory: ExpertDirectory;
  readonly figures: Figures;
  readonly market: Market;
  readonly identity: Pick<Identity, 'throughBroker'>;
  readonly demo: boolean;
}

type Query = Received<typeof readCategorised>['query'];
type Asker = Pick<Ctx, 'caller' | 'partner'>;
interface Row {
  readonly row: CallRow;
  readonly fact: SliceFact;
}

/** Calls closed within a year are counted, and this many at most. */
const YEAR_MS = 365 * 86_400_000;
const MOST = 20_000;
const LISTED = 20;
/** Least sample of a rate over calls of several experts; over one expert's calls it is that of her own figures. */
const LEAST = 5;

/** Files and saved views are Pro’s (product D.4). */
export const hasPro = ({ caller }: Pick<Ctx, 'caller'>): boolean => caller?.plan === 'Pro' || caller?.is_admin === true;

/** Calls a caller may see, counted by dimensions. */
export class CategorisedCalls {
  readonly #parts: CategorisedParts;
  readonly #stocks: StockFacts;

  constructor(parts: CategorisedParts) {
    this.#parts = parts;
    this.#stocks = new StockFacts(parts.market);
  }

  /** Throws BROKER_LOGIN where that comes first, BAD_REQUEST for a dimension the view doesn't have. */
  async of(query: Query, asker: Asker): Promise<Categorised> {
    await this.#letIn(asker);
    const { db, figures, market, demo } = this.#parts;
    const open = query.view === 'live';
    const filters = DIMENSIONS.flatMap((dimension) => (query[dimension] === undefined ? [] : [{ dimension, key: query[dimension] }]));
    requireDimensions(open, [query.rows, ...(query.columns ? [query.columns] : []), ...filters.map(({ dimension }) => dimension)]);
    if (query.rows === query.columns) throw new Fail('BAD_REQUEST', { problems: [{ path: 'columns', message: 'The same as the rows' }] });

    const sight = sightOf(asker, market.now(), demo);
    const [all, locked] = await Promise.all([
      open ? this.#live(sight) : this.#closed(sight),
      open ? listLocked(db, sight, undefined, 0) : { rows: [], count: 0 },
    ]);
    const slice = all.filter(({ fact }) => filters.every(({ dimension, key }) => fact.categories[dimension]!.key === key));
    const ofOne = [query.rows, query.columns, ...filters.map(({ dimension }) => dimension)].includes('expert');
    const shown = figuresAllowed(figures.mode);
    return {
      view: query.view,
      ...sliceBy(
        slice.map(({ fact }) => fact),
        query.rows,
        query.columns ?? null,
        { need: ofOne ? MIN_SAMPLE : LEAST, figures: shown },
      ),
      where: filters.map(({ dimension, key }) => ({ dimension, key, label: labelOf(all, dimension, key) })),
      calls: slice.slice(0, LISTED).map(({ row, fact }) => this.#listed(row, fact)),
      locked_count: locked.count,
      figures: shown,
      disclaimer: DISCLAIMERS[figures.mode],
      csv: hasPro(asker),
      saves: hasPro(asker),
      as_of: market.now().toISOString(),
    };
  }

  async #letIn({ caller }: Asker): Promise<void> {
    const through_broker = await this.#parts.identity.throughBroker(caller!.user_id);
    if (brokerLoginFirst({ ...caller!, through_broker })) throw new Fail('BROKER_LOGIN');
  }

  async #live(sight: Sight): Promise<Row[]> {
    const { db, market } = this.#parts;
    const now = market.now();
    const rows = await readVisible(db, sight, { open: true, records: true, from: now, limit: MOST });
    const consensus = new Map([...Map.groupBy(rows, ({ stock }) => stock)].map(([stock, own]) => [stock, consensusOf(own)]));
    return Promise.all(
      rows.map(async (row) => {
        const [expert, stock] = await Promise.all([this.#nameOf(row), this.#stocks.of(row.stock, istDay(now))]);
        const parts = { expert, stock, fno: this.#fno(row), ltp: this.#ltp(row), consensus: consensus.get(row.stock)!, now };
        return { row, fact: liveFact(row, parts) };
      }),
    );
  }

  async #closed(sight: Sight): Promise<Row[]> {
    const { db, figures, market } = this.#parts;
    const from = new Date(market.now().getTime() - YEAR_MS);
    const rows = await readVisible(db, sight, { open: false, records: recordsAllowed(figures.mode), from, limit: MOST });
    return Promise.all(rows.map(async (row) => ({ row, fact: closedFact(row, await this.#nameOf(row), this.#fno(row)) })));
  }

  #listed(row: CallRow, fact: SliceFact): SlicedCall {
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

  readonly #nameOf = async (row: CallRow): Promise<string> => (await this.#parts.directory.name(row.expert_id)).full_name;
  readonly #ltp = (row: CallRow): number | null => this.#parts.market.quote(row.stock)?.ltp ?? null;
  readonly #fno = (row: CallRow): boolean => this.#parts.market.instrument(row.stock)?.fno ?? false;
}

function requireDimensions(open: boolean, asked: readonly Dimension[]): void {
  const known: readonly Dimension[] = open ? LIVE_DIMENSIONS : CLOSED_DIMENSIONS;
  const foreign = asked.find((dimension) => !known.includes(dimension));
  if (foreign) throw new Fail('BAD_REQUEST', { problems: [{ path: foreign, message: `${open ? 'Live' : 'Closed'} calls are not counted by this` }] });
}

/** What a filter says; its key where no call has it. */
const labelOf = (rows: readonly Row[], dimension: Dimension, key: string): string =>
  rows.map(({ fact }) => fact.categories[dimension]!).find((category) => category.key === key)?.label ?? key;
