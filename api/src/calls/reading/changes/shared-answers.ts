import { LRUCache } from 'lru-cache';
import type { RecordChanges, RowChange } from './record-changes.ts';

export interface AnswerLimits {
  /** The most that kept answers may hold together, in rows of about half a kilobyte. The least recently used answer goes first. */
  readonly rows: number;
  /** Computations at once, of short ones and of long ones: each reads a part of the record and holds it until it is done. */
  readonly atOnce: number;
}

const FIGURES: AnswerLimits = { rows: 150_000, atOnce: 2 };
/** For lists: one short query each. Whoever tries many filters displaces counts alone, and no list waits behind a figure. */
export const LISTS: AnswerLimits = { rows: 20_000, atOnce: 6 };

/** The computed answer. */
export interface Computed<T> {
  readonly value: T;
  /** Market time, ms, from which it may be another although the record is the same. */
  readonly until?: number;
  /** About how much memory it holds, in rows; 1 by default. */
  readonly rows?: number;
}

/** A question about the record. `compute` must not ask another one: it would wait for its own turn. */
export interface Question<T> {
  /** Names everything the answer depends on besides the record: what is asked, who may read what, and the day. */
  readonly key: string;
  /** Whether a change makes the answer wrong. Of changes that the reader may not know of none does, or the time of an answer would tell of them. */
  readonly concerns: (change: RowChange) => boolean;
  /** So long, ms of market time, an answer stands whatever changed: what takes seconds to count is not counted with every event. */
  readonly rest?: number;
  /** Set where it may take minutes: others don't wait for their turn behind it. */
  readonly long?: true;
  readonly compute: () => Promise<Computed<T>>;
}

interface Kept {
  /** Number of the record's event up to which the answer is known to hold. */
  at: number;
  /** When it began to be computed, market time, ms. */
  readonly since: number;
  readonly computed: Promise<Computed<unknown>>;
  until: number;
}

/**
 * Answers that are computed once from the record and shared by everybody who may read the same calls, until an event changes one of those.
 * Nothing is stored: after a restart, and on each node, an answer is computed from the calls again.
 */
export class SharedAnswers {
  readonly #changes: RecordChanges;
  readonly #now: () => number;
  readonly #kept: LRUCache<string, Kept>;
  readonly #turns: { readonly short: Turns; readonly long: Turns };

  constructor(changes: RecordChanges, now: () => number, { rows, atOnce }: AnswerLimits = FIGURES) {
    this.#changes = changes;
    this.#now = now;
    this.#kept = new LRUCache({ maxSize: rows });
    this.#turns = { short: new Turns(atOnce), long: new Turns(atOnce) };
  }

  async of<T>(question: Question<T>): Promise<T> {
    return (await this.all([question]))[0]!;
  }

  /** For whoever changes rows of calls without an event, as only a test does. */
  forget(): void {
    this.#kept.clear();
  }

  /** Several at once: the record is looked at once for all of them. */
  async all<T>(questions: readonly Question<T>[]): Promise<T[]> {
    await this.#changes.refresh();
    return Promise.all(questions.map((question) => this.#answer(question)));
  }

  async #answer<T>({ key, concerns, rest = 0, long, compute }: Question<T>): Promise<T> {
    const kept = this.#kept.get(key);
    const now = this.#now();
    const rests = kept !== undefined && now - kept.since < rest;
    if (kept && kept.until > now && (rests || this.#changes.since(kept.at)?.every((change) => !concerns(change)))) {
      if (!rests) kept.at = this.#changes.until;
      return ((await kept.computed) as Computed<T>).value;
    }
    const entry: Kept = { at: this.#changes.until, since: now, computed: this.#turns[long ? 'long' : 'short'].take(compute), until: Number.POSITIVE_INFINITY };
    this.#kept.set(key, entry, { size: 1 });
    try {
      const { value, until, rows = 1 } = (await entry.computed) as Computed<T>;
      if (until !== undefined) entry.until = until;
      // As another object: the size of one that is there already would stay what it was.
      if (rows > 1 && this.#kept.peek(key) === entry) this.#kept.set(key, { ...entry }, { size: Math.ceil(rows) });
      return value;
    } catch (error) {
      // A failure is nobody else's answer.
      if (this.#kept.peek(key) === entry) this.#kept.delete(key);
      throw error;
    }
  }
}

/** Lets so many work at once; the others wait in the order in which they came. */
class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async take<T>(compute: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await compute();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
