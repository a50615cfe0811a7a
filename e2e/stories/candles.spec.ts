import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, testAfterClose as test } from '../support/story.ts';
import { element, openWidget, PLACES, regionIn, WIDGETS } from '../support/widgets.ts';

/** Candles beside an equity insight, from one source in three places. After the close, so that they stand still. */

const chartIn = (region: Locator): Locator => region.getByRole('slider', { name: /^TCS, candles by/ });
const cardIn = (region: Locator): Locator => region.getByRole('group', { name: 'Candles', exact: true });
/** Frames off the screen are never still. */
const comeTo = (card: Locator): Promise<void> => card.evaluate((place) => place.scrollIntoView({ block: 'center' }));
const heightOf = async (card: Locator): Promise<number> => (await card.boundingBox())!.height;

/** Requests for candles, and what the page's policy forbids. */
function watch(page: Page): { asked: URL[]; troubles: string[] } {
  const seen = { asked: [] as URL[], troubles: [] as string[] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/candles')) seen.asked.push(url);
    if (request.method() === 'OPTIONS') seen.troubles.push(`OPTIONS ${url.pathname}`);
  });
  page.on('pageerror', (error) => seen.troubles.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && seen.troubles.push(message.text()));
  return seen;
}

for (const place of PLACES)
  test(`as ${place}: intervals, arrow keys, a table in the same room, and nothing for axe`, async ({ page, stack, demo }) => {
    const seen = watch(page);
    await page.setViewportSize({ width: 390, height: 900 });
    const region = regionIn(await openWidget(page, { stack, demo }, 'equity', place, 'TCS'), 'equity', 'TCS');
    const chart = chartIn(region);
    const card = cardIn(region);
    await comeTo(card);
    await expect(chart).toBeVisible();
    const height = await heightOf(card);
    await expect(chart).toHaveAttribute('aria-valuetext', /^20 Nov 2026, open [\d,.]+, high [\d,.]+, low [\d,.]+, close [\d,.]+, volume [\d,]+/);
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveAttribute('aria-valuetext', /^19 Nov 2026/);
    await page.keyboard.press('Home');
    await expect(chart).toHaveAttribute('aria-valuenow', '0');
    for (const [name, words] of [
      ['1 min', /^20 Nov 2026, 15:\d\d IST, open/],
      ['Month', /^from 2 Nov 2026, open/],
      ['Week', /^from 16 Nov 2026, open/],
    ] as const) {
      await card.getByRole('button', { name, exact: true }).click();
      await expect(card.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
      await expect(chart).toHaveAttribute('aria-valuetext', words);
    }
    await card.getByRole('button', { name: 'Show as table' }).click();
    await expect(card.getByRole('row')).toHaveCount(121);
    expect(await heightOf(card)).toBe(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // The partner's page shows the insight twice, under the same name.
    await expectAccessible(page, { 'portal page': '', element: 'main > iframe', iframe: WIDGETS.equity.tag }[place]);
    // The element's and the frame's: each asks once for what it shows.
    expect(seen.asked.filter((url) => url.searchParams.get('interval') === '1w').length).toBe(1);
    expect(seen.troubles).toEqual([]);
  });

test('our service is away: the place keeps its size and offers to try again', async ({ page, stack, demo }) => {
  let away = true;
  await page.route('**/candles?**', (route) => (away ? route.abort() : route.continue()));
  const region = regionIn(await openWidget(page, { stack, demo }, 'equity', 'element', 'TCS'), 'equity', 'TCS');
  const card = cardIn(region);
  await expect(card.getByRole('status')).toHaveText('Not available right now.');
  const height = await heightOf(card);
  away = false;
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(chartIn(region)).toBeVisible();
  expect(await heightOf(card)).toBe(height);
});

test('without the code of the candles the figures stand, and it can be fetched again', async ({ page, stack, demo }) => {
  let away = true;
  await page.route('**/candles.js*', (route) => (away ? route.abort() : route.continue()));
  const region = regionIn(await openWidget(page, { stack, demo }, 'equity', 'element', 'TCS'), 'equity', 'TCS');
  const card = cardIn(region);
  await expect(region.getByRole('group', { name: 'Technical rating' })).toBeVisible();
  await expect(card.getByRole('status')).toHaveText('This part could not be loaded.');
  away = false;
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(chartIn(region)).toBeVisible();
});

test('two equity insights on one page: their charts share the code, and no landmark has another’s name', async ({ page, stack, demo }) => {
  const files: string[] = [];
  page.on('request', (request) => request.url().endsWith('/candles.js') && files.push(request.url()));
  await openWidget(page, { stack, demo }, 'equity', 'element', 'TCS');
  await page.evaluate((key) => {
    document.querySelector('main > iframe')!.remove();
    const second = document.createElement('vimarsh-equity');
    second.setAttribute('stock', 'M&M');
    second.setAttribute('access-key', key);
    document.querySelector('vimarsh-equity')!.after(second);
  }, demo.widget.access_key);
  for (const [at, stock] of ['TCS', 'M&M'].entries()) {
    const region = regionIn(element(page, 'equity').nth(at), 'equity', stock);
    await comeTo(cardIn(region));
    await expect(region.getByRole('slider')).toBeVisible();
  }
  // Their preload and their import are one file.
  expect(new Set(files).size).toBe(1);
  await expectAccessible(page);
});
