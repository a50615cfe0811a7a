import { ImportedActions } from '../files/actions/imported-actions.store.ts';
import { FilesFeed, type FilesOptions } from '../files/files-feed.ts';
import { ImportedBans } from '../files/imported-bans.store.ts';
import { ImportedDays, type Place } from '../files/imported-days.store.ts';
import { ImportedIndices } from '../files/indices/imported-indices.store.ts';
import { BASE_NAMES } from '../instruments/base-names.ts';
import { ImportedInstruments } from '../instruments/imported-instruments.store.ts';
import { DaysWithLive } from './days-with-live.ts';
import type { LivePrices } from './live-prices.store.ts';

/** The exchange's files beside a live feed, loaded: they have the last word on days gone by, of shares and of indices. */
export async function openLiveFiles(
  place: Place,
  prices: Pick<LivePrices, 'record' | 'days'>,
  symbols: readonly string[],
  options: Omit<FilesOptions, 'again'> = {},
): Promise<{ readonly files: FilesFeed; readonly days: DaysWithLive }> {
  const indices = new ImportedIndices(place);
  const days = new DaysWithLive(new ImportedDays(place), prices, indices);
  const stores = {
    days,
    actions: new ImportedActions(place),
    bans: new ImportedBans(place),
    indices,
    instruments: new ImportedInstruments(place, BASE_NAMES),
  };
  const files = new FilesFeed(stores, symbols, { ...options, again: false });
  await files.refresh();
  return { files, days };
}
