import * as z from 'zod/mini';
import { webAddress } from '../../platform/settings/address.ts';
import { givenWord } from '../../platform/settings/secret.ts';
import type { InstrumentIds } from './instrument-ids.ts';

const deadlineMs = z.optional(z.int().check(z.gte(200), z.lte(9_500)));

/** What each adapter needs from a partner's configuration. Addresses stand without a slash at their end. */
export const adapterSettings = {
  dhan: z.object({ url: z._default(webAddress, 'https://api.dhan.co/v2'), deadlineMs }),
  kite: z.object({ url: z._default(webAddress, 'https://api.kite.trade'), api_key: givenWord(100), deadlineMs }),
  /** `url`: the NorenWClientTP address. */
  noren: z.object({ url: webAddress, deadlineMs }),
};
export type AdapterKind = keyof typeof adapterSettings;
export type AdapterSettings<K extends AdapterKind> = z.output<(typeof adapterSettings)[K]>;

export interface AdapterParts {
  readonly instruments: InstrumentIds;
  /** Market time, ms. */
  now(): number;
}
