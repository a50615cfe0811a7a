import { beforeEach, expect, test, vi } from 'vitest';
import { type LoadedModule, type Loader, ModuleLoadError } from './load-module.ts';
import type { Trace } from './load-trace.ts';
import { hostModule } from './module-host.ts';
import { failureTemplate, pageRecord } from './testing.ts';

const now = pageRecord('mf-x', { id: 'mf-x@0.2.0+bbbbbbbbbb' });
const before = pageRecord('mf-x', { id: 'mf-x@0.1.0+aaaaaaaaaa' });

const shows = (text: string): LoadedModule => ({
  bootstrap: async () => undefined,
  mount: async (props) => void (props as { domElement: Element }).domElement.append(text),
  unmount: async (props) => void (props as { domElement: Element }).domElement.replaceChildren(),
});

function host(module: (id: string) => Promise<LoadedModule>, previous?: typeof before, reload = vi.fn(() => false)) {
  const area = document.createElement('div');
  const trace = { phase: vi.fn(), shown: vi.fn(), failed: vi.fn(), settle: vi.fn() } satisfies Trace;
  const settled = vi.fn();
  const loader = { module: vi.fn((wanted: typeof now) => module(wanted.id)) } as unknown as Loader & { module: ReturnType<typeof vi.fn> };
  return { area, trace, settled, loader, reload, ...hostModule({ record: now, previous, area, loader, trace, what: () => 'Past calls', reload, settled }) };
}
const button = (area: Element, name: string) => [...area.querySelectorAll('button')].find(({ textContent }) => textContent === name);

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.body.innerHTML = failureTemplate();
  // Failures are logged for engineers; here they are expected.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

test('a module that comes is shown and counted', async () => {
  const { area, enter, trace, settled } = host(async () => shows('ready'));
  enter({});
  await vi.waitFor(() => expect(area.textContent).toBe('ready'));
  expect(trace.shown).toHaveBeenCalledWith('mf-x', now.id, false);
  expect(settled).toHaveBeenCalledWith(true);
});

test('what does not arrive is told in the user’s words, and Try again really asks again', async () => {
  let broken = true;
  const { area, enter, loader, trace } = host(async () => {
    if (broken) throw new ModuleLoadError(now, 'entry', new Error('503'));
    return shows('ready');
  });
  enter({});
  await vi.waitFor(() => expect(area.textContent).toContain('Past calls could not be loaded'));
  const code = /Support code (V-\w{6})/.exec(area.textContent!)?.[1];
  expect(trace.failed).toHaveBeenCalledWith('mf-x', now.id, 'entry', code);
  broken = false;
  button(area, 'Try again')!.click();
  await vi.waitFor(() => expect(area.textContent).toBe('ready'));
  expect(loader.module).toHaveBeenCalledTimes(2);
});

test('what could not be reached is asked for again by itself when the connection is back', async () => {
  let online = false;
  const { area, enter, loader } = host(async () => {
    if (!online) throw new ModuleLoadError(now, 'entry', new TypeError('Failed to fetch'));
    return shows('ready');
  });
  document.body.append(area);
  enter({});
  await vi.waitFor(() => expect(area.textContent).toContain('Past calls could not be loaded'));
  online = true;
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(area.textContent).toBe('ready'));
  // The view is gone, so another change of the connection asks for nothing.
  dispatchEvent(new Event('online'));
  await Promise.resolve();
  expect(loader.module).toHaveBeenCalledTimes(2);
});

test('a module’s failures have one code for the life of the page, as they have one load trace', async () => {
  const { area, enter } = host(() => Promise.reject(new ModuleLoadError(now, 'entry', new Error('503'))));
  enter({});
  await vi.waitFor(() => expect(button(area, 'Try again')).toBeTruthy());
  const first = button(area, 'Try again');
  const said = area.textContent;
  first!.click();
  await vi.waitFor(() => expect(button(area, 'Try again')).not.toBe(first));
  expect(area.textContent).toBe(said);
});

