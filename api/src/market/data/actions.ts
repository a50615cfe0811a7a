/**
 * Corporate actions and halts of the simulated exchange, by ex-date (IST). Prices stay as traded: before the ex-date on the
 * old share count, from it on the new one.
 */
export type CorporateAction =
  /** `ratio` new shares for each old one: 5 for a split of ₹10 into ₹2, 2 for a 1:1 bonus. */
  | { readonly symbol: string; readonly day: string; readonly type: 'split' | 'bonus'; readonly ratio: number }
  /** ₹ a share. */
  | { readonly symbol: string; readonly day: string; readonly type: 'dividend'; readonly amount: number }
  /** No trading on this day. */
  | { readonly symbol: string; readonly day: string; readonly type: 'halt' };

export const CORPORATE_ACTIONS: readonly CorporateAction[] = [
  { symbol: 'BAJFINANCE', day: '2026-06-16', type: 'split', ratio: 5 },
  { symbol: 'WIPRO', day: '2026-09-08', type: 'bonus', ratio: 2 },
  { symbol: 'COALINDIA', day: '2026-08-18', type: 'dividend', amount: 5.5 },
  { symbol: 'ITC', day: '2026-05-27', type: 'dividend', amount: 7.85 },
  { symbol: 'ZENSARTECH', day: '2026-10-13', type: 'halt' },
];
