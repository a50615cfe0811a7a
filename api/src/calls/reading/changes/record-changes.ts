import { AUTHOR } from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { CallHead, Ledger } from '../../../ledger/index.ts';

/** An event, and the row of its call as it stood when the event was read. */
export interface RowChange {
  readonly seq: number;
  readonly kind: string;
  readonly type: string;
  readonly row: Omit<CallHead, 'state'>;
}

/** Events read at once. */
const PAGE = 500;
/** Changes that are remembered. An answer older than all of them is computed anew. */
const MOST_CHANGES = 10_000;

/**
 * The record's events since this process began, by which answers that were computed before may have become wrong. They are read from the record
 * by number, so the next question on this node knows what any node has written.
 */
export class RecordChanges {
  readonly #ledger: Pick<Ledger, 'head' | 'after' | 'rows' | 'kind'>;
  #until: number | null = null;
  /** Every change behind this number is remembered. */
  #from = 0;
  #changes: RowChange[] = [];
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(ledger: Pick<Ledger, 'head' | 'after' | 'rows' | 'kind'>) {
    this.#ledger = ledger;
  }

  /** The number up to which the record is known. */
  get until(): number {
    return this.#until ?? 0;
  }

  /** Reads what was written before this moment. Callers share the next reading, but never one that began before they asked. */
  refresh(): Promise<void> {
    this.#next ??= (this.#running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        this.#running = this.#read().finally(() => {
          this.#running = null;
        });
        return this.#running;
      });
    return this.#next;
  }

  /** Changes behind a number, in order; null where not all of them are remembered. */
  since(seq: number): readonly RowChange[] | null {
    if (seq < this.#from) return null;
    let at = this.#changes.length;
    while (at > 0 && this.#changes[at - 1]!.seq > seq) at -= 1;
    return this.#changes.slice(at);
  }

  async #read(): Promise<void> {
    if (this.#until === null) {
      this.#until = (await this.#ledger.head()).seq;
      this.#from = this.#until;
      return;
    }
    for (let more = true; more; ) {
      const events = await this.#ledger.after(this.#until, PAGE);
      const rows = new Map<string, CallHead>();
      for (const [kind, own] of Map.groupBy(events, (event) => event.kind))
        for (const row of await this.#ledger.rows(this.#ledger.kind(kind), [...new Set(own.map(({ call_id }) => call_id))])) rows.set(row.id, row);
      for (const { seq, kind, type, call_id } of events) {
        const row = rows.get(call_id);
        // Events of other kinds, such as authors' records, change no answer about calls.
        if (!row || kind === AUTHOR) continue;
        const { state: _, ...head } = row;
        this.#changes.push({ seq, kind, type, row: head });
      }
      this.#until = events.at(-1)?.seq ?? this.#until;
      more = events.length === PAGE;
    }
    if (this.#changes.length > MOST_CHANGES) this.#from = this.#changes.splice(0, this.#changes.length - MOST_CHANGES / 2).at(-1)!.seq;
  }
}
