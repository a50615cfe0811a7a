import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, PASSWORD, type Site, signInBody } from '../identity/site.testing.ts';
import type { Database } from '../platform/platform.ts';
import { featureDatabase } from '../platform/testing.ts';
import { type LocalService, openService, subscriber } from './push.testing.ts';

const CHROME = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';

describe.each(await featureDatabase())('messages to devices on %s', (database) => {
  let site: Site;
  let service: LocalService;
  let people = 0;
  beforeAll(async () => {
    service = await openService();
    site = await openSite(database, undefined, { settings: { PUSH_SERVICES: service.origin } });
    await site.platform.start();
  });
  afterAll(async () => {
    await site.close();
    service.close();
  });

  async function member() {
    const email = `push${++people}@mail.example.com`;
    const begun = site.browser();
    const { body } = await begun.post('/auth/v1/create_user', { full_name: 'Asha Rao', email, password: PASSWORD, profession: 'RETAIL_INVESTOR' });
    await begun.post('/auth/v1/verify_otp', { user_id: body.user_id, otp: await site.otp(email) });
    const signIn = async () => {
      const browser = site.browser();
      const answer = (await browser.post('/auth/v1/sign_in', signInBody(email))).body;
      const { access_token: bearer, refresh_token } = answer.token_data;
      const user: string = answer.user_id;
      const post = (path: string, payload: object) => browser.post(path, payload, bearer);
      return {
        user,
        bearer,
        post,
        push: async () => (await browser.get('/base/v1/push', bearer)).body.data,
        signOut: (more: object = {}) => post('/auth/v1/sign_out', { refresh_token, ...more }),
        register: (registration_id: string, more: object = {}) => post('/config/fcm-view/', { user, type: 'web', registration_id, ...more }),
        choose: (kind: string, on = true) => post('/auth/v1/notifications', { kind, channel: 'push', on }),
        export: async () => (await browser.get('/auth/v1/export', bearer)).body,
      };
    };
    return { email, signIn };
  }
  type Me = Awaited<ReturnType<Awaited<ReturnType<typeof member>>['signIn']>>;
  /** Signed in, with a device that is registered. */
  async function told() {
    const { signIn } = await member();
    const me = await signIn();
    const device = subscriber(service.origin);
    const { registration_id } = (await me.post('/base/v1/push/token', device.subscription)).body.data;
    expect((await me.register(registration_id)).body.status).toBe(true);
    return { me, device, registration_id: registration_id as string, signIn };
  }
  const notify = (about: 'new_calls' | 'ended_calls' | 'documents', users: readonly Me[]) =>
    site.platform.transaction((tx: Database) =>
      site.identity.notify(
        tx,
        about,
        users.map(({ user }) => user),
        {
          subject: 'New call by Asha Rao',
          text: () => 'Asha Rao (INH999900001) published a new call.',
          path: '/experts-past-recommendations?reco=call_1',
        },
      ),
    );
  const came = ({ path }: { path: string }) => service.arrived.filter((one) => one.path === path);

  test('a registration is stored once per registration_id, under the caller (S3-PUSH-01, S3-PUSH-02, S3-PUSH-03, S7-MISC-02)', async () => {
    const { me, registration_id } = await told();
    expect((await me.register(registration_id)).body).toMatchObject({ status: true, data: {} });
    const rows = await site.platform.db.selectFrom('push_devices').selectAll().where('user_id', '=', me.user).execute();
    expect(rows).toMatchObject([{ user_id: me.user, registration_id }]);
    expect((await me.push()).devices).toMatchObject([{ device: 'Unknown device', current: true }]);
  });

  test.each([
    ['somebody else', { user: 'usr_other' }, 'user'],
    ['another type', { type: 'android' }, 'type'],
    ['no id', { registration_id: '' }, 'registration_id'],
    ['an id that is no subscription', { registration_id: 'abc' }, 'registration_id'],
    ['a subscription at a place of our own network', { registration_id: JSON.stringify(subscriber('http://10.0.0.1').subscription) }, 'registration_id'],
  ])('%s is refused by its field', async (_what, wrong, path) => {
    const me = await (await member()).signIn();
    const { http, body } = await me.register(JSON.stringify(subscriber(service.origin).subscription), wrong);
    expect([http, body.problems[0].path]).toEqual([400, path]);
    expect((await me.push()).devices).toEqual([]);
  });

  test('a browser whose push service is not known gets no token, in a sentence; neither does one with a broken key', async () => {
    const me = await (await member()).signIn();
    for (const given of [subscriber('https://push.evil.example').subscription, subscriber('https://169.254.169.254').subscription]) {
      const { http, body } = await me.post('/base/v1/push/token', given);
      expect([http, body.validation]).toEqual([400, 'Messages can’t be sent to this browser: its push service is not one we know.']);
    }
    const { endpoint, keys } = subscriber(service.origin).subscription;
    expect((await me.post('/base/v1/push/token', { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } })).http).toBe(400);
  });

  test('a message comes sealed and signed to who wants it, and says nothing a lock screen must not show', async () => {
    const [asha, bela] = [await told(), await told()];
    expect((await asha.me.choose('new_calls')).body.data.choices).toContainEqual({ kind: 'new_calls', channel: 'push', on: true });
    await notify('new_calls', [asha.me, bela.me]);
    await expect.poll(() => came(asha.device).length, { timeout: 20_000 }).toBe(1);
    const { headers, body } = came(asha.device)[0]!;
    expect(JSON.parse(asha.device.open(body))).toEqual({
      title: 'Vimarsh',
      body: 'A new call from an expert you follow.',
      url: '/experts-past-recommendations?reco=call_1',
    });
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    // RFC 8292: what the browser subscribed with signs for this service, for an hour.
    const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization!)!;
    expect(key).toBe((await asha.me.push()).service.key);
    const [head, claims, signature] = token!.split('.') as [string, string, string];
    const point = Buffer.from(key!, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
    const signed = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(signed).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: service.origin,
      exp: Math.floor(site.clock.now.getTime() / 1000) + 3600,
      sub: 'https://localhost',
    });
    // Not chosen, not sent; and research is not chosen by registering a device.
    await notify('documents', [bela.me]);
    await expect.poll(() => came(bela.device).length, { timeout: 20_000 }).toBe(1);
    expect(bela.device.open(came(bela.device)[0]!.body)).toContain('There is news about your documents.');
  });

  test('a service that fails is asked again; a browser that is gone is forgotten', async () => {
    const { me, device } = await told();
    let failures = 1;
    service.answer = (path) => ({ status: path === device.path && failures-- > 0 ? 503 : 201 });
    await notify('documents', [me]);
    await expect.poll(() => came(device).length, { timeout: 40_000 }).toBe(2);
    expect((await me.push()).devices).toHaveLength(1);
    for (const status of [410, 404]) {
      const next = await told();
      service.answer = (path) => ({ status: path === next.device.path ? status : 201 });
      await notify('documents', [next.me]);
      await expect.poll(async () => (await next.me.push()).devices, { timeout: 20_000 }).toEqual([]);
      expect(came(next.device)).toHaveLength(1);
    }
    service.answer = () => ({ status: 201 });
  }, 90_000);

  test('a browser belongs to who registered it last', async () => {
    const { me, registration_id } = await told();
    const other = await (await member()).signIn();
    await other.register(registration_id);
    expect([(await me.push()).devices.length, (await other.push()).devices.length]).toEqual([0, 1]);
  });

  test.each([
    ['keys of one’s own', ''],
    ['a fragment behind it', '#other'],
    ['another way to write its host', '', true],
  ])('a device is not taken over by who knows its address alone, with %s', async (_how, behind, written = false) => {
    const { me, device, registration_id } = await told();
    const { endpoint, keys } = device.subscription;
    const spelt = written ? endpoint.replace('http://127.0.0.1', 'HTTP://127.1') : `${endpoint}${behind}`;
    const stranger = await (await member()).signIn();
    const own = subscriber(service.origin).subscription;
    const { http, body } = await stranger.register(JSON.stringify({ endpoint: spelt, keys: own.keys }));
    expect([http, body.problems[0]]).toEqual([400, { path: 'registration_id', message: 'Messages can’t be sent to this device.' }]);
    const rows = await site.platform.db.selectFrom('push_devices').selectAll().where('user_id', 'in', [me.user, stranger.user]).execute();
    expect(rows).toMatchObject([{ user_id: me.user, registration_id, address: endpoint }]);
    // Written otherwise by its owner it is still one device.
    await me.register(JSON.stringify({ endpoint: spelt, keys }));
    expect((await me.push()).devices).toHaveLength(1);
    await notify('documents', [me]);
    await expect.poll(() => came(device).length, { timeout: 20_000 }).toBe(1);
  });

  describe('a device whose session was tidied away, or is another’s', () => {
    /** Signed in again, with a device that an earlier session registered which the tidying has forgotten. */
    async function left() {
      const person = await told();
      const { session_id } = await site.platform.db
        .selectFrom('push_devices')
        .select('session_id')
        .where('user_id', '=', person.me.user)
        .executeTakeFirstOrThrow();
      await site.platform.db
        .deleteFrom('sessions' as never)
        .where('id' as never, '=', session_id as never)
        .execute();
      return { ...person, me: await person.signIn() };
    }
    test.each([
      ['sign out everywhere', (me: Me) => me.signOut({ everywhere: true })],
      ['end all other sessions', (me: Me) => me.post('/auth/v1/end_sessions', {})],
      [
        'change the password',
        (me: Me) => me.post('/auth/v1/change_password', { current_password: PASSWORD, new_password: 'Another@2026', sign_out_others: true }),
      ],
    ])('takes nothing after: %s', async (how, end) => {
      const { me, signIn } = await left();
      const own = subscriber(service.origin);
      await me.register(JSON.stringify(own.subscription));
      expect((await me.push()).devices).toHaveLength(2);
      const isOut = how === 'sign out everywhere';
      expect((await end(me)).body.status).toBe(true);
      const seen = isOut ? await signIn() : me;
      expect((await seen.push()).devices.map(({ current }: { current: boolean }) => current)).toEqual(isOut ? [] : [true]);
    });

    test('ending one other session leaves the devices of the rest', async () => {
      const { me, signIn } = await left();
      const other = await signIn();
      await other.register(JSON.stringify(subscriber(service.origin).subscription));
      const { sessions } = (await site.browser().get('/auth/v1/sessions', other.bearer)).body.data;
      const { id } = sessions.find(({ current }: { current: boolean }) => current);
      await me.post('/auth/v1/end_sessions', { session_id: id });
      expect((await me.push()).devices).toHaveLength(1);
    });
  });

  test('a device ends with the sign-out on it, not with its session running out; the owner removes any, nobody else does', async () => {
    const { me, signIn, device } = await told();
    const stranger = await (await member()).signIn();
    const elsewhere = await signIn();
    const [{ id }] = (await elsewhere.push()).devices;
    expect((await elsewhere.push()).devices).toMatchObject([{ current: false }]);
    await stranger.post('/base/v1/push/remove', { id });
    expect((await me.push()).devices).toHaveLength(1);
    const second = subscriber(service.origin);
    await elsewhere.register(JSON.stringify(second.subscription));
    await me.signOut();
    expect((await elsewhere.push()).devices).toMatchObject([{ current: true }]);
    await notify('documents', [elsewhere]);
    await expect.poll(() => came(second).length, { timeout: 20_000 }).toBe(1);
    expect(came(device)).toEqual([]);
    // Late next day nobody is signed in any more.
    site.clock.forward(30 * 3_600_000);
    await notify('documents', [elsewhere]);
    await expect.poll(() => came(second).length, { timeout: 20_000 }).toBe(2);
    const again = await signIn();
    await again.post('/base/v1/push/remove', { id: (await again.push()).devices[0].id });
    expect((await again.push()).devices).toEqual([]);
  }, 60_000);

  test('with a session that is tidied away go the devices that it registered, no others', async () => {
    const old = await told();
    site.clock.forward(32 * 24 * 3_600_000);
    const recent = await told();
    await site.tidy();
    const again = await old.signIn();
    expect([(await again.push()).devices.length, (await recent.me.push()).devices.length]).toEqual([0, 1]);
  });

  test('one person keeps twenty devices, the newest', async () => {
    const me = await (await member()).signIn();
    for (let at = 0; at < 22; at += 1) {
      site.clock.forward(1000);
      await me.register(JSON.stringify(subscriber(service.origin).subscription));
    }
    expect((await me.push()).devices).toHaveLength(20);
  });

  test('devices are in the copy of one’s data, and go with the account', async () => {
    const { me, registration_id } = await told();
    expect((await me.export()).data.push_devices).toMatchObject([{ user_id: me.user, registration_id }]);
    await site.platform.transaction((tx) => site.push.erase(tx, me.user));
    expect(await site.platform.db.selectFrom('push_devices').selectAll().where('user_id', '=', me.user).execute()).toEqual([]);
  });

  test('the channel is offered once a device takes messages', async () => {
    const { me } = await told();
    const bearer = me.bearer;
    const { channels } = (await site.browser().get('/auth/v1/notifications', bearer)).body.data;
    expect(channels).toContainEqual({ channel: 'push', to: '1 device', offered: true });
    const none = await (await member()).signIn();
    expect((await none.choose('new_calls')).body.problems).toMatchObject([{ path: 'channel' }]);
  });

  test('a device is named as its owner knows it', async () => {
    const { me, registration_id } = await told();
    const answer = await site.platform.app.inject({
      method: 'POST',
      url: '/config/fcm-view/',
      headers: { host: 'localhost:4000', authorization: `Bearer ${me.bearer}`, 'user-agent': CHROME },
      payload: { user: me.user, type: 'web', registration_id },
    });
    expect(answer.statusCode).toBe(200);
    expect((await me.push()).devices).toMatchObject([{ device: 'Chrome on Android' }]);
  });
});

test('where push is switched off nobody is offered it, and nothing is taken', async () => {
  const site = await openSite('pglite', undefined, { settings: { PUSH: 'off' } });
  const browser = site.browser();
  const { body } = await browser.post('/auth/v1/sign_in', signInBody('admin@vimarsh.example.com'));
  const bearer = body.token_data.access_token;
  expect((await browser.get('/base/v1/push', bearer)).body.data).toEqual({ service: null, devices: [] });
  const answer = await browser.post('/base/v1/push/token', subscriber('https://web.push.apple.com').subscription, bearer);
  expect(answer.body).toMatchObject({ status: false, code: 'RETRY', validation: 'Messages to devices are switched off here.' });
  await site.close();
});
