import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMarket } from '../../market/index.ts';
import { type AccessKey, createPartners, type Partners } from '../../partners/index.ts';
import { METRICS, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createInsights } from '../index.ts';

const calls = {
  publicView: () => Promise.reject(new Error('not asked')),
  openCallsOf: async () => [],
  openCallsByStock: async () => new Map(),
  publicCallsOf: async () => [],
  onClosed: () => undefined,
};

/** Over a real port, because what is tested stands in front of the framework. */
describe('a widget’s sentiment from memory', () => {
  let server: TestPlatform;
  let partners: Partners;
  let market: Awaited<ReturnType<typeof createMarket>>;
  let base: string;
  let key: AccessKey;
  let origin: string;

  beforeAll(async () => {
    server = await openPlatform({ database: 'pglite', settings: { MARKET_NOW: '2026-11-19T06:00:00Z', DEMO: 'on', PARTNER_PORT: '4321' } });
    const { platform } = server;
    const listed = await createPartners(platform);
    partners = {
      ...listed,
      accessKey: (given) => (given === 'pk_live_equity' ? { ...key, key: given, widgets: ['equity-insights'] } : listed.accessKey(given)),
    };
    market = await createMarket(platform);
    await createInsights(platform, { market, calls, performance: calls, partners });
    await platform.start();
    base = `http://127.0.0.1:${await platform.listen(0)}`;
    key = partners.accessKeysOf(partners.list()[0]!.utm_source_str).find((candidate) => candidate.status === 'active')!;
    // Not `localhost`: that is the portal's own host here and gets credentials on the usual way.
    origin = key.origins.find((candidate) => candidate.includes('127.0.0.1'))!;
  });
  afterAll(() => server.end());

  const token = async (access_key = key.key): Promise<string> => {
    const answer = await fetch(`${base}/embed/v1/session?access_key=${access_key}`, { headers: { origin } });
    return ((await answer.json()) as { data: { token: string } }).data.token;
  };
  const read = (bearer: string, { stock = 'RELIANCE', from = origin, method = 'GET' } = {}): Promise<Response> =>
    fetch(`${base}/embed/v1/sentiment/${stock}`, { method, headers: { authorization: `Bearer ${bearer}`, ...(from && { origin: from }) } });
  const quickAnswers = async (): Promise<number> =>
    Number(/^http_quick_answers (\d+)$/m.exec(await (await fetch(`${base}/metrics`, { headers: METRICS })).text())![1]);

  test('what one key has made known does not open for a key without this widget', async () => {
    expect((await read(await token())).status).toBe(200);
    const refused = await read(await token('pk_live_equity'));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ status: false, code: 'WIDGET_SCOPE', data: null });
  });

  test('says the same as the usual way, to the byte and header by header, but for what only documents heed', async () => {
    const bearer = await token();
    const [usual, before] = [await read(bearer), await quickAnswers()];
    const quick = await read(bearer);
    expect(await quickAnswers()).toBe(before + 1);
    expect(await quick.text()).toBe(await usual.text());
    const changing = new Set(['date', 'x-request-id', 'access-control-expose-headers', 'referrer-policy', 'cross-origin-opener-policy', 'permissions-policy']);
    const headersOf = (answer: Response) => [...answer.headers].filter(([name]) => !changing.has(name)).toSorted();
    expect(headersOf(quick)).toEqual(headersOf(usual));
  });

  test('refuses nothing itself: foreign origins, forged and foreign tokens, other methods and unknown stocks get the usual answer', async () => {
    const bearer = await token();
    await read(bearer);
    const before = await quickAnswers();
    const codeOf = async (answer: Response): Promise<[number, string]> => [answer.status, ((await answer.json()) as { code: string }).code];
    expect(await codeOf(await read(bearer, { from: 'https://evil.example' }))).toEqual([403, 'ORIGIN_DENIED']);
    expect(await codeOf(await read(bearer, { from: '' }))).toEqual([403, 'ORIGIN_DENIED']);
    expect((await codeOf(await read(`${bearer}x`)))[1]).toBe('SESSION_ENDED');
    expect((await codeOf(await read(bearer, { stock: 'NOSUCH' })))[1]).toBe('UNKNOWN_SYMBOL');
    expect((await codeOf(await read(bearer, { method: 'POST' })))[1]).toBe('METHOD');
    expect(await quickAnswers()).toBe(before);
  });

  test('a token that was good is refused once its time is over, and a key once it is revoked', async () => {
    const bearer = await token();
    await read(bearer);
    expect((await read(bearer)).status).toBe(200);
    const before = await quickAnswers();
    const revoked = vi.spyOn(partners, 'accessKey').mockReturnValue({ ...partners.accessKey(key.key)!, status: 'revoked' });
    expect(((await (await read(bearer)).json()) as { code: string }).code).toBe('KEY_REVOKED');
    revoked.mockRestore();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    try {
      expect(((await (await read(bearer)).json()) as { code: string }).code).toBe('SESSION_ENDED');
    } finally {
      vi.useRealTimers();
    }
    expect(await quickAnswers()).toBe(before);
  });

  test('is computed anew after five seconds, while who asks gets the last; after ten nobody does', async () => {
    const bearer = await token();
    await read(bearer);
    const of = vi.spyOn(market, 'quote');
    const before = await quickAnswers();
    await read(bearer);
    expect(of).not.toHaveBeenCalled();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 });
    try {
      expect((await read(bearer)).status).toBe(200);
      expect(await quickAnswers()).toBe(before + 2);
      expect(of).toHaveBeenCalledWith('RELIANCE');
      vi.setSystemTime(Date.now() + 11_000);
      expect((await read(bearer)).status).toBe(200);
      expect(await quickAnswers()).toBe(before + 2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('an unchanged answer is not sent again, and a packed one is the same', async () => {
    const bearer = await token();
    const first = await read(bearer);
    const etag = first.headers.get('etag')!;
    const body = await first.text();
    const ask = (headers: Record<string, string>) =>
      fetch(`${base}/embed/v1/sentiment/RELIANCE`, { headers: { authorization: `Bearer ${bearer}`, origin, ...headers } });
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    for (const known of [`W/${etag}`, `"other", ${etag}`, '*']) expect((await ask({ 'if-none-match': known })).status, known).toBe(304);
    const refused = await ask({ 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect([refused.headers.get('content-encoding'), await refused.text()]).toEqual([null, body]);
    for (const encoding of ['br', 'gzip']) {
      const packed = await ask({ 'accept-encoding': encoding });
      expect(packed.headers.get('content-encoding')).toBe(encoding);
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(body.length);
      expect(await packed.text()).toBe(body);
    }
  });
});
