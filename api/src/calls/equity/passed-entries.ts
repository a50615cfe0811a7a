import type { EntryStand } from '@vimarsh/shared/domain/calls/entering/entry-stand.ts';
import { shareStand } from '@vimarsh/shared/domain/calls/equity/entry/share-stand.ts';
import { sql } from 'kysely';
import type { Market } from '../../market/index.ts';
import { KeptEntries } from '../reading/kept-entries.ts';
import type { EquityDatabase } from './tables.ts';

/** So many are kept for readers who go on in a list that was ordered by them. */
const KEPT = 40;

/** Open calls by whether they can be entered at the prices of a moment. */
export interface Entries {
  readonly at: Date;
  /** Their entry has passed. */
  readonly ids: readonly string[];
  /** They can still be entered: calls to buy that run or wait for their entry, that prices judge, and whose entry has not passed. */
  readonly open: readonly string[];
  /** Ids of open calls that are close to their stop-loss. */
  readonly close: readonly string[];
  /** Calls to sell of the same kind: they speak to who holds the stock. */
  readonly holders: readonly string[];
}

/** Which open calls can't be entered as published any more, at the prices of a moment, and which still can. Lists have the former last. */
export class PassedEntries {
  readonly #db: EquityDatabase;
  readonly #market: Pick<Market, 'quote' | 'now'>;
  readonly #kept: KeptEntries<Entries>;

  constructor(db: EquityDatabase, market: Pick<Market, 'quote' | 'now'>) {
    this.#db = db;
    this.#market = market;
    this.#kept = new KeptEntries(
      (at) => this.#take(at),
      () => market.now(),
      KEPT,
    );
  }

  /** How entries stand now, or as they stood for a list whose answer is of an earlier moment, as long as that is kept. */
  entries(orderedAt?: Date): Promise<Entries> {
    return this.#kept.at(orderedAt);
  }

  async #take(at: Date): Promise<Entries> {
    const rows = await this.#db
      .selectFrom('calls')
      .select(['id', 'stock', 'call_type', 'status', 'entry_low', 'entry_high', 'price', 'target_price', 'stop_loss', 'entry_price'])
      // A key of the state: inside a text its quotes would be escaped.
      .select(sql<boolean>`state like '%"not_judgeable":%'`.as('in_doubt'))
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .execute();
    const stands = rows.map((row) => ({ ...row, stand: shareStand({ ...row, entered: row.entry_price }, this.#market.quote(row.stock)?.ltp ?? 0) }));
    const judged = stands.filter(({ call_type, status, in_doubt }) => call_type !== 'Hold' && status !== 'suspended_open' && !in_doubt);
    const idsOf = (of: typeof stands, stand: EntryStand): string[] => of.filter((row) => row.stand === stand).map(({ id }) => id);
    const close = idsOf(judged, 'close');
    return { at, ids: idsOf(stands, 'passed'), open: [...idsOf(judged, 'open'), ...close], close, holders: idsOf(judged, 'holders') };
  }
}
