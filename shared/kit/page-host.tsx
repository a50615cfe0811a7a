import { type ComponentType, useEffect, useState } from 'react';
import type { ModuleRoute } from '../contract/module/types.ts';
import { type Params, screenAt } from '../domain/routing/match.ts';
import { ParamsContext, usePath } from './router.tsx';

type PageRoute = Pick<ModuleRoute, 'path' | 'page'>;
/** `early`: asks for what the page at the current address shows first, before there is a page; ends when that has come. */
export type LoadPage = () => Promise<{ Page: ComponentType; early?: () => Promise<void> }>;

/** A page waits so long for what it asked early, ms: drawn once with its content, it stands sooner than drawn twice. */
const EARLY_WAIT_MS = 500;

/** The pages of one module, each loaded once. A failed load is forgotten, so that trying again really requests it. */
export interface Pages {
  loaded(page: string): ComponentType | undefined;
  load(page: string): Promise<ComponentType>;
  match(path: string): { route: PageRoute; params: Params } | null;
}

export function createPages(manifest: { readonly name: string; readonly routes: readonly PageRoute[] }, loaders: Readonly<Record<string, LoadPage>>): Pages {
  for (const { path, page } of manifest.routes) {
    if (!loaders[page]) throw new Error(`${manifest.name}: module.json gives ${path} to the page "${page}", which defineModule does not know.`);
  }
  const ready = new Map<string, ComponentType>();
  const match: Pages['match'] = (path) => screenAt(manifest.routes, path);
  return {
    loaded: (page) => ready.get(page),
    async load(page) {
      const { Page, early } = await loaders[page]!();
      ready.set(page, Page);
      // Who left while its code was on the way wants nothing of it.
      if (early && match(location.pathname)?.route.page === page) await Promise.race([early(), new Promise((resolve) => setTimeout(resolve, EARLY_WAIT_MS))]);
      return Page;
    },
    match,
  };
}

/**
 * Shows the page at the current address. On the way to another module's page, the last one stays until it is unmounted.
 * A page's errors and failed loads go up to the module's root, which has the one failure view.
 */
export function PageHost({ pages }: { pages: Pages }) {
  const { path } = usePath();
  const [current, setCurrent] = useState(() => pages.match(path));
  const requested = pages.match(path);
  if (requested && (requested.route !== current?.route || JSON.stringify(requested.params) !== JSON.stringify(current.params))) setCurrent(requested);
  if (!current) return null;
  return (
    <ParamsContext value={current.params}>
      <LoadedPage key={current.route.page} pages={pages} page={current.route.page} />
    </ParamsContext>
  );
}

function LoadedPage({ pages, page }: { pages: Pages; page: string }) {
  const [failure, setFailure] = useState<unknown>(null);
  const [, setReady] = useState(() => pages.loaded(page) !== undefined);
  useEffect(() => {
    if (pages.loaded(page)) return;
    let stillWanted = true;
    pages.load(page).then(
      () => stillWanted && setReady(true),
      (error: unknown) => stillWanted && setFailure(error ?? new Error(`The page "${page}" could not be loaded`)),
    );
    return () => {
      stillWanted = false;
    };
  }, [pages, page]);
  if (failure) throw failure;
  const Page = pages.loaded(page);
  return Page ? <Page /> : <div aria-busy="true" style={{ minHeight: '60vh' }} ref={fillWithPlaceholder} />;
}

/** The HTML page's own placeholder, which also says when an answer takes long. */
const fillWithPlaceholder = (at: HTMLElement | null): void => {
  const template = document.getElementById('placeholder') as HTMLTemplateElement | null;
  if (template) at?.append(template.content.cloneNode(true));
};
