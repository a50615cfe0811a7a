import type { Config } from '../../platform/platform.ts';
import type { InstrumentIds } from '../brokers/instrument-ids.ts';
import { dhanPostbacks } from './dhan-postback.ts';
import { kitePostbacks } from './kite-postback.ts';
import type { ReadPostback } from './postback.ts';

/** Who reads the messages of each broker that sends some. Noren has none: its book is read alone. */
export function postbackReaders(
  { ORDER_WAYS, BROKERS }: Pick<Config, 'ORDER_WAYS' | 'BROKERS'>,
  instrumentsOf: (broker_id: number) => InstrumentIds,
): (broker_id: number) => ReadPostback | null {
  const readers = new Map(
    Object.entries(ORDER_WAYS).flatMap(([id, setting]): (readonly [number, ReadPostback])[] => {
      if (setting.adapter === 'dhan') return [[Number(id), dhanPostbacks(setting.postback_key)]];
      if (setting.adapter !== 'kite') return [];
      // Kite tells of the orders of an app and signs with that app's secret: orders of the page are the Publisher app's.
      const keys = BROKERS[id];
      const secrets = [setting.publisher?.api_secret, keys?.protocol === 'kite' ? keys.api_secret : undefined];
      return [
        [
          Number(id),
          kitePostbacks(
            secrets.filter((secret) => secret !== undefined),
            instrumentsOf(Number(id)),
          ),
        ],
      ];
    }),
  );
  return (broker_id) => readers.get(broker_id) ?? null;
}
