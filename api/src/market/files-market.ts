import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { INDICES, STOCKS } from './data/instruments.ts';
import { LiveMarket } from './live-market.ts';
import type { Market } from './market.ts';
import { MarketTime } from './market-time.ts';
import { ImportedOptions } from './options/imported-options.store.ts';
import type { OptionMarket } from './options/option-market.ts';
import { pathCache } from './paths.ts';
import { ImportedActions } from './replay/imported-actions.store.ts';
import { ImportedBans } from './replay/imported-bans.store.ts';
import { ImportedDays, type Place } from './replay/imported-days.store.ts';
import { ReplayFeed } from './replay/replay-feed.ts';

/** Imported days and actions of all instruments as a feed, loaded. `clock` (ms) says when to look for more. */
export async function openReplay(place: Place, clock?: () => number): Promise<ReplayFeed> {
  const stores = { days: new ImportedDays(place), actions: new ImportedActions(place), bans: new ImportedBans(place) };
  const feed = new ReplayFeed(
    stores,
    [...STOCKS, ...INDICES].map(({ symbol }) => symbol),
    clock,
  );
  await feed.refresh();
  return feed;
}

/** Imported prices as a market that stands still at an instant, for who judges by them and serves nobody. */
export async function marketOnFile(place: Place, seed: number, at: Date): Promise<Market & { readonly options: OptionMarket }> {
  const feed = await openReplay(place);
  const time = new MarketTime({ start: at, wall: () => 0 });
  const market = new LiveMarket({ feed, time, path: pathCache(seed), firstDay: feed.firstDay() ?? istDay(at), onError: () => undefined });
  return Object.assign(market, { options: new ImportedOptions(place) });
}
