import type { LineInstrument } from '../price-line.ts';

/**
 * Upstox, “Instruments” (upstox.com/developer/api-documentation/instruments), “JSON files”: the instruments of an exchange as of the day's begin.
 * The key that every other request names is taken as it stands there, and never made up.
 */
export interface UpstoxInstrument {
  readonly key: string;
  readonly segment: string;
  readonly type: string;
  readonly symbol: string;
  readonly isin: string;
}

/** Series in which a share may trade, the usual one first. A bond of the same company may carry the same symbol in another. */
const SERIES = ['EQ', 'BE', 'BZ', 'SM', 'ST'];
const SEGMENTS = new Set(['NSE_EQ', 'NSE_INDEX', 'BSE_INDEX']);

/** Indices by the name in their key, whose capitals the list does not write alike. The documentation names the first two. */
const INDEX_NAMES: Readonly<Record<string, string>> = {
  NIFTY: 'nse_index|nifty 50',
  BANKNIFTY: 'nse_index|nifty bank',
  FINNIFTY: 'nse_index|nifty fin service',
  MIDCPNIFTY: 'nse_index|nifty mid select',
  NIFTYNXT50: 'nse_index|nifty next 50',
  SENSEX: 'bse_index|sensex',
  BANKEX: 'bse_index|bankex',
};

const textOf = (value: unknown): string => (typeof value === 'string' && value.length <= 100 ? value : '');

/** Shares and indices of a list; null where it is none. Other rows are left out, and so are those without a key. */
export function readUpstoxList(list: unknown): UpstoxInstrument[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((row: Readonly<Record<string, unknown>> | null) => {
    if (!row || !SEGMENTS.has(textOf(row.segment)) || !textOf(row.instrument_key)) return [];
    const { segment, instrument_key, instrument_type, trading_symbol, isin } = row;
    return [{ key: textOf(instrument_key), segment: textOf(segment), type: textOf(instrument_type), symbol: textOf(trading_symbol), isin: textOf(isin) }];
  });
}

/** Keys by our symbols: a share by its ISIN, else by its symbol at the exchange. What the lists do not have is left out. */
export function keysOf(ours: readonly LineInstrument[], instruments: readonly UpstoxInstrument[]): Map<string, string> {
  const indices = new Map<string, string>();
  const byIsin = new Map<string, UpstoxInstrument>();
  const bySymbol = new Map<string, UpstoxInstrument>();
  for (const instrument of instruments) {
    const { key, segment, symbol, isin } = instrument;
    if (segment !== 'NSE_EQ') {
      indices.set(key.toLowerCase(), key);
      continue;
    }
    if (!SERIES.includes(instrument.type)) continue;
    keepUsual(byIsin, isin, instrument);
    keepUsual(bySymbol, symbol, instrument);
  }
  const keys = new Map<string, string>();
  for (const { symbol, tradedAs, isin } of ours) {
    const index = INDEX_NAMES[symbol];
    const key = index === undefined ? (byIsin.get(isin) ?? bySymbol.get(tradedAs))?.key : indices.get(index);
    if (key !== undefined) keys.set(symbol, key);
  }
  return keys;
}

/** The more usual one of several series of a share counts. */
function keepUsual(shares: Map<string, UpstoxInstrument>, name: string, instrument: UpstoxInstrument): void {
  const before = shares.get(name);
  if (name && (!before || SERIES.indexOf(instrument.type) < SERIES.indexOf(before.type))) shares.set(name, instrument);
}
