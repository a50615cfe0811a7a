import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliDecompressSync } from 'node:zlib';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import { aQuote, aStock } from '@vimarsh/shared/contract/market/market.testing.ts';
import { readText } from '@vimarsh/shared/contract/texts/routes.ts';
import { aText } from '@vimarsh/shared/contract/texts/text.testing.ts';
import { declareCalendar, NOTHING_DECLARED } from '@vimarsh/shared/domain/market/calendar.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { KINDS } from '../platform/http/security-headers.ts';
import { METRICS, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { createPortal } from './index.ts';
import { createLoadMetrics } from './load-trace.ts';
import { readReleases } from './release-reader.ts';
import { storePortal } from './releases.testing.ts';

const DATA_DIR = mkdtempSync(`${tmpdir()}/portal-`);
const publicView: PublicView = {
  closed: [],
  live_count: 3,
  closed_count: 5,
  experts: [],
  outcome: { target_hit: 1, sl_hit: 2, exited: 1, expired: 1 },
  results: null,
  perf_mode: 'demo',
  ledger: null,
  closed_until: '2026-11-19',
  comes_next: { ended_on: '2026-11-20', appears_on: '2026-11-23' },
  as_of: '2026-11-20T00:00:00.000Z',
};
const offers = { offers: [{ plan: 'Lite' as const, days: 30, price_paise: 199_00, taxable_paise: 168_64, gst_paise: 30_36 }], can_buy: true };
const clock = aClock({ now: '2026-11-20T04:30:00.000Z' });
const { band_low, band_high, ...stock } = aStock();
const market = {
  clock: () => clock,
  now: () => new Date(clock.now),
  instrument: (symbol: string) => (symbol === 'TCS' ? { ...stock, band_pct: 10, market_cap_cr: 1_000_000 } : null),
  band: () => ({ low: band_low, high: band_high }),
  quote: () => aQuote(),
};
const partner = ENVIRONMENTS.find(({ primaryColor }) => primaryColor)!;
let server: TestPlatform;
/** How the calls answer `/`. */
let readView = async (): Promise<PublicView> => publicView;
/** How insights answer a stock's page. */
let readInsight = async (): Promise<EquityInsight> => Promise.reject(new Error('not rated'));

beforeAll(async () => {
  server = await openPlatform({ database: 'pglite', settings: { DATA_DIR } });
  await createPortal(server.platform, {
    partners: {
      byHost: (host) => ENVIRONMENTS.find(({ utm_source_str }) => host.startsWith(`${utm_source_str}.`)) ?? null,
      originOf: (site) => (site ? new URL(site.hostUrl).origin : 'https://vimarsh.example'),
    },
    calls: { publicView: () => readView() },
    market,
    offers: async () => offers,
    insights: { equityOf: () => readInsight() },
    trading: { formTargets: (id) => (id === 9 ? ['https://kite.zerodha.com/connect/basket'] : []) },
    texts: { read: (set, name, site) => (set === 'retail' && name === 'faq' ? aText({ title: site?.utm_source ?? 'ours' }) : null) },
  });
  await server.platform.start();
});
afterAll(async () => {
  await server.end();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.platform.app.inject({ url, headers: { host: 'localhost', accept: 'text/html', ...headers } });
const dataOf = (html: string) => JSON.parse(/id="page">(.*?)<\/script>/s.exec(html)![1]!);

test('before the first release the page says so and reloads, and the server is not ready yet', async () => {
  const answer = await get('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect((await get('/healthz')).statusCode).toBe(200);
  const readiness = await get('/readyz', { accept: 'application/json' });
  expect([readiness.statusCode, readiness.json().validation]).toEqual([503, 'Not released yet: root-config, shared, a module with the page /.']);
});

test('any path is the page: fresh nonce, policy, first data of / inside', async () => {
  storePortal(DATA_DIR);

  expect((await get('/readyz')).statusCode).toBe(200);
  const home = await get('/');
  expect(home.statusCode).toBe(200);
  expect(home.headers['cache-control']).toBe('no-store');
  const nonce = /script-src 'nonce-([^']+)'/.exec(String(home.headers['content-security-policy']))![1]!;
  expect(new Set(home.body.match(/nonce="[^"]+"/g))).toEqual(new Set([`nonce="${nonce}"`]));
  expect(dataOf(home.body)).toMatchObject({
    brand: 'vimarsh',
    environment: null,
    first: {
      'GET /market/v1/clock': { status: true, data: clock, at: expect.any(Number) },
      'GET /reco/v1/public': { status: true, data: publicView },
      'GET /plans/v1/offers': { status: true, data: offers },
    },
  });

  const again = await get('/');
  expect(again.headers['content-security-policy']).not.toBe(home.headers['content-security-policy']);
  expect(Object.keys(dataOf((await get('/a')).body).first)).toEqual(['GET /market/v1/clock']);
});

test('forms go to the page of the site’s broker and nowhere else: not on another site, not on the main one, and nothing else widens', async () => {
  const policyOf = async (host: string): Promise<string> =>
    String((await get('/', { host })).headers['content-security-policy']).replaceAll(/'nonce-[^']+'/g, "'nonce-N'");
  const [main, neem, opal] = [await policyOf('localhost'), await policyOf('neem.localhost'), await policyOf('opal.localhost')];
  expect(main).toContain("; form-action 'self'; ");
  expect(neem).toContain("; form-action 'self' https://kite.zerodha.com/connect/basket; ");
  expect(opal).toBe(main);
  expect(neem.replace(' https://kite.zerodha.com/connect/basket', '')).toBe(main);
});

test.each<[string, () => Promise<PublicView>]>([
  ['never answers', () => new Promise(() => {})],
  ['answers late', () => new Promise((resolve) => setTimeout(resolve, 3000, publicView))],
  ['fails late', () => new Promise((_, reject) => setTimeout(reject, 600, new Error('the connection is gone')))],
])('a database that %s does not hold up /: the page comes without its first calls, which it asks for itself', async (_how, read) => {
  const failures: unknown[] = [];
  const hear = (why: unknown) => void failures.push(why);
  process.on('unhandledRejection', hear);
  readView = read;
  try {
    const home = await Promise.race([get('/'), new Promise<null>((resolve) => setTimeout(resolve, 2000, null))]);
    expect(home?.statusCode).toBe(200);
    expect(Object.keys(dataOf(home!.body).first)).toEqual(['GET /market/v1/clock']);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(failures).toEqual([]);
  } finally {
    readView = async () => publicView;
    process.off('unhandledRejection', hear);
  }
});

test('a stock’s page brings its name and price under any name of the stock, and nothing of a symbol nobody knows', async () => {
  const firstAt = async (path: string) => dataOf((await get(path)).body).first;
  for (const path of ['/stocks/TCS', '/stocks/tcs.ns', '/stocks/TCS?from=search'])
    expect(await firstAt(path), path).toMatchObject({
      'GET /market/v1/instruments/:symbol': { status: true, data: { ...stock, band_low, band_high } },
      'GET /market/v1/quotes': { status: true, data: [aQuote()] },
    });
  for (const path of ['/stocks', '/stocks/NOPE', '/stocks/%zz', '/a']) expect(Object.keys(await firstAt(path)), path).toEqual(['GET /market/v1/clock']);
});

test('the sentence of a stock comes with its page where there is one in time; a page never waits long for it', async () => {
  const insight = { symbol: 'TCS' } as EquityInsight;
  readInsight = async () => insight;
  const known = await get('/stocks/TCS');
  expect(dataOf(known.body).first).toMatchObject({ 'GET /insights/v1/equity/:stock': { status: true, data: insight } });
  readInsight = () => new Promise(() => {});
  const waits = await Promise.race([get('/stocks/TCS'), new Promise<null>((resolve) => setTimeout(resolve, 2000, null))]);
  readInsight = async () => Promise.reject(new Error('not rated'));
  expect(Object.keys(dataOf(waits!.body).first)).not.toContain('GET /insights/v1/equity/:stock');
});

test('the words of / and of a stock stand in the HTML, drawn from the answers in the page and from nobody’s session', async () => {
  const wordsAt = async (path: string, headers: Record<string, string> = {}) => {
    const { body, headers: sent } = await get(path, headers);
    const nonce = /script-src 'nonce-([^']+)'/.exec(String(sent['content-security-policy']))![1]!;
    const [, style, words] = /<div id="skeleton">(?:<style nonce="([^"]+)">\.a\{b:c\}<\/style><div data-words><p>(.*?)<\/p><\/div>)?<\/div>/.exec(body)!;
    expect(style ?? nonce).toBe(nonce);
    return words;
  };
  // The first drawing starts its thread: its page may go without.
  await vi.waitFor(async () => expect(await wordsAt('/')).toBe('/|Title of / · Vimarsh|frame|||GET /reco/v1/public,GET /plans/v1/offers'), 20_000);
  const given = { authorization: 'Bearer x', cookie: 'session=1' };
  expect(await wordsAt('/', given)).toBe(await wordsAt('/'));
  await vi.waitFor(async () => expect(await wordsAt('/stocks/TCS')).toMatch(/^\/stocks\/TCS\|TCS · Title of .*\|frame\|TCS\|\|GET \/market/), 20_000);
  await vi.waitFor(async () => expect(await wordsAt('/', { host: `${partner.utm_source_str}.localhost` })).toContain(`|${partner.title}|`), 20_000);
  expect(await wordsAt('/a'), 'a route without words').toBeUndefined();
  expect(await wordsAt('/stocks/NOPE'), 'nothing of that name').toBeUndefined();
  expect(await wordsAt('/', { cookie: 'language=hi' }), 'who reads Hindi').toBeUndefined();
});

test('days that were declared since the release come with the page, and nothing where none were', async () => {
  expect(dataOf((await get('/')).body).first).not.toHaveProperty('GET /market/v1/calendar');
  declareCalendar({ ...NOTHING_DECLARED, days: { '2020-12-04': 'closed', '2099-12-04': 'closed' } });
  const answer = dataOf((await get('/')).body).first['GET /market/v1/calendar'];
  declareCalendar(NOTHING_DECLARED);
  expect(answer).toMatchObject({ status: true, data: { days: { '2099-12-04': 'closed' } } });
  expect(answer.data.days).not.toHaveProperty('2020-12-04');
});

test('an unknown path is answered 404 with the page, which goes to / and says so: it comes with the first data of /', async () => {
  const unknown = await get('/no/such/page?x=1');
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).toContain('<title>Page not found · ');
  expect(Object.keys(dataOf(unknown.body).first)).toEqual(['GET /market/v1/clock', 'GET /reco/v1/public', 'GET /plans/v1/offers']);
  expect([dataOf(unknown.body).missing, dataOf((await get('/')).body).missing]).toEqual(['/no/such/page', undefined]);
  expect((await get('/side-nav/no-such-page')).statusCode).toBe(404);
  expect((await get('/side-nav/a')).statusCode).toBe(200);
});

