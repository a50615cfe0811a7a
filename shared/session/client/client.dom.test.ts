import { beforeEach, expect, test, vi } from 'vitest';
import { readClock, readQuotes } from '../../contract/market/routes.ts';
import { ENVIRONMENTS } from '../../domain/partners/demo/environments.ts';
import { clientWith, fakeBrowser, jwt, ok, type Serve, sessionWith, tokens } from '../testing.ts';

const CLOCK = { now: '', phase: 'closed', trading_date: '', label: '', opens_at: null, closes_at: null, source: 'simulated', speed: 1, stale: false };
const LATER = String(Date.now() + 3_600_000);

beforeEach(() => localStorage.clear());

function signIn(profile: object = { id: 'u1' }) {
  localStorage.setItem('token', 'old');
  localStorage.setItem('refresh_token', 'refresh-old');
  localStorage.setItem('expire_in', LATER);
  localStorage.setItem('profile', JSON.stringify(profile));
}

function open(serve: Serve, browser = fakeBrowser()) {
  const world = clientWith(serve, browser);
  const toasts: string[] = [];
  world.core.notices.listen((notice) => toasts.push(`${notice.title} / ${notice.text} / ${notice.ms}`));
  return { ...world, toasts, ask: (options?: Parameters<typeof world.client.request>[2]) => world.client.request(readClock, {}, options) };
}

test('a good answer is parsed by its contract', async () => {
  const { ask, toasts } = open(() => ok({ ...CLOCK, stranger: 1 }));
  expect(await ask()).toMatchObject({ status: true, data: CLOCK });
  expect((await ask()).data).not.toHaveProperty('stranger');
  expect(toasts).toEqual([]);
});

test('JSON of somebody else on the way is a failure that is said, and not known to be a refusal', async () => {
  const { ask, toasts } = open(() => ({ http: 502, body: { message: 'Bad gateway' } }));
  expect(await ask()).toMatchObject({ status: false, code: 'BAD_ANSWER', data: null });
  expect(toasts).toHaveLength(1);
});

test('an answer that breaks its contract is a failure, not half a success', async () => {
  const { ask, toasts } = open(() => ok({ ...CLOCK, phase: 'lunch' }));
  expect(await ask()).toMatchObject({ status: false, code: 'BAD_ANSWER', data: null });
  expect(toasts).toHaveLength(1);
});

test.each([
  ['status false', { status: false, validation: 'X' }],
  ['no status', { validation: 'X' }],
  ['status null', { status: null, validation: 'X' }],
])('a failure with a message is toasted for 3 s: %s (S8-ERR-01, S8-ERR-A01)', async (_what, body) => {
  const { ask, toasts } = open(() => ({ body: body as never }));
  expect(await ask()).toMatchObject({ status: false, validation: 'X' });
  expect(toasts).toEqual(['Oops! Something went wrong! / X / 3000']);
  await ask({ quiet: true });
  expect(toasts).toHaveLength(1);
});

test('a failure says how long to wait and how many tries are left', async () => {
  const { ask } = open(() => ({ body: { status: false, validation: 'X', code: 'OTP_WRONG', tries_left: 0, retry_after: 30 } }));
  expect(await ask()).toMatchObject({ code: 'OTP_WRONG', retry_after: 30, extras: { tries_left: 0 } });
});

test('a failure that the screen tells itself is not toasted; any other is', async () => {
  const { ask, toasts } = open(() => ({ body: { status: false, validation: 'X', code: 'BROKER_LOGIN' } }));
  await ask({ told: ['BROKER_LOGIN'] });
  expect(toasts).toEqual([]);
  await ask({ told: ['NOT_ENTITLED'] });
  expect(toasts).toHaveLength(1);
});

test('no answer at all: the call says so and does not reject; who tells it itself is left alone', async () => {
  for (const serve of [() => Promise.reject(new Error('away')), () => ({ http: 502, body: '<html>Bad Gateway</html>' })] as Serve[]) {
    const { ask, toasts } = open(serve);
    expect((await ask({ quiet: 'unreachable' })).code).toBe('UNREACHABLE');
    expect(toasts).toEqual([]);
    await ask();
    expect(toasts).toHaveLength(1);
  }
});

