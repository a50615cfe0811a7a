import { KeptEntries } from '../reading/kept-entries.ts';
import { type StandingMarket, standings } from './standing.ts';
import type { OptionDatabase } from './tables.ts';

/** Open option calls by whether they can be entered at the quotes of a moment. */
interface Entries {
  readonly at: Date;
  readonly passed: readonly string[];
  /** They run or wait for their entry, can be judged, have quotes for all legs, and their underlying takes new positions today. */
  readonly open: readonly string[];
  /** Ids of open calls that are close to their stop-loss. */
  readonly close: readonly string[];
}

/** Which open option calls can still be entered as published, for everybody: a reader's list holds those of them that the reader may see. */
export class OptionEntries {
  readonly #db: OptionDatabase;
  readonly #market: StandingMarket;
  readonly #kept: KeptEntries<Entries>;

  constructor(db: OptionDatabase, market: StandingMarket) {
    this.#db = db;
    this.#market = market;
    this.#kept = new KeptEntries(
      (at) => this.#take(at),
      () => market.now(),
    );
  }

  now(): Promise<Entries> {
    return this.#kept.at();
  }

  async #take(at: Date): Promise<Entries> {
    const rows = await this.#db
      .selectFrom('option_calls')
      .select(['id', 'stock', 'status', 'legs', 'breakevens', 'stale', 'lot_size', 'is_open', 'published_at', 'state'])
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .execute();
    const standingOf = standings(this.#market);
    const passed: string[] = [];
    const open: string[] = [];
    const close: string[] = [];
    for (const row of rows) {
      // A damaged row is told of where it is read; here it can't be entered.
      const now = await standingOf(row).catch(() => undefined);
      // A key of the state: inside a text its quotes would be escaped.
      if (row.state.includes('"not_judgeable":')) continue;
      if (now?.entry === 'passed') passed.push(row.id);
      const isQuoted = now?.exits.every((exit) => exit !== null);
      const isOffered = now?.entry === 'open' || now?.entry === 'close';
      if (!isOffered || !isQuoted || now.banned || row.status === 'suspended_open') continue;
      open.push(row.id);
      if (now.entry === 'close') close.push(row.id);
    }
    return { at, passed, open, close };
  }
}
