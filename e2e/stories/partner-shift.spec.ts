import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { createElement, Fragment, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { snippet } from '../support/readme.ts';
import { serveSite } from '../support/site.ts';
import { REPOSITORY, type Stack } from '../support/stack.ts';
import { expect, test } from '../support/story.ts';

/** What a partner pasted keeps its room: nothing on the page moves from its first paint to the last of our words. */
const TAGS = ['vimarsh-sentiment', 'vimarsh-equity', 'vimarsh-options', 'vimarsh-disclaimer'];

/** The same page with a line of the partner's own below every element: it is what would move. */
const withLines = (html: string): string => TAGS.reduce((all, tag) => all.replaceAll(`</${tag}>`, `</${tag}><p>Below ${tag}</p>`), html);

/** Opens a page as high as its screen, whose script comes after its first paint, and answers what moved until all of it stands. */
async function movesOf(page: Page, stack: Stack, html: string, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 3200 });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: Record<'previousRect' | 'currentRect', DOMRect>[];
      })[])
        for (const { previousRect, currentRect } of sources) {
          const [from, to] = [JSON.stringify(previousRect), JSON.stringify(currentRect)];
          // The browser also tells of letters that moved within their pixel, from a place to the same place.
          if (from !== to) moved.push(`${value.toFixed(3)} ${from} → ${to}`);
        }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/w/v1.js', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    await route.continue();
  });
  const site = await serveSite({ '/': { type: 'text/html', body: html } }, Number(new URL(stack.partnerSite).port));
  try {
    await page.goto(site.origin);
    for (const tag of TAGS)
      await expect(
        page
          .locator(tag)
          .getByRole(tag === 'vimarsh-disclaimer' ? 'note' : 'region')
          .first(),
      ).toBeVisible();
    await expect(page.getByRole('slider')).toBeVisible();
    // Several prices, and all figures anew.
    await page.waitForTimeout(6000);
  } finally {
    site.close();
  }
  return page.evaluate(() => (window as unknown as { moved: string[] }).moved);
}

/** How much of the disclaimer's words is out of sight, px. */
const hiddenWords = (page: Page): Promise<number> => page.getByRole('note').evaluate((note) => note.scrollHeight - note.clientHeight);

for (const [width, lang] of [
  [320, 'en'],
  [390, 'hi'],
  [768, 'en'],
  [1440, 'hi'],
] as const)
  test(`the README’s page on a screen of ${width} px, in ${lang}: its layout shift is 0, and all words of the disclaimer are in sight`, async ({
    page,
    stack,
    demo,
  }) => {
    const whole = withLines(snippet("## On a partner's page", 'html', stack, demo));
    const html = TAGS.reduce((all, tag) => all.replace(`<${tag} `, `<${tag} lang="${lang}" `), whole);
    expect(await movesOf(page, stack, html, width)).toEqual([]);
    expect(await hiddenWords(page)).toBe(0);
  });

test('a disclaimer in a narrow column of a wide page keeps its room and scrolls inside, by keyboard too; with fit="content" all of it stands', async ({
  page,
  stack,
  demo,
}) => {
  const html = withLines(snippet("## On a partner's page", 'html', stack, demo)).replace('<body>', '<body style="width:280px">');
  expect(await movesOf(page, stack, html, 1440)).toEqual([]);
  const note = page.getByRole('note');
  expect(await hiddenWords(page)).toBeGreaterThan(100);
  await note.focus();
  await page.keyboard.press('End');
  await expect.poll(() => note.evaluate((words) => words.scrollTop)).toBeGreaterThan(100);
  await page.locator('vimarsh-disclaimer').evaluate((host) => host.setAttribute('fit', 'content'));
  await expect.poll(() => hiddenWords(page)).toBe(0);
});

for (const width of [360, 1440])
  test(`React’s elements as a server renders them, on a screen of ${width} px: nothing moves when the script comes`, async ({ page, stack, demo }) => {
    mkdirSync(`${REPOSITORY}.cache`, { recursive: true });
    // Below the repository, so that its `react` is found.
    const dist = mkdtempSync(`${REPOSITORY}.cache/embed-package-`);
    try {
      execFileSync(process.execPath, [`${REPOSITORY}node_modules/typescript/bin/tsc`, '-p', `${REPOSITORY}mf-widgets/npm/tsconfig.json`, '--outDir', dist]);
      const parts = (await import(pathToFileURL(`${dist}/react.js`).href)) as Record<string, FunctionComponent<Record<string, unknown>>>;
      const common = { portal: stack.portal, accessKey: demo.widget.access_key };
      const of = (name: string, props: object) => createElement(parts[name]!, { key: name, ...common, ...props });
      const shown = [
        of('VimarshSentiment', { stock: 'TCS' }),
        of('VimarshEquity', { stock: 'TCS', height: 480 }),
        of('VimarshOptions', { index: 'NIFTY' }),
        of('VimarshDisclaimer', { derivatives: true }),
      ];
      const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>App</title><script type="module" async crossorigin src="${stack.portal}/w/v1.js"></script>`;
      const body = withLines(renderToString(createElement(Fragment, null, ...shown)));
      expect(await movesOf(page, stack, `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`, width)).toEqual([]);
    } finally {
      rmSync(dist, { recursive: true, force: true });
    }
  });
