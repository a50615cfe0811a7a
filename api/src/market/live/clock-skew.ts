/** By so much the source’s clock and ours may differ before prices count for nothing, ms. Sources tell whole seconds. */
const APART_MS = 2_500;
/** Ticks that are looked at together. */
const TOGETHER = 20;

/**
 * Watches the source’s clock against ours. Of many ticks the freshest has hardly been on its way: a share that is rarely traded repeats an old
 * time, but not all do. And no tick comes from a time that is to come.
 */
export class ClockSkew {
  readonly #apartMs: number;
  #behind: number[] = [];
  /** How far apart the clocks are, ms, while that is too far; positive where the source is behind. */
  apart: number | null = null;

  /** `speed`: of market time; what is on its way takes wall time. */
  constructor(speed = 1) {
    this.#apartMs = APART_MS * speed;
  }

  note(at: number, arrived: number): void {
    const behind = arrived - at;
    if (behind < -this.#apartMs) {
      this.apart = behind;
      this.#behind = [];
      return;
    }
    this.#behind.push(behind);
    if (this.#behind.length < TOGETHER) return;
    const freshest = Math.min(...this.#behind);
    this.apart = freshest > this.#apartMs ? freshest : null;
    this.#behind = [];
  }
}
