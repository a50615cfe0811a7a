import type { CallDraft } from '@vimarsh/shared/contract/calls.contract.ts';
import { addDays, isTradingDay, istDay, istInstant, istTime, nextTradingDay, phaseAt, sessionOf } from '@vimarsh/shared/domain/calendar.ts';
import type { PublishContext, PublishLimits } from '@vimarsh/shared/domain/publish-rules.ts';
import type { Market } from '../market/index.ts';
import type { CallsDatabase } from './calls.tables.ts';

/** Sessions whose median turnover counts. */
const TURNOVER_SESSIONS = 20;
/** Enough calendar days for sixty sessions and the holidays between. */
const HISTORY_DAYS = 150;
const CRORE = 10_000_000;

export type AuthorFacts = PublishContext['author'];
type MarketFacts = Pick<PublishContext, 'stock' | 'ltp' | 'band' | 'fresh' | 'ticking' | 'phase' | 'today' | 'time'>;
type OwnFacts = Pick<PublishContext, 'open' | 'publishedToday'>;

function median(values: number[]): number | null {
  const sorted = values.sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** What the market says of the draft's stock at `now`; the price is the last trade. */
export async function marketFacts(market: Market, draft: Pick<CallDraft, 'stock'>, now: Date, ltp: number | null): Promise<MarketFacts> {
  const today = istDay(now);
  const listing = market.instrument(draft.stock);
  const around = { fresh: market.fresh(), ticking: market.clock().source !== 'replay', today, time: istTime(now), phase: phaseAt(now, listing?.fno ?? false) };
  if (!listing) return { ...around, stock: null, ltp: null, band: null };
  const sessions = await market.dayBars(draft.stock, addDays(today, -HISTORY_DAYS), today, now);
  const turnover = median(sessions.slice(-TURNOVER_SESSIONS).map((bar) => (bar.c * bar.v) / CRORE));
  // After the session the next one's band counts: that is when the call becomes live.
  const session = sessionOf(today, listing.fno);
  const day = session && now < session.close ? today : nextTradingDay(today);
  return {
    ...around,
    ltp,
    band: sessions.length === 0 && ltp === null ? null : market.band(draft.stock, day),
    stock: {
      kind: listing.kind,
      status: listing.status,
      sector: listing.sector,
      tick: listing.tick,
      marketCapCr: listing.market_cap_cr || null,
      sessions: sessions.length,
      turnoverCr: turnover,
    },
  };
}

/** What the author has open and published today. */
export async function ownFacts(db: CallsDatabase, author: string, today: string): Promise<OwnFacts> {
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

export const contextOf = (author: AuthorFacts, market: MarketFacts, own: OwnFacts, limits: PublishLimits): PublishContext => ({
  author,
  ...market,
  ...own,
  isTradingDay,
  limits,
});
