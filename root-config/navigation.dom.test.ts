import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { guardNavigation } from './navigation.ts';

const arrived = vi.fn();
const effects = vi.fn();
const known = ['/', '/a', '/b', '/login'];

beforeAll(() => {
  window.scrollTo = vi.fn() as typeof scrollTo;
  guardNavigation({
    destination: (path) => {
      effects(path);
      const bare = path.split('?')[0]!;
      if (bare === '/secret') return '/login';
      return known.includes(bare) ? path : '/';
    },
    isOurs: (path) => known.includes(path),
    arrived,
  });
});
beforeEach(() => {
  history.replaceState(null, '', '/');
  vi.clearAllMocks();
});
afterEach(() => document.body.replaceChildren());

const click = (html: string, init: MouseEventInit = {}) => {
  document.body.innerHTML = html;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init });
  document.querySelector('a')!.dispatchEvent(event);
  return event;
};

test('the guard decides before the address changes', () => {
  effects.mockImplementationOnce(() => expect(location.pathname).toBe('/'));
  history.pushState(null, '', '/secret');
  expect(effects).toHaveBeenCalledWith('/secret');
  expect(location.pathname).toBe('/login');
});

test('an unknown path goes to /', () => {
  history.pushState(null, '', '/a');
  history.pushState(null, '', '/no-such-page');
  expect(location.pathname).toBe('/');
});

test('the current location again makes no history entry', () => {
  history.pushState(null, '', '/a?x=1');
  const entries = history.length;
  history.pushState(null, '', '/a?x=1');
  click('<a href="/a?x=1">here</a>');
  expect(history.length).toBe(entries);
  history.pushState(null, '', '/b');
  expect(history.length).toBe(entries + 1);
});

test('each navigation ends at the top; a filter in the query is none', () => {
  history.pushState(null, '', '/a');
  expect(scrollTo).toHaveBeenCalledTimes(1);
  expect(arrived).toHaveBeenLastCalledWith('/a');
  history.replaceState(null, '', '/a?sector=IT');
  expect(scrollTo).toHaveBeenCalledTimes(1);
});

test('Back ends at the top too, and is guarded', async () => {
  history.pushState(null, '', '/a');
  history.pushState(null, '', '/b');
  vi.clearAllMocks();
  history.back();
  await vi.waitFor(() => expect(location.pathname).toBe('/a'));
  await vi.waitFor(() => expect(scrollTo).toHaveBeenCalled());
  expect(effects).toHaveBeenCalledWith('/a');
});

test('Back to an older filter of the same screen ends at the top, and is no visit to another one (S2.3-RULE-A01)', async () => {
  history.pushState(null, '', '/a?sector=IT');
  history.pushState(null, '', '/a?sector=Banks');
  vi.clearAllMocks();
  history.back();
  await vi.waitFor(() => expect(effects).toHaveBeenCalledWith('/a?sector=IT'));
  expect(location.search).toBe('?sector=IT');
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  expect(arrived).not.toHaveBeenCalled();
});

test('plain clicks on our paths stay inside; all others are the browser’s', () => {
  expect(click('<a href="/a">a</a>').defaultPrevented).toBe(true);
  expect(location.pathname).toBe('/a');
  for (const [html, init] of [
    ['<a href="/openapi.json">api</a>', {}],
    ['<a href="/b" target="_blank">b</a>', {}],
    ['<a href="/b" download>b</a>', {}],
    ['<a href="/b">b</a>', { ctrlKey: true }],
    ['<a href="https://other.example/b">b</a>', {}],
    ['<a href="#part">part</a>', {}],
  ] as const) {
    expect(click(html, init).defaultPrevented, html).toBe(false);
  }
});
