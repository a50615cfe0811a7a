import { sessionOf, type TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import { gaps, knownUntil, merged, type Stretch, without } from './stretches.ts';
import { SymbolDay } from './symbol-day.ts';

/** A trading day of the feed: its symbols, and the stretches in which the connection was whole. Seconds count from the open, which all share. */
export class LiveDay {
  readonly day: string;
  /** The session of the shares that trade longest. */
  readonly session: TradingSession;
  readonly #isFno: (symbol: string) => boolean;
  readonly #symbols = new Map<string, SymbolDay>();
  #cover: Stretch[] = [];
  #known = new Map<string, number>();
  /** Minutes before this one are stored. */
  storedMinutes = 0;

  constructor(day: string, isFno: (symbol: string) => boolean) {
    this.day = day;
    this.session = sessionOf(day, true)!;
    this.#isFno = isFno;
  }

  get cover(): readonly Stretch[] {
    return this.#cover;
  }

  get symbols(): ReadonlyMap<string, SymbolDay> {
    return this.#symbols;
  }

  /** `afterGap`: what a new symbol traded until now was not seen. */
  symbol(symbol: string, afterGap: boolean): SymbolDay {
    let own = this.#symbols.get(symbol);
    if (!own) {
      own = new SymbolDay(symbol, sessionOf(this.day, this.#isFno(symbol))!, afterGap);
      this.#symbols.set(symbol, own);
    }
    return own;
  }

  addCover(stretch: Stretch): void {
    const before = this.#cover;
    this.#cover = merged([...before, stretch]);
    this.#known.clear();
  }

  /** Spans or holes of a symbol are others. */
  changed(symbol: string): void {
    this.#known.delete(symbol);
  }

  /** Seconds of a symbol's continuous session. */
  length(symbol: string): number {
    const { open, close } = sessionOf(this.day, this.#isFno(symbol))!;
    return (close.getTime() - open.getTime()) / 1000;
  }

  /** The second up to which a symbol is known from the open on. */
  knownUntil(symbol: string): number {
    let known = this.#known.get(symbol);
    if (known === undefined) {
      known = knownUntil(this.#stretches(symbol));
      this.#known.set(symbol, known);
    }
    return known;
  }

  /** Whether nothing but its own holes keeps a symbol from being known. */
  isHeldByHoles(symbol: string): boolean {
    const own = this.#symbols.get(symbol);
    return own !== undefined && own.holes.length > 0 && this.knownUntil(symbol) < knownUntil([...this.#cover, ...this.#spansOf(symbol)]);
  }

  isWhole(symbol: string): boolean {
    return this.knownUntil(symbol) >= this.length(symbol);
  }

  /** Stretches of a symbol before a second that are not known. */
  gaps(symbol: string, before: number): Stretch[] {
    return gaps(this.#stretches(symbol), Math.min(before, this.length(symbol)));
  }

  /** The latest second that is known of the connection. */
  get edge(): number {
    return this.#cover.at(-1)?.to ?? 0;
  }

  #spansOf(symbol: string): Stretch[] {
    return (this.#symbols.get(symbol)?.spans ?? []).map(({ from, seconds }) => ({ from, to: from + seconds }));
  }

  #stretches(symbol: string): readonly Stretch[] {
    const own = this.#symbols.get(symbol);
    if (!own) return this.#cover;
    const cover = own.holes.length === 0 ? this.#cover : without(this.#cover, own.holes);
    return own.spans.length === 0 ? cover : [...cover, ...this.#spansOf(symbol)];
  }
}
