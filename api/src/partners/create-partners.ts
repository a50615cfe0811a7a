import { WIDGETS } from '@vimarsh/shared/contract/embed/types.ts';
import { currentEnvironment } from '@vimarsh/shared/contract/partners/routes.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { BRAND } from '@vimarsh/shared/domain/brand.ts';
import { isTestKey } from '@vimarsh/shared/domain/insights/test-key.ts';
import { readSecret } from '../platform/access/server-secret.ts';
import type { Platform } from '../platform/platform.ts';
import type { AccessKey } from './access-key.ts';
import { createAccessKeys } from './access-keys.ts';
import { partnerMedia } from './media.routes.ts';
import { addressOf, createPartnerSites } from './partner-sites.ts';
import type { Partners } from './partners.ts';
import { createTestKeys } from './test-keys.ts';

/** Published on our own pages; what it opens is bound to their origins. */
const OWN_KEY = 'pk_live_own_pages';

/**
 * Partner environments, chosen by host, and what hangs on them. Environments and keys are read again from time to time
 * (`everyMs`).
 */
export async function createPartners(platform: Platform, { everyMs }: { everyMs?: number } = {}): Promise<Partners> {
  const { config } = platform;
  if (config.demo) {
    const { seedDemoPartners } = await import('./demo/demo.seed.ts');
    await seedDemoPartners(platform, new Date());
  }

  const sites = await createPartnerSites(platform, everyMs);
  const accessKeys = await createAccessKeys(platform, everyMs);
  const testKeys = createTestKeys(readSecret(config));

  const ownKeyOf = (list: readonly Environment[]): AccessKey => ({
    key: OWN_KEY,
    partner_key: '',
    origins: [addressOf(config.PUBLIC_HOST, config), ...list.map(({ hostUrl }) => new URL(hostUrl).origin)],
    widgets: [...WIDGETS],
    status: 'active',
    expires_at: null,
    proof_keys: null,
  });
  // Asked with every widget: made anew only when the environments were read again.
  let own = { list: sites.list(), key: ownKeyOf(sites.list()) };
  const ownKey = (): AccessKey => {
    const list = sites.list();
    if (own.list !== list) own = { list, key: ownKeyOf(list) };
    return own.key;
  };

  const partners: Partners = {
    ...sites,
    ...accessKeys,
    originOf: (site) => (site ? new URL(site.hostUrl).origin : addressOf(config.PUBLIC_HOST, config)),
    accessKey: (key) => (key === OWN_KEY ? ownKey() : isTestKey(key) ? testKeys.read(key) : accessKeys.accessKey(key)),
    testKeys,
    ownKey,
  };

  platform.tenant(partners.byHost);
  platform.on(currentEnvironment, async (_input, { partner }) => ({ environment: partner, brand: partner?.utm_source ?? BRAND }));
  partnerMedia(platform, partners);
  return partners;
}
