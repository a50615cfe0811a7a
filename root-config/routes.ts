import type { PageRelease, PageReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import type { OwnedRoute } from '@vimarsh/shared/domain/routing/routes.ts';
import { addErrorHandler, registerApplication, setBootstrapMaxTime, setMountMaxTime, setUnmountMaxTime } from 'single-spa';
import type { Loader } from './load-module.ts';
import type { Trace } from './load-trace.ts';
import { hostModule } from './module-host.ts';

/** Libraries and root-config itself are released like modules but have no place on the page. */
const WITHOUT_PLACE = ['shared', 'root-config'];
/** The frame stands around every screen. */
const FRAME = 'shell';
/** The frame comes after the first screen, but waits no longer for it than this, in milliseconds. */
const FRAME_WAIT = 3_000;

export interface Places {
  readonly releases: PageReleaseSet;
  readonly routes: readonly OwnedRoute[];
  readonly loader: Loader;
  readonly trace: Trace;
  /** Loads the page anew because a file is missing, where that costs the user nothing. */
  reload(): boolean;
  /** The active screen is on the page, or (false) its failure view. */
  settled(shown: boolean): void;
}

/**
 * One single-spa application per module, for the life of the page. Loading and failing happen in `module-host.ts`, so
 * single-spa only ever sees quick, successful steps; its time limits guard against bugs of our own.
 */
export function registerModules({ releases, routes, loader, trace, reload, settled }: Places): void {
  setBootstrapMaxTime(2_000, true);
  setMountMaxTime(2_000, true);
  setUnmountMaxTime(10_000, true);
  addErrorHandler((error) => console.error(error));
  const titleHere = () => screenAt(routes, location.pathname)?.route.title ?? 'This page';
  // People come for the screen: its bytes, its work and its paint go first. Until the frame is there the skeleton keeps its place.
  let screenSettled = settled;
  const firstScreen = new Promise<void>((resolve) => {
    setTimeout(resolve, FRAME_WAIT);
    screenSettled = (shown) => {
      settled(shown);
      afterPaint(resolve);
    };
  });

  bonesLeaveTo(document.querySelector('#outlet')!);
  for (const record of Object.values(releases.modules).filter(({ name }) => !WITHOUT_PLACE.includes(name))) {
    const isFrame = record.name === FRAME;
    const host = hostModule({
      record,
      previous: releases.fallbacks[record.name],
      area: place(record.name, isFrame ? '#shell' : '#outlet'),
      loader,
      trace,
      reload,
      what: isFrame ? () => 'Navigation' : titleHere,
      // Style hides the frame's skeleton when the frame stands; its room is needed again should the frame fail.
      settled: isFrame ? () => undefined : screenSettled,
    });
    // single-spa tells it after the modules of the last address have left and before those of the new one come.
    addEventListener('popstate', host.moved);
    registerApplication({
      name: record.name,
      activeWhen: (to) => isFrame || screenAt(routes, to.pathname)?.route.module === record.name,
      app: async () => ({
        bootstrap: async () => undefined,
        mount: async (props) => {
          if (!isFrame) return host.enter(props);
          void firstScreen.then(() => {
            preload(record);
            host.enter(props);
          });
        },
        unmount: () => host.leave(),
      }),
    });
  }
}

/**
 * The skeleton may carry the screen's words. It goes in the moment the screen's first content comes, not when its mount ends: style hides it then
 * already, and who searches the page would find each word twice.
 */
function bonesLeaveTo(outlet: Element): void {
  new MutationObserver((_, watch) => {
    if (!outlet.querySelector(':scope>div:not(#skeleton,:empty)')) return;
    document.getElementById('skeleton')?.remove();
    watch.disconnect();
  }).observe(outlet, { childList: true, subtree: true });
}

/** The element a module owns; it stays on the page while the module comes and goes. */
function place(name: string, parent: string): HTMLElement {
  const area = document.createElement('div');
  area.id = `module-${name}`;
  document.querySelector(parent)!.append(area);
  return area;
}

/** Two frames on, what stands now has been painted. A hidden page paints nothing: there the time limit counts. */
const afterPaint = (then: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));

/** Asks for a module's own files together with its entry, as the page does for the first screen, instead of one after the other. */
function preload({ preload: files = [] }: PageRelease): void {
  const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '';
  for (const { url, integrity } of files) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', crossOrigin: 'anonymous', nonce, integrity, href: url }),
    );
  }
}
