import { addDays, istDay, nextTradingDay, phaseAt, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Market, StockFacts } from './market.ts';

/** Enough calendar days for sixty sessions and the holidays between. */
const HISTORY_DAYS = 150;

/** The facts about a stock at one instant, gathered once so that every rule judges the same market. */
export async function factsFor(market: Omit<Market, 'factsFor'>, symbol: string, now: Date): Promise<StockFacts> {
  const listing = market.instrument(symbol);
  const phase = phaseAt(now, listing?.fno ?? false);
  const common = { fresh: market.fresh() && !(listing && phase === 'continuous' && isMissing(market, listing.symbol)), ticking: market.can.ticking, phase };
  if (!listing) return { ...common, listing, doubt: null, quote: null, sessions: [], band: null };
  const today = istDay(now);
  const quote = market.quote(symbol);
  const sessions = await market.dayBars(symbol, addDays(today, -HISTORY_DAYS), today, now);
  // After the session the next one's band counts, because a call published now is traded then.
  const session = sessionOf(today, listing.fno);
  const day = session && now < session.close ? today : nextTradingDay(today);
  return {
    ...common,
    listing,
    doubt: market.doubtNow(listing.symbol),
    quote,
    sessions,
    band: sessions.length === 0 && !quote ? null : market.band(symbol, day),
  };
}

/** A share alone may have a gap: the last price that could be taken may not be the last. */
function isMissing(market: Omit<Market, 'factsFor'>, symbol: string): boolean {
  const { because } = market.complete(symbol);
  return market.can.ticking && (because === 'gap' || because === 'clock_skew');
}
