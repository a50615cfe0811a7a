import type { MarketSource } from '@vimarsh/shared/contract/market/source.ts';

/** One option of a strike. Prices ₹ a share, quantities in shares; null: not quoted, not traded. */
export interface OptionQuote {
  readonly last: number | null;
  readonly prev_close: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly volume: number;
  readonly oi: number;
  readonly prev_oi: number;
}

export interface ChainRow {
  readonly strike: number;
  readonly ce: OptionQuote | null;
  readonly pe: OptionQuote | null;
}

export interface FutureQuote {
  readonly expiry: string;
  readonly last: number;
  /** Absent where the source has no book of futures. */
  readonly bid?: number;
  readonly ask?: number;
  readonly prev_close: number | null;
  readonly volume: number;
  readonly oi: number;
  readonly prev_oi: number;
}

/** The options of one underlying and expiry at a moment. Rows by rising strike. */
export interface OptionChain {
  readonly symbol: string;
  readonly expiry: string;
  readonly lot: number | null;
  readonly spot: number;
  /** The future of the same expiry, else of the next that has one. */
  readonly future: FutureQuote | null;
  readonly rows: readonly ChainRow[];
  /** The source of the quotes: a live book, or an exchange's end-of-day file, which has closes but no bids and asks. */
  readonly quality: 'quotes' | 'end of day';
  /** The moment it shows: now while options trade, else the last close. */
  readonly at: Date;
  readonly source: MarketSource;
}

/** Open interest of one expiry at a moment, by strike, without prices. */
export interface Interest {
  readonly at: Date;
  readonly rows: readonly { readonly strike: number; readonly ce: number; readonly pe: number }[];
}

/** A contract of an underlying; a future has the strike 0. */
export interface Contract {
  readonly type: 'CE' | 'PE' | 'FUT';
  readonly strike: number;
  readonly expiry: string;
}

/** One look at all chains of an underlying. `o` to `c`: the underlying since the look before. */
export interface OptionBeat {
  readonly at: Date;
  /** The first of its session. */
  readonly first: boolean;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  /** Best prices of a contract, ₹ a share; null for one that was never listed or has expired. A strike once listed stays quoted, wherever the price went. */
  quote(contract: Contract): { readonly bid: number | null; readonly ask: number | null } | null;
}

/** The options of a feed. The simulated exchange and imported files share this interface. `at` is market time. */
export interface OptionMarket {
  /** Symbols with options, in listing order. */
  underlyings(): Promise<readonly string[]>;
  /** Expiries from the day of `at` on, nearest first; empty for a symbol without options. */
  expiries(symbol: string, at: Date): Promise<readonly string[]>;
  /** The chain as it stood at a moment; null without one. */
  chain(symbol: string, expiry: string, at: Date): Promise<OptionChain | null>;
  /**
   * The looks that close option calls: those in `(from, to]`, in time order, the same however the time is cut. Simulated: one a minute
   * until the options close. Imported: one for each moment on file.
   */
  beats(symbol: string, from: Date, to: Date): Promise<readonly OptionBeat[]>;
  /** Open interest through the session of `at`, oldest first; empty where only single moments are known. */
  interestSoFar(symbol: string, expiry: string, at: Date): Promise<readonly Interest[]>;
  /** Annualised at-the-money volatility (a fraction) at closes of past sessions, where the feed knows it without a chain. */
  closingVolatilities(symbol: string, days: readonly string[]): Promise<readonly { readonly day: string; readonly iv: number }[]>;
}
