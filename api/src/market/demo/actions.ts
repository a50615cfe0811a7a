import type { CorporateAction } from '../instruments/actions/corporate-action.ts';

/** Corporate actions and halts of the simulated exchange. */
export const CORPORATE_ACTIONS: readonly CorporateAction[] = [
  { symbol: 'BAJFINANCE', day: '2026-06-16', type: 'split', ratio: 5 },
  { symbol: 'WIPRO', day: '2026-09-08', type: 'bonus', ratio: 2 },
  { symbol: 'COALINDIA', day: '2026-08-18', type: 'dividend', amount: 5.5 },
  { symbol: 'ITC', day: '2026-05-27', type: 'dividend', amount: 7.85 },
  { symbol: 'ZENSARTECH', day: '2026-10-13', type: 'halt' },
];
