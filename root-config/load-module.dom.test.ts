import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoader, DeadlineMissed, type LoadedModule, ModuleLoadError } from './load-module.ts';
import { pageRecord } from './testing.ts';

const shared = pageRecord('shared');
const record = pageRecord('mf-x');
const lifecycles = { bootstrap: async () => undefined, mount: async () => undefined, unmount: async () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
  document.head.replaceChildren();
  for (const name of ['vimarsh_shared', 'vimarsh_mf_x']) vi.stubGlobal(name, undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Requests for the module's entry that are still open, the oldest first. */
const asked = (): HTMLScriptElement[] => [...document.head.querySelectorAll<HTMLScriptElement>('script[src*="/mf-x/"]')];

/** The entry comes, runs and defines its container. */
function comes(script: HTMLScriptElement, module: Partial<LoadedModule> = lifecycles): void {
  vi.stubGlobal('vimarsh_mf_x', { init: () => undefined, get: async () => () => ({ module }) });
  script.dispatchEvent(new Event('load'));
}

/** A loader whose shared libraries are there at once. */
function loaderOf(): ReturnType<typeof createLoader> {
  vi.stubGlobal('vimarsh_shared', { init: () => undefined, get: async () => () => ({}) });
  const loader = createLoader(shared, { deadline: 1_000, retries: 2, pause: 10 });
  loader.session().catch(() => undefined);
  document.head.querySelector('script[src*="/shared/"]')!.dispatchEvent(new Event('load'));
  return loader;
}
const failureOf = (loading: Promise<unknown>): Promise<ModuleLoadError> =>
  loading.then(
    () => expect.fail('it loaded'),
    (error: unknown) => (error instanceof ModuleLoadError ? error : expect.fail(String(error))),
  );

test('an entry is asked for with its hash, once for all who want it', async () => {
  const loader = loaderOf();
  const both = Promise.all([loader.module(record), loader.module(record)]);
  expect(asked()).toHaveLength(1);
  expect(asked()[0]).toMatchObject({ integrity: record.integrity, crossOrigin: 'anonymous' });
  comes(asked()[0]!);
  expect(await both).toEqual([lifecycles, lifecycles]);
});

test('an entry that fails is asked for twice more, each time under another address; then it is told', async () => {
  const failure = failureOf(loaderOf().module(record));
  for (const address of [/entry\.js$/, /entry\.js\?retry=\d+$/, /entry\.js\?retry=\d+$/]) {
    expect(asked()[0]!.src).toMatch(address);
    asked()[0]!.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked()).toEqual([]);
  expect(await failure).toMatchObject({ phase: 'entry', message: expect.stringContaining(record.id) });
});

test('an entry that takes too long is told, and tells when it is there after all', async () => {
  const failure = failureOf(loaderOf().module(record));
  await vi.advanceTimersByTimeAsync(1_000);
  const { cause, phase } = await failure;
  expect(phase).toBe('entry');
  if (!(cause instanceof DeadlineMissed)) throw cause;
  const there = vi.fn();
  void cause.comes.then(there);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(there).not.toHaveBeenCalled();
  comes(asked()[0]!);
  await cause.comes;
  expect(there).toHaveBeenCalledOnce();
});

test.each([
  ['the request that was given up', 0],
  ['the new one', 1],
])('who asks again takes whichever answers first: %s', async (_which, at) => {
  const loader = loaderOf();
  const failure = failureOf(loader.module(record));
  await vi.advanceTimersByTimeAsync(1_000);
  await failure;
  const again = loader.module(record);
  const requests = asked();
  expect(requests).toHaveLength(2);
  comes(requests[at]!);
  expect(await again).toEqual(lifecycles);
});

test('a request that was given up and fails later spoils nothing: the new one counts', async () => {
  const loader = loaderOf();
  const failure = failureOf(loader.module(record));
  await vi.advanceTimersByTimeAsync(1_000);
  await failure;
  const again = loader.module(record);
  const [late, fresh] = asked();
  late!.dispatchEvent(new Event('error'));
  comes(fresh!);
  expect(await again).toEqual(lifecycles);
});

test.each(['bootstrap', 'mount', 'unmount'] as const)('a module without %s is refused', async (lacking) => {
  const failure = failureOf(loaderOf().module(record));
  comes(asked()[0]!, { ...lifecycles, [lacking]: undefined });
  expect(await failure).toMatchObject({ phase: 'module' });
});

test('an entry that defines no container is told apart from one that does not come', async () => {
  const failure = failureOf(loaderOf().module(record));
  asked()[0]!.dispatchEvent(new Event('load'));
  expect(await failure).toMatchObject({ phase: 'container' });
});
