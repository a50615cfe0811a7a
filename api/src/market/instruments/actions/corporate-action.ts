/**
 * Corporate actions by ex-date (IST), by kind. Prices stay as traded: before the ex-date on the old share count, from it on the new one.
 * What a kind does to a price, and from where its terms come, is the table in docs/product.md.
 */
interface OnDay {
  readonly symbol: string;
  readonly day: string;
}

/** Kinds that change how many shares there are. */
export const SHARE_CHANGES = ['split', 'consolidation', 'bonus', 'reduction'] as const;

/** `ratio` shares for each old one: 5 for a split of ₹10 into ₹2, 2 for a bonus of 1:1, 0.1 for ten shares made one. */
export interface ShareChange extends OnDay {
  readonly type: (typeof SHARE_CHANGES)[number];
  readonly ratio: number;
}

/** Terms of a rights issue: `given` new shares for each `held`, at `price`, ₹. */
export interface RightsTerms {
  readonly given: number;
  readonly held: number;
  readonly price: number;
}

/** `ratio`: the last close with the right over the price that it is worth without (`close`, ₹); null until both are known. */
export interface Rights extends OnDay, RightsTerms {
  readonly type: 'rights';
  readonly ratio: number | null;
  readonly close: number | null;
}

/** ₹ a share, all dividends of the day together. */
export interface Dividend extends OnDay {
  readonly type: 'dividend';
  readonly amount: number;
}

/** A dividend of so large a share of the price (`close`, the last with it, ₹) that the exchange adjusts its contracts. */
export interface SpecialDividend extends OnDay {
  readonly type: 'special_dividend';
  readonly amount: number;
  readonly close: number;
}

/** Terms that the exchange has published and no list holds: prices less `amount` ₹ (0 where it names a factor), divided by `ratio`. */
export interface ExchangeAdjustment extends OnDay {
  readonly type: 'demerger' | 'scheme' | 'exchange_adjustment';
  readonly ratio: number;
  readonly amount: number;
  readonly close: number | null;
}

export type CorporateAction =
  | ShareChange
  | Rights
  | Dividend
  | SpecialDividend
  | ExchangeAdjustment
  /** No trading on this day. */
  | (OnDay & { readonly type: 'halt' });

export const isShareChange = (action: CorporateAction): action is ShareChange => (SHARE_CHANGES as readonly string[]).includes(action.type);
