import { aSource } from './source.testing.ts';
import type { MarketClock } from './types.ts';

type WholeClock = Required<Omit<MarketClock, 'demo'>> & Pick<MarketClock, 'demo'>;

/** The market while it trades on a Friday, for tests. */
export const aClock = (more: Partial<WholeClock> = {}): WholeClock => ({
  now: '2026-11-20T06:00:00.000Z',
  phase: 'continuous',
  trading_date: '2026-11-20',
  label: 'Open · closes 15:30',
  opens_at: null,
  closes_at: '2026-11-20T10:00:00.000Z',
  source: 'simulated',
  speed: 1,
  stale: false,
  prices_from: aSource(),
  prices: 'Simulated market — prices, experts and results are not real',
  ...more,
});
