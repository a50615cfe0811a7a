import { type StandingMarket, standings } from './standing.ts';
import type { OptionDatabase } from './tables.ts';

/** An answer as old as this (market time) is taken again: the order of a list does not follow every quote. */
const GOOD_FOR_MS = 30_000;

/** Open option calls by whether they can be entered at the quotes of a moment. */
interface Entries {
  readonly at: Date;
  readonly passed: readonly string[];
  /** They run or wait for their entry, can be judged, have quotes for all legs, and their underlying takes new positions today. */
  readonly open: readonly string[];
}

/** Which open option calls can still be entered as published, for everybody: a reader's list holds those of them that the reader may see. */
export class OptionEntries {
  readonly #db: OptionDatabase;
  readonly #market: StandingMarket;
  #last: Entries | null = null;
  #next: Promise<Entries> | null = null;

  constructor(db: OptionDatabase, market: StandingMarket) {
    this.#db = db;
    this.#market = market;
  }

  async now(): Promise<Entries> {
    const last = this.#last;
    if (last && this.#market.now().getTime() - last.at.getTime() < GOOD_FOR_MS) return last;
    this.#next ??= this.#take().finally(() => {
      this.#next = null;
    });
    return this.#next;
  }

  async #take(): Promise<Entries> {
    const at = this.#market.now();
    const rows = await this.#db
      .selectFrom('option_calls')
      .select(['id', 'stock', 'status', 'legs', 'breakevens', 'stale', 'lot_size', 'is_open', 'published_at', 'state'])
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .execute();
    const standingOf = standings(this.#market);
    const passed: string[] = [];
    const open: string[] = [];
    for (const row of rows) {
      // A damaged row is told of where it is read; here it can't be entered.
      const now = await standingOf(row).catch(() => undefined);
      // A key of the state: inside a text its quotes would be escaped.
      if (row.state.includes('"not_judgeable":')) continue;
      if (now?.entry_passed) passed.push(row.id);
      const isQuoted = now?.exits.every((exit) => exit !== null);
      if (now?.entry_passed === false && isQuoted && !now.banned && row.status !== 'suspended_open') open.push(row.id);
    }
    this.#last = { at, passed, open };
    return this.#last;
  }
}
