import { randomBytes } from 'node:crypto';
import type { WidgetName } from '@vimarsh/shared/contract/embed/elements.ts';
import { shortOf, tagOf } from '@vimarsh/shared/contract/embed/widgets.ts';
import { insightAddress, isAppKey } from '@vimarsh/shared/domain/insights/insight-address.ts';
import { readExpiry, unreadExpiry } from '@vimarsh/shared/domain/insights/read-expiry.ts';
import { readSymbol, unknownSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import { isTestKey } from '@vimarsh/shared/domain/insights/test-key.ts';
import { SENTIMENT_WIDGET } from '@vimarsh/shared/domain/routing/places.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessKey, Partners } from '../../partners/index.ts';
import { answerAs } from '../../platform/http/security-headers.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import { requireProof } from './app-proof.ts';
import type { EmbedFiles } from './embed-files.ts';
import { framePage, type Language, refusedPage } from './frame-page.ts';
import { liveKey, requireWidget, takeUse, tokenSeconds, widgetTheme } from './widget-keys.ts';
import { REPORT_GROUP, reportAddress, reportOrigin } from './widget-reports.ts';
import { mintWidgetToken } from './widget-token.ts';

interface Parts {
  readonly platform: Pick<Platform, 'config' | 'limits'>;
  readonly partners: Partners;
  readonly files: EmbedFiles;
  readonly secret: string;
}
interface Asked {
  readonly widget: WidgetName;
  readonly code: string;
  readonly accessKey: string;
  /** Of an option chain, as it was written, else ''. */
  readonly expiry: string;
}
type Query = Readonly<Record<string, unknown>>;

/** What a widget shows when nothing is asked for. */
const DEFAULT_CODE: Record<WidgetName, string> = { 'market-sentiment': 'NIFTY', 'equity-insights': 'RELIANCE', 'options-insights': 'NIFTY' };
const TITLES: Record<Language, Record<WidgetName, string>> = {
  en: { 'market-sentiment': 'market sentiment', 'equity-insights': 'equity insight', 'options-insights': 'options insight' },
  hi: { 'market-sentiment': 'बाज़ार का रुख', 'equity-insights': 'इक्विटी इनसाइट', 'options-insights': 'ऑप्शन इनसाइट' },
};
/** Names what an address asks for and what can't be read. */
const UNREAD: Record<Language, Record<'UNKNOWN_SYMBOL' | 'NO_EXPIRY', (written: string) => string>> = {
  en: { UNKNOWN_SYMBOL: unknownSymbol, NO_EXPIRY: unreadExpiry },
  hi: {
    UNKNOWN_SYMBOL: (written) => `“${written.trim().slice(0, 40)}” हमारी सूची में नहीं है।`,
    NO_EXPIRY: (written) => `एक्सपायरी “${written.trim().slice(0, 40)}” पढ़ी नहीं जा सकी। उसे “2026-12-08” की तरह लिखें।`,
  },
};
/**
 * The iframe pages. `/market-sentiment-widget` is nothing else, also with `stock_code` and `broker_access_key` in the
 * query (S2.2-PARAM-07, -08); the path wins (S2.2-PARAM-A01). `/equity-insights` and `/options-insights` are pages of the
 * portal too: with a key in the address, and not opened in a tab, they are the widget alone. With the key of an app they are
 * that in any case: a WebView opens them as a tab does. So they are with a test key, which opens nothing of the portal.
 */
export function serveFramePages(platform: Platform, given: Omit<Parts, 'platform'>): void {
  const parts = { ...given, platform };
  platform.app.get<{ Params: { stock_code?: string }; Querystring: Query }>(`${SENTIMENT_WIDGET}/:stock_code?`, (request, reply) => {
    const code = request.params.stock_code || one(request.query.stock_code);
    return send(parts, request, reply, { widget: 'market-sentiment', code, accessKey: one(request.query.broker_access_key), expiry: '' });
  });
  for (const widget of ['equity-insights', 'options-insights'] as const)
    for (const path of [`/${widget}/:first?`, `/${widget}/:first/:second`])
      platform.app.get<{ Params: { first?: string; second?: string }; Querystring: Query }>(path, (request, reply) => {
        const { written, broker_access_key } = insightAddress(request.params.first, request.params.second);
        const accessKey = broker_access_key || one(request.query.broker_access_key);
        if (!accessKey || (isOpenedInTab(request) && !isAppKey(accessKey) && !isTestKey(accessKey))) return reply.callNotFound();
        const expiry = widget === 'options-insights' ? one(request.query.expiry).trim() : '';
        return send(parts, request, reply, { widget, code: written, accessKey, expiry });
      });
}

/** The `frame-ancestors` of a test key's frame: any page may stand around it. */
const ANY_PARENT = ['*'];
const one = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A browser says where a page will stand; `empty` is the portal's own service worker, which asks for pages only. Who says nothing gets the widget. */
const isOpenedInTab = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'document' || headers['sec-fetch-dest'] === 'empty';

async function send(
  { platform, partners, files, secret }: Parts,
  { ip, query, headers }: Pick<FastifyRequest<{ Querystring: Query }>, 'ip' | 'query' | 'headers'>,
  reply: FastifyReply,
  { widget, code, accessKey, expiry }: Asked,
): Promise<string> {
  const nonce = randomBytes(16).toString('base64');
  const symbol = readSymbol(code);
  const day = readExpiry(expiry);
  const theme = one(query.theme).trim().toLowerCase();
  const lang = /^hi\b/i.test(one(query.lang)) ? 'hi' : 'en';
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', vary: 'sec-fetch-dest' });
  try {
    const key = liveKey(partners, accessKey, new Date());
    requireWidget(key, widget);
    // Another stock or expiry than was asked for would pass for it.
    if (code.trim() && !symbol) throw new Fail('UNKNOWN_SYMBOL', { validation: UNREAD[lang].UNKNOWN_SYMBOL(code) });
    if (expiry && !day) throw new Fail('NO_EXPIRY', { validation: UNREAD[lang].NO_EXPIRY(expiry) });
    // Looking at a signature costs more than the page.
    if (key.proof_keys !== null || key.test) await takeUse(platform, key, 'widget-frame', ip);
    await requireProof(key, one(query.proof), new Date());
    const current = await files.current();
    const fileOf = (name: string): { url: string; integrity: string } | null => {
      const file = current?.files.find(({ path }) => path.endsWith(`/${name}.js`));
      return file ? { url: `/w/${file.path}`, integrity: file.integrity } : null;
    };
    const script = fileOf(`frame-${widget}`);
    if (!script) throw new Fail('RETRY');
    const seconds = tokenSeconds(key);
    const exp = Math.floor(Date.now() / 1000) + seconds;
    // Who frames it is believed for a count, never for a permission.
    const uri = reportAddress(key, reportOrigin(headers.referer ?? ''));
    if (key.test) answerAs(reply, 'frame', { nonce, ancestors: null });
    else
      answerAs(reply, 'frame', { nonce, ancestors: ancestorsOf(key), reportTo: { group: REPORT_GROUP, uri } }).header(
        'reporting-endpoints',
        `${REPORT_GROUP}="${reportAddress(key, '')}"`,
      );
    return framePage(
      {
        widget,
        code: symbol || DEFAULT_CODE[widget],
        expiry: day,
        title: TITLES[lang][widget],
        lang,
        words: lang === 'hi' ? [`hi-${shortOf(tagOf(widget))}`, 'hindi-words'].flatMap((name) => fileOf(name) ?? []) : [],
        accessKey: key.key,
        token: mintWidgetToken({ key: key.key, origin: '', exp }, secret),
        expires_in: seconds,
        theme: ['light', 'dark', 'partner'].includes(theme) ? theme : 'auto',
        partner: widgetTheme(partners, key),
        parents: key.test ? ANY_PARENT : key.origins,
        script,
      },
      nonce,
    );
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
    // Nothing to protect on this page, so any site may frame it and see that, and why, it is empty.
    answerAs(reply, 'frame', { nonce, ancestors: isAppKey(accessKey) || isTestKey(accessKey) ? null : ['*'] }).code(error.http);
    return refusedPage(error, lang, nonce);
  }
}

/** Where the page of a good key may stand. An app's opaque pages can't be named; there the proof stands for them. */
const ancestorsOf = ({ origins }: AccessKey): readonly string[] | null =>
  origins.some((origin) => origin === 'null' || origin === 'file://') ? null : origins;
