import type { Config } from '../../config.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FeedSource } from '../feed/source.ts';
import { INDICES, STOCKS } from '../instruments/listed.ts';
import { accessTokenOf } from './access-token.ts';
import type { BrokerLineOptions } from './broker-line.ts';
import { LiveFeed } from './feed/live-feed.ts';
import { KiteLine } from './kite/kite-line.ts';
import { openLiveFiles } from './live-files.ts';
import { instrumentsOn } from './live-instruments.ts';
import { LivePrices } from './live-prices.store.ts';
import type { PriceLine } from './price-line.ts';
import { UpstoxLine } from './upstox/upstox-line.ts';

interface Broker {
  readonly source: FeedSource;
  /** The instruments of which it gives prices at once. */
  readonly mostInstruments: number;
  readonly line: (config: Config, options: Omit<BrokerLineOptions, 'accessToken'>, now: () => Date) => PriceLine;
}

const BROKERS: Readonly<Record<string, Broker>> = {
  kite: {
    source: {
      id: 'kite',
      name: 'Zerodha Kite',
      licence: 'Prices are those of the NSE and BSE, received over Zerodha’s Kite Connect.',
      invented: false,
      needs: 'To show prices of Kite Connect to the public takes Zerodha’s consent and a licence to pass on prices of NSE Data & Analytics and of the BSE.',
    },
    // Three connections of 3,000 instruments.
    mostInstruments: 9000,
    line: (config, options) =>
      new KiteLine({
        ...options,
        apiKey: config.KITE_API_KEY!,
        accessToken: accessTokenOf(config.KITE_ACCESS_TOKEN, config.KITE_ACCESS_TOKEN_FILE),
        socketUrl: config.KITE_SOCKET_URL,
        httpUrl: config.KITE_URL,
      }),
  },
  upstox: {
    source: {
      id: 'upstox',
      name: 'Upstox',
      licence: 'Prices are those of the NSE and BSE, received over Upstox’s market data feed.',
      invented: false,
      needs: 'To show prices of Upstox to the public takes Upstox’s consent and a licence to pass on prices of NSE Data & Analytics and of the BSE.',
    },
    mostInstruments: 2000,
    line: (config, options, now) =>
      new UpstoxLine({
        ...options,
        accessToken: accessTokenOf(config.UPSTOX_ACCESS_TOKEN, config.UPSTOX_ACCESS_TOKEN_FILE),
        now,
        httpUrl: config.UPSTOX_URL,
        listsUrl: config.UPSTOX_LISTS_URL,
      }),
  },
};

/** The feed of the broker that the settings name. It connects once the server is ready, and says in `/readyz` what its operator should know. */
export async function openLive(platform: Platform, now: () => Date): Promise<LiveFeed> {
  const { config, log } = platform;
  const { source, mostInstruments, line } = BROKERS[config.MARKET_FEED]!;
  const prices = new LivePrices(platform, source.id);
  const symbols = [...STOCKS, ...INDICES].map(({ symbol }) => symbol);
  const { files, days } = await openLiveFiles(platform, prices, symbols);
  const feed = await LiveFeed.open({
    source,
    prices,
    files,
    days,
    instruments: (day) => instrumentsOn(files, day, mostInstruments),
    now,
    speed: config.MARKET_SPEED,
    log,
    line: (listener, trading, instruments) => {
      const said = (words: string): void => log.info({ words }, `${source.name} says`);
      return line(config, { listener, trading, instruments, said }, now);
    },
  });
  platform.remark(() => feed.remarks());
  platform.onReady(() => feed.start());
  platform.onShutdown(() => feed.stop());
  return feed;
}
