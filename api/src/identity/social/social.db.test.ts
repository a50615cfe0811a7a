import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { eraseDue } from '../privacy/erasure.ts';
import { type Browser, openSite, type Site, signUp } from '../site.testing.ts';
import { createGoogle } from './google.ts';

const START = '/auth/v1/social/google';
const SIGN_IN = '/auth/v1/sign_in_with_social';

for (const database of await featureDatabase()) {
  describe(`continue with Google on ${database}`, () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite(database);
    });
    afterAll(() => site.close());

    const begin = async (browser: Browser) => new URL((await browser.get(START)).body.data.redirect_url);
    /** Chooses an account on the provider's page; where the browser is sent. */
    async function consent(authorize: URL, account: string, yes = 'yes'): Promise<URL> {
      const form = new URLSearchParams([...authorize.searchParams, ['account', account], ['consent', yes]]);
      const answer = await site.platform.app.inject({
        method: 'POST',
        url: '/__google/authorize',
        headers: { host: authorize.host, 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      });
      return new URL(answer.headers.location!);
    }
    const complete = (browser: Browser, back: URL) => browser.post(START, { url: back.href });
    const body = (identity: object, more: object = {}) => ({
      ...identity,
      sign_up_source: 'GMAIL',
      profession: 'RETAIL_INVESTOR',
      referral_code: '',
      broker_id: null,
      ...more,
    });
    const countOf = async (table: string) =>
      Number(
        (
          await site.platform.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );

    test('a new person signs up, and is the same one the next time (S7-SOCIAL-03)', async () => {
      const people: { user_id: string; count: number }[] = [];
      for (let visit = 0; visit < 2; visit += 1) {
        const browser = site.browser();
        const authorize = await begin(browser);
        expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
          response_type: 'code',
          code_challenge_method: 'S256',
          scope: 'openid email profile',
        });
        const back = await consent(authorize, 'g-1001');
        expect(back.origin + back.pathname).toBe('http://localhost:0/login');
        const { data: identity } = (await complete(browser, back)).body;
        expect(identity).toMatchObject({ username: 'leela.menon@gmail.example.com', full_name: 'Leela Menon', first_name: 'Leela', last_name: 'Menon' });
        const signedIn = (await browser.post(SIGN_IN, body(identity, { full_name: 'Somebody Else' }))).body;
        expect(signedIn).toMatchObject({
          status: true,
          profile_data: { full_name: 'Leela Menon', email: 'leela.menon@gmail.example.com', email_verified: true },
        });
        people.push(signedIn);
      }
      expect(people.map(({ count }) => count)).toEqual([1, 2]);
      expect(people[0]!.user_id).toBe(people[1]!.user_id);
    });

    test('the way in stands in the copy of one’s data and is erased with the account: who comes again is somebody new', async () => {
      const enter = async () => {
        const browser = site.browser();
        const { data: identity } = (await complete(browser, await consent(await begin(browser), 'g-1001'))).body;
        const { user_id, token_data } = (await browser.post(SIGN_IN, body(identity))).body;
        return { browser, user_id, bearer: token_data.access_token as string };
      };
      const before = await enter();
      const copy = (await before.browser.get('/auth/v1/export', before.bearer)).body.data;
      expect(copy.sign_in_with).toMatchObject([{ subject: 'g-1001' }]);
      await before.browser.post('/auth/v1/erasure', { on: true }, before.bearer);
      await eraseDue(site.platform, new Date(site.clock.now.getTime() + 48 * 3_600_000), [], async () => undefined);
      const after = await enter();
      expect(after.user_id).not.toBe(before.user_id);
      expect((await after.browser.get('/auth/v1/export', after.bearer)).body.data.account).toMatchObject({ email: 'leela.menon@gmail.example.com' });
    });

    test('a code and a token work once; an invalid token signs nobody in (S7-SOCIAL-03)', async () => {
      const browser = site.browser();
      const back = await consent(await begin(browser), 'g-1002');
      const { data: identity } = (await complete(browser, back)).body;
      expect((await complete(browser, back)).body).toMatchObject({ status: false, code: 'HANDOVER_SPENT', redirect: '' });
      // The provider refuses its code a second time, too, whatever state it comes with.
      const again = await begin(browser);
      back.searchParams.set('state', again.searchParams.get('state')!);
      expect((await complete(browser, back)).body.code).toBe('SOCIAL_REFUSED');
      expect((await browser.post(SIGN_IN, body({ ...identity, token: 'forged' }))).body).toMatchObject({ status: false, code: 'HANDOVER_SPENT' });
      expect((await site.browser().post(SIGN_IN, body(identity))).body.code).toBe('HANDOVER_SPENT');
      expect((await browser.post(SIGN_IN, body(identity))).body.status).toBe(true);
      expect((await browser.post(SIGN_IN, body(identity))).body.code).toBe('HANDOVER_SPENT');
    });

    test('forged state, wrong nonce, wrong challenge, another browser, another host: nobody is signed in', async () => {
      const sessions = await countOf('sessions');
      const people = await countOf('users');
      const browser = site.browser();
      const forged = await consent(await begin(browser), 'g-1001');
      forged.searchParams.set('state', 'google.forged');
      expect((await complete(browser, forged)).body.code).toBe('HANDOVER_SPENT');
      for (const [name, value] of [
        ['nonce', 'another-nonce-than-ours'],
        ['code_challenge', 'A'.repeat(43)],
      ] as const) {
        const authorize = await begin(browser);
        authorize.searchParams.set(name, value);
        expect((await complete(browser, await consent(authorize, 'g-1001'))).body.code).toBe('SOCIAL_REFUSED');
      }
      const other = await consent(await begin(browser), 'g-1001');
      expect((await complete(site.browser(), other)).body.code).toBe('HANDOVER_SPENT');
      const neem = site.browser({ host: 'neem.localhost' });
      neem.cookie = browser.cookie;
      expect((await complete(neem, other)).body.code).toBe('HANDOVER_SPENT');
      expect((await complete(browser, await consent(await begin(browser), 'g-1001', 'no'))).body.code).toBe('SOCIAL_REFUSED');
      expect((await browser.post(START, { url: 'nothing' })).http).toBe(400);
      expect(await countOf('sessions')).toBe(sessions);
      expect(await countOf('users')).toBe(people);
    });

    test('an e-mail Google has not verified is nobody’s; another name than the confirmed one is refused', async () => {
      const browser = site.browser();
      expect((await complete(browser, await consent(await begin(browser), 'g-1003'))).body.code).toBe('SOCIAL_REFUSED');
      const { data: identity } = (await complete(browser, await consent(await begin(browser), 'g-1001'))).body;
      expect((await browser.post(SIGN_IN, body(identity, { username: 'admin@vimarsh.example.com' }))).body.code).toBe('SOCIAL_REFUSED');
    });

    test('an account that only claims the address is not taken over', async () => {
      const browser = site.browser({ host: 'neem.localhost' });
      const claimed = await signUp(site, browser, '7123450001', 'Claims Leela');
      await site.platform.db.updateTable('users').set({ email: 'leela.menon@gmail.example.com' }).where('id', '=', claimed.body.user_id).execute();
      const { data: identity } = (await complete(browser, await consent(await begin(browser), 'g-1001'))).body;
      expect((await browser.post(SIGN_IN, body(identity, { broker_id: 9 }))).body).toMatchObject({ status: false, code: 'USER_EXISTS' });
      await site.platform.db.updateTable('users').set({ email_verified: true }).where('id', '=', claimed.body.user_id).execute();
      const again = (await complete(browser, await consent(await begin(browser), 'g-1001'))).body.data;
      expect((await browser.post(SIGN_IN, body(again, { broker_id: 11 }))).body.code).toBe('FORBIDDEN');
      expect((await browser.post(SIGN_IN, body(again, { broker_id: 9 }))).body).toMatchObject({ status: true, user_id: claimed.body.user_id });
    });

    test('the provider sends nobody to an unregistered address', async () => {
      const authorize = await begin(site.browser());
      authorize.searchParams.set('redirect_uri', 'https://evil.example/login');
      expect((await site.platform.app.inject({ url: authorize.pathname + authorize.search })).statusCode).toBe(400);
    });

    test('google_enable is set where people have accounts of ours', async () => {
      const option = async (host: string) => (await site.browser({ host }).post('/auth/v1/broker/list', {})).body.auth_option.google_enable;
      expect(await option('localhost')).toBe(true);
      expect(await option('neem.localhost')).toBe(true);
      expect(await option('palash.localhost')).toBe(false);
    });
  });
}

