import type { PublishContext, PublishLimits } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import type { AuthorFacts } from '@vimarsh/shared/domain/calls/publishing/publish-rules.ts';
import { isTradingDay, istDay, istTime } from '@vimarsh/shared/domain/market/calendar.ts';
import type { StockFacts } from '../../market/index.ts';

/** Sessions whose median turnover counts. */
const TURNOVER_SESSIONS = 20;
const CRORE = 10_000_000;

type OwnFacts = Pick<PublishContext, 'open' | 'publishedToday'>;

function median(values: number[]): number | null {
  const sorted = values.sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The market's facts in the form of the publishing rules. */
function stockOf({ listing, sessions }: StockFacts): PublishContext['stock'] {
  if (!listing) return null;
  return {
    kind: listing.kind,
    status: listing.status,
    sector: listing.sector,
    tick: listing.tick,
    marketCapCr: listing.market_cap_cr || null,
    sessions: sessions.length,
    turnoverCr: median(sessions.slice(-TURNOVER_SESSIONS).map((bar) => (bar.c * bar.v) / CRORE)),
  };
}

/** Everything the rules need, as of `now`. The price is the last trade. */
export const contextOf = (author: AuthorFacts, facts: StockFacts, own: OwnFacts, limits: PublishLimits, now: Date): PublishContext => ({
  author,
  stock: stockOf(facts),
  ltp: facts.quote?.ltp ?? null,
  band: facts.band,
  fresh: facts.fresh,
  doubt: facts.doubt,
  ticking: facts.ticking,
  phase: facts.phase,
  today: istDay(now),
  time: istTime(now),
  ...own,
  isTradingDay,
  limits,
});
