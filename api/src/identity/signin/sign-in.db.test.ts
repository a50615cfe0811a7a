import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { type Browser, openSite, type Site, signInBody } from '../site.testing.ts';

const SIGN_IN = '/auth/v1/sign_in';
const MINUTE = 60_000;

describe.each(await featureDatabase())('signing in with e-mail and password (%s)', (database) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(database);
  });
  afterAll(() => site.close());

  test('an investor signs in and gets the whole login answer (S7-SIGNIN-04)', async () => {
    const { http, body, headers } = await site.browser().post(SIGN_IN, signInBody('premium@mail.example.com'));
    expect(http).toBe(200);
    expect(body.status).toBe(true); // S3-LOGIN-01, S7-HTTP-09
    expect(body.validation).toBe(''); // S3-LOGIN-02, S7-HTTP-10
    expect(body.redirect).toBe('/experts-past-recommendations'); // S3-LOGIN-03, S7-HTTP-11
    expect(body.ask_password_for_change).toBe(false); // S3-LOGIN-04
    expect(body.profile_data).toMatchObject({ full_name: 'Rohan Deshpande', profession: 'Retail Investor' }); // S3-LOGIN-05
    expect(body.user_id).toBe('usr_premium'); // S3-LOGIN-06
    expect(body.data.token).toBe(body.token_data.access_token); // S3-LOGIN-07
    expect(body.data.redirect_url).toBe(''); // S3-LOGIN-08
    expect(body.token_data.access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/); // S3-LOGIN-09, S7-HTTP-12
    expect(body.token_data.refresh_token).toMatch(/^[\w-]+\.0\.[\w-]+$/); // S3-LOGIN-10, S7-HTTP-13
    expect(body.expire_in).toBe(8 * 3600); // S3-LOGIN-11, S7-HTTP-14
    expect(body.token_data.expire_in).toBe(8 * 3600);
    expect(body.count).toBe(1); // S3-LOGIN-12
    expect(body.sub_plan_data).toMatchObject({ plan_name: 'Premium', promotional_plan: false }); // S3-LOGIN-13
    expect(body).toHaveProperty('publisher_plan_data', null); // S3-LOGIN-14
    expect(headers['set-cookie']).toMatch(/^dsid=.*HttpOnly; SameSite=Lax$/);
  });

  test('the e-mail’s case does not matter, and sign-ins are counted', async () => {
    const again = await site.browser().post(SIGN_IN, signInBody('Premium@Mail.example.com'));
    expect(again.body.count).toBe(2);
  });

  test('an expert keeps the account’s profession whatever is sent (S7-SIGNIN-A01)', async () => {
    const { body } = await site.browser().post(SIGN_IN, signInBody('ananya@experts.example.com'));
    expect(body.profile_data.profession).toBe('Analyst');
    expect(body.user_data.roles).toEqual(['Analyst']);
    expect(body.publisher_plan_data.plan_name).toBe('Publisher');
  });

  test('a wrong password gets a sentence and nothing else (S3-LOGIN-15, S7-SIGNIN-04)', async () => {
    const { http, body, headers } = await site.browser().post(SIGN_IN, signInBody('free@mail.example.com', 'Wrong@2026'));
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: false, validation: 'The e-mail or password is not right.', redirect: '', data: null, code: 'CREDENTIALS' });
    for (const extra of ['token_data', 'profile_data', 'user_id', 'expire_in']) expect(body).not.toHaveProperty(extra);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('known and unknown names look alike, try by try', async () => {
    const tries = async (name: string) => {
      const answers = [];
      for (let i = 0; i < 7; i++) {
        const { http, body } = await site.browser().post(SIGN_IN, signInBody(name, `Wrong@${i}`));
        const { request_id: _, ...rest } = body;
        answers.push({ http, ...rest });
      }
      return answers;
    };
    expect(await tries('lite@mail.example.com')).toEqual(await tries('nobody@mail.example.com'));
  });

  test('five wrong passwords lock the name for 15 minutes, even for the right one', async () => {
    const browser = site.browser();
    for (const tries_left of [4, 3, 2, 1])
      expect((await browser.post(SIGN_IN, signInBody('pro@mail.example.com', 'Wrong@2026'))).body).toMatchObject({ code: 'CREDENTIALS', tries_left });
    const locked = async (password?: string) => (await browser.post(SIGN_IN, signInBody('pro@mail.example.com', password))).body;
    expect(await locked('Wrong@2026')).toMatchObject({ code: 'LOCKED_OUT', retry_after: 900 });
    site.clock.forward(5 * MINUTE);
    expect(await locked()).toMatchObject({ code: 'LOCKED_OUT', retry_after: 600 });
    site.clock.forward(10 * MINUTE - 1);
    expect(await locked()).toMatchObject({ code: 'LOCKED_OUT', retry_after: 1 });
    site.clock.forward(1);
    expect((await browser.post(SIGN_IN, signInBody('pro@mail.example.com'))).body.status).toBe(true);
  });

  test('a right password forgets the wrong ones before it', async () => {
    const browser = site.browser();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) await browser.post(SIGN_IN, signInBody('chat@mail.example.com', 'Wrong@2026'));
      expect((await browser.post(SIGN_IN, signInBody('chat@mail.example.com'))).body.status).toBe(true);
    }
  });

  test('wrong passwords of long ago are forgotten', async () => {
    const browser = site.browser();
    for (let i = 0; i < 4; i++) await browser.post(SIGN_IN, signInBody('nri@mail.example.com', 'Wrong@2026'));
    site.clock.forward(15 * MINUTE);
    expect((await browser.post(SIGN_IN, signInBody('nri@mail.example.com', 'Wrong@2026'))).body.code).toBe('CREDENTIALS');
  });

  test('guesses sent all at once get no more than five looks', async () => {
    // All of them wrong: the right one, looked at among the first, would forget the tries before it and let others be looked at.
    const guesses = Array.from({ length: 12 }, (_, i) => site.browser().post(SIGN_IN, signInBody('promo@mail.example.com', `Wrong@${i}`)));
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'CREDENTIALS').length).toBeLessThanOrEqual(5);
    expect(codes.filter((code) => code === 'LOCKED_OUT').length).toBeGreaterThanOrEqual(7);
    expect((await site.browser().post(SIGN_IN, signInBody('promo@mail.example.com', 'Vimarsh@2026'))).body.code).toBe('LOCKED_OUT');
  });

  describe('a stranger who knows the name', () => {
    const strange = (n: number) => site.browser({ ip: `198.51.100.${n}` });
    const guess = async (browser: Browser, name: string) => (await browser.post(SIGN_IN, signInBody(name, 'Wrong@2026'))).body;

    test('locks out themselves, not who signs in from elsewhere', async () => {
      for (let i = 0; i < 4; i++) await guess(strange(1), 'lite@mail.example.com');
      expect((await guess(strange(1), 'lite@mail.example.com')).code).toBe('LOCKED_OUT');
      expect((await strange(2).post(SIGN_IN, signInBody('lite@mail.example.com'))).body.status).toBe(true);
      expect((await strange(1).post(SIGN_IN, signInBody('lite@mail.example.com'))).body.code).toBe('LOCKED_OUT');
    });

    test('with many addresses locks the other strangers, not the owner’s device nor the owner’s network', async () => {
      const name = 'premium@mail.example.com';
      const owner = site.browser({ ip: '192.0.2.1' });
      expect((await owner.post(SIGN_IN, signInBody(name))).body.status).toBe(true);
      const codes = [];
      for (let i = 0; i < 25; i++) codes.push((await guess(strange(100 + i), name)).code);
      expect(codes.slice(0, 24).every((code) => code === 'CREDENTIALS')).toBe(true);
      expect(codes[24]).toBe('LOCKED_OUT');
      expect((await strange(200).post(SIGN_IN, signInBody(name))).body).toMatchObject({ code: 'LOCKED_OUT', retry_after: 900 });
      expect((await site.browser({ ip: '192.0.2.1' }).post(SIGN_IN, signInBody(name))).body.status).toBe(true);
      const travelling = site.browser({ ip: '192.0.2.200' });
      travelling.cookie = owner.cookie;
      expect((await travelling.post(SIGN_IN, signInBody(name))).body.status).toBe(true);
    });

    test('is counted by their IPv6 network, and a device cookie they made up is nobody’s', async () => {
      const codes = [];
      for (let i = 1; i <= 6; i++) {
        const browser = site.browser({ ip: `2001:db8:9:1::${i}` });
        browser.cookie = `dsid=${String(i).repeat(43)}`;
        codes.push((await guess(browser, 'nri@mail.example.com')).code);
      }
      expect(codes.slice(3)).toEqual(['CREDENTIALS', 'LOCKED_OUT', 'LOCKED_OUT']);
    });

    test('who knows the owner’s network can’t close the owner’s device, and a device is not known to other names', async () => {
      const owner = site.browser({ ip: '192.0.2.50' });
      expect((await owner.post(SIGN_IN, signInBody('chat@mail.example.com'))).body.status).toBe(true);
      const neighbour = site.browser({ ip: '192.0.2.50' });
      for (let i = 0; i < 5; i++) await guess(neighbour, 'chat@mail.example.com');
      expect((await guess(neighbour, 'chat@mail.example.com')).code).toBe('LOCKED_OUT');
      expect((await owner.post(SIGN_IN, signInBody('chat@mail.example.com'))).body.status).toBe(true);
      // The same device, five guesses at another name: counted for the network, whatever the cookie.
      for (let i = 0; i < 5; i++) await guess(owner, 'promo@mail.example.com');
      expect((await guess(neighbour, 'promo@mail.example.com')).code).toBe('LOCKED_OUT');
    });

    test('with all networks of one IPv6 customer locks out that customer, not everybody', async () => {
      const name = 'one-prefix@mail.example.com';
      const codes = [];
      for (let i = 0; i < 25; i++) codes.push((await guess(site.browser({ ip: `2001:db8:77:${i}::1` }), name)).code);
      expect(codes.filter((code) => code === 'CREDENTIALS')).toHaveLength(9);
      expect((await guess(strange(210), name)).code).toBe('CREDENTIALS');
    });

    test('who knows the password does not make the wait longer by trying it', async () => {
      const name = 'lite@mail.example.com';
      for (let i = 0; i < 25; i++) await guess(site.browser({ ip: `203.0.113.${20 + i}` }), name);
      const owner = site.browser({ ip: '192.0.2.77' });
      site.clock.forward(10 * MINUTE);
      for (let i = 0; i < 8; i++) expect((await owner.post(SIGN_IN, signInBody(name))).body.code).toBe('LOCKED_OUT');
      site.clock.forward(5 * MINUTE);
      expect((await owner.post(SIGN_IN, signInBody(name))).body.status).toBe(true);
    });

    test('guesses of many networks at once get no more looks than all strangers have', async () => {
      const guesses = Array.from({ length: 40 }, (_, i) => guess(site.browser({ ip: `203.0.113.${100 + i}` }), 'nobody-else@mail.example.com'));
      const codes = (await Promise.all(guesses)).map(({ code }) => code);
      expect(codes.filter((code) => code === 'CREDENTIALS').length).toBeLessThanOrEqual(25);
      expect(codes.filter((code) => code === 'LOCKED_OUT').length).toBeGreaterThanOrEqual(15);
    });
  });

  test('one address can’t try names without end', async () => {
    const browser = site.browser({ ip: '203.0.113.9' });
    const answers = [];
    for (let i = 0; i < 61; i++) answers.push(await browser.post(SIGN_IN, signInBody(`guess${i}@mail.example.com`, 'x')));
    expect(answers[59]!.body.code).toBe('CREDENTIALS');
    expect(answers[60]).toMatchObject({ http: 429, body: { status: false, code: 'RATE' } });
    expect(answers[60]!.body.retry_after).toBeGreaterThan(0);
  });

  test.each([
    ['a number as password', { ...signInBody('free@mail.example.com'), password: 7 }],
    ['no username', { ...signInBody(''), username: '' }],
    ['another way to sign in', { ...signInBody('free@mail.example.com'), sign_in_with: 'MOBILE' }],
    ['U+0000 in the name', signInBody('free\u0000@mail.example.com')],
    ['half a surrogate pair', signInBody('free\ud800@mail.example.com')],
    ['a password of a megabyte', signInBody('free@mail.example.com', 'x'.repeat(200_000))],
  ])('refused without a 5xx: %s', async (_what, input) => {
    const { http, body } = await site.browser().post(SIGN_IN, input);
    expect(http).toBe(400);
    expect(body).toMatchObject({ status: false, code: 'BAD_REQUEST' });
  });
});
