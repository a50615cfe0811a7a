import type { Tick } from '../price-line.ts';

/** By so much the source’s clock and ours may differ before prices count for nothing, ms. Sources tell whole seconds. */
const APART_MS = 2_500;
/** Instruments are looked at together that were heard of within so long, ms. */
const TOGETHER_MS = 10_000;
/** So many wrong times, and of most instruments, are a wrong clock; fewer are instruments whose own times are wrong. */
const WRONG_TIMES = 3;

/** Last message of an instrument on this connection. */
interface Told {
  readonly at: number;
  readonly price: number;
  readonly volume: number | null;
  /** When that came in, ms. */
  readonly arrived: number;
  /** How far its time was behind ours, ms; null of a price that may be of long before. */
  behind: number | null;
  /** Wrong times in a row. */
  readonly wrong: number;
  /** Since when, ms, its times are late, though a price can be placed by them: after this server stood still they are for a moment. Null: they are not. */
  readonly lateSince: number | null;
}

/** How a message is read. */
export interface MessageClock {
  readonly now: number;
  /** Whether trades are to be expected: without them a source repeats old times. */
  readonly isTrading: boolean;
  /** `old`: it tells nothing new. `lost`: by its own time it has no second to stand in. */
  readonly placeOf: (tick: Tick) => 'old' | 'lost' | 'placed';
}

/**
 * Watches the source’s clock against ours, by each instrument: most of them tell what the clock is, and one whose times are wrong among others is
 * wrong by itself. On connecting a source tells prices of before, and of a share that is rarely traded it repeats them: neither is a clock.
 */
export class ClockSkew {
  readonly #apartMs: number;
  readonly #togetherMs: number;
  #told = new Map<string, Told>();
  /** How far apart the clocks are, ms, while that is too far; positive where the source is behind. */
  apart: number | null = null;

  /** `speed`: of market time; what is on its way takes wall time. */
  constructor(speed = 1) {
    this.#apartMs = APART_MS * speed;
    this.#togetherMs = TOGETHER_MS * speed;
  }

  /** The first that an instrument tells from now on may be of long before. */
  connected(): void {
    this.#told = new Map();
  }

  /** No price comes from a time that is to come. */
  isAhead({ at }: Tick, now: number): boolean {
    return at !== null && at - now > this.#apartMs;
  }

  /** The instruments of a message whose time is wrong. */
  wrongIn(ticks: readonly Tick[], clock: MessageClock): ReadonlySet<string> {
    const seen = new Set<string>();
    for (const tick of ticks) if (tick.at !== null) this.#note(tick, tick.at, clock, seen);
    const wrong = new Set([...seen].filter((symbol) => this.#told.get(symbol)!.wrong > 0));
    if (wrong.size > 0 || this.apart !== null) this.#compare(clock.now);
    return wrong;
  }

  /** The freshest of several prices of an instrument in one message tells its clock. */
  #note(tick: Tick, at: number, clock: MessageClock, seen: Set<string>): void {
    const { now, isTrading } = clock;
    const { symbol, price, volume } = tick;
    const before = this.#told.get(symbol);
    const told = { at, price, volume, arrived: now };
    const isAhead = this.isAhead(tick, now);
    if (!isAhead && !isTrading) {
      this.#told.set(symbol, { ...told, behind: null, wrong: 0, lateSince: null });
      return;
    }
    const isSame = before?.price === price && before.volume === volume;
    if (isSame && before.at === at) {
      if (before.wrong > 0) seen.add(symbol);
      return;
    }
    const place = isAhead ? 'lost' : clock.placeOf(tick);
    // A trade of long before that nobody told of yet is as late as a message is.
    const behind = now - (place === 'lost' && !isSame ? Math.min(at, tick.tradedAt ?? at) : at);
    const { wrong = 0, lateSince = null } = before ?? {};
    if (!isAhead && behind <= this.#apartMs) this.#told.set(symbol, { ...told, behind, wrong: 0, lateSince: null });
    else if (!isAhead && !before) this.#told.set(symbol, { ...told, behind: null, wrong: 0, lateSince: null });
    else if (place === 'old' || (!isAhead && seen.has(symbol) && wrong === 0 && lateSince === null)) return;
    else {
      const isWrong = place === 'lost' || (lateSince !== null && now - lateSince > this.#apartMs);
      this.#told.set(symbol, { ...told, behind, wrong: isWrong ? wrong + 1 : wrong, lateSince: lateSince ?? now });
    }
    seen.add(symbol);
  }

  #compare(now: number): void {
    const heard = [...this.#told.values()].filter(({ behind, arrived }) => behind !== null && now - arrived <= this.#togetherMs);
    const wrong = heard.filter((own) => own.wrong > 0);
    const isMost = wrong.length * 2 > heard.length;
    if (!isMost) this.apart = null;
    else if (this.apart !== null || wrong.reduce((sum, own) => sum + own.wrong, 0) >= WRONG_TIMES) {
      const apart = wrong.map(({ behind }) => behind!).sort((a, b) => a - b);
      this.apart = apart[Math.floor(apart.length / 2)]!;
    }
  }
}
