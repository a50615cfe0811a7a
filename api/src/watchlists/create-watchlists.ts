import type { Alerts } from '../alerts/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Insights } from '../insights/index.ts';
import type { Market, OptionMarket } from '../market/index.ts';
import type { Platform } from '../platform/platform.ts';
import { Catalogue } from './catalogue.ts';
import { serveFigures } from './figure.routes.ts';
import { Keeper } from './keeper.ts';
import { serveWatchlists } from './routes.ts';
import { forgetLists, listsKept } from './watchlist.store.ts';

export interface WatchlistsDependencies {
  readonly market: Market & { readonly options: OptionMarket };
  readonly identity: Pick<Identity, 'keeps' | 'known'>;
  readonly insights: Pick<Insights, 'moodOf' | 'yearOf' | 'contractsOf'>;
  readonly alerts: Pick<Alerts, 'ofRows'>;
  /** Whether to give the demo's people lists. Default: in the demo on simulated prices. */
  readonly seed?: boolean;
}

/** Lists of stocks and of option contracts that people keep, as many and as long as their plan has room for. */
export function createWatchlists(platform: Platform, { market, identity, insights, alerts, seed }: WatchlistsDependencies): void {
  const catalogue = new Catalogue(market);
  const keeper = new Keeper(platform, catalogue);
  serveWatchlists(platform, { keeper, catalogue });
  serveFigures(platform, { keeper, insights, alerts });
  identity.keeps({
    name: 'watchlists',
    of: (user_id) => listsKept(platform.db, user_id),
    erase: forgetLists,
  });
  const { config } = platform;
  if (seed ?? (config.demo && market.source.invented))
    platform.onReady(async () => {
      const { seedWatchlists } = await import('./demo/seed.ts');
      await seedWatchlists({ platform, identity, market, catalogue });
    });
}
