import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { readLedger } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { ManifestSignature } from '@vimarsh/shared/contract/receipt/manifest.ts';
import type { OpenedReceipt } from '@vimarsh/shared/contract/receipt/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import type { KeyChange } from '@vimarsh/shared/domain/calls/key-chain.ts';
import { ROOT_SLACK_MS } from '@vimarsh/shared/domain/calls/ledger.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Database, Fail } from '../platform/platform.ts';
import { AT_START, checkRecord } from './audit/check-record.ts';
import { checkRows } from './audit/check-rows.ts';
import type { KeyRing } from './key-ring.ts';
import { type CallHead, type Kind, Kinds, type NewEvent } from './kinds.ts';
import { LockWatch } from './lock-watch.ts';
import { verifierKey } from './log/checkpoint.ts';
import { bundleOf } from './log/entries.ts';
import { InclusionProofs, tlogProof } from './log/inclusion.ts';
import { growLog, latestHead, logOrigin, tileOf } from './log/log.store.ts';
import { NewRecord } from './new-record.ts';
import { prove } from './proof.ts';
import { keepReceipts, receiptsOf } from './receipts.store.ts';
import { append, type Carried, outdatedKinds, type Pace, rebuild, renewRows } from './record.store.ts';
import { isBefore, latestRoot, nextRootAt, storeRoot } from './roots.store.ts';
import { rotateKey } from './rotate-key.ts';
import { readOpen, readRows } from './rows.ts';
import { type EventRow, type HeadRow, recordTables } from './tables.ts';

export interface Head {
  /** Number of the latest event; 0 before the first. */
  readonly seq: number;
  /** Market time up to which prices have been judged. */
  readonly judged_until: Date | null;
}

/** The append-only record of everything published and closed. It knows no kinds of calls: kinds register what their events mean. */
export class Ledger {
  readonly #db: Database;
  readonly #keys: KeyRing;
  /** The name of a log that begins; one that has begun keeps its own. */
  readonly origin: string;
  readonly #kinds = new Kinds();
  readonly #lockWatch = new LockWatch();
  readonly #checks: ((pace: Pace) => Promise<void>)[] = [];
  readonly #rules: ((pace: Pace) => Promise<string[]>)[] = [];
  #lines: (size: number) => Promise<string> = async () => '';
  #stopped = false;
  /** Whether some node had found a difference when the lock was taken last. */
  #differs = false;

  constructor(db: Database, keys: KeyRing, origin: string) {
    this.#db = db;
    this.#keys = keys;
    this.origin = origin;
  }

  register(kind: Kind): void {
    this.#kinds.register(kind);
  }

  /** Adds to the whole check what another feature must find unchanged; it throws RecordDiffers. */
  alsoCheck(check: (pace: Pace) => Promise<void>): void {
    this.#checks.push(check);
  }

  /** Adds a rule that signed events must keep; it names those that don't. */
  addRule(rule: (pace: Pace) => Promise<string[]>): void {
    this.#rules.push(rule);
  }

  kinds(): Kind[] {
    return this.#kinds.all();
  }

  kind(name: string): Kind {
    return this.#kinds.of(name);
  }