test('a redirect ends the session: the others are cancelled, storage is empty, the message waits on the next page (S8-ERR-03, S8-ERR-04, S8-ERR-05, S8-ERR-07, S8-ERR-A02)', async () => {
  signIn();
  const hanging = new Promise<never>(() => undefined);
  const { client, ask, browser, toasts } = open((sent) =>
    sent.url.includes('quotes') ? hanging : { body: { status: false, validation: 'X', redirect: '/x' } },
  );
  const other = client.request(readQuotes, { query: { symbols: 'TCS' } });
  expect(await ask()).toMatchObject({ status: false, redirect: '/x' });
  expect((await other).code).toBe('CANCELLED');
  expect(localStorage).toHaveLength(0);
  expect(browser.went).toEqual(['/x']);
  expect(browser.kept).toEqual([{ kind: 'error', title: 'Oops! Something went wrong!', text: 'X', ms: 3000 }]);
  expect(toasts).toEqual([]);
});

test('the profile is read once for all who ask in one turn, and again for who asks later', async () => {
  signIn();
  const { session, sent } = sessionWith(() => ({ body: { status: false, validation: '' } }));
  const stop = session.listen('profile.updated', () => void session.refreshProfile());
  session.emit('profile.updated', { user_id: 'u1' });
  await session.refreshProfile();
  expect(sent).toHaveLength(1);
  const first = session.refreshProfile();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await Promise.all([first, session.refreshProfile()]);
  expect(sent, 'what changed after a read began is not in it').toHaveLength(3);
  stop();
});

test('without a message the user reads "Please login again" (S8-ERR-04)', async () => {
  const { ask, browser } = open(() => ({ body: { status: false, redirect: '/login' } }));
  await ask();
  expect(browser.kept[0]?.text).toBe('Please login again');
});

const BYPASS = ENVIRONMENTS.find((one) => one.byPassLogin)!;
test.each<[string, { profile?: object; bypass?: boolean; redirect: unknown }, string]>([
  ['a path is followed', { redirect: '/x' }, '/x'],
  ['anything else means the login', { redirect: true }, '/login'],
  ['another site is no path', { redirect: 'https://evil.example' }, '/login'],
  ['nor is a path to another host', { redirect: '//evil.example' }, '/login'],
  ['bypass before the path', { redirect: '/x', bypass: true }, '/auth-bypass'],
  ['the Paytm app goes back, by source', { redirect: '/x', profile: { id: 'u', source: 'paytm' } }, 'back'],
  ['the Paytm app goes back, by utm_source', { redirect: '/x', profile: { id: 'u', utm_source: 'paytm' }, bypass: true }, 'back'],
])('where the user goes: %s (S8-ERR-07, S8-ERR-08, S8-ERR-09, S8-ERR-A05, S8-ERR-A12, S8-ERR-O02)', async (_what, { profile, bypass, redirect }, went) => {
  signIn(profile);
  const { ask, browser } = open(() => ({ body: { status: false, redirect } as never }), fakeBrowser(bypass ? { environment: BYPASS } : {}));
  await ask();
  expect(browser.went).toEqual([went]);
});

test('an expired token: cleared, loaded afresh at the login, and no call of any kind (S8-ERR-10, S8-ERR-11, S8-ERR-12, S4-END-07, S4-END-08, S4-END-A01)', async () => {
  signIn();
  localStorage.setItem('expire_in', String(Date.now() - 1));
  const { ask, browser, sent } = open(() => ok(CLOCK));
  expect((await ask()).code).toBe('CANCELLED');
  expect(localStorage).toHaveLength(0);
  expect(browser.went).toEqual(['/login']);
  expect(sent).toEqual([]);
});

test('tokens of any answer are kept while somebody is signed in, and never for a visitor', async () => {
  const { ask, browser } = open(() => ok(CLOCK, { token_data: tokens('new', 60) }));
  await ask();
  expect(localStorage.getItem('token')).toBeNull();
  signIn();
  const told = browser.tabsTold;
  await ask();
  expect(localStorage.getItem('token')).toBe('new');
  expect(localStorage.getItem('refresh_token')).toBe('refresh-new');
  expect(browser.tabsTold).toBe(told);
});

