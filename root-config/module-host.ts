import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { showFailure, supportCode } from './failure-view.ts';
import { type LoadedModule, type Loader, type LoadPhase, ModuleLoadError } from './load-module.ts';
import type { Trace } from './load-trace.ts';
import { isQuarantined, quarantine } from './quarantine.ts';
import { within } from './within.ts';

/** Longest time a module may take to start or mount: a slow machine is no failure. Its placeholder has words long before. In milliseconds. */
const MOUNT_LIMIT = 60_000;
/** Longest time it may take to unmount: the next mount waits for it. */
const UNMOUNT_LIMIT = 8_000;
/** Longest time for the files of a screen: each may take 120 s, and be asked for again when it fails. */
const FILES_LIMIT = 400_000;
/** A module that takes longer to go is hidden, so that nobody waits for it, in milliseconds. */
const LEAVE_LIMIT = 500;
/** A module that is there sooner shows no placeholder. */
const PLACEHOLDER_AFTER = 150;

export interface HostOptions {
  readonly record: PageRelease;
  /** Release to use when `record` is new in this tab and does not boot. */
  readonly previous: PageRelease | undefined;
  readonly area: HTMLElement;
  readonly loader: Loader;
  readonly trace: Trace;
  /** What the user was going to see, in the user's words. */
  what(): string;
  /** Loads the page anew because a file is missing; false when that could cost the user something. */
  reload(): boolean;
  /** The module is on the screen, or (false) the failure view in its place. */
  settled(shown: boolean): void;
}

export type ModuleHost = ReturnType<typeof hostModule>;

/**
 * Keeps one module's place on the page. Loading never blocks routing: `enter` returns at once, and a module that arrives
 * after the user has left is not mounted. Whatever goes wrong ends in one failure view in this place and nowhere else.
 */
export function hostModule({ record, previous, area, loader, trace, what, reload, settled }: HostOptions) {
  let active = isQuarantined(record.id) && previous ? previous : record;
  let module: LoadedModule | null = null;
  let mounted: { module: LoadedModule; props: object } | null = null;
  let worked = false;
  /** As single-spa gave them; null while the module has no place on the page. */
  let props: object | null = null;
  /** One for the life of the page, as there is one load trace: it does not change while somebody reads it out. */
  const code = supportCode();
  /** Counts everything that makes older steps pointless; a step stops when it is no longer the latest. */
  let turn = 0;
  /** Mounts and unmounts, one after the other. Never rejects. */
  let work: Promise<unknown> = Promise.resolve();

  async function load(): Promise<LoadedModule> {
    if (module) return module;
    const loaded = await loader.module(active);
    await phase('bootstrap', () => loaded.bootstrap(props ?? {}));
    module = loaded;
    return loaded;
  }

  const phase = async (name: LoadPhase, step: () => Promise<unknown>, limit = MOUNT_LIMIT): Promise<void> => {
    try {
      await within(limit, step(), () => {
        throw new Error(`no end after ${limit} ms`);
      });
    } catch (cause) {
      throw new ModuleLoadError(active, name, cause);
    }
  };

  async function show(): Promise<void> {
    turn += 1;
    const mine = turn;
    const placeholder = setTimeout(() => mine === turn && showPlaceholder(area), PLACEHOLDER_AFTER);
    try {
      const loaded = await load();
      // Files come before anything is taken in turn: whoever leaves while they are on their way waits for nothing.
      await phase('module', async () => loaded.prepare?.(), FILES_LIMIT);
      if (mine !== turn) return;
      const mounting = work.then(async () => {
        clearTimeout(placeholder);
        if (mine !== turn) return;
        // React clears the place with its first content; until then the placeholder speaks for it.
        const waits = area.querySelector(':scope > .placeholder');
        if (!waits) area.replaceChildren();
        // `fail`: the module's own boundary caught something it can't mend.
        const own = { ...props, domElement: area, fail: (error: unknown) => void recover(new ModuleLoadError(active, 'render', error), mine) };
        mounted = { module: loaded, props: own };
        await phase('mount', () => loaded.mount(own));
        waits?.remove();
      });
      work = mounting.catch(() => undefined);
      await mounting;
      if (mine !== turn) return;
      worked = true;
      trace.shown(record.name, active.id, active !== record);
      settled(true);
    } catch (error) {
      clearTimeout(placeholder);
      await recover(error, mine);
    }
  }

  async function recover(error: unknown, mine: number): Promise<void> {
    if (mine !== turn) return;
    turn += 1;
    const known = error instanceof ModuleLoadError ? error : new ModuleLoadError(active, 'mount', error);
    const missing = (known.cause as Error | undefined)?.name === 'ChunkLoadError';
    if (missing && reload()) return;
    work = Promise.resolve();
    const after = turn;
    await hide();
    if (after !== turn) return;
    module = null;
    if (previous && active === record && !worked) {
      // What did not arrive may arrive next time; what arrived and broke will break again.
      if (known.phase !== 'entry' && !missing) quarantine(record.id);
      active = previous;
      return show();
    }
    const retry = () => {
      if (after === turn) void show();
    };
    trace.failed(record.name, active.id, known.phase, code);
    showFailure(area, { what: what(), error: known, code, ...(known.phase === 'container' ? {} : { retry }) });
    settled(false);
  }

  async function hide(): Promise<void> {
    const leaving = mounted;
    mounted = null;
    if (leaving) await phase('mount', () => leaving.module.unmount(leaving.props), UNMOUNT_LIMIT).catch((error) => console.error(error));
    area.replaceChildren();
    area.hidden = false;
  }

  return {
    enter(given: object): void {
      props = given;
      void show();
    },
    /** The address changed within the module. One that stands shows the new screen itself; one that failed or still loads starts anew. */
    moved(): void {
      if (!props || mounted) return;
      area.replaceChildren();
      void show();
    },
    async leave(): Promise<void> {
      turn += 1;
      props = null;
      work = work.then(hide);
      await within(LEAVE_LIMIT, work, () => area.toggleAttribute('hidden', true));
    },
  };
}

function showPlaceholder(area: HTMLElement): void {
  const template = document.getElementById('placeholder');
  // The skeleton of the page says the same, and for longer already.
  if (template instanceof HTMLTemplateElement && !area.hasChildNodes() && !document.getElementById('skeleton')) area.append(template.content.cloneNode(true));
}
