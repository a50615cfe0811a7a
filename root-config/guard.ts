import type { ModuleRoute } from '@vimarsh/shared/contract/module.contract.ts';
import { matchRoute } from '@vimarsh/shared/kit/match.ts';
import { decide, type Effects, type GuardStorage } from '@vimarsh/shared/session/guard.ts';

/** A route of some module's manifest. */
export interface OwnedRoute extends ModuleRoute {
  readonly module: string;
}

/** Parent layout of every screen that needs login; its children keep root paths (S2.1-GROUP-A01). */
const LAYOUT = '/side-nav';
/** Where a signed-in user is at home; the guard sends everyone else from there to login (S2.1-GROUP-O01). */
const SIGNED_IN_HOME = '/experts-past-recommendations';
/** More redirects than any chain of rules needs: then something disagrees with itself. */
const MOST_REDIRECTS = 5;

/** The route that shows a path (no query), fewest parameters first; null when there is none. */
export function routeOf(routes: readonly OwnedRoute[], path: string): OwnedRoute | null {
  const matches = routes.flatMap((route) => {
    const params = matchRoute(route.path, path);
    return params ? [{ route, params: Object.keys(params).length }] : [];
  });
  return matches.toSorted((a, b) => a.params - b.params)[0]?.route ?? null;
}

export interface GuardWorld {
  readonly routes: readonly OwnedRoute[];
  /** Read anew for every redirect of a chain, because effects change it. */
  readonly storage: () => GuardStorage;
  readonly apply: (effects: Effects) => void;
  readonly now?: () => number;
}

/**
 * Where a visit to `path` (with query) ends. Every rule of the session's guard, `/side-nav` and unknown paths are
 * settled here, before the address changes and before any module loads. Effects on storage are carried out.
 */
export function destination({ routes, storage, apply, now = Date.now }: GuardWorld, path: string, from: string): string {
  let to = path;
  for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
    const url = new URL(to, 'http://portal');
    if (url.pathname === LAYOUT || url.pathname.startsWith(`${LAYOUT}/`)) {
      to = (url.pathname.slice(LAYOUT.length).replace(/^\/+$/, '') || SIGNED_IN_HOME) + url.search;
      continue;
    }
    const decision = decide({ path: url.pathname + url.search, route: routeOf(routes, url.pathname), storage: storage(), from, now: now() });
    apply(decision.effects);
    if (decision.kind === 'proceed' || decision.to === to) return to;
    to = decision.to;
  }
  return '/';
}