test('without keys of a provider and without the demo it is off: not offered, and refused when asked for (S7-SOCIAL-O01)', async () => {
  const site = await openSite('pglite', () => {}, { settings: { DEMO: 'off' } });
  try {
    const browser = site.browser();
    expect((await browser.post('/auth/v1/broker/list', {})).body.auth_option.google_enable).toBe(false);
    const url = 'http://localhost:4000/login?code=x&state=google.x';
    for (const answer of [await browser.get('/auth/v1/social/google'), await browser.post('/auth/v1/social/google', { url })])
      expect(answer.body).toMatchObject({ status: false, code: 'SOCIAL_OFF', redirect: '' });
    expect((await browser.get('/__google/.well-known/openid-configuration')).http).toBe(404);
  } finally {
    await site.close();
  }
});

test.each([
  ['500', () => new Response('{}', { status: 500 })],
  ['HTML', () => new Response('<title>Sorry</title>', { headers: { 'content-type': 'text/html' } })],
  ['another issuer', () => Response.json({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/a' })],
  [
    'no answer',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('a provider that does not answer as it should is named as the one at fault: %s', async (_what, answer) => {
  const google = createGoogle({ issuer: 'https://accounts.example', client_id: 'c', client_secret: 's', fetch: async () => answer() });
  await expect(google.begin('https://x.example/login')).rejects.toMatchObject({ code: 'SOCIAL_AWAY' });
});
