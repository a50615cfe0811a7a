import { readFileSync } from 'node:fs';
import { bootLoader } from '@vimarsh/shared/build/bundle/page-template.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const BOOT = '/releases/root-config/0123456789/boot.js';
const code = bootLoader('root-config');

beforeEach(() => {
  vi.useFakeTimers();
  delete document.documentElement.dataset.booted;
});
afterEach(() => vi.useRealTimers());

/** The page as far as it has come: the element of boot.js, and right behind it the script that stands by it. */
function open(): HTMLScriptElement {
  document.head.innerHTML = `<script></script>`;
  document.body.innerHTML = '<div id="skeleton"></div>';
  const boot = document.head.querySelector('script')!;
  // Set late, so that jsdom asks nobody for it.
  Object.assign(Object.defineProperty(boot, 'src', { value: BOOT }), { integrity: 'sha384-x' });
  const loader = document.createElement('script');
  loader.id = 'loader';
  document.head.append(loader);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(loader);
  new Function(code)();
  return boot;
}
/** Every request so far, the page's own first. */
const scripts = (): HTMLScriptElement[] => [...document.head.querySelectorAll<HTMLScriptElement>('script:not(#loader)')];
const words = (): boolean => document.getElementById('skeleton')!.classList.contains('failed');
const fail = (script: HTMLScriptElement) => script.dispatchEvent(new Event('error'));
const boots = (script: HTMLScriptElement): void => {
  document.documentElement.dataset.booted = 'yes';
  script.dispatchEvent(new Event('load'));
};

test('it is small as it stands in the page', () => {
  expect(code.length).toBeLessThan(1_250);
});

test('a boot.js that comes is asked for once', async () => {
  boots(open());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(scripts()).toHaveLength(1);
});

test('a failure is tried again with the same hash and under another address; the third one is told', async () => {
  fail(open());
  await vi.advanceTimersByTimeAsync(500);
  expect(scripts()).toHaveLength(2);
  expect(scripts()[1]).toMatchObject({ integrity: 'sha384-x', crossOrigin: 'anonymous' });
  expect(scripts()[1]!.src).toMatch(/boot\.js\?retry=\d+$/);
  fail(scripts()[1]!);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(words()).toBe(false);
  fail(scripts()[2]!);
  expect(words()).toBe(true);
});

test('it never gives up: what fails for ever is asked for at least every half minute, and the first good answer ends it', async () => {
  fail(open());
  for (let failures = 1; failures < 30; failures += 1) {
    await vi.advanceTimersByTimeAsync(30_000);
    expect(scripts().length).toBeGreaterThan(failures);
    fail(scripts().at(-1)!);
  }
  await vi.advanceTimersByTimeAsync(30_000);
  boots(scripts().at(-1)!);
  const asked = scripts().length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(scripts()).toHaveLength(asked);
});

test('what hangs is asked for beside, and whichever answers first ends both', async () => {
  const boot = open();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(scripts()).toHaveLength(2);
  boots(boot);
  fail(scripts()[1]!);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(scripts()).toHaveLength(2);
});

const loaded = (): boolean => dispatchEvent(new Event('DOMContentLoaded'));
const HINDI = { url: '/releases/root-config/0123456789/hindi.js', integrity: 'sha256-y' };
const carry = (page: unknown): void =>
  document.body.insertAdjacentHTML('beforeend', `<script type="application/json" id="vimarsh-page">${JSON.stringify(page)}</script>`);

test('the words of Hindi are asked for where it was chosen, with their hash; without them the page is English', () => {
  const root = document.documentElement;
  root.lang = 'hi';
  open();
  carry({ releases: { modules: { 'root-config': { pages: { hindi: [HINDI] } } } } });
  loaded();
  const words = scripts().at(-1)!;
  expect([new URL(words.src).pathname, words.integrity, root.lang]).toEqual([HINDI.url, HINDI.integrity, 'hi']);
  fail(words);
  expect(root.lang).toBe('en');
});

test('a page without a release set is English too', () => {
  document.documentElement.lang = 'hi';
  open();
  carry({});
  loaded();
  expect(document.documentElement.lang).toBe('en');
});

test('boot.js is asked for first, ahead of what it will ask for, and its loader stands right behind it', () => {
  const html = readFileSync('root-config/index.html', 'utf8');
  const boot = /<script [^>]*src="\{\{boot\.url\}\}"[^>]*><\/script>\n(.*)/.exec(html)!;
  // Browsers take a deferred script for the least urgent of all.
  expect(boot[0]).toContain('fetchpriority="high"');
  expect(boot[1]).toContain('/*loader*/');
  expect(html.indexOf('{{preloads}}')).toBeGreaterThan(boot.index);
});
