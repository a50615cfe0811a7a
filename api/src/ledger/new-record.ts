import type { Database } from '../platform/platform.ts';
import { bodyOf, chain, emptyHeads } from './chain.ts';
import type { KeyRing } from './key-ring.ts';
import type { Kinds, NewEvent } from './kinds.ts';
import { growLog } from './log/log.store.ts';
import { writeEvents } from './record.store.ts';
import { makeRoot } from './roots.store.ts';
import { type Folding, foldAll, writeRows } from './rows.ts';
import { type EventRow, type RootRow, recordTables } from './tables.ts';

const ROOTS_PER_INSERT = 200;

/** A whole record built in memory, from its first event, and stored at once. */
export class NewRecord {
  readonly #kinds: Kinds;
  readonly #keys: KeyRing;
  readonly #origin: string;
  readonly #heads = emptyHeads();
  readonly #events: EventRow[] = [];
  readonly #roots: RootRow[] = [];
  readonly #folds = new Map<string, Folding>();

  constructor(kinds: Kinds, keys: KeyRing, origin: string) {
    this.#kinds = kinds;
    this.#keys = keys;
    this.#origin = origin;
  }

  get events(): number {
    return this.#events.length;
  }

  get calls(): number {
    return [...this.#folds.values()].reduce((sum, { rows }) => sum + rows.size, 0);
  }

  async add(event: NewEvent): Promise<void> {
    const kind = this.#kinds.of(event.kind);
    const row = await chain(this.#heads, kind, event, this.#keys.current);
    this.#events.push(row);
    const fold = this.#folds.get(kind.name) ?? (await foldAll(kind));
    this.#folds.set(kind.name, fold);
    fold.add(bodyOf(row));
  }

  /** The root of a trading date over everything added since the previous root. A record without events has none. */
  async root(day: string): Promise<void> {
    if (this.#events.length === 0) return;
    const previous = this.#roots.at(-1) ?? null;
    const hashes = this.#events.slice(previous?.last_seq ?? 0).map((event) => event.hash);
    this.#roots.push(await makeRoot(previous, day, hashes, this.#keys.current));
  }

  /** Stores it in the caller's transaction, which holds the lock of an empty record. */
  async store(tx: Database): Promise<void> {
    for (const [name, { rows }] of this.#folds) await writeRows(tx, this.#kinds.of(name), [...rows.values()]);
    const db = recordTables(tx);
    await writeEvents(db, this.#events, this.#heads);
    for (let at = 0; at < this.#roots.length; at += ROOTS_PER_INSERT)
      await db
        .insertInto('ledger_roots')
        .values(this.#roots.slice(at, at + ROOTS_PER_INSERT))
        .execute();
    // Each root has its head, as if it had been signed on its day: whoever reads the format looks for them.
    const sizes = this.#roots.map(({ last_seq }) => last_seq);
    await growLog(db, sizes, this.#origin, this.#keys);
  }
}
