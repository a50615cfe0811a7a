import type { CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { Database } from '../platform/platform.ts';

/** An event before it is appended to the record. */
export interface NewEvent {
  /** Name of the kind of call it belongs to. */
  readonly kind: string;
  readonly call_id: string;
  readonly expert_id: string;
  /** The first is the one that its kind begins with, of calls `publish`; the kind defines the others. */
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** User id, or `engine`. */
  readonly actor: string;
  /** UTC ISO instant. */
  readonly ts: string;
}

export interface ChainedEvent extends EventBody {
  readonly hash: string;
}

/** The columns every kind's table has; a kind adds its own. */
export interface CallHead {
  id: string;
  expert_id: string;
  /** Symbol of the instrument the call is about. */
  stock: string;
  status: CallStatus;
  is_open: boolean;
  published_at: Date;
  /** Of its latest event. */
  hash: string;
  /** JSON of the kind's state. */
  state: string;
}

/** A row as its kind projects it. The record adds hash and state. */
export type Projected<Row extends CallHead> = Omit<Row, 'hash' | 'state'>;

/** What the record needs to know of any kind's state. */
export interface CallState {
  /** Its author has lost the right to publish, by the latest `admin_flag` event. Prices still close it. */
  readonly frozen: boolean;
}

/** An open call in the engine's memory. */
export interface Watched<State extends CallState = CallState> {
  readonly id: string;
  readonly expert_id: string;
  readonly stock: string;
  readonly published_at: Date;
  readonly state: State;
}

/** The engine's view of an open call. */
export const watched = (kind: Kind, { id, expert_id, stock, published_at, state }: CallHead): Watched => ({
  id,
  expert_id,
  stock,
  published_at,
  state: kind.readState({ id, state }),
});

/** An event caused by prices or time, and the instant (ms) at which it could be known, so that its order does not depend on slicing. */
export interface EngineEvent {
  readonly event: NewEvent;
  readonly knownAt: number;
}

/**
 * One kind of call. The record chains, signs and proves events of all kinds alike and reads none of their payloads. A kind
 * gives events their meaning: `apply` computes the state, `project` the row that lists read, `judge` the events that prices
 * cause.
 */
export interface Kind<State extends CallState = CallState, Row extends CallHead = CallHead, Context = unknown> {
  readonly name: string;
  /** Set for the one kind whose events don't name it in their text, because they are older than the second kind. */
  readonly unnamed?: true;
  /** Type of the first event of each; `publish` by default, which is that of calls. Other kinds are no calls and begin otherwise. */
  readonly opens?: string;
  /** Table of its rows, key `id`, and the columns an event after publication may change. */
  readonly table: string;
  readonly changes: readonly string[];
  /** Counted up, from 1, when `apply` or `project` give other rows for the same events: stored ones are made anew at the next start. */
  readonly rowRules?: number;
  /** State after one more event; the first must be the one that opens. Events after the end change nothing. */
  apply(state: State | null, event: ChainedEvent): State;
  /** The row after the event that led to this state. It depends on events alone, so replaying them in order rebuilds the stored rows. */
  project(row: Row | null, state: State, event: ChainedEvent, context: Context): Projected<Row>;
  /**
   * What `project` needs to know about other calls of the kind. Only their publications may change it, for calls are compared one after
   * another with all of their events. `tx` is null where nothing is stored yet.
   */
  context(tx: Database | null, events: readonly NewEvent[]): Promise<Context>;
  /** A row's state, as it was stored. Throws CALL_DAMAGED for what is none. */
  readState(row: Pick<CallHead, 'id' | 'state'>): State;
  /** Events that prices and time in `(from, to]` cause on open calls. Stores nothing. */
  judge(open: readonly Watched<State>[], from: Date, to: Date): Promise<readonly EngineEvent[]>;
}

/** The type of the first event of a kind. */
export const opensWith = ({ opens = 'publish' }: Pick<Kind, 'opens'>): string => opens;

/** The registered kinds, by name. */
export class Kinds {
  readonly #byName = new Map<string, Kind>();

  register(kind: Kind): void {
    if (this.#byName.has(kind.name)) throw new Error(`The kind of call ${kind.name} is registered already`);
    const unnamed = this.all().find((other) => other.unnamed);
    if (kind.unnamed && unnamed) throw new Error(`Events without a name are of ${unnamed.name}; ${kind.name} must name its own`);
    this.#byName.set(kind.name, kind);
  }

  of(name: string): Kind {
    const kind = this.#byName.get(name);
    if (!kind) throw new Error(`The record has events of the kind ${name}, which this server does not know`);
    return kind;
  }

  all(): Kind[] {
    return [...this.#byName.values()];
  }

  /** The types that events of some kind begin with. Calls begin with `publish`, also those of a kind that this server lacks and has to name. */
  openings(): string[] {
    return [...new Set(['publish', ...this.all().map(opensWith)])];
  }
}
