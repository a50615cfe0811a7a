import { route } from '@vimarsh/shared/contract/route.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { databases } from '../../platform/testing.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { tidyIdentity } from '../privacy/tidy.ts';
import { type Browser, openSite, type Site, signInBody } from '../site.testing.ts';
import { createRevocations } from './revocations.ts';
import { advanceSession, endSessions } from './session.store.ts';

const REFRESH = '/auth/v1/refresh_token';
const SIGN_OUT = '/auth/v1/sign_out';
const PROFILE = '/auth/v1/profile';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const adminOnly = route({ method: 'GET', path: '/test/v1/admin-only', summary: 'For admins.', access: 'admin', data: z.object({ secret: z.string() }) });

describe.each(await databases())('sessions (%s)', (database) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(database, (platform) => platform.on(adminOnly, async () => ({ secret: 'for admins' })));
  });
  afterAll(() => site.close());

  async function signedIn(name = 'premium', options?: { host?: string }) {
    const browser = site.browser(options);
    const { body } = await browser.post('/auth/v1/sign_in', signInBody(name.includes('@') ? name : `${name}@mail.example.com`));
    return { browser, access: body.token_data.access_token as string, refresh: body.token_data.refresh_token as string, expire_in: body.expire_in as number };
  }
  const refresh = (browser: Browser, refresh_token: string) => browser.post(REFRESH, { refresh_token });
  const works = async (browser: Browser, access: string) => (await browser.get(PROFILE, access)).http === 200;

  describe('the bearer', () => {
    test('is refused without a status and with a way to the login when missing or bad (S7-HTTP-18)', async () => {
      const { browser, access } = await signedIn();
      for (const bearer of [undefined, 'forged', `${access}x`, `${access.slice(0, -3)}AAA`]) {
        const { http, body } = await browser.get(PROFILE, bearer);
        expect(http).toBe(401);
        expect(body).toMatchObject({ status: false, redirect: '/login', data: null, code: 'SESSION_ENDED' });
      }
    });

    test('lasts ten minutes', async () => {
      const { browser, access } = await signedIn();
      site.clock.forward(10 * MINUTE - 1000);
      expect(await works(browser, access)).toBe(true);
      site.clock.forward(1000);
      expect(await works(browser, access)).toBe(false);
    });

    test('of one site is nobody’s on another', async () => {
      const { access } = await signedIn();
      expect(await works(site.browser({ host: 'neem.localhost' }), access)).toBe(false);
    });

    test('of a closed account is refused', async () => {
      const { browser, access } = await signedIn('lite');
      await site.platform.db.updateTable('users').set({ status: 'closed' }).where('id', '=', 'usr_lite').execute();
      expect(await works(browser, access)).toBe(false);
      expect((await browser.post('/auth/v1/sign_in', signInBody('lite@mail.example.com'))).body.code).toBe('CREDENTIALS');
    });
  });

  describe('refreshing', () => {
    test('gives the next pair and keeps the session going', async () => {
      const { browser, access, refresh: token } = await signedIn();
      site.clock.forward(9 * MINUTE);
      const { body } = await refresh(browser, token);
      expect(body).toMatchObject({ status: true, expire_in: 8 * 3600 });
      expect(body.data.token).toBe(body.token_data.access_token);
      expect(body.token_data.refresh_token).not.toBe(token);
      site.clock.forward(2 * MINUTE);
      expect(await works(browser, access)).toBe(false);
      expect(await works(browser, body.token_data.access_token)).toBe(true);
    });

    test('from two tabs at once gives both the same successor', async () => {
      const { browser, refresh: token } = await signedIn();
      const [a, b] = await Promise.all([refresh(browser, token), refresh(browser, token)]);
      expect(a.body.status && b.body.status).toBe(true);
      expect(a.body.token_data.refresh_token).toBe(b.body.token_data.refresh_token);
      expect((await refresh(browser, a.body.token_data.refresh_token)).body.status).toBe(true);
    });

    test('again with the same token, because the answer was lost, gives the current pair', async () => {
      const { browser, refresh: token } = await signedIn();
      const first = await refresh(browser, token);
      site.clock.forward(MINUTE);
      const again = await refresh(browser, token);
      expect(again.body.token_data.refresh_token).toBe(first.body.token_data.refresh_token);
    });

    test('moves a session on once for each count, and never one that ended', async () => {
      const { refresh: token } = await signedIn();
      const db: IdentityDb = site.platform.db;
      const step = { id: token.split('.')[0]!, counter: 0, now: site.clock.now, idle_until: site.clock.now };
      expect((await advanceSession(db, step))?.counter).toBe(1);
      expect(await advanceSession(db, step)).toBeUndefined();
      await endSessions(db, [step.id], 'test', site.clock.now);
      expect(await advanceSession(db, { ...step, counter: 1 })).toBeUndefined();
    });

    test('with a token that was spent before ends the session everywhere', async () => {
      const { browser, refresh: token } = await signedIn();
      const second = (await refresh(browser, token)).body.token_data;
      const third = (await refresh(browser, second.refresh_token)).body.token_data;
      expect(await works(browser, third.access_token)).toBe(true);
      const ending = vi.spyOn(site.platform.realtime, 'endSession');
      const replayed = await refresh(browser, token);
      expect(replayed).toMatchObject({ http: 401, body: { status: false, code: 'TOKEN_REUSED', redirect: '/login' } });
      expect(ending).toHaveBeenCalledWith(expect.any(String), 'token_reused');
      expect(await works(browser, third.access_token)).toBe(false);
      expect((await refresh(browser, third.refresh_token)).body.code).toBe('SESSION_ENDED');
      ending.mockRestore();
    });

    test('with a spent token after the grace ends the session too', async () => {
      const { browser, refresh: token } = await signedIn();
      const second = (await refresh(browser, token)).body.token_data;
      site.clock.forward(10 * MINUTE + 1000);
      expect((await refresh(browser, token)).body.code).toBe('TOKEN_REUSED');
      expect((await refresh(browser, second.refresh_token)).body.code).toBe('SESSION_ENDED');
    });

    test('works only in the browser that signed in', async () => {
      const { browser, refresh: token } = await signedIn();
      const thief = site.browser();
      expect(await refresh(thief, token)).toMatchObject({ http: 401, body: { code: 'SESSION_ENDED', redirect: '/login' } });
      thief.cookie = (await signedIn('free')).browser.cookie;
      expect((await refresh(thief, token)).body.code).toBe('SESSION_ENDED');
      expect((await refresh(browser, token)).body.status).toBe(true);
    });

    test.each([
      ['two steps old, in its own browser', 2, 'own', true],
      ['one step old, in its own browser', 1, 'own', false],
      ['two steps old, without the cookie', 2, 'none', true],
      ['one step old, without the cookie', 1, 'none', true],
      ['the newest, without the cookie', 0, 'none', false],
      ['two steps old, with the cookie of another browser', 2, 'other', true],
      ['one step old, with the cookie of another browser', 1, 'other', true],
      ['the newest, with the cookie of another browser', 0, 'other', false],
      ['one step old, on another site', 1, 'site', true],
    ] as const)('a token %s: whether it ends the session', async (_what, steps, from, ends) => {
      const { browser, refresh: first } = await signedIn();
      const tokens = [first];
      for (let step = 0; step < 2; step += 1) tokens.push((await refresh(browser, tokens[step]!)).body.token_data.refresh_token);
      const elsewhere = from === 'own' ? browser : site.browser(from === 'site' ? { host: 'garnet.localhost' } : {});
      if (from === 'other') elsewhere.cookie = (await signedIn('free')).browser.cookie;
      if (from === 'site') elsewhere.cookie = browser.cookie;
      const { body } = await refresh(elsewhere, tokens[2 - steps]!);
      if (ends) expect(body.code).toBe('TOKEN_REUSED');
      expect((await refresh(browser, tokens[2]!)).body.status).toBe(!ends);
    });

    test('works only on the site of the account', async () => {
      const { browser, refresh: token } = await signedIn();
      const elsewhere = site.browser({ host: 'garnet.localhost' });
      elsewhere.cookie = browser.cookie;
      expect((await refresh(elsewhere, token)).body.code).toBe('SESSION_ENDED');
    });

    test.each([['nonsense'], ['a.0.b'], ['x'.repeat(400)]])('with a forged token is refused: %s', async (forged) => {
      const { browser } = await signedIn();
      expect((await refresh(browser, forged)).body.code).toBe('SESSION_ENDED');
    });

    test('ends when nothing happened for eight hours', async () => {
      const { browser, refresh: token, expire_in } = await signedIn();
      site.clock.forward(expire_in * 1000 - 1000);
      const { body } = await refresh(browser, token);
      expect(body.expire_in).toBe(8 * 3600);
      site.clock.forward(8 * HOUR);
      expect((await refresh(browser, body.token_data.refresh_token)).body.code).toBe('SESSION_ENDED');
    });

    test('ends after a day, however busy', async () => {
      let { browser, refresh: token } = await signedIn();
      for (let hours = 7; hours <= 21; hours += 7) {
        site.clock.forward(7 * HOUR);
        token = (await refresh(browser, token)).body.token_data.refresh_token;
      }
      const last = await refresh(browser, token);
      expect(last.body.expire_in).toBe(3 * 3600);
      site.clock.forward(3 * HOUR);
      expect((await refresh(browser, last.body.token_data.refresh_token)).body.code).toBe('SESSION_ENDED');
    });

    test('leaves admins half an hour of rest', async () => {
      const { browser, refresh: token, expire_in } = await signedIn('admin@vimarsh.example.com');
      expect(expire_in).toBe(30 * 60);
      site.clock.forward(30 * MINUTE);
      expect((await refresh(browser, token)).body.code).toBe('SESSION_ENDED');
    });
  });

  describe('signing out', () => {
    test('ends the session on the server: the bearer is refused at once (S7-PROFILE-07)', async () => {
      const { browser, access, refresh: token } = await signedIn();
      const ending = vi.spyOn(site.platform.realtime, 'endSession');
      const { body } = await browser.post(SIGN_OUT, { refresh_token: token }, access);
      expect(body).toMatchObject({ status: true, data: { ended: 1 } });
      expect(ending).toHaveBeenCalledExactlyOnceWith(token.split('.')[0], 'signed_out');
      expect(await works(browser, access)).toBe(false);
      expect((await refresh(browser, token)).body.code).toBe('SESSION_ENDED');
      ending.mockRestore();
    });

    test('twice is no error, and neither is a token nobody knows', async () => {
      const { browser, access, refresh: token } = await signedIn();
      await browser.post(SIGN_OUT, { refresh_token: token }, access);
      expect((await browser.post(SIGN_OUT, { refresh_token: token }, access)).body).toMatchObject({ status: true, data: { ended: 0 } });
      expect((await site.browser().post(SIGN_OUT, { refresh_token: 'unknown' })).body).toMatchObject({ status: true, data: { ended: 0 } });
    });

    test('works with the refresh token alone when the bearer is over', async () => {
      const { browser, refresh: token } = await signedIn();
      expect((await browser.post(SIGN_OUT, { refresh_token: token })).body.data.ended).toBe(1);
    });

    test('a copied refresh token signs nobody out', async () => {
      const { browser, access, refresh: token } = await signedIn();
      expect((await site.browser().post(SIGN_OUT, { refresh_token: token, everywhere: true })).body.data.ended).toBe(0);
      expect(await works(browser, access)).toBe(true);
    });

    test('everywhere ends all sessions of that user and of nobody else', async () => {
      const phone = await signedIn('free');
      const desk = await signedIn('free');
      const other = await signedIn('pro');
      const { body } = await desk.browser.post(SIGN_OUT, { refresh_token: desk.refresh, everywhere: true }, desk.access);
      expect(body.data.ended).toBeGreaterThanOrEqual(2);
      expect(await works(phone.browser, phone.access)).toBe(false);
      expect(await works(desk.browser, desk.access)).toBe(false);
      expect(await works(other.browser, other.access)).toBe(true);
    });

    test('on another node is known here after the next look', async () => {
      const { refresh: token } = await signedIn();
      const session_id = token.split('.')[0]!;
      const here = createRevocations(site.platform.db, () => site.clock.now);
      await here.refresh();
      await site.platform.db.updateTable('sessions').set({ ended_at: site.clock.now }).where('id', '=', session_id).execute();
      expect(here.has(session_id)).toBe(false);
      expect(await here.refresh()).toEqual([session_id]);
      expect(here.has(session_id)).toBe(true);
      site.clock.forward(12 * MINUTE);
      await here.refresh();
      expect(here.has(session_id)).toBe(false);
    });
  });

  describe('admin rights', () => {
    test('the server checks them itself (S5-SHOW-A03)', async () => {
      const investor = await signedIn('pro');
      expect(await investor.browser.get(adminOnly.path, investor.access)).toMatchObject({ http: 403, body: { status: false, code: 'FORBIDDEN' } });
      const admin = await signedIn('admin@vimarsh.example.com');
      expect((await admin.browser.get(adminOnly.path, admin.access)).body.data).toEqual({ secret: 'for admins' });
      expect((await admin.browser.get(PROFILE, admin.access)).body.data.user_data.is_admin).toBe(true);
    });

    test('a listed address that is not verified has none', async () => {
      await site.platform.db.updateTable('users').set({ email: 'finance@vimarsh.example.com', email_verified: false }).where('id', '=', 'usr_nri').execute();
      const { browser, access } = await signedIn('finance@vimarsh.example.com');
      expect((await browser.get(adminOnly.path, access)).http).toBe(403);
    });
  });

  test('sign-out reaches the user’s sockets: they are told and cut off', async () => {
    const { browser, access, refresh: token } = await signedIn('free');
    const port = await site.platform.listen(0);
    const socket = io(`http://localhost:${port}`, { auth: { token: access }, transports: ['websocket'], reconnection: false });
    try {
      await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
      const told = new Promise((resolve) => socket.once('session:ended', resolve));
      const cut = new Promise((resolve) => socket.once('disconnect', resolve));
      await browser.post(SIGN_OUT, { refresh_token: token }, access);
      expect(await told).toEqual({ reason: 'signed_out' });
      expect(await cut).toBe('io server disconnect');
    } finally {
      socket.close();
    }
  });

  test('what no rule looks at any more is forgotten, the rest stays', async () => {
    const db: IdentityDb = site.platform.db;
    const count = async (table: 'challenges' | 'password_attempts' | 'sessions') =>
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    site.clock.forward(40 * 24 * HOUR);
    const { browser, access } = await signedIn('free');
    await browser.post('/auth/v1/generate_mobile_otp', { country_code: '+91', mobile: '9000000002', purpose: 'SIGN_IN' });
    await browser.post('/auth/v1/sign_in', signInBody('free@mail.example.com', 'Wrong@2026'));
    await tidyIdentity(db, site.push, site.clock.now);
    expect([await count('sessions'), await count('challenges'), await count('password_attempts')]).toEqual([1, 1, 1]);
    expect(await works(browser, access)).toBe(true);
  });

  test('who signed in and out stands in the audit log', async () => {
    const { browser, access, refresh: token } = await signedIn('chat');
    await browser.post(SIGN_OUT, { refresh_token: token }, access);
    const rows = await site.platform.db
      .selectFrom('audit_log')
      .select(['actor', 'action'])
      .where('session_id', '=', token.split('.')[0]!)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { actor: 'usr_chat', action: 'session.open' },
      { actor: 'usr_chat', action: 'session.end' },
    ]);
  });
});
