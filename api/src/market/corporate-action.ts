/**
 * Corporate actions and halts by ex-date (IST). Prices stay as traded: before the ex-date on the old share count, from it on
 * the new one.
 */
export type CorporateAction =
  /** `ratio` new shares for each old one: 5 for a split of ₹10 into ₹2, 2 for a 1:1 bonus. */
  | { readonly symbol: string; readonly day: string; readonly type: 'split' | 'bonus'; readonly ratio: number }
  /** ₹ a share. */
  | { readonly symbol: string; readonly day: string; readonly type: 'dividend'; readonly amount: number }
  /** No trading on this day. */
  | { readonly symbol: string; readonly day: string; readonly type: 'halt' };
