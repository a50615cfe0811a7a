import { RelativeStrength } from '@vimarsh/shared/domain/insights/relative-strength.ts';
import { ADX_NEED, createEma, createWilder, emaNeed, MACD_NEED, type Smoothing, WILDER_NEED } from '@vimarsh/shared/domain/insights/smoothing.ts';
import { type IndicatorBar, trueRange } from './indicators.ts';

/** Lengths of the averages that vote, of MACD, and of Elder's power. */
const EMA_LENGTHS = [10, 12, 13, 20, 26, 30, 50, 100, 200] as const;
export type EmaLength = (typeof EMA_LENGTHS)[number];
const N = 14;
/** Bars that the longest indicator without a memory looks at, SMA 200, with room to spare. */
const RECENT = 210;
/** RSIs behind the latest two values of its stochastic 14/3/3 and of the signal line: 14 + 2 + 2 + 1. */
const RECENT_RSI = 19;

/** Sessions from which on the seed weighs less than 0.1 %. `stochRsi` looks back at 19 RSIs, and no one of them may be earlier. */
export const NEED = { ema: emaNeed, rsi: WILDER_NEED, atr: WILDER_NEED, adx: ADX_NEED, macd: MACD_NEED, stochRsi: WILDER_NEED + RECENT_RSI - 1 } as const;

/** The last values of a series, oldest first. */
class Tail {
  readonly #most: number;
  readonly values: number[];

  constructor(most: number, values: readonly number[] = []) {
    this.#most = most;
    this.values = [...values];
  }

  push(value: number): void {
    this.values.push(value);
    if (this.values.length > this.#most) this.values.shift();
  }

  copy(): Tail {
    return new Tail(this.#most, this.values);
  }
}

/** Wilder's directional movement: what averages of rises, falls and ranges give. */
class Directional {
  #range: Smoothing = createWilder(N);
  #up: Smoothing = createWilder(N);
  #down: Smoothing = createWilder(N);
  #adx: Smoothing = createWilder(N);
  plus = new Tail(2);
  minus = new Tail(2);

  push(bar: IndicatorBar, before: IndicatorBar): void {
    const [up, down] = [bar.h - before.h, before.l - bar.l];
    this.#range.push(trueRange(bar, before));
    this.#up.push(up > down && up > 0 ? up : 0);
    this.#down.push(down > up && down > 0 ? down : 0);
    const range = this.#range.value;
    if (range === null) return;
    const share = (moved: Smoothing): number => (range === 0 ? 0 : (100 * moved.value!) / range);
    const [plus, minus] = [share(this.#up), share(this.#down)];
    this.plus.push(plus);
    this.minus.push(minus);
    this.#adx.push(plus + minus === 0 ? 0 : (100 * Math.abs(plus - minus)) / (plus + minus));
  }

  get range(): number | null {
    return this.#range.value;
  }

  get adx(): number | null {
    return this.#adx.value;
  }

  copy(): Directional {
    const copy = new Directional();
    copy.#range = this.#range.copy();
    copy.#up = this.#up.copy();
    copy.#down = this.#down.copy();
    copy.#adx = this.#adx.copy();
    copy.plus = this.plus.copy();
    copy.minus = this.minus.copy();
    return copy;
  }
}

/**
 * Indicators that remember every bar, carried from session to session, and the bars that the others look at. Completed sessions are walked once;
 * a copy then takes the running one as it stands. Published definitions leave the first value open, so each figure is null until that weighs
 * less than 0.1 % in it: whoever begins elsewhere gets the same.
 */
export class IndicatorRun {
  readonly #recent: IndicatorBar[] = [];
  #sessions = 0;
  #emas = new Map<EmaLength, Smoothing>(EMA_LENGTHS.map((n) => [n, createEma(n)]));
  #signal: Smoothing = createEma(9);
  #strength = new RelativeStrength();
  #rsis = new Tail(RECENT_RSI);
  #directional = new Directional();
  /** Lows and highs of the last two bars against EMA 13. */
  #bear = new Tail(2);
  #bull = new Tail(2);

  static of(bars: readonly IndicatorBar[]): IndicatorRun {
    const run = new IndicatorRun();
    for (const bar of bars) run.push(bar);
    return run;
  }

  push(bar: IndicatorBar): void {
    const before = this.#recent.at(-1);
    this.#sessions += 1;
    this.#recent.push(bar);
    // Cut now and then: moving all of them for each session would cost more than keeping some.
    if (this.#recent.length >= 2 * RECENT) this.#recent.splice(0, RECENT);
    for (const ema of this.#emas.values()) ema.push(bar.c);
    const [fast, slow] = [this.#emas.get(12)!.value, this.#emas.get(26)!.value];
    if (fast !== null && slow !== null) this.#signal.push(fast - slow);
    this.#strength.push(bar.c);
    const { value: rsi } = this.#strength;
    if (rsi !== null) this.#rsis.push(rsi);
    if (before) this.#directional.push(bar, before);
    const { value: middle } = this.#emas.get(13)!;
    if (middle === null) return;
    this.#bear.push(bar.l - middle);
    this.#bull.push(bar.h - middle);
  }

  get sessions(): number {
    return this.#sessions;
  }

  /** The last bars, oldest first, 210 at most. */
  recent(count: number = RECENT): readonly IndicatorBar[] {
    return this.#recent.slice(-Math.min(count, RECENT));
  }

  get price(): number {
    return this.#recent.at(-1)?.c ?? 0;
  }

  ema(n: EmaLength): number | null {
    return this.#settled(NEED.ema(n), this.#emas.get(n)!.value);
  }

  /** MACD 12/26/9. */
  get macd(): { readonly main: number; readonly signal: number } | null {
    const [fast, slow, signal] = [this.#emas.get(12)!.value, this.#emas.get(26)!.value, this.#signal.value];
    return this.#sessions < NEED.macd || fast === null || slow === null || signal === null ? null : { main: fast - slow, signal };
  }

  get rsi(): number | null {
    return this.#settled(NEED.rsi, this.#strength.value);
  }

  /** The RSIs of the last sessions, oldest first, those included that are too near to the seed; 19 at most. */
  get rsis(): readonly number[] {
    return this.#rsis.values;
  }

  get atr(): number | null {
    return this.#settled(NEED.atr, this.#directional.range);
  }

  /** ADX 14 with the last two values of both directions. */
  get directional(): { readonly adx: number; readonly plus: readonly number[]; readonly minus: readonly number[] } | null {
    const adx = this.#settled(NEED.adx, this.#directional.adx);
    return adx === null ? null : { adx, plus: this.#directional.plus.values, minus: this.#directional.minus.values };
  }

  /** Elder's bull and bear power against EMA 13, of the last two bars. */
  get elder(): { readonly bull: readonly number[]; readonly bear: readonly number[] } | null {
    return this.#sessions < NEED.ema(13) + 1 ? null : { bull: this.#bull.values, bear: this.#bear.values };
  }

  copy(): IndicatorRun {
    const copy = new IndicatorRun();
    copy.#recent.push(...this.#recent);
    copy.#sessions = this.#sessions;
    copy.#emas = new Map([...this.#emas].map(([n, ema]) => [n, ema.copy()]));
    copy.#signal = this.#signal.copy();
    copy.#strength = this.#strength.copy();
    copy.#rsis = this.#rsis.copy();
    copy.#directional = this.#directional.copy();
    copy.#bear = this.#bear.copy();
    copy.#bull = this.#bull.copy();
    return copy;
  }

  #settled(need: number, value: number | null): number | null {
    return this.#sessions < need ? null : value;
  }
}
