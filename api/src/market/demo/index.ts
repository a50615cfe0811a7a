import type { Feed } from '../feed/port.ts';
import type { Market } from '../market.ts';
import type { OptionMarket } from '../options/option-market.ts';
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
