import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { environmentOfHost } from '@vimarsh/shared/domain/access/user-type.ts';
import { readAgain } from '../platform/nodes/read-again.ts';
import type { Platform } from '../platform/platform.ts';
import { type PartnerRow, readPartners } from './partner.store.ts';
import type { Partners } from './partners.ts';
import { environmentOrigin, readEnvironment } from './usable-environment.ts';

/** A web address of this platform. */
export const addressOf = (host: string, { PORT, production }: Platform['config']): string => (production ? `https://${host}` : `http://${host}:${PORT}`);

/**
 * Partner environments in memory, read again from time to time: a partner that comes, changes or goes needs no restart. A row
 * that no longer is an environment leaves the partner as it was.
 */
export async function createPartnerSites(platform: Platform, everyMs?: number): Promise<Pick<Partners, 'byHost' | 'byKey' | 'list'>> {
  const { config, log } = platform;
  const own = `.${config.PUBLIC_HOST}`;
  let list: readonly Environment[] = [];
  let byKey = new Map<string, Environment>();
  const refused = new Set<string>();
  const read = async (): Promise<void> => {
    const rows = await readPartners(platform.db);
    list = rows.flatMap((row) => {
      const read = readEnvironment(environmentAt(row, config));
      if ('environment' in read && read.environment.utm_source_str === row.key) {
        refused.delete(row.key);
        return [read.environment];
      }
      const paths = 'paths' in read ? read.paths : ['utm_source_str'];
      if (!refused.has(row.key)) log.error({ partner_key: row.key, paths }, 'a partner’s environment can’t be used');
      refused.add(row.key);
      return byKey.get(row.key) ?? [];
    });
    byKey = new Map(list.map((site) => [site.utm_source_str, site]));
  };
  await read();
  readAgain(platform, 'partner environments', read, everyMs);
  return {
    byHost(host) {
      const name = host.toLowerCase().split(':')[0]!;
      if (name === config.PUBLIC_HOST) return null;
      // Below our own host only the label in front counts: the host's own name may contain a key.
      return environmentOfHost(name.endsWith(own) ? name.slice(0, -own.length) : name, list);
    },
    byKey: (key) => byKey.get(key) ?? null,
    list: () => list,
  };
}

const environmentAt = ({ key, environment, host_url }: PartnerRow, config: Platform['config']): Environment => ({
  ...environment,
  hostUrl: host_url === null ? addressOf(`${key}.${config.PUBLIC_HOST}`, config) : (environmentOrigin(host_url) ?? host_url),
});
