import { brokerList, currentEnvironment, type Environment } from '@vimarsh/shared/contract/partners.contract.ts';
import { BRAND } from '@vimarsh/shared/domain/brand.ts';
import { environmentOfHost } from '@vimarsh/shared/domain/user-type.ts';
import type { Platform } from '../platform/platform.ts';
import { createAccessKeys } from './access-keys.ts';
import { authOptionOf, brokerOf, tradingBroker } from './broker-list.ts';
import { seedDemoPartners } from './demo.seed.ts';
import { partnerMedia } from './media.routes.ts';
import { type Db, type PartnerRow, readPartners, readTradingBrokers } from './partner.store.ts';
import type { Partners } from './partners.ts';

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

function environmentAt({ environment, host_url }: PartnerRow, { PUBLIC_HOST, PORT, production }: Platform['config']): Environment {
  const address = production ? `https://${environment.utm_source_str}.${PUBLIC_HOST}` : `http://${environment.utm_source_str}.${PUBLIC_HOST}:${PORT}`;
  return { ...environment, hostUrl: host_url ?? address };
}
