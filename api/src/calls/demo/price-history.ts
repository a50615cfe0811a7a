import type { PublishContext } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { addDays, istDay, sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { DEMO_EPOCH, DEMO_FIRST_DAY } from '@vimarsh/shared/domain/market/demo.ts';
import { priceBand, tickOf } from '@vimarsh/shared/domain/market/ticks.ts';
import type { DayBar, Listing, Market } from '../../market/index.ts';

const CRORE = 10_000_000;
const HISTORY_SESSIONS = 100;

/** A stock as of an instant: everything before it, nothing after. */
export interface Glance {
  readonly listing: Listing;
  readonly ltp: number;
  readonly feedTs: string;
  readonly tick: number;
  readonly band: { readonly low: number; readonly high: number };
  /** Completed sessions, oldest first. */
  readonly past: readonly DayBar[];
  /** Mean absolute day change of the last 20 sessions, %. */
  readonly volatility: number;
  readonly stock: NonNullable<PublishContext['stock']>;
}

/** Daily prices of all stocks up to the demo's epoch, in memory, as of any instant before it. */
export class PriceHistory {
  readonly #market: Market;
  readonly #days: Map<string, readonly DayBar[]>;
  readonly #listings: Map<string, Listing>;

  private constructor(market: Market, listings: Map<string, Listing>, days: Map<string, readonly DayBar[]>) {
    this.#market = market;
    this.#listings = listings;
    this.#days = days;
  }

  static async load(market: Market): Promise<PriceHistory> {
    const listings = market.instruments().filter((listing) => listing.kind === 'equity');
    const epoch = new Date(DEMO_EPOCH);
    const from = addDays(DEMO_FIRST_DAY, -370);
    const days = new Map<string, readonly DayBar[]>();
    for (const { symbol } of listings) days.set(symbol, await market.dayBars(symbol, from, istDay(epoch), epoch));
    return new PriceHistory(market, new Map(listings.map((listing) => [listing.symbol, listing])), days);
  }

  listings(): Listing[] {
    return [...this.#listings.values()];
  }

  /** What was known of a stock at an instant; null when it had not traded on the latest session or has too short a past. */
  async glance(symbol: string, at: Date): Promise<Glance | null> {
    const listing = this.#listings.get(symbol);
    const bars = this.#days.get(symbol);
    if (!listing || !bars) return null;
    const today = istDay(at);
    const session = sessionOf(today, listing.fno);
    const completed = session && at >= session.close ? today : addDays(today, -1);
    const end = lastUpTo(bars, completed);
    const past = bars.slice(Math.max(0, end + 1 - 260), end + 1);
    const last = past.at(-1);
    if (!last || past.length < HISTORY_SESSIONS || last.day < tradingDays(addDays(today, -10), completed).at(-1)!) return null;

    const running = session !== null && at > session.open && at < session.close;
    const bar = running ? (await this.#market.bars(symbol, new Date(at.getTime() - 1000), at)).at(-1) : undefined;
    if (running && !bar) return null;
    const reference = running || completed !== today ? (bars[end + 1]?.day === today ? bars[end + 1]!.prev_close : last.c) : last.c;
    const tick = tickOf(reference, today);
    const changes = past.slice(-20).map((row) => Math.abs(row.c / row.prev_close - 1) * 100);
    return {
      listing,
      ltp: bar?.c ?? last.c,
      feedTs: (bar?.end ?? sessionOf(last.day, listing.fno)!.close).toISOString(),
      tick,
      band: priceBand(reference, listing.band_pct, tick),
      past,
      volatility: changes.reduce((sum, value) => sum + value, 0) / changes.length,
      stock: {
        kind: 'equity',
        status: 'active',
        sector: listing.sector,
        tick,
        marketCapCr: listing.market_cap_cr || null,
        sessions: past.length,
        turnoverCr: medianTurnover(past),
      },
    };
  }

  /** The close some sessions ahead, or the last one known: what a seeded skill peeks at. Null without any. */
  ahead(symbol: string, day: string, sessions: number): number | null {
    const bars = this.#days.get(symbol)!;
    const at = lastUpTo(bars, day);
    return bars[Math.min(bars.length - 1, at + sessions)]?.c ?? null;
  }
}

/** Index of the last bar on or before a day; −1 when there is none. */
function lastUpTo(bars: readonly DayBar[], day: string): number {
  let low = 0;
  for (let high = bars.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (bars[middle]!.day <= day) low = middle + 1;
    else high = middle;
    if (low >= high) return low - 1;
  }
  return low - 1;
}

function medianTurnover(bars: readonly DayBar[]): number {
  const values = bars
    .slice(-20)
    .map((bar) => (bar.c * bar.v) / CRORE)
    .sort((a, b) => a - b);
  return (values[9]! + values[10]!) / 2;
}
