import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPush, registerPush, requestToken } from '../contract/push/routes.ts';
import { fakeHost, refuse, reply } from './fake-host.tsx';
import { browserMessaging, isTelling, keepTelling, type Messaging, type Permission, stopTelling, tellThisDevice } from './push.ts';

const SUBSCRIPTION = { endpoint: 'https://web.push.apple.com/abc', keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } };
const TOKEN = JSON.stringify(SUBSCRIPTION);
const user = { id: 'usr_1', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;

/** A browser that says so about notices. */
function browser(says: Permission, more: Partial<Messaging> = {}) {
  let permission = says;
  let subscribed: string | null = null;
  const messaging = {
    permission: () => permission,
    ask: vi.fn(async () => {
      if (permission === 'default') permission = 'granted';
      return permission;
    }),
    init: vi.fn(async () => undefined),
    async subscribe() {
      subscribed = SUBSCRIPTION.endpoint;
      return SUBSCRIPTION;
    },
    address: async () => subscribed,
    async unsubscribe() {
      subscribed = null;
    },
    ...more,
  } satisfies Messaging;
  return messaging;
}
const signedIn = (service: { key: string } | null = { key: 'KEY' }) =>
  fakeHost({
    snapshot: { signedIn: true, user },
    answers: [reply(readPush, { service, devices: [] }), reply(requestToken, { registration_id: TOKEN }), reply(registerPush, {})],
  });
const sentBy = (host: ReturnType<typeof signedIn>) => host.calls.filter(({ route }) => route === registerPush).map(({ input }) => input.body);

let said: unknown[][];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'info').mockImplementation((...words) => void said.push(words));
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: what the tested code left.
  document.cookie = 'push-off=1; path=/; max-age=0';
});

test('what was granted is registered with exactly the keys of the specification (S1-FEAT-11, S3-PUSH-01, S3-PUSH-02, S3-PUSH-03, S4-MISC-18, S7-MISC-01)', async () => {
  const host = signedIn();
  const messaging = browser('granted');
  await keepTelling(host.session, messaging);
  expect([registerPush.method, registerPush.path]).toEqual(['POST', '/config/fcm-view/']);
  expect(sentBy(host)).toEqual([{ user: 'usr_1', type: 'web', registration_id: TOKEN }]);
  expect(messaging.ask).not.toHaveBeenCalled();
});

test('messaging begins with the service’s configuration; without one it doesn’t begin, and nothing is wrong (S7-RT-13)', async () => {
  const [configured, without] = [browser('granted'), browser('granted')];
  await keepTelling(signedIn().session, configured);
  expect(configured.init).toHaveBeenCalledWith({ key: 'KEY' });
  localStorage.clear();
  const host = signedIn(null);
  await keepTelling(host.session, without);
  expect(without.init).not.toHaveBeenCalled();
  expect([sentBy(host), host.notices]).toEqual([[], []]);
});

test('a token that was sent is not sent again, with no request at all; one that the browser took back is (S4-MISC-19, S4-MISC-O02)', async () => {
  const messaging = browser('granted');
  await keepTelling(signedIn().session, messaging);
  expect(localStorage.getItem('vimarsh.push')).toContain(SUBSCRIPTION.endpoint);
  const reloaded = signedIn();
  await keepTelling(reloaded.session, messaging);
  expect(reloaded.calls).toEqual([]);
  await messaging.unsubscribe();
  await keepTelling(reloaded.session, messaging);
  expect(sentBy(reloaded)).toHaveLength(1);
});

test('what was not answered yet is not asked on load, only after a press (S4-MISC-O04)', async () => {
  const host = signedIn();
  const messaging = browser('default');
  await keepTelling(host.session, messaging);
  expect(messaging.ask).not.toHaveBeenCalled();
  expect(host.calls).toEqual([]);
  expect(await tellThisDevice(host.session, messaging)).toBe('granted');
  expect(messaging.ask).toHaveBeenCalledTimes(1);
  expect(sentBy(host)).toHaveLength(1);
});

test('denied is only logged: no call, no notice (S4-MISC-20, S8-ERR-32)', async () => {
  const host = signedIn();
  await keepTelling(host.session, browser('denied'));
  expect(said).toEqual([['Push permission denied']]);
  expect([host.calls, host.notices]).toEqual([[], []]);
});

test('a failed beginning is logged in these words, and no token is sent (S8-ERR-33)', async () => {
  const host = signedIn();
  const error = new Error('no worker');
  await keepTelling(host.session, browser('granted', { init: () => Promise.reject(error) }));
  expect(said).toEqual([['Messaging init failed'], [error]]);
  expect([sentBy(host), host.notices]).toEqual([[], []]);
});

test('who stopped it here is not registered again by a new sign-in, until they say so', async () => {
  const messaging = browser('granted');
  await keepTelling(signedIn().session, messaging);
  expect(await isTelling(messaging)).toBe(true);
  await stopTelling(messaging);
  expect([await messaging.address(), await isTelling(messaging)]).toEqual([null, false]);
  // As signing out does.
  localStorage.clear();
  const later = signedIn();
  await keepTelling(later.session, messaging);
  expect(later.calls).toEqual([]);
  expect(await tellThisDevice(later.session, messaging)).toBe('granted');
  expect(await isTelling(messaging)).toBe(true);
});

test('who stops it has stopped it, though the browser does not give its address back', async () => {
  const messaging = browser('granted', { unsubscribe: () => Promise.reject(new Error('no answer')) });
  await keepTelling(signedIn().session, messaging);
  await stopTelling(messaging);
  expect(await isTelling(messaging)).toBe(false);
});

test('what the server refuses is not remembered as sent', async () => {
  const host = signedIn();
  host.answer(refuse(registerPush, 'BAD_REQUEST', 'Messages can’t be sent to this device.'));
  const messaging = browser('default');
  expect(await tellThisDevice(host.session, messaging)).toBe('failed');
  expect(await isTelling(messaging)).toBe(false);
  expect(host.notices).toMatchObject([{ text: 'Messages can’t be sent to this device.' }]);
});

test('a browser without service workers can’t show any, and says so when asked', async () => {
  expect(browserMessaging().permission()).toBe('unsupported');
  expect(await browserMessaging().ask()).toBe('unsupported');
  expect(await isTelling()).toBe(false);
});
