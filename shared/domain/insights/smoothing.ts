/**
 * Averages that are carried from session to session: each new value is mixed into the last result, so the first result, the seed, never leaves
 * it altogether. The seed is the mean of the first `n` values; published definitions leave it open, and another seed gives another figure.
 */

/** Earlier than any day on file: a range of sessions that begins here is all history there is. */
export const HISTORY_START = '1900-01-01';

/** The most that a seed may weigh in a figure that is shown or votes. */
export const MOST_SEED_WEIGHT = 0.001;

/** Mean of the first `n` values, from then on moved by the share `alpha` towards each new value. */
export class Smoothing {
  readonly #n: number;
  readonly #alpha: number;
  #count = 0;
  /** Sum while the seed is collected, then the average. */
  #state = 0;

  constructor(n: number, alpha: number) {
    this.#n = n;
    this.#alpha = alpha;
  }

  push(value: number): void {
    this.#count += 1;
    if (this.#count > this.#n) this.#state += this.#alpha * (value - this.#state);
    else this.#state = this.#count === this.#n ? (this.#state + value) / this.#n : this.#state + value;
  }

  /** Null while the seed is collected. */
  get value(): number | null {
    return this.#count < this.#n ? null : this.#state;
  }

  copy(): Smoothing {
    const copy = new Smoothing(this.#n, this.#alpha);
    copy.#count = this.#count;
    copy.#state = this.#state;
    return copy;
  }
}

const emaAlpha = (n: number): number => 2 / (n + 1);

/** Exponential moving average of `n`. */
export const createEma = (n: number): Smoothing => new Smoothing(n, emaAlpha(n));

/** Wilder’s average of `n`: an exponential one with α = 1/n. */
export const createWilder = (n: number): Smoothing => new Smoothing(n, 1 / n);

/**
 * How many steps after its seed an average needs until the seed weighs less than `MOST_SEED_WEIGHT`: (1 − α)^steps. Where what is averaged is
 * an average itself, `inputWeight` says what the seed of that weighs in the value of a step; it is mixed in like any other value.
 */
export function stepsToSettle(alpha: number, inputWeight: (step: number) => number = () => 0): number {
  let weight = 1;
  let steps = 0;
  while (weight >= MOST_SEED_WEIGHT) {
    steps += 1;
    weight = (1 - alpha) * weight + alpha * inputWeight(steps);
  }
  return steps;
}

/** Sessions that an EMA of closes needs. */
export const emaNeed = (n: number): number => n + stepsToSettle(emaAlpha(n));

/** Steps that Wilder’s average of 14 needs after its seed. */
const WILDER_STEPS = stepsToSettle(1 / 14);

/** Sessions that RSI 14 and ATR 14 need: the seed takes 14 moves, and so 15 sessions. */
export const WILDER_NEED = 15 + WILDER_STEPS;

/**
 * Sessions that MACD 12/26/9 needs with its signal line. EMA 26 has its seed in session 26; the signal’s seed is made of the first nine
 * differences, and in its step t the seed of EMA 26 weighs what 8 + t steps leave of it.
 */
export const MACD_NEED = 34 + stepsToSettle(emaAlpha(9), (step) => (1 - emaAlpha(26)) ** (8 + step));

/** Sessions that ADX 14 needs: its own seed is made of the first 14 spreads, from session 15 to 28, and each spread of averages with a seed. */
export const ADX_NEED = 28 + stepsToSettle(1 / 14, (step) => (13 / 14) ** (13 + step));
