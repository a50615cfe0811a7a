import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { BASE_NAMES } from '../instruments/base-names.ts';
import { ImportedInstruments } from '../instruments/imported-instruments.store.ts';
import { INDICES, STOCKS } from '../instruments/listed.ts';
import { LiveMarket } from '../live-market.ts';
import type { Market } from '../market.ts';
import { MarketTime } from '../market-time.ts';
import type { OptionMarket } from '../options/option-market.ts';
import { ImportedActions } from './actions/imported-actions.store.ts';
import { FilesFeed, type FilesOptions } from './files-feed.ts';
import { ImportedBans } from './imported-bans.store.ts';
import { ImportedDays, type Place } from './imported-days.store.ts';
import { ImportedOptions } from './imported-options.store.ts';
import { ImportedIndices } from './indices/imported-indices.store.ts';

/** Imported days of shares and indices, actions and lists of instruments as a feed, loaded. */
export async function openFiles(place: Place, options: FilesOptions = {}): Promise<FilesFeed> {
  const stores = {
    days: new ImportedDays(place),
    actions: new ImportedActions(place),
    bans: new ImportedBans(place),
    indices: new ImportedIndices(place),
    instruments: new ImportedInstruments(place, BASE_NAMES),
  };
  const feed = new FilesFeed(
    stores,
    [...STOCKS, ...INDICES].map(({ symbol }) => symbol),
    options,
  );
  await feed.refresh();
  return feed;
}

/** Imported prices as a market that stands still at an instant, for who judges by them and serves nobody. */
export async function marketOnFile(place: Place, at: Date): Promise<Market & { readonly options: OptionMarket }> {
  const feed = await openFiles(place);
  const time = new MarketTime({ start: at, wall: () => 0 });
  const market = new LiveMarket({ feed, time, firstDay: feed.firstDay() ?? istDay(at), onError: () => undefined });
  return Object.assign(market, { options: new ImportedOptions(place) });
}
