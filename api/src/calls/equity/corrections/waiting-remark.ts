import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { isUntraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Market } from '../../../market/index.ts';
import type { Database } from '../../../platform/platform.ts';
import { readState } from '../recorded.ts';
import { type CallRow, equityTables } from '../tables.ts';

/** How often open calls are read. A step of today needs no new reading, since nothing is published on a stock in doubt. */
const LOOK_MS = 5 * 60_000;
/** Stocks that one sentence names. */
const NAMED = 5;

/** A stock and a day that calls on it wait for. */
type Doubt = Pick<NotJudgeable, 'cause' | 'day'> & { readonly stock: string };

/** Open calls as the remark needs them: what each waits for by its record, and the stocks of the others, once for each call. */
export interface OpenCallsOnFile {
  readonly waiting: readonly Doubt[];
  readonly others: readonly string[];
}

const REASONS: readonly { readonly holds: (doubt: Doubt) => boolean; readonly says: (calls: string, named: string) => string }[] = [
  {
    holds: ({ cause }) => cause === 'price_step',
    says: (calls, named) =>
      `${calls} because nobody knows what a corporate action made of the price (${named}): import the list of actions or the exchange’s adjustment, or let two admins decide.`,
  },
  {
    holds: ({ cause }) => cause === 'missing_day',
    says: (calls, named) => `${calls} because the prices of a day are missing (${named}): import the exchange’s file of that day, or let two admins decide.`,
  },
  {
    holds: ({ cause }) => isUntraded(cause),
    says: (calls, named) => `${calls} because no trade of the stock is on file since a day (${named}).`,
  },
];

/** Tells the operator of calls that prices cannot judge, how many and why, before their authors ask. */
export function waitingWords(waiting: readonly Doubt[]): string[] {
  return REASONS.flatMap(({ holds, says }) => {
    const own = waiting.filter(holds);
    if (own.length === 0) return [];
    const stocks = [...new Set(own.map(({ stock, day }) => `${stock} on ${day}`))];
    const named = stocks.length > NAMED ? `${stocks.slice(0, NAMED).join(', ')} and ${stocks.length - NAMED} more` : stocks.join(', ');
    return [says(own.length === 1 ? '1 open call waits' : `${own.length} open calls wait`, named)];
  });
}

/** Doubts for which open calls wait now: those on record, and a step of today, which the record tells only at the end of the session. */
export function doubtsNow({ waiting, others }: OpenCallsOnFile, market: Pick<Market, 'stepOn' | 'now'>): Doubt[] {
  const day = istDay(market.now());
  const stepped = new Map([...new Set(others)].map((stock) => [stock, market.stepOn(stock, day)]));
  return [
    ...waiting,
    ...others.flatMap((stock) => {
      const step = stepped.get(stock);
      return step ? [{ stock, cause: step.cause, day: step.day }] : [];
    }),
  ];
}

/** All open calls on shares. */
export async function openCallsOnFile(db: Database): Promise<OpenCallsOnFile> {
  const rows = await equityTables(db)
    .selectFrom('calls')
    .select(['id', 'stock', 'state'])
    .where((eb) => eb('is_open', '=', eb.lit(true)))
    .execute();
  const isWaiting = ({ state }: Pick<CallRow, 'state'>): boolean => state.includes('"not_judgeable":{');
  return {
    waiting: rows.filter(isWaiting).flatMap((row) => {
      const waits = readState(row).not_judgeable;
      return waits ? [{ stock: row.stock, cause: waits.cause, day: waits.day }] : [];
    }),
    others: rows.filter((row) => !isWaiting(row)).map(({ stock }) => stock),
  };
}

/** Says for `/readyz` which open calls prices cannot judge, from the first price in doubt on. */
export class WaitingRemark {
  readonly #read: () => Promise<OpenCallsOnFile>;
  readonly #market: Pick<Market, 'stepOn' | 'now'>;
  readonly #onError: (error: unknown) => void;
  #open: OpenCallsOnFile = { waiting: [], others: [] };
  #timer: NodeJS.Timeout | undefined;

  constructor(read: () => Promise<OpenCallsOnFile>, market: Pick<Market, 'stepOn' | 'now'>, onError: (error: unknown) => void) {
    this.#read = read;
    this.#market = market;
    this.#onError = onError;
  }

  said(): readonly string[] {
    return waitingWords(doubtsNow(this.#open, this.#market));
  }

  async look(): Promise<void> {
    this.#open = await this.#read();
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
