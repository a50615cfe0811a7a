import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Params } from './match.ts';

export interface Path {
  /** Path without query, e.g. `/past-recommendations`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Fired when the address changed without `popstate`: single-spa sends its own, a page on its own does not. */
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

/** Where the user is; re-renders when that changes. */
export function usePath(): Path {
  const here = useSyncExternalStore(watchAddress, address);
  return useMemo(() => {
    const [path = '/', query = ''] = here.split('?', 2);
    return { path, query: new URLSearchParams(query) };
  }, [here]);
}

/**
 * Goes to an in-app path, or leaves the app for an absolute URL of another origin. The current location again is
 * silently ignored (S2.3). Guards and titles are the root config's business. `state` stays with the entry of this tab's
 * history, also over a reload: for what the next step needs and no address should show.
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

/** An ordinary link; plain clicks stay inside the app, all others are the browser's. */
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

/** Params of the manifest route that is shown; set by `defineModule`. */
export const ParamsContext = createContext<Params>({});

/** Values of the current route's `:name` segments. */
export const useParams = (): Params => useContext(ParamsContext);
