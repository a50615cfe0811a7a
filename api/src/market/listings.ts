import { CAPS } from '@vimarsh/shared/contract/market/types.ts';
import { INDEX_TICK, priceBand, tickOf } from '@vimarsh/shared/domain/market/ticks.ts';
import type { Feed } from './feed/port.ts';
import { INDICES, lotOn, STOCKS, simulatedLotOn, statusOn } from './instruments/listed.ts';
import type { Listing } from './market.ts';

/** The largest first: by market capitalisation where it is known, otherwise by the class of size that each share is in, and then the unknown. */
export const bySize = (a: Listing, b: Listing): number => b.market_cap_cr - a.market_cap_cr || classOf(a) - classOf(b);

const classOf = ({ cap }: Listing): number => (cap === null ? CAPS.length : CAPS.indexOf(cap));

/** Index levels move within the market-wide circuit breaker's last step, %. */
const INDEX_BAND = 20;

/** The instruments as of an IST date: lot and status of that date, tick by the previous close. */
export function listingsOn(day: string, feed: Feed): Listing[] {
  const reference = (symbol: string): number => feed.base(symbol, day) ?? 0;
  const listed = feed.listed?.(day);
  const shares = listed?.map(
    (share): Listing => ({
      symbol: share.symbol,
      name: share.name,
      exchange: 'NSE',
      kind: 'equity',
      isin: share.isin,
      sector: share.sector,
      cap: share.cap,
      tick: share.tick ?? tickOf(reference(share.symbol) || USUAL_PRICE, day),
      lot_size: share.lot,
      fno: share.fno,
      status: listedStatus(share.symbol, day, feed),
      band_pct: share.band,
      // The size of the instruments here is made up, and no file of the exchange says one.
      market_cap_cr: feed.source.invented ? share.marketCap : 0,
    }),
  );
  const stocks =
    shares ??
    STOCKS.map(
      (stock): Listing => ({
        symbol: stock.symbol,
        name: stock.name,
        exchange: 'NSE',
        kind: 'equity',
        isin: stock.isin,
        sector: stock.sector,
        cap: stock.cap,
        tick: tickOf(reference(stock.symbol) || stock.price, day),
        lot_size: stock.lot,
        fno: stock.lot !== null,
        status: listedStatus(stock.symbol, day, feed),
        band_pct: stock.band,
        market_cap_cr: feed.source.invented ? stock.marketCap : 0,
      }),
    );
  const indices = INDICES.map(
    (index): Listing => ({
      symbol: index.symbol,
      name: index.name,
      exchange: index.exchange,
      kind: 'index',
      isin: '',
      sector: 'Index',
      cap: 'large',
      tick: INDEX_TICK,
      lot_size: feed.indexLot?.(index.symbol, day) ?? (feed.source.invented ? simulatedLotOn : lotOn)(index.symbol, day),
      fno: true,
      status: 'active',
      band_pct: INDEX_BAND,
      market_cap_cr: 0,
    }),
  );
  return [...stocks, ...indices];
}

/** Assumed price of a share that has none yet, ₹, for its tick size. */
const USUAL_PRICE = 300;

/** Status of a symbol on an IST date. Lists of the F&O ban come with every feed. A share of a merged company is not listed any more. */
function listedStatus(symbol: string, day: string, feed: Pick<Feed, 'source' | 'banned' | 'untradedBecause'>): Listing['status'] {
  const because = feed.untradedBecause?.(symbol, day) ?? null;
  if (because !== null) return because === 'suspended' ? 'suspended' : 'delisted';
  const status = feed.source.invented ? statusOn(symbol, day) : 'active';
  return status === 'active' && feed.banned(symbol, day) ? 'ban' : status;
}

/** Price band of a listing on an IST date, ₹; `null` before its first trade. */
export function bandOn(listing: Listing, day: string, feed: Feed): { low: number; high: number } | null {
  const reference = feed.base(listing.symbol, day);
  return reference === null ? null : priceBand(reference, listing.band_pct, listing.kind === 'index' ? INDEX_TICK : tickOf(reference, day));
}
