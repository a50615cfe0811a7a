import { beforeEach, expect, test, vi } from 'vitest';
import { readClock, readQuotes } from '../../contract/market/routes.ts';
import { may } from '../../domain/access/may.ts';
import { callerWith } from '../../domain/access/testing.ts';
import { ENVIRONMENTS } from '../../domain/partners/demo/environments.ts';
import { applyEffects, readGuardStorage } from '../guard-storage.ts';
import { fakeBrowser, loginAnswer, ok, PREMIUM, PROFILE, type Serve, sessionWith, signedIn, USER } from '../testing.ts';
import { CHAT_PLAN } from './client-state.ts';
import { createSession } from './session.ts';
import { openSessionStore } from './session-store.ts';
import { KEYS } from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const kept = (key: keyof typeof KEYS) => localStorage.getItem(KEYS[key]);
const CLOCK = { now: '', phase: 'closed', trading_date: '', label: '', opens_at: null, closes_at: null, source: 'simulated', speed: 1, stale: false };
const PROFILE_ANSWER = {
  user_data: USER,
  profile_data: PROFILE,
  sub_plan_data: PREMIUM,
  publisher_plan_data: { ...PREMIUM, plan_name: 'Publisher' },
  chat_plan_data: { ends_at: '2026-12-01T00:00:00.000Z' },
  last_seen: '2026-11-20T04:00:00.000Z',
};
/** Answers what a signed-in page asks for; `more` comes first. */
const server =
  (more: Partial<Record<string, Serve>> = {}): Serve =>
  (sent) => {
    const path = sent.url.split('?')[0]!;
    const own = more[path];
    if (own) return own(sent);
    if (path === '/auth/v1/profile') return ok(PROFILE_ANSWER);
    return path === '/auth/v1/sign_out' ? ok({ ended: 1 }) : ok(CLOCK);
  };

/** The browser keeps no text longer than this; what is there already stays. */
const full = (length: number) => {
  const { setItem } = Storage.prototype;
  return vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (value.length > length) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
};

test.each([
  ['is full', () => full(0)],
  ['has room for tokens, but not for the profile', () => full(40)],
  [
    'is blocked',
    () =>
      vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      }),
  ],
])('a sign-in where storage %s holds for the page’s life, in the guard too, and says what is not kept', async (_, refuse) => {
  const { session } = sessionWith(server());
  const notices = vi.fn();
  session.on('notice', notices);
  const refused = refuse();
  expect(await signedIn(session)).toEqual({ to: '/experts-past-recommendations' });
  expect(session.snapshot()).toMatchObject({ signedIn: true, user: { id: 'exp_01' }, roles: ['Analyst'], plan: PREMIUM });
  expect(notices.mock.calls).toEqual([[expect.objectContaining({ text: expect.stringContaining('You are signed in on this page only') })]]);
  expect(readGuardStorage(null)).toMatchObject({ token: 'A', userId: 'exp_01', planName: 'Premium' });
  session.setMarketType('options');
  expect(session.snapshot().marketType).toBe('options');
  refused.mockRestore();
  expect(Object.values(KEYS).filter((key) => ['token', 'refresh_token', 'profile', 'roles'].includes(key) && localStorage.getItem(key))).toEqual([]);

  applyEffects({ clear: true });
  expect(readGuardStorage(null).token).toBe('');
  await signedIn(session);
  expect(kept('token'), 'there is room again').toBe('A');
});

test('a full storage neither hides a session that is kept nor ends it', async () => {
  await signedIn(sessionWith(server()).session);
  const refused = full(0);
  expect(sessionWith(server()).session.snapshot()).toMatchObject({ signedIn: true, user: { id: 'exp_01' } });
  expect(readGuardStorage(null).token).toBe('A');
  refused.mockRestore();
});

