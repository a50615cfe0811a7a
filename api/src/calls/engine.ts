import { istDay } from '@vimarsh/shared/domain/calendar.ts';
import type { CallState } from '@vimarsh/shared/domain/call-lifecycle.ts';
import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Platform } from '../platform/platform.ts';
import { type CallRow, type CallsDatabase, tablesOf } from './calls.tables.ts';
import { inOrder, judge, type Watched } from './judge.ts';
import { appendEvents, lockLedger, type NewEvent } from './ledger.store.ts';
import { latestRoot, nextRootAt, storeRoot } from './ledger-roots.ts';
import type { TellFollowers } from './notices.ts';
import type { Signer } from './signing-key.ts';

/** Market time is worked off in steps of at most this. */
const LONGEST_STEP_MS = 24 * 3_600_000;
/** How often the point reached is stored while nothing happens. Judging a stretch again changes nothing. */
const SAVE_EVERY_MS = 60_000;
const CHECK_EXPERTS_EVERY_MS = 60_000;
/** Rows read at once when the engine starts. */
const PAGE = 2000;

export interface EngineParts {
  readonly platform: Platform;
  readonly market: Market;
  readonly identity: Pick<Identity, 'experts'>;
  readonly signer: Signer;
  readonly tell: TellFollowers;
  /** Told after a step was stored, with the rows it changed. */
  readonly onChanged: (rows: readonly CallRow[]) => void;
  /** Told about rows that requests or other nodes changed, within a beat. */
  readonly onFollowed: (rows: readonly CallRow[]) => void;
}

/**
 * Closes calls by prices. Each step judges the open calls by the market's bars up to a moment and stores the events, the rows and
 * the moment in one transaction: after a kill the step is either there or judged again with the same result.
 */
