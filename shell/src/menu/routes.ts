import type { ModuleRoute } from '@vimarsh/shared/contract/module.contract.ts';
import type { PageData } from '@vimarsh/shared/contract/page.contract.ts';
import { matchRoute } from '@vimarsh/shared/kit/match.ts';

/** Every screen of the release set. */
export const routesOf = (page: PageData): readonly ModuleRoute[] => Object.values(page.releases.modules).flatMap((record) => record.manifest.routes);

/** The screen at a path; null for one that nobody shows. */
export const routeAt = (routes: readonly ModuleRoute[], path: string): ModuleRoute | null =>
  routes.find((route) => matchRoute(route.path, path) !== null) ?? null;
