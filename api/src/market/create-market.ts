import type { DemoTimeChange } from '@vimarsh/shared/contract/market/time-control.ts';
import { istDay, istInstant, nextOpen, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Config, FEEDS } from '../config.ts';
import type { Platform } from '../platform/platform.ts';
import { type Calendar, serveCalendar } from './calendar/open-calendar.ts';
import type { Feed } from './feed/port.ts';
import { openFiles } from './files/files-market.ts';
import { ImportedOptions } from './files/imported-options.store.ts';
import { watchFiles } from './files/watch/watch-files.ts';
import { openLive } from './live/open-live.ts';
import { LiveMarket } from './live-market.ts';
import type { Market } from './market.ts';
import { MarketTime, type Time } from './market-time.ts';
import type { OptionMarket } from './options/option-market.ts';
import { serveMarket } from './routes.ts';
import { serveSegments } from './segment.routes.ts';
import { SettledSteps } from './settled-steps.ts';
import { Watchers } from './watch.ts';

const BEAT_MS = 1000;

/** A source of prices that needs no database. */
interface DrawnPrices {
  readonly feed: Feed;
  readonly firstDay: string;
  options(market: Market): OptionMarket;
}

/** Changes the demo's market time for everybody; `by` is the name of who does it. */
export interface DemoTimeControl {
  change(change: DemoTimeChange, by: string): Promise<void>;
}

/** Null where the settings name a source of real prices, which are in the database. */
type Prices = DrawnPrices | null;

/** The part of the market that needs no database: a quarter second of work that can run while the database opens. */
export async function drawPrices({ SEED, MARKET_FEED }: Config): Promise<Prices> {
  if (!FEEDS[MARKET_FEED].invented) return null;
  const { drawDemoPrices } = await import('./demo/index.ts');
  return drawDemoPrices(SEED);
}

/**
 * Builds the market from its settings: feed and clock, HTTP routes, sockets, and the beat that runs from ready to shutdown. A replay and the
 * demo's time go on from where an earlier start has come to (`reached`).
 */
export async function createMarket(
  platform: Platform,
  prices: Prices | Promise<Prices> = drawPrices(platform.config),
  reached: Date | null = null,
  calendar: Calendar | null = null,
): Promise<Market & { readonly options: OptionMarket; readonly demoTime: DemoTimeControl | null }> {
  const { config, log } = platform;
  const drawn = await prices;
  const timeFrom = (start: Date | undefined): MarketTime =>
    new MarketTime({ start: config.MARKET_NOW ? new Date(config.MARKET_NOW) : start, speed: config.MARKET_SPEED });
  // A broker's prices are taken in by the market's own clock, which therefore runs first.
  const now = FEEDS[config.MARKET_FEED].live ? timeFrom(undefined) : null;
  const { feed, firstDay, start } = drawn ? { ...drawn, start: undefined } : now ? await live(platform, now) : await filesOf(platform, reached);
  const demoTime = config.demoTime ? await (await import('./demo/index.ts')).openDemoTime(platform, reached) : null;
  const time: Time = now ?? demoTime ?? timeFrom(start);
  const onError = (error: unknown): void => log.error({ err: error }, 'Market time could not be passed on; trying again in a second');
  const market = new LiveMarket({ feed, time, firstDay, onError, ...(!drawn && { settled: new SettledSteps(platform.db) }) });
  const options = drawn ? drawn.options(market) : new ImportedOptions(platform);
  if (feed.source.needs) log.info({ feed: feed.source.id }, feed.source.needs);
  // Nobody is served by prices of which none is known. Before a session nothing is missing, and there may still be none.
  let known = false;
  platform.readyWhile(async () => {
    known ||= feed.complete(null, market.now()).until.getTime() > 0 && market.instruments().some(({ symbol }) => market.quote(symbol) !== null);
    return known ? null : `There are no prices yet (${feed.source.name}).`;
  });
  if (!drawn) watchFiles(platform, config.FILES_FROM);
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
  return Object.assign(market, { options, demoTime });
}

async function live(platform: Platform, time: MarketTime): Promise<{ feed: Feed; firstDay: string; start: undefined }> {
  const feed = await openLive(platform, () => time.now());
  return { feed, firstDay: feed.firstDay() ?? istDay(time.now()), start: undefined };
}

/**
 * The feed of imported files, loaded, and where its clock starts: at the real time, in a replay at the pre-open of its first day, or where an
 * earlier start has come to.
 */
async function filesOf(platform: Platform, reached: Date | null): Promise<{ feed: Feed; firstDay: string; start: Date | undefined }> {
  const { config, log } = platform;
  const { again } = FEEDS[config.MARKET_FEED];
  const feed = await openFiles(platform, { again });
  const first = feed.firstDay();
  if (!first) log.warn('No exchange files are imported yet: run npm run import -- <files or folders>');
  if (!again) return { feed, firstDay: first ?? istDay(new Date()), start: undefined };
  const from = config.REPLAY_FROM ?? first ?? istDay(new Date());
  const start = sessionOf(from, false) ? from : istDay(nextOpen(istInstant(from)));
  const { preopen } = sessionOf(start, false)!;
  return { feed, firstDay: first ?? start, start: reached && reached > preopen ? reached : preopen };
}

/**
 * A market that is made up, beside one whose prices are real: for whoever tries things out. It reads and writes no database,
 * has no routes, and closes and judges nothing. Its first use takes a quarter second of work.
 */
export async function openTestMarket({
  config,
  log,
  onShutdown,
}: Pick<Platform, 'config' | 'log' | 'onShutdown'>): Promise<Market & { readonly options: OptionMarket }> {
  const { drawDemoPrices } = await import('./demo/index.ts');
  const { feed, firstDay, options } = drawDemoPrices(config.SEED);
  const time = new MarketTime({ start: config.MARKET_NOW ? new Date(config.MARKET_NOW) : undefined });
  const onError = (error: unknown): void => log.error({ err: error }, 'The test market’s time could not be passed on');
  const market = new LiveMarket({ feed, time, firstDay, onError });
  const timer = setInterval(() => void market.beat().catch(onError), BEAT_MS).unref();
  onShutdown(() => clearInterval(timer));
  return Object.assign(market, { options: options(market) });
}
