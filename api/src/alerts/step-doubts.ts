import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { addDays, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Market } from '../market/index.ts';

/** Answers kept for days gone by. */
const MOST_KEPT = 10_000;

/**
 * Steps of a price that no trading makes and that nobody has explained yet. Calls wait for them, and alerts do: a price of after the step says
 * nothing of a level of before it.
 */
export class StepDoubts {
  readonly #market: Pick<Market, 'stepOn' | 'source'>;
  readonly #past = new Map<string, NotJudgeable | null>();

  constructor(market: Pick<Market, 'stepOn' | 'source'>) {
    this.#market = market;
  }

  /** Forgets days gone by, of which prices or actions came in. */
  forget(): void {
    this.#past.clear();
  }

  /**
   * The step that keeps the figure of an IST day from reaching a level; null where there is none. A price and an RSI stand against days before, so
   * a step since `levelDay`, the day on whose shares the level is, counts until it is explained. A move since the previous close is over with its day.
   */
  of({ kind, symbol }: LevelCondition, levelDay: string, day: string): NotJudgeable | null {
    if (this.#market.source.invented) return null;
    if (kind === 'percent' || kind === 'oi') return this.#on(symbol, day);
    return levelDay < day ? (this.#between(symbol, levelDay, day) ?? this.#on(symbol, day)) : null;
  }

  /** The first step after one IST day and before another. */
  #between(symbol: string, after: string, before: string): NotJudgeable | null {
    const key = `${symbol} ${after} ${before}`;
    let step = this.#past.get(key);
    if (step === undefined) {
      const stepped = tradingDays(addDays(after, 1), addDays(before, -1)).find((day) => this.#on(symbol, day) !== null);
      step = stepped === undefined ? null : this.#on(symbol, stepped);
      if (this.#past.size >= MOST_KEPT) this.#past.clear();
      this.#past.set(key, step);
    }
    return step;
  }

  /** Asked anew each time: a running day is in doubt from its first price on, and no file tells of it. */
  #on(symbol: string, day: string): NotJudgeable | null {
    // Days that are missing before it are of no concern here: what a later price reaches is reached.
    return this.#market.stepOn(symbol, day);
  }
}
