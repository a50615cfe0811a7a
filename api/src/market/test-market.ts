import type { Platform } from '../platform/platform.ts';
import { LiveMarket } from './live-market.ts';
import type { Market } from './market.ts';
import { MarketTime } from './market-time.ts';
import type { OptionMarket } from './options/option-market.ts';

const BEAT_MS = 1000;

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
