import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight.contract.ts';
import { readMarketsOverview } from '@vimarsh/shared/contract/markets-overview.contract.ts';
import { readOptionsInsight, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight.contract.ts';
import type { Partners } from '../partners/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import type { EquityService } from './equity.service.ts';
import type { OptionsService } from './options.service.ts';
import type { OverviewService } from './overview.service.ts';

const CACHE = { cache: 'public, max-age=5' };

/** Insights for the portal's open pages. An address may name a partner's key; a key that is not live opens nothing. */
export function serveInsights(
  platform: Platform,
  { equity, options, overview, partners }: { equity: EquityService; options: OptionsService; overview: OverviewService; partners: Partners },
): void {
  const requireLive = (given: string | undefined): void => {
    if (!given) return;
    const key = partners.accessKey(given);
    if (!key) throw new Fail('KEY_UNKNOWN');
    if (key.status === 'revoked' || (key.expires_at !== null && Date.parse(key.expires_at) <= Date.now())) throw new Fail('KEY_REVOKED');
  };
  platform.on(
    readEquityInsight,
    async ({ params, query }) => {
      requireLive(query.broker_access_key);
      return equity.of(params.stock);
    },
    CACHE,
  );
  platform.on(
    readOptionsInsight,
    async ({ params, query }) => {
      requireLive(query.broker_access_key);
      return options.of(query.expiry ? `${params.indice}@${query.expiry}` : params.indice);
    },
    CACHE,
  );
  platform.on(readMarketsOverview, () => overview.of());
  platform.on(readOptionUnderlyings, () => options.underlyings(), CACHE);
}
