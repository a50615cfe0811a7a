import type { DemoTimeChange, DemoTimeState } from '@vimarsh/shared/contract/market/time-control.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { Fail } from '../../platform/http/fail.ts';
import type { Time } from '../market-time.ts';
import { type Anchor, axisAt, beginAt, nextWake } from './axis.ts';

/** Wall time for which a mark is stored ahead. After a kill as much is skipped, since it may have been shown. */
const AHEAD_MS = 15_000;
/** Real time between two jumps: what each passes over is judged and rooted first. */
const JUMP_PAUSE_MS = 5_000;
/** How far ahead of the real time it is jumped or hurried. At real speed it may go further, some four sessions a day. */
const MOST_AHEAD_MS = 366 * 24 * 3_600_000;

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
  /** When it was jumped last, by the wall clock. */
  #jumped = Number.NEGATIVE_INFINITY;
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
    if (this.#anchor.speed > 1 && isFarAhead(now.getTime(), wall)) this.#anchor = { market: now.getTime(), wall, speed: 1 };
    if (istDay(now) !== istDay(new Date(this.#anchor.market)) || wall < this.#anchor.wall) this.#anchor = { ...this.#anchor, market: now.getTime(), wall };
    if (axisAt(this.#anchor, this.#wall() + AHEAD_MS / 2) <= this.#mark) return;
    await this.#inTurn(() => this.#reserve(this.#anchor));
  }

  /**
   * Holds, runs or jumps for everybody; `by` is the name of who did it. Throws RATE for a jump right after another, and BAD_REQUEST where a jump or
   * a speed would lead too far ahead of the real time.
   */
  async change(change: DemoTimeChange, by: string): Promise<void> {
    await this.#inTurn(async () => {
      const now = this.now().getTime();
      this.#checkChange(change, now);
      const next = {
        market: change.action === 'next_session' ? nextWake(now) : now,
        speed: change.action === 'hold' ? 0 : change.action === 'run' ? change.speed : this.#anchor.speed,
      };
      await this.#reserve({ ...next, wall: this.#wall() });
      // Time went on while the mark was stored.
      this.#anchor = { ...next, market: Math.max(next.market, this.now().getTime()), wall: this.#wall() };
      this.#state = { held: next.speed === 0, by, since: new Date(this.#wall()).toISOString() };
      if (change.action === 'next_session') this.#jumped = this.#wall();
    });
  }

  #checkChange(change: DemoTimeChange, now: number): void {
    const wall = this.#wall();
    const reached = change.action === 'next_session' ? nextWake(now) : now;
    if ((change.action === 'next_session' || (change.action === 'run' && change.speed > 1)) && isFarAhead(reached, wall))
      throw new Fail('BAD_REQUEST', {
        validation: 'Demo time is a year ahead of the real time, which is as far as it goes. It runs on at real speed.',
      });
    const passed = wall - this.#jumped;
    // A wall clock that was set back keeps nobody waiting.
    if (change.action !== 'next_session' || passed < 0 || passed >= JUMP_PAUSE_MS) return;
    const retry_after = Math.ceil((JUMP_PAUSE_MS - passed) / 1000);
    const seconds = retry_after === 1 ? '1 second' : `${retry_after} seconds`;
    throw new Fail('RATE', { validation: `The last jump was a moment ago. Go to the next session in ${seconds}.`, retry_after });
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

const isFarAhead = (market: number, wall: number): boolean => market - wall > MOST_AHEAD_MS;