test('a container that can’t be initialised offers Reload instead', async () => {
  const { area, enter } = host(async () => {
    throw new ModuleLoadError(now, 'container', new Error('scope'));
  });
  enter({});
  await vi.waitFor(() => expect(button(area, 'Reload')).toBeTruthy());
  expect(button(area, 'Try again')).toBeUndefined();
});

test('a new release that does not start gives way to the one before it, for the rest of the tab’s life', async () => {
  const module = async (id: string) => (id === now.id ? { ...shows('never'), mount: () => Promise.reject(new Error('boom')) } : shows('previous'));
  const first = host(module, before);
  first.enter({});
  await vi.waitFor(() => expect(first.area.textContent).toBe('previous'));
  expect(first.trace.shown).toHaveBeenCalledWith('mf-x', before.id, true);
  const second = host(module, before);
  second.enter({});
  await vi.waitFor(() => expect(second.area.textContent).toBe('previous'));
  expect(second.loader.module).not.toHaveBeenCalledWith(expect.objectContaining({ id: now.id }));
});

test.each([
  ['its entry', () => Promise.reject(new ModuleLoadError(now, 'entry', new Error('503')))],
  ['a file of its screen', async () => ({ ...shows('never'), prepare: () => Promise.reject(Object.assign(new Error('lost'), { name: 'ChunkLoadError' })) })],
] as const)('a new release of which %s did not arrive gives way, too, but is asked for again the next time', async (_what, lost) => {
  const first = host((id): Promise<LoadedModule> => (id === now.id ? lost() : Promise.resolve(shows('previous'))), before);
  first.enter({});
  await vi.waitFor(() => expect(first.area.textContent).toBe('previous'));
  const second = host(async (id) => shows(id === now.id ? 'new' : 'previous'), before);
  second.enter({});
  await vi.waitFor(() => expect(second.area.textContent).not.toBe(''));
  expect(second.area.textContent).toBe('new');
});

test('a release that has worked in this tab is not exchanged for an older one', async () => {
  let broken = false;
  const { area, enter, leave } = host(
    async (id) =>
      id === before.id
        ? shows('previous')
        : { ...shows('ready'), mount: async (props) => (broken ? Promise.reject(new Error('boom')) : shows('ready').mount(props)) },
    before,
  );
  enter({});
  await vi.waitFor(() => expect(area.textContent).toBe('ready'));
  await leave();
  broken = true;
  enter({});
  await vi.waitFor(() => expect(area.textContent).toContain('Past calls could not be loaded'));
});

test('a failure the module reports itself replaces it by the failure view', async () => {
  let fail: (error: Error) => void = () => undefined;
  const unmount = vi.fn(async () => undefined);
  const { area, enter, trace } = host(async () => ({
    ...shows('ready'),
    unmount,
    mount: async (props) => {
      fail = (props as { fail: typeof fail }).fail;
      return shows('ready').mount(props);
    },
  }));
  enter({});
  await vi.waitFor(() => expect(area.textContent).toBe('ready'));
  fail(new Error('render'));
  await vi.waitFor(() => expect(area.textContent).toContain('could not be loaded'));
  expect(unmount).toHaveBeenCalledTimes(1);
  expect(trace.failed.mock.calls[0]![2]).toBe('render');
});

