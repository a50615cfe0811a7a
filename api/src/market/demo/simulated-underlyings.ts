import type { ExpiryCycle } from '../options/expiries.ts';

/** What the simulated exchange lists options on (product E): expiries, distance of strikes, and how busy they are. */
export interface Underlying extends ExpiryCycle {
  readonly symbol: string;
  /** ₹ or points between strikes; null: by the price. */
  readonly step: number | null;
  /** Strikes either side of the previous close. */
  readonly strikes: number;
  /** Points between the strikes beyond those, listed as far as a later expiry may reach; null: none. */
  readonly wing: number | null;
  /** Open interest of the busiest strike, lots. */
  readonly interest: number;
}

const index = (symbol: string, step: number, interest: number, weeklies = 0, monthlies = 2): Underlying => ({
  symbol,
  exchange: symbol === 'SENSEX' ? 'BSE' : 'NSE',
  weeklies,
  monthlies,
  step,
  strikes: 30,
  // The volatility index is made of these: a strip that ends early would understate it.
  wing: symbol === 'NIFTY' ? 200 : null,
  interest,
});

/** Stocks with options in the demo; the others with a lot have none listed here. */
const STOCKS = ['HDFCBANK', 'ICICIBANK', 'SBIN', 'TCS', 'INFY', 'RELIANCE', 'M&M', 'BAJAJ-AUTO', 'ITC', 'TATASTEEL', 'LT', 'BHARTIARTL'];

export const UNDERLYINGS: readonly Underlying[] = [
  index('NIFTY', 50, 180_000, 2, 3),
  index('BANKNIFTY', 100, 60_000),
  index('FINNIFTY', 50, 9000),
  index('MIDCPNIFTY', 25, 14_000),
  index('SENSEX', 100, 90_000, 2, 1),
  ...STOCKS.map((symbol): Underlying => ({ symbol, exchange: 'NSE', weeklies: 0, monthlies: 1, step: null, strikes: 18, wing: null, interest: 6000 })),
];

const STEPS = [0.5, 1, 2.5, 5, 10, 20, 50, 100] as const;

/** Distance of a stock's strikes: about 1.2 % of the price, on the exchange's ladder. */
export const stepOf = ({ step }: Underlying, price: number): number => step ?? STEPS.findLast((candidate) => candidate <= price * 0.0125) ?? STEPS[0];
