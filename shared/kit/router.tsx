import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Params } from '../domain/routing/match.ts';

export interface Path {
  /** Path without query, e.g. `/past-recommendations`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Fired when the address changed without `popstate`: single-spa sends its own, a standalone page does not. */
const MOVED = 'vimarsh:moved';

function watchAddress(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(MOVED, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(MOVED, listener);
  };
}
const address = (): string => location.pathname + location.search;

/** The current address; re-renders when it changes. */
export function usePath(): Path {
  const current = useSyncExternalStore(watchAddress, address);
  return useMemo(() => {
    const { pathname, searchParams } = new URL(location.origin + current);
    return { path: pathname, query: searchParams };
  }, [current]);
}

/**
 * Goes to an in-app path, or leaves the app for an absolute URL of another origin. Navigating to the current location is
 * silently ignored (S2.3). The root config handles guards and titles. `state` stays with this tab's history entry, even
 * after a reload: it holds what the next step needs and no address should show.
 */
export function navigate(to: string, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}): void {
  const target = new URL(to, location.href);
  if (target.origin !== location.origin) {
    location.assign(target.href);
    return;
  }
  if (target.href === location.href) return;
  const path = target.pathname + target.search + target.hash;
  if (replace) history.replaceState(state, '', path);
  else history.pushState(state, '', path);
  dispatchEvent(new Event(MOVED));
}

/** An ordinary link. Plain clicks stay inside the app; the browser handles all others. */
export function Link({ to, replace, onClick, ...rest }: { to: string; replace?: boolean } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target || rest.download !== undefined) return;
    event.preventDefault();
    navigate(to, { replace });
  };
  return <a {...rest} href={to} onClick={go} />;
}

/** Params of the current manifest route, set by `defineModule`. */
export const ParamsContext = createContext<Params>({});

/** Values of the current route's `:name` segments. */
export const useParams = (): Params => useContext(ParamsContext);
