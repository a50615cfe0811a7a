import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { screenAt, titleOf } from '@vimarsh/shared/domain/routing/match.ts';
import { type OwnedRoute, routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { applyEffects, readGuardStorage } from '@vimarsh/shared/session/guard-storage.ts';
import { start } from 'single-spa';
import { reloadOnce } from './chunk-failure.ts';
import { showFailure, supportCode } from './failure-view.ts';
import { destination } from './guard.ts';
import { createLoader, runScript } from './load-module.ts';
import { createTrace } from './load-trace.ts';
import { guardNavigation } from './navigation.ts';
import { keepLastGood, type Page, readPage } from './release-set.ts';
import { registerModules } from './routes.ts';
import { serviceWorkers } from './service-workers.ts';
import { trustedUrl } from './trusted-url.ts';
import { noteTyping } from './typed.ts';

/**
 * The story of a page: read what the server put into it, decide where the visit goes, let the modules in, and keep what
 * worked. The skeleton is already painted; nothing here waits for the network before the first module is asked for.
 */
function boot(page: Page): void {
  const { releases, environment } = page;
  const routes = routesOf(releases);
  const trace = createTrace(releases.id);
  const loader = createLoader(releases.modules.shared!, { onPhase: trace.phase });
  const world = { routes, storage: () => readGuardStorage(environment), apply: applyEffects };

  let shown: OwnedRoute | null = null;
  const arrived = (path: string) => {
    const at = screenAt(routes, path);
    const route = at?.route ?? null;
    if (shown && route !== shown) dispatchEvent(new Event('vimarsh:arrived'));
    shown = route;
    document.documentElement.dataset.layout = route?.layout ?? 'frame';
    document.title = `${at ? titleOf(at) : 'Home'} · ${environment?.title ?? BRAND_TITLE}`;
  };
  const besides = [...(releases.modules['root-config']?.pages?.later ?? [])];
  const settled = (stands: boolean) => {
    document.getElementById('skeleton')?.remove();
    trace.settle();
    if (stands) keepLastGood(page);
    for (const { url, integrity } of besides.splice(0)) runScript(url, integrity).catch(console.info);
  };

  noteTyping();
  const asked = location.pathname + location.search;
  // An empty part of a path means nothing, and to a URL that begins with two slashes another site.
  const end = (path: string, from: string) =>
    destination(
      world,
      path.replace(/^[^?]*/, (bare) => bare.replace(/\/{2,}/g, '/')),
      from,
    );
  const first = end(asked, '');
  if (first !== asked) history.replaceState(null, '', first);
  arrived(location.pathname);
  guardNavigation({
    destination: end,
    isOurs: (path) => path.startsWith('/side-nav') || screenAt(routes, path) !== null,
    arrived,
  });
  registerModules({ releases, routes, loader, trace, reload: () => reloadOnce(releases.id), settled });
  loader.session().then(
    ({ connect }) => {
      connect({ wants: 2 });
      loadFonts();
    },
    () => undefined,
  );
  start({ urlRerouteOnly: true });
  serviceWorkers()?.register(trustedUrl('/sw.js')).catch(console.info);
}

/**
 * Letters and prices of the page's font. The last library is there: asked for before, they would have taken a fifth of a second
 * from the scripts on a slow line; asked for with the first text, they would change it under the reader's eyes.
 */
const loadFonts = (): void => void document.fonts?.load(`1em ${getComputedStyle(document.body).fontFamily}`, 'a₹').catch(console.info);

// An answer that was given up may still come: boot-loader.js has asked for the same script again by then.
const root = document.documentElement.dataset;
if (!root.booted) {
  root.booted = 'yes';
  try {
    const page = readPage();
    if (!page) throw new Error('The page carries no release set, and none is remembered');
    boot(page);
  } catch (error) {
    // boot-loader.js sees that nothing was started, and looks for releases that do.
    root.booted = '';
    showFailure(document.getElementById('outlet')!, { what: 'This page', error: error as Error, code: supportCode() });
  }
}
