import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { istDay, istInstant, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Market } from './market.ts';

type Asked = Pick<Market, 'source' | 'now' | 'instrument' | 'quote' | 'stepOn' | 'unexplainedSince' | 'untradedSince' | 'untradedBecause'>;

/**
 * Why prices of now say nothing of what would be published on a symbol; null where they do. It opened today at a step that nobody explains; or an action
 * of today waits for the first price; or the exchange trades and no trade of the stock is on file. Once the session is over, what is published is
 * judged by later days alone.
 */
export function doubtNow(market: Asked, symbol: string): NotJudgeable | null {
  if (market.source.invented) return null;
  const now = market.now();
  const day = istDay(now);
  const quote = market.quote(symbol);
  const quoted = quote && istDay(new Date(quote.ts));
  const last = quote?.ltp ?? null;
  const session = sessionOf(day, market.instrument(symbol)?.fno ?? false);
  if (session && now < session.end) {
    const step = market.stepOn(symbol, day);
    if (step) return step;
    if (quoted !== day && market.unexplainedSince(symbol, istInstant(day), day) !== null) return { cause: 'price_step', day, before: last, opened: null };
  }
  const since = market.untradedSince(symbol);
  // The file of a day that is not over is still to come: a price of today says that it trades.
  if (since === null || (quoted !== null && quoted >= since)) return null;
  return { cause: market.untradedBecause(symbol) ?? 'no_trade', day: since, before: last, opened: null };
}
