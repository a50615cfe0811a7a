import type { Instrument, MarketClock, Quote } from '@vimarsh/shared/contract/market.contract.ts';

export const aStock = (over: Partial<Instrument> = {}): Instrument & { band_low: number; band_high: number } => ({
  symbol: 'TCS',
  name: 'Tata Consultancy Services',
  exchange: 'NSE',
  kind: 'equity',
  isin: 'INE000000001',
  sector: 'IT',
  cap: 'large',
  tick: 0.1,
  lot_size: 175,
  fno: true,
  status: 'active',
  band_low: 2700,
  band_high: 3300,
  ...over,
});

export const aClock = (over: Partial<MarketClock> = {}): MarketClock => ({
  now: '2026-11-20T06:00:00.000Z',
  phase: 'continuous',
  trading_date: '2026-11-20',
  label: 'Open · closes 15:30',
  opens_at: null,
  closes_at: '2026-11-20T10:00:00.000Z',
  source: 'simulated',
  speed: 1,
  stale: false,
  ...over,
});

export const aQuote = (over: Partial<Quote> = {}): Quote => ({
  symbol: 'TCS',
  ltp: 3040,
  open: 3000,
  high: 3050,
  low: 2990,
  prev_close: 3000,
  change: 40,
  change_pct: 1.33,
  volume: 100000,
  ts: '2026-11-20T06:00:00.000Z',
  phase: 'continuous',
  source: 'simulated',
  ...over,
});
