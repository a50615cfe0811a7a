import { type ComponentType, useEffect, useState } from 'react';
import type { ModuleManifest, ModuleRoute } from '../contract/module.contract.ts';
import { matchRoute, type Params } from './match.ts';
import { ParamsContext, usePath } from './router.tsx';

export type LoadPage = () => Promise<{ Page: ComponentType }>;

/** The pages of one module, each loaded once; a failed load is forgotten, so trying again really asks again. */
export interface Pages {
  loaded(page: string): ComponentType | undefined;
  load(page: string): Promise<ComponentType>;
  match(path: string): { route: ModuleRoute; params: Params } | null;
}

export function createPages(manifest: Pick<ModuleManifest, 'name' | 'routes'>, loaders: Readonly<Record<string, LoadPage>>): Pages {
  for (const { path, page } of manifest.routes) {
    if (!loaders[page]) throw new Error(`${manifest.name}: module.json gives ${path} to the page "${page}", which defineModule does not know.`);
  }
  const ready = new Map<string, ComponentType>();
  return {
    loaded: (page) => ready.get(page),
    async load(page) {
      const { Page } = await loaders[page]!();
      ready.set(page, Page);
      return Page;
    },
    match(path) {
      for (const route of manifest.routes) {
        const params = matchRoute(route.path, path);
        if (params) return { route, params };
      }
      return null;
    },
  };
}

/**
 * Shows the page that the address asks for. On the way to another module's page the last one stays until it is unmounted.
 * What a page throws, or a page that can't be loaded, goes up to the module's root: there is one failure view for all.
 */
export function PageHost({ pages }: { pages: Pages }) {
  const { path } = usePath();
  const [shown, setShown] = useState(() => pages.match(path));
  const asked = pages.match(path);
  if (asked && (asked.route !== shown?.route || JSON.stringify(asked.params) !== JSON.stringify(shown.params))) setShown(asked);
  if (!shown) return null;
  return (
    <ParamsContext value={shown.params}>
      <LoadedPage key={shown.route.page} pages={pages} page={shown.route.page} />
    </ParamsContext>
  );
}

function LoadedPage({ pages, page }: { pages: Pages; page: string }) {
  const [failure, setFailure] = useState<unknown>(null);
  const [, setReady] = useState(() => pages.loaded(page) !== undefined);
  useEffect(() => {
    if (pages.loaded(page)) return;
    let wanted = true;
    pages.load(page).then(
      () => wanted && setReady(true),
      (error: unknown) => wanted && setFailure(error ?? new Error(`The page "${page}" could not be loaded`)),
    );
    return () => {
      wanted = false;
    };
  }, [pages, page]);
  if (failure) throw failure;
  const Page = pages.loaded(page);
  return Page ? <Page /> : <div aria-busy="true" style={{ minHeight: '60vh' }} />;
}
