import { entryPassed } from '@vimarsh/shared/domain/calls/equity/entry-passed.ts';
import { sql } from 'kysely';
import type { Market } from '../../market/index.ts';
import type { EquityDatabase } from './tables.ts';

/** An answer as old as this (market time) is taken again, for the order of a list does not follow every price. */
const GOOD_FOR_MS = 30_000;
/** So many are kept for readers who go on in a list that was ordered by them. */
const KEPT = 40;

/** Open calls by whether they can be entered at the prices of a moment. */
interface Entries {
  readonly at: Date;
  /** Their entry has passed. */
  readonly ids: readonly string[];
  /** They can still be entered: calls to buy or to sell that run or wait for their entry, that prices judge, and whose entry has not passed. */
  readonly open: readonly string[];
}

/** Which open calls can't be entered as published any more, at the prices of a moment, and which still can. Lists have the former last. */
export class PassedEntries {
  readonly #db: EquityDatabase;
  readonly #market: Pick<Market, 'quote' | 'now'>;
  /** The newest first. */
  #kept: readonly Entries[] = [];
  #next: Promise<Entries> | null = null;

  constructor(db: EquityDatabase, market: Pick<Market, 'quote' | 'now'>) {
    this.#db = db;
    this.#market = market;
  }

  /** Ids of those whose entry has passed. */
  async ids(orderedAt?: Date): Promise<readonly string[]> {
    return (await this.entries(orderedAt)).ids;
  }

  /** How entries stand now, or as they stood for a list whose answer is of an earlier moment, as long as that is kept. */
  async entries(orderedAt?: Date): Promise<Entries> {
    const then = orderedAt && this.#kept.find(({ at }) => at <= orderedAt);
    if (then) return then;
    const last = this.#kept[0];
    if (last && this.#market.now().getTime() - last.at.getTime() < GOOD_FOR_MS) return last;
    this.#next ??= this.#take().finally(() => {
      this.#next = null;
    });
    return this.#next;
  }

  async #take(): Promise<Entries> {
    const at = this.#market.now();
    const rows = await this.#db
      .selectFrom('calls')
      .select(['id', 'stock', 'call_type', 'status', 'entry_low', 'entry_high', 'price', 'target_price', 'stop_loss'])
      // A key of the state: inside a text its quotes would be escaped.
      .select(sql<boolean>`state like '%"not_judgeable":%'`.as('in_doubt'))
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .execute();
    const passed = rows.filter((row) => entryPassed(row, this.#market.quote(row.stock)?.ltp ?? 0)).map(({ id }) => id);
    const gone = new Set(passed);
    const open = rows.filter(({ id, call_type, status, in_doubt }) => call_type !== 'Hold' && status !== 'suspended_open' && !in_doubt && !gone.has(id));
    const entries = { at, ids: passed, open: open.map(({ id }) => id) };
    this.#kept = [entries, ...this.#kept].slice(0, KEPT);
    return entries;
  }
}
