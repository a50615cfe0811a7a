import type { Platform } from '../../platform/platform.ts';
import type { FeedSource } from '../feed/source.ts';
import { ImportedActions } from '../files/actions/imported-actions.store.ts';
import { FilesFeed } from '../files/files-feed.ts';
import { ImportedBans } from '../files/imported-bans.store.ts';
import { ImportedDays } from '../files/imported-days.store.ts';
import { BASE_NAMES } from '../instruments/base-names.ts';
import { ImportedInstruments } from '../instruments/imported-instruments.store.ts';
import { INDICES, STOCKS } from '../instruments/listed.ts';
import { DaysWithLive } from './days-with-live.ts';
import { KiteLine } from './kite/kite-line.ts';
import { accessTokenOf } from './kite/kite-token.ts';
import { LiveFeed } from './live-feed.ts';
import { instrumentsOn } from './live-instruments.ts';
import { LivePrices } from './live-prices.store.ts';

/** Three connections of 3,000 instruments. */
const MOST_SYMBOLS = 9000;

const SOURCE: FeedSource = {
  id: 'kite',
  name: 'Zerodha Kite',
  licence: 'Prices are those of the NSE and BSE, received over Zerodha’s Kite Connect.',
  invented: false,
  needs: 'To show prices of Kite Connect to the public takes Zerodha’s consent and a licence to pass on prices of NSE Data & Analytics and of the BSE.',
};

/** The feed of the broker that the settings name. It connects once the server is ready, and says in `/readyz` what its operator should know. */
export async function openLive(platform: Platform, now: () => Date): Promise<LiveFeed> {
  const { config, log } = platform;
  const prices = new LivePrices(platform, SOURCE.id);
  const days = new DaysWithLive(new ImportedDays(platform), prices);
  const stores = { days, actions: new ImportedActions(platform), bans: new ImportedBans(platform), instruments: new ImportedInstruments(platform, BASE_NAMES) };
  const files = new FilesFeed(
    stores,
    [...STOCKS, ...INDICES].map(({ symbol }) => symbol),
    { again: false },
  );
  await files.refresh();
  const feed = await LiveFeed.open({
    source: SOURCE,
    prices,
    files,
    days,
    instruments: (day) => instrumentsOn(files, day, MOST_SYMBOLS),
    now,
    log,
    line: (listener, trading, instruments) =>
      new KiteLine({
        apiKey: config.KITE_API_KEY!,
        accessToken: accessTokenOf(config),
        instruments,
        listener,
        trading,
        socketUrl: config.KITE_SOCKET_URL,
        httpUrl: config.KITE_URL,
        said: (words) => log.info({ words }, 'Kite says'),
      }),
  });
  platform.remark(() => feed.remarks());
  platform.onReady(() => feed.start());
  platform.onShutdown(() => feed.stop());
  return feed;
}
