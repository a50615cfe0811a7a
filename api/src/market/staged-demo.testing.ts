import type { Platform } from '../platform/platform.ts';
import { demoTimeStore } from './demo/demo-time.store.ts';
import { DemoTime } from './demo/demo-time.ts';
import { FIRST_DAY } from './demo/exchange.ts';
import { pathCache } from './demo/paths.ts';
import { SimulatedFeed } from './demo/simulated-feed.ts';
import { SimulatedOptions } from './demo/simulated-options.ts';
import type { Feed } from './feed/port.ts';
import { LiveMarket } from './live-market.ts';
import { serveSegments } from './segment.routes.ts';
import type { StagedMarket } from './staged-market.testing.ts';

export interface StagedDemo {
  readonly staged: StagedMarket;
  readonly time: DemoTime;
  /** Prices of any stretch, those to come included. */
  readonly barsOf: Feed['bars'];
  /** One beat of the market; throws what a listener threw. */
  beat(): Promise<void>;
}

const byItself = async (): Promise<never> => {
  throw new Error('Time passes by itself here');
};

/** The simulated market on the demo's own time, over a wall clock that a test moves. A process that is only closed has not ended its time: it was killed. */
export async function stageDemo(platform: Platform, wall: () => number): Promise<StagedDemo> {
  const { SEED } = platform.config;
  const errors: unknown[] = [];
  const path = pathCache(SEED);
  const feed = new SimulatedFeed(SEED, path);
  const time = await DemoTime.open({ store: demoTimeStore(platform.db), signed: null, wall });
  const market = new LiveMarket({ feed, time, firstDay: FIRST_DAY, onError: (error) => errors.push(error), wall });
  const options = new SimulatedOptions(SEED, feed, market, path);
  return {
    staged: {
      market: Object.assign(market, { options }),
      options,
      importedOptions: options,
      serveSegments: () => serveSegments(platform, market),
      goTo: byItself,
      take: byItself,
    },
    time,
    barsOf: (...stretch) => feed.bars(...stretch),
    async beat() {
      await market.beat();
      if (errors.length > 0) throw errors[0];
    },
  };
}
