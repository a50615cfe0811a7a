/** An answer as old as this (market time) is taken again, for the order of a list does not follow every price. */
const GOOD_FOR_MS = 30_000;

/** Which open calls of a kind can be entered at the prices of a moment: taken once for all who ask within half a minute. */
export class KeptEntries<Entries extends { readonly at: Date }> {
  readonly #take: (at: Date) => Promise<Entries>;
  readonly #now: () => Date;
  readonly #most: number;
  /** The newest first. */
  #kept: readonly Entries[] = [];
  #next: Promise<Entries> | null = null;

  /** `most`: so many are kept for readers who go on in a list that was ordered by them. */
  constructor(take: (at: Date) => Promise<Entries>, now: () => Date, most = 1) {
    this.#take = take;
    this.#now = now;
    this.#most = most;
  }

  /** How entries stand now, or as they stood for a list whose answer is of an earlier moment, as long as that is kept. */
  async at(orderedAt?: Date): Promise<Entries> {
    const then = orderedAt && this.#kept.find(({ at }) => at <= orderedAt);
    if (then) return then;
    const last = this.#kept[0];
    if (last && this.#now().getTime() - last.at.getTime() < GOOD_FOR_MS) return last;
    this.#next ??= this.#again().finally(() => {
      this.#next = null;
    });
    return this.#next;
  }

  async #again(): Promise<Entries> {
    const entries = await this.#take(this.#now());
    this.#kept = [entries, ...this.#kept].slice(0, this.#most);
    return entries;
  }
}
