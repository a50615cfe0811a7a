import { istDay, istInstant, nextOpen, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Config } from '../config.ts';
import type { Platform } from '../platform/platform.ts';
import { type Calendar, serveCalendar } from './calendar/open-calendar.ts';
import type { Feed } from './feed/port.ts';
import { openFiles } from './files/files-market.ts';
import { ImportedOptions } from './files/imported-options.store.ts';
import { LiveMarket } from './live-market.ts';
import type { Market } from './market.ts';
import { MarketTime } from './market-time.ts';
import type { OptionMarket } from './options/option-market.ts';
import { type PathOf, pathCache } from './paths.ts';
import { serveMarket } from './routes.ts';
import { serveSegments } from './segment.routes.ts';
import { Watchers } from './watch.ts';

const BEAT_MS = 1000;

/** A source of prices that needs no database. */
interface DrawnPrices {
  readonly feed: Feed;
  readonly firstDay: string;
  options(market: Market): OptionMarket;
}

export interface Prices {
  readonly path: PathOf;
  /** Null when the settings name a source of real prices. */
  readonly simulated: DrawnPrices | null;
}

/** The part of the market that needs no database: a quarter second of work that can run while the database opens. */
export async function drawPrices({ SEED, MARKET_FEED }: Config): Promise<Prices> {
  const path = pathCache(SEED);
  if (MARKET_FEED !== 'simulated') return { path, simulated: null };
  const { drawDemoPrices } = await import('./demo/index.ts');
  return { path, simulated: drawDemoPrices(SEED, path) };
}

/**
 * Builds the market from its settings: feed and clock, HTTP routes, sockets, and the beat that runs from ready to shutdown. A replay goes
 * on from where an earlier start has come to (`reached`).
 */
export async function createMarket(
  platform: Platform,
  prices: Prices | Promise<Prices> = drawPrices(platform.config),
  reached: Date | null = null,
  calendar: Calendar | null = null,
): Promise<Market & { readonly options: OptionMarket }> {
  const { config, log } = platform;
  const { path, simulated } = await prices;
  const { feed, firstDay, start } = simulated ? { ...simulated, start: undefined } : await replay(platform, reached);
  const time = new MarketTime({ start: config.MARKET_NOW ? new Date(config.MARKET_NOW) : start, speed: config.MARKET_SPEED });
  const onError = (error: unknown): void => log.error({ err: error }, 'Market time could not be passed on; trying again in a second');
  const market = new LiveMarket({ feed, time, path, firstDay, onError });
  const options = simulated ? simulated.options(market) : new ImportedOptions(platform);
  const watchers = new Watchers(platform.realtime, market);
  serveMarket(platform, market);
  serveSegments(platform, market);
  serveCalendar(platform, () => market.now());
  calendar?.onChanged((from) => market.calendarChanged(from));

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
  const feed = await openFiles(platform);
  const first = feed.firstDay();
  if (!first) log.warn('No exchange files are imported yet: run npm run import -- <files or folders>, then start again');
  const from = config.REPLAY_FROM ?? first ?? istDay(new Date());
  const start = sessionOf(from, false) ? from : istDay(nextOpen(istInstant(from)));
  const { preopen } = sessionOf(start, false)!;
  return { feed, firstDay: first ?? start, start: reached && reached > preopen ? reached : preopen };
}