test('a module that arrives after the user has left is not mounted, and leaving never waits for it', async () => {
  let arrive: (module: LoadedModule) => void = () => undefined;
  const { area, enter, leave } = host(() => new Promise((resolve) => (arrive = resolve)));
  enter({});
  await leave();
  arrive(shows('too late'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(area.textContent).toBe('');
});

test('leaving and coming back mounts in order, once each', async () => {
  const steps: string[] = [];
  const step = (name: string) => async () => {
    steps.push(`${name}…`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    steps.push(name);
  };
  const { enter, leave } = host(async () => ({ bootstrap: step('bootstrap'), mount: step('mount'), unmount: step('unmount') }));
  enter({});
  await vi.waitFor(() => expect(steps).toContain('mount…'));
  void leave();
  enter({});
  await vi.waitFor(() => expect(steps.filter((name) => name === 'mount')).toHaveLength(2));
  expect(steps).toEqual(['bootstrap…', 'bootstrap', 'mount…', 'mount', 'unmount…', 'unmount', 'mount…', 'mount']);
});

test('who comes back and leaves again while the module is still going sees it mounted no more', async () => {
  let gone: () => void = () => undefined;
  const mount = vi.fn(async () => undefined);
  const { area, enter, leave } = host(async () => ({ ...shows(''), mount, unmount: () => new Promise<void>((resolve) => (gone = resolve)) }));
  enter({});
  await vi.waitFor(() => expect(mount).toHaveBeenCalledTimes(1));
  void leave();
  await vi.waitFor(() => expect(gone.length).toBe(1));
  enter({});
  await new Promise((resolve) => setTimeout(resolve, 5));
  void leave();
  gone();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(mount).toHaveBeenCalledTimes(1);
  expect(area.textContent).toBe('');
});

test('while it loads for long, a placeholder keeps the place', async () => {
  document.body.innerHTML = '<template id="placeholder"><p>…</p></template>';
  const { area, enter, leave } = host(() => new Promise(() => undefined));
  enter({});
  await vi.waitFor(() => expect(area.textContent).toBe('…'));
  await leave();
  expect(area.textContent).toBe('');
});

const missing = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });

test('a file of the screen that never comes reloads the app; where that would cost something it is told, and Try again asks again', async () => {
  const first = host(
    async () => ({ ...shows('ready'), prepare: () => Promise.reject(missing) }),
    undefined,
    vi.fn(() => true),
  );
  first.enter({});
  await vi.waitFor(() => expect(first.reload).toHaveBeenCalledTimes(1));
  expect(first.settled).not.toHaveBeenCalled();

  let broken = true;
  const prepare = async () => {
    if (broken) throw missing;
  };
  const { area, enter, trace } = host(async () => ({ ...shows('ready'), prepare }));
  enter({});
  await vi.waitFor(() => expect(area.textContent).toContain('Past calls could not be loaded'));
  expect(trace.failed.mock.calls[0]![2]).toBe('module');
  broken = false;
  button(area, 'Try again')!.click();
  await vi.waitFor(() => expect(area.textContent).toBe('ready'));
});

test('a failure that is no missing file reloads nothing', async () => {
  const { area, enter, reload } = host(async () => ({ ...shows('x'), mount: () => Promise.reject(new Error('boom')) }));
  enter({});
  await vi.waitFor(() => expect(area.textContent).toContain('could not be loaded'));
  expect(reload).not.toHaveBeenCalled();
});

test('a file of the screen may take its time: no failure after eight seconds, and whoever leaves waits for nothing and is not called back', async () => {
  vi.useFakeTimers();
  let arrive: (error?: Error) => void = () => undefined;
  const prepare = () => new Promise<void>((resolve, reject) => (arrive = (error) => (error ? reject(error) : resolve())));
  const { area, enter, leave, reload } = host(async () => ({ ...shows('ready'), prepare }));
  enter({});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(area.querySelector('.failure')).toBeNull();
  const left = vi.fn();
  void leave().then(left);
  await vi.advanceTimersByTimeAsync(0);
  expect(left).toHaveBeenCalled();
  arrive(missing);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).not.toHaveBeenCalled();
  expect(area.textContent).toBe('');
  enter({});
  await vi.advanceTimersByTimeAsync(110_000);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(area.textContent).toBe('ready');
  vi.useRealTimers();
});

