import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.types.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { deviceName } from '../../platform/text/device-name.ts';
import { eraseDue } from '../privacy/erasure.ts';
import { openSite, PASSWORD, type Site, signInBody } from '../site.testing.ts';

const HOUR = 3_600_000;

test.each([
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['curl/8.0', 'Unknown device'],
])('%s is shown as %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

describe.each(await featureDatabase())('my account on %s', (kind) => {
  let site: Site;
  let people = 0;
  beforeAll(async () => {
    site = await openSite(kind);
  });
  afterAll(() => site.close());

  async function person() {
    const email = `mine${++people}@mail.example.com`;
    const browser = site.browser();
    const begun = await browser.post('/auth/v1/create_user', { full_name: 'Asha Rao', email, password: PASSWORD, profession: 'RETAIL_INVESTOR' });
    await browser.post('/auth/v1/verify_otp', { user_id: begun.body.user_id, otp: await site.otp(email) });
    const signIn = async (ip = '127.0.0.1') => (await site.browser({ ip }).post('/auth/v1/sign_in', signInBody(email))).body.data.token as string;
    const works = async (bearer: string) => (await browser.get('/auth/v1/profile', bearer)).http === 200;
    return { email, browser, signIn, works };
  }
  type Listed = { id: string; ip: string; current: boolean };

  test('a device’s address is shown as people write it, also of a session from before that was so', async () => {
    const me = await person();
    const [here] = [await me.signIn('::ffff:203.0.113.9'), await me.signIn('2001:db8::1')];
    const shown = async () => (await me.browser.get('/auth/v1/sessions', here)).body.data.sessions.map(({ ip }: Listed) => ip).toSorted();
    expect(await shown()).toEqual(['2001:db8::1', '203.0.113.9']);
    await site.platform.db.updateTable('sessions').set({ ip: '::ffff:203.0.113.9' }).where('ip', '=', '203.0.113.9').execute();
    expect(await shown()).toEqual(['2001:db8::1', '203.0.113.9']);
  });

  test('devices are listed; one or all others can be ended, this one goes on, and nobody else’s is touched', async () => {
    const [me, other] = [await person(), await person()];
    const [here, second, third, foreign] = [await me.signIn(), await me.signIn(), await me.signIn(), await other.signIn()];
    const list = async (bearer: string): Promise<Listed[]> => (await me.browser.get('/auth/v1/sessions', bearer)).body.data.sessions;
    const mine = await list(here);
    expect(mine).toHaveLength(3);
    expect(mine.filter(({ current }) => current)).toHaveLength(1);
    const end = async (body: object) => (await me.browser.post('/auth/v1/end_sessions', body, here)).body.data.ended;
    expect(await end({ session_id: (await list(foreign)).find(({ current }) => current)!.id }), 'another person’s').toBe(0);
    expect(await end({ session_id: mine.find(({ current }) => current)!.id }), 'the one in use').toBe(0);
    expect(await end({ session_id: (await list(second)).find(({ current }) => current)!.id })).toBe(1);
    expect([await me.works(here), await me.works(second), await me.works(third), await other.works(foreign)]).toEqual([true, false, true, true]);
    expect(await end({})).toBe(1);
    expect([await me.works(here), await me.works(third)]).toEqual([true, false]);
  });

  test('a session that ended by itself, unused for eight hours, is listed no more', async () => {
    const me = await person();
    await me.signIn();
    site.clock.forward(8 * HOUR + 1);
    const { sessions } = (await me.browser.get('/auth/v1/sessions', await me.signIn())).body.data;
    expect(sessions.map(({ current }: Listed) => current)).toEqual([true]);
  });

  test('the export holds one’s data and no secret', async () => {
    const me = await person();
    const { body } = await me.browser.get('/auth/v1/export', await me.signIn());
    expect(body.data).toMatchObject({ account: { email: me.email }, profile: { full_name: 'Asha Rao' }, sessions: [{}], brokers: [], sign_in_with: [] });
    expect(JSON.stringify(body)).not.toMatch(/argon2|device_hash|phc|sealed/);
  });

  test('what a feature above keeps stands in the copy, each person’s own', async () => {
    site.identity.keeps({ name: 'above', of: async (user_id) => ({ user_id }), erase: async () => undefined });
    for (const me of [await person(), await person()]) {
      const { data } = (await me.browser.get('/auth/v1/export', await me.signIn())).body;
      expect(data.above).toEqual({ user_id: data.account.id });
    }
  });

  test('two parts of the copy never have one name: the second would hide the first', () => {
    const keeps = (name: string) => () => site.identity.keeps({ name, of: async () => [], erase: async () => undefined });
    expect(keeps('messages')).toThrow('has a part "messages" already');
    keeps('once')();
    expect(keeps('once')).toThrow('has a part "once" already');
  });

  test('asking for erasure again and again writes three mails a day; taking it back is never refused', async () => {
    const me = await person();
    const bearer = await me.signIn();
    const ask = async (on: boolean) => (await me.browser.post('/auth/v1/erasure', { on }, bearer)).body;
    const answers = [];
    for (let time = 0; time < 18; time += 1) {
      answers.push(await ask(true));
      expect((await ask(false)).data).toEqual({ erase_at: null });
    }
    expect(answers.map(({ code }) => code ?? 'asked')).toEqual(Array.from({ length: 18 }, (_, time) => (time < 3 ? 'asked' : 'RATE')));
    const mails = (await site.platform.outbox.list(site.platform.db, me.email)).filter(({ subject }) => subject.includes('erased'));
    expect(mails).toHaveLength(3);
  });

  test('erasure waits 48 hours, can be taken back, then nothing of the person is left and every session has ended', async () => {
    const [me, kept] = [await person(), await person()];
    const bearer = await me.signIn();
    const ask = async (who: typeof me, token: string, on: boolean) => (await who.browser.post('/auth/v1/erasure', { on }, token)).body.data.erase_at;
    const at = new Date(site.clock.now.getTime() + 48 * HOUR).toISOString();
    expect(await ask(me, bearer, true)).toBe(at);
    expect(await ask(me, bearer, true), 'asking again does not put it off').toBe(at);
    const other = await kept.signIn();
    await ask(kept, other, true);
    expect(await ask(kept, other, false)).toBeNull();
    expect(await eraseDue(site.platform, new Date(site.clock.now.getTime() + 47 * HOUR), [], async () => undefined)).toEqual([]);
    const later = new Date(site.clock.now.getTime() + 48 * HOUR);
    const erased: string[] = [];
    const above = { name: 'above', of: async () => null, erase: async (_tx: unknown, user_id: string) => void erased.push(user_id) };
    expect(await eraseDue(site.platform, later, [above], async () => undefined)).toHaveLength(1);
    expect(erased).toHaveLength(1);
    expect((await me.browser.post('/auth/v1/sign_in', signInBody(me.email))).body.code).toBe('CREDENTIALS');
    expect((await kept.browser.post('/auth/v1/sign_in', signInBody(kept.email))).body.status).toBe(true);
    for (const table of ['users', 'profiles', 'sessions', 'challenges']) {
      const rows = JSON.stringify(await site.platform.db.selectFrom(table).selectAll().execute());
      expect(rows.includes(me.email), table).toBe(false);
    }
  });

  test('who has something to be settled first stays until it is; what was begun for that is kept', async () => {
    const me = await person();
    await me.browser.post('/auth/v1/erasure', { on: true }, await me.signIn());
    let settled = false;
    const asked: string[] = [];
    const erased: string[] = [];
    const above = {
      name: 'above',
      of: async () => null,
      settle: async (tx: Database, user_id: string, mail: string) => {
        asked.push(mail);
        await sql`update users set username = ${`settling ${user_id}`} where id = ${user_id}`.execute(tx);
        return settled;
      },
      erase: async (_tx: unknown, user_id: string) => void erased.push(user_id),
    };
    const later = new Date(site.clock.now.getTime() + 48 * HOUR);
    expect(await eraseDue(site.platform, later, [above], async () => undefined)).toEqual([]);
    expect(erased).toEqual([]);
    expect(asked).toEqual([me.email]);
    const begun = await site.platform.db.selectFrom('users').select('id').where('username', 'like', 'settling %').where('status', '=', 'active').execute();
    expect(begun).toHaveLength(1);
    settled = true;
    expect(await eraseDue(site.platform, later, [above], async () => undefined)).toHaveLength(1);
    expect(erased).toHaveLength(1);
  });

  test('a hundred who wait to be settled keep nobody behind them waiting', async () => {
    const me = await person();
    await me.browser.post('/auth/v1/erasure', { on: true }, await me.signIn());
    await sql`insert into users
      select (jsonb_populate_record(u, jsonb_build_object('id', 'waits' || n, 'username', 'waits' || n, 'email', 'waits' || n || '@example.com', 'mobile', '', 'erase_at', u.erase_at - interval '1 hour'))).*
      from users u, generate_series(1, 100) n where u.email = ${me.email}`.execute(site.platform.db);
    const erased: string[] = [];
    const above = {
      name: 'above',
      of: async () => null,
      settle: async (_tx: unknown, user_id: string) => !user_id.startsWith('waits'),
      erase: async (_tx: unknown, user_id: string) => void erased.push(user_id),
    };
    await eraseDue(site.platform, new Date(site.clock.now.getTime() + 48 * HOUR), [above], async () => undefined);
    await sql`delete from users where id like 'waits%'`.execute(site.platform.db);
    expect(erased).toHaveLength(1);
  });

  test('an erasure taken back while others are erased does not happen, and one that fails keeps nobody waiting', async () => {
    const people = [await person(), await person(), await person()] as const;
    const ids: string[] = [];
    for (const { browser, signIn } of people) {
      const bearer = await signIn();
      await browser.post('/auth/v1/erasure', { on: true }, bearer);
      ids.push((await browser.get('/auth/v1/profile', bearer)).body.data.user_data.user_id);
      site.clock.forward(1000);
    }
    const [fails, takesBack, goes] = ids as [string, string, string];
    const seen: string[] = [];
    const above = {
      name: 'above',
      of: async () => null,
      erase: async (_tx: unknown, user_id: string) => {
        seen.push(user_id);
        if (user_id === fails) throw new Error('the feature above is broken');
      },
    };
    // Taken back after the list was read, before its turn.
    const { transaction } = site.platform;
    let times = 0;
    const platform = {
      ...site.platform,
      async transaction<T>(work: Parameters<typeof transaction<T>>[0]) {
        if (++times === 2) await site.platform.db.updateTable('users').set({ erase_at: null }).where('id', '=', takesBack).execute();
        return transaction(work);
      },
    };
    const ended = await eraseDue(platform, new Date(site.clock.now.getTime() + 48 * HOUR), [above], async () => undefined);
    expect(seen).toEqual([fails, goes]);
    expect(ended).toHaveLength(1);
    const rows = await site.platform.db.selectFrom('users').select(['id', 'status']).where('id', 'in', ids).execute();
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({ [fails]: 'active', [takesBack]: 'active', [goes]: 'closed' });
  });
});
