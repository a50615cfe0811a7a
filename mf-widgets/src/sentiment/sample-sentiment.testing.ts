import { aSource } from '@vimarsh/shared/contract/market/source.testing.ts';
import type { Sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';

/** A bearish stock, for tests. */
export const SENTIMENT: Sentiment = {
  symbol: 'M&M',
  name: 'Mahindra & Mahindra',
  exchange: 'NSE',
  ltp: 2945.5,
  change: -12.3,
  change_pct: -0.42,
  score: 35.4,
  zone: 'Bearish',
  note: '',
  traded: true,
  drivers: [
    { key: 'experts', label: 'Experts’ open calls', value: -0.5, weight: 0.45, detail: '4 open calls by 3 experts' },
    { key: 'technical', label: 'Technical votes', value: 0, weight: 0.35, detail: 'Price against its 20-day average: flat' },
    { key: 'volume', label: 'Volume', value: 0.2, weight: 0.2, detail: '' },
  ],
  calls: { buy: 1, sell: 3, hold: 0, experts: 3 },
  history: [],
  as_of: '2026-11-20T09:00:00.000Z',
  phase: 'continuous',
  source: 'simulated',
  prices_from: aSource(),
  method: 'sentiment-3',
  disclaimer: '',
};
