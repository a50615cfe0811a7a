import { mkdir, writeFile } from 'node:fs/promises';
import { answer } from '@vimarsh/shared/contract/answer.ts';
import { embedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { createTestKey } from '@vimarsh/shared/contract/widget-kit/routes.ts';
import type { TestKey } from '@vimarsh/shared/contract/widget-kit/types.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createMarket, drawPrices } from '../../market/index.ts';
import { type AccessKey, createPartners, createTestKeys, type Partners } from '../../partners/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createInsights } from '../index.ts';
import { endOfGrant, TEST_ADDRESS_LIMIT, TEST_KEY_LIMIT } from './widget-keys.ts';
import { TEST_KEYS_LIMIT } from './widget-kit.ts';

const NOW = '2026-11-19T06:00:00Z';
const SITE = 'https://neem.example';
const SUBJECTS = ['market-sentiment:RELIANCE', 'equity-insights:RELIANCE', 'options-insights:NIFTY'];
const calls = {
  openCallsOf: vi.fn(async () => []),
  openCallsByStock: vi.fn(async () => new Map()),
  publicCallsOf: vi.fn(async () => []),
  onClosed: () => undefined,
};

describe.each(await featureDatabase())('test keys beside a market of real prices on %s', (database) => {
  let server: TestPlatform;
  let partners: Partners;
  let market: Awaited<ReturnType<typeof createMarket>>;
  let live: AccessKey;

  beforeAll(async () => {
    // Counting begins where a test sends so much; RATE_LIMIT above zero switches it on.
    server = await openPlatform({ database, settings: { MARKET_NOW: NOW, DEMO: 'off', RATE_LIMIT: '100000' } });
    const { platform } = server;
    const listed = await createPartners(platform);
    live = {
      key: 'pk_live_neem_1',
      partner_key: '',
      origins: [SITE],
      widgets: [...listed.ownKey().widgets],
      status: 'active',
      expires_at: null,
      proof_keys: null,
    };
    partners = { ...listed, accessKey: (given) => (given === live.key ? live : listed.accessKey(given)) };
    // Stands for prices that are real: another market's, which says that nobody made it up.
    market = await createMarket(platform, drawPrices({ ...platform.config, SEED: 7 }));
    const source = { id: 'nse-files', name: 'NSE end-of-day files', licence: 'NSE', invented: false, needs: '' };
    Object.assign(market, { source });
    await createInsights(platform, { market, calls, performance: calls, partners });
    const dir = `${platform.config.DATA_DIR}/embed`;
    await mkdir(dir, { recursive: true });
    const files = ['market-sentiment', 'equity-insights', 'options-insights'].map((widget) => ({ path: `1.0.0-0/frame-${widget}.js`, integrity: 'sha384-x' }));
    await writeFile(`${dir}/embed.json`, JSON.stringify({ version: '1.0.0-0', files }));
    await platform.start();
  });
  afterAll(() => server.end());

  let asked = 0;
  /** Each request has an address of its own where the test names none: what is counted by address is tested apart. */
  const anywhere = (): string => {
    asked += 1;
    return `198.51.100.${asked % 250}`;
  };
  const inject = (url: string, headers: Record<string, string> = {}, remoteAddress = anywhere()) =>
    server.platform.app.inject({ method: 'GET', url, headers, remoteAddress });
  const fresh = async (remoteAddress = '203.0.113.1'): Promise<TestKey> => {
    const made = await server.platform.app.inject({ method: 'POST', url: createTestKey.path, remoteAddress });
    expect(made.headers['set-cookie']).toBeUndefined();
    return z.parse(answer(createTestKey.data), made.json()).data!;
  };
  const sessionOf = (access_key: string, origin: string, subjects: readonly string[] = SUBJECTS, remoteAddress?: string) =>
    inject(`/embed/v1/session?access_key=${encodeURIComponent(access_key)}&subjects=${subjects.join()}`, origin ? { origin } : {}, remoteAddress);
  const dataOf = async (access_key: string, origin = SITE) => z.parse(answer(embedSession.data), (await sessionOf(access_key, origin)).json()).data!;

  test('anybody gets one without account or cookie; it opens every widget on any page, a file’s too, and is kept by no cache', async () => {
    const { access_key, days } = await fresh();
    expect(days).toBe(14);
    for (const origin of ['https://anything.example', 'http://localhost:5173', 'null', 'file://', 'capacitor://localhost']) {
      const opened = await sessionOf(access_key, origin);
      expect(opened.headers, origin).toMatchObject({ 'access-control-allow-origin': origin, 'cache-control': 'no-store' });
      expect(opened.json().data.values.map(({ widget }: { widget: string }) => widget)).toEqual(['market-sentiment', 'equity-insights', 'options-insights']);
    }
    expect((await sessionOf(access_key, '')).json().status).toBe(true);
    const check = await inject(`/embed/v1/check?access_key=${access_key}`, { origin: 'null' });
    expect(check.json().data).toMatchObject({ state: 'active', origin: 'null', listed: true, proof: false, blocked: [] });
  });

  test('it shows the prices of a market that is made up, says so, and neither the market nor a call is asked', async () => {
    const { access_key } = await fresh();
    const real = await dataOf(live.key);
    const [quote, chain] = [vi.spyOn(market, 'quote'), vi.spyOn(market.options, 'chain')];
    for (const each of [calls.openCallsOf, calls.openCallsByStock, calls.publicCallsOf]) each.mockClear();
    const shown = await dataOf(access_key);
    const token = { authorization: `Bearer ${shown.token}`, origin: SITE };
    const single = (await inject('/embed/v1/sentiment/RELIANCE', token)).json().data;
    const candles = (await inject('/embed/v1/equity/RELIANCE/candles?interval=1d', token)).json().data;
    expect(quote).not.toHaveBeenCalled();
    expect(chain).not.toHaveBeenCalled();
    for (const each of [calls.openCallsOf, calls.openCallsByStock, calls.publicCallsOf]) expect(each).not.toHaveBeenCalled();
    vi.restoreAllMocks();

    for (const { data } of shown.values) expect(data.prices_from).toMatchObject({ id: 'simulated', invented: true });
    expect(real.values[0]!.data.prices_from).toMatchObject({ id: 'nse-files', invented: false });
    expect(shown.values[0]!.data).not.toMatchObject({ ltp: (real.values[0]!.data as { ltp: number }).ltp });
    expect(single).toMatchObject({ ltp: expect.any(Number), history: [], calls: { buy: 0, sell: 0, hold: 0, experts: 0 }, prices_from: { invented: true } });
    expect(candles).toMatchObject({ calls: [], prices_from: { invented: true } });
    expect(candles.candles.length).toBeGreaterThan(50);
    // A year of volatilities, so that rank and percentile are there to be looked at.
    expect((shown.values[2]!.data as { iv_history: unknown[] }).iv_history).toHaveLength(60);
  });

  test('a frame stands on any page and in a tab of its own, reports to nobody, and talks to whatever page is around it', async () => {
    const { access_key } = await fresh();
    for (const [url, headers] of [
      [`/market-sentiment-widget/TCS?broker_access_key=${access_key}`, {}],
      [`/equity-insights/TCS/${access_key}`, { 'sec-fetch-dest': 'document' }],
      [`/options-insights/${access_key}`, { 'sec-fetch-dest': 'iframe' }],
    ] as const) {
      const page = await inject(url, headers);
      expect(page.statusCode, url).toBe(200);
      expect(page.headers['content-security-policy']).not.toContain('frame-ancestors');
      expect(page.headers['content-security-policy']).not.toContain('report');
      expect(page.headers['reporting-endpoints']).toBeUndefined();
      expect(JSON.parse(/id="vimarsh-frame">(.*?)<\/script>/.exec(page.body)![1]!)).toMatchObject({ accessKey: access_key, parents: ['*'] });
    }
    const report = await server.platform.app.inject({
      method: 'POST',
      url: `/embed/v1/reports?access_key=${access_key}`,
      payload: { 'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'inline' } },
      headers: { 'content-type': 'application/csp-report' },
    });
    expect(report.json()).toMatchObject({ data: { counted: 0 } });
    const { rows } = await sql<{ stored: number }>`select count(*) as stored from widget_reports where access_key like 'pk\\_test\\_%'`.execute(
      server.platform.db,
    );
    expect(Number(rows[0]!.stored)).toBe(0);
  });

  test('calls of the portal, which show the market’s own prices, take no test key', async () => {
    const { access_key } = await fresh();
    for (const path of ['equity/TCS', 'equity/TCS/candles', 'options/NIFTY']) {
      const refused = await inject(`/insights/v1/${path}?broker_access_key=${access_key}`);
      expect(refused.statusCode, path).toBe(403);
      expect(refused.json(), path).toMatchObject({ code: 'TEST_KEY_PLACE', data: null, problems: [{ path: 'access_key' }] });
    }
  });

  test('a token of a test key opens no data of the market, and a stream holds one kind of key', async () => {
    const { access_key } = await fresh();
    const [test, real] = [await dataOf(access_key), await dataOf(live.key)];
    const read = async (token: string) => (await inject('/embed/v1/sentiment/RELIANCE', { authorization: `Bearer ${token}`, origin: SITE })).json().data;
    expect(await read(test.token)).toMatchObject({ prices_from: { invented: true } });
    expect(await read(real.token)).toMatchObject({ prices_from: { invented: false } });
    // Once more, when what was read lies ready.
    expect((await read(test.token)).ltp).not.toBe((await read(real.token)).ltp);
    const subject = 'market-sentiment:RELIANCE';
    const mixed = await inject(`/embed/v1/stream?watch=${encodeURIComponent(`${test.token}~${subject}|${real.token}~${subject}`)}`, { origin: SITE });
    expect(mixed.json()).toMatchObject({ status: false, code: 'TEST_KEY_MIXED' });
    expect(mixed.headers['access-control-allow-origin']).toBe(SITE);
  });

  test('what a page has open goes dark when its key is past its time', async () => {
    const { access_key, expires_at } = await fresh();
    const grant = { key: access_key, origin: SITE, exp: 0 };
    const end = Date.parse(expires_at);
    expect(endOfGrant(partners, grant, new Date(end - 1000), ['market-sentiment'])).toBeNull();
    expect(endOfGrant(partners, grant, new Date(end), ['market-sentiment'])?.code).toBe('TEST_KEY_EXPIRED');
  });

  test.each<[string, ErrorCode, (key: string) => string]>([
    ['cut', 'TEST_KEY_FORM', (key) => key.slice(0, 30)],
    ['too long', 'TEST_KEY_FORM', (key) => `${key}AAAA`],
    ['of another version', 'TEST_KEY_FORM', (key) => key.replace('pk_test_1', 'pk_test_9')],
    ['with a letter of another alphabet', 'TEST_KEY_FORM', (key) => `${key.slice(0, -1)}а`],
    ['forged', 'TEST_KEY_FORGED', (key) => key.slice(0, -4) + (key.endsWith('AAAA') ? 'BBBB' : 'AAAA')],
    ['of another server', 'TEST_KEY_FORGED', () => createTestKeys('another secret').make(new Date()).access_key],
    ['past its time', 'TEST_KEY_EXPIRED', () => partners.testKeys.make(new Date(Date.now() - 15 * 86_400_000)).access_key],
    ['longer than any key', 'BAD_REQUEST', (key) => `${key}${'A'.repeat(60)}`],
    ['of a megabyte', 'BAD_REQUEST', (key) => key + 'A'.repeat(2 ** 20)],
    ['spelled with a look-alike prefix', 'KEY_UNKNOWN', (key) => key.replace('pk_', 'рk_')],
  ])('one that is %s: %s, with what to do', async (_name, code, spoil) => {
    const refused = await sessionOf(spoil((await fresh('203.0.113.2')).access_key), SITE);
    expect(refused.json()).toMatchObject({ status: false, code, data: null });
    expect(refused.statusCode).toBe(code === 'BAD_REQUEST' ? 400 : 403);
    expect(refused.headers['access-control-allow-origin']).toBe(SITE);
    if (code === 'KEY_UNKNOWN') return;
    expect(refused.json().problems[0]).toMatchObject({ path: 'access_key', message: expect.stringMatching(/copy|Copy|Get a new one|Get a new test key/) });
    if (code === 'BAD_REQUEST') return;
    const framed = await inject(`/market-sentiment-widget/TCS?broker_access_key=${encodeURIComponent(spoil((await fresh('203.0.113.3')).access_key))}`);
    expect(framed.statusCode).toBe(403);
    expect(framed.body).toContain(`content="${code}"`);
    expect(framed.body).not.toContain('Widget not enabled');
  });

  test('a key is counted from wherever it is used, an address with whichever key, and a fresh one by address', async () => {
    const { access_key } = await fresh();
    const use = (from: string, given = access_key) => sessionOf(given, SITE, [], from);
    for (let at = 0; at < TEST_KEY_LIMIT.max; at += 1) expect((await use(`192.0.2.${at % 200}`)).statusCode).toBe(200);
    const spent = await use('192.0.2.201');
    expect(spent.statusCode).toBe(429);
    expect(spent.json()).toMatchObject({ code: 'RATE', validation: 'This test key is used too often. It goes on by itself in a minute.' });
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(0);

    const others = [(await fresh()).access_key, (await fresh()).access_key];
    for (let at = 0; at < TEST_ADDRESS_LIMIT.max; at += 1) expect((await use('192.0.2.240', others[at % 2]!)).statusCode).toBe(200);
    expect((await use('192.0.2.240', others[0]!)).statusCode).toBe(429);
    expect((await use('192.0.2.241', others[0]!)).statusCode).toBe(200);

    const ask = () => server.platform.app.inject({ method: 'POST', url: createTestKey.path, remoteAddress: '203.0.113.77' });
    for (let at = 0; at < TEST_KEYS_LIMIT.max; at += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.json().validation).toContain('come back later');
    expect((await sessionOf(live.key, SITE)).statusCode).toBe(200);
  });
});
