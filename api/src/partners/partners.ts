import type { Environment, ProofKey } from '@vimarsh/shared/contract/partners/types.ts';
import type { TestKeys } from './test-keys.ts';

/**
 * A publishable widget key of one partner. Origins are exact (`https://host[:port]`), never patterns; a key of an app may
 * also list `null`, `file://` or the app's own scheme, and opens nothing without a proof (`insights/embed/app-proof.ts`).
 */
export interface AccessKey {
  key: string;
  partner_key: string;
  origins: string[];
  widgets: string[];
  status: 'active' | 'revoked';
  /** UTC instant, or null when the key does not end by itself. */
  expires_at: string | null;
  /** Of an app's key (`pk_app_…`): what its server signs with; null of all others. */
  proof_keys: readonly ProofKey[] | null;
  /** A key without an account: any page may use it, and it opens simulated data only. Absent of all others. */
  test?: true;
}

/** Who a host belongs to. The main host belongs to nobody: `null`, and its partner key is ''. */
export interface Partners {
  readonly testKeys: TestKeys;
  byHost(host: string): Environment | null;
  byKey(key: string): Environment | null;
  /** Scheme and host of a site as it is set up, whatever a request calls it; `null`: the main host. */
  originOf(site: Environment | null): string;
  list(): readonly Environment[];
  /** Of a partner, of our own pages, or a test key that this server has made. */
  accessKey(key: string): AccessKey | null;
  /** The key of our own pages: it opens every widget on our main host and our partners' hosts, nowhere else. No partner's, never revoked. */
  ownKey(): AccessKey;
  /** All keys of one partner, newest last. */
  accessKeysOf(partner_key: string): readonly AccessKey[];
}
