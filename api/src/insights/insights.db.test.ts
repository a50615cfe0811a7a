import { mkdir, writeFile } from 'node:fs/promises';
import { answer } from '@vimarsh/shared/contract/answer.ts';
import { embedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import { DISCLOSURE_VERSION, ILLUSTRATION_NOTE, MARKET_RISK_WARNING } from '@vimarsh/shared/domain/text/disclosure.ts';
import { FNO_RISK } from '@vimarsh/shared/domain/text/fno-disclosure.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createMarket } from '../market/index.ts';
import { type AccessKey, createPartners, type Partners } from '../partners/index.ts';
import type { OpenCall } from '../performance/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { plansAsBearers } from './callers.testing.ts';
import { createInsights } from './index.ts';

const NOW = '2026-11-19T06:00:00Z';
const VERSION = '1.0.0-0123456789';
const openCalls: OpenCall[] = ['exp_01', 'exp_02', 'exp_03'].map((expert_id) => ({
  call_type: 'Buy',
  term: expert_id === 'exp_03' ? 'longTerm' : 'shortTerm',
  published_at: '2026-11-19T05:00:00.000Z',
  expert_id,
  target: 1500,
  score: 60,
}));
const calls = {
  publicView: () => Promise.reject(new Error('not asked')),
  openCallsOf: async (symbol: string) => (symbol === 'RELIANCE' ? openCalls : []),
  openCallsByStock: async () => new Map([['RELIANCE', openCalls]]),
  publicCallsOf: async () => [],
  onClosed: () => undefined,
};

describe.each(await featureDatabase())('insights on %s', (database) => {
  let server: TestPlatform;
  let partners: Partners;
  let key: string;
  let origin: string;
  /** Keys that the demo has none of. */
  const special = new Map<string, AccessKey>();

  beforeAll(async () => {
    server = await openPlatform({ database, settings: { MARKET_NOW: NOW, DEMO: 'on', PARTNER_PORT: '4321' } });
    const { platform } = server;
    plansAsBearers(platform);
    const listed = await createPartners(platform);
    partners = { ...listed, accessKey: (given) => special.get(given) ?? listed.accessKey(given) };
    const market = await createMarket(platform);
    await createInsights(platform, { market, calls, performance: calls, partners });
    const dir = `${platform.config.DATA_DIR}/embed`;
    await mkdir(`${dir}/${VERSION}`, { recursive: true });
    const frames = ['market-sentiment', 'equity-insights', 'options-insights'].map((widget) => `${VERSION}/frame-${widget}.js`);
    for (const path of frames) await writeFile(`${dir}/${path}`, 'export {};\n');
    await writeFile(`${dir}/v1.js`, `export * from './${VERSION}/loader.js';\n`);
    await writeFile(
      `${dir}/embed.json`,
      JSON.stringify({
        version: VERSION,
        files: [...frames, `${VERSION}/hi-sentiment.js`, `${VERSION}/hindi-words.js`, `${VERSION}/loader.js`].map((path) => ({ path, integrity: 'sha384-x' })),
      }),
    );
    await platform.start();
    const neem = partners.list()[0]!;
    const active = partners.accessKeysOf(neem.utm_source_str).find((candidate) => candidate.status === 'active')!;
    key = active.key;
    origin = active.origins[0]!;
    special.set('pk_live_equity', { ...active, key: 'pk_live_equity', widgets: ['equity-insights'] });
    special.set('pk_live_over', { ...active, key: 'pk_live_over', expires_at: '2020-01-01T00:00:00Z' });
  });
  afterAll(() => server.end());

  const inject = (options: { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: object }) =>
    server.platform.app.inject({ method: 'GET', ...options });
  const session = (access_key: string, from: string | undefined = origin, subjects: readonly string[] = []) =>
    inject({
      url: `/embed/v1/session?access_key=${access_key}&subjects=${subjects.map(encodeURIComponent).join()}`,
      ...(from ? { headers: { origin: from } } : {}),
    });
  const read = (token: string, stock = 'RELIANCE', from = origin) =>
    inject({ url: `/embed/v1/sentiment/${encodeURIComponent(stock)}`, headers: { authorization: `Bearer ${token}`, origin: from } });

  test('a stock’s sentiment shows its three drivers and where they come from (S1-SCOPE-09)', async () => {
    const { status, data } = (await inject({ url: '/insights/v1/sentiment/RELIANCE', headers: { authorization: 'Bearer Pro' } })).json();
    expect(status).toBe(true);
    expect(data.drivers.map((driver: { key: string }) => driver.key)).toEqual(['experts', 'technical', 'volume']);
    expect(data.calls).toEqual({ buy: 3, sell: 0, hold: 0, experts: 3 });
    expect(data.drivers[0].value).toBe(1);
    expect(data.score).toBeGreaterThanOrEqual(0);
    expect(data.score).toBeLessThanOrEqual(100);
    expect(data.method).toBe('sentiment-4');
    expect(JSON.stringify(data)).not.toContain('exp_0');
  });

  test('who may not read live calls sees technicals and volume; each plan what its calls make, and no cache hands one’s answer to another', async () => {
    const read = async (plan: string) => {
      const answer = await inject({ url: '/insights/v1/sentiment/RELIANCE', ...(plan && { headers: { authorization: `Bearer ${plan}` } }) });
      return { cache: answer.headers['cache-control'], vary: answer.headers.vary, etag: answer.headers.etag, data: answer.json().data };
    };
    const [visitor, lite, pro] = [await read(''), await read('Lite'), await read('Pro')];
    expect(visitor.data.calls).toEqual({ buy: 0, sell: 0, hold: 0, experts: 0 });
    expect(visitor.data.drivers[0]).toMatchObject({ key: 'experts', value: null, weight: 0, detail: 'Live calls are for members and are not counted here' });
    expect(lite.data.calls).toMatchObject({ buy: 2, experts: 2 });
    expect(pro.data.calls).toMatchObject({ buy: 3, experts: 3 });
    expect(visitor.data.score).not.toBe(pro.data.score);
    expect(visitor.data.history).not.toEqual(pro.data.history);
    expect([visitor.cache, lite.cache, pro.cache]).toEqual(['public, max-age=5', 'private, no-cache', 'private, no-cache']);
    expect(visitor.vary).toContain('Authorization');
    expect(new Set([visitor.etag, lite.etag, pro.etag]).size).toBe(3);
    // Asked for in turn, each still gets its own.
    for (const [plan, before] of [
      ['Pro', pro],
      ['', visitor],
      ['Lite', lite],
    ] as const)
      expect((await read(plan)).data.calls).toEqual(before.data.calls);
  });

  test('seven closings stand behind it, and recording them again writes nothing', async () => {
    const { data } = (await inject({ url: '/insights/v1/sentiment/INFY' })).json();
    expect(data.history).toHaveLength(7);
    expect(data.history.at(-1).day).toBe('2026-11-18');
    const { data: whole } = (await inject({ url: '/insights/v1/market-sentiment' })).json();
    expect(whole.history).toHaveLength(7);
    expect(whole.breadth.advances + whole.breadth.declines + whole.breadth.unchanged).toBeGreaterThan(50);
    expect(whole.sectors.length).toBeGreaterThan(8);
  });

  test('symbols with & and - work, unknown ones are told apart', async () => {
    expect((await inject({ url: '/insights/v1/sentiment/M%26M' })).json().data.symbol).toBe('M&M');
    expect((await inject({ url: '/insights/v1/sentiment/BAJAJ-AUTO' })).json().data.symbol).toBe('BAJAJ-AUTO');
    const unknown = await inject({ url: '/insights/v1/sentiment/NOSUCH' });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({ status: false, code: 'UNKNOWN_SYMBOL' });
  });

  test('a partner’s page opens a session with its key and reads sentiment; another site can read the refusal but no data', async () => {
    const opened = await session(key);
    expect(opened.headers['access-control-allow-origin']).toBe(origin);
    const { token, theme } = opened.json().data;
    expect(theme.brand).toBe(partners.list()[0]!.utm_source);
    expect((await read(token)).json().data.symbol).toBe('RELIANCE');
    const foreign = await read(token, 'RELIANCE', 'https://evil.example');
    expect(foreign.statusCode).toBe(403);
    expect(foreign.json()).toMatchObject({ status: false, code: 'ORIGIN_DENIED', data: null });
    expect(foreign.headers['access-control-allow-origin']).toBeDefined();
    expect(foreign.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each([
    ['no key', '', 'KEY_MISSING'],
    ['an unknown key', 'pk_live_neem_00000000000000000000', 'KEY_UNKNOWN'],
    ['the revoked key', 'revoked', 'KEY_REVOKED'],
    ['a key past its time', 'pk_live_over', 'KEY_EXPIRED'],
  ])('%s is refused with its reason and the neutral text (S2.2-PARAM-O01)', async (_name, given, code) => {
    const access_key =
      given === 'revoked' ? partners.accessKeysOf(partners.list()[0]!.utm_source_str).find((candidate) => candidate.status === 'revoked')!.key : given;
    const refusal = (await session(access_key)).json();
    expect(refusal).toMatchObject({ status: false, code, data: null });
    expect(refusal.validation).toBe('Widget not enabled');
    expect(refusal.redirect).toBe('');
  });

  test('a session brings the first data of everything on the page, and says of each thing it can’t show why', async () => {
    const asked = ['market-sentiment:RELIANCE', 'market-sentiment:M&M', 'market-sentiment:NOSUCH'];
    const opened = await session(key, origin, asked);
    expect(opened.headers['cache-control']).toBe('public, max-age=5');
    expect(opened.headers.vary).toBe('Origin, Accept-Encoding');
    const { data } = z.parse(answer(embedSession.data), opened.json());
    expect(data!.values.map(({ code }) => code)).toEqual(['RELIANCE', 'M&M']);
    expect(data!.values[0]!.data).toEqual((await read(data!.token)).json().data);
    expect(data!.refused).toEqual([{ subject: 'market-sentiment:NOSUCH', code: 'UNKNOWN_SYMBOL', text: 'We don’t know “NOSUCH”.' }]);
    expect((await session(key, origin, ['other:RELIANCE'])).json().data.refused).toMatchObject([{ subject: 'other:RELIANCE', code: 'UNKNOWN_SYMBOL' }]);
    const tooMany = Array.from({ length: 201 }, (_, at) => `market-sentiment:S${at}`);
    expect((await session(key, origin, tooMany)).json()).toMatchObject({ status: false, code: 'BAD_REQUEST' });
  });

  test('a page of another origin, or a call without one, gets no session', async () => {
    const refusedOn = async (from: string) => (await session(key, from)).json();
    expect(await refusedOn('https://evil.example')).toMatchObject({ status: false, code: 'ORIGIN_DENIED' });
    expect(await refusedOn('')).toMatchObject({ status: false, code: 'ORIGIN_DENIED' });
    // For the page's developer: the origin as the browser said it, which its address may not tell.
    expect((await refusedOn('https://evil.example')).problems).toEqual([{ path: 'origin', message: 'Have exactly https://evil.example added to this key.' }]);
    expect((await refusedOn('null')).problems[0].message).toContain('allow-same-origin');
  });

  test('our own pages may show widgets with our own key: browsers send no origin there, but say so; nobody else may', async () => {
    const own = partners.ownKey();
    const asked = (headers: Record<string, string>) =>
      inject({ url: `/embed/v1/session?access_key=${own.key}&subjects=market-sentiment:TCS`, headers: { host: new URL(own.origins[0]!).host, ...headers } });
    expect((await asked({ 'sec-fetch-site': 'same-origin' })).json().data.values).toHaveLength(1);
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-origin', host: 'evil.example' },
      { origin: 'https://evil.example' },
    ])
      expect((await asked(headers as Record<string, string>)).json()).toMatchObject({ status: false, code: 'ORIGIN_DENIED' });
  });

  test('candles open for a token, as bearer or in the address: each refusal has its reason, unchanged ones cost an empty answer', async () => {
    const ask = (given: string, headers: Record<string, string>) => inject({ url: `/embed/v1/equity/TCS/candles?interval=1w&token=${given}`, headers });
    const tokenOf = async (of: string): Promise<string> => (await session(of)).json().data.token;
    const token = await tokenOf(key);
    const opened = await ask(token, { origin });
    expect(opened.headers).toMatchObject({ 'access-control-allow-origin': origin, 'cache-control': 'private, no-cache', vary: 'Origin, Accept-Encoding' });
    expect(opened.json().data).toMatchObject({ symbol: 'TCS', interval: '1w' });
    expect((await ask(token, { origin, 'if-none-match': String(opened.headers.etag) })).statusCode).toBe(304);
    expect((await ask('', { origin, authorization: `Bearer ${token}` })).json().data.symbol).toBe('TCS');

    const active = partners.accessKey(key)!;
    special.set('pk_live_turned', { ...active, key: 'pk_live_turned' });
    const turned = await tokenOf('pk_live_turned');
    const refusedWith = async (given: string, from: string, code: string): Promise<void> => {
      const refused = await ask(given, { origin: from });
      expect(refused.json(), code).toMatchObject({ status: false, code, data: null });
      expect(refused.headers['access-control-allow-origin'], code).toBeDefined();
    };
    for (const bad of ['', 'a.b', `${token}x`]) await refusedWith(bad, origin, 'SESSION_ENDED');
    await refusedWith(token, 'https://evil.example', 'ORIGIN_DENIED');
    special.set('pk_live_turned', { ...active, key: 'pk_live_turned', widgets: ['market-sentiment'] });
    await refusedWith(turned, origin, 'WIDGET_SCOPE');
    special.set('pk_live_turned', { ...active, key: 'pk_live_turned', status: 'revoked' });
    await refusedWith(turned, origin, 'KEY_REVOKED');
  });

  test('the kit names the current loader with its hash, and our own key', async () => {
    expect((await inject({ url: '/insights/v1/widget-kit' })).json().data).toEqual({
      version: VERSION,
      pinned: { path: `/w/${VERSION}/loader.js`, integrity: expect.stringMatching(/^sha384-/) },
      preview_key: partners.ownKey().key,
    });
  });

  test('the integration check learns how a key stands on its page, and what is in it on its own origins only', async () => {
    const check = async (access_key: string, from: string) =>
      (await inject({ url: `/embed/v1/check?access_key=${access_key}`, headers: { origin: from } })).json().data;
    expect(await check(key, origin)).toEqual({
      state: 'active',
      origin,
      listed: true,
      proof: false,
      widgets: ['market-sentiment', 'equity-insights', 'options-insights'],
      blocked: [],
    });
    expect(await check(key, 'https://evil.example')).toEqual({
      state: 'active',
      origin: 'https://evil.example',
      listed: false,
      proof: false,
      widgets: [],
      blocked: [],
    });
    const revoked = partners.accessKeysOf(partners.list()[0]!.utm_source_str).find(({ status }) => status === 'revoked')!;
    for (const [given, state] of [
      ['', 'missing'],
      ['pk_live_none', 'unknown'],
      [revoked.key, 'revoked'],
    ] as const)
      expect(await check(given, origin)).toEqual({ state, origin, listed: false, proof: false, widgets: [], blocked: [] });
  });

  test('forged and mangled widget tokens are refused', async () => {
    const { token } = (await session(key)).json().data;
    for (const bad of [`${token}x`, token.slice(1), 'a.b', ''])
      expect((await read(bad)).json()).toMatchObject({ status: false, code: 'SESSION_ENDED', data: null });
  });

  test('the iframe page may stand on the key’s sites only; a bad key shows a page without data (S2.2-ROUTE-17)', async () => {
    for (const url of [`/market-sentiment-widget?broker_access_key=${key}`, `/market-sentiment-widget/TCS?broker_access_key=${key}`]) {
      const page = await inject({ url });
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-security-policy']).toContain(`frame-ancestors ${origin}`);
      expect(page.headers['content-security-policy']).not.toContain('unsafe-');
      expect(page.body).toContain(`/w/${VERSION}/frame-market-sentiment.js`);
    }
    const refused = await inject({ url: '/market-sentiment-widget/TCS?broker_access_key=pk_live_none' });
    expect(refused.statusCode).toBe(403);
    expect(refused.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(refused.body).toContain('Widget not enabled');
    expect(refused.body).toContain('KEY_UNKNOWN');
  });

  const frameOf = async (url: string): Promise<Record<string, unknown>> =>
    JSON.parse(/id="vimarsh-frame">(.*?)<\/script>/.exec((await inject({ url })).body)![1]!);
  const stockOf = async (url: string): Promise<unknown> => (await frameOf(url)).code;
  test('the stock comes from the path, else from the query; the path wins (S2.2-PARAM-06, S2.2-PARAM-07, S2.2-PARAM-A01)', async () => {
    expect(await stockOf(`/market-sentiment-widget/TCS?broker_access_key=${key}`)).toBe('TCS');
    expect(await stockOf(`/market-sentiment-widget?stock_code=TCS&broker_access_key=${key}`)).toBe('TCS');
    expect(await stockOf(`/market-sentiment-widget/TCS?stock_code=INFY&broker_access_key=${key}`)).toBe('TCS');
    expect(await stockOf(`/market-sentiment-widget?broker_access_key=${key}`)).toBe('NIFTY');
    for (const [written, symbol] of [
      ['NSE:RELIANCE', 'RELIANCE'],
      ['reliance.ns', 'RELIANCE'],
      ['NIFTY 50', 'NIFTY'],
    ] as const)
      expect(await stockOf(`/market-sentiment-widget/${encodeURIComponent(written)}?broker_access_key=${key}`)).toBe(symbol);
    // What is no stock is named, and no other stands in its place.
    const unknown = await inject({ url: `/market-sentiment-widget/%3Cscript%3E?broker_access_key=${key}` });
    expect(unknown.body).toContain('<p>We don’t know “&lt;script>”.</p>');
    expect(unknown.body).not.toContain('<script');
  });

  test('equity and options are framed by the addresses of their pages, with the key in path or query; opened in a tab they are pages of the portal', async () => {
    for (const [url, shown] of [
      [`/equity-insights/M%26M/${key}`, { widget: 'equity-insights', code: 'M&M', expiry: '' }],
      [`/equity-insights/${key}`, { widget: 'equity-insights', code: 'RELIANCE', expiry: '' }],
      [`/equity-insights/TCS?broker_access_key=${key}&theme=dark`, { widget: 'equity-insights', code: 'TCS', theme: 'dark' }],
      [`/options-insights/banknifty/${key}?expiry=2026-11-24`, { widget: 'options-insights', code: 'BANKNIFTY', expiry: '2026-11-24' }],
      [`/options-insights/NIFTY%2050/${key}?expiry=24-Nov-2026`, { widget: 'options-insights', code: 'NIFTY', expiry: '2026-11-24' }],
      [`/options-insights/${key}?expiry=`, { widget: 'options-insights', code: 'NIFTY', expiry: '' }],
    ] as const)
      expect(await frameOf(url)).toMatchObject({ ...shown, accessKey: key });
    // Another expiry would pass for the one that was asked for.
    for (const expiry of ['08-12-2026', 'soon']) {
      const unread = await inject({ url: `/options-insights/${key}?expiry=${expiry}` });
      expect(unread.body).toContain(`<p>We can’t read the expiry “${expiry}”. Write it as “2026-12-08”.</p>`);
      expect(unread.body).toContain('content="NO_EXPIRY"');
    }
    const inHindi = async (path: string) => (await inject({ url: `${path}${path.includes('?') ? '&' : '?'}lang=hi` })).body;
    expect(await inHindi(`/options-insights/${key}?expiry=soon`)).toContain('<p>एक्सपायरी “soon” पढ़ी नहीं जा सकी।');
    expect(await inHindi(`/equity-insights/${encodeURIComponent('{{stock}}')}/${key}`)).toContain('<p>“{{stock}}” हमारी सूची में नहीं है।</p>');
    const framed = await inject({ url: `/equity-insights/TCS/${key}`, headers: { 'sec-fetch-dest': 'iframe' } });
    expect(framed.headers).toMatchObject({ 'cross-origin-embedder-policy': 'credentialless', 'cross-origin-resource-policy': 'cross-origin' });
    expect(framed.headers['content-security-policy']).toContain(`frame-ancestors ${origin}`);
    for (const asked of [
      { url: `/equity-insights/TCS/${key}`, headers: { 'sec-fetch-dest': 'document' } },
      { url: `/equity-insights/TCS/${key}`, headers: { 'sec-fetch-dest': 'empty' } },
      { url: '/options-insights/NIFTY', headers: { 'sec-fetch-dest': 'iframe' } },
    ]) {
      const { body, headers } = await inject(asked);
      expect(body).not.toContain('vimarsh-frame');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
    const refused = await inject({ url: '/options-insights/NIFTY/pk_live_none' });
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('KEY_UNKNOWN');
  });

  test('a frame reads its equity and options with its token, and other keys’ widgets stay shut', async () => {
    const { token } = (await session(key)).json().data;
    const readAt = (url: string) => inject({ url, headers: { authorization: `Bearer ${token}`, origin } });
    expect((await readAt(`/embed/v1/equity/M%26M?broker_access_key=${key}`)).json().data.symbol).toBe('M&M');
    const options = (await readAt('/embed/v1/options/NIFTY')).json().data;
    expect(options.symbol).toBe('NIFTY');
    const later = options.expiries[1].day;
    expect((await readAt(`/embed/v1/options/NIFTY?expiry=${later}`)).json().data.expiry).toBe(later);
    expect((await readAt('/embed/v1/options/ECLERX')).json()).toMatchObject({ status: false, code: 'NO_DERIVATIVES' });
    expect((await readAt('/embed/v1/options/NIFTY?expiry=2026-01-01')).json()).toMatchObject({ status: false, code: 'NO_EXPIRY' });
    expect((await inject({ url: '/embed/v1/equity/TCS' })).json()).toMatchObject({ status: false, code: 'SESSION_ENDED', data: null });
  });

  test('one session brings all three widgets, each refusal by its own reason', async () => {
    const asked = ['market-sentiment:TCS', 'equity-insights:TCS', 'options-insights:NIFTY', 'equity-insights:NOSUCH', 'options-insights:ECLERX'];
    const opened = await session(key, origin, [...asked, 'options-insights:NIFTY@2026-01-01']);
    const { data } = z.parse(answer(embedSession.data), opened.json());
    expect(data!.values.map(({ widget, code }) => `${widget}:${code}`)).toEqual(asked.slice(0, 3));
    expect(data!.refused.map(({ subject, code }) => [subject, code]).toSorted()).toEqual([
      ['equity-insights:NOSUCH', 'UNKNOWN_SYMBOL'],
      ['options-insights:ECLERX', 'NO_DERIVATIVES'],
      ['options-insights:NIFTY@2026-01-01', 'NO_EXPIRY'],
    ]);
  });

  test('two hundred subjects that are none darken nothing beside them: each is refused by itself, and named', async () => {
    const odd = ['NSE:RELIANCE', 'RELIANCE.NS', 'NIFTY 50', '{{stock}}', 'रिलायंस', 'X'.repeat(40), '', '<b>', 'NOSUCH', 'TCS@2026-11-24'];
    const bad = Array.from({ length: 198 }, (_, at) => `market-sentiment:${odd[at % odd.length]}${at < odd.length ? '' : `?${at}`}`);
    const good = ['market-sentiment:TCS', 'equity-insights:RELIANCE'];
    const { status, data } = (await session(key, origin, [good[0]!, ...bad, good[1]!])).json();
    expect(status).toBe(true);
    expect(data.values.map(({ widget, code }: { widget: string; code: string }) => `${widget}:${code}`)).toEqual(good);
    expect(data.refused.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual(bad.toSorted());
    const textOf = (code: string) => data.refused.find(({ subject }: { subject: string }) => subject === `market-sentiment:${code}`).text;
    expect(['{{stock}}', 'रिलायंस', 'NOSUCH', ''].map(textOf)).toEqual([
      'We don’t know “{{stock}}”.',
      'We don’t know “रिलायंस”.',
      'We don’t know “NOSUCH”.',
      'No stock is named here.',
    ]);
    expect((await session(key, origin, ['options-insights:NIFTY@next'])).json().data.refused).toMatchObject([{ code: 'NO_EXPIRY' }]);
    // The stream of who watches them stands, for the good ones.
    const stream = await inject({ url: `/embed/v1/stream?watch=${encodeURIComponent(`forged~${bad.slice(0, 5).join()},${good[0]}`)}`, headers: { origin } });
    expect(stream.json().code).toBe('SESSION_ENDED');
  });

  test('a key opens its own widgets only: in a session, as a frame, for a frame’s data, and on the stream', async () => {
    const { data } = (await session('pk_live_equity', origin, ['equity-insights:TCS', 'options-insights:NIFTY', 'market-sentiment:TCS'])).json();
    expect(data.values.map(({ widget }: { widget: string }) => widget)).toEqual(['equity-insights']);
    expect(data.refused.map(({ code }: { code: string }) => code)).toEqual(['WIDGET_SCOPE', 'WIDGET_SCOPE']);
    expect((await inject({ url: '/equity-insights/TCS/pk_live_equity' })).statusCode).toBe(200);
    for (const url of ['/options-insights/NIFTY/pk_live_equity', '/market-sentiment-widget/TCS?broker_access_key=pk_live_equity'])
      expect((await inject({ url })).body).toContain('WIDGET_SCOPE');
    const readAt = (url: string) => inject({ url, headers: { authorization: `Bearer ${data.token}`, origin } });
    expect((await readAt('/embed/v1/options/NIFTY')).json()).toMatchObject({ status: false, code: 'WIDGET_SCOPE', data: null });
    expect((await readAt('/embed/v1/sentiment/TCS')).json()).toMatchObject({ status: false, code: 'WIDGET_SCOPE', data: null });
    const watched = await inject({ url: `/embed/v1/stream?watch=${data.token}~options-insights:NIFTY`, headers: { origin } });
    expect(watched.json()).toMatchObject({ status: false, code: 'WIDGET_SCOPE', data: null });
  });

  test('the disclaimer comes without a key, word for word, with its version', async () => {
    const told = await inject({ url: '/embed/v1/disclaimer', headers: { origin: 'https://any.example' } });
    expect(told.headers['access-control-allow-origin']).toBe('https://any.example');
    expect(told.json().data).toMatchObject({ version: DISCLOSURE_VERSION, warnings: [MARKET_RISK_WARNING, ILLUSTRATION_NOTE], derivatives: FNO_RISK });
  });

  test('in Hindi what is ours around the disclaimer changes, the regulator’s words don’t; another language is refused plainly', async () => {
    const told = async (query: string) => (await inject({ url: `/embed/v1/disclaimer${query}` })).json();
    const [english, hindi] = [(await told('')).data, (await told('?lang=hi')).data];
    expect(hindi).toMatchObject({ version: english.version, warnings: english.warnings, derivatives: english.derivatives });
    expect([english.labels.note, hindi.labels.note]).toEqual(['Disclaimer', 'अस्वीकरण']);
    expect(await told('?lang=ta')).toMatchObject({ status: false, code: 'BAD_REQUEST' });
  });

  test('a token read out of a frame’s page opens nothing on other pages, whatever is asked for', async () => {
    const { token } = (await frameOf(`/market-sentiment-widget/TCS?broker_access_key=${key}`)) as { token: string };
    const asks = ['sentiment/TCS', 'equity/TCS', 'options/NIFTY', 'equity/TCS/candles'].map((path) => `/embed/v1/${path}?broker_access_key=${key}`);
    const from = async (url: string, headers: Record<string, string>) =>
      (await inject({ url, headers: { authorization: `Bearer ${token}`, host: 'localhost', ...headers } })).json().code ?? 'data';
    for (const url of asks) {
      for (const foreign of ['https://evil.example', 'null', 'http://localhost.evil.example', 'https://localhost@evil.example'])
        expect(await from(url, { origin: foreign }), `${url} on ${foreign}`).toBe('ORIGIN_DENIED');
      // The frame itself, with and without the header, and a page the key lists.
      for (const own of [{}, { origin: 'http://localhost:4000' }, { origin }]) expect(await from(url, own as Record<string, string>), url).toBe('data');
    }
    const addressed = `/embed/v1/equity/TCS/candles?broker_access_key=${key}&token=${token}`;
    expect((await inject({ url: addressed, headers: { origin: 'https://evil.example' } })).json().code).toBe('ORIGIN_DENIED');
    const stream = await inject({ url: `/embed/v1/stream?watch=${token}~market-sentiment:TCS`, headers: { origin: 'https://evil.example' } });
    expect(stream.json().code).toBe('ORIGIN_DENIED');
  });

  test('a frame page says its language, and brings its words beside its script', async () => {
    const framed = async (query: string) => (await inject({ url: `/market-sentiment-widget/TCS?broker_access_key=${key}${query}` })).body;
    const hindi = await framed('&lang=hi-IN');
    expect(hindi).toContain('<html lang="hi">');
    expect(hindi).toContain('<title>TCS बाज़ार का रुख</title>');
    for (const file of ['hi-sentiment', 'hindi-words']) expect(hindi).toContain(`href="/w/${VERSION}/${file}.js"`);
    for (const query of ['', '&lang=en', '&lang=ta', '&lang=%22%3E%3Cscript%3E', '&lang=hi&lang=hi']) {
      const english = await framed(query);
      expect(english).toContain('<html lang="en">');
      expect(english).not.toMatch(/hi-sentiment|hindi-words/);
    }
    expect((await inject({ url: '/market-sentiment-widget/TCS?broker_access_key=pk_live_none&lang=hi' })).body).toContain('विजेट चालू नहीं है');
  });

  test('bundles are served for any site, versioned ones for ever', async () => {
    const floating = await inject({ url: '/w/v1.js' });
    expect(floating.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    expect(floating.headers['cache-control']).toContain('max-age=300');
    expect((await inject({ url: `/w/${VERSION}/frame-market-sentiment.js` })).headers['cache-control']).toContain('immutable');
    expect((await inject({ url: '/w/../config.ts' })).statusCode).toBe(404);
    expect((await inject({ url: '/w/embed.json' })).statusCode).toBe(404);
  });
});

test('a key over its rate is told so, and when to come again, where its page can read it', async () => {
  const server = await openPlatform({ database: 'pglite', settings: { MARKET_NOW: NOW, DEMO: 'on', PARTNER_PORT: '4321', RATE_LIMIT: '100000' } });
  try {
    const { platform } = server;
    const partners = await createPartners(platform);
    await createInsights(platform, { market: await createMarket(platform), calls, performance: calls, partners });
    await platform.start();
    const key = partners.accessKeysOf(partners.list()[0]!.utm_source_str).find(({ status }) => status === 'active')!;
    const ask = () => platform.app.inject({ url: `/embed/v1/session?access_key=${key.key}`, headers: { origin: key.origins[0]! } });
    for (let at = 0; at < 600; at += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ status: false, code: 'RATE', data: null });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['access-control-allow-origin']).toBe(key.origins[0]);
  } finally {
    await server.end();
  }
});
