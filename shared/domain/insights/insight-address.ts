import { readSymbol } from './read-symbol.ts';

/** Keys have a prefix, so that `/equity-insights/pk_live_…` is read as a key and not as a stock. */
const KEY = /^pk_(live|test|app)_/;

/** Key of a broker's app. It opens nothing without a proof signed by the app's server. */
export const isAppKey = (key: string): boolean => key.startsWith('pk_app_');

export interface InsightAddress {
  /** As it stands in the address; '' when that names none. */
  readonly written: string;
  /** The symbol that is meant; '' where what is written can't be one. */
  readonly symbol: string;
  readonly broker_access_key: string;
}

/** Reads `/:symbol?/:broker_access_key?` of an insight page; the first segment may be a key. */
export function insightAddress(first: string | undefined, second: string | undefined): InsightAddress {
  if (first && KEY.test(first)) return { written: '', symbol: '', broker_access_key: first };
  const written = (first ?? '').trim();
  return { written, symbol: readSymbol(written), broker_access_key: second ?? '' };
}

/** The reverse: the address of a symbol, keeping the key. */
export const addressOf = (base: string, symbol: string, key: string): string =>
  `${base}/${encodeURIComponent(symbol)}${key ? `/${encodeURIComponent(key)}` : ''}`;