test('of an unknown path the page repeats no more than a reader can use', async () => {
  const asked = `/no/${'x'.repeat(6000)}`;
  const { missing } = dataOf((await get(asked)).body);
  expect(missing).toBe(asked.slice(0, 200));
});

test('the dealers’ questions are found where one looks for them (S2.3-BRK-O01)', async () => {
  const moved = await get('/dealers/expert-side/faq');
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/brokers/expert-side/faq']);
  expect(moved.headers['content-security-policy']).toBe(KINDS.data()['content-security-policy']);
});

test('a partner’s host gets its name, colours and the same releases', async () => {
  const main = dataOf((await get('/')).body);
  const { body } = await get('/', { host: `${partner.utm_source_str}.localhost` });
  expect(Object.keys(dataOf(body).first), 'prices of ours are not theirs').toEqual(['GET /market/v1/clock', 'GET /reco/v1/public']);
  const data = dataOf(body);
  expect(data.environment).toEqual(partner);
  expect(data.releases).toEqual(main.releases);
  expect(body).toContain(`Title of / · ${partner.title}`);
  expect(body).toMatch(/:root\{--accent:#[0-9a-f]{6}/);
});

test('the page is compressed for clients that accept it', async () => {
  const answer = await get('/', { 'accept-encoding': 'br, gzip' });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('id="page"');
});

test.each([
  ['gzip;q=0', undefined],
  ['br;q=0,gzip', 'gzip'],
  ['gzip;q=0,br;q=0,identity', undefined],
  ['*', 'br'],
])('page and files packed as %s asks: %s', async (accepted, packing) => {
  for (const path of ['/', '/a']) expect((await get(path, { 'accept-encoding': accepted })).headers['content-encoding'], path).toBe(packing);
  const file = await get('/releases/root-config/0123456789/entry.js', { 'accept-encoding': accepted });
  // Of this file only the smaller form lies there.
  expect(file.headers['content-encoding']).toBe(packing === 'br' ? 'br' : undefined);
});

test('release files never change, so browsers keep them; nothing else is reachable', async () => {
  const file = await get('/releases/root-config/0123456789/entry.js', { 'accept-encoding': 'br' });
  expect([file.statusCode, file.body, file.headers['content-encoding'], file.headers['content-type']]).toEqual([
    200,
    'BR',
    'br',
    'text/javascript; charset=utf-8',
  ]);
  expect(file.headers['cache-control']).toContain('immutable');
  const plain = await get('/releases/root-config/0123456789/entry.js');
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['boot()', undefined]);
  for (const path of ['nope.js', '../../../records/x.json', '..%2f..%2frecords', 'entry.js.br', 'index.html%00.js']) {
    const answer = await get(`/releases/root-config/0123456789/${path}`, { accept: '*/*' });
    expect(answer.statusCode, path).toBe(404);
    expect(answer.json().status, path).toBe(false);
  }
});

test('the service worker is the released one and is never cached', async () => {
  const answer = await get('/sw.js', { accept: '*/*' });
  expect([answer.body, answer.headers['cache-control']]).toEqual(['worker()', 'no-cache']);
  expect(answer.headers['content-security-policy'], 'or it could not fetch anything').toContain("connect-src 'self'");
});

test('an unknown API path stays an envelope, not a page', async () => {
  const answer = await get('/reco/v1/nothing', { accept: 'application/json' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ status: false, code: 'NOT_FOUND' });
});

test('a client that accepts anything gets the page, but not instead of an API answer or a file', async () => {
  const anything = { accept: '*/*' };
  expect((await get('/retail-side/faq', anything)).headers['content-type']).toContain('text/html');
  expect((await server.platform.app.inject({ method: 'HEAD', url: '/', headers: { host: 'localhost', ...anything } })).statusCode).toBe(200);
  for (const path of ['/reco/v1/nothing', '/nothing.png']) expect((await get(path, anything)).statusCode, path).toBe(404);
});

test.each([
  ['no Accept header', undefined],
  ['an empty one', ''],
  ['any text', 'text/*'],
  ['text or anything', 'text/plain;q=0.8, */*;q=0.1'],
])('with %s the page comes, to HEAD as to GET; calls and files stay what they are', async (_what, accept) => {
  const ask = (method: 'GET' | 'HEAD', url: string) =>
    server.platform.app.inject({ method, url, headers: { host: 'localhost', ...(accept !== undefined && { accept }) } });
  for (const method of ['GET', 'HEAD'] as const)
    for (const path of ['/', '/a', '/stocks/TCS']) {
      const answer = await ask(method, path);
      expect([answer.statusCode, answer.headers['content-type']], `${method} ${path}`).toEqual([200, 'text/html; charset=utf-8']);
    }
  for (const path of ['/reco/v1/nothing', '/vimarsh_pro/v1/nothing', '/nothing.png'])
    expect([(await ask('GET', path)).statusCode, (await ask('GET', path)).headers['content-type']], path).toEqual([404, 'application/json; charset=utf-8']);
});

test.each(['application/xhtml+xml, application/xml;q=0.9', 'image/*', 'application/json, */*', 'text/html;q=0'])(
  'a page is there for %s too, and nothing else becomes one',
  async (accept) => {
    for (const path of ['/', '/a', '/stocks/TCS']) {
      const answer = await get(path, { accept });
      expect([answer.statusCode, answer.headers['content-type']], path).toEqual([200, 'text/html; charset=utf-8']);
    }
    for (const path of ['/reco/v1/nothing', '/nothing.png']) expect((await get(path, { accept })).headers['content-type'], path).toMatch(/json/);
  },
);

test.each(['?utm_source=x', '?', '/', '?release=', '/?a=b#c'])('an information page has its words and its own address at %s', async (more) => {
  for (const path of ['/retail-side/faq', '/retail-side//faq', '//retail-side/faq']) {
    const { body } = await get(path + more);
    expect(dataOf(body).first[`${readText.method} ${readText.path}`], path).toMatchObject({ data: { title: 'ours' } });
  }
  for (const path of ['/a', '//a', '/side-nav/a', '/side-nav//a'])
    expect((await get(path + more)).body, path).toContain('<link rel="canonical" href="https://vimarsh.example/a">');
});

test('an address of another version brings no words: they are those in force', async () => {
  expect(dataOf((await get('/retail-side/faq?version=1.0.0')).body).first).not.toHaveProperty([`${readText.method} ${readText.path}`]);
});

test('who asks for JSON gets no page', async () => {
  expect((await get('/a', { accept: 'application/json' })).statusCode).toBe(404);
});

test('a stock that does not exist is 404 for machines, and the screen still comes to say so', async () => {
  expect((await get('/stocks/TCS')).statusCode).toBe(200);
  expect((await get('/stocks')).statusCode).toBe(200);
  const unknown = await get('/stocks/NOSUCH');
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).toContain('name="robots" content="noindex"');
  expect(dataOf(unknown.body)).not.toHaveProperty('missing');
});

