import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ModuleRoute } from '../contract/module/types.ts';
import { defineModule } from './define-module.tsx';
import { createPages, PageHost } from './page-host.tsx';
import { navigate, useParams } from './router.tsx';

afterEach(cleanup);

const route = (path: string, page: string): ModuleRoute => ({ path, page, title: page, guard: 'open', layout: 'frame' });
const MANIFEST = { name: 'mf-test', routes: [route('/one/:id?', 'one'), route('/two', 'two')] };
const FILE = { ...MANIFEST, owner: 'Test', events: { emits: [], listens: [] }, needs: { contract: 1, session: 1 }, budget: { entry: 1, page: 1 } };
const One = () => <p>{`one ${useParams().id ?? '-'}`}</p>;
const loaders = { one: async () => ({ Page: One }), two: async () => ({ Page: () => <p>two</p> }) };

test('a manifest that names an unknown page is refused, with the path and the page', () => {
  expect(() => createPages(MANIFEST, { one: loaders.one })).toThrow('mf-test: module.json gives /two to the page "two"');
  expect(() => defineModule(FILE, { pages: {} })).toThrow('/one/:id?');
});

test('the page follows the address and its params; another module’s path leaves it in place', async () => {
  history.replaceState(null, '', '/one/7');
  render(<PageHost pages={createPages(MANIFEST, loaders)} />);
  await screen.findByText('one 7');
  act(() => navigate('/one/8'));
  expect(screen.getByText('one 8')).toBeVisible();
  act(() => navigate('/two'));
  await screen.findByText('two');
  act(() => navigate('/elsewhere'));
  expect(screen.getByText('two')).toBeVisible();
});

test('a page that could not be loaded is really requested again', async () => {
  let tries = 0;
  const pages = createPages(MANIFEST, {
    ...loaders,
    one: async () => {
      tries += 1;
      if (tries === 1) throw new Error('chunk');
      return { Page: One };
    },
  });
  await expect(pages.load('one')).rejects.toThrow('chunk');
  expect(pages.loaded('one')).toBeUndefined();
  expect(await pages.load('one')).toBe(One);
});

test('a page asks for what it shows first as soon as its code is there, unless the address has left it', async () => {
  const early = vi.fn(async () => undefined);
  const load = () => createPages(MANIFEST, { ...loaders, one: async () => ({ Page: One, early }) }).load('one');
  history.replaceState(null, '', '/two');
  await load();
  expect(early).not.toHaveBeenCalled();
  history.replaceState(null, '', '/one/7');
  await load();
  expect(early).toHaveBeenCalledOnce();
});

test('it is drawn when that has come, and after half a second without', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  history.replaceState(null, '', '/one/7');
  const answer = Promise.withResolvers<void>();
  let ready = 0;
  for (const early of [() => answer.promise, () => new Promise<void>(() => undefined)])
    void createPages(MANIFEST, { ...loaders, one: async () => ({ Page: One, early }) })
      .load('one')
      .then(() => (ready += 1));
  await vi.advanceTimersByTimeAsync(100);
  expect(ready).toBe(0);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toBe(1);
  await vi.advanceTimersByTimeAsync(400);
  expect(ready).toBe(2);
});

async function mounted(pages: Parameters<typeof defineModule>[1]['pages'], path: string) {
  history.replaceState(null, '', path);
  const domElement = document.body.appendChild(document.createElement('div'));
  const failures: unknown[] = [];
  const module = defineModule(FILE, { pages });
  const props = { domElement, fail: (error: unknown) => failures.push(error), name: 'mf-test', singleSpa: {}, mountParcel: () => ({}) } as never;
  return { module, domElement, failures, props };
}
/** Runs a lifecycle as single-spa does, outside React's test mode: it ends once React has really rendered. */
async function run(cycle: unknown, props: never): Promise<void> {
  const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  world.IS_REACT_ACT_ENVIRONMENT = false;
  await (cycle as (props: never) => Promise<unknown>)(props);
}

test('the page is rendered when mount ends, and gone after unmount', async () => {
  const { module, domElement, props } = await mounted(loaders, '/one/7');
  expect(module.manifest.name).toBe('mf-test');
  await run(module.bootstrap, props);
  await module.prepare();
  await run(module.mount, props);
  expect(domElement).toHaveTextContent('one 7');
  await run(module.unmount, props);
  expect(domElement).toBeEmptyDOMElement();
});

test('a screen shown earlier is rendered at once when it is mounted again', async () => {
  const { module, domElement, props } = await mounted(loaders, '/one/7');
  await module.prepare();
  await run(module.mount, props);
  await run(module.unmount, props);
  const mounting = run(module.mount, props);
  expect(domElement).toHaveTextContent('one 7');
  await mounting;
  await run(module.unmount, props);
});

test('a page that can’t be loaded says so before the mount; one that throws is handed to the root config', async () => {
  const broken = await mounted({ ...loaders, one: () => Promise.reject(new Error('chunk')) }, '/one/7');
  await expect(broken.module.prepare()).rejects.toThrow('chunk');

  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const thrown = new Error('render');
  const Throwing = () => {
    throw thrown;
  };
  const crashing = await mounted({ ...loaders, one: async () => ({ Page: Throwing }) }, '/one/7');
  await run(crashing.module.bootstrap, crashing.props);
  await run(crashing.module.mount, crashing.props);
  await waitFor(() => expect(crashing.failures).toEqual([thrown]));
  quiet.mockRestore();
});
