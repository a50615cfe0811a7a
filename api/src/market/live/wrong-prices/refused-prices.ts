import type { LiveDay } from '../live-day.ts';

/** Prices that were refused, by their time or their height: each leaves a hole in what is known of its symbol, and they are counted for the day. */
export class RefusedPrices {
  #day = '';
  #bySymbol = new Map<string, number>();

  /** A symbol's message was no price: from that second on nobody knows what stands. Seconds before `final` are known for ever. */
  refuse(live: LiveDay, symbol: string, second: number, final: number): void {
    live.symbol(symbol, true).doubt(second, final);
    live.changed(symbol);
    if (this.#day !== live.day) {
      this.#day = live.day;
      this.#bySymbol = new Map();
    }
    this.#bySymbol.set(symbol, (this.#bySymbol.get(symbol) ?? 0) + 1);
  }

  /** How many prices of a day were refused, and of which symbols. */
  on(day: string): { readonly count: number; readonly symbols: readonly string[] } {
    if (this.#day !== day) return { count: 0, symbols: [] };
    return { count: [...this.#bySymbol.values()].reduce((sum, each) => sum + each, 0), symbols: [...this.#bySymbol.keys()] };
  }
}
