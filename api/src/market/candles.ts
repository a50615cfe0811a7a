import type { Candle } from '@vimarsh/shared/contract/market/types.ts';
import { istDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { CandleRange, Feed } from './feed/port.ts';
import type { CorporateAction } from './instruments/actions/corporate-action.ts';
import { factorBetween, sharesFor } from './instruments/actions/effects.ts';
import type { Listing } from './market.ts';

/** The latest `limit` daily candles of a range, including the running session so far. ₹, shares. */
export async function dailyCandles(feed: Feed, listing: Listing, range: CandleRange): Promise<Candle[]> {
  const standing = feed.standing(listing, range.now)?.bar;
  if (!standing) return [];
  const past = await feed.history(listing.symbol, range.from ?? '0000', range.to);
  const days = past.filter((bar) => bar.day < standing.day);
  if (standing.day <= range.to && standing.day >= (range.from ?? '')) days.push(standing);
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
