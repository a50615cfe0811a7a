import { previousTradingDay, sessionOf, type TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import { OPTION_TICK } from '@vimarsh/shared/domain/market/ticks.ts';
import { black76, intrinsic, type OptionTerms, type OptionType } from '@vimarsh/shared/domain/options/black-76.ts';
import { calendarYears, tradingYears } from '@vimarsh/shared/domain/options/option-time.ts';
import { LRUCache } from 'lru-cache';
import type { SimulatedFeed } from './simulated-feed.ts';
import { stepOf, type Underlying } from './simulated-underlyings.ts';
import { openingVolatility, smile, termVolatility } from './volatility.ts';

export const SIMULATED_RATE = 0.065;
/** What the index's dividends take off the carry. */
const YIELD = 0.012;
const HISTORY = 60;
export const DAY_MS = 86_400_000;
/** Deviations from the forward beyond which nobody bids. */
export const BID_WITHIN = 4.2;
/** A quarter of a year of every underlying. */
const KEPT_OPENINGS = 1200;

/** One day of an underlying, as far as it is known when it opens. */
export interface Opening {
  readonly session: TradingSession;
  readonly number: number;
  readonly reference: number;
  readonly volatility: number;
  readonly step: number;
}

/** Openings by underlying and day; a simulated day is the same whenever it is asked for. */
export function openingsOf(seed: number, feed: SimulatedFeed): (underlying: Underlying, day: string) => Opening | null {
  const kept = new LRUCache<string, Opening>({ max: KEPT_OPENINGS });
  return (underlying, day) => {
    const key = `${underlying.symbol} ${day}`;
    const known = kept.get(key);
    if (known) return known;
    const session = sessionOf(day, true);
    const bar = feed.session(underlying.symbol, day) ?? feed.sessionBefore(underlying.symbol, day);
    if (!session || !bar) return null;
    const reference = bar.day === day ? bar.prev_close : bar.c;
    const from = new Date(Date.parse(day) - 2 * HISTORY * DAY_MS).toISOString().slice(0, 10);
    const closes = feed.sessions(underlying.symbol, from, previousTradingDay(day)).map(({ c }) => c);
    const number = Math.round(Date.parse(day) / DAY_MS);
    const volatility = openingVolatility(seed, underlying.symbol, number, closes.slice(-HISTORY));
    const opening = { session, number, reference, volatility, step: stepOf(underlying, reference) };
    kept.set(key, opening);
    return opening;
  };
}

/** Fair prices of one expiry at a moment. `today`: the volatility of the running day for a month. */
export function pricesAt(today: number, spot: number, expiry: string, at: Date, isIndex: boolean) {
  const years = tradingYears(at, expiry);
  const atMoney = termVolatility(today, years, isIndex);
  const forward = spot * Math.exp((SIMULATED_RATE - (isIndex ? YIELD : 0)) * calendarYears(at, expiry));
  const terms = (strike: number, type: OptionType): OptionTerms => ({ type, forward, strike, years, rate: SIMULATED_RATE });
  const volatility = (strike: number): number => smile(atMoney, { forward, strike, years, isIndex });
  return {
    forward,
    terms,
    volatility,
    price: (strike: number, type: OptionType): number => black76(terms(strike, type), volatility(strike)),
    deviations: (strike: number): number => Math.log(strike / forward) / (atMoney * Math.sqrt(Math.max(years, 1 / 2000))),
  };
}

/** The best bid and ask around the fair price, on the tick but not yet rounded to paise: spreads widen with the price and away from the money. `bids` is false where nobody does. */
export function bestOf(terms: OptionTerms, volatility: number): { bid: number; ask: number; bids: boolean } {
  const fair = black76(terms, volatility);
  const away = Math.abs(Math.log(terms.strike / terms.forward) / (volatility * Math.sqrt(Math.max(terms.years, 1 / 2000))));
  const half = Math.max(OPTION_TICK / 2, fair * 0.0015 * (1 + away * away) + 0.02 * Math.max(0, away - 2));
  const bid = Math.floor((fair - half) / OPTION_TICK) * OPTION_TICK;
  const ask = Math.ceil((fair + half) / OPTION_TICK) * OPTION_TICK;
  const deepInTheMoney = intrinsic(terms) > 0;
  return { bid, ask, bids: !(bid < OPTION_TICK || (away > BID_WITHIN && !deepInTheMoney)) };
}

export const round = (price: number): number => Math.round(price * 100) / 100;
export const snap = (price: number): number => round(Math.max(OPTION_TICK, Math.round(price / OPTION_TICK) * OPTION_TICK));

/** A future's book: within a twenty-thousandth of what it is worth, and a tick at least. */
export const futureBook = (forward: number): { bid: number; ask: number } => {
  const half = Math.max(OPTION_TICK, forward / 20_000);
  return { bid: snap(forward - half), ask: snap(forward + half) };
};
