import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { readPush, registerPush, removePush, requestToken } from '@vimarsh/shared/contract/push/routes.ts';
import type { PushDevice } from '@vimarsh/shared/contract/push/types.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DevicePanel } from './device.panel.tsx';

const ENDPOINT = 'https://web.push.apple.com/abc';
const user = { id: 'usr_1', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;
const device = (id: string, current = false): PushDevice => ({ id, device: 'Chrome on Android', since: '2026-11-20T04:30:00.000Z', current });

/** The browser's own parts, as far as they are used here. */
function browserSays(permission: NotificationPermission, answer = permission) {
  let subscribed = false;
  const subscription = { endpoint: ENDPOINT, toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }) };
  const own = {
    ...subscription,
    options: { applicationServerKey: null },
    unsubscribe: async () => {
      subscribed = false;
    },
  };
  const pushManager = {
    getSubscription: async () => (subscribed ? own : null),
    subscribe: vi.fn(async () => {
      subscribed = true;
      return own;
    }),
  };
  const requestPermission = vi.fn(async () => {
    notification.permission = answer;
    return answer;
  });
  const notification = { permission, requestPermission };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) },
  });
  return { requestPermission, pushManager };
}
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  localStorage.clear();
});

function open(devices: PushDevice[] = [], service: { key: string } | null = { key: 'KEY' }) {
  let kept = devices;
  const host = fakeHost({
    path: '/my-account?tab=notifications',
    snapshot: { signedIn: true, user },
    answers: [
      reply(readPush, () => ({ service, devices: kept })),
      reply(requestToken, ({ body }) => ({ registration_id: JSON.stringify(body) })),
      reply(registerPush, () => {
        kept = [device('d1', true), ...kept];
        return {};
      }),
      reply(removePush, ({ body }) => {
        kept = kept.filter(({ id }) => id !== body.id);
        return {};
      }),
    ],
  });
  render(<DevicePanel />, { wrapper: host.Wrapper });
  return { host, who: aUser() };
}
const tell = () => screen.findByRole('button', { name: 'Tell me on this device' });

test('the browser is asked by the press and not before; then this device is in the list, and can be stopped (S4-MISC-O04)', async () => {
  const { requestPermission, pushManager } = browserSays('default', 'granted');
  const { host, who } = open();
  const button = await tell();
  expect(requestPermission).not.toHaveBeenCalled();
  await who.click(button);
  const row = within(await screen.findByRole('list', { name: 'Devices with messages' })).getByRole('listitem');
  expect(row).toHaveTextContent('Chrome on AndroidThis deviceOn since 20 Nov 2026, 10:00 IST');
  expect(await screen.findByText('This device is on. Choose below what it shows.')).toBeVisible();
  expect(requestPermission).toHaveBeenCalledTimes(1);
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' });
  expect(host.calls.find(({ route }) => route === registerPush)?.input.body).toMatchObject({ user: 'usr_1', type: 'web' });
  expect(screen.queryByRole('button', { name: 'Tell me on this device' })).toBeNull();
  await who.click(within(row).getByRole('button', { name: /^Stop messages to Chrome on Android/ }));
  expect(await tell()).toBeVisible();
  expect(await screen.findByText('Chrome on Android gets no messages any more.')).toBeVisible();
  expect(await pushManager.getSubscription()).toBeNull();
});

test('a refusal in the browser’s own question says where that is changed', async () => {
  browserSays('default', 'denied');
  const { host, who } = open();
  await who.click(await tell());
  expect(await screen.findByText(/Allow them in its settings for this site/)).toBeVisible();
  expect(host.calls.some(({ route }) => route === registerPush)).toBe(false);
  expect(host.notices).toEqual([]);
});

/** Presses, and lets the time pass in which the browser does not answer. */
async function pressAndWait(ms: number) {
  const button = await tell();
  vi.useFakeTimers();
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(ms - 100));
  expect(button).toHaveAttribute('aria-busy');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(button).not.toHaveAttribute('aria-busy');
}

test('a question of the browser that nobody answers gives the button back after 30 s, and says so', async () => {
  const { requestPermission } = browserSays('default');
  requestPermission.mockImplementation(() => new Promise(() => undefined));
  const { host } = open();
  await pressAndWait(30_000);
  expect(screen.getByRole('status')).toHaveTextContent('The browser’s question was not answered. Press again to be asked.');
  expect(host.calls.some(({ route }) => route === registerPush)).toBe(false);
});

test('a push service that never answers gives the button back after 10 s: nothing is sent to this device', async () => {
  const { pushManager } = browserSays('granted');
  pushManager.subscribe.mockImplementation(() => new Promise(() => undefined));
  open();
  await pressAndWait(10_000);
  expect(screen.getByRole('status')).toHaveTextContent('This device could not be switched on. Nothing is sent to it.');
});

test('another device is stopped from here, and stays while that fails', async () => {
  browserSays('default');
  const { host, who } = open([device('d2')]);
  host.answer(refuse(removePush, 'UNREACHABLE', 'We could not reach the server.'));
  const stop = await screen.findByRole('button', { name: /^Stop messages/ });
  await who.click(stop);
  expect(await screen.findByText('Chrome on Android could not be stopped. It still gets messages.')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Devices with messages' })).toBeVisible();
});

test.each([
  ['can’t show messages', () => undefined, { key: 'K' }, /can’t show messages of this site. Another browser/],
  ['was told no', () => void browserSays('denied'), { key: 'K' }, /doesn’t let this site show messages/],
  ['finds push switched off', () => void browserSays('granted'), null, 'Messages to devices are switched off on this server.'],
])('a browser that %s gets a sentence instead of a button', async (_what, prepare, service, words) => {
  prepare();
  open([], service);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
