import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import type { ProofKey } from '@vimarsh/shared/contract/partners/types.ts';
import fc from 'fast-check';
import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMarket } from '../../market/index.ts';
import { demoAppKey, signDemoProof } from '../../partners/demo/index.ts';
import { type AccessKey, createPartners, type Partners } from '../../partners/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createInsights } from '../index.ts';

const calls = {
  publicView: () => Promise.reject(new Error('not asked')),
  openCallsOf: async () => [],
  openCallsByStock: async () => new Map(),
  publicCallsOf: async () => [],
  onClosed: () => undefined,
};
const seconds = (from = 0): number => Math.floor(Date.now() / 1000) + from;

/** A key pair as a broker's server would have one. */
function pair(alg: 'EdDSA' | 'ES256' | 'RS256', kid: string): { alg: string; kid: string; signs: KeyObject; proves: ProofKey } {
  const { publicKey, privateKey } =
    alg === 'EdDSA'
      ? generateKeyPairSync('ed25519')
      : alg === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { alg, kid, signs: privateKey, proves: { ...publicKey.export({ format: 'jwk' }), kid } as ProofKey };
}

describe.each(await featureDatabase())('keys of brokers’ apps on %s', (database) => {
  let server: TestPlatform;
  let partners: Partners;
  let seed: number;
  let key: string;
  const [own, next, rsa, strange] = [pair('EdDSA', 'own'), pair('ES256', 'next'), pair('RS256', 'rsa'), pair('EdDSA', 'own')];
  const special = new Map<string, AccessKey>();

  beforeAll(async () => {
    server = await openPlatform({ database, settings: { MARKET_NOW: '2026-11-19T06:00:00Z', DEMO: 'on', PARTNER_PORT: '4321' } });
    const { platform } = server;
    const listed = await createPartners(platform);
    partners = { ...listed, accessKey: (given) => special.get(given) ?? listed.accessKey(given) };
    await createInsights(platform, { market: await createMarket(platform), calls, performance: calls, partners });
    const dir = `${platform.config.DATA_DIR}/embed`;
    await mkdir(dir, { recursive: true });
    const files = ['market-sentiment', 'equity-insights', 'options-insights'].map((widget) => ({
      path: `1.0.0-0123456789/frame-${widget}.js`,
      integrity: 'sha384-x',
    }));
    await writeFile(`${dir}/embed.json`, JSON.stringify({ version: '1.0.0-0123456789', files }));
    await platform.start();
    seed = platform.config.SEED;
    key = demoAppKey('neem', seed);
    special.set('pk_app_test', {
      ...partners.accessKey(key)!,
      key: 'pk_app_test',
      origins: ['null', 'capacitor://localhost'],
      widgets: ['market-sentiment'],
      proof_keys: [own.proves, next.proves, rsa.proves],
    });
    special.set('pk_app_scheme', { ...special.get('pk_app_test')!, key: 'pk_app_scheme', origins: ['capacitor://localhost'] });
    special.set('pk_app_revoked', { ...special.get('pk_app_test')!, key: 'pk_app_revoked', status: 'revoked' });
  });
  afterAll(() => server.end());

  const inject = (url: string, headers: Record<string, string> = {}) => server.platform.app.inject({ method: 'GET', url, headers });
  const session = (access_key: string, proof = '', origin = 'null') =>
    inject(`/embed/v1/session?access_key=${access_key}&proof=${encodeURIComponent(proof)}&subjects=market-sentiment:TCS`, origin ? { origin } : {});
  const sign = (payload: JWTPayload = {}, by: { alg: string; kid: string; signs: KeyObject } = own): Promise<string> =>
    new SignJWT({ sub: 'pk_app_test', aud: 'vimarsh-embed', iat: seconds(), exp: seconds(300), ...payload })
      .setProtectedHeader({ alg: by.alg, kid: by.kid })
      .sign(by.signs);

  test('a page of an app, whose origin is null, is let in with what its server has signed; nobody keeps the answer', async () => {
    const opened = await session(key, await signDemoProof('neem', seed));
    expect(opened.json()).toMatchObject({ status: true, data: { values: [{ code: 'TCS' }] } });
    expect(opened.headers).toMatchObject({ 'access-control-allow-origin': 'null', 'cache-control': 'no-store' });
    expect(opened.headers['access-control-allow-credentials']).toBeUndefined();
    const { token } = opened.json().data;
    const read = (origin: string) => inject('/embed/v1/sentiment/TCS', { authorization: `Bearer ${token}`, origin });
    expect((await read('null')).json().data.symbol).toBe('TCS');
    expect((await read('https://evil.example')).json().code).toBe('ORIGIN_DENIED');
    for (const by of [next, rsa]) expect((await session('pk_app_test', await sign({}, by))).json().status).toBe(true);
    expect((await session('pk_app_test', await sign(), 'capacitor://localhost')).json().status).toBe(true);
  });

  test.each<[string, ErrorCode, () => Promise<string> | string]>([
    ['none', 'PROOF_MISSING', () => ''],
    ['one past its time', 'PROOF_EXPIRED', () => sign({ iat: seconds(-120), exp: seconds(-60) })],
    ['one for a day, signed eleven minutes ago', 'PROOF_EXPIRED', () => sign({ iat: seconds(-660), exp: seconds(86_400) })],
    ['one for something else', 'PROOF_AUDIENCE', () => sign({ aud: 'another-service' })],
    ['one without audience', 'PROOF_AUDIENCE', () => sign({ aud: undefined } as JWTPayload)],
    ['one signed by another partner under the same kid', 'PROOF_SIGNATURE', () => sign({}, strange)],
    ['one of a kid nobody registered', 'PROOF_SIGNATURE', () => sign({}, { ...own, kid: 'other' })],
    ['the demo app’s', 'PROOF_SIGNATURE', () => signDemoProof('neem', seed)],
    ['one for another key', 'PROOF_CLAIMS', () => sign({ sub: 'pk_app_other' })],
    ['one from tomorrow', 'PROOF_CLAIMS', () => sign({ iat: seconds(86_400), exp: seconds(90_000) })],
    ['one without a beginning', 'PROOF_CLAIMS', () => sign({ iat: undefined } as JWTPayload)],
    ['one without an end', 'PROOF_CLAIMS', () => sign({ exp: undefined } as JWTPayload)],
    ['a changed one', 'PROOF_SIGNATURE', async () => (await sign()).replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"pk_app_test"}').toString('base64url')}.`)],
    ['an unsigned one', 'PROOF_SIGNATURE', () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['junk', 'PROOF_CLAIMS', () => 'junk'],
  ])('with a proof that is %s: %s, and the sentence that mends it', async (_name, code, proof) => {
    const refused = await session('pk_app_test', await proof());
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ status: false, code, validation: 'Widget not enabled', data: null, problems: [{ path: 'proof' }] });
    expect(refused.json().problems[0].message).toMatch(/\.$/);
    // The app's developer can read why.
    expect(refused.headers['access-control-allow-origin']).toBe('null');
  });

  test('whatever is sent as a proof, no 5xx', async () => {
    const good = await sign();
    const parts = good.split('.');
    const spoiled = fc
      .record({
        at: fc.nat(2),
        by: fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.constant(''),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
      })
      .map(({ at, by }) => parts.with(at, by).join('.'));
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoiled, fc.string({ maxLength: 3000 })), async (proof) => {
        const { statusCode } = await session('pk_app_test', proof.toWellFormed());
        expect([400, 403]).toContain(statusCode);
      }),
      { numRuns: 150 },
    );
  });

  test('origins are asked as with other keys, and a revoked key is revoked whatever is proved', async () => {
    expect((await session('pk_app_test', await sign(), 'https://evil.example')).json().code).toBe('ORIGIN_DENIED');
    const inFile = (await session('pk_app_test', await sign(), 'file://')).json();
    expect(inFile).toMatchObject({ code: 'ORIGIN_DENIED', problems: [{ path: 'origin', message: 'Have exactly file:// added to this key.' }] });
    expect((await session('pk_app_test', await sign(), '')).json().code).toBe('ORIGIN_DENIED');
    expect((await session('pk_app_revoked', await sign({ sub: 'pk_app_revoked' }))).json().code).toBe('KEY_REVOKED');
    const live = partners.accessKeysOf('neem').find(({ status, proof_keys }) => status === 'active' && proof_keys === null)!;
    expect((await session(live.key, await signDemoProof('neem', seed))).json().code).toBe('ORIGIN_DENIED');
  });

  test('what a proof has opened outlives it, until the key is revoked', async () => {
    const { token } = (await session('pk_app_test', await sign())).json().data;
    const read = () => inject('/embed/v1/sentiment/TCS', { authorization: `Bearer ${token}`, origin: 'null' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 3600_000 });
    try {
      expect((await read()).statusCode).toBe(200);
      special.set('pk_app_test', { ...special.get('pk_app_test')!, status: 'revoked' });
      expect((await read()).json().code).toBe('KEY_REVOKED');
      special.set('pk_app_test', { ...special.get('pk_app_test')!, status: 'active' });
      vi.setSystemTime(Date.now() + 3600_000);
      expect((await read()).json().code).toBe('SESSION_ENDED');
    } finally {
      vi.useRealTimers();
    }
  });

  test('the frame of an app stands in any page with a proof, also opened by a WebView as a tab; without one it says why', async () => {
    const dataOf = (body: string) => JSON.parse(/id="vimarsh-frame">(.*?)<\/script>/.exec(body)![1]!) as { token: string; code: string };
    for (const [access_key, url] of [
      ['pk_app_test', `/market-sentiment-widget/TCS?broker_access_key=pk_app_test&proof=${await sign()}`],
      [key, `/equity-insights/TCS/${key}?proof=${await signDemoProof('neem', seed)}`],
    ] as const) {
      const page = await inject(url, { 'sec-fetch-dest': 'document' });
      expect(page.statusCode, access_key).toBe(200);
      // No source expression covers an opaque origin.
      expect(page.headers['content-security-policy']).not.toContain('frame-ancestors');
      expect(dataOf(page.body).code).toBe('TCS');
      const read = await inject('/embed/v1/sentiment/TCS', { authorization: `Bearer ${dataOf(page.body).token}` });
      expect(read.json().data.symbol).toBe('TCS');
    }
    const scheme = await inject(`/market-sentiment-widget?broker_access_key=pk_app_scheme&proof=${await sign({ sub: 'pk_app_scheme' })}`);
    expect(scheme.headers['content-security-policy']).toContain('frame-ancestors capacitor://localhost');
    for (const [proof, code] of [
      ['', 'PROOF_MISSING'],
      [await sign({ aud: 'x' }), 'PROOF_AUDIENCE'],
    ]) {
      const page = await inject(`/market-sentiment-widget/TCS?broker_access_key=pk_app_test&proof=${proof}`);
      expect(page.statusCode).toBe(403);
      expect(page.headers['content-security-policy']).not.toContain('frame-ancestors');
      expect(page.body).toContain(`<meta name="vimarsh-code" content="${code}">`);
      expect(page.body).toMatch(/<meta name="vimarsh-fix" content="[^"]+\.">/);
      expect(page.body).toContain('<p>Widget not enabled</p>');
    }
  });

  test('requests of an app’s key are limited before a signature is looked at', async () => {
    const limited = vi.spyOn(server.platform.limits, 'takeFrom');
    Object.defineProperty(server.platform.config, 'RATE_LIMIT', { value: 3000, configurable: true });
    try {
      await session('pk_app_test', 'junk');
      await inject('/market-sentiment-widget?broker_access_key=pk_app_test&proof=junk');
      expect(limited.mock.calls.map(([, what]) => what)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^widget-session:pk_app_test$/), expect.stringMatching(/^widget-frame:pk_app_test$/)]),
      );
    } finally {
      Object.defineProperty(server.platform.config, 'RATE_LIMIT', { value: 0, configurable: true });
      limited.mockRestore();
    }
  });

  test('the database holds no app’s key without proof keys, and no other key of an opaque origin', async () => {
    const insert = (row: object) =>
      server.platform.db
        .insertInto('access_keys')
        .values({ partner_key: 'neem', widgets: '[]', created_at: new Date(), ...row })
        .execute();
    await expect(insert({ key: 'pk_app_bare', origins: '[]' })).rejects.toThrow('access_keys_proof');
    await expect(insert({ key: 'pk_live_proof', origins: '[]', proof_keys: '[]' })).rejects.toThrow('access_keys_proof');
    for (const origin of ['null', 'file://'])
      await expect(insert({ key: 'pk_live_null', origins: JSON.stringify([origin]) })).rejects.toThrow('access_keys_opaque');
  });
});
