import { createWilder, type Smoothing, WILDER_NEED } from './smoothing.ts';

const SESSIONS = 14;

/** The index of what gained and lost on average, 0–100. What never moved has 50. */
const indexOf = (gain: number, loss: number): number => (gain === 0 && loss === 0 ? 50 : (100 * gain) / (gain + loss));

/** Wilder’s RSI of 14 over closes on one share count, carried from session to session. */
export class RelativeStrength {
  #gain: Smoothing = createWilder(SESSIONS);
  #loss: Smoothing = createWilder(SESSIONS);
  #last: number | null = null;
  #sessions = 0;

  push(close: number): void {
    this.#sessions += 1;
    if (this.#last !== null) {
      this.#gain.push(Math.max(close - this.#last, 0));
      this.#loss.push(Math.max(this.#last - close, 0));
    }
    this.#last = close;
  }

  /** From the fifteenth close on, whatever the seed weighs. */
  get value(): number | null {
    const [gain, loss] = [this.#gain.value, this.#loss.value];
    return gain === null || loss === null ? null : indexOf(gain, loss);
  }

  /**
   * The RSI when the session after those pushed stands at a price; null while the seed weighs too much. It rises with the price, so a bar’s
   * highest has its highest RSI.
   */
  at(price: number): number | null {
    const [gain, loss] = [this.#gain.value, this.#loss.value];
    if (this.#sessions + 1 < WILDER_NEED || gain === null || loss === null || this.#last === null) return null;
    const move = price - this.#last;
    return indexOf(gain * (SESSIONS - 1) + Math.max(move, 0), loss * (SESSIONS - 1) + Math.max(-move, 0));
  }

  copy(): RelativeStrength {
    const copy = new RelativeStrength();
    copy.#gain = this.#gain.copy();
    copy.#loss = this.#loss.copy();
    copy.#last = this.#last;
    copy.#sessions = this.#sessions;
    return copy;
  }
}
