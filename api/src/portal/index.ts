import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readCalendar } from '@vimarsh/shared/contract/calendar/routes.ts';
import { readPublicView } from '@vimarsh/shared/contract/calls/routes.ts';
import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight/routes.ts';
import { loadTrace } from '@vimarsh/shared/contract/load-trace/routes.ts';
import { readInstrument, readQuotes } from '@vimarsh/shared/contract/market/routes.ts';
import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { readOffers } from '@vimarsh/shared/contract/plans/routes.ts';
import { liveReleases } from '@vimarsh/shared/contract/release/routes.ts';
import type { ReleaseRecord, ReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import type { Data, Received, Route } from '@vimarsh/shared/contract/route.ts';
import { readText } from '@vimarsh/shared/contract/texts/routes.ts';
import { BRAND } from '@vimarsh/shared/domain/brand.ts';
import { readSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import { matchRoute, withoutLayout } from '@vimarsh/shared/domain/routing/match.ts';
import { PUBLIC_HOME, STOCKS } from '@vimarsh/shared/domain/routing/places.ts';
import { plainPath } from '@vimarsh/shared/domain/routing/plain-path.ts';
import { MOVED, textAt } from '@vimarsh/shared/domain/routing/texts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Calls } from '../calls/index.ts';
import type { Insights } from '../insights/index.ts';
import { calendarOfPage, instrumentOf, type Market, type MarketClock } from '../market/index.ts';
import type { Partners } from '../partners/index.ts';
import { packingsFor } from '../platform/http/negotiation.ts';
import { answerAs } from '../platform/http/security-headers.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { wordsOf } from '../platform/text/error-words.ts';
import type { Texts } from '../texts/index.ts';
import type { Trading } from '../trading/index.ts';
import { createLoadMetrics } from './load-trace.ts';
import { type ActiveRoute, activeRoute, documentTitle, fillPage, foundationOfPage, missingOf, pageReleases } from './page.ts';
import { servePictures } from './pictures.ts';
import { readReleases } from './release-reader.ts';
import { pathOf, serveReleaseFiles } from './static-files.ts';
import { serveTextFiles } from './text-files.ts';
import { serveWellKnown } from './well-known.ts';
import { createWords, type PageWords } from './words/words.ts';

export interface PortalDeps {
  readonly partners: Pick<Partners, 'byHost' | 'originOf'>;
  readonly calls: Pick<Calls, 'publicView'>;
  readonly market: Pick<Market, 'clock' | 'instrument' | 'band' | 'now' | 'quote'>;
  readonly insights: Pick<Insights, 'equityOf'>;
  readonly texts: Pick<Texts, 'read'>;
  readonly trading: Pick<Trading, 'formTargets'>;
  /** What plans cost on the main host. */
  readonly offers: () => Promise<Data<typeof readOffers>>;
}

/** Of a path that nobody has, the page repeats this much: what is longer would make every answer as long as who asks likes. */
const LONGEST_SAID = 200;
/** How long `/` waits for its first calls, and a stock's page for what sums it up. Without them it comes all the same and asks itself. */
const FIRST_CALLS_MS = 300;
/** Serves the portal: one page for every path, the files of releases, fonts, the service worker, the load beacon. */
export async function createPortal(platform: Platform, { partners, calls, market, insights, texts, trading, offers }: PortalDeps): Promise<void> {
  const { app, config, log } = platform;
  const dir = resolve(config.DATA_DIR, 'releases');
  const releases = readReleases(dir, log);
  const templates = new Map<string, string>();
  const words = createWords({ log });
  app.addHook('onClose', () => words.close());
  const filesOf = (record: ReleaseRecord): string => `${dir}/files/${record.name}/${record.id.split('+')[1]}`;

  serveReleaseFiles(app, dir, releases, filesOf);
  serveTextFiles(platform, { texts, partners });
  servePictures(platform, partners);
  serveWellKnown(platform, partners);

  // On a first start the modules are still being built: traffic would meet a page that can't be shown.
  platform.readyWhile(async () => {
    const missing = missingOf(await releases.releaseSet());
    return missing.length === 0 ? null : `Not released yet: ${missing.join(', ')}.`;
  });
  platform.fallback(async (request, reply) => {
    const requested = pathOf(request);
    const path = withoutLayout(plainPath(requested));
    const query = new URLSearchParams(request.url.split('?')[1]);
    if (Object.hasOwn(MOVED, path)) return reply.code(301).header('cache-control', 'public, max-age=86400').redirect(MOVED[path]!, 301);
    const previews = query.get('release')?.split(',').slice(0, 10) ?? [];
    const set = await releases.releaseSet(previews);
    const boot = set?.modules['root-config'];
    if (!set || !boot)
      return answerAs(reply, 'words', { style: null })
        .code(503)
        .headers({ 'retry-after': '2', 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(NOTHING_RELEASED);
    const route = activeRoute(set, path);
    // An unknown path goes to `/` in the browser, so it comes with what that screen needs.
    const screen = route ?? activeRoute(set, PUBLIC_HOME);
    const partner = partners.byHost(request.hostname);
    const content = screen?.path === PUBLIC_HOME ? await firstOf(partner) : query.has('version') ? {} : firstText(path, partner);
    const clock = market.clock();
    const data: PageData = {
      brand: partner?.utm_source ?? BRAND,
      environment: partner,
      releases: pageReleases(set),
      first: { ...clockAnswer(clock), ...declaredDays(), ...content, ...(await firstOfStock(path)) },
      chat_api: '',
      ...(!route && { missing: requested.slice(0, LONGEST_SAID) }),
    };
    const nonce = randomBytes(16).toString('base64');
    const asks = Object.keys(content).length === 0;
    const found = route !== null && subjectExists(route, path);
    const drawn = found && !isHindi(request) ? await wordsOfPage(set, route, path, data) : null;
    const address = { origin: partners.originOf(partner), path };
    const inputs = {
      data,
      releases: set,
      route: screen,
      asks,
      ...(!route && { title: 'Page not found' }),
      found,
      address,
      boot,
      nonce,
      market: clock,
      words: drawn,
    };
    const html = fillPage(await template(boot), inputs);
    answerAs(reply, 'page', { nonce, formsTo: trading.formTargets(partner?.brokerId ?? null) })
      .code(found ? 200 : 404)
      .headers({ 'cache-control': 'no-store', vary: 'accept-encoding, host' });
    return send(request, reply, html);
  });

  /** The market clock of the frame, with the wall time (`at`, epoch ms) by which a page from a cache knows that it is old. */
  const clockAnswer = (data: MarketClock): PageData['first'] => ({
    [CLOCK]: { status: true, validation: '', redirect: '', data, at: Date.now() },
  });

  /** The exchange's declarations since the page's scripts were released; absent while there are none. */
  function declaredDays(): PageData['first'] {
    const declared = calendarOfPage(market.now());
    return declared ? answered(readCalendar, declared) : {};
  }

  /** Whether there is anything of the name in an address. The screen says so in words either way; this is for those who read no words. */
  function subjectExists(route: ActiveRoute, path: string): boolean {
    const written = route.subject && matchRoute(route.path, path)?.[route.subject];
    if (!written) return true;
    const symbol = readSymbol(written);
    return symbol !== '' && market.instrument(symbol) !== null;
  }

  /** What a stock's page says of it first: name, price, and the sentence that sums it up, before the first request is on its way. */
  async function firstOfStock(path: string): Promise<PageData['first']> {
    const symbol = readSymbol(matchRoute(`${STOCKS}/:symbol`, path)?.symbol ?? '');
    const quote = market.instrument(symbol) && market.quote(symbol);
    if (!quote) return {};
    // A stock that is not rated has none, and the page says so itself.
    const insight = await inTime(insights.equityOf(symbol)).catch(() => null);
    return {
      ...answered(readInstrument, instrumentOf(market, symbol)),
      ...answered(readQuotes, [quote]),
      ...(insight && answered(readEquityInsight, insight)),
    };
  }

  /** The screen as a visitor sees it first, where its route has words. What it is drawn from is what the page carries. */
  async function wordsOfPage(set: ReleaseSet, route: ActiveRoute | null, path: string, { brand, environment, first }: PageData): Promise<PageWords | null> {
    const record = route && set.modules[route.module];
    if (!route?.words || !record?.words) return null;
    const { page, params, layout } = route;
    const file = { file: `${filesOf(record)}/${record.words.url.split('/').at(-1)}`, integrity: record.words.integrity };
    const { [CLOCK]: _clock, ...answers } = first;
    return words.of(file, { page, params, layout, path, title: documentTitle(route.title, environment), brand, environment, first: answers });
  }

  /** The words of an information page in the version in force. An address that names a version shows that one, which the page asks for. */
  function firstText(path: string, partner: Environment | null): PageData['first'] {
    const at = textAt(path);
    const data = at && texts.read(at.set, at.name, partner);
    return data ? answered(readText, data) : {};
  }

  /** The first calls of `/`, so that its content needs no round trip; the page asks for it itself when this fails or is late. */
  async function firstOf(partner: Environment | null): Promise<PageData['first']> {
    try {
      const content = await inTime(Promise.all([calls.publicView(partner), partner ? null : offers()]));
      if (content === null) {
        log.warn('portal: / was sent without its first content, which was late');
        return {};
      }
      const [view, prices] = content;
      return {
        ...answered(readPublicView, view),
        ...(prices && answered(readOffers, prices)),
      };
    } catch (error) {
      log.error({ why: wordsOf(error) }, 'portal: no first content for /');
      return {};
    }
  }

  async function template(boot: ReleaseRecord): Promise<string> {
    const cached = templates.get(boot.id);
    if (cached) return cached;
    const html = await readFile(`${filesOf(boot)}/index.html`, 'utf8');
    templates.set(boot.id, html);
    return html;
  }

  app.get('/robots.txt', async (_request, reply) => reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(ROBOTS));
  app.get('/favicon.ico', async (_request, reply) => reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(ICON));

  platform.on(liveReleases, async () => {
    const set = await releases.releaseSet();
    if (!set) throw new Fail('RETRY');
    const previous = foundationOfPage(await releases.previousFoundation());
    return { id: set.id, ...(Object.keys(previous).length > 0 && { previous }) };
  });
  const count = createLoadMetrics(log);
  const trace = async (input: Received<typeof loadTrace>) => ({ counted: count(await releases.releaseSet(), await releases.previousFoundation(), input) });
  platform.on(loadTrace, trace, { limit: { max: 60, perSeconds: 60 } });
}

const CLOCK = 'GET /market/v1/clock';

/** Who chose Hindi reads its words over the page's: there the skeleton stands until they do. */
const isHindi = ({ headers }: FastifyRequest): boolean => /\blanguage=hi\b/.test(headers.cookie ?? '');

/** What it comes to, or null where that takes longer than a page waits. The race also catches what is rejected after its end. */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work, pause(FIRST_CALLS_MS, null, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** A route's answer as the page carries it. */
const answered = <R extends Route>({ method, path }: R, data: Data<R>): PageData['first'] => ({
  [`${method} ${path}`]: { status: true, validation: '', redirect: '', data },
});

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function send(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const [packing] = packingsFor(request.headers['accept-encoding']);
  reply.type('text/html; charset=utf-8');
  if (packing) reply.header('content-encoding', packing);
  if (packing === 'br') return reply.send(await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  if (packing === 'gzip') return reply.send(await zip(html, { level: 5 }));
  return reply.send(html);
}

/** Pages are for everyone; calls, and what the demo sends out, are not for search. */
const ROBOTS = 'User-agent: *\nDisallow: /__outbox\nDisallow: /*/v1/\n';
/** The mark of the page's own icon, for whoever asks for it at its old address. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2d2e8d"/><path d="M3 8h10" stroke="#fff" stroke-width="1.5"/><circle cx="10" cy="8" r="2.2" fill="#fff"/></svg>';

const NOTHING_RELEASED =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Vimarsh</title><p>Vimarsh is being prepared. This page asks again in two seconds.</p>';
