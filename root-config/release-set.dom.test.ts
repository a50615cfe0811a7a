import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPreview, isReleaseSet, keepLastGood, type Page, readPage } from './release-set.ts';
import { page, pageRecord } from './testing.ts';

const write = (text: string) => {
  document.body.innerHTML = '<script type="application/json" id="vimarsh-page"></script>';
  document.getElementById('vimarsh-page')!.textContent = text;
};
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('the page’s own data is used as it is', () => {
  write(JSON.stringify(page()));
  expect(readPage()).toEqual(page());
});

test.each([
  ['empty', ''],
  ['HTML', '<!doctype html><h1>Bad gateway</h1>'],
  ['another shape', '{"modules":[{"name":"shell"}]}'],
  ['a foreign script', JSON.stringify(page({ modules: { shared: pageRecord('shared', { entry: 'https://evil.example/x.js' }) } }))],
  ['no hash', JSON.stringify(page({ modules: { shared: pageRecord('shared', { integrity: '' }) } }))],
])('a release set that is %s gives way to the last one that worked', (_what, text) => {
  write(text);
  expect(readPage()).toBeNull();
  keepLastGood(page());
  write(text);
  const stand_in = readPage() as Page;
  expect(stand_in.releases).toEqual(page().releases);
  // The session reads the same element.
  expect(JSON.parse(document.getElementById('vimarsh-page')!.textContent!).releases).toEqual(stand_in.releases);
});

test('what was kept holds nothing of that visit: first data, which would be old, and an address without a screen', () => {
  keepLastGood({ ...page(), first: { 'GET /x': 1 }, missing: '/no-such-page' } as Page);
  write('');
  expect(JSON.parse(localStorage.getItem('vimarsh.last_good_page')!)).toHaveProperty('first', {});
  expect(JSON.parse(localStorage.getItem('vimarsh.last_good_page')!)).not.toHaveProperty('missing');
  expect(readPage()).toHaveProperty('first', {});
});

test('a browser that blocks cookies opens the page all the same', () => {
  const storages = ['localStorage', 'sessionStorage'] as const;
  const blocked = storages.map((storage) =>
    vi.spyOn(window, storage, 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    }),
  );
  write(JSON.stringify(page()));
  expect(readPage()?.releases).toEqual(page().releases);
  expect(() => keepLastGood(page())).not.toThrow();
  expect(() => forgetPreview()).not.toThrow();
  for (const storage of blocked) storage.mockRestore();
});

test('a preview stays in its tab until it is left, and is never the last good one', () => {
  const preview = page({ preview: ['mf-x@pr-1'] });
  write(JSON.stringify(preview));
  expect(readPage()?.releases.preview).toEqual(['mf-x@pr-1']);
  keepLastGood(preview);
  write(JSON.stringify(page()));
  expect(readPage()?.releases.preview).toEqual(['mf-x@pr-1']);
  forgetPreview();
  write(JSON.stringify(page()));
  expect(readPage()?.releases.preview).toEqual([]);
  write('');
  expect(readPage()).toBeNull();
});

test('a set without the shared libraries can’t run', () => {
  expect(isReleaseSet(page().releases)).toBe(true);
  expect(isReleaseSet({ ...page().releases, modules: { 'mf-x': pageRecord('mf-x') } })).toBe(false);
});

const good = pageRecord('mf-x');
test.each([
  ['without an id', { ...good, id: 1 }],
  ['with an entry elsewhere', { ...good, entry: 'https://evil.example/x.js' }],
  ['with an entry beside the releases', { ...good, entry: '/w/v1.js' }],
  ['with a path out of its folder', { ...good, entry: '/releases/mf-x/0123456789/../x.js' }],
  ['without a hash', { ...good, integrity: '' }],
  ['with a weaker hash', { ...good, integrity: `sha256-${'A'.repeat(43)}=` }],
  ['without a manifest', { ...good, manifest: null }],
  ['without routes', { ...good, manifest: {} }],
  ['with a route without a path', { ...good, manifest: { routes: [{ title: 'X' }] } }],
  ['with a route without a title', { ...good, manifest: { routes: [{ path: '/x' }] } }],
  ['that is no record', 'mf-x'],
])('a set with a release %s is none, also where that would only be fallen back to', (_what, broken) => {
  const { releases } = page();
  expect(isReleaseSet({ ...releases, modules: { ...releases.modules, 'mf-x': good }, fallbacks: { 'mf-x': good } })).toBe(true);
  expect(isReleaseSet({ ...releases, modules: { ...releases.modules, 'mf-x': broken } })).toBe(false);
  expect(isReleaseSet({ ...releases, fallbacks: { 'mf-x': broken } })).toBe(false);
});
