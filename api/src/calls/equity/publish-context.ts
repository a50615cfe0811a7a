import type { PublishContext, PublishLimits } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { addDays, isTradingDay, istDay, istInstant, istTime } from '@vimarsh/shared/domain/market/calendar.ts';
import type { StockFacts } from '../../market/index.ts';
import type { EquityDatabase } from './tables.ts';

/** Sessions whose median turnover counts. */
const TURNOVER_SESSIONS = 20;
const CRORE = 10_000_000;

export type AuthorFacts = PublishContext['author'];
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

/** What the author has open and published today. */
export async function ownFacts(db: EquityDatabase, author: string, today: string): Promise<OwnFacts> {
  const open = await db
    .selectFrom('calls')
    .select(['stock', 'sector', 'call_type'])
    .where('expert_id', '=', author)
    .where((eb) => eb('is_open', '=', eb.lit(true)))
    .execute();
  const { count } = await db
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('expert_id', '=', author)
    .where('published_at', '>=', istInstant(today))
    .where('published_at', '<', istInstant(addDays(today, 1)))
    .executeTakeFirstOrThrow();
  return { open, publishedToday: Number(count) };
}

/** Everything the rules need, as of `now`. The price is the last trade. */
export const contextOf = (author: AuthorFacts, facts: StockFacts, own: OwnFacts, limits: PublishLimits, now: Date): PublishContext => ({
  author,
  stock: stockOf(facts),
  ltp: facts.quote?.ltp ?? null,
  band: facts.band,
  fresh: facts.fresh,
  ticking: facts.ticking,
  phase: facts.phase,
  today: istDay(now),
  time: istTime(now),
  ...own,
  isTradingDay,
  limits,
});
