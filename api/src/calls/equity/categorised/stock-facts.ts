import { median } from '@vimarsh/shared/domain/calls/order-statistics.ts';
import { sma } from '@vimarsh/shared/domain/insights/technicals.ts';
import { addDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Market } from '../../../market/index.ts';

const CRORE = 10_000_000;
const USUAL = 20;
const TREND = 50;

export interface StockFact {
  /** Median traded value of 20 sessions, ₹ crore; null with fewer. */
  readonly turnover_cr: number | null;
  /** Last close above (1) or below (−1) its mean of 50 sessions, in prices of the day; null with fewer. */
  readonly trend: 1 | -1 | null;
}

/** Facts about stocks up to the session before a day, loaded once a day. */
export class CategoryFacts {
  readonly #market: Pick<Market, 'dayBars' | 'adjusted'>;
  #day = '';
  #of = new Map<string, Promise<StockFact>>();

  constructor(market: Pick<Market, 'dayBars' | 'adjusted'>) {
    this.#market = market;
  }

  of(symbol: string, day: string): Promise<StockFact> {
    if (this.#day !== day) {
      this.#day = day;
      this.#of = new Map();
    }
    const cached = this.#of.get(symbol);
    if (cached) return cached;
    const of = this.#of;
    const facts = this.#read(symbol, day);
    of.set(symbol, facts);
    facts.catch(() => of.delete(symbol));
    return facts;
  }

  async #read(symbol: string, day: string): Promise<StockFact> {
    const bars = await this.#market.dayBars(symbol, addDays(day, -100), addDays(day, -1));
    // In prices of the day: closes before an ex-date are not comparable as they were traded.
    const closes = (await this.#market.adjusted(symbol, addDays(day, -100), addDays(day, -1), day)).map(({ c }) => c);
    const mean = sma(closes, TREND);
    const usual = bars.slice(-USUAL).map(({ c, v }) => c * v);
    return {
      turnover_cr: usual.length < USUAL ? null : median(usual) / CRORE,
      trend: mean === null ? null : closes.at(-1)! >= mean ? 1 : -1,
    };
  }
}
