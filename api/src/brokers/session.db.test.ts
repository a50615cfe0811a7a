import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginAt, levelTwoBody, signInAtBroker } from '../identity/broker-login/broker.testing.ts';
import { type Browser, eraseDue, openSite, type Site } from '../identity/site.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { type StandIn, standIn } from './adapters/stand-in.testing.ts';
import { eraseLinks } from './link.store.ts';
import { expireBrokerSessions } from './session.store.ts';
import { brokerTables } from './tables.ts';

const KITE = 6;
const ZEBU = 38;
const HOUR = 3_600_000;
const CANARY = 'canary-access-token-';

describe.each(await featureDatabase())('sessions of brokers (%s)', (database) => {
  let site: Site;
  let broker: StandIn;
  const logged: string[] = [];
  let signIns = 0;
  /** Each client signs in at Kite under its own name, which is its request token, and gets a new token each time. */
  const answer = (body: string, path: string): { body: string } => {
    signIns += 1;
    const token = `${CANARY}${signIns}`;
    if (path === '/QuickAuth') return { body: JSON.stringify({ stat: 'Ok', susertoken: token, uname: 'Asha', actid: 'Z1' }) };
    const user_id = new URLSearchParams(body).get('request_token');
    return { body: JSON.stringify({ status: 'success', data: { user_id, user_name: 'Asha', api_key: 'key1', access_token: token } }) };
  };
  beforeAll(async () => {
    broker = await standIn(answer);
    const BROKERS = JSON.stringify({
      [KITE]: { protocol: 'kite', api_key: 'key1', api_secret: 'secret1', url: broker.url },
      [ZEBU]: { protocol: 'noren', url: broker.url, vendor_code: 'v', api_key: 'k' },
    });
    site = await openSite(database, () => {}, { settings: { BROKERS }, log: { write: (line) => void logged.push(line) } });
  });
  afterAll(async () => {
    await site.close();
    await broker.close();
  });

  async function signIn(client_id: string): Promise<{ browser: Browser; user_id: string; bearer: string; refresh_token: string; token: string }> {
    const browser = site.browser();
    const { body } = await browser.get(`/auth/v1/level_one_auth_for_broker?broker_id=${KITE}`);
    const state = new URLSearchParams(new URL(body.data.redirect_url).searchParams.get('redirect_params')!).get('state');
    const url = `http://localhost:4000/login?request_token=${client_id}&state=${state}`;
    const level_two = { broker_id: KITE, token_id: client_id, url, profession: 'RETAIL_INVESTOR' };
    const { user_id, token_data } = (await browser.post('/auth/v1/level_two_auth_for_broker', level_two)).body;
    return { browser, user_id, bearer: token_data.access_token, refresh_token: token_data.refresh_token, token: `${CANARY}${signIns}` };
  }
  const at = (user_id: string, broker_id = KITE) => site.brokers.sessionOf({ user_id, broker_id });
  const rowsOf = (user_id: string) => brokerTables(site.platform.db).selectFrom('broker_sessions').selectAll().where('user_id', '=', user_id).execute();

  test('a sign-in opens one until the next morning, and the next sign-in takes its place', async () => {
    const { user_id, token } = await signIn('KT01');
    expect(await at(user_id)).toEqual({ state: 'active', client_id: 'KT01', token, expires_at: new Date('2026-11-21T00:30:00Z') });
    expect(await at(user_id, 5)).toEqual({ state: 'none' });
    expect(await at('nobody')).toEqual({ state: 'none' });
    await site.brokers.endSession({ user_id: 'nobody', broker_id: KITE });
    expect(await at('nobody')).toEqual({ state: 'none' });
    const again = await signIn('KT01');
    expect(again.user_id).toBe(user_id);
    expect(await at(user_id)).toMatchObject({ state: 'active', token: again.token });
    expect(await rowsOf(user_id)).toHaveLength(1);
  });

  test('a form opens one too, by its broker’s own rule; a partner’s hand-over opens none', async () => {
    const opal = site.browser({ host: 'opal.localhost' });
    const form = { user_id: 'Z1', broker_id: ZEBU, password: 'right', factor2: '1990' };
    const { user_id } = (await opal.post('/auth/v1/zebu/validate_user_pin', form)).body;
    expect(await at(user_id, ZEBU)).toMatchObject({ state: 'active', client_id: 'Z1', expires_at: new Date('2026-11-20T18:30:00Z') });
    const palash = site.browser({ host: 'palash.localhost' });
    await palash.post('/auth/v1/palash/validate_user', { broker_id: 36, username: 'AB1001', password: 'Vimarsh@2026' });
    const twoStep = (await palash.post('/auth/v1/palash/validate_pin', { broker_id: 36, username: 'AB1001', pin: '4321' })).body;
    expect(await at(twoStep.user_id, 36)).toMatchObject({ state: 'active', client_id: 'AB1001' });
    const chambal = site.browser({ host: 'chambal.localhost' });
    const handed = levelTwoBody(24, await signInAtBroker(site, await beginAt(chambal, 24)));
    const handover = (await chambal.post('/auth/v1/level_two_auth_for_broker', handed)).body;
    expect([handover.status, await at(handover.user_id, 24)]).toEqual([true, { state: 'none' }]);
  });

  test('signing out here leaves it open at the broker', async () => {
    const { browser, user_id, bearer, refresh_token } = await signIn('KT02');
    expect((await browser.post('/auth/v1/sign_out', { refresh_token }, bearer)).body.data).toEqual({ ended: 1 });
    expect(await at(user_id)).toMatchObject({ state: 'active' });
  });

  test('one that the broker or its customer ends is over, its token forgotten, until the next sign-in', async () => {
    const { user_id } = await signIn('KT03');
    await site.brokers.endSession({ user_id, broker_id: KITE });
    expect(await at(user_id)).toEqual({ state: 'ended' });
    // Time changes nothing about that.
    await expireBrokerSessions(site.platform.db, new Date(site.clock.now.getTime() + 48 * HOUR));
    expect(await rowsOf(user_id)).toMatchObject([{ state: 'ended', sealed: null }]);
    expect(await at((await signIn('KT03')).user_id)).toMatchObject({ state: 'active' });
  });

  test('a token that was put into another’s row opens nothing', async () => {
    const [victim, thief] = [await signIn('KT04'), await signIn('KT05')];
    const { sealed } = (await rowsOf(victim.user_id))[0]!;
    await brokerTables(site.platform.db).updateTable('broker_sessions').set({ sealed }).where('user_id', '=', thief.user_id).execute();
    expect(await at(thief.user_id)).toEqual({ state: 'ended' });
    expect(await at(victim.user_id)).toMatchObject({ token: victim.token });
  });

  test('the copy of one’s data says that there is one; it goes with the link, and with the account', async () => {
    const [unlinked, erased] = [await signIn('KT06'), await signIn('KT07')];
    expect((await erased.browser.get('/auth/v1/export', erased.bearer)).body.data.brokers).toEqual([
      expect.objectContaining({ broker_id: KITE, client_id: 'KT07', session_state: 'active', session_expires_at: '2026-11-21T00:30:00.000Z' }),
    ]);
    await brokerTables(site.platform.db).deleteFrom('broker_customers').where('user_id', '=', unlinked.user_id).execute();
    expect([await at(unlinked.user_id), await rowsOf(unlinked.user_id)]).toEqual([{ state: 'none' }, []]);
    await erased.browser.post('/auth/v1/erasure', { on: true }, erased.bearer);
    await eraseDue(
      site.platform,
      new Date(site.clock.now.getTime() + 48 * HOUR),
      [{ name: 'brokers', of: async () => null, erase: eraseLinks }],
      async () => undefined,
    );
    expect([await at(erased.user_id), await rowsOf(erased.user_id)]).toEqual([{ state: 'none' }, []]);
  });

  test('no token of a broker is in a log, in the audit log or anywhere else in the database, but sealed', async () => {
    const { user_id, token } = await signIn('KT08');
    expect(await at(user_id)).toMatchObject({ token });
    site.platform.log.info({ marker: 'the log is being read' }, 'marker');
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`.execute(site.platform.db);
    let everything = '';
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(site.platform.db);
      everything += rows.map(({ text }) => text).join('\n');
    }
    expect(everything).toContain('KT08');
    expect(logged.join('')).toContain('the log is being read');
    for (const text of [CANARY, Buffer.from(CANARY).toString('hex'), Buffer.from(CANARY).toString('base64').slice(0, 20)]) {
      expect(everything).not.toContain(text);
      expect(logged.join('')).not.toContain(text);
    }
  });

  test('after its time it is expired, whether that was written or not; then the token is forgotten', async () => {
    const { user_id } = await signIn('KT09');
    site.clock.forward(Date.parse('2026-11-21T00:30:00Z') - site.clock.now.getTime() - 1);
    expect(await at(user_id)).toMatchObject({ state: 'active' });
    site.clock.forward(1);
    expect(await at(user_id)).toEqual({ state: 'expired' });
    expect(await rowsOf(user_id)).toMatchObject([{ state: 'active', sealed: expect.any(Buffer) }]);
    await site.brokers.endSession({ user_id, broker_id: KITE });
    await expireBrokerSessions(site.platform.db, site.clock.now);
    expect(await rowsOf(user_id)).toMatchObject([{ state: 'expired', sealed: null }]);
    expect(await at(user_id)).toEqual({ state: 'expired' });
    const { token } = await signIn('KT09');
    expect(await at(user_id)).toMatchObject({ state: 'active', token });
  });
});
