/** Notes that a call takes in a day. */
const NOTES_A_DAY = 10;

/** Calls of one author, and how many notes each still takes. */
export class NotedCalls {
  readonly #left = new Map<string, number>();

  add(call_id: string): void {
    this.#left.set(call_id, NOTES_A_DAY);
  }

  /** The latest call that takes one more note, which is counted; null where the day's notes are written. */
  next(): string | null {
    const [call_id, left] = [...this.#left].findLast(([, notes]) => notes > 0) ?? [null, 0];
    if (call_id) this.#left.set(call_id, left - 1);
    return call_id;
  }
}
