import { HOME_WHEN_SIGNED_IN, SIDE_NAV } from './places.ts';

/** Values of a route's `:name` segments; an absent optional one is not a key. */
export type Params = Readonly<Record<string, string>>;

/**
 * Matches a path (no query) against a pattern with `:name` and trailing `:name?` segments. Null when it does not match
 * or holds a broken escape. A trailing slash is ignored.
 */
export function matchRoute(pattern: string, path: string): Params | null {
  const want = segments(pattern);
  const have = segments(path);
  if (have.length > want.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of want.entries()) {
    const segment = have[index];
    if (!part.startsWith(':')) {
      if (segment !== part) return null;
    } else if (segment !== undefined) {
      try {
        params[part.slice(1).replace('?', '')] = decodeURIComponent(segment);
      } catch {
        return null;
      }
    } else if (!part.endsWith('?')) return null;
  }
  return params;
}

/**
 * The screen at a path (no query): of all that match, the one with the fewest parameters; null for a path without a screen.
 * Guard, menu, search, module and server all use this function.
 */
export function screenAt<R extends { readonly path: string }>(routes: readonly R[], path: string): { route: R; params: Params } | null {
  let best: { route: R; params: Params } | null = null;
  for (const route of routes) {
    const params = matchRoute(route.path, path);
    if (params && (!best || Object.keys(params).length < Object.keys(best.params).length)) best = { route, params };
  }
  return best;
}

/** Nothing but a symbol gets into a title: an address may be somebody's text. */
const SUBJECT = /^[A-Z\d&-]{1,20}$/i;

/** What a screen is called at an address, with what it is about where the address says so as the exchange does. */
export function titleOf({
  route: { title, subject },
  params,
}: {
  route: { readonly title: string; readonly subject?: string | undefined };
  params: Params;
}): string {
  const about = params[subject!];
  return about && SUBJECT.test(about) ? `${about.toUpperCase()} · ${title}` : title;
}

/** A screen's own path, for one asked for under the layout (S2.1-GROUP-A01). */
export const withoutLayout = (path: string): string =>
  path === SIDE_NAV || path.startsWith(`${SIDE_NAV}/`) ? path.slice(SIDE_NAV.length).replace(/^\/+$/, '') || HOME_WHEN_SIGNED_IN : path;

const segments = (path: string): string[] => path.split('/').filter(Boolean);
