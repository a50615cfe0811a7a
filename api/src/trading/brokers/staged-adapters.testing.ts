import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import type { AdapterKind } from './adapter-settings.ts';
import { createAdapter } from './adapters.ts';
import { dhanDialect } from './dhan/dhan-stand-in.testing.ts';
import { instrumentIds } from './instrument-ids.ts';
import { KITE_KEY, kiteDialect } from './kite/kite-stand-in.testing.ts';
import { norenDialect } from './noren/noren-stand-in.testing.ts';
import type { OrderBroker } from './port.ts';
import type { Dialect } from './stand-in.testing.ts';

export const DIALECTS: Readonly<Record<AdapterKind, Dialect>> = { dhan: dhanDialect, kite: kiteDialect, noren: norenDialect };
export const ADAPTER_KINDS = ['dhan', 'kite', 'noren'] as const;
export const RECOVERY = BROKER_RECOVERY;

/** The adapter of a kind against a stand-in’s address. */
export function stagedAdapter(kind: AdapterKind, url: string, now: () => number, deadlineMs = 5_000): OrderBroker {
  const parts = { instruments: instrumentIds(DIALECTS[kind].instruments), now };
  return kind === 'kite' ? createAdapter('kite', { url, api_key: KITE_KEY, deadlineMs }, parts) : createAdapter(kind, { url, deadlineMs }, parts);
}
