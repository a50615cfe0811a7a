import { randomBytes } from 'node:crypto';
import { embedStream } from '@vimarsh/shared/contract/embed/routes.ts';
import { type EquityInsight, equityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { optionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { readMarketSentiment, readSentiment } from '@vimarsh/shared/contract/sentiment/routes.ts';
import { type Sentiment, sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import type { Calls } from '../calls/index.ts';
import type { Market, OptionMarket, Quote } from '../market/index.ts';
import type { Partners } from '../partners/index.ts';
import type { Performance } from '../performance/index.ts';
import { answerAs, shortData } from '../platform/http/security-headers.ts';
import { type Ctx, Fail, type Platform } from '../platform/platform.ts';
import { audienceOf, EVERYBODY } from './audience.ts';
import { Comebacks } from './embed/comebacks.ts';
import { EmbedFiles } from './embed/embed-files.ts';
import { serveSessions } from './embed/embed-session.ts';
import { serveFrameData } from './embed/frame-data.ts';
import { serveFramePages } from './embed/frame-routes.ts';
import type { DataFor, WidgetData } from './embed/key-data.ts';
import { LiveStream, type StreamLimits } from './embed/live-stream.ts';
import { quickSentiment } from './embed/quick-sentiment.ts';
import { WidgetReports } from './embed/report.store.ts';
import { Subjects, widgetsOf } from './embed/subjects.ts';
import { createTestData } from './embed/test-data.ts';
import { endOfGrant, liveKey, originDenied, requireOrigin, requireWidget, takeUse, testKeyRefused } from './embed/widget-keys.ts';
import { serveWidgetKit } from './embed/widget-kit.ts';
import { serveReports } from './embed/widget-reports.ts';
import { readWidgetToken } from './embed/widget-token.ts';
import { CandlesService } from './figures/candles.service.ts';
import { EquityService } from './figures/equity.service.ts';
import { SentimentHistory } from './figures/history.store.ts';
import { OptionHistory } from './figures/option-history.store.ts';
import { type ChainCells, OptionsService } from './figures/options.service.ts';
import { OverviewService } from './figures/overview.service.ts';
import { SentimentService, type YearFigures } from './figures/sentiment.service.ts';
import { serveInsights } from './insight-routes.ts';
import { PreparedAnswers } from './prepared-answers.ts';

/** What insights offer features behind them. */
export interface Insights {
  readonly sentiment: SentimentService;
  /** Sentiment of a stock as this reader is shown it; null for an unknown symbol or one without any price. */
  moodOf(symbol: string, asker: Pick<Ctx, 'caller' | 'partner'>): Promise<Sentiment | null>;
  /** What everybody is shown of a stock or an index; rejects as its route refuses. */
  equityOf(symbol: string): Promise<EquityInsight>;
  /** Range of 52 weeks, and today's volume against the mean of 20 sessions; null without a price. */
  yearOf(symbol: string): Promise<YearFigures | null>;
  /** Every contract of one expiry; null without such a chain. */
  contractsOf(symbol: string, expiry: string): Promise<ChainCells | null>;
}

export interface InsightsParts {
  readonly market: Market & { readonly options: OptionMarket };
  readonly calls: Pick<Calls, 'publicCallsOf' | 'onClosed'>;
  readonly performance: Pick<Performance, 'openCallsOf' | 'openCallsByStock'>;
  readonly partners: Partners;
}

/** Sentiment for the portal, and for partner pages by element and iframe. */
export async function createInsights(platform: Platform, { market, calls, performance, partners }: InsightsParts): Promise<Insights> {
  const service = new SentimentService(market, performance, new SentimentHistory(platform.db));
  // Tokens live ten minutes and renew by themselves, so a key per process is enough on one node; several share SECRET_KEY.
  const secret = platform.config.SECRET_KEY ?? randomBytes(32).toString('hex');

  const headers = shortData(platform.config);
  // Shown for a token only, so every use is asked for again; the tag makes that short.
  const subjects = new Subjects([...headers, 'cache-control', 'private, no-cache']);
  // A partner's page knows nobody by name: its insights are everybody's.
  subjects.add('market-sentiment', { schema: sentiment, of: (code) => service.of(code, EVERYBODY), known: (code) => service.known(code, EVERYBODY) });
  calls.onClosed(({ stock }) => service.forget(stock));

  const equity = new EquityService({ market, sentiment: service });
  market.onRevised(() => {
    service.revised();
    equity.revised();
  });
  const options = new OptionsService({ market, history: new OptionHistory(platform.db) });
  subjects.add('equity-insights', { schema: equityInsight, of: (code) => equity.of(code, EVERYBODY), known: (code) => equity.known(code) });
  subjects.add('options-insights', { schema: optionsInsight, of: (code) => options.of(code), known: (code) => options.known(code) });
  const candles = new CandlesService({ market, calls });
  serveInsights(platform, { equity, candles, options, overview: new OverviewService({ market, options }), partners });
  const wholeMarket = new PreparedAnswers(readMarketSentiment.data, 'public, max-age=5');
  platform.on(readMarketSentiment, async (_, ctx) => {
    const audience = audienceOf(ctx);
    return wholeMarket.for(audience, await service.market(audience));
  });
  const moods = new PreparedAnswers(readSentiment.data, 'public, max-age=5');
  platform.on(readSentiment, async ({ params }, ctx) => {
    const audience = audienceOf(ctx);
    const found = await service.of(params.stock_code, audience);
    if (!found) throw new Fail('UNKNOWN_SYMBOL');
    return moods.for(audience, found);
  });

  // Partner pages may read every embed answer, errors too, or the browser would hide the reason. Keys decide about data.
  platform.origins((_origin, path) => (path.startsWith('/embed/') || path.startsWith('/w/') ? 'plain' : null));
  const comebacks = new Comebacks();
  const streams: LiveStream[] = [];
  const streamOf = (of: Subjects, { quote }: { quote: (symbol: string) => Quote | null }, limits?: StreamLimits): LiveStream => {
    const made = new LiveStream({
      subjects: of,
      quote,
      log: platform.log,
      ...(limits && { limits }),
      spreadMs: (count) => comebacks.spreadMs(count),
      check: ({ grant, subjects: watched }) => endOfGrant(partners, grant, new Date(), widgetsOf(watched)),
    });
    streams.push(made);
    return made;
  };
  const live: WidgetData = { subjects, candles, stream: streamOf(subjects, { quote: (symbol) => market.quote(symbol) }) };
  const testData = createTestData(platform, { market, headers, streamOf });
  const dataFor: DataFor = async ({ test }) => (test ? testData() : live);
  serveSessions(platform, { dataFor, partners, secret, headers, noted: () => comebacks.note(), spreadMs: () => comebacks.spreadMs(live.stream.count()) });
  serveFrameData(platform, { dataFor, partners, secret });
  platform.quick.add(...quickSentiment({ subjects, partners, secret }));

  platform.onLeaving(async (ms, hurry) => void (await Promise.all(streams.map((each) => each.leave(ms, hurry)))));
  platform.app.addHook('preClose', async () => {
    for (const each of streams) each.close();
  });
  platform.on(embedStream, async ({ query }, ctx) => {
    const watches = query.watch.map(async ({ token, subjects }) => {
      const grant = readWidgetToken(token, secret, new Date());
      if (!grant) throw new Fail('SESSION_ENDED', { validation: 'Not available right now.', redirect: '' });
      const key = liveKey(partners, grant.key, new Date());
      if (grant.origin !== ctx.origin) throw originDenied(ctx.origin);
      requireOrigin(key, ctx.origin);
      for (const widget of widgetsOf(subjects)) requireWidget(key, widget);
      await takeUse(platform, key, 'widget-stream', ctx.ip);
      return { watch: { grant, subjects }, key };
    });
    const checked = await Promise.all(watches);
    // A stream tells of a subject by its name, which both kinds of data have: one would be drawn for the other.
    if (new Set(checked.map(({ key }) => key.test === true)).size > 1) throw testKeyRefused('TEST_KEY_MIXED');
    const { stream } = await dataFor(checked[0]!.key);
    return stream.join(
      checked.map(({ watch }) => watch),
      ctx.lastEventId || query.since,
      ctx.ip,
    );
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
  return {
    sentiment: service,
    moodOf: (symbol, asker) => service.of(symbol, audienceOf(asker)),
    equityOf: async (symbol) => equityInsight.parse(await equity.of(symbol, EVERYBODY)),
    yearOf: (symbol) => service.year(symbol),
    contractsOf: (symbol, expiry) => options.cells(symbol, expiry),
  };
}

function serveFiles(platform: Platform, files: EmbedFiles): void {
  platform.app.get<{ Params: { '*': string } }>('/w/*', async (request, reply) => {
    const file = await files.get(request.params['*'], request.headers['accept-encoding']);
    if (!file) return reply.callNotFound();
    answerAs(reply, 'embed')
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', file.cache)
      .header('access-control-allow-origin', '*')
      .header('timing-allow-origin', '*')
      .header('vary', 'accept-encoding');
    if (file.encoding) reply.header('content-encoding', file.encoding);
    return reply.send(file.body);
  });
}
