import { declaredCalendar, isTradingDay, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Identity, mayPublish } from '../../identity/index.ts';
import { type CallHead, type Carried, type EngineEvent, isBefore, type Ledger, type NewEvent, nextRootAt, type Watched, watched } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TellFollowers } from '../reading/tell.ts';
import { inOrder, inTime } from './in-order.ts';

/** The longest step in which market time is processed. */
const LONGEST_STEP_MS = 24 * 3_600_000;
/** How often the position is stored while nothing happens. Judging a stretch twice changes nothing. */
const SAVE_EVERY_MS = 60_000;
const CHECK_EXPERTS_EVERY_MS = 60_000;
/** Rows read at once when the engine starts. */
const PAGE = 2000;

export interface EngineDependencies {
  readonly platform: Platform;
  readonly market: Market;
  readonly identity: Pick<Identity, 'experts'>;
  readonly ledger: Ledger;
  readonly tell: TellFollowers;
  /** Called within a beat for rows that changed by prices, by requests or on another node. */
  readonly onChanged: (changed: readonly Carried[]) => void;
  /** Called once on each node for each call that was open and has ended. */
  readonly onEnded: (ended: Carried) => void;
}

/**
 * Closes calls of every kind by prices. In each step the kinds judge their open calls by the market's bars up to an instant (judge.ts of
 * equity and options, by the rules of lifecycle.ts in shared/domain/calls), and events, rows and the instant are stored in one
 * transaction: after a kill the step is either stored or judged again with the same result.
 */
export class Engine {
  readonly #parts: EngineDependencies;
  /** Open calls by kind and id. */
  readonly #open = new Map<string, Map<string, Watched>>();
  #seq = 0;
  #at: Date | null = null;
  #rootAt: Date | null = null;
  #lastRoot: Date | null = null;
  /** The calendar by which the next root was found. */
  #rootBy = declaredCalendar();
  /** From where what came late is still to be judged. */
  #backTo: Date | null = null;
  /** From where what others appended is still to be judged. */
  #since: Date | null = null;
  /** Calls that two people corrected and that are still to be judged from their publication on. */
  readonly #freed = new Set<string>();
  #saved = 0;
  #expertsChecked = 0;
  #running: Promise<void> = Promise.resolve();
  /** The run that has not begun yet, for all who come meanwhile. */
  #next: { to: Date; run: Promise<void> } | null = null;

  constructor(parts: EngineDependencies) {
    this.#parts = parts;
  }

