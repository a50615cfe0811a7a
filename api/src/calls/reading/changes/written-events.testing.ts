import type { CallHead, Ledger } from '../../../ledger/index.ts';

/** The record as far as changes are read from it, for tests that write rows of calls themselves. */
export class WrittenEvents {
  readonly #kind: string;
  readonly #rows: (ids: readonly string[]) => Promise<CallHead[]>;
  readonly #events: { seq: number; kind: string; type: string; call_id: string }[] = [];

  constructor(kind: string, rows: (ids: readonly string[]) => Promise<CallHead[]>) {
    this.#kind = kind;
    this.#rows = rows;
  }

  add(type: string, call_id: string): void {
    this.#events.push({ seq: this.#events.length + 1, kind: this.#kind, type, call_id });
  }

  get ledger(): Pick<Ledger, 'head' | 'after' | 'rows' | 'kind'> {
    return {
      head: async () => ({ seq: this.#events.length, judged_until: null }),
      after: async (seq: number, limit: number) => this.#events.slice(seq, seq + limit),
      rows: (_: unknown, ids: readonly string[]) => this.#rows(ids),
      kind: () => ({}),
    } as unknown as Pick<Ledger, 'head' | 'after' | 'rows' | 'kind'>;
  }
}