  async head(): Promise<Head> {
    return recordTables(this.#db).selectFrom('ledger_head').select(['seq', 'judged_until']).executeTakeFirstOrThrow();
  }

  /** Runs work in a transaction that holds the record's lock. Throws RETRY, within five seconds, while the lock can't be had. */
  async write<T>(transaction: <R>(work: (tx: Database) => Promise<R>) => Promise<R>, work: (tx: Database, head: Head) => Promise<T>): Promise<T> {
    const leave = await this.#lockWatch.enter();
    try {
      return await transaction(async (tx) => work(tx, await this.lock(tx)));
    } finally {
      leave();
    }
  }

  /** For how long whoever holds the record's lock has not gone on, ms; 0 while it can be had. */
  async heldUpFor(): Promise<number> {
    const head = recordTables(this.#db).selectFrom('ledger_head').select('seq').where('id', '=', 1);
    const free = await head.forUpdate().skipLocked().executeTakeFirst();
    return this.#lockWatch.heldUpFor({ seq: (free ?? (await head.executeTakeFirstOrThrow())).seq, free: free !== undefined });
  }

  /** Takes the record's one lock in a transaction. All writers wait here; those of a running server come by `write`. */
  async lock(tx: Database): Promise<Head> {
    const { key, differs, ...head } = await this.#lockWatch.taking(() =>
      recordTables(tx).selectFrom('ledger_head').select(['seq', 'judged_until', 'key', 'differs']).where('id', '=', 1).forUpdate().executeTakeFirstOrThrow(),
    );
    // Another node may have found the one and changed the other.
    this.#differs = differs !== null;
    await this.#keys.keepUp(tx, key);
    // A database that was put back to before a change of the key would get what none of its keys has signed.
    if (this.#keys.size !== key) throw new Fail('RECORD_DIFFERS');
    return head;
  }

  /** Brings stored rows to this server's rules for them, once all kinds are registered and before anyone reads or compares them. */
  async renewRows(transaction: (work: (tx: Database) => Promise<void>) => Promise<void>): Promise<void> {
    if ((await outdatedKinds(this.#db, this.#kinds)).length === 0 || (await this.isStopped())) return;
    await transaction(async (tx) => {
      await this.lock(tx);
      // Another node may have been faster.
      await renewRows(tx, this.#kinds, await outdatedKinds(tx, this.#kinds));
    });
  }

  /** Adds events in a transaction that holds the lock, `seq` being the record's end; returns the rows they changed. */
  async append(tx: Database, seq: number, events: readonly NewEvent[]): Promise<Carried[]> {
    this.#mayGrow();
    const root = await latestRoot(tx);
    if (root && events.some(({ ts }) => isBefore(new Date(ts), root.published_at))) throw new Fail('CLOCK_BEHIND');
    const { carried, stored } = await append(tx, this.#kinds, this.#keys.current, seq, events);
    await keepReceipts(tx, stored, this.origin, this.#keys.current);
    return carried;
  }

  /**
   * Adds events that no price and no author of a call caused, in the transaction of whoever causes them, which need not hold the lock. They are
   * dated now, or by the latest root where the clock lies behind it. Throws RETRY while a root that is due is missing: what is added before
   * it would lie outside its day.
   */
  async enter(tx: Database, now: Date, events: readonly Omit<NewEvent, 'ts'>[]): Promise<void> {
    const { seq } = await this.lock(tx);
    const root = await latestRoot(tx);
    if (root && now.getTime() > nextRootAt(root.published_at).getTime() + ROOT_SLACK_MS) throw new Fail('RETRY');
    const ts = (root && root.published_at > now ? root.published_at : now).toISOString();
    await this.append(
      tx,
      seq,
      events.map((event) => ({ ...event, ts })),
    );
  }

  async judgedUntil(tx: Database, at: Date): Promise<void> {
    await recordTables(tx).updateTable('ledger_head').set({ judged_until: at }).where('id', '=', 1).execute();
  }

  /** The events after one number up to another: type, call, kind and time. */
  async between(after: number, until: number): Promise<Pick<EventRow, 'kind' | 'call_id' | 'type' | 'ts'>[]> {
    return recordTables(this.#db)
      .selectFrom('call_events')
      .select(['kind', 'call_id', 'type', 'ts'])
      .where('seq', '>', after)
      .where('seq', '<=', until)
      .execute();
  }

  /** The next events after a number, in order: what each is and of which call. */
  after(seq: number, limit: number): Promise<Pick<EventRow, 'seq' | 'kind' | 'call_id' | 'type'>[]> {
    return recordTables(this.#db)
      .selectFrom('call_events')
      .select(['seq', 'kind', 'call_id', 'type'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute();
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
    return recordTables(this.#db).selectFrom('call_events').selectAll().where('call_id', '=', call_id).orderBy('seq').execute();
  }

  /** The latest publications of these experts before one number (null: before none), newest first. */
  publishedBy(expert_ids: readonly string[], before: number | null, limit: number): Promise<Pick<EventRow, 'seq' | 'kind' | 'call_id'>[]> {
    const newest = recordTables(this.#db)
      .selectFrom('call_events')
      .select(['seq', 'kind', 'call_id'])
      .where('type', '=', 'publish')
      .where('expert_id', 'in', expert_ids)
      .orderBy('seq', 'desc')
      .limit(limit);
    return (before === null ? newest : newest.where('seq', '<', before)).execute();
  }

  /** All events of these calls in ledger order. */
  async eventsOfCalls(call_ids: readonly string[]): Promise<EventRow[]> {
    if (call_ids.length === 0) return [];
    return recordTables(this.#db).selectFrom('call_events').selectAll().where('call_id', 'in', call_ids).orderBy('seq').execute();
  }

  /** The events of one type that these calls have had until an instant, in ledger order: call and text. */
  async eventsOfType(call_ids: readonly string[], type: string, until: Date): Promise<Pick<EventRow, 'call_id' | 'canonical'>[]> {
    if (call_ids.length === 0) return [];
    return recordTables(this.#db)
      .selectFrom('call_events')
      .select(['call_id', 'canonical'])
      .where('call_id', 'in', call_ids)
      .where('type', '=', type)
      .where('ts', '<=', until)
      .orderBy('seq')
      .execute();
  }

  /** Whether somebody has ever published. */
  async isAuthor(expert_id: string): Promise<boolean> {
    const event = await published(this.#db).where('expert_id', '=', expert_id).limit(1).executeTakeFirst();
    return event !== undefined;
  }

  /** The hashes of an expert's events after a number of theirs, in order: what stands in their chain, and of which call. */
  chainOf(expert_id: string, after: number, limit: number): Promise<Pick<EventRow, 'n' | 'hash' | 'call_id'>[]> {
    return recordTables(this.#db)
      .selectFrom('call_events')
      .select(['n', 'hash', 'call_id'])
      .where('expert_id', '=', expert_id)
      .where('n', '>', after)
      .orderBy('n')
      .limit(limit)
      .execute();
  }

  /** Everybody who has published, by id. */
  async authors(): Promise<string[]> {
    const chains = await recordTables(this.#db)
      .selectFrom('expert_chains')
      .select('expert_id')
      .where('expert_id', 'in', published(this.#db))
      .orderBy('expert_id')
      .execute();
    return chains.map(({ expert_id }) => expert_id);
  }

  /** Who published a call; null for an unknown id. */
  async authorOf(call_id: string): Promise<string | null> {
    const event = await recordTables(this.#db).selectFrom('call_events').select('expert_id').where('call_id', '=', call_id).limit(1).executeTakeFirst();
    return event?.expert_id ?? null;
  }

  /** Proof of one call from all of its events, for a reader (null: a visitor). */
  async prove(events: readonly EventRow[], reader: string | null): Promise<CallProof> {
    const [proof] = await this.proveCalls([events], reader);
    return proof!;
  }

  /** Proofs of several calls, each from all of its events, in their order. */
  async proveCalls(calls: readonly (readonly EventRow[])[], reader: string | null): Promise<CallProof[]> {
    await this.#keepUp();
    return prove(recordTables(this.#db), calls, this.#keys, reader);
  }

  /** The receipts of a call's events, in their order, for a reader of the call. */
  async receipts(events: readonly EventRow[]): Promise<OpenedReceipt[]> {
    await this.#keepUp();
    return receiptsOf(recordTables(this.#db), events, this.origin, this.#keys);
  }

  /** Signs the text of an evidence file's manifest; throws for any other. */
  async signManifest(text: string): Promise<ManifestSignature> {
    await this.#keepUp();
    return this.#keys.signManifest(text);
  }

  /** When the latest root was made; null before the first. */
  async lastRoot(): Promise<Date | null> {
    return (await latestRoot(recordTables(this.#db)))?.published_at ?? null;
  }

  /**
   * Up to which market time something is signed, and how far prices have judged; null where there is none. A daily root may be signed
   * some minutes early, so what follows it may be as much earlier.
   */
  async reached(): Promise<{ readonly signed: Date | null; readonly judged: Date | null }> {
    const db = recordTables(this.#db);
    const { seq, judged_until } = await this.head();
    const event = await db.selectFrom('call_events').select('ts').where('seq', '=', seq).executeTakeFirst();
    const root = await latestRoot(db);
    const instants = [event && new Date(event.ts).getTime(), root && root.published_at.getTime() - ROOT_SLACK_MS].filter((at) => typeof at === 'number');
    return { signed: instants.length > 0 ? new Date(Math.max(...instants)) : null, judged: judged_until };
  }

  /** Creates the root of a trading date over everything appended so far, once. */
  async root(tx: Database, at: Date): Promise<void> {
    const { seq } = await this.lock(tx);
    this.#mayGrow();
    if (await storeRoot(tx, istDay(at), seq, this.#keys.current)) await growLog(tx, [seq], this.origin, this.#keys);
  }

  /** Compares the stored record with what was signed of it, as fast as it goes; throws RecordDiffers. */
  async check(): Promise<void> {
    await checkRecord(recordTables(this.#db), this.#keys, AT_START);
  }

  /** Compares all of it, receipts included, and the rows that screens show, at a pace others don't notice. Returns how many events the latest head covers; throws RecordDiffers. */
  async audit(pace: Pace): Promise<number> {
    const events = await checkRecord(recordTables(this.#db), this.#keys, {
      all: true,
      unnamed: this.#kinds.all().find(({ unnamed }) => unnamed)?.name,
      ...pace,
    });
    await checkRows(this.#db, this.#kinds, pace);
    for (const check of this.#checks) await check(pace);
    return events;
  }

  /** Which signed events break a rule of the record. Unlike a difference it can't be put right, and stops nothing. */
  async brokenRules(pace: Pace): Promise<string[]> {
    const broken: string[] = [];
    for (const rule of this.#rules) broken.push(...(await rule(pace)));
    return broken;
  }

  /** This node adds nothing more: a witness holds what this record no longer has. */
  stop(): void {
    this.#stopped = true;
  }

  /** What the whole check found, for all nodes: while it stands none of them adds anything. Null: the record holds, and what was found before is gone. */
  async found(what: string | null): Promise<void> {
    await recordTables(this.#db).updateTable('ledger_head').set({ differs: what }).where('id', '=', 1).execute();
  }

  /** Why the record is not the one that was signed, as far as this node and the latest whole check of any node know; null where it is. */
  async difference(): Promise<string | null> {
    const head = await recordTables(this.#db).selectFrom('ledger_head').select(['differs', 'key']).where('id', '=', 1).executeTakeFirstOrThrow();
    if (head.differs !== null) return head.differs;
    return head.key < this.#keys.size ? 'its database has fewer keys than this server has signed with' : null;
  }

  /** Whether nothing may be added at present. */
  async isStopped(): Promise<boolean> {
    return this.#stopped || (await this.difference()) !== null;
  }

  /** Under the lock. */
  #mayGrow(): void {
    if (this.#stopped || this.#differs) throw new Fail('RECORD_DIFFERS');
  }

  /** Gives a record from before the log its first head, over the events under its roots. */
  async beginLog(tx: Database): Promise<void> {
    await this.lock(tx);
    const root = await latestRoot(tx);
    if (root) await growLog(tx, [root.last_seq], this.origin, this.#keys);
  }

  /** The latest signed head of the log; null before the first. */
  signedHead(): Promise<HeadRow | null> {
    return latestHead(recordTables(this.#db));
  }

  /** Its text alone, as the log signed it; null before the first. */
  async checkpoint(): Promise<string | null> {
    return (await this.signedHead())?.note ?? null;
  }

  /** A tile of the log. */
  tile(level: number, n: number, width: number): Promise<Buffer | null> {
    return tileOf(recordTables(this.#db), level, n, width);
  }

  /** Lines of the witnesses for a head of a size, once there are any to ask. */
  cosignedBy(lines: (size: number) => Promise<string>): void {
    this.#lines = lines;
  }

  /** The latest head with its co-signatures; null before the first. */
  async cosignedHead(): Promise<{ readonly size: number; readonly note: string } | null> {
    const head = await this.signedHead();
    return head && { size: head.size, note: `${head.note}${await this.#lines(head.size)}` };
  }

  /** Proofs of events in the log under one head (C2SP tlog-proof), for those who may read them. One that waits for a head has none. */
  tlogProofs(head: { readonly size: number; readonly note: string }): (event: Pick<EventRow, 'seq'>) => Promise<string | null> {
    const proofs = new InclusionProofs(head.size, async (...place) => {
      const tile = await this.tile(...place);
      if (!tile) throw new Error(`The log has no tile ${place.join('/')}`);
      return tile;
    });
    return async ({ seq }) => {
      if (seq > head.size) return null;
      const index = seq - 1;
      return tlogProof({ index, path: await proofs.path(index), salt: this.#keys.at(seq).leafSalt(seq) }, head.note);
    };
  }

  /** A bundle of the log's entries; null where it is none, or has an event whose text alone could be guessed from its hash. */
  async entries(n: number, width: number): Promise<Buffer | null> {
    await this.#keepUp();
    return bundleOf(recordTables(this.#db), this.#keys, n, width);
  }

  /** The verifier keys of the log (C2SP signed-note), the latest first. */
  async verifierKeys(): Promise<string[]> {
    await this.#keepUp();
    const head = await this.signedHead();
    const name = head ? logOrigin(head.note) : this.origin;
    return this.#keys
      .published()
      .map(({ public_key }) => verifierKey(name, public_key))
      .reverse();
  }

  async latestRoot(): Promise<PublicView['ledger']> {
    const root = await latestRoot(recordTables(this.#db));
    return root && { trading_date: root.trading_date, merkle_root: root.merkle_root, count: root.count };
  }

  /** Another node may have changed the key. */
  async #keepUp(): Promise<void> {
    const { key } = await recordTables(this.#db).selectFrom('ledger_head').select('key').executeTakeFirstOrThrow();
    await this.#keys.keepUp(recordTables(this.#db), key);
  }

  /** Gives the record a new key, in a transaction of its own; what was signed stays, under the key before. Returns both public keys. */
  async rotateKey(tx: Database): Promise<KeyChange> {
    const { seq } = await this.lock(tx);
    this.#mayGrow();
    return rotateKey(tx, this.#keys, seq);
  }

  /** The public file: keys and roots. */
  async file(): Promise<Data<typeof readLedger>> {
    await this.#keepUp();
    const roots = await recordTables(this.#db).selectFrom('ledger_roots').selectAll().orderBy('trading_date').execute();
    return {
      public_key: this.#keys.current.publicKey,
      keys: this.#keys.published(),
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
    return new NewRecord(this.#kinds, this.#keys, this.origin);
  }

  /** Rows rebuilt from events alone, by kind. The stored rows must equal them. */
  async rebuild(): Promise<Map<string, CallHead[]>> {
    const folds = await rebuild(recordTables(this.#db), this.#kinds);
    return new Map([...folds].map(([name, { rows }]) => [name, [...rows.values()]]));
  }
}

const published = (db: Database) => recordTables(db).selectFrom('call_events').select('expert_id').where('type', '=', 'publish');