test('pictures of link and app come in the colours of the host, and the manifest names them', async () => {
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
  for (const [path, width, height] of [
    ['/share.png', 1200, 630],
    ['/apple-touch-icon.png', 180, 180],
    ['/icons/512.png', 512, 512],
  ] as const) {
    const picture = await get(path, { accept: 'image/*' });
    expect([picture.statusCode, picture.headers['content-type'], ...sizeOf(picture.rawPayload)], path).toEqual([200, 'image/png', width, height]);
    const partners = await get(path, { host: `${partner.utm_source_str}.localhost` });
    expect(partners.rawPayload.equals(picture.rawPayload), path).toBe(false);
  }
  const manifest = (await get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Vimarsh', start_url: '/', display: 'standalone' });
  for (const { src } of manifest.icons) expect((await get(src)).statusCode, src).toBe(200);
  const theirs = (await get('/manifest.webmanifest', { host: `${partner.utm_source_str}.localhost` })).json();
  expect(theirs.name).toBe(partner.title);
  expect(theirs.theme_color).not.toBe(manifest.theme_color);
});

test('addresses of a page’s head and of security.txt are those of the site, whatever host a request names', async () => {
  for (const host of ['evil.example', 'localhost', `${partner.utm_source_str}.evil.example`])
    for (const path of ['/a', '/.well-known/security.txt']) {
      const { body } = await get(path, { host, ...(path !== '/a' && { accept: '*/*' }) });
      expect(body, `${host} ${path}`).not.toContain('evil.example');
      expect(body, `${host} ${path}`).toContain(host.startsWith(partner.utm_source_str) ? new URL(partner.hostUrl).origin : 'https://vimarsh.example/');
    }
});

test('whoever finds a weakness finds whom to tell, and a password manager where a password is changed', async () => {
  const file = await get('/.well-known/security.txt', { accept: '*/*' });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const [, expires] = /^Contact: mailto:\S+@\S+\nExpires: (\S+)\n/.exec(file.body)!;
  const days = (Date.parse(expires!) - Date.now()) / 86_400_000;
  expect([days > 100, days < 365]).toEqual([true, true]);
  const change = await get('/.well-known/change-password');
  expect([change.statusCode, change.headers.location]).toEqual([302, '/change-password']);
});

test('a request for a file is never answered with the page, whatever the client accepts', async () => {
  const robots = await get('/robots.txt');
  expect([robots.statusCode, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(robots.body).toMatch(/^User-agent: \*\nDisallow: /);
  const icon = await get('/favicon.ico');
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  for (const path of ['/wp-login.php', '/.env', '/sitemap.xml']) expect((await get(path)).statusCode, path).toBe(404);
  expect((await get('/equity-insights/RELIANCE.NS')).headers['content-type']).toContain('text/html');
});

test.each(['//x', '/side-nav//my-account', '/equity-insights/%E0%A4%A', '/%', '//', '/a/%00'])(
  '%s is a path like any other: the page decides',
  async (path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([path === '//' ? 200 : 404, 'text/html; charset=utf-8']);
  },
);

test('a tab can ask which releases a page would now consist of', async () => {
  const answer = await get('/base/v1/releases', { accept: 'application/json' });
  expect(answer.json()).toMatchObject({ status: true, data: { id: dataOf((await get('/')).body).releases.id } });
});

test('the load beacon is counted by known modules only, and refused in another shape', async () => {
  const module = { name: 'mf-a', release: 'mf-a@0.1.0+0123456789', outcome: 'shown', retried: true, phase: 'mount', entry_ms: 10, module_ms: 20, shown_ms: 30 };
  const send = (payload: object) => server.platform.app.inject({ method: 'POST', url: '/base/v1/load-trace', payload, headers: { host: 'localhost' } });
  const answer = await send({ set: 's', modules: [module, { ...module, name: 'mf-unknown' }] });
  expect(answer.json()).toMatchObject({ status: true, data: { counted: 1 } });
  expect((await send({ set: 's', modules: [{ ...module, outcome: 'great' }] })).statusCode).toBe(400);
  const metrics = await server.platform.app.inject({ url: '/metrics', headers: { host: 'localhost', ...METRICS } });
  expect(metrics.body).toContain('vimarsh_module_loads_total{module="mf-a",outcome="shown",phase="mount",retried="true",release="mf-a@0.1.0+0123456789"} 1');
  expect(metrics.body).not.toContain('mf-unknown');
});

test('a failure in somebody’s tab is logged with its release, once a minute; a release that nobody knows is no label', async () => {
  const warned: object[] = [];
  let now = 1_000_000;
  const set = await readReleases(`${DATA_DIR}/releases`, server.platform.log).releaseSet();
  const count = createLoadMetrics({ warn: (detail) => warned.push(detail) }, () => now);
  const failed = {
    name: 'mf-a',
    release: 'mf-a@0.1.0+0123456789',
    outcome: 'failed',
    retried: false,
    phase: 'module',
    entry_ms: 1,
    module_ms: null,
    shown_ms: null,
  } as const;
  const tell = (module: object) => count(set, {}, { body: { set: 's', modules: [{ ...failed, ...module }] } } as never);
  tell({});
  tell({});
  expect(warned).toEqual([{ module: 'mf-a', release: failed.release, outcome: 'failed', phase: 'module' }]);
  now += 60_000;
  tell({});
  tell({ release: 'x'.repeat(80) });
  tell({ outcome: 'shown' });
  expect(warned.slice(1)).toEqual([
    { module: 'mf-a', release: failed.release, outcome: 'failed', phase: 'module' },
    { module: 'mf-a', release: 'other', outcome: 'failed', phase: 'module' },
  ]);
});
