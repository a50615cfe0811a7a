import type { Page } from '@playwright/test';
import { editPage } from '../support/faults/faults.ts';
import { expect, test } from '../support/story.ts';
import { previewVariant } from '../support/variant.ts';

/**
 * Slow is not dead: what takes its time keeps its skeleton, with words and a way on after eight seconds, and is shown when it
 * comes. The words that nothing here is real stand in the page itself, whatever comes.
 */
test.use({ serviceWorkers: 'block' });

const PATH = '/market-sentiment';
const RIBBON = 'Simulated market — prices, experts and results are not real';
/** One line of 18 px has room for no more. */
const RIBBON_OF_PHONES = 'Simulated market: nothing here is real';
const of = (module: string, file: string): RegExp => new RegExp(`/releases/${module}/[0-9a-f]{10}/${file}`);

/** Answers of these files are held from now on; `release` lets all of them go, in the order in which they were asked for. */
async function hold(page: Page, files: RegExp): Promise<{ release(): void; asked(): number }> {
  const waiting: (() => void)[] = [];
  let open = false;
  let asked = 0;
  await page.route(files, async (route) => {
    asked += 1;
    if (!open) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue().catch(() => undefined);
  });
  return {
    asked: () => asked,
    release() {
      open = true;
      for (const go of waiting) go();
    },
  };
}

const failures = (page: Page) => page.locator('.failure');
const words = (page: Page) => page.locator('.late').filter({ visible: true });

/** Each in a tab of its own at the same time: they only wait. */
const LATE_FILES = [
  ['the frame’s entry', of('shell', 'entry\\.js'), '#skeleton-frame'],
  ['the frame’s module', of('shell', 'module\\.js'), '#skeleton-frame'],
  ['a screen’s entry', of('mf-widgets', 'entry\\.js'), '#outlet'],
  ['a screen’s module', of('mf-widgets', 'module\\.js'), '#outlet'],
  ['a screen’s own chunk', of('mf-widgets', 'page-market-sentiment\\.js'), '#outlet'],
  ['the entry of the shared libraries', of('shared', 'entry\\.js'), '#outlet'],
  ['the shared libraries', of('shared', 'base\\.js'), '#outlet'],
] as const;

async function lateFile(page: Page, portal: string, files: RegExp, where: string): Promise<void> {
  const held = await hold(page, files);
  await page.goto(portal + PATH, { waitUntil: 'commit' });
  await expect(page.getByText(RIBBON)).toBeVisible();
  await expect.poll(held.asked).toBeGreaterThan(0);
  await page.waitForTimeout(2_000);
  expect(await failures(page).count()).toBe(0);
  const said = page.locator(where).locator('.late').filter({ visible: true });
  await expect(said).toContainText('takes longer than it should', { timeout: 12_000 });
  await expect(said.getByRole('link', { name: 'Reload' })).toBeVisible();
  await page.waitForTimeout(16_000);
  await expect(said).toBeVisible();
  await expect(page.getByText(RIBBON)).toBeVisible();
  expect(await failures(page).count()).toBe(0);
  held.release();
  await expect(page.locator('#module-mf-widgets h1')).toBeVisible();
  await expect(page.locator('#module-shell nav').first()).toBeVisible();
  await expect(words(page)).toHaveCount(0);
  await expect(failures(page)).toHaveCount(0);
  await expect(page.getByText(RIBBON)).toBeVisible();
}

