import { nextTradingDay, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { INDICES, STOCKS } from '../instruments/listed.ts';
import type { DayBar } from '../market.ts';
import { CORPORATE_ACTIONS } from './actions.ts';
import { commonFactors, type MarketDay } from './factors.ts';
import { IndexSeries } from './index-series.ts';
import { StockSeries } from './stock-series.ts';

/** Three years of history end on the epoch day, where every stock closes at its listed price. */
export const FIRST_DAY = '2023-11-20';
export const EPOCH_DAY = '2026-11-19';

/**
 * The days of a fictional exchange. Each day's prices are a pure function of the seed and the date. Later days are generated
 * on first use and never change earlier ones.
 */
export class SimulatedExchange {
  readonly #days: string[] = tradingDays(FIRST_DAY, EPOCH_DAY);
  readonly #at: Map<string, number>;
  readonly #stocks: Map<string, StockSeries>;
  readonly #indices: Map<string, IndexSeries>;
  readonly #factors: () => MarketDay;

  constructor(seed: number) {
    this.#at = new Map(this.#days.map((day, at) => [day, at]));
    this.#factors = commonFactors(seed);
    this.#stocks = new Map(STOCKS.map((stock) => [stock.symbol, new StockSeries(stock, seed, CORPORATE_ACTIONS)]));
    this.#indices = new Map(INDICES.map((index) => [index.symbol, new IndexSeries(index, CORPORATE_ACTIONS)]));
    for (const day of this.#days) this.#addDay(day);
    for (const series of this.#stocks.values()) series.anchor();
    this.#addIndices(0);
  }

  /** One symbol's session, or `null`: no such symbol, no trading day, before the first day, suspended or halted. */
  session(symbol: string, day: string): DayBar | null {
    this.#reach(day);
    const at = this.#at.get(day);
    return at === undefined ? null : (this.#bars(symbol)?.[at] ?? null);
  }

  /** Sessions of an inclusive range in order, without the days on which nothing traded. */
  sessions(symbol: string, from: string, to: string): DayBar[] {
    this.#reach(to);
    const bars = this.#bars(symbol);
    if (!bars) return [];
    const sessions: DayBar[] = [];
    for (let at = this.#firstFrom(from); at < this.#days.length && this.#days[at]! <= to; at++) {
      const bar = bars[at];
      if (bar) sessions.push(bar);
    }
    return sessions;
  }

  /** The last session before a date on which a symbol traded. */
  sessionBefore(symbol: string, day: string): DayBar | null {
    this.#reach(day);
    const bars = this.#bars(symbol);
    for (let at = this.#firstFrom(day) - 1; bars && at >= 0; at--) if (bars[at]) return bars[at]!;
    return null;
  }

  #bars(symbol: string): readonly (DayBar | null)[] | undefined {
    return (this.#stocks.get(symbol) ?? this.#indices.get(symbol))?.bars;
  }

  #reach(day: string): void {
    const daysKnown = this.#days.length;
    if (day <= this.#days[daysKnown - 1]!) return;
    for (let next = nextTradingDay(this.#days.at(-1)!); next <= day; next = nextTradingDay(next)) {
      this.#at.set(next, this.#days.push(next) - 1);
      this.#addDay(next);
    }
    if (this.#days.length > daysKnown) this.#addIndices(daysKnown);
  }

  #addDay(day: string): void {
    const factors = this.#factors();
    for (const series of this.#stocks.values()) series.add(day, factors);
  }

  #addIndices(firstAt: number): void {
    for (const index of this.#indices.values()) index.add(this.#days, firstAt, (symbol, at) => this.#stocks.get(symbol)?.bars[at] ?? null);
  }

  #firstFrom(day: string): number {
    let low = 0;
    for (let high = this.#days.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#days[middle]! < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
