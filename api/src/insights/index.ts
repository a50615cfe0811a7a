import { randomBytes } from 'node:crypto';
import { embedStream } from '@vimarsh/shared/contract/embed.contract.ts';
import { equityInsight } from '@vimarsh/shared/contract/equity-insight.contract.ts';
import { readMarketSentiment, readSentiment, sentiment } from '@vimarsh/shared/contract/insights.contract.ts';
import { optionsInsight } from '@vimarsh/shared/contract/options-insight.contract.ts';
import type { Calls } from '../calls/index.ts';
import type { Market, OptionMarket } from '../market/index.ts';
import type { Partners } from '../partners/index.ts';
import { dataHeaders } from '../platform/headers.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { CandlesService } from './candles.service.ts';
import { EmbedFiles } from './embed-files.ts';
import { serveSessions } from './embed-session.ts';
import { EquityService } from './equity.service.ts';
import { serveFrameData } from './frame-data.ts';
import { serveFramePages } from './frame-routes.ts';
import { SentimentHistory } from './history.store.ts';
import { serveInsights } from './insight-routes.ts';
import { LiveStream } from './live-stream.ts';
import { OptionHistory } from './option-history.store.ts';
import { OptionsService } from './options.service.ts';
import { OverviewService } from './overview.service.ts';
import { PreparedAnswers } from './prepared-answers.ts';
import { quickSentiment } from './quick-sentiment.ts';
import { WidgetReports } from './report.store.ts';
import { SentimentService } from './sentiment.service.ts';
import { Subjects, widgetsOf } from './subjects.ts';
import { endOfGrant, liveKey, requireOrigin, requireWidget, WIDGET_LIMIT } from './widget-keys.ts';
import { serveWidgetKit } from './widget-kit.ts';
import { serveReports } from './widget-reports.ts';
import { readWidgetToken } from './widget-token.ts';

export interface Insights {
  readonly sentiment: SentimentService;
}

/** Sentiment for the portal, and for partner pages by element and iframe. */
export async function createInsights(
  platform: Platform,
  { market, calls, partners }: { market: Market & { readonly options: OptionMarket }; calls: Calls; partners: Partners },
): Promise<Insights> {
  const service = new SentimentService(market, calls, new SentimentHistory(platform.db));
  // Tokens live ten minutes and renew by themselves, so a key per process is enough on one node; several share SECRET_KEY.
  const secret = platform.config.SECRET_KEY ?? randomBytes(32).toString('hex');

  const headers = dataHeaders(platform.config);
  // Shown for a token only, so every use is asked for again; the tag makes that short.
  const subjects = new Subjects([...headers, 'cache-control', 'private, no-cache']);
  subjects.add('market-sentiment', { schema: sentiment, of: (code) => service.of(code), known: (code) => service.known(code) });
  calls.onClosed(({ stock }) => service.forget(stock));

  const equity = new EquityService({ market, calls, sentiment: service });
  const options = new OptionsService({ market, history: new OptionHistory(platform.db) });
  subjects.add('equity-insights', { schema: equityInsight, of: (code) => equity.of(code), known: (code) => equity.known(code) });
  subjects.add('options-insights', { schema: optionsInsight, of: (code) => options.of(code), known: (code) => options.known(code) });
  const candles = new CandlesService({ market, calls });
  serveInsights(platform, { equity, candles, options, overview: new OverviewService({ market, options }), partners });
  const wholeMarket = new PreparedAnswers(readMarketSentiment.data, 'public, max-age=5');
  platform.on(readMarketSentiment, async () => wholeMarket.of(await service.market()));
  const moods = new PreparedAnswers(readSentiment.data, 'public, max-age=5');
  platform.on(readSentiment, async ({ params }) => {
    const found = await service.of(params.stock_code);
    if (!found) throw new Fail('UNKNOWN_SYMBOL');
    return moods.of(found);
  });

  // Partner pages may read every embed answer, errors too, or the browser would hide the reason. Keys decide about data.
  platform.origins((_origin, path) => (path.startsWith('/embed/') || path.startsWith('/w/') ? 'plain' : null));
  serveSessions(platform, { subjects, partners, secret, headers });
  serveFrameData(platform, { subjects, candles, partners, secret });
  platform.quick.add(...quickSentiment({ subjects, partners, secret }));

  const stream = new LiveStream({
    subjects,
    quote: (symbol) => market.quote(symbol),
    log: platform.log,
    check: ({ grant, subjects: watched }) => endOfGrant(partners, grant, new Date(), widgetsOf(watched)),
  });
  platform.app.addHook('preClose', async () => stream.close());
  platform.on(embedStream, async ({ query }, ctx) => {
    const watches = query.watch.map(({ token, subjects }) => {
      const grant = readWidgetToken(token, secret, new Date());
      if (!grant) throw new Fail('SESSION_ENDED', { validation: 'Not available right now.', redirect: '' });
      const key = liveKey(partners, grant.key, new Date());
      if (grant.origin !== ctx.origin) throw new Fail('ORIGIN_DENIED');
      requireOrigin(key, ctx.origin);
      for (const widget of widgetsOf(subjects)) requireWidget(key, widget);
      if (platform.config.RATE_LIMIT > 0) platform.limits.take(`widget-stream:${key.key} ${ctx.ip}`, WIDGET_LIMIT);
      return { grant, subjects };
    });
    return stream.join(watches, ctx.lastEventId || query.since, ctx.ip);
  });

  const files = new EmbedFiles(`${platform.config.DATA_DIR}/embed`);
  serveFiles(platform, files);
  const reports = new WidgetReports(platform.db);
  serveReports(platform, { reports, partners });
  serveWidgetKit(platform, { files, partners, reports });
  serveFramePages(platform, { partners, files, secret });

  platform.onReady(async () => {
    await service.recordClosings();
    await options.recordClosings();
  });
  let recordedFor = '';
  market.onAdvance(async () => {
    const { phase, trading_date } = market.clock();
    if (phase !== 'closed' || recordedFor === trading_date) return;
    await service.recordClosings();
    recordedFor = trading_date;
  });
  market.onAdvance(() => options.recordWhenClosed());
  return { sentiment: service };
}

function serveFiles(platform: Platform, files: EmbedFiles): void {
  platform.app.get<{ Params: { '*': string } }>('/w/*', async (request, reply) => {
    const file = await files.get(request.params['*'], String(request.headers['accept-encoding'] ?? ''));
    if (!file) return reply.callNotFound();
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', file.cache)
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('timing-allow-origin', '*')
      .header('x-content-type-options', 'nosniff')
      .header('vary', 'accept-encoding');
    if (file.encoding) reply.header('content-encoding', file.encoding);
    return reply.send(file.body);
  });
}
