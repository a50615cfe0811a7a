import { readDemo } from '@vimarsh/shared/contract/demo/routes.ts';
import { DEMO_PASSWORD, demoSignIns } from '../identity/demo/index.ts';
import { demoAppKey, signDemoProof } from '../partners/demo/index.ts';
import type { Partners } from '../partners/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';

/** Serves what the start command prints. */
export function createDemo(platform: Platform, { partners }: { partners: Partners }): void {
  const { PUBLIC_HOST, SEED } = platform.config;
  platform.on(readDemo, async () => {
    const partner = partners.list()[0];
    const keys = partner ? partners.accessKeysOf(partner.utm_source_str) : [];
    const keyWith = (status: string): string => keys.find((key) => key.status === status)?.key ?? '';
    if (!partner) throw new Fail('NOT_FOUND');
    return {
      password: DEMO_PASSWORD,
      sign_ins: demoSignIns.map(({ shows, partner_key, email, country_code, mobile }) => ({
        shows,
        host: partner_key ? `${partner_key}.${PUBLIC_HOST}` : PUBLIC_HOST,
        email,
        country_code,
        mobile,
      })),
      widget: {
        partner: partner.utm_source_str,
        access_key: keyWith('active'),
        revoked_key: keyWith('revoked'),
        app: { access_key: demoAppKey(partner.utm_source_str, SEED), proof: await signDemoProof(partner.utm_source_str, SEED) },
      },
    };
  });
}
