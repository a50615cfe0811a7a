import { generateKeyPairSync } from 'node:crypto';
import { environment } from '@vimarsh/shared/contract/partners/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshMobile, openSite, otpBody, PASSWORD, type Site, signInBody, signUp } from '../identity/site.testing.ts';
import { featureDatabase, withPlatform } from '../platform/testing.ts';
import { createPartners } from './create-partners.ts';
import { demoAccessKey, seedDemoPartners } from './demo/demo.seed.ts';
import { demoAppKey, demoProofKey } from './demo/demo-app-key.ts';
import type { PartnersDb } from './partner.store.ts';

const LIST = '/auth/v1/broker/list';
const ENVIRONMENT = '/base/v1/environment';
const PROFILE = '/auth/v1/profile';

describe.each(await featureDatabase())('partners (%s)', (database) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(database);
  });
  afterAll(() => site.close());

  describe('which partner a host belongs to', () => {
    test.each([
      ['neem.localhost', 'neem'],
      ['NEEM.localhost:4000', 'neem'],
      ['advice.garnet-broking.in', 'garnet'],
      ['localhost', null],
      ['localhost:4000', null],
      ['unknown.localhost', null],
      ['', null],
    ])('%s → %s', (host, key) => {
      expect(site.partners.byHost(host)?.utm_source_str ?? null).toBe(key);
    });

    test('all fifty answer on their own host', () => {
      expect(site.partners.list()).toHaveLength(50);
      for (const { utm_source_str, brokerId } of ENVIRONMENTS) expect(site.partners.byHost(`${utm_source_str}.localhost`)?.brokerId).toBe(brokerId);
    });

    test('a visitor gets the environment of the host and no other', async () => {
      const { body } = await site.browser({ host: 'garnet.localhost' }).get(ENVIRONMENT);
      expect(environment.safeParse(body.data.environment).error).toBeUndefined();
      expect(body.data).toMatchObject({ brand: 'Garnet Broking', environment: { utm_source_str: 'garnet', tier: 'brokerWithPlans' } });
      expect(body.data.environment.hostUrl).toMatch(/^http:\/\/garnet\.localhost:\d+$/);
      expect(JSON.stringify(body)).not.toContain('Neem');
      expect((await site.browser().get(ENVIRONMENT)).body.data).toEqual({ environment: null, brand: 'vimarsh' });
    });
  });

  describe('media', () => {
    test('every environment’s logo is served as a cacheable image that can’t run anything', async () => {
      for (const { logo, utm_source } of site.partners.list()) {
        const { http, headers, body } = await site.browser().get(logo);
        expect(http).toBe(200);
        expect(headers).toMatchObject({
          'content-type': 'image/svg+xml; charset=utf-8',
          'cache-control': 'public, max-age=86400',
          'content-security-policy': expect.stringContaining('sandbox'),
        });
        expect(body).toContain(`<title>${utm_source}</title>`);
      }
    });

    test('banners that an environment names exist', async () => {
      const neem = site.partners.byKey('neem')!;
      const banners = [
        neem.chatBannerWeb,
        neem.chatBannerMobile,
        neem.chatSlidingBanner,
        neem.expertBuzzSlidingBanner,
        neem.newsSection,
        neem.landingPageBackground,
      ];
      for (const banner of banners) expect((await site.browser().get(banner!)).http).toBe(200);
    });

    test.each(['nobody.svg', 'neem-unknown.svg', 'neem.png', '..%2f..%2fetc%2fpasswd', 'NEEM.svg'])('%s is not found', async (file) => {
      expect(await site.browser().get(`/media/partners/${file}`)).toMatchObject({ http: 404, body: { status: false, code: 'NOT_FOUND' } });
    });
  });

  describe('access keys', () => {
    test('each partner has one bound to the demo’s partner site', () => {
      const key = demoAccessKey('neem', site.platform.config.SEED);
      expect(key).toMatch(/^pk_live_neem_[0-9a-f]{20}$/);
      expect(site.partners.accessKey(key)).toMatchObject({
        key,
        partner_key: 'neem',
        status: 'active',
        expires_at: null,
        widgets: expect.arrayContaining(['market-sentiment']),
      });
      expect(site.partners.accessKey(key)!.origins).toContain(`http://localhost:${site.platform.config.PARTNER_PORT}`);
      for (const { utm_source_str } of site.partners.list())
        expect(site.partners.accessKeysOf(utm_source_str).filter(({ status, proof_keys }) => status === 'active' && proof_keys === null)).toHaveLength(1);
    });

    test('revoked ones stay known as revoked; unknown ones are unknown', () => {
      expect(
        site.partners
          .accessKeysOf('neem')
          .map(({ status }) => status)
          .sort(),
      ).toEqual(['active', 'active', 'revoked']);
      expect(site.partners.accessKey('pk_live_neem_0')).toBeNull();
    });

    test('an admin replaces the public keys of a partner’s app; private keys, points on no curve and other keys are refused', async () => {
      const app = demoAppKey('neem', site.platform.config.SEED);
      const admin = site.browser();
      const { token_data } = (await admin.post('/auth/v1/sign_in', signInBody('admin@vimarsh.example.com'))).body;
      const set = (access_key: string, keys: object[]) => admin.post('/base/v1/access-keys/proof-keys', { access_key, keys }, token_data.access_token);
      const made = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const [shown, secret] = [made.publicKey, made.privateKey].map((key) => ({ ...key.export({ format: 'jwk' }), kid: 'next' }));
      for (const [access_key, keys, code] of [
        [app, [secret], 'BAD_REQUEST'],
        [app, [{ ...shown, x: 'A'.repeat(43) }], 'BAD_REQUEST'],
        [app, [shown, shown], 'BAD_REQUEST'],
        [app, [], 'BAD_REQUEST'],
        [demoAccessKey('neem', site.platform.config.SEED), [shown], 'BAD_REQUEST'],
        ['pk_app_none', [shown], 'KEY_UNKNOWN'],
      ] as const)
        expect((await set(access_key, [...keys] as object[])).body).toMatchObject({ status: false, code });
      const old = demoProofKey('neem', site.platform.config.SEED);
      expect(site.partners.accessKey(app)!.proof_keys).toEqual([old]);
      expect((await set(app, [shown!, old])).body.data).toEqual({ access_key: app, kids: ['next', old.kid] });
      expect(site.partners.accessKey(app)!.proof_keys).toEqual([shown, old]);
    });
  });

  describe('one partner’s people and another’s', () => {
    test('one mobile number on two hosts makes two accounts that never meet', async () => {
      const mobile = freshMobile();
      const neem = site.browser({ host: 'neem.localhost' });
      const garnet = site.browser({ host: 'garnet.localhost' });
      const a = (await signUp(site, neem, mobile, 'Asha of Neem')).body;
      const b = (await signUp(site, garnet, mobile, 'Asha of Garnet')).body;
      expect(a.status && b.status).toBe(true);
      expect(a.user_id).not.toBe(b.user_id);
      expect(a.profile_data).toMatchObject({ utm_source: 'Neem Securities', full_name: 'Asha of Neem' });
      expect(b.profile_data.utm_source).toBe('Garnet Broking');

      expect(await garnet.get(PROFILE, a.token_data.access_token)).toMatchObject({ http: 401, body: { data: null } });
      expect(await site.browser().get(PROFILE, a.token_data.access_token)).toMatchObject({ http: 401 });
      garnet.cookie = neem.cookie;
      expect((await garnet.post('/auth/v1/refresh_token', { refresh_token: a.token_data.refresh_token })).body.code).toBe('SESSION_ENDED');
      expect((await garnet.post('/auth/v1/sign_out', { refresh_token: a.token_data.refresh_token })).body.data.ended).toBe(0);
      expect((await neem.get(PROFILE, a.token_data.access_token)).body.data.user_data.user_id).toBe(a.user_id);
    });

    test('an OTP of one host is worth nothing on another', async () => {
      const mobile = freshMobile();
      await site.browser({ host: 'neem.localhost' }).post('/auth/v1/generate_mobile_otp', otpBody(mobile, 'SIGN_UP'));
      const mobile_otp = await site.otp(`+91${mobile}`);
      const { body } = await site.browser({ host: 'garnet.localhost' }).post('/auth/v1/validate_otp_and_perform_signin_signup', {
        ...otpBody(mobile, 'SIGN_UP'),
        mobile_otp,
        full_name: 'Asha',
        profession: 'RETAIL_INVESTOR',
      });
      expect(body.code).toBe('OTP_SPENT');
    });

    test('passwords work only on the account’s own host', async () => {
      const codes = [];
      for (const host of ['localhost', 'garnet.localhost', 'neem.localhost']) {
        const { body } = await site.browser({ host }).post('/auth/v1/sign_in', signInBody('partner.without@mail.example.com'));
        codes.push(body.code ?? body.user_id);
      }
      expect(codes).toEqual(['CREDENTIALS', 'CREDENTIALS', 'usr_partner_without']);
    });

    test('an admin of the main site is a stranger on a partner’s', async () => {
      const { body } = await site.browser({ host: 'neem.localhost' }).post('/auth/v1/sign_in', signInBody('admin@vimarsh.example.com'));
      expect(body.code).toBe('CREDENTIALS');
    });

    test.each([
      ['another partner’s broker on a partner host', 'neem.localhost', 11, 403],
      ['the own broker', 'neem.localhost', 9, 200],
      ['a partner’s broker on the main host', 'localhost', 40, 403],
      ['a broker that direct users may link', 'localhost', 5, 200],
    ])('broker_id: %s', async (_what, host, broker_id, http) => {
      const answer = await site.browser({ host }).post('/auth/v1/generate_mobile_otp', { ...otpBody(freshMobile(), 'SIGN_IN'), broker_id });
      expect(answer.http).toBe(http);
    });

    test('where the list says that sign-up is closed, no call makes an account or signs anybody in, whatever the browser sends', async () => {
      const count = async () => (await sql<{ made: string }>`select count(*) as made from users`.execute(site.platform.db)).rows[0]!.made;
      const before = await count();
      const closed: string[] = [];
      for (const { utm_source_str } of site.partners.list()) {
        const browser = site.browser({ host: `${utm_source_str}.localhost` });
        const { sign_up, credential_enable } = (await browser.post(LIST, {})).body.auth_option;
        if (sign_up || credential_enable) continue;
        closed.push(utm_source_str);
        const email = `${utm_source_str}@mail.example.com`;
        const mobile = freshMobile();
        const newcomer = { full_name: 'Asha Rao', profession: 'RETAIL_INVESTOR', referral_code: '' };
        const person = { ...newcomer, mobile_otp: 123_456 };
        const social = { ...newcomer, username: email, sign_up_source: 'GMAIL', token: 'x', first_name: '', last_name: '' };
        const refused: [path: string, body: object, code: string][] = [
          ['generate_mobile_otp', otpBody(mobile, 'SIGN_UP'), 'SIGN_UP_CLOSED'],
          ['validate_otp_and_perform_signin_signup', { ...otpBody(mobile, 'SIGN_UP'), ...person }, 'SIGN_UP_CLOSED'],
          ['create_user', { ...newcomer, email, password: PASSWORD }, 'SIGN_UP_CLOSED'],
          ['generate_mobile_otp', otpBody(mobile, 'SIGN_IN'), 'SIGN_IN_CLOSED'],
          ['validate_otp_and_perform_signin_signup', { ...otpBody(mobile, 'SIGN_IN'), ...person }, 'SIGN_IN_CLOSED'],
          ['sign_in', signInBody(email), 'SIGN_IN_CLOSED'],
          ['forgot_password_otp', { username: email, country_code: '+91' }, 'SIGN_IN_CLOSED'],
          ['sign_in_with_social', social, 'SIGN_IN_CLOSED'],
        ];
        for (const [path, body, code] of refused)
          expect((await browser.post(`/auth/v1/${path}`, body)).body, `${path} at ${utm_source_str}`).toMatchObject({ status: false, code });
        expect(await site.platform.outbox.list(site.platform.db, `+91${mobile}`)).toEqual([]);
        expect(await site.platform.outbox.list(site.platform.db, email)).toEqual([]);
      }
      expect(closed).toEqual(['chambal', 'palash', 'opal', 'agate', 'onyx', 'carnelian']);
      expect(await count()).toBe(before);
    });

    test('sign-up that is closed while a code is on its way makes no account', async () => {
      const neem = site.partners.byKey('neem')! as { isVimarshAuth: boolean };
      const browser = site.browser({ host: 'neem.localhost' });
      const email = 'late@mail.example.com';
      const newcomer = { full_name: 'Asha Rao', email, password: PASSWORD, profession: 'RETAIL_INVESTOR', referral_code: '' };
      const { user_id } = (await browser.post('/auth/v1/create_user', newcomer)).body;
      neem.isVimarshAuth = false;
      const { body } = await browser.post('/auth/v1/verify_otp', { user_id, otp: await site.otp(email) });
      neem.isVimarshAuth = true;
      expect(body.code).toBe('SIGN_UP_CLOSED');
    });

    test('a customer of a partner without plans gets the partner’s bundle, a customer with plans does not', async () => {
      const bundled = (await signUp(site, site.browser({ host: 'neem.localhost' }), freshMobile())).body;
      expect(bundled.sub_plan_data).toMatchObject({ plan_name: 'Premium', promotional_plan: false });
      const own = (await signUp(site, site.browser({ host: 'garnet.localhost' }), freshMobile())).body;
      expect(own.sub_plan_data).toBeNull();
    });
  });

  test('a partner that comes, changes, breaks or goes is seen without a restart, on a node that was not told', async () => {
    await withPlatform({ database }, async (platform) => {
      const partners = await createPartners(platform, { everyMs: 20 });
      await platform.start();
      const db: PartnersDb = platform.db;
      const row = async (key: string) => (await db.selectFrom('partners').selectAll().where('key', '=', key).executeTakeFirstOrThrow()).environment;
      const write = (key: string, changes: object) => db.updateTable('partners').set(changes).where('key', '=', key).execute();
      const neem = await row('neem');
      const nameOf = (host: string) => partners.byHost(host)?.utm_source;

      await write('neem', { environment: JSON.stringify({ ...neem, utm_source: 'Neem Anew' }), host_url: 'https://advice.neem-anew.example' });
      await vi.waitFor(() => expect(nameOf('neem.localhost')).toBe('Neem Anew'), { timeout: 5_000 });
      expect(partners.accessKey(partners.ownKey().key)!.origins).toContain('https://advice.neem-anew.example');
      const answer = await platform.app.inject({ url: ENVIRONMENT, headers: { host: 'neem.localhost:4000' } });
      expect(answer.json().data).toMatchObject({ brand: 'Neem Anew', environment: { hostUrl: 'https://advice.neem-anew.example' } });

      const newcomer = { ...neem, utm_source: 'Quartz', utm_source_str: 'quartz', brokerId: 990_001 };
      await db
        .insertInto('partners')
        .values({ key: 'quartz', broker_id: 990_001, environment: JSON.stringify(newcomer), host_url: null })
        .execute();
      await vi.waitFor(() => expect(nameOf('quartz.localhost')).toBe('Quartz'), { timeout: 5_000 });

      // What is no environment leaves the partner as it was, and nobody else's change behind it.
      await write('neem', { environment: JSON.stringify({ utm_source_str: 'neem' }) });
      await write('quartz', { status: 'closed' });
      await vi.waitFor(() => expect(nameOf('quartz.localhost')).toBeUndefined(), { timeout: 5_000 });
      expect(nameOf('neem.localhost')).toBe('Neem Anew');
      expect(partners.list()).toHaveLength(50);
    });
  });

  test('an address that is none keeps one partner from coming or changing, and says whose it is; all others are served', async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => void (line.includes('a partner’s environment') && lines.push(line)) };
    await withPlatform({ database, log }, async (platform) => {
      const db: PartnersDb = platform.db;
      await seedDemoPartners(platform, new Date());
      const write = (key: string, host_url: string | null) => db.updateTable('partners').set({ host_url }).where('key', '=', key).execute();
      await write('neem', 'advice.neem.example');
      await db.updateTable('partners').set({ environment: 'null' }).where('key', '=', 'teak').execute();
      const partners = await createPartners(platform, { everyMs: 20 });
      await platform.start();
      expect(partners.list()).toHaveLength(48);
      expect(partners.byHost('neem.localhost')).toBeNull();

      await write('neem', 'https://advice.neem.example/');
      await vi.waitFor(() => expect(partners.byKey('neem')?.hostUrl).toBe('https://advice.neem.example'), { timeout: 5_000 });
      await write('neem', '');
      await write('garnet', 'https://advice.garnet.example');
      await vi.waitFor(() => expect(partners.byKey('garnet')?.hostUrl).toBe('https://advice.garnet.example'), { timeout: 5_000 });
      expect(partners.byKey('neem')?.hostUrl, 'as it was').toBe('https://advice.neem.example');
      expect(partners.ownKey().origins).toEqual(expect.arrayContaining(['https://advice.neem.example', 'https://advice.garnet.example']));
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ partner_key: 'neem', paths: ['hostUrl'] }),
      expect.objectContaining({ partner_key: 'teak', paths: expect.arrayContaining(['utm_source']) }),
      expect.objectContaining({ partner_key: 'neem', paths: ['hostUrl'] }),
    ]);
  });

  test('seeding again changes nothing', async () => {
    const count = async () => {
      const tables = ['partners', 'brokers', 'access_keys', 'users', 'subscriptions'] as const;
      return Promise.all(
        tables.map(
          async (table) =>
            (
              await site.platform.db
                .selectFrom(table)
                .select((eb) => eb.fn.countAll().as('n'))
                .executeTakeFirstOrThrow()
            ).n,
        ),
      );
    };
    const before = await count();
    await seedDemoPartners(site.platform, new Date());
    expect(await count()).toEqual(before);
    expect(before.slice(0, 3)).toEqual([50, 3, 52]);
  });
});
