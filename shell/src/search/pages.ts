import type { ModuleRoute } from '@vimarsh/shared/contract/module.contract.ts';

export interface Found {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly to: string;
}

/** Screens that can be gone to without parameters, by a word of their title. Visitors get open ones only. */
export function findPages(routes: readonly ModuleRoute[], query: string, signedIn: boolean): Found[] {
  const wanted = query.trim().toLowerCase();
  return routes
    .filter((route) => route.layout === 'frame' && (signedIn || route.guard === 'open') && !/:\w+(?!\w*\?)(\/|$)/.test(route.path))
    .filter((route) => wanted === '' || route.title.toLowerCase().includes(wanted))
    .map((route) => ({ key: route.path, label: route.title, hint: 'Page', to: route.path.replace(/\/:.*$/, '') || '/' }));
}
