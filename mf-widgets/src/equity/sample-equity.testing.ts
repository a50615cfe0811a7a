import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { aSource } from '@vimarsh/shared/contract/market/source.testing.ts';

const group = { score: -0.3, rating: 'Sell' as const, buy: 5, neutral: 8, sell: 13, note: '' };
/** A group with too few votes. */
export const NO_RATING = { score: null, rating: null, buy: 0, neutral: 0, sell: 0, note: 'not enough data: 3 of 6 votes' };
/** A stock with most of what there is, for tests. */
export const EQUITY: EquityInsight = {
  symbol: 'M&M',
  name: 'Mahindra & Mahindra',
  exchange: 'NSE',
  kind: 'equity',
  sector: 'Auto',
  cap: 'large',
  status: 'active',
  fno: true,
  quote: { ltp: 3295, change: -28, change_pct: -0.84, open: 3320, high: 3330, low: 3280, prev_close: 3323, volume: 1_234_567 },
  facts: [],
  range52: { low: 2500, high: 3700 },
  sessions: 210,
  rating: {
    summary: group,
    averages: group,
    oscillators: group,
    votes: [
      { key: 'sma10', group: 'averages', label: 'SMA 10', value: 3310.5, vote: -1, need: 10, rule: 'price above it' },
      { key: 'sma200', group: 'averages', label: 'SMA 200', value: null, vote: null, need: 200, rule: 'price above it' },
    ],
  },
  readings: [
    { key: 'rsi', label: 'RSI 14', value: 41.2, unit: 'x', word: 'Neutral', note: '', how: 'Average gain over gain plus loss.', inputs: [] },
    { key: 'adx', label: 'ADX 14', value: null, unit: 'x', word: '', note: 'not enough data: 20 of 28 sessions', how: 'Spread of the DIs.', inputs: [] },
  ],
  pivots: {
    day: '2026-11-19',
    high: 3340,
    low: 3300,
    close: 3323,
    sets: [{ kind: 'classic', p: 3321, r: [3342, 3361, 3382], s: [3302, 3281, 3262] }],
  },
  risk: [],
  signals: [],
  sentiment: { score: 35, zone: 'Bearish', note: '' },
  consensus: { buy: 1, sell: 3, hold: 0, experts: 3, oldest: '2026-11-02T05:00:00.000Z', newest: '2026-11-19T05:00:00.000Z' },
  future: null,
  actions: [],
  peers: [{ symbol: 'MARUTI', name: 'Maruti Suzuki India', ltp: 13_846, change_pct: 0.2, market_cap_cr: 435_000 }],
  as_of: '2026-11-20T06:00:00.000Z',
  phase: 'continuous',
  stale: false,
  source: 'simulated',
  prices_from: aSource(),
  methods: ['technical-rating-2'],
  disclaimer: 'Not advice.',
};
