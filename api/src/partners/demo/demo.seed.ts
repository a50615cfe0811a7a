import { createHash } from 'node:crypto';
import { WIDGETS } from '@vimarsh/shared/contract/embed/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import type { Config, Platform } from '../../platform/platform.ts';
import type { PartnersDb } from '../partner.store.ts';
import { demoAppKey, demoProofKey } from './demo-app-key.ts';

/** The same for every demo of one seed, so that printed snippets keep working after a reset. */
export function demoAccessKey(partner_key: string, seed: number, generation = 1): string {
  const random = createHash('sha256').update(`${seed} ${partner_key} ${generation}`).digest('hex').slice(0, 20);
  return `pk_live_${partner_key}_${random}`;
}

/** Origins of the demo's foreign partner site. */
export function demoPartnerOrigins({ PARTNER_PORT }: Pick<Config, 'PARTNER_PORT'>): string[] {
  return [`http://localhost:${PARTNER_PORT}`, `http://127.0.0.1:${PARTNER_PORT}`];
}

/**
 * Fills a database that has no partners with the fifty fictional ones; every partner gets a key for the demo's partner
 * site, the first also one that was revoked and one for its app. The site's port may change between starts, so its origins
 * are written anew.
 */
export async function seedDemoPartners(platform: Platform, now: Date): Promise<void> {
  const { config } = platform;
  const origins = JSON.stringify(demoPartnerOrigins(config));
  await platform.transaction(async (tx: PartnersDb) => {
    await tx
      .insertInto('partners')
      .values(
        ENVIRONMENTS.map(({ hostUrl: _, ...environment }) => ({
          key: environment.utm_source_str,
          broker_id: environment.brokerId,
          environment: JSON.stringify(environment),
          host_url: null,
        })),
      )
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    const sites = ENVIRONMENTS.map(({ utm_source_str: key }) => ({ key: demoAccessKey(key, config.SEED), partner_key: key, status: 'active' as const }));
    const first = sites[0]!.partner_key;
    const revoked = { key: demoAccessKey(first, config.SEED, 0), partner_key: first, status: 'revoked' as const };
    await tx
      .insertInto('access_keys')
      .values([revoked, ...sites].map((key) => ({ ...key, origins, widgets: JSON.stringify(WIDGETS), expires_at: null, created_at: now })))
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ origins }))
      .execute();
    await tx
      .insertInto('access_keys')
      .values({
        key: demoAppKey(first, config.SEED),
        partner_key: first,
        // What a WebView says of a page that the app brought along.
        origins: JSON.stringify(['null', 'file://']),
        widgets: JSON.stringify(WIDGETS),
        proof_keys: JSON.stringify([demoProofKey(first, config.SEED)]),
        expires_at: null,
        // After those of the sites: keys are listed in their order.
        created_at: new Date(now.getTime() + 1),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  });
}
