import type { AdapterKind, AdapterParts, AdapterSettings } from './adapter-settings.ts';
import { dhanBroker } from './dhan/dhan-broker.ts';
import { kiteBroker } from './kite/kite-broker.ts';
import { norenBroker } from './noren/noren-broker.ts';
import type { OrderBroker } from './port.ts';

/** The adapter of a kind. Its customers' tokens come with each call. */
export function createAdapter<K extends AdapterKind>(kind: K, settings: AdapterSettings<K>, parts: AdapterParts): OrderBroker {
  switch (kind) {
    case 'dhan':
      return dhanBroker(settings, parts);
    case 'kite':
      return kiteBroker(settings as AdapterSettings<'kite'>, parts);
    default:
      return norenBroker(settings, parts);
  }
}
