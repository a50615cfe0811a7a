import { rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';

/** What a realised volatility remembers: weight of the day before against today. */
const MEMORY = 0.94;
const SESSIONS_A_YEAR = 252;
const LEAST = 0.07;
/** Sellers of options ask for more than what was realised. */
const PREMIUM = 1.12;
const NOISE_DAYS = 5;

/**
 * Implied volatility of the simulated exchange for one month at a day's open: realised volatility of the closes before, with
 * a premium and a slow noise fixed by seed, symbol and day. A fraction a year. Closes are oldest first.
 */
export function openingVolatility(seed: number, symbol: string, day: number, closes: readonly number[]): number {
  let variance = 0.01 ** 2;
  for (let at = 1; at < closes.length; at += 1) variance = MEMORY * variance + (1 - MEMORY) * (closes[at]! / closes[at - 1]! - 1) ** 2;
  let noise = 0;
  for (let back = 0, weight = 1; back < NOISE_DAYS; back += 1, weight *= 0.7) noise += weight * rng(seedOf(seed, symbol, 'volatility', day - back)).normal();
  return Math.max(LEAST, Math.sqrt(variance * SESSIONS_A_YEAR) * PREMIUM * (1 + 0.04 * noise));
}

/** Volatility during the day: it rises as an index falls, a stock's half as much. `change` is a fraction. */
export const runningVolatility = (opening: number, change: number, isIndex: boolean): number => Math.max(LEAST, opening * (1 - (isIndex ? 5 : 2.5) * change));

/** Volatility of one strike: skewed to the puts, curved at both ends, calmer the longer it runs. */
export function smile(atMoney: number, { forward, strike, years, isIndex }: { forward: number; strike: number; years: number; isIndex: boolean }): number {
  const deviations = Math.max(-5, Math.min(5, Math.log(strike / forward) / (atMoney * Math.sqrt(Math.max(years, 1 / 2000)))));
  return Math.max(LEAST / 2, atMoney * (1 - (isIndex ? 0.055 : 0.02) * deviations + 0.022 * deviations * deviations));
}

/** Where volatility settles in the long run, and how fast: a storm of today is half over in about six weeks. */
const LONG_RUN = { index: 0.16, stock: 0.27 };
const PULL = 6;

/** Mean volatility until an expiry, from today's: calm markets expect more, stormy ones less, the longer it runs. */
export function termVolatility(today: number, years: number, isIndex: boolean): number {
  const settled = isIndex ? LONG_RUN.index : LONG_RUN.stock;
  const left = years * PULL;
  return left < 1e-6 ? today : settled + (today - settled) * ((1 - Math.exp(-left)) / left);
}