export class Engine {
  readonly #parts: EngineParts;
  readonly #db: CallsDatabase;
  readonly #open = new Map<string, Watched>();
  #seq = 0;
  #at: Date | null = null;
  #rootAt: Date | null = null;
  #saved = 0;
  #expertsChecked = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#db = tablesOf(parts.platform.db);
  }

  /** Loads the open calls and catches up with market time. */
  async start(): Promise<void> {
    const head = await this.#db.selectFrom('ledger_head').selectAll().executeTakeFirstOrThrow();
    this.#at = head.judged_until;
    const root = await latestRoot(this.#db);
    if (root) this.#rootAt = nextRootAt(root.published_at);
    await this.#loadOpen();
    this.#seq = head.seq;
    await this.advanceTo(this.#parts.market.now());
    this.#parts.market.onAdvance((from, to) => this.#onAdvance(from, to));
  }

  /** Judges everything up to `to`. Calls made while one runs wait for it. */
  advanceTo(to: Date): Promise<void> {
    const run = this.#running.then(() => this.#steps(to));
    this.#running = run.catch(() => undefined);
    return run;
  }

  /** Waits for the running step and stores how far it came. */
  async stop(): Promise<void> {
    await this.#running;
    if (this.#at) await this.#db.updateTable('ledger_head').set({ judged_until: this.#at }).where('id', '=', 1).execute();
  }

  async #onAdvance(from: Date, to: Date): Promise<void> {
    // A replay goes back: the stretch is judged again for calls published within it, and nothing that ended is touched.
    if (this.#at && from < this.#at) this.#at = from;
    await this.advanceTo(to);
  }

  async #steps(to: Date): Promise<void> {
    this.#at ??= to;
    while (this.#at < to) {
      const root: Date | null = this.#rootAt ?? (this.#seq > 0 ? nextRootAt(this.#at) : null);
      const next = Math.min(to.getTime(), this.#at.getTime() + LONGEST_STEP_MS, root && root > this.#at ? root.getTime() : Number.POSITIVE_INFINITY);
      await this.#step(this.#at, new Date(next));
      this.#at = new Date(next);
      if (root && root.getTime() <= next) {
        await this.#root(root);
        this.#rootAt = nextRootAt(root);
      }
    }
    await this.#checkExperts(to);
  }

  async #step(from: Date, to: Date): Promise<void> {
    for (;;) {
      const first = await this.#follow();
      const start = first && first < from ? first : from;
      const { made } = await judge([...this.#open.values()], this.#parts.market, start, to);
      if (made.length === 0) return this.#save(to);
      if (await this.#store(inOrder(made), to)) return;
    }
  }

  /** Stores events; false when the record has moved on since the open calls were read, so they must be judged again. */
  async #store(events: readonly NewEvent[], to: Date): Promise<boolean> {
    const { platform, signer, tell, onChanged } = this.#parts;
    const rows = await platform.transaction(async (shared) => {
      const tx = tablesOf(shared);
      const head = await lockLedger(tx);
      if (head.seq !== this.#seq) return null;
      const changed = await appendEvents(tx, head.seq, events, signer);
      for (const row of changed) if (!row.is_open) await tell(tx, 'ended_calls', row);
      await tx.updateTable('ledger_head').set({ judged_until: to }).where('id', '=', 1).execute();
      return changed;
    });
    if (!rows) return false;
    this.#seq += events.length;
    this.#saved = Date.now();
    for (const row of rows) this.#watch(row);
    onChanged(rows);
    return true;
  }

  async #save(to: Date): Promise<void> {
    if (Date.now() - this.#saved < SAVE_EVERY_MS) return;
    this.#saved = Date.now();
    await this.#db.updateTable('ledger_head').set({ judged_until: to }).where('id', '=', 1).execute();
  }

  /** Picks up what others appended: new calls, moved stops, exits asked for. Returns the earliest moment that must be judged again. */
  async #follow(): Promise<Date | null> {
    const { seq } = await this.#db.selectFrom('ledger_head').select('seq').executeTakeFirstOrThrow();
    if (seq === this.#seq) return null;
    const events = await this.#db.selectFrom('call_events').select(['call_id', 'ts']).where('seq', '>', this.#seq).where('seq', '<=', seq).execute();
    const ids = [...new Set(events.map((event) => event.call_id))];
    const rows = await this.#db.selectFrom('calls').selectAll().where('id', 'in', ids).execute();
    for (const row of rows) this.#watch(row);
    this.#seq = seq;
    this.#parts.onFollowed(rows);
    return new Date(Math.min(...events.map((event) => event.ts.getTime())));
  }

  async #loadOpen(): Promise<void> {
    for (let after = ''; ; ) {
      const rows = await this.#db.selectFrom('calls').selectAll().where('is_open', '=', true).where('id', '>', after).orderBy('id').limit(PAGE).execute();
      for (const row of rows) this.#watch(row);
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
    }
  }

  #watch(row: CallRow): void {
    if (row.is_open) this.#open.set(row.id, { stock: row.stock, expert_id: row.expert_id, state: JSON.parse(row.state) as CallState });
    else this.#open.delete(row.id);
  }

  async #root(at: Date): Promise<void> {
    await this.#parts.platform.transaction(async (shared) => {
      const tx = tablesOf(shared);
      const { seq } = await lockLedger(tx);
      await storeRoot(tx, istDay(at), seq, this.#parts.signer);
    });
  }

  /** Calls of experts who lost or regained the right to publish are frozen or freed; prices close them either way. */
  async #checkExperts(now: Date): Promise<void> {
    if (Date.now() - this.#expertsChecked < CHECK_EXPERTS_EVERY_MS || this.#open.size === 0) return;
    this.#expertsChecked = Date.now();
    const barred = new Set(
      (await this.#parts.identity.experts()).filter(({ status }) => status === 'suspended' || status === 'lapsed').map(({ user_id }) => user_id),
    );
    const events = [...this.#open.values()]
      .filter(({ expert_id, state }) => barred.has(expert_id) !== state.frozen)
      .map(({ expert_id, state }): NewEvent => {
        const flag = state.frozen ? 'expert_restored' : 'expert_suspended';
        return { call_id: state.id, expert_id, type: 'admin_flag', payload: { flag }, actor: 'engine', ts: now.toISOString() };
      });
    if (events.length > 0) await this.#store(events, now);
  }
}
