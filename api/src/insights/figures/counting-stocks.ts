import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Listing, Market, Quote } from '../../market/index.ts';

export interface CountingStock {
  readonly listing: Listing;
  readonly quote: Moved;
}

/** A quote whose day has a change. */
type Moved = Quote & { readonly change: number; readonly change_pct: number };
const hasMoved = (quote: Quote): quote is Moved => quote.change !== null && quote.change_pct !== null;

/** What counts in a figure of the whole market at one moment. */
export interface Counting {
  /** UTC instant of the latest quote; market time where nothing has traded. */
  readonly as_of: string;
  /** Its IST day. */
  readonly day: string;
  readonly stocks: readonly CountingStock[];
}

/**
 * The listed stocks with a quote of the latest session: a suspended one shows its last session, which is not today's. Where nobody knows why a price
 * stepped in it, nobody knows whether it rose or fell.
 */
export function countingStocks(market: Pick<Market, 'instruments' | 'quote' | 'now'>): Counting {
  const quoted = market.instruments().flatMap((listing) => {
    const quote = market.quote(listing.symbol);
    return quote && listing.status !== 'delisted' ? [{ listing, quote }] : [];
  });
  const as_of =
    quoted
      .map(({ quote }) => quote.ts)
      .toSorted()
      .at(-1) ?? market.now().toISOString();
  const day = istDay(new Date(as_of));
  const stocks = quoted.flatMap(({ listing, quote }) =>
    listing.kind === 'equity' && istDay(new Date(quote.ts)) === day && hasMoved(quote) ? [{ listing, quote }] : [],
  );
  return { as_of, day, stocks };
}

/** How many prices rose, fell and stood, by their change in ₹. */
export function breadthOf(changes: readonly number[]): { advances: number; declines: number; unchanged: number } {
  const count = (direction: number): number => changes.filter((change) => Math.sign(change) === direction).length;
  return { advances: count(1), declines: count(-1), unchanged: count(0) };
}
