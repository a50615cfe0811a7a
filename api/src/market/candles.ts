import type { Candle } from '@vimarsh/shared/contract/market/types.ts';
import { istDay, sessionOf, type TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import { volumeShare } from '@vimarsh/shared/domain/market/intraday-path.ts';
import type { Feed } from './feed/port.ts';
import type { CorporateAction } from './instruments/actions/corporate-action.ts';
import { factorBetween, sharesFor } from './instruments/actions/effects.ts';
import type { DayBar, Listing } from './market.ts';
import { type PathOf, secondAt, secondsOf } from './paths.ts';
import type { Quotes } from './quotes.ts';

export interface CandleRange {
  /** IST days, inclusive. `null`: as far back as `limit` reaches. */
  readonly from: string | null;
  readonly to: string;
  readonly limit: number;
  /** Market time: nothing after it is shown. */
  readonly now: Date;
}

/** The latest `limit` daily candles of a range, including the running session so far. ₹, shares. */
export function dailyCandles(feed: Feed, quotes: Quotes, listing: Listing, range: CandleRange): Candle[] {
  const shown = quotes.shown(listing, range.now);
  if (!shown) return [];
  const days = feed.sessions(listing.symbol, range.from ?? '0000', range.to).filter((bar) => bar.day < shown.bar.day);
  if (shown.bar.day <= range.to && shown.bar.day >= (range.from ?? '')) days.push(shown.bar);
  return days.slice(-range.limit).map((bar) => ({ t: sessionOf(bar.day, listing.fno)!.open.toISOString(), o: bar.o, h: bar.h, l: bar.l, c: bar.c, v: bar.v }));
}

/** Candles as prices of an IST day: by each action between, on its day or before it; volumes follow the count of shares alone. */
export function onSharesOf(day: string, candles: readonly Candle[], actions: readonly CorporateAction[]): Candle[] {
  return candles.map((candle) => {
    const own = istDay(new Date(candle.t));
    const factor = factorBetween(actions, own, day);
    if (factor === 1) return candle;
    const shares = own <= day ? sharesFor(actions, own, day) : 1 / sharesFor(actions, day, own);
    const scale = (price: number): number => Math.round((100 * price) / factor) / 100;
    return { t: candle.t, o: scale(candle.o), h: scale(candle.h), l: scale(candle.l), c: scale(candle.c), v: Math.round(candle.v * shares) };
  });
}

/** The latest `limit` candles of the given minutes, cut from the second-by-second path. Each session starts a new candle. */
export function minuteCandles(feed: Feed, path: PathOf, quotes: Quotes, listing: Listing, minutes: number, range: CandleRange): Candle[] {
  const shown = quotes.shown(listing, range.now);
  if (!shown) return [];
  const last = shown.bar.day < range.to ? shown.bar.day : range.to;
  let candles: Candle[] = [];
  for (const bar of feed.sessions(listing.symbol, range.from ?? '0000', last).reverse()) {
    const session = sessionOf(bar.day, listing.fno)!;
    const until = range.now < session.close ? secondAt(session, range.now) + 1 : secondsOf(session);
    candles = [...cut(path(listing, session, bar), session, bar, until, 60 * minutes), ...candles];
    if (candles.length >= range.limit) break;
  }
  return candles.slice(-range.limit);
}

function cut(path: Float64Array, session: TradingSession, bar: DayBar, until: number, seconds: number): Candle[] {
  const candles: Candle[] = [];
  const traded = (second: number): number => Math.round(bar.v * volumeShare(second, path.length));
  for (let start = 0; start < until; start += seconds) {
    const end = Math.min(start + seconds, until);
    let [h, l] = [path[start]!, path[start]!];
    for (let at = start + 1; at < end; at++) {
      if (path[at]! > h) h = path[at]!;
      if (path[at]! < l) l = path[at]!;
    }
    const t = new Date(session.open.getTime() + start * 1000).toISOString();
    candles.push({ t, o: path[start]!, h, l, c: path[end - 1]!, v: traded(end) - traded(start) });
  }
  return candles;
}
