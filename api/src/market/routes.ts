import { readCandles, readClock, readInstrument, readQuotes, searchInstruments, setClock } from '@vimarsh/shared/contract/market/routes.ts';
import type { Instrument } from '@vimarsh/shared/contract/market/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { Fail } from '../platform/http/fail.ts';
import type { Platform } from '../platform/platform.ts';
import type { LiveMarket } from './live-market.ts';
import type { Listing, Market } from './market.ts';
import { ownSymbol } from './own-symbol.ts';
import { searchListings } from './search.ts';

/** The market's calls over HTTP (`contract/market/routes.ts`). */
export function serveMarket(platform: Platform, market: LiveMarket): void {
  platform.on(searchInstruments, async ({ query }) =>
    searchListings(market.instruments(), query.search, market.otherNames(), market.formerNames()).slice(0, query.limit).map(asInstrument),
  );

  platform.on(readInstrument, async ({ params }) => instrumentOf(market, params.symbol));

  platform.on(readQuotes, async ({ query }) => {
    const problems = query.symbols.flatMap((symbol, at) =>
      market.instrument(symbol) ? [] : [{ path: `symbols.${at}`, message: 'We don’t know this stock.' }],
    );
    if (problems.length > 0) throw new Fail('UNKNOWN_SYMBOL', { problems });
    return [...new Set(query.symbols.map((symbol) => ownSymbol(market, symbol)))].flatMap((symbol) => market.quote(symbol) ?? []);
  });

  platform.on(readCandles, async ({ query }) => {
    const listing = listingOf(market, query.symbol);
    if (query.from && query.to && query.from > query.to)
      throw new Fail('BAD_REQUEST', { problems: [{ path: 'from', message: 'The first day must not be after the last.' }] });
    return market.candles(listing, query);
  });

  platform.on(readClock, async () => market.clock());

  // One clock for everybody: whoever sets it sets it for all.
  platform.on(setClock, async ({ body }) => {
    if (body.from === undefined) await market.returnToLive();
    else await market.replay(new Date(body.from), body.speed);
    return market.clock();
  });
}

/** One stock or index as `readInstrument` answers. */
export function instrumentOf(market: Pick<Market, 'instrument' | 'band' | 'now'>, symbol: string): Data<typeof readInstrument> {
  const listing = listingOf(market, symbol);
  const band = market.band(listing.symbol, istDay(market.now()));
  return { ...asInstrument(listing), band_low: band.low, band_high: band.high };
}

function listingOf(market: Pick<Market, 'instrument'>, symbol: string): Listing {
  const listing = market.instrument(symbol);
  if (!listing) throw new Fail('UNKNOWN_SYMBOL');
  return listing;
}

const asInstrument = ({ band_pct: _band, market_cap_cr: _cap, ...instrument }: Listing): Instrument => instrument;
