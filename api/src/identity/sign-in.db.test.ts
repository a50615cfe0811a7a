import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../platform/testing.ts';
import { openSite, type Site, signInBody } from './site.testing.ts';

const SIGN_IN = '/auth/v1/sign_in';
const MINUTE = 60_000;

describe.each(await databases())('signing in with e-mail and password (%s)', (database) => {
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
    const guesses = Array.from({ length: 12 }, (_, i) =>
      site.browser().post(SIGN_IN, signInBody('promo@mail.example.com', i === 11 ? 'Vimarsh@2026' : `Wrong@${i}`)),
    );
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code ?? 'in');
    expect(codes.filter((code) => code === 'CREDENTIALS' || code === 'in').length).toBeLessThanOrEqual(5);
    expect(codes.filter((code) => code === 'LOCKED_OUT').length).toBeGreaterThanOrEqual(7);
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
