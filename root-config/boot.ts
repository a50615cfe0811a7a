import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { applyEffects, readGuardStorage } from '@vimarsh/shared/session/guard-storage.ts';
import { start } from 'single-spa';
import { reloadOnChunkFailure } from './chunk-failure.ts';
import { showFailure, supportCode } from './failure-view.ts';
import { destination, routeOf } from './guard.ts';
import { createLoader } from './load-module.ts';
import { createTrace } from './load-trace.ts';
import { guardNavigation } from './navigation.ts';
import { showPreviewBadge } from './preview.ts';
import { keepLastGood, type Page, readPage } from './release-set.ts';
import { registerModules, routesOf } from './routes.ts';
import { trustedUrl } from './trusted-url.ts';

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

  const arrived = (path: string) => {
    const route = routeOf(routes, path);
    document.documentElement.dataset.layout = route?.layout ?? 'frame';
    document.title = `${route?.title ?? 'Home'} · ${environment?.title ?? BRAND_TITLE}`;
  };
  const settled = (shown: boolean) => {
    document.getElementById('skeleton')?.remove();
    trace.settle();
    if (shown) keepLastGood(page);
  };

  reloadOnChunkFailure(releases.id);
  const asked = location.pathname + location.search;
  const first = destination(world, asked, '');
  if (first !== asked) history.replaceState(null, '', first);
  arrived(location.pathname);
  guardNavigation({
    destination: (path, from) => destination(world, path, from),
    isOurs: (path) => path.startsWith('/side-nav') || routeOf(routes, path) !== null,
    arrived,
  });
  registerModules({ releases, routes, loader, trace, settled });
  showPreviewBadge(releases);
  loader.session().then(
    ({ connect }) => connect({ wants: 1 }),
    () => undefined,
  );
  start({ urlRerouteOnly: true });
  navigator.serviceWorker?.register(trustedUrl('/sw.js')).catch((error) => console.info('Service worker not registered', error));
}

const page = readPage();
if (page) boot(page);
else
  showFailure(document.getElementById('outlet')!, {
    what: 'This page',
    error: new Error('The page carries no release set, and none is remembered'),
    code: supportCode(),
  });
