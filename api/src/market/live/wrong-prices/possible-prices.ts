import type { FilesFeed } from '../../files/files-feed.ts';
import type { DaysWithLive } from '../days-with-live.ts';
import type { FeedDays } from '../feed/feed-days.ts';
import type { InstrumentsOfDays } from '../feed/instruments-of-days.ts';
import type { LiveDay } from '../live-day.ts';
import type { Minute, Tick } from '../price-line.ts';
import type { SymbolDay } from '../symbol-day.ts';
import { daySoFarOf, isCandle, mayFollow, PriceBounds } from './price-bounds.ts';

interface PossiblePricesOptions {
  readonly files: Pick<FilesFeed, 'base' | 'closeOn' | 'opening'>;
  readonly onFile: Pick<DaysWithLive, 'filesSince'>;
  readonly days: FeedDays;
  readonly instruments: InstrumentsOfDays;
}

/** Tells prices that can be from such as can't, by the close before, the band of the day, and what its open says of actions. */
export class PossiblePrices {
  readonly #options: PossiblePricesOptions;
  /** Closes before a day by our own record, as long as files and days stay as they are. */
  #bases: { readonly of: string; readonly bySymbol: Map<string, number | null> } = { of: '', bySymbol: new Map() };

  constructor(options: PossiblePricesOptions) {
    this.#options = options;
  }

  /** A tick with what of it can be; null where its price can't. */
  checkTick(live: LiveDay, own: SymbolDay, tick: Tick): Tick | null {
    const day = daySoFarOf(tick);
    const told = own.day?.previousClose == null ? tick.previousClose : own.day.previousClose / 100;
    const prices = day ? [tick.price, day.open, day.high, day.low] : [tick.price];
    if (tick.garbled || !this.#canBe(live, own, { told, first: day?.open ?? tick.price, prices })) return null;
    const previousClose = tick.previousClose !== null && mayFollow(tick.previousClose, tick.price) ? tick.previousClose : null;
    return { ...tick, day, previousClose };
  }

  /** Whether a minute of the broker's history can be one. */
  canBeMinute(live: LiveDay, symbol: string, minute: Minute): boolean {
    const { open, high, low, close } = minute;
    const own = live.symbol(symbol, true);
    const told = own.day?.previousClose == null ? null : own.day.previousClose / 100;
    return isCandle(minute) && this.#canBe(live, own, { told, first: open, prices: [open, high, low, close] });
  }

  /** `first` would open the day: an open beyond the band is that of a share that may have been split. `told`: the broker's close before. */
  #canBe(live: LiveDay, own: SymbolDay, of: { readonly told: number | null; readonly first: number; readonly prices: readonly number[] }): boolean {
    const { told, first, prices } = of;
    const { symbol } = own;
    const { fno = false, band } = this.#options.instruments.on(live.day).get(symbol) ?? {};
    const base = this.#baseOf(symbol, live.day);
    const open = own.open === null ? null : own.open / 100;
    const bounds = new PriceBounds({ fno, band, base, told, open });
    if (prices.every((price) => bounds.holds(price))) return true;
    if (open !== null || base === null || !mayFollow(first, base)) return false;
    const opening = this.#options.files.opening(symbol, live.day, first);
    if (!opening.doubt && opening.actions.length === 0) return false;
    const opened = new PriceBounds({ fno, band, base, told, open: first });
    return prices.every((price) => opened.holds(price));
  }

  /** The close before a day, by its files or by the feed's own day. */
  #baseOf(symbol: string, day: string): number | null {
    const { files, onFile, days } = this.#options;
    const of = `${day} ${onFile.filesSince} ${days.open.size} ${days.whole.size}`;
    if (this.#bases.of !== of) this.#bases = { of, bySymbol: new Map() };
    let base = this.#bases.bySymbol.get(symbol);
    if (base === undefined) {
      const previous = [...days.open.values()]
        .filter((live) => live.day < day && live.symbols.get(symbol)?.day)
        .toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
      const figures = previous?.symbols.get(symbol)?.day;
      base = previous && figures ? files.closeOn(symbol, { day: previous.day, c: figures.close / 100 }, day) : files.base(symbol, day);
      this.#bases.bySymbol.set(symbol, base);
    }
    return base;
  }
}
