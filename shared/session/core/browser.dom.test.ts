import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../index.ts';
import { EMPTY_PAGE } from '../testing.ts';
import { openBrowser } from './browser.ts';
import { openStore } from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
afterEach(() => void vi.restoreAllMocks());

test('connect gives one session to all, and another major a clear error', () => {
  expect(connect({ wants: 2 })).toBe(connect({ wants: 2 }));
  expect(() => connect({ wants: 1 as 2 })).toThrow('This page’s session is version 2, the module wants 1');
});

test('the page’s data is what the server wrote into it; without it the page is empty', () => {
  expect(openBrowser().page().brand).toBe('');
  const data = document.createElement('script');
  data.id = 'vimarsh-page';
  data.type = 'application/json';
  data.textContent = JSON.stringify({ ...EMPTY_PAGE, brand: 'Neem Securities' });
  document.body.append(data);
  expect(openBrowser().page().brand).toBe('Neem Securities');
});

test('kept notices are given once, in their order; broken ones not at all', () => {
  const browser = openBrowser();
  const notice = { kind: 'error', title: 'a', text: 'b', ms: 3000 } as const;
  browser.keepNotice(notice);
  browser.keepNotice({ ...notice, title: 'second' });
  expect(
    openBrowser()
      .keptNotices()
      .map(({ title }) => title),
  ).toEqual(['a', 'second']);
  expect(browser.keptNotices()).toEqual([]);
  sessionStorage.setItem('vimarsh-notices', '{');
  expect(browser.keptNotices()).toEqual([]);
});

test('another tab is heard over the channel and by the storage event', async () => {
  const heard = vi.fn();
  openBrowser().onStorage(heard);
  openBrowser().tellTabs();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  dispatchEvent(new Event('vimarsh:storage'));
  expect(heard.mock.calls).toEqual([[false], [false], [true]]);
});

test('who comes back to the tab, or whose network does, wakes it; leaving the page is heard', () => {
  const [woken, left] = [vi.fn(), vi.fn()];
  openBrowser().onWake(woken);
  openBrowser().onLeave(left);
  document.dispatchEvent(new Event('visibilitychange'));
  for (const event of ['focus', 'online', 'pagehide']) dispatchEvent(new Event(event));
  expect(woken.mock.calls.map(([{ type }]) => type)).toEqual(['visibilitychange', 'focus', 'online']);
  expect(left).toHaveBeenCalledTimes(1);
});

test('the page’s modules hear what they are told', () => {
  const heard = vi.fn();
  addEventListener('vimarsh:answers', heard, { once: true });
  openBrowser().tellPage('vimarsh:answers');
  expect(heard).toHaveBeenCalledTimes(1);
});

test('who came back is not sent elsewhere while the page before loads slowly', () => {
  vi.useFakeTimers();
  vi.spyOn(history, 'back').mockImplementation(() => undefined);
  openBrowser().back('/login');
  expect(vi.getTimerCount()).toBe(1);
  dispatchEvent(new PopStateEvent('popstate'));
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('without Web Locks the work is done all the same', async () => {
  expect(await openBrowser().lock('auth-refresh', 1000, async () => 7)).toBe(7);
  await openBrowser().mark('auth-spent-x', 1000);
  expect(await openBrowser().marked('auth-spent-x')).toBe(false);
});

test('where storage is refused the session lives in the page’s memory', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const store = openStore();
  store.write('token', 'A');
  expect(store.read('token')).toBe('A');
  store.write('token', '');
  expect(store.read('token')).toBe('');
  store.write('roles', '[]');
  store.clear();
  expect(store.read('roles')).toBe('');
  expect(localStorage).toHaveLength(0);
});
