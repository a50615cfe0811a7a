import type { ReleaseSet } from '@vimarsh/shared/contract/release.contract.ts';
import { addErrorHandler, registerApplication, setBootstrapMaxTime, setMountMaxTime, setUnmountMaxTime } from 'single-spa';
import { type OwnedRoute, routeOf } from './guard.ts';
import type { Loader } from './load-module.ts';
import type { Trace } from './load-trace.ts';
import { hostModule } from './module-host.ts';

/** Libraries and root-config itself are released like modules but have no place on the page. */
const WITHOUT_PLACE = ['shared', 'root-config'];
/** The frame stands around every screen. */
const FRAME = 'shell';

export const routesOf = ({ modules }: ReleaseSet): OwnedRoute[] =>
  Object.values(modules).flatMap(({ name, manifest }) => manifest.routes.map((route) => ({ ...route, module: name })));

export interface Places {
  readonly releases: ReleaseSet;
  readonly routes: readonly OwnedRoute[];
  readonly loader: Loader;
  readonly trace: Trace;
  /** The active screen is on the page, or (false) its failure view. */
  settled(shown: boolean): void;
}

/**
 * One single-spa application per module, for the life of the page. Loading and failing happen in `module-host.ts`, so
 * single-spa only ever sees quick, successful steps; its time limits guard against bugs of our own.
 */
export function registerModules({ releases, routes, loader, trace, settled }: Places): void {
  setBootstrapMaxTime(2_000, true);
  setMountMaxTime(2_000, true);
  setUnmountMaxTime(10_000, true);
  addErrorHandler((error) => console.error(error));
  const titleHere = () => routeOf(routes, location.pathname)?.title ?? 'This page';

  for (const record of Object.values(releases.modules).filter(({ name }) => !WITHOUT_PLACE.includes(name))) {
    const isFrame = record.name === FRAME;
    const host = hostModule({
      record,
      previous: releases.fallbacks[record.name],
      area: place(record.name, isFrame ? '#shell' : '#outlet'),
      loader,
      trace,
      what: isFrame ? () => 'Navigation' : titleHere,
      settled: isFrame ? () => document.getElementById('skeleton-frame')?.remove() : settled,
    });
    registerApplication({
      name: record.name,
      activeWhen: (to) => isFrame || routeOf(routes, to.pathname)?.module === record.name,
      app: async () => ({
        bootstrap: async () => undefined,
        mount: async (props) => host.enter(props),
        unmount: () => host.leave(),
      }),
    });
  }
}

/** The element a module owns; it stays on the page while the module comes and goes. */
function place(name: string, parent: string): HTMLElement {
  const area = document.createElement('div');
  area.id = `module-${name}`;
  document.querySelector(parent)!.append(area);
  return area;
}