test('a mount that hangs keeps nobody from leaving, and what it shows too late is hidden', async () => {
  vi.useFakeTimers();
  const { area, enter, leave } = host(async () => ({ ...shows('never'), mount: () => new Promise(() => undefined) }));
  enter({});
  await vi.advanceTimersByTimeAsync(10);
  const left = vi.fn();
  void leave().then(left);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(left).toHaveBeenCalled();
  expect(area.hidden).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([area.hidden, area.textContent]).toEqual([false, '']);
  vi.useRealTimers();
});

test('a module that mounts slowly keeps its placeholder, and is shown when it is ready', async () => {
  vi.useFakeTimers();
  document.body.innerHTML = `<template id="placeholder"><p class="placeholder">…</p></template>${failureTemplate()}`;
  let ready: () => void = () => undefined;
  const { area, enter, trace } = host(async () => ({
    ...shows('ready'),
    bootstrap: () => new Promise<void>((resolve) => setTimeout(resolve, 12_000)),
    mount: async (props) => {
      await new Promise<void>((resolve) => (ready = resolve));
      return shows('ready').mount(props);
    },
  }));
  enter({});
  for (const ms of [9_000, 10_000, 30_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    expect(area.textContent).toBe('…');
  }
  ready();
  await vi.advanceTimersByTimeAsync(0);
  expect(area.textContent).toBe('ready');
  expect(trace.failed).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('a missing file of one screen takes no other with it: the next screen of the module is asked for and shown', async () => {
  const lost = new Set(['/past']);
  let fail: (error: Error) => void = () => undefined;
  const { area, enter, moved } = host(async () => ({
    ...shows(''),
    prepare: async () => {
      if (lost.has(location.pathname)) throw missing;
    },
    mount: async (props) => {
      fail = (props as { fail: typeof fail }).fail;
      return shows(`screen of ${location.pathname}`).mount(props);
    },
  }));
  const go = (path: string) => {
    history.pushState(null, '', path);
    moved();
  };
  history.replaceState(null, '', '/live');
  enter({});
  await vi.waitFor(() => expect(area.textContent).toBe('screen of /live'));
  go('/past');
  expect(area.textContent, 'what stands changes its screen itself').toBe('screen of /live');
  fail(missing);
  await vi.waitFor(() => expect(area.textContent).toContain('could not be loaded'));
  go('/live');
  expect(area.textContent, 'the failure was of the screen before').toBe('');
  await vi.waitFor(() => expect(area.textContent).toBe('screen of /live'));
  fail(missing);
  go('/past');
  await vi.waitFor(() => expect(area.textContent).toContain('could not be loaded'));
  lost.clear();
  go('/live');
  await vi.waitFor(() => expect(area.textContent).toBe('screen of /live'));
});

test('who goes on within the module while a file is on its way gets the screen of the new address, and hears nothing of that file', async () => {
  let end: (error: Error) => void = () => undefined;
  const prepare = () => (location.pathname === '/slow' ? new Promise<void>((_, reject) => (end = reject)) : Promise.resolve());
  const { area, enter, moved, trace } = host(async () => ({ ...shows('ready'), prepare }));
  history.replaceState(null, '', '/slow');
  enter({});
  await vi.waitFor(() => expect(end.length).toBe(1));
  moved();
  history.pushState(null, '', '/live');
  moved();
  await vi.waitFor(() => expect(area.textContent).toBe('ready'));
  end(missing);
  await Promise.resolve();
  expect([area.textContent, trace.failed.mock.calls]).toEqual(['ready', []]);
});

test('a module that has no place on the page asks for nothing when the address changes', async () => {
  const { enter, leave, loader, moved } = host(() => Promise.reject(new ModuleLoadError(now, 'entry', new Error('503'))));
  moved();
  expect(loader.module).not.toHaveBeenCalled();
  enter({});
  await leave();
  const asked = loader.module.mock.calls.length;
  history.pushState(null, '', '/elsewhere');
  moved();
  expect(loader.module).toHaveBeenCalledTimes(asked);
});
