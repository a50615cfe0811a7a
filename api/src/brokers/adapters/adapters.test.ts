import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '../desk.ts';
import { kiteRedirect } from './kite.adapter.ts';
import { norenOneForm } from './noren.adapter.ts';
import { type StandIn, standIn } from './stand-in.testing.ts';
import { xtsRedirect } from './xts.adapter.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let broker: StandIn;
const answering = async (...given: Parameters<typeof standIn>) => (broker = await standIn(...given));
afterEach(() => broker?.close());
const PATIENCE = 300;
/** 11:30 in India. */
const NOW = new Date('2026-11-20T06:00:00Z');
const clock = () => NOW;
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: { code: string }) => error.code,
  );

describe('Zerodha Kite Connect', () => {
  const keys = { protocol: 'kite', api_key: 'key1', api_secret: 'secret1' } as const;
  const good = { status: 'success', data: { user_id: 'XX0000', user_name: 'Kite User', api_key: 'key1', access_token: 'a', enctoken: 'e' } };

  test('the login page gets our key, and the state to give back', () => {
    const to = new URL(kiteRedirect(keys).loginUrl({ returnTo: 'http://x/login', state: 's+1' }));
    expect(to.origin + to.pathname).toBe('https://kite.zerodha.com/connect/login');
    expect(Object.fromEntries(to.searchParams)).toEqual({ v: '3', api_key: 'key1', redirect_params: 'state=s%2B1' });
  });
  test('the request token is traded with the checksum of key, token and secret', async () => {
    await answering(() => ({ body: JSON.stringify(good) }));
    expect(await kiteRedirect({ ...keys, url: broker.url }, { clock }).exchange('rt1')).toEqual({
      customer: { client_id: 'XX0000', full_name: 'Kite User' },
      session: { token: 'a', expires_at: new Date('2026-11-21T00:30:00Z') },
    } satisfies SignedIn);
    const [{ path, headers, body }] = broker.asked as [StandIn['asked'][number]];
    expect(path).toBe('/session/token');
    expect(headers['x-kite-version']).toBe('3');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ api_key: 'key1', request_token: 'rt1', checksum: sha256('key1rt1secret1') });
  });
  test.each([
    [{ status: 'error', message: 'Token is invalid or has expired.', error_type: 'TokenException' }, 403, 'HANDOVER_SPENT'],
    [{ status: 'error', message: 'Invalid `checksum`.', error_type: 'InputException' }, 400, 'BROKER_AWAY'],
    [{ ...good, data: { ...good.data, api_key: 'key2' } }, 200, 'BROKER_FOREIGN'],
  ])('its refusals and foreign answers are told apart (%#)', async (body, status, code) => {
    await answering(() => ({ status, body: JSON.stringify(body) }));
    expect(await failure(kiteRedirect({ ...keys, url: broker.url }).exchange('rt1'))).toBe(code);
  });
});

describe('Symphony XTS', () => {
  const keysAt = (url: string) => ({ protocol: 'xts', url, app_key: 'app', secret_key: 'hush' }) as const;
  const handed = JSON.stringify({ accessToken: 'at1', userID: 'RV01' });
  const good = { type: 'success', code: 's-user-0001', description: 'Valid User.', result: { token: 't', userID: 'RV01', isInvestorClient: true } };

  test('the third-party page returns to our address with the state in it', () => {
    const to = new URL(xtsRedirect(keysAt('https://xts.example/interactive')).loginUrl({ returnTo: 'http://onyx.localhost/login', state: 's1' }));
    expect(to.origin + to.pathname).toBe('https://xts.example/interactive/thirdparty');
    expect(Object.fromEntries(to.searchParams)).toEqual({ appKey: 'app', returnURL: 'http://onyx.localhost/login?state=s1' });
  });
  test('the access token of the session is traded with the application’s keys', async () => {
    await answering(() => ({ body: JSON.stringify(good) }));
    expect(await xtsRedirect(keysAt(broker.url), { clock }).exchange(handed)).toEqual({
      customer: { client_id: 'RV01', full_name: '' },
      session: { token: 't', expires_at: new Date('2026-11-21T00:30:00Z') },
    } satisfies SignedIn);
    expect(broker.asked[0]!.path).toBe('/user/session');
    expect(JSON.parse(broker.asked[0]!.body)).toEqual({ appKey: 'app', secretKey: 'hush', source: 'WebAPI', accessToken: 'at1' });
  });
  test('a refusal, a session that is none, and another user than the address named', async () => {
    await answering(() => ({ body: JSON.stringify({ type: 'error', code: 'e-user-0003', description: 'Invalid Token' }) }));
    expect(await failure(xtsRedirect(keysAt(broker.url)).exchange(handed))).toBe('HANDOVER_SPENT');
    expect(await failure(xtsRedirect(keysAt(broker.url)).exchange('no json'))).toBe('HANDOVER_SPENT');
    await broker.close();
    await answering(() => ({ body: JSON.stringify({ ...good, result: { ...good.result, userID: 'RV02' } }) }));
    expect(await failure(xtsRedirect(keysAt(broker.url)).exchange(handed))).toBe('BROKER_FOREIGN');
  });
});

