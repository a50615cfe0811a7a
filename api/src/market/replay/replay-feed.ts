import { type Session, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Feed } from '../feed.ts';
import type { Bar, DayBar, Listing } from '../market.ts';
import type { ImportedDays } from './imported-days.store.ts';

/** How long a missing day is taken as missing before the database is queried again. */
const ASK_AGAIN_MS = 60_000;

/** Imported exchange files as a feed: each session runs again within its real open, high, low and close. */
export class ReplayFeed implements Feed {
  readonly source = 'replay';
  readonly #store: ImportedDays;
  readonly #symbols: readonly string[];
  readonly #clock: () => number;
  #days = new Set<string>();
  #bars = new Map<string, DayBar[]>();
  #read: Date | null = null;
  #asked = Number.NEGATIVE_INFINITY;

  constructor(store: ImportedDays, symbols: readonly string[], clock: () => number = () => performance.now()) {
    this.#store = store;
    this.#symbols = symbols;
    this.#clock = clock;
  }

  /** The first day on file, or `null` when nothing was imported. */
  firstDay(): string | null {
    return this.#days.values().next().value ?? null;
  }

  async refresh(day: string): Promise<void> {
    if (this.#days.has(day) || this.#clock() - this.#asked < ASK_AGAIN_MS) return;
    this.#asked = this.#clock();
    const latest = await this.#store.latestImport();
    if (!latest || latest.getTime() === this.#read?.getTime()) return;
    this.#bars = await this.#store.bars(this.#symbols, 'EQ');
    this.#days = new Set(await this.#store.days());
    this.#read = latest;
  }

  hasDay(day: string): boolean {
    return this.#days.has(day);
  }

  session(symbol: string, day: string): DayBar | null {
    const bars = this.#of(symbol);
    const at = firstFrom(bars, day);
    return bars[at]?.day === day ? bars[at] : null;
  }

  sessions(symbol: string, from: string, to: string): DayBar[] {
    const bars = this.#of(symbol);
    const start = firstFrom(bars, from);
    let end = start;
    while (end < bars.length && bars[end]!.day <= to) end++;
    return bars.slice(start, end);
  }

  sessionBefore(symbol: string, day: string): DayBar | null {
    const bars = this.#of(symbol);
    return bars[firstFrom(bars, day) - 1] ?? null;
  }

  completedAt(session: Session): Date {
    return session.end;
  }

  /** One bar per day, known once its close is final, because a file has only the day's open, high, low and close. */
  bars(listing: Listing, from: Date, to: Date): Bar[] {
    const bars: Bar[] = [];
    for (const { day, o, h, l, c } of this.#of(listing.symbol)) {
      const session = sessionOf(day, listing.fno);
      if (session && session.end > from && session.end <= to) bars.push({ start: session.open, end: session.end, o, h, l, c, resolution: 'day' });
    }
    return bars;
  }

  #of(symbol: string): readonly DayBar[] {
    return this.#bars.get(symbol) ?? [];
  }
}

function firstFrom(bars: readonly DayBar[], day: string): number {
  let low = 0;
  for (let high = bars.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (bars[middle]!.day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
