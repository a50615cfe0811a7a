import type { Instrument, Quote } from './types.ts';

export const aStock = (overrides: Partial<Instrument> = {}): Instrument & { band_low: number; band_high: number } => ({
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
  ...overrides,
});

export const aQuote = (overrides: Partial<Quote> = {}): Quote => ({
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
  ...overrides,
});
