import { readCandlesInsight } from '@vimarsh/shared/contract/candles-insight/routes.ts';
import { readDisclaimer } from '@vimarsh/shared/contract/embed/routes.ts';
import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight/routes.ts';
import { readMarketsOverview } from '@vimarsh/shared/contract/markets-overview/routes.ts';
import {
  readOptionQuotes,
  readOptionsInsight,
  readOptionUnderlyings,
  readStrikeInterest,
  readVolatilityIndex,
} from '@vimarsh/shared/contract/options-insight/routes.ts';
import { subjectCode } from '@vimarsh/shared/domain/insights/subject-code.ts';
import type { Partners } from '../partners/index.ts';
import type { Platform } from '../platform/platform.ts';
import { audienceOf } from './audience.ts';
import { disclaimerWords } from './embed/disclaimer-words.ts';
import { liveKey, testKeyRefused } from './embed/widget-keys.ts';
import type { CandlesService } from './figures/candles.service.ts';
import type { EquityService } from './figures/equity.service.ts';
import type { OptionsService } from './figures/options.service.ts';
import type { OverviewService } from './figures/overview.service.ts';
import { PreparedAnswers } from './prepared-answers.ts';

const CACHE = 'public, max-age=5';

/** Insights for the portal's open pages. An address may name a partner's key; a key that is not live opens nothing. */
export function serveInsights(
  platform: Platform,
  {
    equity,
    candles,
    options,
    overview,
    partners,
  }: { equity: EquityService; candles: CandlesService; options: OptionsService; overview: OverviewService; partners: Partners },
): void {
  const requireLive = (given: string | undefined): void => {
    // These are the market's own prices, whichever key is named.
    if (given && liveKey(partners, given, new Date()).test) throw testKeyRefused('TEST_KEY_PLACE');
  };
  const stocks = new PreparedAnswers(readEquityInsight.data, CACHE);
  platform.on(readEquityInsight, async ({ params, query }, ctx) => {
    requireLive(query.broker_access_key);
    const audience = audienceOf(ctx);
    return stocks.for(audience, await equity.of(params.stock, audience));
  });
  const charts = new PreparedAnswers(readCandlesInsight.data, CACHE);
  platform.on(readCandlesInsight, async ({ params, query }) => {
    requireLive(query.broker_access_key);
    return charts.of(await candles.of(params.stock, query.interval));
  });
  const chains = new PreparedAnswers(readOptionsInsight.data, CACHE);
  platform.on(readOptionsInsight, async ({ params, query }) => {
    requireLive(query.broker_access_key);
    return chains.of(await options.of(subjectCode(params.indice, query.expiry)));
  });
  // The contract keeps the quotes of the same insight.
  const quotes = new PreparedAnswers(readOptionQuotes.data, CACHE);
  platform.on(readOptionQuotes, async ({ params, query }) => quotes.of(await options.of(subjectCode(params.indice, query.expiry))));
  platform.on(readStrikeInterest, ({ params, query }) => options.strikes(subjectCode(params.indice, query.expiry)), { cache: CACHE });
  // For who is signed in: nobody else's cache may keep it.
  const markets = new PreparedAnswers(readMarketsOverview.data, 'private, max-age=5');
  platform.on(readMarketsOverview, async () => markets.of(await overview.of()));
  platform.on(readDisclaimer, async ({ query }) => disclaimerWords(query.lang), { cache: 'public, max-age=300' });
  platform.on(readVolatilityIndex, () => options.volatilityIndex(), { cache: CACHE });
  platform.on(readOptionUnderlyings, () => options.underlyings(), { cache: CACHE });
}
