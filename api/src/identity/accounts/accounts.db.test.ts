import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { type Browser, freshMobile, openSite, otpBody, PASSWORD, type Reply, type Site, signInBody, signUp } from '../site.testing.ts';

const NEW_PASSWORD = 'Another#2027';
const MINUTE = 60_000;

describe.each(await featureDatabase())('accounts and passwords on %s', (kind) => {
  let site: Site;
  let people = 0;
  beforeAll(async () => {
    site = await openSite(kind);
  });
  afterAll(() => site.close());

  const freshMail = () => `person${++people}@mail.example.com`;
  const account = (email: string) => ({ full_name: 'Asha Rao', email, password: PASSWORD, profession: 'RETAIL_INVESTOR' });
  const begin = (browser: Browser, username: string) => browser.post('/auth/v1/forgot_password_otp', { username });
  const verify = (browser: Browser, user_id: string, otp: number) => browser.post('/auth/v1/verify_otp', { user_id, otp });
  const setNew = (browser: Browser, user_id: string, password = NEW_PASSWORD) => browser.post('/auth/v1/set_new_password', { user_id, password });
  const mails = async (to: string) => (await site.platform.outbox.list(site.platform.db, to)).length;

  async function createAccount(browser = site.browser()): Promise<{ email: string; browser: Browser }> {
    const email = freshMail();
    const begun = await browser.post('/auth/v1/create_user', account(email));
    const made = await verify(browser, begun.body.user_id, await site.otp(email));
    expect(made.body).toMatchObject({ status: true, redirect: '/login' });
    return { email, browser };
  }
  /** A right code for the account's forgotten password; what proves it comes back. */
  async function proof(browser: Browser, username: string, outbox = username): Promise<string> {
    const begun = await begin(browser, username);
    expect(begun.body).toMatchObject({ status: true });
    return (await verify(browser, begun.body.user_id, await site.otp(outbox))).body.user_id;
  }
  const shape = ({ body }: Reply) => ({ ...body, user_id: typeof body.user_id, data: { ...body.data, sent_to: '', message: '' }, message: '' });

  test('an account by e-mail exists once its OTP is proven, and signs in with its password', async () => {
    const browser = site.browser();
    const email = freshMail();
    const begun = await browser.post('/auth/v1/create_user', account(email));
    expect(begun.body).toMatchObject({ status: true, redirect: '/verify-otp', data: { resend_after: 30, expires_in: 300 } });
    expect((await browser.post('/auth/v1/sign_in', signInBody(email))).body).toMatchObject({ status: false, code: 'CREDENTIALS' });
    const made = await verify(browser, begun.body.user_id, await site.otp(email));
    expect(made.body).toMatchObject({ status: true, redirect: '/login' });
    const signedIn = await browser.post('/auth/v1/sign_in', signInBody(email));
    expect(signedIn.body).toMatchObject({ status: true, user_id: made.body.user_id, profile_data: { email, email_verified: true, full_name: 'Asha Rao' } });
  });

  test('each of the five calls answers status, validation, redirect and user_id, done or refused (S7-PROFILE-13)', async () => {
    const { email, browser } = await createAccount();
    const begun = await begin(browser, email);
    site.clock.forward(30_000);
    const again = await browser.post('/auth/v1/resend_otp', { user_id: begun.body.user_id });
    const proven = await verify(browser, again.body.user_id, await site.otp(email));
    const set = await setNew(browser, proven.body.user_id);
    const created = await browser.post('/auth/v1/create_user', account(freshMail()));
    for (const { body } of [begun, again, proven, set, created])
      expect(body).toMatchObject({ status: true, validation: expect.any(String), redirect: expect.any(String), user_id: expect.stringMatching(/./) });
    expect((await setNew(browser, proven.body.user_id)).body).toMatchObject({ status: false, validation: expect.stringMatching(/./), redirect: '' });
  });

  test('create user and set new password refuse weak passwords with a sentence (S5-USER-15)', async () => {
    const browser = site.browser();
    const weak = await browser.post('/auth/v1/create_user', { ...account(freshMail()), password: 'abc' });
    expect(weak.body).toMatchObject({ status: false, code: 'BAD_REQUEST', problems: [{ path: 'password' }] });
    expect(weak.body.validation).toContain('at least 8 characters');
    const { email } = await createAccount(browser);
    const handle = await proof(browser, email);
    expect((await setNew(browser, handle, 'abc')).body).toMatchObject({ status: false, problems: [{ path: 'password' }] });
    expect((await setNew(browser, handle)).body.status, 'the proof was not used up by the refusal').toBe(true);
  });

  test('a stranger who asks for a code leaves the one the owner asked for', async () => {
    const { email, browser } = await createAccount();
    await browser.post('/auth/v1/sign_in', signInBody(email));
    const begun = await begin(browser, email);
    const code = await site.otp(email);
    const stranger = site.browser({ ip: '198.51.100.7' });
    expect((await begin(stranger, email)).body.status).toBe(true);
    const proven = await verify(browser, begun.body.user_id, code);
    expect(proven.body.status).toBe(true);
    expect((await setNew(browser, proven.body.user_id)).body.status).toBe(true);
  });

  test('known and unknown addresses get the same answers; only the right code says User already exists', async () => {
    const { email, browser } = await createAccount();
    const nobody = freshMail();
    const [known, unknown] = [await begin(browser, email), await begin(browser, nobody)];
    expect(shape(known)).toEqual(shape(unknown));
    expect(await mails(nobody)).toBe(0);
    expect((await verify(browser, unknown.body.user_id, 123_456)).body).toMatchObject({ code: 'OTP_WRONG' });

    site.clock.forward(61 * MINUTE);
    const taken = await browser.post('/auth/v1/create_user', account(email));
    expect(shape(taken)).toEqual(shape(await browser.post('/auth/v1/create_user', account(freshMail()))));
    expect((await verify(browser, taken.body.user_id, await site.otp(email))).body).toMatchObject({
      status: false,
      validation: 'User already exists',
      redirect: '',
    });
  });

  test('who asks for a forgotten password can’t tell by the work whether there is an account', async () => {
    const known = 'known.work@mail.example.com';
    const browser = site.browser();
    const begun = await browser.post('/auth/v1/create_user', { full_name: 'Asha Rao', email: known, password: PASSWORD, profession: 'RETAIL_INVESTOR' });
    await browser.post('/auth/v1/verify_otp', { user_id: begun.body.user_id, otp: await site.otp(known) });
    site.clock.forward(3_600_000);
    const tables = ['outbox_messages', 'challenges', 'audit_log'];
    const rows = async () =>
      Promise.all(
        tables.map(async (table) =>
          Number(
            (
              await site.platform.db
                .selectFrom(table)
                .select((eb) => eb.fn.countAll().as('count'))
                .executeTakeFirstOrThrow()
            ).count,
          ),
        ),
      );
    const work = async (username: string) => {
      const before = await rows();
      const { body } = await begin(site.browser(), username);
      const after = await rows();
      return { made: after.map((count, at) => count - before[at]!), said: Object.keys(body.data) };
    };
    expect(await work('nobody.work@mail.example.com')).toEqual(await work(known));
    expect(await site.platform.outbox.list(site.platform.db, 'nobody.work@mail.example.com')).toEqual([]);
    expect(await work('9898989898')).toEqual(await work('nobody2.work@mail.example.com'));
  });

  test('a forgotten password: OTP by mail, new password, every session ended, the old one worthless', async () => {
    const { email, browser } = await createAccount();
    const [here, there] = [await browser.post('/auth/v1/sign_in', signInBody(email)), await site.browser().post('/auth/v1/sign_in', signInBody(email))];
    const handle = await proof(browser, email);
    const set = await setNew(browser, handle);
    expect(set.body).toMatchObject({ status: true, redirect: '/login' });
    for (const { body } of [here, there]) expect((await browser.get('/auth/v1/profile', body.data.token)).http).toBe(401);
    expect((await browser.post('/auth/v1/sign_in', signInBody(email))).body.status).toBe(false);
    expect((await browser.post('/auth/v1/sign_in', signInBody(email, NEW_PASSWORD))).body.status).toBe(true);
    const [newest] = await site.platform.outbox.list(site.platform.db, email);
    expect(newest).toMatchObject({ channel: 'mail', subject: 'Your password was changed' });
  });

  test('by mobile number the OTP comes as SMS; a number no country has is refused with the words of the login', async () => {
    const browser = site.browser();
    const mobile = freshMobile();
    await signUp(site, browser, mobile);
    site.clock.forward(3 * MINUTE);
    const handle = await proof(browser, mobile, `+91${mobile}`);
    expect((await setNew(browser, handle)).body.status).toBe(true);
    const short = await begin(browser, '987654321');
    expect(short.body.validation).toBe('Mobile number must be 10 digits for the selected country code');
  });

  test('a proof works once, for fifteen minutes, on its own site only', async () => {
    const { email, browser } = await createAccount();
    const late = await proof(browser, email);
    site.clock.forward(15 * MINUTE + 1);
    expect((await setNew(browser, late)).body).toMatchObject({ code: 'OTP_SPENT' });
    const handle = await proof(browser, email);
    const partner = site.browser({ host: 'neem.localhost' });
    expect((await setNew(partner, handle)).body).toMatchObject({ code: 'OTP_SPENT' });
    const both = await Promise.all([setNew(browser, handle), setNew(browser, handle, 'Third$2028x')]);
    expect(both.map(({ body }) => body.status).sort()).toEqual([false, true]);
    expect((await setNew(browser, handle)).body).toMatchObject({ code: 'OTP_SPENT' });
  });

  test('five wrong codes burn an OTP, the right one comes too late; a handle that is not proven sets nothing', async () => {
    const { email, browser } = await createAccount();
    const { body } = await begin(browser, email);
    const code = await site.otp(email);
    expect((await setNew(browser, body.user_id)).body).toMatchObject({ code: 'OTP_SPENT' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(browser, body.user_id, code === 999_999 ? 100_000 : 999_999)));
    const looks = answers.filter((each) => each.body.code === 'OTP_WRONG');
    expect(looks.map(({ body: said }) => said.tries_left).toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect((await verify(browser, body.user_id, code)).body).toMatchObject({ code: 'OTP_SPENT' });
  });

  test('Resend OTP waits 30 s, then makes the code before it worthless and keeps the handle', async () => {
    const { email, browser } = await createAccount();
    const { body } = await begin(browser, email);
    const first = await site.otp(email);
    const soon = await browser.post('/auth/v1/resend_otp', { user_id: body.user_id });
    expect(soon.body).toMatchObject({ status: false, code: 'OTP_WAIT', validation: 'Wait before asking for another OTP.' });
    site.clock.forward(30_000);
    const again = await browser.post('/auth/v1/resend_otp', { user_id: body.user_id });
    expect(again.body).toMatchObject({ status: true, user_id: body.user_id, data: { resend_after: 60 } });
    const second = await site.otp(email);
    if (first !== second) expect((await verify(browser, body.user_id, first)).body).toMatchObject({ code: 'OTP_WRONG' });
    expect((await verify(browser, body.user_id, second)).body.status).toBe(true);
  });

  test('a flood for one mobile ends at five an hour, whether the login or the forgotten password asks', async () => {
    const browser = site.browser();
    const mobile = freshMobile();
    await signUp(site, browser, mobile);
    const ask = (turn: number) => (turn % 2 ? begin(browser, mobile) : browser.post('/auth/v1/generate_mobile_otp', otpBody(mobile, 'SIGN_IN')));
    const codes: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      site.clock.forward(2 * MINUTE);
      codes.push((await ask(turn)).body.code ?? 'sent');
    }
    expect(codes).toEqual(['sent', 'sent', 'sent', 'sent', 'RATE', 'RATE']);
  });

  test('a flood of strangers for one mailbox ends at twenty a day, under all of its names', async () => {
    const codes: string[] = [];
    for (let turn = 0; turn < 22; turn += 1) {
      const stranger = site.browser({ ip: `203.0.114.${turn}` });
      codes.push((await stranger.post('/auth/v1/create_user', account(`victim+${turn}@mail.example.com`))).body.code ?? 'sent');
    }
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 'sent'), 'RATE', 'RATE']);
    // Other mailboxes go on.
    expect((await site.browser({ ip: '203.0.114.99' }).post('/auth/v1/create_user', account(freshMail()))).body.status).toBe(true);
  });

  test('a flood from one address ends at twenty an hour, whoever it is for', async () => {
    const browser = site.browser({ ip: '203.0.113.77' });
    const statuses: number[] = [];
    for (let turn = 0; turn < 22; turn += 1) statuses.push((await begin(browser, freshMail())).http);
    expect(statuses.filter((http) => http === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429]);
  });

  test('change password: the current one is asked for, none of the last five comes back, other devices end when asked', async () => {
    const { email, browser } = await createAccount();
    const here = (await browser.post('/auth/v1/sign_in', signInBody(email))).body.data.token;
    const there = (await site.browser().post('/auth/v1/sign_in', signInBody(email))).body.data.token;
    const change = (current_password: string, new_password: string, sign_out_others = false) =>
      browser.post('/auth/v1/change_password', { current_password, new_password, sign_out_others }, here);
    expect((await change('Wrong@2026', NEW_PASSWORD)).body).toMatchObject({ code: 'CREDENTIALS', problems: [{ path: 'current_password' }] });
    expect((await change(PASSWORD, PASSWORD)).body).toMatchObject({ code: 'PASSWORD_REUSED' });
    expect((await change(PASSWORD, NEW_PASSWORD)).body).toMatchObject({ status: true, data: { ended: 0 } });
    expect((await browser.get('/auth/v1/profile', there)).http).toBe(200);
    expect((await change(NEW_PASSWORD, PASSWORD)).body).toMatchObject({ code: 'PASSWORD_REUSED' });
    site.clock.forward(1000);
    expect((await change(NEW_PASSWORD, 'Third$2028x', true)).body).toMatchObject({ status: true, data: { ended: 1 } });
    expect((await browser.get('/auth/v1/profile', there)).http).toBe(401);
    expect((await browser.get('/auth/v1/profile', here)).http).toBe(200);
    let present = 'Third$2028x';
    site.clock.forward(1000);
    for (const next of ['Fourth$2028', 'Fifth$20288', 'Sixth$20288']) {
      expect((await change(present, next)).body.status, next).toBe(true);
      present = next;
      site.clock.forward(1000);
    }
    expect((await change(present, PASSWORD)).body.status, 'what lies five passwords back is free again').toBe(true);
  });

  test('a change whose answer was lost is answered again for two minutes, to who knows both passwords', async () => {
    const { email, browser } = await createAccount();
    const { token } = (await browser.post('/auth/v1/sign_in', signInBody(email))).body.data;
    const change = async (current_password: string, new_password: string) =>
      (await browser.post('/auth/v1/change_password', { current_password, new_password, sign_out_others: true }, token)).body;
    expect(await change(PASSWORD, NEW_PASSWORD)).toMatchObject({ status: true });
    expect(await change(PASSWORD, NEW_PASSWORD)).toMatchObject({ status: true, data: { message: 'Password changed', ended: 0 } });
    expect(await change(PASSWORD, 'Third$2028x'), 'another wish').toMatchObject({ code: 'CREDENTIALS' });
    expect(await change('Wrong@2026', NEW_PASSWORD), 'not the one before').toMatchObject({ code: 'CREDENTIALS' });
    site.clock.forward(2 * MINUTE);
    expect(await change(PASSWORD, NEW_PASSWORD), 'too late').toMatchObject({ code: 'CREDENTIALS' });
  });

  test('guessing the current password in an open tab is locked after five tries', async () => {
    const { email, browser } = await createAccount();
    const { token } = (await browser.post('/auth/v1/sign_in', signInBody(email))).body.data;
    const guess = (current_password: string) =>
      browser.post('/auth/v1/change_password', { current_password, new_password: NEW_PASSWORD, sign_out_others: false }, token);
    const codes = [];
    for (let turn = 0; turn < 6; turn += 1) codes.push((await guess('Wrong@2026')).body.code);
    expect(codes).toEqual(['CREDENTIALS', 'CREDENTIALS', 'CREDENTIALS', 'CREDENTIALS', 'LOCKED_OUT', 'LOCKED_OUT']);
    expect((await guess(PASSWORD)).body).toMatchObject({ code: 'LOCKED_OUT', retry_after: 900 });
    site.clock.forward(16 * MINUTE);
  });

  test('ten wrong passwords lock the name for fifteen minutes; a new password by OTP opens it at once', async () => {
    const { email, browser } = await createAccount();
    const codes = [];
    for (let turn = 0; turn < 10; turn += 1) codes.push((await browser.post('/auth/v1/sign_in', signInBody(email, 'Wrong@2026'))).body.code);
    expect(codes.slice(0, 4)).toEqual(Array(4).fill('CREDENTIALS'));
    expect(codes.slice(4)).toEqual(Array(6).fill('LOCKED_OUT'));
    expect((await browser.post('/auth/v1/sign_in', signInBody(email))).body.code).toBe('LOCKED_OUT');
    expect((await setNew(browser, await proof(browser, email))).body.status).toBe(true);
    expect((await browser.post('/auth/v1/sign_in', signInBody(email, NEW_PASSWORD))).body.status).toBe(true);
  });

  test('whoever must change the password is told so by the login, and not after it', async () => {
    const { email, browser } = await createAccount();
    const first = await browser.post('/auth/v1/sign_in', signInBody(email));
    await site.platform.db.updateTable('users').set({ ask_password_for_change: true }).where('id', '=', first.body.user_id).execute();
    const asked = await browser.post('/auth/v1/sign_in', signInBody(email));
    expect(asked.body).toMatchObject({ ask_password_for_change: true });
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD, sign_out_others: false };
    expect((await browser.post('/auth/v1/change_password', body, asked.body.data.token)).body.status).toBe(true);
    expect((await browser.post('/auth/v1/sign_in', signInBody(email, NEW_PASSWORD))).body).toMatchObject({ ask_password_for_change: false });
  });

  test('who signs in by OTP only has no password to change', async () => {
    const browser = site.browser();
    const { token } = (await signUp(site, browser, freshMobile())).body.data;
    const body = { current_password: '', new_password: NEW_PASSWORD, sign_out_others: false };
    expect((await browser.post('/auth/v1/change_password', body, token)).body).toMatchObject({ code: 'NO_PASSWORD' });
  });
});
