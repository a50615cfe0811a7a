/** How long a computed answer stands, in wall time. Prices move every second; a page of figures need not. */
const FRESH_MS = 5000;
/** More subjects than a market lists in a day; the oldest make way. */
const MOST = 2000;

/**
 * Answers computed once while they are fresh, however many ask, and kept in memory: `of` and `known` are what a source of
 * widget subjects needs. A failure or an absence is not kept.
 */
export class KeptInsights<T extends object> {
  readonly #compute: (code: string) => Promise<T>;
  readonly #kept = new Map<string, { at: number; value: Promise<T>; known?: T }>();

  constructor(compute: (code: string) => Promise<T>) {
    this.#compute = compute;
  }

  /** Throws what computing throws. */
  of(code: string): Promise<T> {
    const kept = this.#kept.get(code);
    if (kept && Date.now() - kept.at < FRESH_MS) return kept.value;
    const value = this.#compute(code);
    const entry: { at: number; value: Promise<T>; known?: T } = { at: Date.now(), value };
    this.#kept.delete(code);
    this.#kept.set(code, entry);
    if (this.#kept.size > MOST) this.#kept.delete(this.#kept.keys().next().value!);
    value.then(
      (known) => {
        entry.known = known;
      },
      () => this.#kept.get(code) === entry && this.#kept.delete(code),
    );
    return value;
  }

  /** What `of` would answer, if that needs no computing now. */
  known(code: string): T | null {
    const kept = this.#kept.get(code);
    return kept?.known && Date.now() - kept.at < FRESH_MS ? kept.known : null;
  }
}
