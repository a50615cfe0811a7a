import type { Database } from '../../../platform/platform.ts';
import { waitingRows } from '../../corrections/correctable.ts';
import { readState } from '../recorded.ts';

/** A call waits for days at most before somebody looks; a minute more is no matter, and the question reads all open calls. */
const LOOK_MS = 5 * 60_000;
/** Stocks that one sentence names. */
const NAMED = 5;

/** Tells the operator of calls that prices cannot judge, before their authors ask. */
export function waitingWords(waiting: readonly { readonly stock: string; readonly day: string }[]): string[] {
  if (waiting.length === 0) return [];
  const stocks = [...new Set(waiting.map(({ stock, day }) => `${stock} on ${day}`))];
  const named = stocks.length > NAMED ? `${stocks.slice(0, NAMED).join(', ')} and ${stocks.length - NAMED} more` : stocks.join(', ');
  const calls = waiting.length === 1 ? '1 open call waits' : `${waiting.length} open calls wait`;
  return [
    `${calls} because nobody knows what a corporate action made of the price (${named}): import the list of actions or the exchange’s adjustment, or let two admins decide.`,
  ];
}

/** Looks every few minutes which open calls wait over a step in the price, for `/readyz`. */
export class WaitingRemark {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  #said: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  said(): readonly string[] {
    return this.#said;
  }

  async look(): Promise<void> {
    const rows = await waitingRows(this.#db, { table: 'calls' });
    this.#said = waitingWords(
      rows.flatMap((row) => {
        const waits = readState(row).not_judgeable;
        return waits?.cause === 'price_step' ? [{ stock: row.stock, day: waits.day }] : [];
      }),
    );
  }

  start(): void {
    const look = (): void => void this.look().catch(this.#onError);
    look();
    this.#timer = setInterval(look, LOOK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
