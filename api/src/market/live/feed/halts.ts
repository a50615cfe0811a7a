import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { LiveDay } from '../live-day.ts';

/** A share that traded so many times before, and not for so long while others trade, is taken for halted, ms. */
const HALT_MS = 10 * 60_000;
const HALT_TRADES = 30;
const OTHERS_TRADE_MS = 60_000;

/** Shares that trade no more for now: those the broker tells of, and those that fell silent while the others went on. */
export class Halts {
  readonly #told = new Map<string, number>();

  /** The broker's word. `since`: ms; null where the halt is over. */
  tell(symbols: readonly string[], since: number | null): void {
    for (const symbol of symbols)
      if (since === null) this.#told.delete(symbol);
      else this.#told.set(symbol, since);
  }

  /** Since when a share is halted, ms; null where it is not. */
  since(symbol: string, days: ReadonlyMap<string, LiveDay>, now: Date): number | null {
    const told = this.#told.get(symbol);
    if (told !== undefined) return told;
    const live = days.get(istDay(now));
    const own = live?.symbols.get(symbol);
    if (!live || !own || now < own.session.open || now >= own.session.close) return null;
    if (own.traded.times < HALT_TRADES || now.getTime() - own.traded.last < HALT_MS) return null;
    const others = [...live.symbols.values()].filter(({ traded }) => traded.times > 0);
    const trading = others.filter(({ traded }) => now.getTime() - traded.last < OTHERS_TRADE_MS);
    return trading.length * 2 >= others.length ? own.traded.last : null;
  }
}
