import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoader, type LoadedModule, ModuleLoadError } from './load-module.ts';
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
  const loader = createLoader(shared, { patience: 1_000, retries: 2, pause: 10 });
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

test('slow is not failed: an entry that comes after minutes is taken, and asked for beside at most four times until then', async () => {
  const settled = vi.fn();
  const loading = loaderOf().module(record);
  loading.then(settled, settled);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(settled).not.toHaveBeenCalled();
  expect(asked().map(({ src }) => /\?retry=\d+$/.test(src))).toEqual([false, true, true, true, true]);
  comes(asked()[0]!);
  expect(await loading).toEqual(lifecycles);
});

test.each([
  ['the first request', 0],
  ['the one beside it', 1],
])('of two requests the first answer counts: %s', async (_which, at) => {
  const loading = loaderOf().module(record);
  await vi.advanceTimersByTimeAsync(1_000);
  const requests = asked();
  expect(requests).toHaveLength(2);
  comes(requests[at]!);
  expect(await loading).toEqual(lifecycles);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked(), 'nobody asks any more').toHaveLength(1);
});

test('a slow request that fails spoils nothing: the one beside it counts', async () => {
  const loading = loaderOf().module(record);
  await vi.advanceTimersByTimeAsync(1_000);
  const [late, fresh] = asked();
  late!.dispatchEvent(new Event('error'));
  comes(fresh!);
  expect(await loading).toEqual(lifecycles);
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
