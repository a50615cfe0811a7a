import { HISTORY_START } from '@vimarsh/shared/domain/insights/smoothing.ts';
import { addDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { DayBar, Market } from '../../market/index.ts';

/** More symbols than a market lists; the oldest make way. */
const MOST = 10_000;

/** The sessions before an IST day, oldest first, in that day's prices; none of before a step that nobody explains. */
const sessionsBefore = (market: Pick<Market, 'adjusted'>, symbol: string, day: string): Promise<DayBar[]> =>
  market.adjusted(symbol, HISTORY_START, addDays(day, -1), day);

/**
 * What is made of all of a symbol's completed sessions, once for each of its days: a figure of the running session takes a step from there
 * and no walk over years of prices.
 */
export class PastSessions<Made> {
  readonly #market: Pick<Market, 'adjusted'>;
  readonly #make: (sessions: readonly DayBar[], day: string) => Made;
  readonly #made = new Map<string, { readonly day: string; readonly value: Promise<Made> }>();

  constructor(market: Pick<Market, 'adjusted'>, make: (sessions: readonly DayBar[], day: string) => Made) {
    this.#market = market;
    this.#make = make;
  }

  /** `day`: the IST day of the session that runs; those before it are meant. */
  of(symbol: string, day: string): Promise<Made> {
    const known = this.#made.get(symbol);
    if (known?.day === day) return known.value;
    const value = sessionsBefore(this.#market, symbol, day).then((sessions) => this.#make(sessions, day));
    const entry = { day, value };
    this.#made.delete(symbol);
    this.#made.set(symbol, entry);
    if (this.#made.size > MOST) this.#made.delete(this.#made.keys().next().value!);
    // A failure must not stand for a day.
    value.catch(() => this.#made.get(symbol) === entry && this.#made.delete(symbol));
    return value;
  }

  /** Prices or actions of days gone by came in late. */
  forget(): void {
    this.#made.clear();
  }
}