async function lateText(page: Page, portal: string): Promise<void> {
  const held = await hold(page, /\/base\/v1\/texts\//);
  // A page of another address does not carry this text.
  await page.goto(`${portal}/retail-side/about-us`);
  await page.getByRole('navigation').getByRole('link', { name: 'FAQs' }).first().click();
  await expect.poll(held.asked).toBeGreaterThan(0);
  const late = page.locator('#outlet').getByText('This takes longer than it should.');
  await expect(late).toBeVisible({ timeout: 15_000 });
  await page.waitForTimeout(18_000);
  await expect(late).toBeVisible();
  await expect(page.getByText(RIBBON)).toBeVisible();
  held.release();
  await expect(late).toHaveCount(0);
  await expect(page.locator('#module-mf-static-pages h2').first()).toBeVisible();
  await expect(failures(page)).toHaveCount(0);
}

async function neverComes(page: Page, portal: string): Promise<void> {
  await page.goto(`${portal}/retail-side/faq`);
  await expect(page.locator('#module-shell nav').first()).toBeVisible();
  await hold(page, of('mf-widgets', 'entry\\.js'));
  await page.getByRole('navigation').getByRole('link', { name: 'Market sentiment' }).first().click();
  await expect(page.locator('#outlet .late').filter({ visible: true })).toContainText('takes longer than it should', { timeout: 12_000 });
  await page.waitForTimeout(30_000);
  expect(await failures(page).count()).toBe(0);
  await page.getByRole('navigation').getByRole('link', { name: 'FAQs' }).first().click();
  await expect(page.locator('#module-mf-static-pages h1')).toBeVisible();
  await expect(words(page)).toHaveCount(0);
}

test('what takes thirty seconds keeps skeleton and words with a way on until then, then is shown; what never comes keeps them, and the user may go elsewhere', async ({
  context,
  stack,
}) => {
  const inTab = (what: string, look: (page: Page) => Promise<void>): Promise<void> => test.step(what, async () => look(await context.newPage()));
  await Promise.all([
    ...LATE_FILES.map(([what, files, where]) => inTab(what, (page) => lateFile(page, stack.portal, files, where))),
    inTab('the text of a screen', (page) => lateText(page, stack.portal)),
    inTab('what never comes', (page) => neverComes(page, stack.portal)),
  ]);
});

test('without any script the page says that nothing on it is real; where a market is, it does not', async ({ page, stack }) => {
  await page.route(/\.js(\?|$)/, (route) => route.abort());
  await page.goto(`${stack.portal}/retail-side/faq`);
  await expect(page.getByText(RIBBON)).toBeVisible();
  await editPage(page, (html) => html.replace('data-prices="invented"', 'data-prices="real"'));
  await page.goto(`${stack.portal}/retail-side/faq`);
  await expect(page.getByText(RIBBON)).toBeHidden();
});

test('a frame that fails leaves the ribbon where it is, over nothing that has to be read', async ({ page, stack }) => {
  await page.route(of('shell', 'entry\\.js'), (route) => route.fulfill({ status: 503, body: 'busy' }));
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(stack.portal + PATH);
    await expect(page.locator('#shell').getByRole('alert')).toContainText('Navigation could not be loaded');
    await expect(page.getByText(width < 480 ? RIBBON_OF_PHONES : RIBBON)).toBeVisible();
    const ribbon = (await page.locator('#ribbon').boundingBox())!;
    for (const part of [page.locator('#shell .failure'), page.locator('#outlet h1')]) {
      const box = (await part.boundingBox())!;
      const apart = box.y >= ribbon.y + ribbon.height || box.y + box.height <= ribbon.y || box.x + box.width <= ribbon.x;
      expect(apart, `${JSON.stringify(box)} beside ${JSON.stringify(ribbon)} at ${width} px`).toBe(true);
    }
  }
});

const FAQ_PAGE = "() => import('./document/document.page.tsx')";
for (const [how, screen] of [
  ['null', 'async () => ({ Page: () => null })'],
  ['undefined', 'async () => ({ Page: () => undefined })'],
  [
    'nothing but empty elements',
    "async () => { const { createElement } = await import('react'); return { Page: () => createElement('section', null, createElement('div')) }; }",
  ],
  [
    'null after it stood',
    "async () => { const { createElement, useState, useEffect } = await import('react'); return { Page: () => { const [on, set] = useState(true); useEffect(() => void setTimeout(set, 3000, false), []); return on ? createElement('h1', null, 'Fine') : null; } }; }",
  ],
] as const) {
  test(`a screen that returns ${how} gets words and a way on, and the rest stays`, async ({ page, stack }) => {
    const query = await previewVariant(stack, 'mf-static-pages', `returns-${how.replaceAll(' ', '-')}`, { edits: [['src/index.ts', FAQ_PAGE, screen]] });
    await page.goto(`${stack.portal}/retail-side/faq?${query}`);
    const alert = page.locator('#outlet').getByRole('alert');
    await expect(alert).toContainText('FAQs could not be loaded');
    await expect(alert.getByRole('button', { name: 'Reload' })).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Market sentiment' }).first().click();
    await expect(page.locator('#module-mf-widgets h1')).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
}
