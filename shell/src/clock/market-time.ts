import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';

/** A clock answer and its arrival (ms of this machine's monotonic time). */
export interface ClockReading {
  readonly clock: MarketClock;
  readonly at: number;
}

/** Market time now, UTC ms. In a replay it runs at the replay's speed. */
export const marketNow = ({ clock, at }: ClockReading, now: number): number => new Date(clock.now).getTime() + (now - at) * clock.speed;

/** The label where a phone has room for some twenty letters: when the market opens says that it is closed. */
export const briefly = ({ label, stale }: Pick<MarketClock, 'label' | 'stale'>): string =>
  stale ? 'Prices not up to date' : label.replace(/^Closed · opens \w+ /, 'Opens ').replace(/^Closing auction/, 'Auction');

const MINUTE = 60_000;

/**
 * Ms until the clock should be reloaded: one second after the session opens or closes, so that the label never lags a phase,
 * and five minutes at most, since a replay may start.
 */
export function askAgainIn({ clock }: ClockReading): number {
  const now = new Date(clock.now).getTime();
  const next = [clock.opens_at, clock.closes_at].map((time) => (time ? new Date(time).getTime() - now : Number.NaN)).filter((ms) => ms > 0);
  return Math.min(5 * MINUTE, ...next.map((left) => left / clock.speed + 1000));
}
