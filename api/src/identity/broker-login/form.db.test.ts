import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mobileOf } from '../../brokers/demo-customers.testing.ts';
import { eraseLinks } from '../../brokers/index.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { eraseDue } from '../privacy/erasure.ts';
import { type Browser, openSite, type Site } from '../site.testing.ts';

const RIGHT = 'Vimarsh@2026';
const WRONG = 'Canary-pa55-wrong';
const YEAR = '1990';
const environmentOf = (key: string) => ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === key)!;

for (const database of await featureDatabase()) {
  describe(`partner forms on ${database}`, () => {
    let site: Site;
    const logged: string[] = [];
    beforeAll(async () => {
      site = await openSite(database, () => {}, { log: { write: (line) => void logged.push(line) } });
    });
    afterAll(() => site.close());

    const at = (key: string, ip?: string) => site.browser({ host: `${key}.localhost`, ...(ip && { ip }) });
    const stepOne = (browser: Browser, route: string, broker_id: number, username = 'AB1001', password = RIGHT) =>
      browser.post(`/auth/v1/${route}/validate_user`, { broker_id, username, password });
    const stepTwo = (browser: Browser, route: string, broker_id: number, pin: string, more: object = {}) =>
      browser.post(`/auth/v1/${route}/validate_pin`, { broker_id, username: 'AB1001', pin, ...more });
    const otpOf = async (broker_id: number) => /^\d{6}/.exec((await site.platform.outbox.list(site.platform.db, mobileOf(broker_id, 'AB1001')))[0]!.text)![0];

    test('client ID and password, then the PIN (S7-PARTNER-02, S7-PARTNER-05)', async () => {
      const palash = at('palash');
      expect((await stepOne(palash, 'palash', 36, 'AB1001', WRONG)).body).toMatchObject({
        status: false,
        code: 'BROKER_CREDENTIALS',
        validation: expect.any(String),
      });
      expect((await stepOne(palash, 'palash', 36)).body).toMatchObject({ status: true, data: { factor: 'pin' } });
      expect((await stepTwo(palash, 'palash', 36, '0000')).body).toMatchObject({ status: false, code: 'BROKER_FACTOR' });
      const { body } = await stepTwo(palash, 'palash', 36, '4321');
      expect(body).toMatchObject({ status: true, profile_data: { full_name: 'Ketaki Bhosale', utm_source: 'Palash Wealth' } });
      expect((await palash.get('/auth/v1/profile', body.token_data.access_token)).body.status).toBe(true);
      // The step is over with it.
      expect((await stepTwo(palash, 'palash', 36, '4321')).body.code).toBe('BROKER_STEP');
    });

    test('the broker’s client ID stands in the copy of one’s data and is erased with the account: who comes again is somebody new', async () => {
      const enter = async () => {
        const palash = at('palash');
        await stepOne(palash, 'palash', 36);
        const { user_id, token_data } = (await stepTwo(palash, 'palash', 36, '4321')).body;
        return { palash, user_id, bearer: token_data.access_token as string };
      };
      const { palash, user_id, bearer } = await enter();
      expect((await palash.get('/auth/v1/export', bearer)).body.data.brokers).toMatchObject([{ broker_id: 36, client_id: 'AB1001' }]);
      await palash.post('/auth/v1/erasure', { on: true }, bearer);
      await eraseDue(
        site.platform,
        new Date(site.clock.now.getTime() + 48 * 3_600_000),
        [{ name: 'brokers', of: async () => null, erase: eraseLinks }],
        async () => undefined,
      );
      expect((await enter()).user_id).not.toBe(user_id);
    });

    test('an OTP with the token of step one, for the partner that has one', async () => {
      const agate = at('agate');
      const { data } = (await stepOne(agate, 'agate', 44)).body;
      expect(data).toMatchObject({ factor: 'otp', token: expect.stringMatching(/^[\w-]{22}$/) });
      const otp = await otpOf(44);
      expect((await stepTwo(agate, 'agate', 44, otp)).body.code).toBe('BROKER_STEP');
      expect((await stepTwo(agate, 'agate', 44, otp, { token: 'A'.repeat(22) })).body.code).toBe('BROKER_STEP');
      expect((await stepTwo(agate, 'agate', 44, otp, { token: data.token })).body.status).toBe(true);
    });

    test('brokers on one system share its route, each with its own answer to step two (S7-PARTNER-11)', async () => {
      for (const [key, broker_id, factor] of [
        ['onyx', 54, 'pin'],
        ['carnelian', 76, 'otp'],
      ] as const) {
        const { data } = (await stepOne(at(key), 'xts', broker_id)).body;
        expect(data).toMatchObject({ factor });
        expect(data.token).toBeUndefined();
      }
      expect((await stepOne(at('onyx'), 'xts', 76)).body.code).toBe('BROKER_UNKNOWN');
      expect((await stepOne(at('palash'), 'xts', 36)).body.code).toBe('BROKER_UNKNOWN');
      expect((await stepOne(at('garnet'), 'garnet', 11)).body.code).toBe('BROKER_UNKNOWN');
      expect((await stepOne(site.browser(), 'palash', 36)).body.code).toBe('BROKER_UNKNOWN');
    });

    test('each partner’s form has its key; any other key, and the key of another partner, is answered without a status (S7-PARTNER-O01)', async () => {
      expect(environmentOf('palash').partnerForm).toMatchObject({ route: 'palash', factor: 'pin' });
      expect(environmentOf('onyx').partnerForm).toMatchObject({ route: 'xts', factor: 'pin' });
      for (const [host, route, broker_id] of [
        ['palash', 'nosuch', 36],
        ['palash', 'xts', 36],
        ['palash', 'agate', 44],
        ['neem', 'neem', 9],
      ] as const)
        for (const answer of [await stepOne(at(host), route, broker_id), await stepTwo(at(host), route, broker_id, '4321')])
          expect(answer.body, `${route} at ${host}`).toMatchObject({ status: false, code: 'BROKER_UNKNOWN', validation: expect.any(String), data: null });
    });

    test('one form with a year of birth (S7-PARTNER-07)', async () => {
      const opal = at('opal');
      const form = { user_id: 'AB1002', broker_id: 38, password: RIGHT, factor2: YEAR };
      expect((await opal.post('/auth/v1/zebu/validate_user_pin', { ...form, factor2: '1991' })).body).toMatchObject({
        status: false,
        code: 'BROKER_CREDENTIALS',
      });
      expect((await opal.post('/auth/v1/zebu/validate_user_pin', form)).body).toMatchObject({ status: true, profile_data: { full_name: 'Imran Qazi' } });
      expect((await at('palash').post('/auth/v1/zebu/validate_user_pin', { ...form, broker_id: 36 })).body.code).toBe('BROKER_UNKNOWN');
    });

    test('a new OTP or PIN comes only into an open step, and the old OTP is over (S7-PARTNER-09)', async () => {
      const carnelian = at('carnelian');
      const ask = (browser: Browser) => browser.post('/trade/v1/regenerate_otp', { user_id: 'AB1001', broker_id: 76 });
      expect((await ask(carnelian)).body).toMatchObject({ status: false, code: 'BROKER_STEP', validation: expect.any(String) });
      await stepOne(carnelian, 'xts', 76);
      const first = await otpOf(76);
      expect((await ask(carnelian)).body).toMatchObject({ status: true, validation: '' });
      const second = await otpOf(76);
      expect((await ask(at('carnelian'))).body.code).toBe('BROKER_STEP');
      if (first !== second) expect((await stepTwo(carnelian, 'xts', 76, first)).body.code).toBe('BROKER_FACTOR');
      expect((await stepTwo(carnelian, 'xts', 76, second)).body.status).toBe(true);
    });

    test('step two belongs to the browser of step one, for five minutes and five tries', async () => {
      const palash = at('palash');
      await stepOne(palash, 'palash', 36);
      expect((await stepTwo(at('palash'), 'palash', 36, '4321')).body.code).toBe('BROKER_STEP');
      for (let tried = 0; tried < 5; tried += 1)
        expect((await stepTwo(palash, 'palash', 36, '0000')).body.code).toBe(tried < 4 ? 'BROKER_FACTOR' : 'LOCKED_OUT');
      expect((await stepTwo(palash, 'palash', 36, '4321')).body.code).toBe('BROKER_STEP');
      await stepOne(palash, 'palash', 36);
      site.clock.forward(5 * 60_000 + 1);
      expect((await stepTwo(palash, 'palash', 36, '4321')).body.code).toBe('BROKER_STEP');
    });

    test('five wrong passwords lock the client ID here, also for the right one', async () => {
      const onyx = at('onyx');
      const codes: string[] = [];
      for (let tried = 0; tried < 5; tried += 1) codes.push((await stepOne(onyx, 'xts', 54, 'AB1002', WRONG)).body.code);
      expect(codes).toEqual([...Array(4).fill('BROKER_CREDENTIALS'), 'LOCKED_OUT']);
      expect((await stepOne(onyx, 'xts', 54, 'ab1002')).body.code).toBe('LOCKED_OUT');
      site.clock.forward(15 * 60_000 + 1);
      expect((await stepOne(onyx, 'xts', 54, 'AB1002')).body.status).toBe(true);
    });

    test('wrong PINs are counted over all steps one: a right password gives no new tries, from however many networks', async () => {
      const guess = async (browser: Browser) => {
        await stepOne(browser, 'xts', 54, 'AB1001');
        return (await stepTwo(browser, 'xts', 54, '0000')).body.code;
      };
      const one = at('onyx', '203.0.113.7');
      const codes: string[] = [];
      for (let tried = 0; tried < 7; tried += 1) codes.push(await guess(one));
      expect(codes).toEqual([...Array(4).fill('BROKER_FACTOR'), ...Array(3).fill('LOCKED_OUT')]);
      // The right PIN is not told from a wrong one while it is locked.
      expect((await stepTwo(one, 'xts', 54, '4321')).body.code).toBe('LOCKED_OUT');
      site.clock.forward(15 * 60_000 + 1);
      for (let from = 1; from <= 20; from += 1) await guess(at('onyx', `203.0.113.${100 + from}`));
      site.clock.forward(15 * 60_000 + 1);
      expect(await guess(at('onyx', '203.0.113.200'))).toBe('RATE');
    });

    test('strangers lock a client out neither at a device it came in with nor on its network', async () => {
      const home = at('opal', '198.51.100.4');
      const form = { user_id: 'AB1001', broker_id: 38, password: RIGHT, factor2: YEAR };
      const enter = async (browser: Browser, password = RIGHT) => (await browser.post('/auth/v1/zebu/validate_user_pin', { ...form, password })).body;
      expect((await enter(home)).status).toBe(true);
      for (let from = 1; from <= 30; from += 1) await enter(at('opal', `203.0.113.${from}`), WRONG);
      expect((await enter(at('opal', '203.0.113.99'))).code).toBe('LOCKED_OUT');
      expect((await enter(at('opal', '198.51.100.4'))).status).toBe(true);
      const away = at('opal', '192.0.2.55');
      away.cookie = home.cookie;
      expect((await enter(away)).status).toBe(true);
    });

    test('no password, PIN or year of birth is in the logs or anywhere in the database', async () => {
      const opal = at('opal');
      const canaries = ['Canary-0ne-pw', 'Canary-tw0-pin', '1947canary'];
      await opal.post('/auth/v1/zebu/validate_user_pin', { user_id: 'AB1002', broker_id: 38, password: canaries[0], factor2: canaries[2] });
      await opal.post('/auth/v1/zebu/validate_user_pin', { user_id: 'AB1002', broker_id: 38, password: canaries[0], factor2: 'x'.repeat(400) });
      const palash = at('palash');
      await stepOne(palash, 'palash', 36, 'AB1002', canaries[0]);
      await stepOne(palash, 'palash', 36);
      await stepTwo(palash, 'palash', 36, canaries[1]!);
      site.platform.log.info({ marker: 'the log is being read' }, 'marker');

      const { rows: tables } = await sql<{ name: string }>`
        select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`.execute(site.platform.db);
      let everything = '';
      for (const { name } of tables) {
        const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(site.platform.db);
        everything += rows.map(({ text }) => text).join('\n');
      }
      expect(everything).toContain('AB1001');
      expect(logged.join('')).toContain('the log is being read');
      for (const secret of [...canaries, WRONG]) {
        expect(everything).not.toContain(secret);
        expect(logged.join('')).not.toContain(secret);
      }
    });
  });
}