test('a profile that has no room leaves the session where it is kept, with the profile it had', async () => {
  await signedIn(sessionWith(server()).session);
  const refused = full(0);
  const { session } = sessionWith(server());
  void session.refreshProfile();
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(kept('token')).toBe('A');
  expect(kept('refreshToken')).toBe('refresh-A');
  expect(JSON.parse(kept('profile')!).id).toBe('exp_01');
  refused.mockRestore();
  expect(sessionWith(server()).session.snapshot()).toMatchObject({ signedIn: true, user: { id: 'exp_01' } });
});

test('a sign-in keeps every session value, and a reload reads them back without a call (S3-SESS-01…S3-SESS-07, S3-STATE-01, S3-STATE-03, S3-STATE-22, S6-ROLE-31, S3-PROF-23, S3-PLAN-03, S7-HTTP-15, S7-HTTP-16, S7-HTTP-17, S7-HTTP-A01)', async () => {
  const { session } = sessionWith(server());
  expect(await signedIn(session)).toEqual({ to: '/experts-past-recommendations' });
  // S3-SESS-01 S3-SESS-02 S3-SESS-03 S3-SESS-04 S3-SESS-05 S3-SESS-06 S3-SESS-07
  expect(kept('token')).toBe('A');
  expect(kept('refreshToken')).toBe('refresh-A');
  expect(Number(kept('expireIn'))).toBeGreaterThan(Date.now() + 28_700_000);
  expect(JSON.parse(kept('roles')!)).toEqual(['Analyst']);
  expect(JSON.parse(kept('profile')!).id).toBe('exp_01');
  expect(JSON.parse(kept('plan')!)).toEqual(PREMIUM);
  expect(JSON.parse(kept('publisherPlan')!).plan_name).toBe('Publisher');
  for (const foreign of ['status', 'validation', 'redirect']) expect(localStorage.getItem(foreign)).toBeNull();

  const after = sessionWith(() => {
    throw new Error('no call is needed');
  });
  expect(after.session.snapshot()).toMatchObject({
    signedIn: true,
    user: { id: 'exp_01', full_name: 'Asha Rao', profession: 'Analyst', picture: 'http://localhost:4000/media/a.png', verified: true, rank: 3 },
    roles: ['Analyst'],
    plan: PREMIUM,
    publisherPlan: { plan_name: 'Publisher' },
  });
  expect(after.sent).toEqual([]);
});

test('on a partner host its environment, broker and user type are kept and go with sign-out (S3-SESS-08, S3-SESS-09, S3-SESS-10, S3-SESS-O01, S4-UTYPE-07)', async () => {
  const environment = ENVIRONMENTS.find((one) => one.tier === 'brokerWithPlans' && one.loginModule === '' && !one.byPassLogin && !one.afterLoginHome)!;
  const browser = { ...fakeBrowser({ environment, brand: environment.utm_source }), host: `${environment.utm_source_str}.localhost` };
  const { session } = sessionWith(server(), browser);
  await signedIn(session);
  expect(JSON.parse(localStorage.getItem('current_environment')!).brokerId).toBe(environment.brokerId);
  expect(JSON.parse(localStorage.getItem('selected_broker')!)).toEqual({ id: environment.brokerId });
  expect(JSON.parse(localStorage.getItem('website_user_type')!)).toEqual({ userType: 'broker', userSubType: 'brokerWithPlans' });
  expect(session.snapshot()).toMatchObject({ environment, brand: environment.utm_source, userType: { userSubType: 'brokerWithPlans' } });
  await session.signOut();
  for (const key of ['current_environment', 'selected_broker', 'website_user_type']) expect(localStorage.getItem(key)).toBeNull();
  // S4-END-A02: the next page of the partner derives its branding anew.
  expect(sessionWith(server(), browser).session.snapshot().environment).toBe(environment);
  expect(localStorage.getItem('current_environment')).not.toBeNull();
});

