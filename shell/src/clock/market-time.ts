import type { MarketClock } from '@vimarsh/shared/contract/market.contract.ts';

/** A clock answer and when it came (ms of this machine's monotonic time). */
export interface ClockReading {
  readonly clock: MarketClock;
  readonly at: number;
}

/** Market time now, UTC ms: in a replay it runs at the replay's speed. */
export const marketNow = ({ clock, at }: ClockReading, now: number): number => new Date(clock.now).getTime() + (now - at) * clock.speed;

const MINUTE = 60_000;

/**
 * Ms until the clock should be asked again: one second after the session opens or closes, five minutes at most, since
 * someone may start a replay; a label of another phase never stays.
 */
export function askAgainIn({ clock }: ClockReading): number {
  const now = new Date(clock.now).getTime();
  const next = [clock.opens_at, clock.closes_at].map((time) => (time ? new Date(time).getTime() - now : Number.NaN)).filter((left) => left > 0);
  return Math.min(5 * MINUTE, ...next.map((left) => left / clock.speed + 1000));
}
