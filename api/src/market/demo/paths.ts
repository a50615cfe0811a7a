import type { TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import { intradayPath } from '@vimarsh/shared/domain/market/intraday-path.ts';
import { INDEX_TICK, tickOf } from '@vimarsh/shared/domain/market/ticks.ts';
import { LRUCache } from 'lru-cache';
import type { DayBar, Listing } from '../market.ts';
import { secondsOf } from '../session-seconds.ts';

/** Enough for every symbol of one session and the charts around it: about 30 MB at most. */
const KEPT_PATHS = 160;

/** The price of each second of a symbol's day, ₹. */
export type PathOf = (listing: Pick<Listing, 'symbol' | 'kind'>, session: TradingSession, bar: DayBar) => Float64Array;

/** Draws intraday paths on demand and caches the latest. */
export function pathCache(seed: number): PathOf {
  const paths = new LRUCache<string, Float64Array>({ max: KEPT_PATHS });
  return (listing, session, bar) => {
    // The hours of a day can be declared anew before it begins.
    const key = `${listing.symbol} ${session.day} ${secondsOf(session)}`;
    const cached = paths.get(key);
    if (cached) return cached;
    const path = intradayPath({
      seed,
      symbol: listing.symbol,
      day: session.day,
      ohlc: bar,
      tick: listing.kind === 'index' ? INDEX_TICK : tickOf(bar.prev_close, session.day),
      seconds: secondsOf(session),
    });
    paths.set(key, path);
    return path;
  };
}