test('an OTP sign-in has the role All, whatever user_data.roles says; an empty list too (S6-ROLE-33)', async () => {
  const { session } = sessionWith(server());
  expect(loginAnswer().extras).toMatchObject({ user_data: { roles: ['Analyst'] } });
  await signedIn(session, loginAnswer(), 'otp');
  expect(session.snapshot().roles).toEqual(['All']);
  expect(JSON.parse(kept('roles')!)).toEqual(['All']);
  await signedIn(session, loginAnswer({ extras: { user_data: { ...USER, roles: [] } } }));
  expect(session.snapshot().roles).toEqual(['All']);
});

test('the look-up that belongs to an OTP sign-in leaves All; a later profile answer brings the roles (S6-ROLE-A04)', async () => {
  vi.useFakeTimers();
  try {
    const { session } = sessionWith(server());
    await signedIn(session, loginAnswer(), 'otp');
    await vi.waitFor(() => expect(session.state.get(CHAT_PLAN)).not.toBeNull());
    expect(JSON.parse(kept('roles')!)).toEqual(['All']);
    // The next page reads the profile by GET once it has settled.
    for (const roles of [['Analyst'], []]) {
      const page = sessionWith(server({ '/auth/v1/profile': () => ok({ ...PROFILE_ANSWER, user_data: { ...USER, roles } }) }));
      await vi.advanceTimersByTimeAsync(2000);
      expect(page.sent.map((one) => [one.method, one.url])).toContainEqual(['GET', '/auth/v1/profile']);
      await vi.waitFor(() => expect(JSON.parse(kept('roles')!)).toEqual(roles.length ? roles : ['All']));
    }
  } finally {
    vi.useRealTimers();
  }
});

test('an expert is verified by mark_as_verified_user, not by a document (S2.5-PROFILE-A01)', async () => {
  const { session } = sessionWith(server());
  for (const mark_as_verified_user of [true, false]) {
    await signedIn(session, loginAnswer({ profile: { mark_as_verified_user, sebi_certificate_status: mark_as_verified_user ? 'Pending' : 'Verified' } }));
    expect(session.snapshot().user).toMatchObject({ profession: 'Analyst', verified: mark_as_verified_user });
  }
});

test('after login the profile is looked up with profession, e-mail and mobile; the chat plan comes from there (S7-PROFILE-01, S3-PLAN-04)', async () => {
  const { session, sent } = sessionWith(server());
  await signedIn(session);
  await vi.waitFor(() => expect(session.state.get(CHAT_PLAN)).toEqual({ ends_at: '2026-12-01T00:00:00.000Z' }));
  const lookUp = sent.find((one) => one.url === '/auth/v1/profile')!;
  expect([lookUp.method, lookUp.body]).toEqual(['POST', { profession: 'Analyst', email: 'asha@vimarsh.example', mobile: '9876543210' }]);
  expect(JSON.parse(kept('profile')!).last_seen).toBe('2026-11-20T04:00:00.000Z');
});

test('the redirect is an in-app path, redirect_url an outer page (S3-LOGIN-A03)', async () => {
  const { session } = sessionWith(server());
  expect(await signedIn(session, loginAnswer({ answer: { redirect: '/x' } }))).toEqual({ to: '/x' });
  expect(await signedIn(session, loginAnswer({ answer: { data: { token: 'A', redirect_url: 'https://broker.example/in' } } }))).toEqual({
    to: 'https://broker.example/in',
  });
});

test('the e-mail of a sign-up is kept, if there is one (S4-SWITCH-01, S4-SWITCH-A01)', async () => {
  const { session } = sessionWith(server());
  await signedIn(session);
  expect(localStorage.getItem('email')).toBeNull();
  session.adopt(loginAnswer({ profile: { email: '' } }), 'otp', { signUp: true });
  expect(localStorage.getItem('email')).toBeNull();
  session.adopt(loginAnswer(), 'otp', { signUp: true });
  expect(localStorage.getItem('email')).toBe('asha@vimarsh.example');
});

