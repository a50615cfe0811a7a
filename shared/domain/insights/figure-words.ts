import { formatNumber } from '../text/formats.ts';

/** What a figure means, in a few words under it: short, because a tile on a phone has room for some twenty letters. */

const SESSIONS_A_YEAR = 252;
const near = (value: number, mark: number, by: number): boolean => Math.abs(value - mark) < by;
const oneDecimal = (value: number): string => formatNumber(value, 1);

/** Change in %, as two decimals show it. */
export const changeWord = (pct: number): string => (near(pct, 0, 0.005) ? 'Unchanged' : pct > 0 ? 'Higher' : 'Lower');

/** Volatility in % a year, as what a price usually moves in a session: its root over the sessions of a year. */
export const dailyMoveWord = (pctAYear: number): string => `About ${oneDecimal(pctAYear / Math.sqrt(SESSIONS_A_YEAR))}% a day`;

/** What an amount in ₹ or points is of the price. */
export const shareWord = (amount: number, price: number): string => (price > 0 ? `${oneDecimal((100 * amount) / price)}% of price` : '');

/** Beta: the index moves by 1 %, the stock by as many. */
export function betaWord(beta: number): string {
  if (beta < 0) return 'Moves against it';
  return near(beta, 1, 0.1) ? 'Moves alike' : beta > 1 ? 'Moves more' : 'Moves less';
}

/** Return against that of the index, percentage points. */
export const againstWord = (points: number, index: string): string =>
  near(points, 0, 0.5) ? `Level with ${index}` : `${points > 0 ? 'Ahead of' : 'Behind'} ${index}`;

/** Volume over its usual. */
export const volumeWord = (times: number): string => (times >= 1.2 ? 'More than usual' : times <= 0.8 ? 'Less than usual' : 'As usual');

/** Place within a year, 0–100: between its lowest and its highest, or the share of its days that were lower. */
export const yearWord = (place: number): string => (place < 20 ? 'Low for the year' : place > 80 ? 'High for the year' : 'Usual for the year');

/** Where a strike stands to the price, both in ₹ or points. */
export function strikeWord(strike: number, price: number): string {
  if (price <= 0) return '';
  const pct = (100 * (strike - price)) / price;
  return near(pct, 0, 0.05) ? 'At the price' : `${oneDecimal(Math.abs(pct))}% ${pct > 0 ? 'above' : 'below'} price`;
}

/** Volatility of puts minus that of calls, points. */
export const skewWord = (points: number): string => (near(points, 0, 0.5) ? 'Puts and calls alike' : points > 0 ? 'Puts cost more' : 'Calls cost more');

/** Future minus spot, ₹ or points. */
export const basisWord = (basis: number): string => (near(basis, 0, 0.005) ? 'At spot' : basis > 0 ? 'Above spot' : 'Below spot');

/** Open interest now against the day before, both in shares. */
export const interestWord = (now: number, before: number | null): string => (before === null ? '' : changeWord(now - before));
