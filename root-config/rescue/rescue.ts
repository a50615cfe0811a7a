import type { PageReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import { forgetQuarantine } from '../quarantine.ts';
import { isReleaseSet, lastGoodReleases } from '../release-set.ts';
import { freshReleases } from './fresh.ts';
import { forgetInstead, readInstead, storeInstead } from './instead.ts';

/** Without them no page stands, so a module's own fallback can't help. */
export type Foundation = 'root-config' | 'shared';

/**
 * Called when a release of the foundation did not start. Loads the page anew with the newest set that can work: what the server
 * has by now, the last set that stood in this browser, or the foundation that the server had before. Answers whether it does;
 * each set is tried once. Either way the server is told.
 */
export async function rescue(failed: Foundation, running: PageReleaseSet, reload = () => location.reload()): Promise<boolean> {
  // A preview shows what its developer made, also when that is broken.
  if (running.preview.length) return false;
  const before = readInstead();
  const broken = before?.broken ?? running.id;
  const tried = [...(before?.tried ?? []), running.id];
  const fresh = await freshReleases();
  const candidates = [lastGoodReleases(), fresh?.previous && exchanged(running, fresh.previous)];
  const releases = candidates.find((one) => isReleaseSet(one) && !tried.includes(one.id));
  const renewed = fresh !== null && fresh.id !== broken;
  const helps = renewed || (releases && storeInstead({ broken, releases, tried }));
  report(running, failed, helps ? 'fell_back' : 'failed');
  if (!helps) return false;
  if (renewed) forgetInstead();
  // Modules that could not start on a broken foundation are not to blame.
  forgetQuarantine();
  reload();
  return true;
}

/** The running set with another foundation. Its id is made as the server makes it, of the releases' hashes. */
function exchanged(running: PageReleaseSet, previous: PageReleaseSet['modules']): PageReleaseSet {
  const modules = { ...running.modules, ...previous };
  const id = Object.values(modules)
    .map((one) => one.id.split('+')[1])
    .join('-');
  return { ...running, id, modules };
}

/** One line of a load trace: nothing of it names a person. */
function report({ id, modules }: PageReleaseSet, name: Foundation, outcome: 'fell_back' | 'failed'): void {
  const module = { name, release: modules[name]?.id ?? '?', outcome, retried: false, phase: 'module', entry_ms: null, module_ms: null, shown_ms: null };
  navigator.sendBeacon?.('/base/v1/load-trace', new Blob([JSON.stringify({ set: id, modules: [module] })], { type: 'application/json' }));
}