test('the ekyc notice comes 3 s after the login and stays 3 s (S4-AFTER-04, S9-LIM-A05)', async () => {
  vi.useFakeTimers();
  try {
    const { session } = sessionWith(server());
    const texts: string[] = [];
    session.on('notice', (notice) => texts.push(`${notice.kind} ${notice.text} ${notice.ms}`));
    await signedIn(session, loginAnswer({ profile: { pan_card_status: 'Pending' } }));
    await vi.advanceTimersByTimeAsync(2999);
    expect(texts).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(texts).toEqual(['info Please fill the ekyc details 3000']);
  } finally {
    vi.useRealTimers();
  }
});

test('an answer that is no sign-in is refused, and nothing of it is kept', async () => {
  const { session } = sessionWith(server());
  await session.request(readClock, {}, { quiet: true });
  for (const wrong of [
    loginAnswer({ answer: { status: false } }),
    loginAnswer({ extras: { user_data: null } }),
    loginAnswer({ answer: { data: null, token_data: undefined } }),
  ]) {
    expect(() => session.adopt(wrong, 'password')).toThrow();
    expect([kept('token'), kept('profile')]).toEqual([null, null]);
  }
});

test('a promotional plan shows no trade (S3-PLAN-02)', () => {
  localStorage.setItem('token', 'A');
  localStorage.setItem('expire_in', String(Date.now() + 1000));
  localStorage.setItem('plan_details', JSON.stringify({ ...PREMIUM, promotional_plan: true }));
  const { plan } = sessionWith(server()).session.snapshot();
  expect(plan?.promotional_plan).toBe(true);
  const trades = (promotional: boolean) => may(callerWith({ plan: plan!.plan_name, promotional, partner: { isTradeAvailable: true } }), 'trade.order');
  expect([trades(plan!.promotional_plan), trades(false)]).toEqual([false, true]);
});

test('the snapshot is frozen, and the same until something changed', () => {
  const { session } = sessionWith(server());
  const before = session.snapshot();
  expect(Object.isFrozen(before)).toBe(true);
  expect(session.snapshot()).toBe(before);
  const heard = vi.fn();
  const stop = session.subscribe(heard);
  session.setMarketType('options');
  expect(localStorage.getItem('market_type')).toBe('options');
  expect(session.snapshot()).not.toBe(before);
  expect(session.snapshot().marketType).toBe('options');
  stop();
  session.setMarketType('equity');
  expect(heard).toHaveBeenCalledTimes(1);
});

test('the mark of a plan that waits for the profile is used up by asking (S4-SAVE-A01)', () => {
  const { session } = sessionWith(server());
  expect(session.takePlanDialog()).toBe(false);
  localStorage.setItem('premium-plan-subscription-dialog', '1');
  expect(session.takePlanDialog()).toBe(true);
  expect(localStorage.getItem('premium-plan-subscription-dialog')).toBeNull();
  expect(session.takePlanDialog()).toBe(false);
});

test('modules hear each other’s events with their payload, until they stop listening', () => {
  const { session } = sessionWith(server());
  const heard: unknown[] = [];
  const stop = session.listen('call.published', (payload) => heard.push(payload));
  session.emit('call.published', { id: 'c1' });
  session.emit('call.closed', { id: 'c2', status: 'sl_hit' });
  stop();
  session.emit('call.published', { id: 'c3' });
  expect(heard).toEqual([{ id: 'c1' }]);
});

test('a notice before anyone listens is kept for the first who does', () => {
  const { session } = sessionWith(server());
  session.notify({ kind: 'info', title: 'a', text: '', ms: 2000 });
  const first: string[] = [];
  const second: string[] = [];
  session.on('notice', (notice) => first.push(notice.title));
  session.on('notice', (notice) => second.push(notice.title));
  expect([first, second]).toEqual([['a'], []]);
});

