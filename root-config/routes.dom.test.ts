import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { getAppNames, start, unregisterApplication } from 'single-spa';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { LoadedModule, Loader } from './load-module.ts';
import { registerModules } from './routes.ts';
import { failureTemplate, page, pageRecord } from './testing.ts';

const screenRoute = { path: '/', title: 'Calls', guard: 'open', layout: 'frame' } as const;
const besideRoute = { ...screenRoute, path: '/past', title: 'Past calls' } as const;
const withRoute = pageRecord('mf-x');
const chunk = { url: '/releases/shell/0123456789/module.js', integrity: 'sha256-x' };
const { releases } = page({
  modules: {
    shared: pageRecord('shared'),
    shell: pageRecord('shell', { preload: [chunk] }),
    'mf-x': { ...withRoute, manifest: { routes: [screenRoute, besideRoute] } },
  },
});

beforeAll(() => start({ urlRerouteOnly: true }));
beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.innerHTML = `<div id="shell"></div><div id="skeleton-frame"></div><main id="outlet"></main>${failureTemplate()}`;
});
afterEach(async () => {
  // single-spa keeps its applications for the life of the page; a mount that hangs is given up after eight seconds.
  const gone = Promise.all(getAppNames().map((name) => unregisterApplication(name)));
  await vi.advanceTimersByTimeAsync(10_000);
  await gone;
  vi.useRealTimers();
});

/** A page whose first screen mounts when `screen` says so; answers the modules in the order they were asked for. */
async function open(screen: (props: object) => Promise<unknown>) {
  const asked: string[] = [];
  const shows: LoadedModule = { bootstrap: async () => undefined, mount: async () => undefined, unmount: async () => undefined };
  const loader = {
    module: async ({ name }: { name: string }) => {
      asked.push(name);
      return name === 'mf-x' ? { ...shows, mount: screen } : shows;
    },
  } as unknown as Loader;
  const trace = { phase: vi.fn(), shown: vi.fn(), failed: vi.fn(), settle: vi.fn() };
  registerModules({ releases, routes: routesOf(releases), loader, trace, reload: () => false, settled: vi.fn() });
  await vi.advanceTimersByTimeAsync(500);
  return asked;
}

test('the skeleton leaves with the first content of the screen, whose mount may take longer: no word ever stands there twice', async () => {
  document.getElementById('outlet')!.innerHTML = '<div id="skeleton"><p>Reliance</p></div>';
  const place = Promise.withResolvers<HTMLElement>();
  await open(async (props) => {
    place.resolve((props as { domElement: HTMLElement }).domElement);
    await new Promise(() => undefined);
  });
  const screen = await place.promise;
  expect(document.getElementById('outlet')!.textContent).toBe('Reliance');
  screen.innerHTML = '<p>Reliance</p>';
  await Promise.resolve();
  expect(document.getElementById('outlet')!.textContent).toBe('Reliance');
  expect(document.getElementById('skeleton')).toBeNull();
});

const links = () => [...document.head.querySelectorAll('link[rel=preload]')].map((link) => link.getAttribute('href'));

test('the frame is asked for when the first screen stands, entry and files together', async () => {
  const screen = Promise.withResolvers<void>();
  const asked = await open(() => screen.promise);
  expect([asked, links()]).toEqual([['mf-x'], []]);
  screen.resolve();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked, 'before the screen is painted').toEqual(['mf-x']);
  await vi.advanceTimersByTimeAsync(40);
  expect([asked, links()]).toEqual([['mf-x', 'shell'], [chunk.url]]);
});

test('a screen that keeps away for three seconds does not keep the frame away', async () => {
  const asked = await open(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(2_400);
  expect(asked).toEqual(['mf-x']);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual(['mf-x', 'shell']);
});

test('the failure view of a first screen is followed by the frame', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const asked = await open(() => Promise.reject(new Error('boom')));
  expect(asked).toContain('shell');
});

test('a screen whose file is missing is named by itself, and the others of its module go on', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const mount = vi.fn(async (_props: object) => undefined);
  await open(mount);
  const outlet = document.getElementById('outlet')!;
  const go = async (path: string) => {
    history.pushState(null, '', path);
    await vi.advanceTimersByTimeAsync(100);
  };
  await go('/past');
  expect(mount).toHaveBeenCalledTimes(1);
  const { fail } = mount.mock.calls[0]![0] as { fail: (error: Error) => void };
  fail(new Error('no file'));
  await vi.advanceTimersByTimeAsync(100);
  expect(outlet).toHaveTextContent('Past calls could not be loaded');
  await go('/');
  expect(mount).toHaveBeenCalledTimes(2);
  expect(outlet).not.toHaveTextContent('could not be loaded');
});
