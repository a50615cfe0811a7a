import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { trustedUrl } from './trusted-url.ts';
import { within } from './within.ts';

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
  /** Time one request of an entry may take, in milliseconds. */
  deadline?: number;
  /** Further tries of an entry that failed (not of one that timed out), and the wait before the first. */
  retries?: number;
  pause?: number;
  /** Called when a phase ends, for the load trace. */
  onPhase?(name: string, phase: 'entry' | 'module', retried: boolean): void;
}

export type Loader = ReturnType<typeof createLoader>;

/**
 * Loads containers by hand: no build knows another. The only place that touches a container's global variable. A failure
 * is never remembered, so the next call really asks again.
 */
export function createLoader(shared: PageRelease, { deadline = 8_000, retries = 2, pause = 300, onPhase }: LoaderOptions = {}) {
  /** What webpack's runtimes call the share scope: filled by `shared`, read by everyone. */
  const shareScope = {};
  const containers = new Map<string, Promise<Container>>();
  /** Entries that failed before: a new query each time keeps broken cache copies and hanging requests from answering. */
  const failed = new Set<string>();
  /** Requests of an entry that were given up and may still be answered. */
  const late = new Map<string, Promise<void>>();

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

  async function request(record: PageRelease): Promise<Container> {
    const { entry } = record;
    for (let tries = 0; ; tries += 1) {
      const given = late.get(entry);
      const asked = Promise.any([...(given ? [given] : []), runScript(failed.has(entry) ? `${entry}?retry=${Date.now()}` : entry, record.integrity)]);
      try {
        await within(deadline, asked, () => {
          throw new DeadlineMissed(`${entry} did not answer within ${deadline} ms`, asked);
        });
        onPhase?.(record.name, 'entry', tries > 0);
        break;
      } catch (cause) {
        failed.add(entry);
        if (cause instanceof DeadlineMissed) late.set(entry, asked);
        else late.delete(entry);
        if (tries >= retries || cause instanceof DeadlineMissed) throw new ModuleLoadError(record, 'entry', cause);
        await new Promise((resolve) => setTimeout(resolve, pause * (tries ? 3 : 1) * (1 + Math.random() * 0.5)));
      }
    }
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

/** An answer took too long. `comes`: when it is there after all. */
export class DeadlineMissed extends Error {
  readonly comes: Promise<void>;
  constructor(message: string, comes: Promise<void>) {
    super(message);
    this.comes = comes;
  }
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
