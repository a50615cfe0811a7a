import type { readLedger } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallProof, PublicView } from '@vimarsh/shared/contract/calls/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Database } from '../platform/platform.ts';
import { type CallHead, type Kind, Kinds, type NewEvent } from './kinds.ts';
import { NewRecord } from './new-record.ts';
import { prove } from './proof.ts';
import { append, type Carried, rebuild } from './record.store.ts';
import { latestRoot, nextRootAt, storeRoot } from './roots.store.ts';
import { readOpen, readRows } from './rows.ts';
import type { Signer } from './signing-key.ts';
import { type EventRow, tablesOf } from './tables.ts';

export interface Head {
  /** Number of the latest event; 0 before the first. */
  readonly seq: number;
  /** Market time up to which prices have been judged. */
  readonly judged_until: Date | null;
}

/** The append-only record of everything published and closed. It knows no kinds of calls: kinds register what their events mean. */
export class Ledger {
  readonly #db: Database;
  readonly #signer: Signer;
  readonly #kinds = new Kinds();

  constructor(db: Database, signer: Signer) {
    this.#db = db;
    this.#signer = signer;
  }

  register(kind: Kind): void {
    this.#kinds.register(kind);
  }

  kinds(): Kind[] {
    return this.#kinds.all();
  }

  kind(name: string): Kind {
    return this.#kinds.of(name);
  }

  async head(): Promise<Head> {
    return tablesOf(this.#db).selectFrom('ledger_head').select(['seq', 'judged_until']).executeTakeFirstOrThrow();
  }

  /** Takes the record's one lock. All writers wait here. */
  async lock(tx: Database): Promise<Head> {
    return tablesOf(tx).selectFrom('ledger_head').select(['seq', 'judged_until']).where('id', '=', 1).forUpdate().executeTakeFirstOrThrow();
  }

  /** Adds events in a transaction that holds the lock, `seq` being the record's end; returns the rows they changed. */
  append(tx: Database, seq: number, events: readonly NewEvent[]): Promise<Carried[]> {
    return append(tx, this.#kinds, this.#signer, seq, events);
  }

  async judgedUntil(tx: Database, at: Date): Promise<void> {
    await tablesOf(tx).updateTable('ledger_head').set({ judged_until: at }).where('id', '=', 1).execute();
  }

  /** The events after one number up to another: type, call, kind and time. */
  async between(after: number, until: number): Promise<Pick<EventRow, 'kind' | 'call_id' | 'type' | 'ts'>[]> {
    return tablesOf(this.#db).selectFrom('call_events').select(['kind', 'call_id', 'type', 'ts']).where('seq', '>', after).where('seq', '<=', until).execute();
  }

  rows(kind: Kind, ids: readonly string[]): Promise<CallHead[]> {
    return readRows(this.#db, kind, ids);
  }

  /** Rows of a kind's open calls in pages, in the order of their ids. */
  openRows(kind: Kind, after: string, limit: number): Promise<CallHead[]> {
    return readOpen(this.#db, kind, after, limit);
  }

  /** Events of one call in ledger order; empty for an unknown id. */
  eventsOf(call_id: string): Promise<EventRow[]> {
    return tablesOf(this.#db).selectFrom('call_events').selectAll().where('call_id', '=', call_id).orderBy('seq').execute();
  }

  /** Who published a call; null for an unknown id. */
  async authorOf(call_id: string): Promise<string | null> {
    const event = await tablesOf(this.#db).selectFrom('call_events').select('expert_id').where('call_id', '=', call_id).limit(1).executeTakeFirst();
    return event?.expert_id ?? null;
  }

  /** Proof of one call from all of its events, for a reader (null: a visitor). */
  prove(events: readonly EventRow[], reader: string | null): Promise<CallProof> {
    return prove(tablesOf(this.#db), events, this.#signer, reader === events[0]?.expert_id);
  }

  /** When the next root is due; null before the first root. */
  async nextRoot(): Promise<Date | null> {
    const root = await latestRoot(tablesOf(this.#db));
    return root && nextRootAt(root.published_at);
  }

  /** Creates the root of a trading date over everything appended so far, once. */
  async root(tx: Database, at: Date): Promise<void> {
    const { seq } = await this.lock(tx);
    await storeRoot(tablesOf(tx), istDay(at), seq, this.#signer);
  }

  async latestRoot(): Promise<PublicView['ledger']> {
    const root = await latestRoot(tablesOf(this.#db));
    return root && { trading_date: root.trading_date, merkle_root: root.merkle_root, count: root.count };
  }

  /** The public file: key and roots. */
  async file(): Promise<Data<typeof readLedger>> {
    const roots = await tablesOf(this.#db).selectFrom('ledger_roots').selectAll().orderBy('trading_date').execute();
    return {
      public_key: this.#signer.publicKey,
      roots: roots.map(({ trading_date, merkle_root, count, prev_root, signature, published_at }) => ({
        trading_date,
        merkle_root,
        count,
        prev_root,
        signature,
        published_at: published_at.toISOString(),
      })),
    };
  }

  /** A new record, built in memory while the stored one is empty. */
  begin(): NewRecord {
    return new NewRecord(this.#kinds, this.#signer);
  }

  /** Rows rebuilt from events alone, by kind. The stored rows must equal them. */
  rebuild(): Promise<Map<string, CallHead[]>> {
    return rebuild(tablesOf(this.#db), this.#kinds);
  }
}
