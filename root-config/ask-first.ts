import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import type { OwnedRoute } from '@vimarsh/shared/domain/routing/routes.ts';
import { askAhead } from '@vimarsh/shared/session/ahead.ts';

/** Asks for what the screen at this address shows first, for who is signed in. Of what stands behind its path only the screen knows what it means. */
export function askFirst(routes: readonly OwnedRoute[], { pathname, search }: Pick<Location, 'pathname' | 'search'>, token: string): void {
  const at = screenAt(routes, pathname);
  // A page may come from what the browser remembers: nothing there can send a token to another origin.
  if (token && at?.route.first && /^\/\w/.test(at.route.first) && search === '' && Object.keys(at.params).length === 0) askAhead(at.route.first, token);
}