  /** Loads the open calls and catches up with market time. */
  async start(): Promise<void> {
    const { ledger, market } = this.#parts;
    const head = await ledger.head();
    this.#at = head.judged_until;
    this.#lastRoot = await ledger.lastRoot();
    this.#rootAt = this.#lastRoot && nextRootAt(this.#lastRoot);
    for (const { name } of ledger.kinds()) await this.#loadOpen(name);
    this.#seq = head.seq;
    // Prices of days gone by may have come while nobody looked.
    if (!market.source.invented) this.#back(this.#oldest());
    await this.advanceTo(market.now());
    market.onAdvance((from, to) => this.#onAdvance(from, to));
    market.onRevised((from) => this.#back(new Date(from.getTime() - 1)));
  }

  /** Judges everything up to `to`. Whoever comes while a run is under way shares the one after it: each with a run of their own, they would wait for all before them. */
  advanceTo(to: Date): Promise<void> {
    if (this.#next) {
      if (to > this.#next.to) this.#next.to = to;
      return this.#next.run;
    }
    const begin = (): Promise<void> => {
      this.#next = null;
      return this.#steps(next.to);
    };
    const next = { to, run: this.#running.then(begin) };
    this.#next = next;
    this.#running = next.run.catch(() => undefined);
    return next.run;
  }

  /** Waits for the running step and stores its position. */
  async stop(): Promise<void> {
    await this.#running;
    if (this.#at) await this.#parts.ledger.judgedUntil(this.#parts.platform.db, this.#at);
  }

  async #onAdvance(from: Date, to: Date): Promise<void> {
    // A replay goes back: the stretch is judged again for calls published within it; ended calls are not touched.
    this.#back(from);
    await this.advanceTo(to);
  }

  /** The next step begins here, if it would begin later. Judging a stretch again changes nothing but what is known better now. */
  #back(from: Date | null): void {
    if (from && (!this.#backTo || from < this.#backTo)) this.#backTo = from;
  }

  /** Between two steps: a running one ends where it was going. */
  #goBack(): void {
    if (this.#backTo && this.#at && this.#backTo < this.#at) this.#at = this.#backTo;
    this.#backTo = null;
  }

  /** When the oldest open call was published. */
  #oldest(): Date | null {
    const instants = [...this.#open.values()].flatMap((open) => [...open.values()].map(({ published_at }) => published_at.getTime()));
    return instants.length > 0 ? new Date(Math.min(...instants)) : null;
  }

  async #steps(asked: Date): Promise<void> {
    const reached = this.#parts.market.reached();
    const to = asked < reached ? asked : reached;
    // A replay of days whose roots are signed shows them and writes nothing.
    const now = this.#parts.market.now();
    if ((this.#lastRoot && isBefore(now, this.#lastRoot)) || (await this.#parts.ledger.isStopped())) return;
    this.#at ??= to;
    this.#goBack();
    while (this.#at < to) {
      const root: Date | null = this.#dueRoot() ?? (this.#seq > 0 ? nextRootAt(this.#at) : null);
      const next = Math.min(to.getTime(), this.#at.getTime() + LONGEST_STEP_MS, root && root > this.#at ? root.getTime() : Number.POSITIVE_INFINITY);
      await this.#step(this.#at, new Date(next));
      this.#at = new Date(next);
      if (root && root.getTime() <= next) {
        const { platform, ledger } = this.#parts;
        await ledger.write(platform.transaction, (tx) => ledger.root(tx, root));
        this.#rootAt = nextRootAt(root);
        this.#lastRoot = root;
      }
      this.#goBack();
    }
    await this.#checkExperts(to);
  }

  /**
   * When the next root is due. Where the calendar changed meanwhile, a day that is closed now has none, and one that is opened afterwards gets
   * none: it would cover what is dated after it.
   */
  #dueRoot(): Date | null {
    if (this.#rootBy === declaredCalendar() || !this.#rootAt || !this.#lastRoot) return this.#rootAt;
    this.#rootBy = declaredCalendar();
    const now = this.#parts.market.now();
    const isOverdue = this.#rootAt <= now && isTradingDay(istDay(this.#rootAt));
    if (!isOverdue) this.#rootAt = nextRootAt(this.#lastRoot > now ? this.#lastRoot : now);
    return this.#rootAt;
  }

  async #step(from: Date, to: Date): Promise<void> {
    for (;;) {
      await this.#follow();
      const events = await this.#judged(this.#since && this.#since < from ? this.#since : from, to);
      // What is dated after the latest root belongs under the next one; what became known later says when it did.
      const now = this.#parts.market.now();
      const dated = inOrder(events).map((event) => inTime(event, this.#lastRoot, now));
      if (events.length === 0) await this.#save(to);
      else if (!(await this.#store(dated, to))) continue;
      // Only now: a step that fails is taken again over the same stretch.
      this.#since = null;
      this.#freed.clear();
      return;
    }
  }

  /** Judges open calls by what prices did from an instant on; a call that two people corrected, from its publication on: it may have stopped long ago. */
  async #judged(from: Date, to: Date): Promise<EngineEvent[]> {
    const events: EngineEvent[] = [];
    for (const [name, open] of this.#open) {
      const kind = this.#parts.ledger.kind(name);
      const { freed = [], others = [] } = Object.groupBy(open.values(), ({ id }) => (this.#freed.has(id) ? 'freed' : 'others'));
      events.push(...(await kind.judge(others, from, to)));
      for (const call of freed) events.push(...(await kind.judge([call], call.published_at < from ? call.published_at : from, to)));
    }
    return events;
  }

  /** Stores events. False if the record has moved on since the open calls were loaded, which must then be judged again. */
  async #store(events: readonly NewEvent[], to: Date): Promise<boolean> {
    const { platform, ledger, tell } = this.#parts;
    const carried = await ledger.write(platform.transaction, async (tx, { seq }) => {
      if (seq !== this.#seq) return null;
      const changed = await ledger.append(tx, seq, events);
      await tell(tx, seq, events, changed);
      await ledger.judgedUntil(tx, to);
      return changed;
    });
    if (!carried) return false;
    this.#seq += events.length;
    this.#saved = Date.now();
    this.#changed(carried);
    return true;
  }

  async #save(to: Date): Promise<void> {
    if (Date.now() - this.#saved < SAVE_EVERY_MS) return;
    this.#saved = Date.now();
    await this.#parts.ledger.judgedUntil(this.#parts.platform.db, to);
  }

  /** Loads what others appended: new calls, moved stops, requested exits, corrections. The step judges from the earliest of them. */
  async #follow(): Promise<void> {
    const { ledger } = this.#parts;
    const { seq } = await ledger.head();
    if (seq === this.#seq) return;
    const events = await ledger.between(this.#seq, seq);
    const carried: Carried[] = [];
    for (const [kind, own] of Map.groupBy(events, (event) => event.kind)) {
      const ids = [...new Set(own.map((event) => event.call_id))];
      for (const row of await ledger.rows(ledger.kind(kind), ids)) carried.push({ kind, row });
    }
    this.#seq = seq;
    this.#changed(carried, new Set(events.filter(({ type }) => type === 'publish').map(({ call_id }) => call_id)));
    for (const { type, call_id, ts } of events) {
      if (type === 'correction') this.#freed.add(call_id);
      if (!this.#since || ts < this.#since) this.#since = ts;
    }
  }

  async #loadOpen(name: string): Promise<void> {
    const { ledger } = this.#parts;
    this.#open.set(name, new Map());
    for (let after = ''; ; ) {
      const rows = await ledger.openRows(ledger.kind(name), after, PAGE);
      for (const row of rows) this.#watch(name, row);
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
    }
  }

  /** `fresh` are newly loaded calls, which may have ended in the same beat. */
  #changed(carried: readonly Carried[], fresh: ReadonlySet<string> = new Set()): void {
    const { onChanged, onEnded } = this.#parts;
    const ended = carried.filter(({ kind, row }) => !row.is_open && (fresh.has(row.id) || this.#open.get(kind)!.has(row.id)));
    for (const { kind, row } of carried) this.#watch(kind, row);
    if (carried.length > 0) onChanged(carried);
    for (const call of ended) onEnded(call);
  }

  #watch(kind: string, row: CallHead): void {
    const open = this.#open.get(kind)!;
    if (row.is_open) open.set(row.id, watched(this.#parts.ledger.kind(kind), row));
    else open.delete(row.id);
  }

  /** Freezes or frees the calls of experts who lost or regained the right to publish. Prices close them either way. */
  async #checkExperts(now: Date): Promise<void> {
    if (Date.now() - this.#expertsChecked < CHECK_EXPERTS_EVERY_MS) return;
    const open = [...this.#open].flatMap(([kind, calls]) =>
      [...calls.values()].map(({ id, expert_id, state }) => ({ kind, id, expert_id, frozen: state.frozen })),
    );
    if (open.length === 0) return;
    this.#expertsChecked = Date.now();
    const experts = await this.#parts.identity.experts();
    const barred = new Set(experts.filter((expert) => !mayPublish(expert)).map(({ user_id }) => user_id));
    const events = open
      .filter(({ expert_id, frozen }) => barred.has(expert_id) !== frozen)
      .map(({ kind, id, expert_id, frozen }): NewEvent => {
        const flag = frozen ? 'expert_restored' : 'expert_suspended';
        return { kind, call_id: id, expert_id, type: 'admin_flag', payload: { flag }, actor: 'engine', ts: now.toISOString() };
      });
    if (events.length > 0) await this.#store(events, now);
  }
}
