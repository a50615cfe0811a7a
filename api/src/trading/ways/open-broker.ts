import type { Config, Platform } from '../../platform/platform.ts';
import { createAdapter } from '../brokers/adapters.ts';
import type { InstrumentIds } from '../brokers/instrument-ids.ts';
import type { RealBroker } from './create-ways.ts';
import { BrokerLists } from './instrument-lists.ts';
import { kitePage } from './kite-page.ts';
import type { RealWaySetting } from './way-settings.ts';

export interface OpenedBroker extends RealBroker {
  readonly instruments: InstrumentIds;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Opens a broker that exists, by its way and the keys of its sign-in; its lists are read before the port opens and every morning. */
export function openBroker(
  platform: Pick<Platform, 'config' | 'jobs' | 'log' | 'onReady'>,
  broker_id: number,
  setting: RealWaySetting,
  now: () => number,
): OpenedBroker {
  const keys = platform.config.BROKERS[String(broker_id)];
  const instruments = new BrokerLists(setting.adapter, listsOf(setting));
  const refresh = async (): Promise<void> => {
    try {
      await instruments.refresh();
    } catch (error) {
      // The words of fetch may hold the address, which holds no secret.
      platform.log.warn({ broker_id, why: (error as Error).message }, 'a broker’s list of instruments could not be read: what it lacks can’t be ordered');
    }
  };
  platform.onReady(() => void refresh());
  // Brokers publish theirs by 08:30.
  platform.jobs.schedule(`trading.instruments.${broker_id}`, '35 8 * * *', refresh);
  const parts = { instruments, now };
  switch (setting.adapter) {
    case 'dhan':
      return { instruments, page: null, broker: createAdapter('dhan', { url: withoutSlash(setting.url) }, parts) };
    case 'noren':
      return { instruments, page: null, broker: createAdapter('noren', { url: withoutSlash(norenUrl(keys)) }, parts) };
    case 'kite': {
      const { publisher, page_url, url } = setting;
      const broker = createAdapter('kite', { url: withoutSlash(url), api_key: kiteKey(keys) }, parts);
      const named = (instrument: string, exchange: Parameters<InstrumentIds['named']>[1]) => instruments.named(instrument, exchange)?.symbol ?? null;
      return { instruments, broker, page: publisher ? kitePage({ api_key: publisher.api_key, page_url }, named) : null };
    }
  }
}

type Keys = Config['BROKERS'][string] | undefined;
// The start has refused keys of another protocol.
const norenUrl = (keys: Keys): string => (keys?.protocol === 'noren' ? keys.url : '');
const kiteKey = (keys: Keys): string => (keys?.protocol === 'kite' ? keys.api_key : '');

const listsOf = (setting: RealWaySetting): readonly string[] => (setting.adapter === 'kite' ? [`${withoutSlash(setting.url)}/instruments`] : setting.lists);
