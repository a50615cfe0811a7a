import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { trustedUrl } from './trusted-url.ts';

/** A module as single-spa drives it; `defineModule` makes it. */
export interface LoadedModule {
  bootstrap(props: object): Promise<unknown>;
  mount(props: object): Promise<unknown>;
  unmount(props: object): Promise<unknown>;
  /** Fetches what the address needs beyond the module, before the mount. Takes as long as files may take. */
  prepare?(): Promise<unknown>;
}

/** Where loading ended. `entry`: no script; `module`: it came but did not start; the rest: its own lifecycle. */
export type LoadPhase = 'entry' | 'container' | 'module' | 'bootstrap' | 'mount' | 'render';

export class ModuleLoadError extends Error {
  override readonly name = 'ModuleLoadError';
  readonly phase: LoadPhase;
  constructor(record: Pick<PageRelease, 'id'>, phase: LoadPhase, cause: unknown) {
    super(`${record.id} failed in phase ${phase}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.phase = phase;
  }
}

interface Container {
  init(scope: object): Promise<void> | void;
  get(key: string): Promise<() => Record<string, unknown>>;
}

export interface LoaderOptions {
  /** An entry that takes longer is asked for once more beside, in milliseconds. Each further request waits twice as long. */
  patience?: number;
  /** Further tries of an entry that failed, and the wait before the first. */
  retries?: number;
  pause?: number;
  /** Called when a phase ends, for the load trace. */
  onPhase?(name: string, phase: 'entry' | 'module', retried: boolean): void;
}

export type Loader = ReturnType<typeof createLoader>;

/** Requests beside one that does not answer: after 8, 24, 56 and 120 s. */
const MOST_BESIDE = 4;

/**
 * Loads containers by hand: no build knows another. The only place that touches a container's global variable. A failure
 * is never remembered, so the next call really asks again. Slow is not failed: only answers that are wrong end a load.
 */
export function createLoader(shared: PageRelease, { patience = 8_000, retries = 2, pause = 300, onPhase }: LoaderOptions = {}) {
  /** What webpack's runtimes call the share scope: filled by `shared`, read by everyone. */
  const shareScope = {};
  const containers = new Map<string, Promise<Container>>();
  /** Entries that failed before: a new query each time keeps broken cache copies and hanging requests from answering. */
  const failed = new Set<string>();

  async function open(record: PageRelease): Promise<Container> {
    const known = containers.get(record.id);
    if (known) return known;
    const opening = request(record).then(async (container) => {
      if (record.id !== shared.id) await open(shared);
      try {
        await container.init(shareScope);
      } catch (cause) {
        throw new ModuleLoadError(record, 'container', cause);
      }
      return container;
    });
    containers.set(record.id, opening);
    opening.catch(() => containers.delete(record.id));
    return opening;
  }

  /** Ends with the first request that brings the entry, or when one more than `retries` have failed. */
  function entryOf({ entry, integrity, name }: PageRelease): Promise<void> {
    return new Promise((resolve, reject) => {
      let ended = false;
      let failures = 0;
      let beside = 0;
      let late: ReturnType<typeof setTimeout> | undefined;
      const ask = (): void => {
        if (ended) return;
        clearTimeout(late);
        if (beside < MOST_BESIDE)
          late = setTimeout(
            () => {
              beside += 1;
              failed.add(entry);
              ask();
            },
            patience * 2 ** beside,
          );
        runScript(failed.has(entry) ? `${entry}?retry=${Date.now()}` : entry, integrity).then(
          () => {
            if (!ended) onPhase?.(name, 'entry', failures > 0);
            end(resolve);
          },
          (cause) => {
            failed.add(entry);
            failures += 1;
            if (failures > retries) end(() => reject(cause));
            else setTimeout(ask, pause * (failures > 1 ? 3 : 1) * (1 + Math.random() * 0.5));
          },
        );
      };
      const end = (tell: () => void): void => {
        ended = true;
        clearTimeout(late);
        tell();
      };
      ask();
    });
  }

  async function request(record: PageRelease): Promise<Container> {
    await entryOf(record).catch((cause: unknown) => {
      throw new ModuleLoadError(record, 'entry', cause);
    });
    const container = (globalThis as Record<string, unknown>)[`vimarsh_${record.name.replaceAll('-', '_')}`] as Container | undefined;
    if (!container?.get) throw new ModuleLoadError(record, 'container', new Error('the entry defines no container'));
    return container;
  }

  async function exposed(record: PageRelease, key: string): Promise<Record<string, unknown>> {
    const container = await open(record);
    try {
      const module = (await container.get(key))();
      onPhase?.(record.name, 'module', false);
      return module;
    } catch (cause) {
      throw new ModuleLoadError(record, 'module', cause);
    }
  }

  return {
    /** The `module` a container exposes, checked for the lifecycles it promises. */
    async module(record: PageRelease): Promise<LoadedModule> {
      const { module } = (await exposed(record, './module')) as { module?: Partial<LoadedModule> };
      if (typeof module?.bootstrap !== 'function' || typeof module.mount !== 'function' || typeof module.unmount !== 'function') {
        throw new ModuleLoadError(record, 'module', new Error('index.ts exports no `module` with bootstrap, mount and unmount'));
      }
      return module as LoadedModule;
    },
    /** The page's one session, from the shared container. */
    session: () => exposed(shared, './session') as Promise<unknown> as Promise<typeof import('@vimarsh/shared/session')>,
  };
}

export function runScript(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${url} did not load, or its content does not have the promised hash`));
    };
    script.crossOrigin = 'anonymous';
    script.integrity = integrity;
    script.async = true;
    script.src = trustedUrl(url);
    document.head.append(script);
  });
}
