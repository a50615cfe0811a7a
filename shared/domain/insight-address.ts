/** Keys carry a prefix, so that `/equity-insights/pk_live_…` is read as a key and not as a stock. */
const KEY = /^pk_(live|test|app)_/;

/** Of a broker's app: opens nothing without a proof its server has signed. */
export const isAppKey = (key: string): boolean => key.startsWith('pk_app_');

export interface InsightAddress {
  /** Upper case; '' when the address names none. */
  readonly symbol: string;
  readonly broker_access_key: string;
}

/** Reads `/:symbol?/:broker_access_key?` of an insight page; the first segment may be a key. */
export function insightAddress(first: string | undefined, second: string | undefined): InsightAddress {
  if (first && KEY.test(first)) return { symbol: '', broker_access_key: first };
  return { symbol: (first ?? '').toUpperCase(), broker_access_key: second ?? '' };
}

/** The way back: an address of one symbol, with the key that was there. */
export const addressOf = (base: string, symbol: string, key: string): string =>
  `${base}/${encodeURIComponent(symbol)}${key ? `/${encodeURIComponent(key)}` : ''}`;
