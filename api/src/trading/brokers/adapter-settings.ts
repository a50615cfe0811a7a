import type { HttpSettings } from './broker-http.ts';
import type { InstrumentIds } from './instrument-ids.ts';

/** What each adapter needs; `ways` reads it from a partner's configuration. */
interface SettingsOfKind {
  readonly dhan: HttpSettings;
  readonly kite: HttpSettings & { readonly api_key: string };
  /** `url`: the NorenWClientTP address. */
  readonly noren: HttpSettings;
}
export type AdapterKind = keyof SettingsOfKind;
export type AdapterSettings<K extends AdapterKind> = SettingsOfKind[K];

export interface AdapterParts {
  readonly instruments: InstrumentIds;
  /** Market time, ms. */
  now(): number;
}
