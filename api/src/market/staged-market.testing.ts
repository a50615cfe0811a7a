import { FEEDS } from '../config.ts';
import type { Platform } from '../platform/platform.ts';
import { FIRST_DAY } from './demo/exchange.ts';
import { pathCache } from './demo/paths.ts';
import { SimulatedFeed } from './demo/simulated-feed.ts';
import { SimulatedOptions } from './demo/simulated-options.ts';
import { openFiles } from './files/files-market.ts';
import { type ImportOptions, type ImportReport, importFiles, storesIn } from './files/import-files.ts';
import { LiveMarket } from './live-market.ts';
import type { Market } from './market.ts';
import { MarketTime } from './market-time.ts';
import type { OptionMarket } from './options/option-market.ts';
import { serveSegments } from './segment.routes.ts';
import { SettledSteps } from './settled-steps.ts';

/** A market whose clock stands still until a test moves it, with the same feeds, beat and public prices as the real one. */
export interface StagedMarket {
  readonly market: Market & { readonly options: OptionMarket };
  readonly options: OptionMarket;
  /** What imported files know of options, whatever the feed is. */
  readonly importedOptions: OptionMarket;
  /** Moves market time forward, or back as a replay does, and tells the listeners all of it. */
  goTo(instant: Date): Promise<void>;
  /** Serves the stretches of its feed as the real one does; once on a platform, before it starts. */
  serveSegments(): void;
  /** Takes in more exchange files; they are seen within a minute of market time. */
  take(files: readonly string[], options?: ImportOptions): Promise<ImportReport>;
}

const HOUR = 3_600_000;

/** Stages the market that the platform's settings name at an instant. `files`: exchange files to take in first, recorded chains among them as `taken`. */
export async function stageMarket(platform: Platform, start: Date, files: readonly string[] = [], taken?: Date): Promise<StagedMarket> {
  const { config } = platform;
  let wall = start.getTime();
  const clock = { wall: () => wall };
  const path = pathCache(config.SEED);
  const stores = storesIn(platform);
  if (files.length > 0) await importFiles(stores, files, { taken });
  const feed = FEEDS[config.MARKET_FEED].files
    ? await openFiles(platform, { clock: clock.wall, again: FEEDS[config.MARKET_FEED].again })
    : new SimulatedFeed(config.SEED, path);
  const time = new MarketTime({ start, ...clock });
  const errors: unknown[] = [];
  const market = new LiveMarket({
    feed,
    time,
    firstDay: FIRST_DAY,
    onError: (error) => errors.push(error),
    settled: new SettledSteps(platform.db, clock.wall),
    ...clock,
  });
  const options: OptionMarket = feed instanceof SimulatedFeed ? new SimulatedOptions(config.SEED, feed, market, path) : stores.options;
  return {
    market: Object.assign(market, { options }),
    options,
    importedOptions: stores.options,
    serveSegments: () => serveSegments(platform, market),
    take: (paths, how) => importFiles(stores, paths, how),
    async goTo(instant) {
      const from = market.now().getTime();
      if (instant.getTime() < from) await market.replay(instant, 1);
      else wall += instant.getTime() - from;
      // Each beat passes on at most an hour of trading or one closed stretch.
      for (let beats = Math.ceil(Math.abs(instant.getTime() - from) / HOUR) + 2; beats > 0; beats--) await market.beat();
      if (errors.length > 0) throw errors[0];
    },
  };
}