test('a notice that nobody has heard when the page is loaded anew is heard on the next one, once', async () => {
  const { session, browser } = sessionWith(server());
  session.notify({ kind: 'success', title: 'unheard', text: '', ms: 1500 });
  await session.signOut({ notice: { kind: 'info', title: 'for the next page', text: '', ms: 2000 } });
  browser.leave();
  const heard: string[] = [];
  sessionWith(server(), browser).session.on('notice', (notice) => heard.push(notice.title));
  expect(heard).toEqual(['for the next page', 'unheard']);
  browser.leave();
  expect(browser.kept).toEqual([]);
});

test('sign-out clears and resets, tells the server, and goes home (S4-END-01, S4-END-02, S4-END-04, S4-END-O01, S7-PROFILE-05)', async () => {
  const { session, sent, browser } = sessionWith(server());
  await signedIn(session);
  session.state.set(CHAT_PLAN, { ends_at: '2026-12-02' });
  const told = browser.tabsTold;
  await session.signOut();
  const call = sent.find((one) => one.url === '/auth/v1/sign_out')!;
  expect([call.method, call.body, call.headers.Authorization]).toEqual(['POST', { refresh_token: 'refresh-A' }, 'Bearer A']);
  expect(localStorage).toHaveLength(0);
  expect(session.state.get(CHAT_PLAN)).toBeNull();
  expect(session.snapshot()).toMatchObject({ signedIn: false, user: null, plan: null, publisherPlan: null });
  expect(browser.tabsTold).toBe(told + 1);
  expect(browser.went).toEqual(['/']);
});

const DRAFT = 'vimarsh.publish-draft.exp_01';
/** A session that the server ends while somebody fills a form: its last words are written as it hears of the end. */
async function endedWhileTyping() {
  const { session } = sessionWith(server({ '/market/v1/quotes': () => ({ body: { status: false, validation: '', redirect: '/login' } }) }));
  await signedIn(session);
  history.replaceState(null, '', '/upload-recommendation/SBIN?from=list');
  const form = (event: Event) => {
    event.preventDefault();
    localStorage.setItem(DRAFT, 'to the last word');
  };
  addEventListener('vimarsh:session-ends', form, { once: true });
  await session.request(readQuotes, { query: { symbols: 'SBIN' } });
  removeEventListener('vimarsh:session-ends', form);
  expect(localStorage).toHaveLength(0);
}

test('what was typed when a session ended by itself is there after the same person’s sign-in, and so is the way back', async () => {
  await endedWhileTyping();
  await signedIn(sessionWith(server()).session);
  expect([localStorage.getItem(DRAFT), kept('pendingRoute')]).toEqual(['to the last word', '/upload-recommendation/SBIN?from=list']);
  expect(sessionStorage).toHaveLength(0);
});

