import { readCandles, readClock, readInstrument, readQuotes, searchInstruments, setClock } from '@vimarsh/shared/contract/market/routes.ts';
import type { Instrument } from '@vimarsh/shared/contract/market/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { isNear } from '@vimarsh/shared/domain/text/near.ts';
import { Fail } from '../platform/http/fail.ts';
import type { Platform } from '../platform/platform.ts';
import type { LiveMarket } from './live-market.ts';
import type { Listing, Market } from './market.ts';
import { ownSymbol } from './own-symbol.ts';

/** The market's calls over HTTP (`contract/market/routes.ts`). */
export function serveMarket(platform: Platform, market: LiveMarket): void {
  platform.on(searchInstruments, async ({ query }) =>
    search(market.instruments(), query.search.toUpperCase(), market.otherNames()).slice(0, query.limit).map(asInstrument),
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

/** Best match first: the exact symbol, symbols with this prefix, names with a word with this prefix, then anything that contains it; where nothing does, what has a letter or two otherwise. */
function search(listings: readonly Listing[], text: string, otherNames: ReadonlyMap<string, string>): Listing[] {
  if (text === '') return [...listings];
  const namesOf = Map.groupBy(otherNames.keys(), (name) => otherNames.get(name)!);
  const rank = ({ symbol, name }: Listing): number => {
    const upper = name.toUpperCase();
    const symbols = [symbol, ...(namesOf.get(symbol) ?? [])];
    if (symbols.includes(text)) return 0;
    if (symbols.some((one) => one.startsWith(text))) return 1;
    if (upper.startsWith(text) || upper.includes(` ${text}`)) return 2;
    return symbol.includes(text) || upper.includes(text) ? 3 : 4;
  };
  const ranked = listings
    .map((listing) => ({ listing, place: rank(listing) }))
    .filter(({ place }) => place < 4)
    .toSorted((a, b) => a.place - b.place)
    .map(({ listing }) => listing);
  if (ranked.length > 0) return ranked;
  const near = ({ symbol, name }: Listing): boolean => [symbol, ...name.toUpperCase().split(' ')].some((word) => isNear(text, word));
  return listings.filter(near);
}

const asInstrument = ({ band_pct: _band, market_cap_cr: _cap, ...instrument }: Listing): Instrument => instrument;
