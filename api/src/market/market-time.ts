import type { DemoTimeState } from '@vimarsh/shared/contract/market/time-control.ts';
import { addDays, isTradingDay, istDay, istInstant, nextOpen, phaseAt, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';

/** A timeline: it was at `market` when the wall clock was at `wall`, and runs `speed` times as fast. Milliseconds. */
interface Line {
  market: number;
  wall: number;
  readonly speed: number;
}

/** The market's clock. All that is published, judged, rooted and shown of the market is dated by it, people's own affairs by the wall clock. */
export interface Time {
  now(): Date;
  /** The time of the live timeline, even during a replay. */
  live(): Date;
  /** 0 while it is held. */
  readonly speed: number;
  /** The demo's own market time; null for every other clock. */
  readonly demo: DemoTimeState | null;
  /** Called before each beat of the market. */
  beat(): Promise<void> | void;
  /** Starts a replay at an instant, 1 to 60 times as fast. */
  replay(from: Date, speed: number): void;
  returnToLive(): void;
}

export interface TimeOptions {
  /** Start of the live timeline; the wall clock by default. */
  readonly start?: Date | undefined;
  /** 1 to 60. */
  readonly speed?: number;
  readonly wall?: () => number;
}

/** Market time that runs with the wall clock. The live timeline always runs; a replay is a second one that hides it while it lasts. */
export class MarketTime implements Time {
  readonly demo = null;
  readonly #wall: () => number;
  readonly #live: Line;
  #replay: Line | null = null;

  constructor({ start, speed = 1, wall = Date.now }: TimeOptions = {}) {
    this.#wall = wall;
    const now = wall();
    this.#live = { market: start?.getTime() ?? now, wall: now, speed };
  }

  now(): Date {
    if (!this.#replay) return this.live();
    return new Date(Math.min(this.#at(this.#replay), lastBeforeRoot(this.live())));
  }

  live(): Date {
    return new Date(this.#at(this.#live));
  }

  get speed(): number {
    return (this.#replay ?? this.#live).speed;
  }

  replay(from: Date, speed: number): void {
    this.#replay = { market: from.getTime(), wall: this.#wall(), speed };
  }

  returnToLive(): void {
    this.#replay = null;
  }

  /** Faster than real time, closed hours are skipped: time jumps to the next pre-open. */
  beat(): void {
    for (const line of [this.#live, this.#replay]) {
      if (!line || line.speed === 1) continue;
      const now = new Date(this.#at(line));
      if (phaseAt(now) !== 'closed' || isBetweenPhases(now)) continue;
      line.market = sessionOf(istDay(nextOpen(now)), false)!.preopen.getTime();
      line.wall = this.#wall();
    }
  }

  #at(line: Line): number {
    return line.market + (this.#wall() - line.wall) * line.speed;
  }
}

/**
 * A fast replay runs ahead of the live timeline within its day and waits there: a daily root of the record is signed once, and nothing may
 * be signed for a day that is to come.
 */
function lastBeforeRoot(live: Date): number {
  for (let day = istDay(live); ; day = addDays(day, 1)) {
    const at = istInstant(day, '18:44').getTime();
    if (at >= live.getTime() && isTradingDay(day)) return at;
  }
}

/** The quarter of an hour between closing auction and post-close trading still belongs to the day. */
function isBetweenPhases(now: Date): boolean {
  const post = sessionOf(istDay(now), false)?.post;
  return post != null && now >= sessionOf(istDay(now), true)!.end && now < post.from;
}
