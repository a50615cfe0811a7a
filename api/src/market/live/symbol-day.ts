import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Bar } from '../market.ts';
import type { Minute, Tick } from './price-line.ts';
import type { Stretch } from './stretches.ts';

/** Prices inside are whole paise: sums and comparisons of them are exact. */
const paise = (rupees: number): number => Math.round(rupees * 100);
const rupees = (inPaise: number): number => inPaise / 100;

/** A stretch that was not seen as it happened and came from history: from the second `from` on, so many seconds. Prices in paise; null where nothing traded. */
export interface Span {
  readonly from: number;
  readonly seconds: number;
  readonly prices: { readonly o: number; readonly h: number; readonly l: number; readonly c: number } | null;
  readonly volume: number;
}

/** Prices of one second, in paise. `high` and `low`: the day's own high or low moved beyond the received prices. */
export interface SecondPrice {
  readonly second: number;
  readonly price: number;
  readonly high: number | null;
  readonly low: number | null;
}

/** The day so far, in paise and shares. */
export interface DaySoFar {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  previousClose: number | null;
}

/** Whatever is longer than a minute is read from the day’s file. */
function resolutionOf(seconds: number): Bar['resolution'] {
  if (seconds === 1) return 'second';
  return seconds <= MINUTE ? 'minute' : 'day';
}

const MINUTE = 60;

/**
 * One symbol’s session, second by second, as a broker’s feed told it. A second’s price is its last; one without a trade repeats the one
 * before. Stretches that were missed are spans of at most a minute.
 */
export class SymbolDay {
  readonly symbol: string;
  readonly session: TradingSession;
  readonly #length: number;
  #prices = new Int32Array(0);
  readonly #ranges = new Map<number, { high: number; low: number }>();
  #spans: Span[] = [];
  /** The day so far by the broker's own figures; null before the first price. */
  day: DaySoFar | null = null;
  #lastAt = 0;
  /** Stretches without a price that could be taken, the first one that runs on among them. */
  readonly #holes: { from: number; to: number }[] = [];
  #running: { from: number; to: number } | null = null;
  #lastRefused = 0;
  /** Holes that are not stored as they are. */
  readonly #freshHoles = new Set<Stretch>();
  /** Arrival of the first and the last tick that moved the volume, ms; how many there were. */
  traded = { first: 0, last: 0, times: 0 };
  /** The next tick is the first after a gap: what the day’s high and low did in it is history’s to say. */
  #afterGap: boolean;
  #lastNoted = -1;
  #volumeBefore: number | null = null;
  /** The day’s volume was the same before and after the last gap: nothing traded in it. */
  quiet = false;
  /** When the last tick came in, ms. */
  lastTick = 0;
  /** The day’s volume at the end of each minute that had a tick. */
  readonly #volumes = new Map<number, number>();
  /** Seconds that were noted since the last `taken`. */
  readonly #fresh = new Set<number>();

  /** `afterGap`: the session began before its prices were seen. */
  constructor(symbol: string, session: TradingSession, afterGap: boolean) {
    this.symbol = symbol;
    this.#afterGap = afterGap;
    this.session = session;
    this.#length = (session.close.getTime() - session.open.getTime()) / 1000;
  }

  get holes(): readonly Stretch[] {
    return this.#holes;
  }

  /** The second from which on no price could be taken, until the next that can; null where the last one could. */
  get doubtedFrom(): number | null {
    return this.#running?.from ?? null;
  }

