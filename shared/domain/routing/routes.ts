import type { PageRelease, PageRoute } from '../../contract/release/types.ts';

/** A route of some module. */
export interface OwnedRoute extends PageRoute {
  readonly module: string;
}

/** All screens of a page's releases. */
export const routesOf = ({ modules }: { readonly modules: Readonly<Record<string, PageRelease>> }): OwnedRoute[] =>
  Object.values(modules).flatMap(({ name, manifest }) => manifest.routes.map((route) => ({ ...route, module: name })));
