/** As many pages a second may come back to one node: it then has room for everybody else. */
const PAGES_A_SECOND = 1700;
const LEAST_SPREAD_MS = 1500;
const MOST_SPREAD_MS = 60_000;
/** Pages without a stream ask this often. */
const POLL_MS = 15_000;

/**
 * Tells pages over which time they should come back when this node goes away: a hundred thousand within a minute, few within
 * seconds. Pages are counted by their streams or, where they poll, by the sessions they asked for.
 */
export class Comebacks {
  /** Start of the running interval. */
  #since = 0;
  #running = 0;
  #previous = 0;

  /** A page asked for a session. */
  note(now = Date.now()): void {
    this.#turn(now);
    this.#running += 1;
  }

  spreadMs(streams: number, now = Date.now()): number {
    this.#turn(now);
    const pages = Math.max(streams, this.#running, this.#previous);
    return Math.min(MOST_SPREAD_MS, Math.max(LEAST_SPREAD_MS, Math.round((pages / PAGES_A_SECOND) * 1000)));
  }

  #turn(now: number): void {
    const passed = now - this.#since;
    if (passed < POLL_MS) return;
    this.#previous = passed < 2 * POLL_MS ? this.#running : 0;
    this.#running = 0;
    this.#since = now;
  }
}
