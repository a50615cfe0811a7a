import type { Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

interface SettledTables {
  market_settled_steps: { symbol: string; day: string; settled_at: Date };
}
const tablesOf = (db: Database): Kysely<SettledTables> => db;

/** How often a node asks for what another has settled. */
const ASK_MS = 5_000;

/**
 * Steps of a price that two people have found to be right: no action is behind them. From then on alerts reach levels through them, series go on
 * over them and the day's change is one.
 */
export class SettledSteps {
  readonly #db: Database;
  readonly #clock: () => number;
  #days: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #known = -1;
  #asked = Number.NEGATIVE_INFINITY;

  constructor(db: Database, clock: () => number = () => performance.now()) {
    this.#db = db;
    this.#clock = clock;
  }

  has(symbol: string, day: string): boolean {
    return this.#days.get(symbol)?.has(day) ?? false;
  }

  /** In the transaction that puts their decision into the record. */
  async settle(tx: Database, symbol: string, day: string, settled_at: Date): Promise<void> {
    await tablesOf(tx)
      .insertInto('market_settled_steps')
      .values({ symbol, day, settled_at })
      .onConflict((conflict) => conflict.columns(['symbol', 'day']).doNothing())
      .execute();
  }

  /** Asks for what was settled. The earliest day among what is new; null where nothing is. */
  async refresh(): Promise<string | null> {
    if (this.#clock() - this.#asked < ASK_MS) return null;
    this.#asked = this.#clock();
    const rows = await tablesOf(this.#db).selectFrom('market_settled_steps').select(['symbol', 'day']).orderBy('day').execute();
    if (rows.length === this.#known) return null;
    this.#known = rows.length;
    const fresh = rows.filter(({ symbol, day }) => !this.has(symbol, day));
    this.#days = new Map([...Map.groupBy(rows, ({ symbol }) => symbol)].map(([symbol, own]) => [symbol, new Set(own.map(({ day }) => day))]));
    return fresh[0]?.day ?? null;
  }
}
