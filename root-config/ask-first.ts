import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import type { OwnedRoute } from '@vimarsh/shared/domain/routing/routes.ts';
import { askAhead } from '@vimarsh/shared/session/ahead.ts';

/** With a token whose life ends within this time nothing is asked: it could be refused, and the client renews it before its first call, ms. */
const NEAR_END_MS = 30_000;

/**
 * Asks for what the screen at this address shows first, for who is signed in. Of what stands behind its path only the screen knows
 * what it means. `behind`: how far this machine's clock is behind the server's, ms.
 */
export function askFirst(routes: readonly OwnedRoute[], { pathname, search }: Pick<Location, 'pathname' | 'search'>, token: string, behind: number): void {
  const at = screenAt(routes, pathname);
  // A page may come from what the browser remembers: nothing there can send a token to another origin.
  if (token && at?.route.first && /^\/\w/.test(at.route.first) && search === '' && Object.keys(at.params).length === 0 && lives(token, behind))
    askAhead(at.route.first, token);
}

/** A token that can't be read is taken for one that is over: only a request ahead of its time is lost by that. */
function lives(token: string, behind: number): boolean {
  try {
    const { exp } = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')));
    return exp * 1000 > Date.now() + behind + NEAR_END_MS;
  } catch {
    return false;
  }
}
