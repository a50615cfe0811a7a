import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { KeyRing } from '../key-ring.ts';
import { makeReceipt } from '../receipts.store.ts';
import type { Pace } from '../record.store.ts';
import type { EventRow, LedgerDatabase, RootRow } from '../tables.ts';
import { differs } from './record-differs.ts';

/**
 * The kept receipts of events: none is missing from the first one on (those of older events are made when somebody asks), each is what the
 * event's key signs of it, and the event is under the root that it promises. The same key signs the same bytes again, so that a receipt is
 * compared as a whole.
 */
export class Receipts {
  readonly #db: LedgerDatabase;
  readonly #keys: KeyRing;
  readonly #roots: readonly RootRow[];
  /** The event of the first that was kept; beyond all where none was. */
  readonly #first: number;
  /** The root that counts for a promised date. */
  readonly #due = new Map<string, RootRow | undefined>();

  private constructor(db: LedgerDatabase, keys: KeyRing, roots: readonly RootRow[], first: number) {
    this.#db = db;
    this.#keys = keys;
    this.#roots = roots;
    this.#first = first;
  }

  static async open(db: LedgerDatabase, keys: KeyRing, roots: readonly RootRow[]): Promise<Receipts> {
    const kept = await db.selectFrom('call_receipts').select('seq').orderBy('seq').limit(1).executeTakeFirst();
    return new Receipts(db, keys, roots, kept?.seq ?? Number.POSITIVE_INFINITY);
  }

  /** Those of events that follow one another. Throws RecordDiffers. */
  async check(events: readonly EventRow[], turn?: Pace['turn']): Promise<void> {
    const due = events.filter(({ seq }) => seq >= this.#first);
    const [from, to] = [due[0]?.seq, due.at(-1)?.seq];
    if (from === undefined || to === undefined) return;
    const kept = await this.#db.selectFrom('call_receipts').selectAll().where('seq', '>=', from).where('seq', '<=', to).execute();
    const bySeq = new Map(kept.map(({ seq, receipt }) => [seq, receipt]));
    for (const event of due) {
      this.#compare(event, bySeq.get(event.seq) ?? differs(`the receipt of event ${event.seq} is missing`));
      const waits = turn?.();
      if (waits) await waits;
    }
  }

  #compare(event: EventRow, kept: string): void {
    const promised = read(kept);
    if (!promised || canonicalJson(makeReceipt(event, promised.log, promised.root_date, this.#keys.at(event.seq))) !== kept)
      differs(`the receipt of event ${event.seq} is not the one that was signed`);
    const { root_date } = promised;
    // Where the promised root was skipped, the next one counts.
    if (!this.#due.has(root_date))
      this.#due.set(
        root_date,
        this.#roots.find(({ trading_date }) => trading_date >= root_date),
      );
    const root = this.#due.get(root_date);
    if (root && root.last_seq < event.seq) differs(`event ${event.seq} is not under the root that its receipt promises`);
  }
}

/** What a receipt says that its event does not. */
function read(kept: string): { log: string; root_date: string } | null {
  try {
    const { log, root_date } = JSON.parse(kept) as { log?: unknown; root_date?: unknown };
    return typeof log === 'string' && typeof root_date === 'string' ? { log, root_date } : null;
  } catch {
    return null;
  }
}
