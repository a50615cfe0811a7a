import type { ModuleManifest } from '../contract/module.contract.ts';
import { type Lifecycles, lifecyclesOf } from './lifecycles.tsx';
import { createPages, type LoadPage, PageHost } from './page-host.tsx';

/** `module.json` as an import types it: the build has checked its words against the contract. */
type ManifestFile = {
  [K in keyof ModuleManifest]: K extends 'routes'
    ? readonly Loose<ModuleManifest['routes'][number]>[]
    : ModuleManifest[K] extends number | string
      ? ModuleManifest[K]
      : object;
};
type Loose<T> = { [K in keyof T]: string };

export interface DefinedModule extends Lifecycles {
  readonly manifest: ModuleManifest;
}

interface Parts {
  /** Key as in `module.json`; one dynamic import each. */
  pages: Readonly<Record<string, LoadPage>>;
}

/**
 * A module as the portal mounts it: single-spa lifecycles and the pages of its manifest. A manifest
 * that names a page the module does not have is refused at once.
 */
export function defineModule(file: ManifestFile, { pages: loaders }: Parts): DefinedModule {
  const manifest = file as ModuleManifest;
  const pages = createPages(manifest, loaders);
  const lifecycles = lifecyclesOf(() => <PageHost pages={pages} />);
  return {
    manifest,
    ...lifecycles,
    // The page's code comes before the mount, so a route change shows the page and no gap.
    async mount(props) {
      const asked = pages.match(location.pathname);
      if (asked && !pages.loaded(asked.route.page)) await pages.load(asked.route.page);
      return lifecycles.mount(props);
    },
  };
}
