import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { type Browser, freshMobile, openSite, otpBody, PASSWORD, type Site, signUp } from '../site.testing.ts';
import { LATE, LATE_OF_NETWORK, UNPROVEN, UNPROVEN_OF_NETWORK } from './otp.rules.ts';
import { unprovenKey } from './send-otp.ts';

const SEND = '/auth/v1/generate_mobile_otp';
const VERIFY = '/auth/v1/validate_otp_and_perform_signin_signup';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(await featureDatabase())('signing in and up by OTP (%s)', (database) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(database);
  });
  afterAll(() => site.close());

  const verify = (browser: Browser, mobile: string, mobile_otp: number, purpose: 'SIGN_IN' | 'SIGN_UP' = 'SIGN_IN') =>
    browser.post(VERIFY, { ...otpBody(mobile, purpose), mobile_otp, ...(purpose === 'SIGN_UP' && { full_name: 'Asha Rao', profession: 'RETAIL_INVESTOR' }) });
  const wrong = (code: number) => (code === 999_999 ? 100_000 : code + 1);

  test('a new investor signs up by OTP and is signed in (S7-OTP-10)', async () => {
    const mobile = freshMobile();
    const { body } = await signUp(site, site.browser(), mobile);
    expect(body).toMatchObject({ status: true, count: 1, sub_plan_data: null });
    expect(body.profile_data).toMatchObject({
      full_name: 'Asha Rao',
      first_name: 'Asha',
      last_name: 'Rao',
      mobile,
      mobile_verified: true,
      profession: 'Retail Investor',
    });
    expect(body.token_data.access_token).not.toBe('');
  });

  test.each(['A\u200bB', 'Asha Rao ✔', 'Asha (verified)'])('the name %j, which hides something or wears a badge, makes no account', async (full_name) => {
    const { http, body } = await signUp(site, site.browser(), freshMobile(), full_name);
    expect([http, body.code, body.problems?.[0]?.path]).toEqual([400, 'BAD_REQUEST', 'full_name']);
  });

  test('an expert signs up as Market Expert', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_UP'));
    const mobile_otp = await site.otp(`+91${mobile}`);
    const { body } = await browser.post(VERIFY, {
      ...otpBody(mobile, 'SIGN_UP'),
      mobile_otp,
      full_name: 'Ravi Menon',
      profession: 'MARKET_EXPERT',
      referral_code: 'R1',
    });
    expect(body.profile_data.profession).toBe('Market Expert');
    expect(body.user_data.roles).toEqual(['Market Expert']);
  });

  test('the owner of an account signs in by OTP; the code works once', async () => {
    const browser = site.browser();
    const sent = await browser.post(SEND, otpBody('9000000004', 'SIGN_IN'));
    // S7-OTP-04, read with the stance on enumeration: status and message for every number, the verify step tells.
    expect(sent.body).toMatchObject({ status: true, validation: '', message: 'OTP sent to your mobile number', data: { resend_after: 30, expires_in: 300 } });
    const code = await site.otp('+919000000004');
    expect((await verify(browser, '9000000004', code)).body).toMatchObject({ status: true, user_id: 'usr_premium' });
    expect((await verify(browser, '9000000004', code)).body).toMatchObject({ status: false, code: 'OTP_SPENT' });
  });

  test.each(['09000000004', '\u202a(+91) 90000\u200b 00004\u202c', '\ufeff0091-90000-\u206000004', '९०००० ००००४'])(
    'a number written as %j is the same, and a code may come with its message',
    async (written) => {
      const browser = site.browser();
      await browser.post(SEND, otpBody(written, 'SIGN_IN'));
      const code = String(await site.otp('+919000000004'));
      const proven = { ...otpBody(written, 'SIGN_IN'), mobile_otp: `\u202aYour code is ${code.slice(0, 3)}-\u200b${code.slice(3)}.\ufeff` };
      expect((await browser.post(VERIFY, proven)).body).toMatchObject({ status: true, user_id: 'usr_premium' });
    },
  );

  test('a code with letters is refused in words and costs no try', async () => {
    const browser = site.browser();
    const mobile = freshMobile();
    await browser.post(SEND, otpBody(mobile, 'SIGN_UP'));
    const code = await site.otp(`+91${mobile}`);
    const letters = await browser.post(VERIFY, { ...otpBody(mobile, 'SIGN_UP'), mobile_otp: '12a4', full_name: 'Asha Rao', profession: 'RETAIL_INVESTOR' });
    expect(letters.body).toMatchObject({ code: 'BAD_REQUEST', problems: [{ path: 'mobile_otp', message: 'Mobile number be valid numbers only' }] });
    expect((await verify(browser, mobile, wrong(code), 'SIGN_UP')).body).toMatchObject({ code: 'OTP_WRONG', tries_left: 4 });
    expect((await verify(browser, mobile, code, 'SIGN_UP')).body).toMatchObject({ status: true });
  });

  test('sending answers the same for a known and an unknown number', async () => {
    const answers = [];
    for (const mobile of ['9000000005', freshMobile()])
      for (const purpose of ['SIGN_IN', 'SIGN_UP'] as const) {
        const { http, body } = await site.browser().post(SEND, otpBody(mobile, purpose));
        const { request_id: _, ...rest } = body;
        answers.push(JSON.stringify({ http, ...rest }));
        site.clock.forward(31_000);
      }
    expect(answers[0]).toBe(answers[2]);
    expect(answers[1]).toBe(answers[3]);
  });

  test('only a correct code tells that there is no account, without ending a session (S8-ERR-A03)', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_IN'));
    const code = await site.otp(`+91${mobile}`);
    expect((await verify(browser, mobile, wrong(code))).body).toMatchObject({ status: false, validation: 'Please enter valid OTP', code: 'OTP_WRONG' });
    expect((await verify(browser, mobile, code)).body).toMatchObject({ status: false, validation: 'Account not found', redirect: '' });
  });

  test('only a correct code tells that the account exists; then signing in needs no waiting (S8-ERR-A03)', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await signUp(site, browser, mobile);
    const { body } = await signUp(site, browser, mobile);
    expect(body).toMatchObject({ status: false, validation: 'User already exists', redirect: '' });
    expect((await browser.post(SEND, otpBody(mobile, 'SIGN_IN'))).body.status).toBe(true);
    expect((await verify(browser, mobile, await site.otp(`+91${mobile}`))).body.status).toBe(true);
  });

  test('all unproven numbers together have a ceiling an hour at one site: beyond it each network waits for its turn, and known ones sign in', async () => {
    const host = 'garnet.localhost';
    const visitor = (n: number) => site.browser({ host, ip: `203.0.113.${n}` });
    const known = freshMobile();
    await signUp(site, site.browser({ host }), known);
    site.clock.forward(HOUR);
    const sms = { country_code: '+91', mobile: '' };
    const key = unprovenKey('garnet', sms);
    for (let n = 0; n < UNPROVEN.max - 1; n += 1) await site.platform.limits.take(key, UNPROVEN);
    // The last of the hour, and the first beyond it of this network.
    for (const n of [1, 6]) expect((await visitor(n).post(SEND, otpBody(freshMobile(), 'SIGN_UP'))).body.status).toBe(true);

    const sentTo = async (mobile: string) => (await site.platform.outbox.list(site.platform.db, `+91${mobile}`)).length;
    const [before, invented] = [await sentTo(known), freshMobile()];
    for (const mobile of [known, invented]) {
      const { http, body } = await visitor(2).post(SEND, otpBody(mobile, 'SIGN_UP'));
      expect({ http, code: body.code, said: body.validation }).toMatchObject({ http: 429, code: 'RATE', said: expect.stringContaining('signing up here') });
      expect(body.retry_after).toBeLessThanOrEqual(LATE_OF_NETWORK.perSeconds);
    }
    // Whoever comes from elsewhere signs up meanwhile: nobody shuts the door for everybody.
    const elsewhere = [site.browser({ host, ip: '198.51.100.7' }), site.browser({ host, ip: '2001:db8:5::7' })];
    for (const other of elsewhere) expect((await signUp(site, other, freshMobile())).body.status).toBe(true);
    // Signing in is answered alike, and only the known number gets a code.
    const answers = [];
    for (const mobile of [known, invented]) {
      const { request_id: _, ...rest } = (await visitor(3).post(SEND, otpBody(mobile, 'SIGN_IN'))).body;
      answers.push(rest);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await sentTo(known)).toBe(before + 1);
    expect(await sentTo(invented)).toBe(0);
    expect((await verify(visitor(3), known, await site.otp(`+91${known}`))).body.status).toBe(true);

    // Another site, and mails, have their own.
    expect((await site.browser({ host: 'neem.localhost', ip: '203.0.113.4' }).post(SEND, otpBody(freshMobile(), 'SIGN_UP'))).body.status).toBe(true);
    const mail = { full_name: 'Asha Rao', email: `${invented}@mail.example.com`, password: PASSWORD, profession: 'RETAIL_INVESTOR', referral_code: '' };
    expect((await visitor(5).post('/auth/v1/create_user', mail)).body.status).toBe(true);
  });

  test('one network of a provider has its share of a site’s codes, and leaves the others theirs', async () => {
    const host = 'garnet.localhost';
    site.clock.forward(2 * HOUR);
    const sms = { country_code: '+91', mobile: '' };
    for (let n = 0; n < UNPROVEN_OF_NETWORK.max; n += 1)
      await site.platform.limits.take(`${unprovenKey('garnet', sms)} from 192.0.2.0/24`, UNPROVEN_OF_NETWORK);
    const refused = await site.browser({ host, ip: '192.0.2.200' }).post(SEND, otpBody(freshMobile(), 'SIGN_UP'));
    expect(refused.body).toMatchObject({ code: 'RATE', validation: expect.stringContaining('from your network') });
    const feigned = freshMobile();
    expect((await site.browser({ host, ip: '192.0.2.201' }).post(SEND, otpBody(feigned, 'SIGN_IN'))).body.status).toBe(true);
    expect(await site.platform.outbox.list(site.platform.db, `+91${feigned}`)).toHaveLength(0);
    expect((await signUp(site, site.browser({ host, ip: '192.0.3.200' }), freshMobile())).body.status).toBe(true);
    // What an hour can cost is bounded all the same.
    expect(UNPROVEN.max + LATE.max).toBe(10_000);
  });

  test('five wrong codes use the OTP up; the right one comes too late', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_IN'));
    const code = await site.otp(`+91${mobile}`);
    for (const tries_left of [4, 3, 2, 1, 0]) expect((await verify(browser, mobile, wrong(code))).body).toMatchObject({ code: 'OTP_WRONG', tries_left });
    expect((await verify(browser, mobile, code)).body.code).toBe('OTP_SPENT');
  });

  test('many guesses at once get five looks', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_IN'));
    const code = await site.otp(`+91${mobile}`);
    const codes = (await Promise.all(Array.from({ length: 12 }, () => verify(browser, mobile, wrong(code))))).map(({ body }) => body.code);
    expect(codes.filter((one) => one === 'OTP_WRONG')).toHaveLength(5);
    expect(codes.filter((one) => one === 'OTP_SPENT')).toHaveLength(7);
  });

  test('of two correct codes at once one wins, and one account is made', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_UP'));
    const code = await site.otp(`+91${mobile}`);
    const answers = await Promise.all([verify(browser, mobile, code, 'SIGN_UP'), verify(browser, mobile, code, 'SIGN_UP')]);
    expect(answers.map(({ body }) => body.code ?? 'in').sort()).toEqual(['OTP_SPENT', 'in']);
    const accounts = await site.platform.db.selectFrom('users').select('id').where('mobile', '=', mobile).execute();
    expect(accounts).toHaveLength(1);
  });

  test('an OTP lasts five minutes', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_IN'));
    const code = await site.otp(`+91${mobile}`);
    site.clock.forward(5 * MINUTE);
    expect((await verify(browser, mobile, code)).body.code).toBe('OTP_SPENT');
  });

  test('a new OTP replaces the one before; the next must wait 30, then 60 seconds', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_UP'));
    const first = await site.otp(`+91${mobile}`);
    expect((await browser.post(SEND, otpBody(mobile, 'SIGN_UP'))).body).toMatchObject({ status: false, code: 'OTP_WAIT', retry_after: 30 });
    site.clock.forward(30_000);
    expect((await browser.post(SEND, otpBody(mobile, 'SIGN_UP'))).body.data.resend_after).toBe(60);
    const second = await site.otp(`+91${mobile}`);
    if (first !== second) expect((await verify(browser, mobile, first, 'SIGN_UP')).body.code).toBe('OTP_WRONG');
    expect((await verify(browser, mobile, second, 'SIGN_UP')).body.status).toBe(true);
  });

  test('two requests at once send one OTP', async () => {
    const mobile = freshMobile();
    const answers = await Promise.all([1, 2, 3].map(() => site.browser().post(SEND, otpBody(mobile, 'SIGN_IN'))));
    expect(answers.map(({ body }) => body.code ?? 'sent').sort()).toEqual(['OTP_WAIT', 'OTP_WAIT', 'sent']);
  });

  test('a number gets five an hour and ten a day, on all sites together', async () => {
    const mobile = freshMobile();
    const send = (host: string) => site.browser({ host }).post(SEND, otpBody(mobile, 'SIGN_IN'));
    for (let i = 0; i < 5; i++) {
      expect((await send(i % 2 ? 'neem.localhost' : 'localhost')).body.status).toBe(true);
      site.clock.forward(2 * MINUTE);
    }
    expect(await send('garnet.localhost')).toMatchObject({ http: 429, body: { code: 'RATE', retry_after: 50 * 60 } });
    site.clock.forward(50 * MINUTE);
    for (let i = 0; i < 5; i++) {
      expect((await send('localhost')).body.status).toBe(true);
      site.clock.forward(13 * MINUTE);
    }
    site.clock.forward(HOUR);
    expect((await send('localhost')).body.code).toBe('RATE');
    site.clock.forward(22 * HOUR);
    expect((await send('localhost')).body.status).toBe(true);
  });

  describe('a stranger who knows the number', () => {
    const strange = (n: number) => site.browser({ ip: `198.51.100.${n}` });

    test('does not use up the tries of the code its owner asked for', async () => {
      const mobile = freshMobile();
      const owner = site.browser();
      await owner.post(SEND, otpBody(mobile, 'SIGN_UP'));
      const code = await site.otp(`+91${mobile}`);
      const guess = (n: number) => verify(strange(n), mobile, wrong(code), 'SIGN_UP');
      for (const tries_left of [4, 3, 2, 1, 0]) expect((await guess(tries_left + 1)).body).toMatchObject({ code: 'OTP_WRONG', tries_left });
      // Five looks for all of them together, whatever cookie they make up.
      const liar = strange(9);
      liar.cookie = `dsid=${'x'.repeat(43)}`;
      expect((await verify(liar, mobile, code, 'SIGN_UP')).body.code).toBe('OTP_SPENT');
      expect((await verify(owner, mobile, code, 'SIGN_UP')).body.status).toBe(true);
    });

    test('does not replace it by asking for another', async () => {
      const mobile = freshMobile();
      const owner = site.browser();
      await owner.post(SEND, otpBody(mobile, 'SIGN_UP'));
      const code = await site.otp(`+91${mobile}`);
      expect((await strange(10).post(SEND, otpBody(mobile, 'SIGN_UP'))).body.status).toBe(true);
      expect((await verify(owner, mobile, code, 'SIGN_UP')).body.status).toBe(true);
    });

    test('does not close it: the owner’s device and network have counts of their own, so have other strangers until there are many', async () => {
      const mobile = freshMobile();
      const owner = site.browser({ ip: '192.0.2.1' });
      await signUp(site, owner, mobile);
      site.clock.forward(24 * HOUR);
      for (let i = 0; i < 20; i++) {
        const { body } = await strange(20 + (i % 2)).post(SEND, otpBody(mobile, 'SIGN_IN'));
        expect(body.status).toBe(true);
        // The first two close for one network, not for the next.
        site.clock.forward(i % 2 ? 14 * MINUTE : 0);
      }
      expect((await strange(20).post(SEND, otpBody(mobile, 'SIGN_IN'))).body.code).toBe('RATE');
      expect((await strange(30).post(SEND, otpBody(mobile, 'SIGN_IN'))).body.code).toBe('RATE');
      expect((await site.browser({ ip: '192.0.2.1' }).post(SEND, otpBody(mobile, 'SIGN_IN'))).body.status).toBe(true);
      const travelling = site.browser({ ip: '192.0.2.200' });
      travelling.cookie = owner.cookie;
      expect((await travelling.post(SEND, otpBody(mobile, 'SIGN_IN'))).body.status).toBe(true);
      expect((await verify(travelling, mobile, await site.otp(`+91${mobile}`))).body.status).toBe(true);
    });
  });

  test('an address sends twenty an hour', async () => {
    const browser = site.browser({ ip: '203.0.113.20' });
    for (let i = 0; i < 20; i++) expect((await browser.post(SEND, otpBody(freshMobile(), 'SIGN_IN'))).body.status).toBe(true);
    expect((await browser.post(SEND, otpBody(freshMobile(), 'SIGN_IN'))).http).toBe(429);
  });

  test('a sign-in code does not sign up, nor the other way round', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_IN'));
    expect((await verify(browser, mobile, await site.otp(`+91${mobile}`), 'SIGN_UP')).body.code).toBe('OTP_SPENT');
  });

  test('country codes come with or without plus, numbers as text or number (S7-OTP-A02)', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    expect((await browser.post(SEND, { country_code: '91', mobile: Number(mobile), purpose: 'SIGN_IN' })).body.status).toBe(true);
    expect((await verify(browser, mobile, await site.otp(`+91${mobile}`))).body.validation).toBe('Account not found');
  });

  test.each([
    [
      'nine digits for India',
      { country_code: '+91', mobile: '900000000', purpose: 'SIGN_IN' },
      'Mobile number must be 10 digits for the selected country code',
    ],
    [
      'ten digits for Singapore',
      { country_code: '+65', mobile: '9000000000', purpose: 'SIGN_IN' },
      'Mobile number must be 8 digits for the selected country code',
    ],
    ['a country that is not served', { country_code: '+49', mobile: '9000000000', purpose: 'SIGN_IN' }, 'Please enter a valid Mobile number or Email ID'],
  ])('refused: %s', async (_what, input, sentence) => {
    const { http, body } = await site.browser().post(SEND, input);
    expect(http).toBe(400);
    expect(body).toMatchObject({ status: false, validation: sentence, problems: [{ path: 'mobile', message: sentence }] });
  });

  test.each([
    ['letters', { mobile: '98765abc43' }],
    ['a purpose of its own', { purpose: 'RESET' }],
    ['U+0000', { mobile: '98765\u000043' }],
    ['a code with letters', { mobile_otp: '12a456' }],
    ['a code of seven digits', { mobile_otp: 1_234_567 }],
  ])('refused without a 5xx: %s', async (_what, change) => {
    const { http } = await site.browser().post(VERIFY, { ...otpBody('9000000001', 'SIGN_IN'), mobile_otp: 123_456, ...change });
    expect(http).toBe(400);
  });

  test('signing up needs a name, and asking without one leaves the code alone', async () => {
    const mobile = freshMobile();
    const browser = site.browser();
    await browser.post(SEND, otpBody(mobile, 'SIGN_UP'));
    const mobile_otp = await site.otp(`+91${mobile}`);
    const nameless = await browser.post(VERIFY, { ...otpBody(mobile, 'SIGN_UP'), mobile_otp, full_name: '  ', profession: 'RETAIL_INVESTOR' });
    expect(nameless.body).toMatchObject({
      status: false,
      validation: 'Please fill all required details',
      problems: [{ path: 'full_name', message: 'Field is required' }],
    });
    expect((await verify(browser, mobile, mobile_otp, 'SIGN_UP')).body.status).toBe(true);
  });

  test('the code is stored as a MAC only', async () => {
    const mobile = freshMobile();
    await site.browser().post(SEND, otpBody(mobile, 'SIGN_IN'));
    const code = await site.otp(`+91${mobile}`);
    const rows = await site.platform.db.selectFrom('challenges').selectAll().where('subject', '=', `+91${mobile}`).execute();
    expect(JSON.stringify(rows)).not.toContain(String(code));
  });
});