test('another person’s sign-in removes what was typed before; one who signs out leaves nothing', async () => {
  await endedWhileTyping();
  const other = sessionWith(server()).session;
  await signedIn(other, loginAnswer({ extras: { user_data: { ...USER, user_id: 'usr_02' } } }));
  expect([localStorage.getItem(DRAFT), kept('pendingRoute'), sessionStorage.length]).toEqual([null, null, 0]);
  localStorage.setItem(DRAFT.replace('exp_01', 'usr_02'), 'typed');
  await other.signOut();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('a draft whose form is not open is kept without a way back, and comes back when the same person signs in in another tab', async () => {
  const { session } = sessionWith(server({ '/market/v1/quotes': () => ({ body: { status: false, validation: '', redirect: '/login' } }) }));
  await signedIn(session);
  localStorage.setItem(DRAFT, 'of yesterday');
  await session.request(readQuotes, { query: { symbols: 'SBIN' } });
  const page = sessionWith(server());
  await page.session.request(readClock, {});
  localStorage.setItem('token', 'B');
  localStorage.setItem('expire_in', String(Date.now() + 60_000));
  localStorage.setItem('profile', JSON.stringify({ id: 'exp_01' }));
  page.browser.storageChanged();
  expect([localStorage.getItem(DRAFT), kept('pendingRoute')]).toEqual(['of yesterday', null]);
});

test('a sign-out on the way to a broker keeps what the way back needs, and nothing else', async () => {
  const { session, browser } = sessionWith(server());
  await signedIn(session);
  await session.signOut({ to: 'https://broker.example/login', next: { broker: 4, route: '/data-categorisation' } });
  expect({ ...localStorage }).toEqual({ selected_broker: '{"id":4}', route_to_be: '/data-categorisation' });
  expect(session.snapshot()).toMatchObject({ signedIn: false, user: null, selectedBroker: 4 });
  expect(browser.went).toEqual(['https://broker.example/login']);
});

test('an event says whether anybody heard it', () => {
  const { session } = sessionWith(server());
  const heard: string[] = [];
  expect(session.emit('broker-login.asked', { to: '/a' })).toBe(false);
  const stop = session.listen('broker-login.asked', ({ to }) => heard.push(to));
  expect(session.emit('broker-login.asked', { to: '/b' })).toBe(true);
  stop();
  expect(session.emit('broker-login.asked', { to: '/c' })).toBe(false);
  expect(heard).toEqual(['/b']);
});

test.each<[string, Serve]>([
  ['a 500', () => ({ http: 500, body: { status: false, validation: 'X' } })],
  ['a dead network', () => Promise.reject(new Error('away'))],
  ['a redirect elsewhere', () => ({ body: { status: false, validation: '', redirect: '/other' } })],
])('sign-out ends the same whatever the server says: %s (S4-END-03, S7-PROFILE-06, S8-ERR-24)', async (_what, serve) => {
  const { session, browser } = sessionWith(server({ '/auth/v1/sign_out': serve }));
  await signedIn(session);
  await session.signOut();
  expect(localStorage).toHaveLength(0);
  expect(browser.went).toEqual(['/']);
});

test('sign-out elsewhere: this tab forgets, cancels what runs and goes home', async () => {
  let release = (): void => undefined;
  const { session, browser } = sessionWith(server({ '/market/v1/quotes': () => new Promise((resolve) => (release = () => resolve(ok([])))) }));
  await signedIn(session);
  session.state.set(CHAT_PLAN, { ends_at: '2026-12-02' });
  const running = session.request(readQuotes, { query: { symbols: 'TCS' } });
  await Promise.resolve();
  localStorage.clear();
  browser.storageChanged();
  release();
  expect((await running).code).toBe('CANCELLED');
  expect(session.state.get(CHAT_PLAN)).toBeNull();
  expect(session.snapshot().signedIn).toBe(false);
  expect(browser.went).toEqual(['/']);
});

test('a sign-in elsewhere is followed; another user than before starts over', async () => {
  const { session, browser } = sessionWith(server());
  const other = sessionWith(server());
  await signedIn(other.session);
  browser.storageChanged();
  expect(session.snapshot().user?.id).toBe('exp_01');
  expect(browser.went).toEqual([]);
  other.session.adopt(loginAnswer({ extras: { user_data: { ...USER, user_id: 'usr_02' } } }), 'password');
  browser.storageChanged();
  expect(session.snapshot().user?.id).toBe('usr_02');
  expect(browser.went).toEqual(['/']);
});

test('what the guard decided is carried out and followed: cleared but for the path, no second way home (S4-GUARD-07, S3-SESS-11, S3-SESS-12)', async () => {
  const { session, browser } = sessionWith(server());
  await signedIn(session);
  addEventListener('vimarsh:storage', () => browser.storageChanged(true), { once: true });
  applyEffects({ clear: true, save: '/my-posts' });
  expect({ ...localStorage }).toEqual({ route_to_be: '/my-posts' });
  expect(session.snapshot().signedIn).toBe(false);
  expect(browser.went).toEqual([]);
  applyEffects({ consume: true, marketType: 'options' });
  expect({ ...localStorage }).toEqual({ market_type: 'options' });
});

test('the pending route redirects once (S4-GUARD-A01)', () => {
  localStorage.setItem('route_to_be', '/my-posts');
  expect(readGuardStorage(null).pending).toBe('/my-posts');
  applyEffects({ consume: true });
  expect(readGuardStorage(null).pending).toBe('');
});

test('a signed-in page reads its profile again once it has settled (S7-PROFILE-03)', async () => {
  vi.useFakeTimers();
  try {
    await signedIn(sessionWith(server()).session);
    await vi.advanceTimersByTimeAsync(0);
    const { session, sent } = sessionWith(server({ '/auth/v1/profile': () => ok({ ...PROFILE_ANSWER, sub_plan_data: { ...PREMIUM, plan_name: 'Pro' } }) }));
    expect(session.snapshot().plan?.plan_name).toBe('Premium');
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent.map((one) => [one.method, one.url, one.body])).toEqual([['GET', '/auth/v1/profile', undefined]]);
    await vi.waitFor(() => expect(session.snapshot().plan?.plan_name).toBe('Pro'));
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['a string', 'Analyst', ['Analyst']],
  ['an empty list', [], ['All']],
  ['absent', undefined, ['All']],
  ['no list at all', 7, ['All']],
])('a role list that is %s is kept as it is meant, and the sign-in is whole', (_is, roles, kept_) => {
  const { session } = sessionWith(server());
  return signedIn(session).then(() => {
    session.adopt(loginAnswer({ extras: { user_data: { ...USER, roles } } }), 'password');
    expect(JSON.parse(kept('roles')!)).toEqual(kept_);
    expect(session.snapshot().signedIn).toBe(true);
  });
});

test.each([null, 'text', { ...USER, user_id: 5 }])('user_data that is %j signs nobody in and keeps nothing', async (user_data) => {
  const { session } = sessionWith(server());
  await session.request(readClock);
  expect(() => session.adopt(loginAnswer({ extras: { user_data } }), 'password')).toThrow();
  expect(Object.keys({ ...localStorage }), 'what the host says of its visitors is all there is').toEqual([KEYS.userType]);
  expect(session.snapshot().signedIn).toBe(false);
});

test.each(['{"broken', 'null', '7', '[{]', '\u0000'])(
  'stored values that are broken JSON (%j) read as nothing stored, and a sign-in mends them',
  async (broken) => {
    for (const key of Object.values(KEYS)) localStorage.setItem(key, broken);
    const { session } = sessionWith(server());
    expect(session.snapshot()).toMatchObject({ signedIn: false, user: null });
    await signedIn(session);
    expect(session.snapshot()).toMatchObject({ signedIn: true, user: { id: 'exp_01' } });
  },
);

test('whoever follows a topic whose code could not be loaded follows it once the user is back; who stopped does not', async () => {
  const browser = fakeBrowser();
  const subscribe = vi.fn(() => () => undefined);
  let there = false;
  const line = vi.fn(async () => {
    if (!there) throw new Error('no code');
    return { createLine: () => ({ subscribe }) };
  });
  const session = createSession(browser, openSessionStore(), { client: () => import('../client/client.ts'), line });
  session.line.subscribe({ topic: 'prices', symbols: ['TCS'] }, () => undefined);
  session.line.subscribe({ topic: 'prices', symbols: ['INFY'] }, () => undefined)();
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  await turn();
  there = true;
  browser.wake();
  await vi.waitFor(() => expect(subscribe).toHaveBeenCalled());
  browser.wake();
  await turn();
  expect(subscribe.mock.calls).toEqual([[{ topic: 'prices', symbols: ['TCS'] }, expect.any(Function)]]);
});
