import type { DemoTimeChange, DemoTimeState } from '@vimarsh/shared/contract/market/time-control.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { Fail } from '../../platform/http/fail.ts';
import type { Time } from '../market-time.ts';
import { type Anchor, axisAt, beginAt, nextWake } from './axis.ts';

/** Wall time for which a mark is stored ahead. After a kill as much is skipped, since it may have been shown. */
const AHEAD_MS = 15_000;

/** The stored mark: market time that is not gone back behind. */
export interface DemoTimeStore {
  read(): Promise<Date | null>;
  write(mark: Date): Promise<void>;
  /** Takes a mark back to where market time ended, in an orderly end; nothing where another process has moved it since. */
  end(from: Date, to: Date): Promise<void>;
}

interface DemoTimeOptions {
  readonly store: DemoTimeStore;
  /** Nothing in the record is dated later than this, whatever the mark says. */
  readonly signed: Date | null;
  readonly speed?: number;
  readonly wall?: () => number;
}

/**
 * Market time of the demo, which is always open: it begins in a session at any hour, skips closed hours, and can be held, sped up and
 * jumped on. It never goes back, over kills either, because a mark ahead of it is stored before anybody is shown that time; so the
 * record stands on one axis.
 */
export class DemoTime implements Time {
  readonly #store: DemoTimeStore;
  readonly #wall: () => number;
  #anchor: Anchor;
  #mark: number;
  #latest: number;
  #state: DemoTimeState = { held: false, by: null, since: null };
  /** Changes and stored marks follow each other. */
  #turn: Promise<void> = Promise.resolve();
  #ended = false;

  private constructor(anchor: Anchor, { store, wall = Date.now }: DemoTimeOptions) {
    this.#store = store;
    this.#wall = wall;
    this.#anchor = anchor;
    this.#latest = anchor.market;
    this.#mark = anchor.market;
  }

  /**
   * Goes on from where an earlier start has come to, from what the record holds, or from now: from the latest of these. It stands there until
   * the first beat, because who only checks the record writes nothing.
   */
  static async open(options: DemoTimeOptions): Promise<DemoTime> {
    const { store, signed, speed = 1, wall = Date.now } = options;
    const stored = await store.read();
    const earliest = Math.max(wall(), stored?.getTime() ?? 0, signed?.getTime() ?? 0);
    return new DemoTime({ market: beginAt(earliest), wall: wall(), speed }, options);
  }

  now(): Date {
    if (!this.#ended) this.#latest = Math.max(this.#latest, Math.min(axisAt(this.#anchor, this.#wall()), this.#mark));
    return new Date(this.#latest);
  }

  live(): Date {
    return this.now();
  }

  get speed(): number {
    return this.#anchor.speed;
  }

  get demo(): DemoTimeState {
    return this.#state;
  }

  /** Stores the next mark before the last one is reached. */
  async beat(): Promise<void> {
    const [now, wall] = [this.now(), this.#wall()];
    // Each reading of the time walks through all sessions since the anchor, and waits for a wall clock that was set back.
    if (istDay(now) !== istDay(new Date(this.#anchor.market)) || wall < this.#anchor.wall) this.#anchor = { ...this.#anchor, market: now.getTime(), wall };
    if (axisAt(this.#anchor, this.#wall() + AHEAD_MS / 2) <= this.#mark) return;
    await this.#inTurn(() => this.#reserve(this.#anchor));
  }

  /** Holds, runs or jumps for everybody; `by` is the name of who did it. */
  async change(change: DemoTimeChange, by: string): Promise<void> {
    await this.#inTurn(async () => {
      const now = this.now().getTime();
      const next = {
        market: change.action === 'next_session' ? nextWake(now) : now,
        speed: change.action === 'hold' ? 0 : change.action === 'run' ? change.speed : this.#anchor.speed,
      };
      await this.#reserve({ ...next, wall: this.#wall() });
      // Time went on while the mark was stored.
      this.#anchor = { ...next, market: Math.max(next.market, this.now().getTime()), wall: this.#wall() };
      this.#state = { held: next.speed === 0, by, since: new Date(this.#wall()).toISOString() };
    });
  }

  replay(): never {
    throw new Fail('BAD_REQUEST', {
      validation: 'The demo’s time only goes forward, because its record stands on one axis. Hold it, speed it up or jump to the next session.',
    });
  }

  returnToLive(): never {
    return this.replay();
  }

  /** Ends the axis where it stands. */
  async end(): Promise<void> {
    await this.#inTurn(async () => {
      const [mark, now] = [this.#mark, this.now()];
      this.#ended = true;
      await this.#store.end(new Date(mark), now);
    });
  }

  async #reserve(anchor: Anchor): Promise<void> {
    const mark = axisAt(anchor, this.#wall() + AHEAD_MS);
    if (mark <= this.#mark) return;
    await this.#store.write(new Date(mark));
    this.#mark = Math.max(this.#mark, mark);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
