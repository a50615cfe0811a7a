export interface NavigationOptions {
  /** Where a visit really goes; called before the address changes. `path` has the query. */
  destination(path: string, from: string): string;
  /** Whether one of the modules shows this path; other links are left to the browser. */
  isOurs(path: string): boolean;
  /** The address has changed to another screen. */
  arrived(path: string): void;
}

/**
 * Stands between everything that wants to change the address and the History API: guard first, the current location is
 * silently ignored (S2.3-RULE-04), every navigation ends at the top, Back included (S2.3-RULE-03, S2.3-RULE-A01).
 * Must run after single-spa was imported, so that it is the outermost.
 */
export function guardNavigation({ destination, isOurs, arrived }: NavigationOptions): void {
  const routed = { pushState: history.pushState.bind(history), replaceState: history.replaceState.bind(history) };
  const here = () => location.pathname + location.search;
  let current = here();
  history.scrollRestoration = 'manual';

  /** A new query on the same screen (a filter) is no navigation; going back to an old one is. */
  const settle = (wentBack: boolean) => {
    const moved = location.pathname !== current.split('?')[0];
    current = here();
    if (moved) arrived(location.pathname);
    if (moved || wentBack) scrollTo(0, 0);
  };

  const guarded = (method: 'pushState' | 'replaceState') => (state: unknown, title: string, url?: string | URL | null) => {
    if (url === undefined || url === null) return routed[method](state, title);
    const wanted = new URL(url, location.href);
    if (wanted.origin !== location.origin) return routed[method](state, title, url);
    const to = new URL(destination(wanted.pathname + wanted.search, current), location.origin);
    if (to.pathname + to.search === wanted.pathname + wanted.search) to.hash = wanted.hash;
    if (to.href === location.href && method === 'pushState') return;
    routed[method](state, title, to.href);
    settle(false);
  };
  history.pushState = guarded('pushState');
  history.replaceState = guarded('replaceState');

  // An object, because single-spa takes listener functions for itself and calls them late; this one comes first, so that
  // what single-spa sees is already the guarded address.
  const onPopState = {
    handleEvent(event: Event) {
      // single-spa announces a pushState as popstate, and an anchor within the page is no visit.
      if ((event as { singleSpa?: boolean }).singleSpa || here() === current) return;
      const to = destination(here(), current);
      if (to !== here()) routed.replaceState(history.state, '', to);
      settle(true);
    },
  };
  addEventListener('popstate', onPopState, { capture: true });

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    // An empty address means the page itself, loaded anew.
    if (!link?.getAttribute('href') || event.defaultPrevented || !plain || (link.target && link.target !== '_self') || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    const onlyHash = url.hash && url.href.split('#')[0] === location.href.split('#')[0];
    if (url.origin !== location.origin || onlyHash || !isOurs(url.pathname)) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
  });
}
