import { DEMO_EPOCH } from '@vimarsh/shared/domain/market/demo.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Feed } from '../feed/port.ts';
import type { Market } from '../market.ts';
import type { OptionMarket } from '../options/option-market.ts';
import { demoTimeStore } from './demo-time.store.ts';
import { DemoTime } from './demo-time.ts';
import { FIRST_DAY } from './exchange.ts';
import { pathCache } from './paths.ts';
import { SimulatedFeed } from './simulated-feed.ts';
import { SimulatedOptions } from './simulated-options.ts';

/** The simulated exchange as the demo's source of prices. */
interface DemoPrices {
  readonly feed: Feed;
  readonly firstDay: string;
  options(market: Market): OptionMarket;
}

/** Draws its history: a quarter second of work. */
export function drawDemoPrices(seed: number): DemoPrices {
  const path = pathCache(seed);
  const feed = new SimulatedFeed(seed, path);
  return { feed, firstDay: FIRST_DAY, options: (market) => new SimulatedOptions(seed, feed, market, path) };
}

/** The demo's market time, behind nothing that the record holds (`signed`) or will hold once its history is made. */
export async function openDemoTime(platform: Platform, signed: Date | null): Promise<DemoTime> {
  const epoch = new Date(DEMO_EPOCH);
  const time = await DemoTime.open({
    store: demoTimeStore(platform.db),
    signed: signed && signed > epoch ? signed : epoch,
    speed: platform.config.MARKET_SPEED,
  });
  platform.onReady(() => time.beat());
  platform.onShutdown(() => time.end());
  return time;
}
