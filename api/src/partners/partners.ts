import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { AccessKey } from './access-key.ts';
import type { TestKeys } from './test-keys.ts';

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