const ENDED = { http: 401, body: { status: false, validation: 'Please login again', redirect: '/login', code: 'SESSION_ENDED' } };

test('a merely old access token is renewed once and the call repeated; nobody notices', async () => {
  signIn();
  const { ask, sent, browser, toasts } = open((one) => {
    if (one.url.endsWith('refresh_token')) return ok({ token: 'new' }, { token_data: tokens('new') });
    return one.headers.Authorization === 'Bearer new' ? ok(CLOCK) : ENDED;
  });
  expect((await ask()).status).toBe(true);
  expect(sent.map((one) => one.url)).toEqual(['/market/v1/clock', '/auth/v1/refresh_token', '/market/v1/clock']);
  expect(sent[1]?.body).toEqual({ refresh_token: 'refresh-old' });
  expect(sent[1]?.config.timeout).toBe(15_000);
  expect([browser.went, toasts]).toEqual([[], []]);
  expect(browser.tabsTold).toBe(1);
});

/** A server that refuses every token but `new`, as it does tokens whose life is over. */
const serveNew: Serve = async (one) => {
  if (one.url.endsWith('refresh_token')) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return ok({ token: 'new' }, { token_data: tokens('new') });
  }
  return one.headers.Authorization === 'Bearer new' ? ok(CLOCK) : ENDED;
};
const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

test.each([
  ['over since yesterday', 86_400],
  ['over in a moment', 590],
])('after a reload with a token that is %s the first calls wait for one refresh, and none is refused', async (_what, age) => {
  signIn();
  localStorage.setItem('token', jwt(secondsAgo(age)));
  const { ask, sent } = open(serveNew);
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual([true, true, true]);
  expect(sent.map(({ url }) => url)).toEqual(['/auth/v1/refresh_token', '/market/v1/clock', '/market/v1/clock', '/market/v1/clock']);
});

test('on a machine whose clock is behind, the server’s time in the page tells that a token is over: no call is refused', async () => {
  signIn();
  const behind = 3_600_000;
  localStorage.setItem('token', jwt(secondsAgo(700 - behind / 1000)));
  const page = { first: { 'GET /market/v1/clock': { status: true, data: CLOCK, at: performance.timeOrigin + behind } } };
  const { ask, sent } = open(serveNew, fakeBrowser(page));
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual([true, true, true]);
  expect(sent.map(({ url }) => url)).toEqual(['/auth/v1/refresh_token', '/market/v1/clock', '/market/v1/clock', '/market/v1/clock']);
});

test('a token with life left is used as it is', async () => {
  signIn();
  const token = jwt(secondsAgo(60));
  localStorage.setItem('token', token);
  const { ask, sent } = open(() => ok(CLOCK));
  await ask();
  expect(sent.map(({ url, headers }) => [url, headers.Authorization])).toEqual([['/market/v1/clock', `Bearer ${token}`]]);
});

test('on a machine whose clock is ahead a new token is used as long as it lives, and not renewed before each call', async () => {
  signIn();
  localStorage.setItem('token', jwt(secondsAgo(7200), 600, 'old'));
  const issued = jwt(secondsAgo(3600), 600, 'new');
  const { ask, sent } = open((one) => (one.url.endsWith('refresh_token') ? ok({ token: issued }, { token_data: tokens(issued) }) : ok(CLOCK)));
  for (let call = 0; call < 3; call++) await ask();
  expect(sent.filter(({ url }) => url.endsWith('refresh_token'))).toHaveLength(1);
});

test('where the refresh is not answered the call is tried with what is there, and the refresh not a second time', async () => {
  signIn();
  localStorage.setItem('token', jwt(secondsAgo(700)));
  const { ask, sent, browser } = open((one) => (one.url.endsWith('refresh_token') ? Promise.reject(new Error('away')) : ENDED));
  expect((await ask()).code).toBe('UNREACHABLE');
  expect(sent.map(({ url }) => url)).toEqual(['/auth/v1/refresh_token', '/market/v1/clock']);
  expect(browser.went).toEqual([]);
});

