import type { Platform } from '../../platform/platform.ts';
import { ImportedActions } from '../files/actions/imported-actions.store.ts';
import { FilesFeed } from '../files/files-feed.ts';
import { importFiles, storesIn } from '../files/import-files.ts';
import { ImportedBans } from '../files/imported-bans.store.ts';
import { ImportedDays } from '../files/imported-days.store.ts';
import { LiveMarket } from '../live-market.ts';
import { MarketTime } from '../market-time.ts';
import { serveSegments } from '../segment.routes.ts';
import type { StagedMarket } from '../staged-market.testing.ts';
import { DaysWithLive } from './days-with-live.ts';
import { LiveFeed } from './feed/live-feed.ts';
import { LivePrices } from './live-prices.store.ts';
import { openLive } from './open-live.ts';
import { StagedLine } from './staged-line.testing.ts';
import type { WalkedDay } from './walked-day.testing.ts';

/** A market over a live feed, whose clock and line are the test's: each `goTo` is one beat. */
export async function stageLive(platform: Platform, start: Date, files: readonly string[], day: WalkedDay): Promise<StagedMarket & { line(): StagedLine }> {
  let wall = start.getTime();
  let line!: StagedLine;
  const stores = storesIn(platform);
  if (files.length > 0) await importFiles(stores, files);
  const prices = new LivePrices(platform, 'kite');
  const days = new DaysWithLive(new ImportedDays(platform), prices);
  let looks = 0;
  const filesFeed = new FilesFeed({ days, actions: new ImportedActions(platform), bans: new ImportedBans(platform) }, day.symbols, {
    clock: () => 60_001 * looks++,
    again: false,
  });
  await filesFeed.refresh();
  const time = new MarketTime({ start, wall: () => wall });
  const feed = await LiveFeed.open({
    source: { id: 'kite', name: 'Kite', licence: '', invented: false, needs: '' },
    prices,
    files: filesFeed,
    days,
    instruments: (on) =>
      filesFeed.listed(on).flatMap(({ symbol, lot, isin }) => (day.symbols.includes(symbol) ? [{ symbol, tradedAs: symbol, isin, fno: lot !== null }] : [])),
    now: () => time.now(),
    historyPause: 0,
    line: (listener, _, instruments) => {
      line = new StagedLine(
        listener,
        instruments.map(({ symbol }) => symbol),
      );
      return line;
    },
    log: platform.log,
  });
  feed.start();
  const errors: unknown[] = [];
  const market = new LiveMarket({ feed, time, firstDay: day.day, onError: (error) => errors.push(error), wall: () => wall });
  return {
    market: Object.assign(market, { options: stores.options }),
    options: stores.options,
    importedOptions: stores.options,
    serveSegments: () => serveSegments(platform, market),
    take: (paths, how) => importFiles(stores, paths, how),
    async goTo(instant) {
      wall += instant.getTime() - market.now().getTime();
      line.send([]);
      await market.beat();
      if (errors.length > 0) throw errors[0];
    },
    line: () => line,
  };
}

/** The market that a server makes of its settings for a broker’s feed, with its own clock. It beats once a second from `begin` on. */
export async function stageRunning(platform: Platform, files: readonly string[]): Promise<StagedMarket & { begin(): void }> {
  const { MARKET_NOW, MARKET_SPEED } = platform.config;
  const stores = storesIn(platform);
  if (files.length > 0) await importFiles(stores, files);
  const time = new MarketTime({ start: new Date(MARKET_NOW!), speed: MARKET_SPEED });
  const feed = await openLive(platform, () => time.now());
  const market = Object.assign(
    new LiveMarket({ feed, time, firstDay: feed.firstDay()!, onError: (err) => platform.log.error({ err }, 'A beat of the staged market failed') }),
    { options: stores.options },
  );
  let timer: NodeJS.Timeout | undefined;
  platform.onShutdown(async () => clearInterval(timer));
  return {
    begin: () => {
      timer = setInterval(() => void market.beat().catch((err: unknown) => platform.log.error({ err }, 'A beat of the staged market failed')), 1000);
    },
    market,
    options: stores.options,
    importedOptions: stores.options,
    serveSegments: () => undefined,
    take: (paths, how) => importFiles(stores, paths, how),
    goTo: async () => {
      throw new Error('Its clock runs by itself');
    },
  };
}
