import { RelativeStrength } from './relative-strength.ts';
import { createEma, MACD_NEED, type Smoothing, WILDER_NEED } from './smoothing.ts';

/**
 * Technical figures from daily sessions, oldest first, ₹ on one share count (product C.11). Each is null while the history is too short: a
 * missing input is absent, never zero.
 */

export interface SessionBar {
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Simple moving average of the last `n` values. */
export function sma(values: readonly number[], n: number): number | null {
  return values.length < n ? null : mean(values.slice(-n));
}

/** The longest simple average. */
const LONGEST = 200;

/** The figures behind the technical votes, carried from session to session: a price of the running one takes no walk over the history. */
export class Technicals {
  readonly #closes: number[] = [];
  #fast: Smoothing = createEma(12);
  #slow: Smoothing = createEma(26);
  #signal: Smoothing = createEma(9);
  #strength = new RelativeStrength();
  #sessions = 0;

  static of(sessions: readonly SessionBar[]): Technicals {
    const technicals = new Technicals();
    for (const session of sessions) technicals.push(session);
    return technicals;
  }

  push({ c }: Pick<SessionBar, 'c'>): void {
    this.#sessions += 1;
    this.#closes.push(c);
    // Cut now and then: moving all of them for each session would cost more than keeping some.
    if (this.#closes.length >= 2 * LONGEST) this.#closes.splice(0, LONGEST);
    this.#fast.push(c);
    this.#slow.push(c);
    this.#strength.push(c);
    const [fast, slow] = [this.#fast.value, this.#slow.value];
    if (fast !== null && slow !== null) this.#signal.push(fast - slow);
  }

  get sessions(): number {
    return this.#sessions;
  }

  get close(): number | null {
    return this.#closes.at(-1) ?? null;
  }

  /** Over at most 200 sessions. */
  sma(n: number): number | null {
    return sma(this.#closes, n);
  }

  /** Wilder’s RSI of 14, 0–100. */
  get rsi(): number | null {
    return this.#sessions < WILDER_NEED ? null : this.#strength.value;
  }

  /** MACD 12-26-9 histogram: MACD line minus its signal line, ₹. */
  get macdHistogram(): number | null {
    const [fast, slow, signal] = [this.#fast.value, this.#slow.value, this.#signal.value];
    return this.#sessions < MACD_NEED || fast === null || slow === null || signal === null ? null : fast - slow - signal;
  }

  copy(): Technicals {
    const copy = new Technicals();
    copy.#closes.push(...this.#closes);
    copy.#fast = this.#fast.copy();
    copy.#slow = this.#slow.copy();
    copy.#signal = this.#signal.copy();
    copy.#strength = this.#strength.copy();
    copy.#sessions = this.#sessions;
    return copy;
  }
}

/** Classic pivot of the previous session: (high + low + close) / 3. */
export function pivot(session: SessionBar): number {
  return (session.h + session.l + session.c) / 3;
}

/** On-balance volume, one value per session, starting at 0. */
export function obvSeries(sessions: readonly SessionBar[]): number[] {
  let total = 0;
  return sessions.map((session, i) => {
    const previous = sessions[i - 1];
    if (previous) total += Math.sign(session.c - previous.c) * session.v;
    return total;
  });
}