test('where the refresh says that the session is over, no call is made with the dead token', async () => {
  signIn();
  localStorage.setItem('token', jwt(secondsAgo(700)));
  const { ask, sent, browser } = open(() => ENDED);
  expect((await ask()).code).toBe('CANCELLED');
  expect(sent.map(({ url }) => url)).toEqual(['/auth/v1/refresh_token']);
  expect(browser.went).toEqual(['/login']);
});

test.each(['SESSION_ENDED', 'TOKEN_REUSED'])('when the refresh is refused with %s the session is over', async (code) => {
  signIn();
  const { ask, browser } = open((one) => (one.url.endsWith('refresh_token') ? { http: 401, body: { ...ENDED.body, code } } : ENDED));
  expect((await ask()).code).toBe('CANCELLED');
  expect(localStorage).toHaveLength(0);
  expect(browser.went).toEqual(['/login']);
  expect(browser.kept[0]?.text).toBe('Please login again');
});

test.each<[string, Serve]>([
  ['the network', () => Promise.reject(new Error('away'))],
  ['a 503', () => ({ http: 503, body: { status: false, validation: 'Busy', code: 'RETRY' } })],
  ['a gateway page', () => ({ http: 502, body: '<html>' })],
])('%s never ends a session: the call fails, the user stays signed in', async (_what, serve) => {
  signIn();
  const { ask, browser } = open((one) => (one.url.endsWith('refresh_token') ? serve(one) : ENDED));
  expect((await ask()).code).toBe('UNREACHABLE');
  expect(localStorage.getItem('token')).toBe('old');
  expect(browser.went).toEqual([]);
});

test('a refresh that is answered after sign-out, or after somebody else signed in, changes nothing', async () => {
  for (const after of [null, 'refresh-other']) {
    signIn();
    let answer: (served: ReturnType<typeof ok>) => void = () => undefined;
    const { ask, client, browser } = open((one) => {
      if (one.url.endsWith('refresh_token')) return new Promise((resolve) => (answer = resolve));
      return one.url.endsWith('signout') ? ok(null) : ENDED;
    });
    const asked = ask();
    await vi.waitFor(() => expect(answer.length).toBe(1));
    await client.signOut();
    const told = browser.tabsTold;
    if (after) localStorage.setItem('refresh_token', after);
    answer(ok({ token: 'new' }, { token_data: tokens('new') }));
    expect((await asked).code).toBe('CANCELLED');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([localStorage.getItem('token'), localStorage.getItem('refresh_token')]).toEqual([null, after]);
    expect(browser.tabsTold).toBe(told);
  }
});

test('while a sign-out is told to a slow server nothing else is asked: a stranger’s refusal would take the page away before it arrived', async () => {
  signIn();
  let told: (served: ReturnType<typeof ok>) => void = () => undefined;
  const { ask, client, browser, sent } = open((one) => (one.url.endsWith('sign_out') ? new Promise((resolve) => (told = resolve)) : ENDED));
  const out = client.signOut();
  expect((await ask()).code).toBe('CANCELLED');
  expect(browser.went).toEqual([]);
  told(ok(null));
  await out;
  expect((await ask()).code).toBe('CANCELLED');
  expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['sign_out']);
});

test('five calls refused at once share one refresh', async () => {
  signIn();
  const { ask, sent } = open((one) => {
    if (one.url.endsWith('refresh_token')) return ok({ token: 'new' }, { token_data: tokens('new') });
    return one.headers.Authorization === 'Bearer new' ? ok(CLOCK) : ENDED;
  });
  const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
  expect(answers.every((answer) => answer.status)).toBe(true);
  expect(sent.filter((one) => one.url.endsWith('refresh_token'))).toHaveLength(1);
});

