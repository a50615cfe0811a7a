import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';

/** A clock answer and its arrival (ms of this machine's monotonic time). */
export interface ClockReading {
  readonly clock: MarketClock;
  readonly at: number;
}

/** Market time now, UTC ms. In a replay it runs at the replay's speed. */
export const marketNow = ({ clock, at }: ClockReading, now: number): number => new Date(clock.now).getTime() + (now - at) * clock.speed;

/** "Demo time · 30 Nov" beside the clock of a demo that keeps a time of its own, and at what speed where that is not the real one; '' elsewhere. */
export function demoWords({ demo, speed }: Pick<MarketClock, 'demo' | 'speed'>, now: number): string {
  if (!demo) return '';
  if (demo.held) return 'Demo time · paused';
  return speed === 1 ? `Demo time · ${formatDay(now).slice(0, -5)}` : `Demo time · ${speed}×`;
}

/** The label where a phone has room for some twenty letters: when the market opens says that it is closed. */
export const briefly = ({ label, stale, demo }: Pick<MarketClock, 'label' | 'stale' | 'demo'>): string => {
  if (stale) return 'Prices not up to date';
  // The demo's time stands beside it, and needs the room.
  if (demo) return label.replace(/ · .*/, '');
  return label.replace(/^Closed · opens \w+ /, 'Opens ').replace(/^Closing auction/, 'Auction');
};

const MINUTE = 60_000;
const DEMO_EVERY_MS = 10_000;

/**
 * Ms until the clock should be reloaded: one second after the session opens or closes, so that the label never lags a phase,
 * and five minutes at most, since a replay may start. The demo's time is changed while people look at it.
 */
export function askAgainIn({ clock }: ClockReading): number {
  const now = new Date(clock.now).getTime();
  const next = [clock.opens_at, clock.closes_at].map((time) => (time ? new Date(time).getTime() - now : Number.NaN)).filter((ms) => ms > 0);
  return Math.min(clock.demo ? DEMO_EVERY_MS : 5 * MINUTE, ...next.map((left) => left / clock.speed + 1000));
}
