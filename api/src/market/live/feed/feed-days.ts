import { istDay, sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { LRUCache } from 'lru-cache';
import type { FilesFeed } from '../../files/files-feed.ts';
import { LiveDay } from '../live-day.ts';
import type { LivePrices } from '../live-prices.store.ts';
import type { SymbolDay } from '../symbol-day.ts';
import type { InstrumentsOfDays } from './instruments-of-days.ts';

/** Sessions of one symbol that are kept in memory after they were read: about 90 kB each. */
const MOST_SESSIONS = 200;

type StoredDays = Pick<LivePrices, 'record' | 'days' | 'cover' | 'seconds' | 'holes' | 'spans'>;

/** Days as this feed saw them: those in memory because something of them may still come, and those read again on demand. */
export class FeedDays {
  readonly #prices: StoredDays;
  readonly #files: Pick<FilesFeed, 'hasDay'>;
  readonly #instruments: InstrumentsOfDays;
  /** Days that are not whole, and today. */
  readonly open = new Map<string, LiveDay>();
  readonly #past = new LRUCache<string, { readonly own: SymbolDay | null }>({ max: MOST_SESSIONS });
  #first: string | null = null;
  #whole = new Set<string>();
  /** Seconds of today before this one are final and stored. */
  final = 0;

  constructor(prices: StoredDays, files: Pick<FilesFeed, 'hasDay'>, instruments: InstrumentsOfDays) {
    this.#prices = prices;
    this.#files = files;
    this.#instruments = instruments;
  }

  /** The first day of which this feed knows anything; null before there is one. */
  get first(): string | null {
    return this.#first;
  }

  /** Days without a gap. */
  get whole(): ReadonlySet<string> {
    return this.#whole;
  }

  /** Goes on where an earlier start has come to. */
  async restore(now: Date): Promise<void> {
    const { first, whole } = await this.#prices.record();
    this.#first = first;
    this.#whole = whole;
    const days = first === null ? [] : tradingDays(first, istDay(now));
    for (const day of days) if (!whole.has(day) && !this.#files.hasDay(day)) await this.#loadDay(day, now);
    await this.begin(now);
  }

  /** Takes up today, where it has a session. */
  async begin(now: Date): Promise<void> {
    const today = istDay(now);
    if (this.open.has(today) || !sessionOf(today, true) || this.#whole.has(today)) return;
    this.final = 0;
    await this.#loadDay(today, now);
    if (this.#first === null) this.#first = today;
  }

  today(now: Date): LiveDay | undefined {
    return this.open.get(istDay(now));
  }

  /** Something of a day is known. */
  knows(day: string): void {
    if (this.#first === null || this.#first > day) this.#first = day;
  }

  /** Nothing of a day is missing any more. */
  markWhole(day: string): void {
    this.#whole.add(day);
  }

  /** Trading days that may have something missing, from the first day of the feed on. */
  incomplete(now: Date): string[] {
    const today = istDay(now);
    if (this.#first === null) return this.open.has(today) ? [today] : [];
    return tradingDays(this.#first, today).filter((day) => !this.#whole.has(day) && (this.open.has(day) || !this.#files.hasDay(day)));
  }

  /** A day of a symbol as this feed saw it: from memory, or read again; null where it saw none. */
  async symbolDay(symbol: string, day: string): Promise<SymbolDay | null> {
    const open = this.open.get(day);
    if (open) return open.symbols.get(symbol) ?? null;
    if (!this.#whole.has(day)) return null;
    const key = `${symbol} ${day}`;
    const read = this.#past.get(key);
    if (read) return read.own;
    const live = this.#newDay(day);
    await this.#read(live, symbol);
    const own = live.symbols.get(symbol) ?? null;
    this.#past.set(key, { own });
    return own;
  }

  #newDay(day: string): LiveDay {
    return new LiveDay(day, (symbol) => this.#instruments.isFno(symbol, day));
  }

  async #loadDay(day: string, now: Date): Promise<void> {
    const live = this.#newDay(day);
    await this.#read(live, null);
    for (const { symbol, ...figures } of (await this.#prices.days(day, day)).get(day) ?? []) {
      const own = live.symbol(symbol, true);
      own.day ??= figures;
      own.widenDay();
    }
    if (day === istDay(now)) this.final = live.edge;
    live.storedMinutes = 0;
    this.open.set(day, live);
  }

  async #read(live: LiveDay, symbol: string | null): Promise<void> {
    const { day } = live;
    for (const stretch of await this.#prices.cover(day)) live.addCover(stretch);
    for (const [name, { seconds, volumes }] of await this.#prices.seconds(day, symbol)) {
      const own = live.symbol(name, true);
      own.restore(seconds);
      for (const [minute, volume] of volumes) own.restoreVolume(minute, volume);
    }
    for (const hole of await this.#prices.holes(day)) if (symbol === null || hole.symbol === symbol) live.symbol(hole.symbol, true).restoreHole(hole);
    for (const [name, spans] of await this.#prices.spans(day, symbol)) live.symbol(name, true).addSpans(spans);
  }
}
