import { readSymbol } from '../insights/read-symbol.ts';
import { isIsin, issuerOfShare } from '../market/isin.ts';
import { bareCode, companyKey, plainCell, symbolKey } from './written-names.ts';

/** A symbol with the signs that tools put for its own: `BAJAJ_AUTO`. */
const SPELLING = /^[A-Z0-9][A-Z0-9&._ -]{0,30}$/;

/** The stocks there are, and the other names by which files call them. */
export interface StockNames {
  readonly stocks: readonly { readonly symbol: string; readonly name: string; readonly isin: string }[];
  /** Issuers in ISINs, by symbol. */
  readonly issuers: Readonly<Record<string, string>>;
  /** Symbols of today by those of before. */
  readonly former: Readonly<Record<string, string>>;
}

/** The symbol of the stock that a cell names; '' for none. */
export type FindStock = (written: string) => string;

/**
 * Finds a stock by its ISIN, its symbol however a tool writes it, its symbol of before, or the name of its company. A spelling that two
 * stocks share names neither.
 */
export function stockFinder({ stocks, issuers, former }: StockNames): FindStock {
  const symbols = new Set(stocks.map(({ symbol }) => symbol));
  const byIsin = new Map(stocks.map(({ isin, symbol }) => [isin, symbol]));
  const byIssuer = new Map(Object.entries(issuers).map(([symbol, issuer]) => [issuer, symbol]));
  const byKey = uniqueBy(stocks, ({ symbol }) => symbolKey(symbol));
  const byName = uniqueBy(stocks, ({ name }) => companyKey(plainCell(name)));
  const ofSymbol = (code: string): string => {
    const symbol = readSymbol(code);
    const today = former[symbol] ?? symbol;
    return symbols.has(today) ? today : '';
  };
  return (written) => {
    const cell = plainCell(written);
    const bare = bareCode(cell).replace(/ AND /g, '&');
    if (isIsin(bare)) {
      const symbol = byIsin.get(bare) ?? byIssuer.get(issuerOfShare(bare)) ?? '';
      return symbols.has(symbol) ? symbol : '';
    }
    const byOtherSigns = SPELLING.test(bare) ? byKey.get(symbolKey(bare)) : '';
    return ofSymbol(cell) || ofSymbol(bare) || byOtherSigns || byName.get(companyKey(cell)) || '';
  };
}

/** Symbols by a key; a key of two stocks is left out, and the empty one. */
function uniqueBy<T extends { readonly symbol: string }>(stocks: readonly T[], keyOf: (stock: T) => string): ReadonlyMap<string, string> {
  const groups = Map.groupBy(stocks, keyOf);
  return new Map([...groups].flatMap(([key, [only, ...more]]) => (key === '' || more.length > 0 ? [] : [[key, only!.symbol] as const])));
}
