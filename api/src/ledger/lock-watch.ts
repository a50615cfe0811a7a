import { TIME_LIMITS } from '../platform/database/time-limits.ts';
import { Fail } from '../platform/platform.ts';

/** Transactions of this node that wait for the lock or hold it. One holds it while the next is on its way. */
const AT_ONCE = 2;
/** So long a writer waits here for a place among them. */
const PATIENCE_MS = TIME_LIMITS.request.lock;
/** A wait for the lock that lasts longer means that its holder does not go on. A batch of closings takes less. */
const SLOW_MS = 1000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The way of this node's writers to the record's one lock. A server that froze while it held the lock holds up all who write, until
 * the database cuts it off. Meanwhile one writer after the other tries, and the rest are told to try again: by waiting in the
 * database they would take the connections of those who only read.
 */
export class LockWatch {
  readonly #now: () => number;
  #inside = 0;
  /** Writers who wait for a place, in their order. */
  readonly #outside: { enter(): void; refuse(): void }[] = [];
  /** When each wait for the lock itself began. */
  readonly #waits = new Set<{ readonly since: number }>();
  /** When the first of the waits began that failed since the lock was had last. */
  #failedSince: number | null = null;
  /** Where the record stood when the lock was first seen taken, and was not seen free since. */
  #seen: { readonly seq: number; readonly since: number } | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Waits for a place and returns the way to leave it. Throws RETRY when that takes too long, or would. */
  async enter(): Promise<() => void> {
    const since = this.#since();
    if (since !== null && this.#now() - since > SLOW_MS && this.#waits.size > 0) throw new Fail('RETRY', { retry_after: 1 });
    if (this.#inside >= AT_ONCE) await this.#place();
    else this.#inside += 1;
    return () => {
      const next = this.#outside.shift();
      if (next) next.enter();
      else this.#inside -= 1;
    };
  }

  #place(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = (): void => reject(new Fail('RETRY', { retry_after: 1 }));
    const writer = { enter: resolve, refuse };
    this.#outside.push(writer);
    const late = setTimeout(() => {
      const at = this.#outside.indexOf(writer);
      if (at >= 0) this.#outside.splice(at, 1);
      refuse();
    }, PATIENCE_MS);
    return promise.finally(() => clearTimeout(late));
  }

  /** Takes the lock and remembers how that went. */
  async taking<T>(lock: () => Promise<T>): Promise<T> {
    const wait = { since: this.#now() };
    this.#waits.add(wait);
    try {
      const locked = await lock();
      this.#failedSince = null;
      return locked;
    } catch (error) {
      if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) {
        this.#failedSince ??= wait.since;
        // They have waited for nothing, and would only wait as long again.
        for (const writer of this.#outside.splice(0)) writer.refuse();
      }
      throw error;
    } finally {
      this.#waits.delete(wait);
    }
  }

  /** For how long nobody has gone on with the record, ms. `seq` is where it stands; `free` whether the lock could be had just now. */
  heldUpFor({ seq, free }: { seq: number; free: boolean }): number {
    if (free) {
      this.#failedSince = null;
      this.#seen = null;
      return 0;
    }
    if (this.#seen?.seq !== seq) this.#seen = { seq, since: this.#now() };
    return this.#now() - Math.min(this.#seen.since, this.#since() ?? Number.POSITIVE_INFINITY);
  }

  #since(): number | null {
    const begun = [...this.#waits].map(({ since }) => since);
    if (this.#failedSince !== null) begun.push(this.#failedSince);
    return begun.length > 0 ? Math.min(...begun) : null;
  }
}
