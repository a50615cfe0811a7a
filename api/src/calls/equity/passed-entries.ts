import { entryPassed } from '@vimarsh/shared/domain/calls/equity/entry-passed.ts';
import type { Market } from '../../market/index.ts';
import type { EquityDatabase } from './tables.ts';

/** An answer as old as this (market time) is taken again, for the order of a list does not follow every price. */
const GOOD_FOR_MS = 30_000;
/** So many are kept for readers who go on in a list that was ordered by them. */
const KEPT = 40;

interface Passed {
  readonly at: Date;
  readonly ids: readonly string[];
}

/** Which open calls can't be entered as published any more, at the prices of a moment. Lists have them last. */
export class PassedEntries {
  readonly #db: EquityDatabase;
  readonly #market: Pick<Market, 'quote' | 'now'>;
  /** The newest first. */
  #kept: readonly Passed[] = [];
  #next: Promise<Passed> | null = null;

  constructor(db: EquityDatabase, market: Pick<Market, 'quote' | 'now'>) {
    this.#db = db;
    this.#market = market;
  }

  /** Their ids now, or those that a list was ordered by whose answer is of an earlier moment, as long as they are kept. */
  async ids(orderedAt?: Date): Promise<readonly string[]> {
    const then = orderedAt && this.#kept.find(({ at }) => at <= orderedAt);
    if (then) return then.ids;
    const last = this.#kept[0];
    if (last && this.#market.now().getTime() - last.at.getTime() < GOOD_FOR_MS) return last.ids;
    this.#next ??= this.#take().finally(() => {
      this.#next = null;
    });
    return (await this.#next).ids;
  }

  async #take(): Promise<Passed> {
    const at = this.#market.now();
    const rows = await this.#db
      .selectFrom('calls')
      .select(['id', 'stock', 'call_type', 'status', 'entry_low', 'entry_high', 'price', 'target_price', 'stop_loss'])
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .execute();
    const ids = rows.filter((row) => entryPassed(row, this.#market.quote(row.stock)?.ltp ?? 0)).map(({ id }) => id);
    const passed = { at, ids };
    this.#kept = [passed, ...this.#kept].slice(0, KEPT);
    return passed;
  }
}
