import type { CDPSession, Page } from '@playwright/test';
import type { Stack } from '../../../e2e/support/stack.ts';
import { freshContext, openBrowser, PHONE_CPU, slowDown } from '../browser.ts';
import { type Figure, median, ms, sized, times } from '../figure.ts';

/** Screens of three modules that a visitor may walk between. */
const PATHS = ['/', '/retail-side/faq', '/market-sentiment', '/retail-side/terms-condition'];
const TIMED = sized(40, 8);
const WALK = sized(1000, 20);
/** The walk goes in parts, so that no single answer of the browser has to wait for minutes. */
const PART = sized(100, 20);
const LONG_WALK = 10_000;
/** Changes before the first reading of the heap: caches and compiled code settle. */
const WARM_UP = sized(60, 4);
/** A screen has loaded what it loads in idle time by then. */
const SETTLE_MS = sized(1500, 300);

/** Changing screens once their modules are loaded: how long until the new screen stands, and what a long walk leaves behind. */
export async function routeFigures(stack: Stack, long: boolean): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const context = await freshContext(browser, { width: 1440, height: 900 });
    const page = await context.newPage();
    const cdp = await slowDown(page, { cpu: 1 });
    await page.goto(`${stack.portal}/`);
    const titles = await titlesOf(page);
    const walk = (changes: number): Promise<number[]> => page.evaluate(goAround, { paths: PATHS, titles, changes });

    await walk(WARM_UP);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE_CPU });
    const taken = await walk(TIMED);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const slowest = times(PATHS.length).map((at) => median(taken.filter((_, change) => (change + 1) % PATHS.length === at)));
    const change = median(taken);

    await walk(WARM_UP);
    const before = await standing(cdp, page);
    const changes = long ? LONG_WALK : WALK;
    for (const _ of times(changes / PART)) await walk(PART);
    const after = await standing(cdp, page);
    const heap = after.heap - before.heap;
    const nodes = after.nodes - before.nodes;
    const told = long ? '' : `; ${WALK} changes here, --long walks ${LONG_WALK}`;
    return [
      {
        name: 'Route change, module warm',
        budget: '≤ 100 ms',
        measured: ms(change),
        pass: change <= 100,
        against: { floor: 'browser', ms: change },
        note: `CPU 4×, median of ${TIMED}; to ${PATHS.map((path, at) => `${path} ${ms(slowest[at]!)}`).join(', ')}`,
      },
      {
        name: `${changes} route changes, heap`,
        budget: '≤ +10 MB',
        measured: `${(heap / 1e6).toFixed(1)} MB`,
        pass: heap <= 10e6,
        note: `from ${(before.heap / 1e6).toFixed(1)} MB${told}`,
      },
      {
        name: `${changes} route changes, DOM nodes`,
        budget: '≤ +50',
        measured: `${nodes >= 0 ? '+' : ''}${nodes}`,
        pass: nodes <= 50,
        note: `from ${before.nodes}${told}`,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** The heading by which each screen is known, learnt on a first visit that also loads its module. */
async function titlesOf(page: Page): Promise<string[]> {
  const titles: string[] = [];
  for (const path of [...PATHS.slice(1), PATHS[0]!]) {
    const last = titles.at(-1) ?? '';
    await page.evaluate((to) => history.pushState(null, '', to), path);
    const heading = page.locator('#outlet h1').filter({ visible: true });
    await page.waitForFunction((old) => ![...document.querySelectorAll('#outlet h1')].some((h1) => h1.textContent === old), last);
    titles.push(await heading.first().innerText());
    await page.waitForTimeout(SETTLE_MS);
  }
  return [titles.at(-1)!, ...titles.slice(0, -1)];
}

/** In the page: walks the paths round and round, each time until the new heading has been painted. Answers ms for each change. */
async function goAround({ paths, titles, changes }: { paths: string[]; titles: string[]; changes: number }): Promise<number[]> {
  const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const stands = (title: string): boolean => [...document.querySelectorAll<HTMLElement>('#outlet h1')].some((h1) => h1.innerText === title);
  const taken: number[] = [];
  for (let change = 1; change <= changes; change += 1) {
    const at = change % paths.length;
    const began = performance.now();
    history.pushState(null, '', paths[at]);
    while (!stands(titles[at]!)) {
      if (performance.now() - began > 10_000) throw new Error(`${paths[at]} did not come: no heading "${titles[at]}"`);
      await painted();
    }
    await painted();
    taken.push(performance.now() - began);
  }
  return taken;
}

async function standing(cdp: CDPSession, page: Page): Promise<{ heap: number; nodes: number }> {
  await page.waitForTimeout(SETTLE_MS);
  for (const _ of times(3)) await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes') };
}
