import { runScript } from '../load-module.ts';
import { isReleaseSet, type Page, parsePage, replacePage } from '../release-set.ts';
import { keepLooking, renew } from './fresh.ts';
import { forgetInstead, readInstead } from './instead.ts';
import { rescue } from './rescue.ts';

/**
 * Fetched by boot-loader.js, and only when it is needed: this tab uses other releases than the page names (`waits`), or boot.js
 * came and did not start.
 */
const MOST_TRIES = 3;
const root = document.documentElement.dataset;
const page = parsePage(document.getElementById('vimarsh-page')?.textContent);

if (root.booted === 'waits') void begin();
else void help();

/** Starts the page, with the releases that the tab uses instead if the server still has the set that did not start. */
async function begin(): Promise<void> {
  const instead = readInstead();
  const own = document.querySelector<HTMLScriptElement>('script[src][integrity]')!;
  let boot = { entry: new URL(own.src).pathname, integrity: own.integrity };
  if (page && instead?.broken === page.releases.id) {
    boot = instead.releases.modules['root-config'] ?? boot;
    replacePage(document, { ...page, releases: instead.releases });
  } else forgetInstead();
  delete root.booted;
  let came = false;
  for (let tries = 0; !came && tries < MOST_TRIES; tries += 1) {
    const address = tries ? `${boot.entry}?retry=${Date.now()}` : boot.entry;
    came = await runScript(address, boot.integrity).then(
      () => true,
      () => false,
    );
  }
  if (!root.booted) await help();
}

/** Whether another set helps; if none does, the page says so and goes on asking. */
async function help(): Promise<void> {
  const running: Page | null = parsePage(document.getElementById('vimarsh-page')?.textContent);
  if (!running || !isReleaseSet(running.releases)) return;
  if (await rescue('root-config', running.releases)) return;
  document.getElementById('skeleton')?.classList.add('failed');
  const mine = readInstead()?.broken ?? running.releases.id;
  keepLooking(
    () => renew(mine, false),
    () => !root.booted,
  );
}
