import { readDemo } from '@vimarsh/shared/contract/demo/routes.ts';
import { changeDemoTime } from '@vimarsh/shared/contract/market/routes.ts';
import { DEMO_PASSWORD, demoNameOf, demoSignIns } from '../identity/demo/index.ts';
import type { DemoTimeControl, Market } from '../market/index.ts';
import { demoAppKey, signDemoProof } from '../partners/demo/index.ts';
import type { Partners } from '../partners/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';

interface Deps {
  readonly partners: Partners;
  readonly market: Pick<Market, 'clock'> & { readonly demoTime: DemoTimeControl | null };
}

/** Serves what the start command prints, and the control of the demo's market time. */
export function createDemo(platform: Platform, { partners, market }: Deps): void {
  const { PUBLIC_HOST, SEED } = platform.config;
  platform.on(readDemo, async () => {
    const partner = partners.list()[0];
    const keys = partner ? partners.accessKeysOf(partner.utm_source_str) : [];
    const keyWith = (status: string): string => keys.find((key) => key.status === status)?.key ?? '';
    if (!partner) throw new Fail('NOT_FOUND');
    return {
      password: DEMO_PASSWORD,
      sign_ins: demoSignIns.map(({ shows, partner_key, email, country_code, mobile, at_broker }) => ({
        shows,
        host: partner_key ? `${partner_key}.${PUBLIC_HOST}` : PUBLIC_HOST,
        email,
        country_code,
        mobile,
        at_broker,
      })),
      widget: {
        partner: partner.utm_source_str,
        access_key: keyWith('active'),
        revoked_key: keyWith('revoked'),
        app: { access_key: demoAppKey(partner.utm_source_str, SEED), proof: await signDemoProof(partner.utm_source_str, SEED) },
      },
    };
  });
  // One clock for everybody: whoever changes it changes it for all, and is named beside it.
  platform.on(changeDemoTime, async ({ body }, { caller }) => {
    if (!market.demoTime) throw new Fail('NOT_FOUND');
    await market.demoTime.change(body, demoNameOf(caller!.user_id));
    return market.clock();
  });
}
