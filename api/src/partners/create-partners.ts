import { brokerList, currentEnvironment, type Environment } from '@vimarsh/shared/contract/partners.contract.ts';
import { BRAND } from '@vimarsh/shared/domain/brand.ts';
import { environmentOfHost } from '@vimarsh/shared/domain/user-type.ts';
import type { Platform } from '../platform/platform.ts';
import { createAccessKeys } from './access-keys.ts';
import { authOptionOf, brokerOf, tradingBroker } from './broker-list.ts';
import { seedDemoPartners, WIDGETS } from './demo.seed.ts';
import { partnerMedia } from './media.routes.ts';
import { type Db, type PartnerRow, readPartners, readTradingBrokers } from './partner.store.ts';
import type { AccessKey, Partners } from './partners.ts';

/** Published on our own pages; what it opens is bound to their origins. */
const OWN_KEY = 'pk_live_own_pages';

/** Partner environments, chosen by host, and what hangs on them. Read from the database once, at start; only keys are read again. */
export async function createPartners(platform: Platform): Promise<Partners> {
  const { config } = platform;
  const db = platform.db as Db;
  if (config.demo) await seedDemoPartners(platform, new Date());

  const list: readonly Environment[] = (await readPartners(db)).map((row) => environmentAt(row, config));
  const byKey = new Map(list.map((environment) => [environment.utm_source_str, environment]));
  const accessKeys = await createAccessKeys(platform);
  const tradingBrokers = (await readTradingBrokers(db)).map(tradingBroker);
  const google = config.demo || Boolean(config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET);
  const own = `.${config.PUBLIC_HOST}`;

  const ownKey: AccessKey = {
    key: OWN_KEY,
    partner_key: '',
    origins: [addressOf(config.PUBLIC_HOST, config), ...list.map(({ hostUrl }) => new URL(hostUrl).origin)],
    widgets: [...WIDGETS],
    status: 'active',
    expires_at: null,
    proof_keys: null,
  };

  const partners: Partners = {
    byHost(host) {
      const name = host.toLowerCase().split(':')[0]!;
      if (name === config.PUBLIC_HOST) return null;
      // Below our own host only the label in front counts: the host's own name may contain a key.
      return environmentOfHost(name.endsWith(own) ? name.slice(0, -own.length) : name, list);
    },
    byKey: (key) => byKey.get(key) ?? null,
    list: () => list,
    ...accessKeys,
    accessKey: (key) => (key === ownKey.key ? ownKey : accessKeys.accessKey(key)),
    ownKey: () => ownKey,
  };

  platform.tenant(partners.byHost);
  platform.on(brokerList, async (_input, { partner }) => ({
    data: partner ? [brokerOf(partner)] : [...tradingBrokers, ...list.map(brokerOf)],
    extra: { auth_option: authOptionOf(partner, { google }) },
  }));
  platform.on(currentEnvironment, async (_input, { partner }) => ({ environment: partner, brand: partner?.utm_source ?? BRAND }));
  partnerMedia(platform, partners);
  return partners;
}

const addressOf = (host: string, { PORT, production }: Platform['config']): string => (production ? `https://${host}` : `http://${host}:${PORT}`);

const environmentAt = ({ environment, host_url }: PartnerRow, config: Platform['config']): Environment => ({
  ...environment,
  hostUrl: host_url ?? addressOf(`${environment.utm_source_str}.${config.PUBLIC_HOST}`, config),
});
