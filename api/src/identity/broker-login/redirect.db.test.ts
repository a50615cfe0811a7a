import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseLinks, linkCustomer } from '../../brokers/index.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { freshMobile, openSite, type Site, signUp } from '../site.testing.ts';
import { beginAt, levelTwoBody, signInAtBroker } from './broker.testing.ts';

const LEVEL_TWO = '/auth/v1/level_two_auth_for_broker';

for (const database of await featureDatabase()) {
  describe(`broker login by redirect on ${database}`, () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite(database);
    });
    afterAll(() => site.close());
    const countOf = async (table: string) =>
      Number(
        (
          await site.platform.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const garnet = (options: { ip?: string } = {}) => site.browser({ host: 'garnet.localhost', ...options });

    test('a customer signs in at the broker and is the same person the next time (S7-BROKER-05, S7-BROKER-07)', async () => {
      const visits: { user_id: string; count: number }[] = [];
      for (let visit = 0; visit < 2; visit += 1) {
        const browser = garnet();
        const redirect_url = await beginAt(browser, 11);
        expect(new URL(redirect_url).pathname).toBe('/__broker/11/login');
        const back = await signInAtBroker(site, redirect_url);
        expect(back.origin + back.pathname).toBe('http://garnet.localhost:0/login');
        const { http, body } = await browser.post(LEVEL_TWO, levelTwoBody(11, back));
        expect(http).toBe(200);
        expect(body).toMatchObject({
          status: true,
          profile_data: { full_name: 'Ketaki Bhosale', utm_source: 'Garnet Broking', profession: 'Retail Investor' },
        });
        expect((await browser.get('/auth/v1/profile', body.token_data.access_token)).body.data.user_data.username).toBe('AB1001');
        visits.push(body);
      }
      expect(visits.map(({ count }) => count)).toEqual([1, 2]);
      expect(visits[0]!.user_id).toBe(visits[1]!.user_id);
    });

    test('a code works once; a second use signs nobody in', async () => {
      const browser = garnet();
      const back = await signInAtBroker(site, await beginAt(browser, 11), 'AB1002');
      const body = levelTwoBody(11, back);
      const [first, second] = await Promise.all([browser.post(LEVEL_TWO, body), browser.post(LEVEL_TWO, body)]);
      expect([first.body.status, second.body.status].sort()).toEqual([false, true]);
      expect((await browser.post(LEVEL_TWO, body)).body).toMatchObject({ status: false, code: 'HANDOVER_SPENT', redirect: '' });
      // The broker itself does not take its code again either, however fresh our state is.
      const again = new URL(await beginAt(browser, 11)).searchParams.get('state')!;
      back.searchParams.set('state', again);
      expect((await browser.post(LEVEL_TWO, levelTwoBody(11, back))).body.code).toBe('HANDOVER_SPENT');
    });

    test('a forged state, another browser, another broker and a late return sign nobody in', async () => {
      const sessions = await countOf('sessions');
      const browser = garnet();
      const back = await signInAtBroker(site, await beginAt(browser, 11));
      const forged = new URL(back);
      forged.searchParams.set('state', 'A'.repeat(32));
      expect((await browser.post(LEVEL_TWO, levelTwoBody(11, forged))).body.code).toBe('HANDOVER_SPENT');
      expect((await garnet().post(LEVEL_TWO, levelTwoBody(11, back))).body.code).toBe('HANDOVER_SPENT');
      expect((await browser.post(LEVEL_TWO, { ...levelTwoBody(11, back), broker_id: 13 })).body.code).toBe('BROKER_UNKNOWN');
      expect((await site.browser().post(LEVEL_TWO, levelTwoBody(11, back))).body.code).toBe('BROKER_UNKNOWN');
      site.clock.forward(16 * 60_000);
      expect((await browser.post(LEVEL_TWO, levelTwoBody(11, back))).body.code).toBe('HANDOVER_SPENT');
      expect((await browser.post(LEVEL_TWO, { ...levelTwoBody(11, back), url: 'no address' })).http).toBe(400);
      expect(await countOf('sessions')).toBe(sessions);
    });

    test('a code of another broker is refused by name', async () => {
      const citrine = site.browser({ host: 'citrine.localhost' });
      const foreign = await signInAtBroker(site, await beginAt(citrine, 33));
      const browser = garnet();
      const own = new URL(await beginAt(browser, 11)).searchParams.get('state')!;
      foreign.searchParams.set('state', own);
      const people = await countOf('users');
      expect(await browser.post(LEVEL_TWO, levelTwoBody(11, foreign))).toMatchObject({ http: 200, body: { status: false, code: 'BROKER_FOREIGN' } });
      expect(await countOf('users')).toBe(people);
    });

    test('the main site sends people to the partner’s own address, and signs in brokers without one (S7-BROKER-05)', async () => {
      const main = site.browser();
      expect(await beginAt(main, 11)).toBe('http://garnet.localhost:0/login?brokerId=11');
      expect(await beginAt(main, 36)).toBe('http://palash.localhost:0/login');
      expect(await beginAt(main, 9)).toBe('http://neem.localhost:0/login');
      expect(await beginAt(main, 24)).toBe('http://chambal.localhost:0/auth-bypass');
      const back = await signInAtBroker(site, await beginAt(main, 4));
      expect((await main.post(LEVEL_TWO, levelTwoBody(4, back))).body).toMatchObject({ status: true, profile_data: { utm_source: '' } });
      for (const id of [7, 99999]) {
        const { body } = await main.get(`/auth/v1/level_one_auth_for_broker?broker_id=${id}`);
        expect(body).toMatchObject({ status: false, code: 'BROKER_UNKNOWN' });
      }
      expect((await garnet().get('/auth/v1/level_one_auth_for_broker?broker_id=13')).body.code).toBe('BROKER_UNKNOWN');
    });

    test('the same client ID at two brokers is two people, and no e-mail or number joins them', async () => {
      const ids: string[] = [];
      for (const [host, id] of [
        ['garnet.localhost', 11],
        ['citrine.localhost', 33],
      ] as const) {
        const browser = site.browser({ host });
        ids.push((await browser.post(LEVEL_TWO, levelTwoBody(id, await signInAtBroker(site, await beginAt(browser, id))))).body.user_id);
      }
      expect(new Set(ids).size).toBe(2);
    });

    test('a broker introduced who first signed in with it, whatever becomes of the link, and nobody who links one later (S6-PERM-07)', async () => {
      const { db, identity } = site;
      const main = site.browser();
      const introduced = (await main.post(LEVEL_TWO, levelTwoBody(5, await signInAtBroker(site, await beginAt(main, 5))))).body.user_id;
      const own = (await signUp(site, site.browser(), freshMobile())).body.user_id;
      expect([await identity.throughBroker(introduced), await identity.throughBroker(own)]).toEqual([true, false]);
      await site.platform.transaction(async (tx) => {
        await linkCustomer(tx, { partner_key: '', broker_id: 6, client_id: 'LINKED LATER' }, own, site.clock.now);
        await eraseLinks(tx, introduced);
      });
      expect([await identity.throughBroker(introduced), await identity.throughBroker(own)]).toEqual([true, false]);
      // A server of the release before writes nothing there, and links only whom it registers.
      await db.updateTable('users').set({ through_broker: null }).where('id', '=', own).execute();
      expect(await identity.throughBroker(own)).toBe(true);
    });

    test('a partner hands its customer over with a token of one minute, once', async () => {
      const chambal = site.browser({ host: 'chambal.localhost' });
      const back = await signInAtBroker(site, await beginAt(chambal, 24));
      expect(back.pathname).toBe('/auth-bypass');
      expect((await chambal.post(LEVEL_TWO, levelTwoBody(24, back))).body).toMatchObject({ status: true, profile_data: { utm_source: 'Chambal Securities' } });
      expect((await chambal.post(LEVEL_TWO, levelTwoBody(24, back))).body.code).toBe('HANDOVER_SPENT');
      const late = await signInAtBroker(site, await beginAt(chambal, 24));
      site.clock.forward(90_000);
      expect((await chambal.post(LEVEL_TWO, levelTwoBody(24, late))).body.code).toBe('HANDOVER_SPENT');
      const [head, , signature] = levelTwoBody(24, late).token_id.split('.');
      const claims = { iss: 'chambal', aud: 'vimarsh', sub: 'AB1002', broker_id: 24, exp: 4_000_000_000, jti: 'xxxxxxxxxx' };
      const token_id = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
      expect((await chambal.post(LEVEL_TWO, { ...levelTwoBody(24, late), token_id })).body.code).toBe('HANDOVER_SPENT');
    });

    test('the demo broker’s page sends nobody to an address that is not registered', async () => {
      const get = (return_to: string) => site.platform.app.inject({ url: `/__broker/11/login?${new URLSearchParams({ return_to })}` });
      expect((await get('http://garnet.localhost:0/login')).statusCode).toBe(200);
      expect((await get('https://evil.example/login')).statusCode).toBe(404);
      expect((await get('http://citrine.localhost:0/login')).statusCode).toBe(404);
    });

    test('the address a partner sent its user to becomes a login address of ours (S7-BROKER-09)', async () => {
      const share = async (url: string) => (await site.browser().post('/auth/v1/share_india_request_token_redirect_url', { url })).body;
      expect(await share('http://x.example/?request_token=R1&brokerId=4&evil=1')).toMatchObject({ status: true, redirect: '/login?code=R1&brokerId=4' });
      expect(await share('http://x.example/login?secure_token=S1&userWith=SIO')).toMatchObject({ redirect: '/login?secure_token=S1' });
      expect(await share('http://x.example/login')).toMatchObject({ status: false, code: 'HANDOVER_SPENT' });
    });

    test('the hybrid broker comes with its addresses (S7-BROKER-11)', async () => {
      const { body } = await site.browser({ host: 'kaveri.localhost' }).get('/auth/v1/hybrid/redirection?broker_id=13');
      expect(body.data).toMatchObject({ id: 13, title: 'Kaveri Capital', redirect_url: { sign_up: expect.stringContaining('kaveri.localhost') } });
    });
  });
}