  /** By the source’s clock, ms: an older price than this came out of order. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** Messages from a second on were no prices, so nobody knows what stands until the next one. Seconds before `final` are known for ever. */
  doubt(second: number, final: number): void {
    this.#lastRefused = Math.max(second, final);
    if (this.#running) return;
    this.#running = { from: Math.max(second, final), to: Number.POSITIVE_INFINITY };
    this.#holes.push(this.#running);
    this.#freshHoles.add(this.#running);
  }

  /** A price came in again; its own second counts where nothing was refused in it. Returns whether there was a doubt. */
  doubtEnded(second: number): boolean {
    if (!this.#running) return false;
    this.#running.to = Math.max(second, this.#lastRefused + 1);
    this.#running = null;
    this.gapEnded();
    return true;
  }

  restoreHole(hole: Stretch): void {
    this.#holes.push({ ...hole });
  }

  /** Holes as they are to be stored together with the cover up to a second. */
  takenHoles(final: number): Stretch[] {
    const taken = [...this.#freshHoles].flatMap(({ from, to }) => (from < final ? [{ from, to: Math.min(to, final) }] : []));
    for (const hole of this.#freshHoles) if (hole.to <= final) this.#freshHoles.delete(hole);
    return taken;
  }

  untakeHoles(): void {
    for (const hole of this.#holes) this.#freshHoles.add(hole);
  }

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** The first price of the day, in paise; null before it. */
  get open(): number | null {
    if (this.day) return this.day.open;
    const noted = this.#prices.find((price) => price > 0);
    const span = this.#spans.find(({ prices }) => prices !== null);
    return (span && (noted === undefined || span.from < this.#prices.indexOf(noted)) ? span.prices?.o : noted) ?? null;
  }

  /** Prices come in again. Until the first of them, nobody can say whether anything traded meanwhile. */
  gapEnded(): void {
    this.#afterGap = true;
    this.#volumeBefore = this.day?.volume ?? null;
    this.quiet = false;
  }

  /**
   * Takes in a tick of a second; of one before `final`, in that second, as what was known once never changes. An older tick than the last, by
   * the source’s clock or by the day’s volume, came out of order: it counts where it belongs while that is not final, and else nowhere, for a
   * newer price stands already.
   */
  note(tick: Tick, of: number, now: number, final = 0): void {
    const { price, volume, day: told, at } = tick;
    if (of < 0) return;
    const value = paise(price);
    const isOlder = at !== null && (at < this.#lastAt || (at === this.#lastAt && volume !== null && this.day !== null && volume < this.day.volume));
    if (isOlder) {
      if (of >= final && of < this.#length && !this.#afterGap) this.#noteOlder(of, value);
      return;
    }
    const second = Math.max(of, final);
    const before = this.day;
    const high = told ? paise(told.high) : value;
    const low = told && told.low > 0 ? paise(told.low) : value;
    if (volume !== null && volume !== (before?.volume ?? 0)) this.traded = { first: this.traded.first || now, last: now, times: this.traded.times + 1 };
    if (second < this.#length) {
      this.#set(second, value);
      if (!this.#afterGap) this.#widen(second, high > (before?.high ?? 0) ? high : value, low < (before?.low ?? Number.POSITIVE_INFINITY) ? low : value);
    }
    this.day = {
      open: told && told.open > 0 ? paise(told.open) : (before?.open ?? value),
      high: Math.max(value, high, before?.high ?? 0),
      low: Math.min(value, low, before?.low ?? value),
      close: value,
      volume: volume ?? before?.volume ?? 0,
      previousClose: tick.previousClose ? paise(tick.previousClose) : (before?.previousClose ?? null),
    };
    if (this.#afterGap && volume !== null && volume > 0) this.quiet = volume === this.#volumeBefore;
    if (at !== null) this.#lastAt = at;
    this.#afterGap = false;
    this.lastTick = now;
    if (volume !== null) this.#volumes.set(Math.floor(Math.min(second, this.#length - 1) / MINUTE), volume);
  }

  #noteOlder(second: number, value: number): void {
    if (this.#prices[second]) this.#widen(second, value, value);
    else this.#set(second, value);
    this.#fresh.add(second);
  }

  /** The day’s high or low moved in this second, beyond the prices that came in. */
  #widen(second: number, high: number, low: number): void {
    const price = this.#prices[second]!;
    const range = this.#ranges.get(second) ?? { high: price, low: price };
    const wider = { high: Math.max(range.high, high), low: Math.min(range.low, low) };
    if (wider.high > price || wider.low < price) this.#ranges.set(second, wider);
  }

  /** Returns the prices noted before a second that were not taken yet. */
  taken(before: number): SecondPrice[] {
    const taken: SecondPrice[] = [];
    for (const second of [...this.#fresh].sort((a, b) => a - b)) {
      if (second >= before) break;
      this.#fresh.delete(second);
      taken.push(this.#at(second));
    }
    return taken;
  }

  /** Puts back prices that could not be stored. */
  untake(seconds: readonly SecondPrice[]): void {
    for (const { second } of seconds) this.#fresh.add(second);
  }

  /** All that is noted in a minute. */
  minute(minute: number): SecondPrice[] {
    const noted: SecondPrice[] = [];
    for (let second = minute * MINUTE; second < (minute + 1) * MINUTE; second++) if (this.#prices[second]) noted.push(this.#at(second));
    return noted;
  }

  /** Shares traded since the open by the end of a minute. */
  volumeBy(minute: number): number {
    for (let at = minute; at >= 0; at--) {
      const volume = this.#volumes.get(at);
      if (volume !== undefined) return volume;
    }
    return 0;
  }

  restoreVolume(minute: number, volume: number): void {
    this.#volumes.set(minute, volume);
  }

  #at(second: number): SecondPrice {
    const range = this.#ranges.get(second);
    return { second, price: this.#prices[second]!, high: range?.high ?? null, low: range?.low ?? null };
  }

  /** Puts back what was stored. */
  restore(seconds: readonly SecondPrice[]): void {
    for (const { second, price, high, low } of seconds) {
      this.#set(second, price);
      this.#fresh.delete(second);
      if (high !== null && low !== null) this.#ranges.set(second, { high, low });
    }
  }

  /** The day’s range has what was not seen of it, too. */
  widenDay(): void {
    if (!this.day) return;
    for (const { prices } of this.#spans) {
      if (!prices) continue;
      this.day.high = Math.max(this.day.high, prices.h);
      this.day.low = Math.min(this.day.low, prices.l);
    }
  }

  addSpans(spans: readonly Span[]): void {
    this.#spans = [...this.#spans, ...spans].sort((a, b) => a.from - b.from);
    this.widenDay();
  }

  /**
   * Spans that a minute of history, or none where nothing traded in it, makes of the part of it that was missed. Seconds of the same minute
   * that were seen narrow it: an extreme beyond theirs was in the missed part, any other is taken as seen.
   */
  spanOf(missed: Stretch, minute: Minute | null): Span {
    const common = { from: missed.from, seconds: missed.to - missed.from };
    if (!minute) return { ...common, prices: null, volume: 0 };
    const start = Math.floor(missed.from / MINUTE) * MINUTE;
    const whole = common.seconds === MINUTE;
    const seen = whole ? [] : this.#seen(start, missed);
    const [high, low] = [paise(minute.high), paise(minute.low)];
    const before = missed.from > start ? this.priceAt(missed.from - 1) : null;
    // To the end of the minute its close says more than prices that came in before it was lost.
    const after = missed.to < start + MINUTE ? (this.#lastIn(missed) ?? this.#firstFrom(missed.to, start + MINUTE)) : null;
    const o = before ?? paise(minute.open);
    const c = after ?? paise(minute.close);
    const beyond = (extreme: number, isBeyond: (a: number, b: number) => boolean): boolean => seen.every((price) => isBeyond(extreme, price));
    const h = whole || beyond(high, (a, b) => a > b) ? Math.max(high, o, c) : Math.max(o, c);
    const l = whole || beyond(low, (a, b) => a < b) ? Math.min(low, o, c) : Math.min(o, c);
    return { ...common, prices: { o, h, l, c }, volume: whole ? minute.volume : 0 };
  }

  /** A span that only the day’s file can fill; its range is narrowed like a minute’s. Prices ₹. */
  spanOfFile(missed: Stretch, file: { readonly o: number; readonly h: number; readonly l: number; readonly c: number }): Span {
    const seen = this.#seen(0, missed, this.#length);
    const o = (missed.from > 0 ? this.priceAt(missed.from - 1) : null) ?? paise(file.o);
    const c = this.#lastIn(missed) ?? this.#firstFrom(missed.to, this.#length) ?? paise(file.c);
    const [high, low] = [paise(file.h), paise(file.l)];
    const h = seen.every((price) => high > price) ? Math.max(high, o, c) : Math.max(o, c);
    const l = seen.every((price) => low < price) ? Math.min(low, o, c) : Math.min(o, c);
    return { from: missed.from, seconds: missed.to - missed.from, prices: { o, h, l, c }, volume: 0 };
  }

  #seen(start: number, missed: Stretch, seconds = MINUTE): number[] {
    const seen: number[] = [];
    for (let second = start; second < start + seconds; second++) {
      if (second >= missed.from && second < missed.to) continue;
      if (this.#prices[second]) seen.push(this.#prices[second]!);
      const range = this.#ranges.get(second);
      if (range) seen.push(range.high, range.low);
    }
    return seen;
  }

  /** The price with which a stretch that was missed ended, where the first prices after it came in before it counted as over. */
  #lastIn(missed: Stretch): number | null {
    for (let at = missed.to - 1; at >= missed.from; at--) if (this.#prices[at]) return this.#prices[at]!;
    return null;
  }

  #firstFrom(second: number, end: number): number | null {
    for (let at = second; at < end; at++) if (this.#prices[at]) return this.#prices[at]!;
    return null;
  }

  /** The price that stood at the end of a second, in paise; null before the first. */
  priceAt(second: number): number | null {
    const span = this.#spans.findLast((each) => each.from <= second && each.prices !== null);
    const floor = span ? span.from + span.seconds : 0;
    for (let at = Math.min(second, this.#lastNoted); at >= floor; at--) if (this.#prices[at]) return this.#prices[at]!;
    return span?.prices?.c ?? null;
  }

  /** Bars whose end lies in `(from, to]`, by seconds of the session. */
  bars(from: number, to: number): Bar[] {
    const bars: Bar[] = [];
    const opened = this.session.open.getTime();
    const end = Math.min(to, this.#length);
    this.#walk(from, end, (second, seconds, o, h, l, c) => {
      const start = opened + second * 1000;
      bars.push({
        start: new Date(start),
        end: new Date(start + seconds * 1000),
        o: rupees(o),
        h: rupees(h),
        l: rupees(l),
        c: rupees(c),
        resolution: resolutionOf(seconds),
      });
    });
    return bars;
  }

  /** Each second and span whose end lies in `(from, to]`, once there is a price. */
  #walk(from: number, to: number, visit: (second: number, seconds: number, o: number, h: number, l: number, c: number) => void): void {
    const spans = this.#spans.filter((span) => span.prices !== null && span.from + span.seconds > from);
    let place = 0;
    let before = from > 0 ? this.priceAt(from - 1) : null;
    for (let second = Math.max(0, from); second < to; ) {
      while (place < spans.length && spans[place]!.from + spans[place]!.seconds <= second) place++;
      const span = spans[place];
      if (span && span.from <= second) {
        const last = span.from + span.seconds;
        if (last > to) return;
        const { o, h, l, c } = span.prices!;
        visit(span.from, span.seconds, o, h, l, c);
        before = c;
        second = last;
        place++;
        continue;
      }
      const own = this.#prices[second] || null;
      const c = own ?? before;
      if (c !== null) {
        const o = before ?? c;
        const range = this.#ranges.get(second);
        visit(second, 1, o, Math.max(o, c, range?.high ?? c), Math.min(o, c, range?.low ?? c), c);
      }
      before = c;
      second++;
    }
  }

  /** The text of the first seconds as the record names them (docs/record-format.md, segments of version 2). */
  segment(seconds: number): string {
    const prices: (number | null)[] = Array.from({ length: seconds }, () => null);
    const ranges: number[][] = [];
    this.#walk(0, seconds, (second, length, o, h, l, c) => {
      if (length > 1) return;
      prices[second] = rupees(c);
      if (h > Math.max(o, c) || l < Math.min(o, c)) ranges.push([second, rupees(h), rupees(l)]);
    });
    const spans = this.#spans.flatMap(({ from, seconds: length, prices: of }) =>
      of && from + length <= seconds ? [[from, length, rupees(of.o), rupees(of.h), rupees(of.l), rupees(of.c)]] : [],
    );
    const { day, open } = this.session;
    return canonicalJson({ day, from: open.toISOString(), prices, ranges, spans, step: 1, symbol: this.symbol, version: 2 });
  }

  #set(second: number, price: number): void {
    if (second >= this.#prices.length) {
      // A quarter of an hour at a time: a whole day at once is 90 kB for each symbol.
      const grown = new Int32Array(Math.min(this.#length, Math.ceil((second + 1) / 900) * 900));
      grown.set(this.#prices);
      this.#prices = grown;
    }
    const before = this.#prices[second];
    this.#prices[second] = price;
    // Several prices within one second: the last is the second’s, all are in its range.
    if (before && before !== price) this.#widen(second, before, before);
    this.#lastNoted = Math.max(this.#lastNoted, second);
    this.#fresh.add(second);
  }
}
