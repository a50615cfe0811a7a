import { istDay, istInstant, nextOpen, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Config } from '../config.ts';
import type { Platform } from '../platform/platform.ts';
import type { Feed } from './feed.ts';
import { openReplay } from './files-market.ts';
import { LiveMarket } from './live-market.ts';
import type { Market } from './market.ts';
import { MarketTime } from './market-time.ts';
import { ImportedOptions } from './options/imported-options.store.ts';
import type { OptionMarket } from './options/option-market.ts';
import { SimulatedOptions } from './options/simulated-options.ts';
import { type PathOf, pathCache } from './paths.ts';
import { serveMarket } from './routes.ts';
import { serveSegments } from './segment.routes.ts';
import { FIRST_DAY } from './simulator/exchange.ts';
import { SimulatedFeed } from './simulator/simulated-feed.ts';
import { Watchers } from './watch.ts';

const BEAT_MS = 1000;

export interface Prices {
  readonly path: PathOf;
  /** Null when the settings select a replay, whose prices are in the database. */
  readonly simulated: Feed | null;
}

/** The part of the market that needs no database: a quarter second of work that can run while the database opens. */
export function drawPrices({ SEED, MARKET_FEED }: Config): Prices {
  const path = pathCache(SEED);
  return { path, simulated: MARKET_FEED === 'simulated' ? new SimulatedFeed(SEED, path) : null };
}

/**
 * Builds the market from its settings: feed and clock, HTTP routes, sockets, and the beat that runs from ready to shutdown. A replay goes
 * on from where an earlier start has come to (`reached`).
 */
export async function createMarket(
  platform: Platform,
  { path, simulated } = drawPrices(platform.config),
  reached: Date | null = null,
): Promise<Market & { readonly options: OptionMarket }> {
  const { config, log } = platform;
  const { feed, firstDay, start } = simulated ? { feed: simulated, firstDay: FIRST_DAY, start: undefined } : await replay(platform, reached);
  const time = new MarketTime({ start: config.MARKET_NOW ? new Date(config.MARKET_NOW) : start, speed: config.MARKET_SPEED });
  const onError = (error: unknown): void => log.error({ err: error }, 'Market time could not be passed on; trying again in a second');
  const market = new LiveMarket({ feed, time, path, firstDay, onError });
  const options = feed.source === 'simulated' ? new SimulatedOptions(config.SEED, feed, market, path) : new ImportedOptions(platform);
  const watchers = new Watchers(platform.realtime, market);
  serveMarket(platform, market);
  serveSegments(platform, market);

  let timer: NodeJS.Timeout | undefined;
  let beat: Promise<void> = Promise.resolve();
  platform.onReady(() => {
    timer = setInterval(() => {
      watchers.flush();
      beat = market.beat().catch(onError);
    }, BEAT_MS);
    timer.unref();
  });
  platform.onShutdown(async () => {
    clearInterval(timer);
    await beat;
  });
  return Object.assign(market, { options });
}

/** The feed of imported files, loaded, and where its clock starts: at the pre-open of its first day, or where an earlier start has come to. */
async function replay(platform: Platform, reached: Date | null): Promise<{ feed: Feed; firstDay: string; start: Date }> {
  const { config, log } = platform;
  const feed = await openReplay(platform);
  const first = feed.firstDay();
  if (!first) log.warn('No exchange files are imported yet: run npm run import -- <files or folders>, then start again');
  const from = config.REPLAY_FROM ?? first ?? istDay(new Date());
  const start = sessionOf(from, false) ? from : istDay(nextOpen(istInstant(from)));
  const { preopen } = sessionOf(start, false)!;
  return { feed, firstDay: first ?? start, start: reached && reached > preopen ? reached : preopen };
}
