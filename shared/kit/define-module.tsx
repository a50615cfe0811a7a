import type { ModuleManifest, ModuleRoute } from '../contract/module/types.ts';
import { type Lifecycles, lifecyclesOf } from './lifecycles.tsx';
import { createPages, type LoadPage, PageHost } from './page-host.tsx';

/** The part of `module.json` that a build keeps. The page's release set has the rest. */
export type Manifest = Pick<ModuleManifest, 'name'> & { readonly routes: readonly Pick<ModuleRoute, 'path' | 'page'>[] };

export interface DefinedModule extends Lifecycles {
  readonly manifest: Manifest;
  /** Loads the code of the page at the current address. */
  prepare(): Promise<void>;
}

interface Parts {
  /** Keyed as in `module.json`, with one dynamic import each. */
  pages: Readonly<Record<string, LoadPage>>;
}

/**
 * A module as the portal mounts it: single-spa lifecycles and the pages of its manifest. A manifest
 * that names a page the module lacks is refused at once.
 */
export function defineModule(manifest: Manifest, { pages: loaders }: Parts): DefinedModule {
  const pages = createPages(manifest, loaders);
  const lifecycles = lifecyclesOf(() => <PageHost pages={pages} />);
  return {
    manifest,
    ...lifecycles,
    // The page's code loads before the mount, so that a route change shows no gap.
    async prepare() {
      const match = pages.match(location.pathname);
      if (match && !pages.loaded(match.route.page)) await pages.load(match.route.page);
    },
  };
}