describe('Noren (Zebu)', () => {
  const keysAt = (url: string) => ({ protocol: 'noren', url, vendor_code: 'Z1_U', api_key: 'k' }) as const;
  const form = { client_id: 'Z1', password: 'pa&ss%+1', factor2: '1990' };

  test('QuickAuth gets hashes, never the password', async () => {
    await answering(() => ({ body: JSON.stringify({ stat: 'Ok', susertoken: 't', uname: 'ZEBU USER', actid: 'Z1' }) }));
    expect(await norenOneForm(keysAt(broker.url), { clock }).signIn(form)).toEqual({
      customer: { client_id: 'Z1', full_name: 'ZEBU USER' },
      session: { token: 't', expires_at: new Date('2026-11-20T18:30:00Z') },
    } satisfies SignedIn);
    const [{ path, body }] = broker.asked as [StandIn['asked'][number]];
    expect(path).toBe('/QuickAuth');
    const fields = new URLSearchParams(body);
    expect([...fields.keys()]).toEqual(['jData']);
    expect(JSON.parse(fields.get('jData')!)).toMatchObject({ uid: 'Z1', pwd: sha256('pa&ss%+1'), factor2: '1990', vc: 'Z1_U', appkey: sha256('Z1|k') });
    expect(body).not.toContain('pa%26ss');
  });
  test.each([
    [{ stat: 'Not_Ok', emsg: 'Invalid Input : Wrong user id or password' }, 'BROKER_CREDENTIALS'],
    [{ stat: 'Ok', susertoken: 't', actid: 'Z2' }, 'BROKER_FOREIGN'],
  ])('a refusal and a foreign client (%#)', async (body, code) => {
    await answering(() => ({ body: JSON.stringify(body) }));
    expect(await failure(norenOneForm(keysAt(broker.url)).signIn(form))).toBe(code);
  });
});

describe('a broker that does not answer as it should is named as the one at fault', () => {
  const calls = {
    kite: (url: string) => kiteRedirect({ protocol: 'kite', api_key: 'k', api_secret: 's', url }, { patience: PATIENCE }).exchange('rt'),
    xts: (url: string) => xtsRedirect({ protocol: 'xts', url, app_key: 'a', secret_key: 's' }, { patience: PATIENCE }).exchange('{"accessToken":"a"}'),
    noren: (url: string) =>
      norenOneForm({ protocol: 'noren', url, vendor_code: 'v', api_key: 'k' }, { patience: PATIENCE }).signIn({ client_id: 'Z', password: 'p', factor2: '1' }),
  };
  // Each as its broker answers, so that nothing is wrong with it but its length.
  const long = 'x'.repeat(300_000);
  const TOO_LONG: Readonly<Record<string, string>> = {
    kite: JSON.stringify({ status: 'success', data: { user_id: 'U', user_name: long, api_key: 'k' } }),
    xts: JSON.stringify({ type: 'success', result: { token: long, userID: 'U' } }),
    noren: JSON.stringify({ stat: 'Ok', susertoken: long, uid: 'Z' }),
  };
  for (const [name, call] of Object.entries(calls)) {
    test.each([
      ['500', { status: 500, body: '{"stat":"Ok"}' }, 'BROKER_AWAY'],
      ['HTML', { type: 'text/html', body: '<!doctype html><title>Maintenance</title>' }, 'BROKER_AWAY'],
      ['another shape', { body: '{"hello":"world"}' }, 'BROKER_AWAY'],
      ['far too much', { body: TOO_LONG[name]! }, 'BROKER_AWAY'],
      ['nothing, ever', null, 'BROKER_SLOW'],
    ] as const)(`${name}: %s`, async (_what, given, code) => {
      await answering(() => given);
      expect(await failure(call(broker.url))).toBe(code);
    });
    test(`${name}: nobody listens`, async () => {
      await answering(() => null);
      await broker.close();
      expect(await failure(call(broker.url))).toBe('BROKER_AWAY');
    });
  }
});
