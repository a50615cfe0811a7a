import { istDay, type TradingSession, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { OPTION_TICK } from '@vimarsh/shared/domain/market/ticks.ts';
import type { OptionBeat } from '../options/option-market.ts';
import { secondAt, secondsOf } from '../session-seconds.ts';
import type { PathOf } from './paths.ts';
import type { SimulatedFeed } from './simulated-feed.ts';
import { bestOf, futureBook, type Opening, pricesAt, round } from './simulated-pricing.ts';
import type { Underlying } from './simulated-underlyings.ts';
import { runningVolatility } from './volatility.ts';

/** A chain is looked at once a minute, counted from the open. */
export const BEAT_MS = 60_000;

export interface BeatParts {
  readonly feed: Pick<SimulatedFeed, 'session'>;
  readonly path: PathOf;
  opening(underlying: Underlying, day: string): Opening | null;
  isIndex(symbol: string): boolean;
}

type Prices = ReturnType<typeof pricesAt>;

/** Looks at the simulated chains of an underlying: what `chain` shows at that moment, for any contract and any moment gone by. */
export function simulatedBeats({ feed, path, opening, isIndex }: BeatParts): (underlying: Underlying, from: Date, to: Date) => OptionBeat[] {
  return (underlying, from, to) => {
    const beats: OptionBeat[] = [];
    // Most calls are a second long and hold no minute: nothing is made for them.
    if (!holdsBeat(from, to)) return beats;
    for (const day of tradingDays(istDay(from), istDay(to))) {
      const today = opening(underlying, day);
      const bar = today && feed.session(underlying.symbol, day);
      if (!bar) continue;
      const index = isIndex(underlying.symbol);
      const { session } = today;
      const [first, last] = numbers(session, from, to);
      if (first > last) continue;
      const prices = path({ symbol: underlying.symbol, kind: index ? 'index' : 'equity' }, session, bar);
      for (let number = first; number <= last; number += 1) {
        const at = new Date(session.open.getTime() + number * BEAT_MS);
        const second = (moment: Date): number => Math.min(secondAt(session, moment), secondsOf(session) - 1);
        const begin = second(new Date(at.getTime() - BEAT_MS));
        const end = second(at);
        const o = prices[begin]!;
        let [h, l] = [o, o];
        for (let each = begin + 1; each <= end; each += 1) {
          const price = prices[each]!;
          if (price > h) h = price;
          if (price < l) l = price;
        }
        // From the close on the day's closing price stands.
        const c = at >= session.close ? bar.c : prices[end]!;
        beats.push({ at, first: number === 1, o, h, l, c, quote: bookAt(today, c, at, index) });
      }
    }
    return beats;
  };
}

/** Minutes since the open that lie in `(from, to]`, up to the close of options. */
function numbers({ open, optionsClose }: TradingSession, from: Date, to: Date): [number, number] {
  const start = open.getTime();
  const first = Math.max(1, Math.floor((from.getTime() - start) / BEAT_MS) + 1);
  return [first, Math.floor((Math.min(to.getTime(), optionsClose.getTime()) - start) / BEAT_MS)];
}

/** Sessions open on whole minutes, so looks are on whole minutes. */
const holdsBeat = (from: Date, to: Date): boolean => Math.floor(to.getTime() / BEAT_MS) > Math.floor(from.getTime() / BEAT_MS);

/** The books of all contracts at one look, each made when it is first asked for. */
function bookAt(today: Opening, spot: number, at: Date, index: boolean): OptionBeat['quote'] {
  const volatility = runningVolatility(today.volatility, spot / today.reference - 1, index);
  const expiries = new Map<string, Prices | null>();
  const books = new Map<string, Map<number, { bid: number | null; ask: number | null } | null>>();
  const pricesOf = (expiry: string): Prices | null => {
    let prices = expiries.get(expiry);
    if (prices === undefined) {
      prices = pricesAt(volatility, spot, expiry, at, index);
      // Once the last minute is over nobody quotes.
      if (prices.terms(1, 'CE').years === 0) prices = null;
      expiries.set(expiry, prices);
    }
    return prices;
  };
  return ({ type, strike, expiry }) => {
    const key = `${type}${expiry}`;
    let strikes = books.get(key);
    if (!strikes) {
      strikes = new Map();
      books.set(key, strikes);
    }
    let book = strikes.get(strike);
    if (book === undefined) {
      const prices = pricesOf(expiry);
      if (!prices) book = null;
      else if (type === 'FUT') book = futureBook(prices.forward);
      else {
        const { bid, ask, bids } = bestOf(prices.terms(strike, type), prices.volatility(strike));
        book = { bid: bids ? round(bid) : null, ask: round(Math.max(ask, OPTION_TICK)) };
      }
      strikes.set(strike, book);
    }
    return book;
  };
}