test('ten tabs refused at once: one refresh in all, inside the lock, ten good answers', async () => {
  signIn();
  let queue: Promise<unknown> = Promise.resolve();
  const lock = <T>(_name: string, _ms: number, work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };
  let refreshes = 0;
  let valid = 'new';
  const serve: Serve = async (one) => {
    if (!one.url.endsWith('refresh_token')) return one.headers.Authorization === `Bearer ${valid}` ? ok(CLOCK) : ENDED;
    await new Promise((resolve) => setTimeout(resolve, 5));
    refreshes += 1;
    valid = `new-${refreshes}`;
    return ok({ token: valid }, { token_data: tokens(valid) });
  };
  const tabs = Array.from({ length: 10 }, () => open(serve, fakeBrowser({}, lock)));
  const answers = await Promise.all(tabs.map((tab) => tab.ask()));
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(true));
  expect(refreshes).toBe(1);
});

test('the lock is not given back before the traded token is marked as spent', async () => {
  signIn();
  const steps: string[] = [];
  const lock: ReturnType<typeof fakeBrowser>['lock'] = async (_name, _ms, work) => {
    const result = await work();
    steps.push('lock given back');
    return result;
  };
  const browser = fakeBrowser({}, lock);
  browser.mark = async (name) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    steps.push(`marked ${name}`);
  };
  const { ask } = open((one) => {
    if (one.url.endsWith('refresh_token')) return ok({ token: 'new' }, { token_data: tokens('new') });
    return one.headers.Authorization === 'Bearer new' ? ok(CLOCK) : ENDED;
  }, browser);
  expect((await ask()).status).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(steps).toEqual(['marked auth-spent-refresh-ol', 'lock given back']);
});

test('a tab whose storage comes later than the lock waits for the new token and does not trade the spent one', async () => {
  signIn();
  const served: string[] = [];
  const serve: Serve = (one) => {
    served.push(`${one.url} ${one.headers.Authorization}`);
    return one.headers.Authorization === 'Bearer new' ? ok(CLOCK) : ENDED;
  };
  const { ask } = open(serve, fakeBrowser({}, undefined, new Set(['auth-spent-refresh-ol'])));
  setTimeout(() => localStorage.setItem('token', 'new'), 60);
  expect((await ask()).status).toBe(true);
  expect(served).toEqual(['/market/v1/clock Bearer old', '/market/v1/clock Bearer new']);
});

test('a new token that another tab stores between an old one’s end and its refresh is not traded at once', async () => {
  signIn();
  localStorage.setItem('token', jwt(1_700_000_000));
  const lock = async <T>(_name: string, _ms: number, work: () => Promise<T>): Promise<T> => {
    await Promise.resolve();
    return work();
  };
  const { client, sent } = open(() => ok({ token: 'newer' }, { token_data: tokens('newer') }), fakeBrowser({}, lock));
  client.settle();
  localStorage.setItem('token', 'new');
  localStorage.setItem('refresh_token', 'refresh-new');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sent.map(({ url }) => url)).not.toContain('/auth/v1/refresh_token');
});

test('a token that is refused before the machine has heard of it is traded all the same', async () => {
  signIn();
  const { client, ask, sent } = open((one) => {
    if (one.url.endsWith('profile')) return { body: { status: false, validation: '' } };
    if (one.url.endsWith('refresh_token')) return ok({ token: 'newer' }, { token_data: tokens('newer') });
    return one.headers.Authorization === 'Bearer newer' ? ok(CLOCK) : ENDED;
  });
  client.settle();
  localStorage.setItem('token', 'new');
  expect((await ask()).status).toBe(true);
  expect(sent.filter(({ url }) => url.endsWith('refresh_token'))).toHaveLength(1);
});

test('a cancelled call answers CANCELLED and shows nothing', async () => {
  const abort = new AbortController();
  const { ask, toasts } = open(() => new Promise<never>(() => undefined));
  const running = ask({ signal: abort.signal });
  abort.abort();
  expect((await running).code).toBe('CANCELLED');
  expect((await ask({ signal: abort.signal })).code).toBe('CANCELLED');
  expect(toasts).toEqual([]);
});

test('the tokens of a login wait for its adoption, also while somebody else is signed in', async () => {
  signIn();
  const { ask } = open(() => ok(CLOCK, { token_data: tokens('new'), user_data: { user_id: 'u2' } }));
  await ask();
  expect(localStorage.getItem('token')).toBe('old');
  expect(localStorage.getItem('refresh_token')).toBe('refresh-old');
});
