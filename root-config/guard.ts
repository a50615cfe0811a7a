import { screenAt, withoutLayout } from '@vimarsh/shared/domain/routing/match.ts';
import type { OwnedRoute } from '@vimarsh/shared/domain/routing/routes.ts';
import { decide, type Effects, type GuardStorage } from '@vimarsh/shared/session/guard.ts';

/** More redirects than any chain of rules needs: then something disagrees with itself. */
const MOST_REDIRECTS = 5;

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
  const routeAt = (asked: string) => screenAt(routes, asked)?.route ?? null;
  let to = path;
  for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
    const url = new URL(to, 'http://portal');
    const own = withoutLayout(url.pathname);
    if (own !== url.pathname) {
      to = own + url.search;
      continue;
    }
    const decision = decide({ path: url.pathname + url.search, routeAt, storage: storage(), from, now: now() });
    apply(decision.effects);
    if (decision.kind === 'proceed' || decision.to === to) return to;
    to = decision.to;
  }
  return '/';
}
