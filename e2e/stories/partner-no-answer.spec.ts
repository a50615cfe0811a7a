import type { Page, Route } from '@playwright/test';
import { expect, testAfterClose as test } from '../support/story.ts';
import { element, frameOf, KINDS, regionIn } from '../support/widgets.ts';

/** What stands on the way of a partner's page answers in our place: widgets say so, ask again, and are well by themselves. */

const HTML = { contentType: 'text/html', body: '<!doctype html><title>Sign in to this network</title>' };
const NO_ANSWERS: readonly { what: string; answer(route: Route): Promise<unknown> }[] = [
  { what: 'the page of a captive portal', answer: (route) => route.fulfill({ status: 200, ...HTML }) },
  { what: 'a proxy that says that there are too many', answer: (route) => route.fulfill({ status: 429, ...HTML }) },
  { what: 'half an answer', answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"status":true,"data":{' }) },
  { what: 'a cut line', answer: (route) => route.abort('connectionreset') },
];

/** The errors that the page hears of, by element and code. */
const heardOf = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    addEventListener('vimarsh:error', (event) => heard.push(`${(event.target as Element).localName} ${(event as CustomEvent).detail.code}`));
  });

for (const { what, answer } of NO_ANSWERS)
  test(`${what}: a word, a button, one error for the page, and figures when it is over`, async ({ page, stack }) => {
    await listen(page);
    let away = true;
    let asked = 0;
    await page.route(/\/embed\/v1\//, (route) => {
      if (!away) return route.continue();
      asked += 1;
      return answer(route);
    });
    await page.goto(`${stack.partnerSite}/sentiment`);
    const places = [element(page, 'sentiment'), frameOf(page)];
    for (const place of places) {
      await expect(place.getByText('Not available right now.')).toBeVisible();
      await expect(place.getByRole('button', { name: 'Try again' })).toBeVisible();
    }
    await expect.poll(() => asked).toBeGreaterThan(6);
    expect((await heardOf(page)).filter((told) => told.startsWith('vimarsh-sentiment'))).toHaveLength(1);
    expect((await heardOf(page)).filter((told) => told.startsWith('vimarsh-disclaimer')).length).toBeLessThanOrEqual(1);
    away = false;
    for (const place of places) await expect(regionIn(place, 'sentiment', 'RELIANCE')).toBeVisible();
  });

for (const kind of KINDS)
  test(`${kind}: code that can’t be fetched says so with a button, tells the page once, and comes when it is pressed`, async ({ page, stack }) => {
    await listen(page);
    await page.route(`${stack.portal}/w/*/${kind}.js*`, (route) => route.abort());
    await page.goto(`${stack.partnerSite}/${kind}`);
    const again = element(page, kind).getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await again.click();
    await page.waitForTimeout(3000);
    await expect(again).toBeVisible();
    expect(await heardOf(page)).toEqual([`vimarsh-${kind} blocked`]);
    await page.unrouteAll();
    await again.click();
    await expect(regionIn(element(page, kind), kind, kind === 'options' ? 'NIFTY' : 'RELIANCE')).toBeVisible();
  });
