import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signedIn, test as story } from '../support/story.ts';

const TEXT = 'The level under the stop-loss was nearer than the usual swing of this stock, and I had not looked.';
const fits = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
};

story(
  'An expert sees which stopped calls they owe a post-mortem for, writes one, and it stands in the record (S2.1-ROUTE-07)',
  async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'verified expert');
    await page.goto(`${stack.portal}/my-dashboard`);
    const owed = page.getByRole('region', { name: 'Post-mortems to write' });
    const first = owed.getByRole('link').first();
    await expect(first).toBeVisible();
    await expectAccessible(page);
    const address = (await first.getAttribute('href'))!;
    await first.click();
    // By its name: the call may be of options, of which the page says first how many lose.
    const drawer = page.getByRole('dialog', { name: / · / });
    await drawer.getByRole('button', { name: 'Write the post-mortem' }).click();
    const dialog = page.getByRole('dialog', { name: /^Post-mortem of / });
    await dialog.getByLabel('Post-mortem', { exact: true }).fill(TEXT);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add post-mortem' }).click();
    await expect(drawer.getByText('Post-mortem by the expert')).toBeVisible();
    await expect(drawer.getByText(TEXT)).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Write the post-mortem' })).toHaveCount(0);
    await page.goto(`${stack.portal}/my-dashboard`);
    await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
    await expect(owed.getByRole('heading')).toBeVisible();
    await expect(owed.locator(`a[href="${address}"]`)).toHaveCount(0);
    await fits(page, 320);
  },
);

story('An investor finds the experts they follow, their open calls and what happened, by keyboard', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/experts-past-recommendations?term=all`);
  // What is asked when a page is left may never arrive.
  const followed = page.waitForResponse((answer) => answer.url().includes('/reco/v1/follow') && answer.request().method() === 'POST');
  await page
    .locator('button[aria-pressed=false]', { has: page.locator('svg') })
    .and(page.getByRole('button', { name: /^Follow / }))
    .first()
    .click();
  await followed;
  await page.goto(`${stack.portal}/my-dashboard`);
  await expect(page.getByRole('list', { name: 'Experts you follow' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Experts' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?tab=MY_CALLS$/);
  await expect(page.getByRole('list', { name: 'Open calls' }).getByRole('listitem').first()).toContainText(/[+−]\d+\.\d{2}%/);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?tab=ACTIVITY$/);
  await expect(page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await fits(page, 320);
});

/** Bytes over the line of a screen, from a browser that has nothing of ours yet but the session, and what they were. */
async function weightOf(light: Page, address: string, settled: () => Promise<void>): Promise<{ total: number; each: string }> {
  const line = await light.context().newCDPSession(light);
  await line.send('Network.enable');
  const weights = new Map<string, number>();
  const named = new Map<string, string>();
  line.on('Network.requestWillBeSent', ({ requestId, request }) => void named.set(requestId, request.url));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => void weights.set(requestId, encodedDataLength));
  await light.goto(address);
  await settled();
  // Until nothing more is fetched for a while: on a slow machine a page computes between two fetches.
  for (let seen = 0; seen < named.size; await pause(3000)) seen = named.size;
  return {
    total: [...weights.values()].reduce((sum, bytes) => sum + bytes, 0),
    each: [...weights].map(([id, bytes]) => `${bytes} ${named.get(id)}`).join('\n'),
  };
}

story(
  'The light view weighs at most three quarters of the full one, works with the socket cut, and asks every 30 seconds (S2.1-ROUTE-06)',
  async ({ page, browser, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'Pro investor');
    const storageState = await page.context().storageState();
    const anew = () => browser.newContext({ storageState, serviceWorkers: 'block' });
    const whole = await anew();
    const full = await whole.newPage();
    const heavy = await weightOf(full, `${stack.portal}/experts-past-recommendations`, () => expect(full.locator('[data-call]').first()).toBeVisible());
    await whole.close();

    const context = await anew();
    const light = await context.newPage();
    await light.routeWebSocket(/socket\.io/, (socket) => socket.close());
    await light.route('**/socket.io/**', (route) => route.abort());
    await light.clock.install();
    const calls = light.getByRole('list', { name: 'Live calls' });
    const { total, each } = await weightOf(light, `${stack.portal}/expert-view-lite`, async () => {
      await expect(calls.getByRole('listitem').first()).toContainText(/Now ₹/);
      await expect(calls.getByRole('progressbar').first()).toBeVisible();
    });
    expect(total / heavy.total, `${each}\n\n${heavy.each}`).toBeLessThan(0.75);
    expect(each).not.toMatch(/chart|page-browse/);

    const again = light.waitForRequest(/\/reco\/v1\/calls\?/);
    await light.clock.fastForward(31_000);
    await again;
    await expect(calls).toBeVisible();
    await expectAccessible(light);
    await fits(light, 320);
    await light.getByRole('link', { name: 'Open full view' }).click();
    await expect(light).toHaveURL(`${stack.portal}/experts-past-recommendations`);
    await context.close();
  },
);

story(
  'By stock: j and k choose calls, all levels on a stock are in one chart with its table, two calls compare (S2.1-ROUTE-17)',
  async ({ page, stack, demo }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}/experts-past-recommendations-v2?term=all`);
    const chosen = page.locator('[data-call][aria-current=true]');
    await expect(chosen).toHaveCount(1);
    const first = await chosen.getAttribute('data-call');
    await expect(page.getByRole('button', { name: 'Show as table' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(page).toHaveURL(/reco=/);
    await expect(chosen).not.toHaveAttribute('data-call', first!);
    await page.keyboard.press('k');
    await expect(chosen).toHaveAttribute('data-call', first!);
    await page.getByLabel('Compare with').selectOption({ index: 1 });
    await expect(page.getByRole('table', { name: 'The two calls side by side' })).toBeVisible();
    await expect(page).toHaveURL(/compare=/);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('table', { name: 'The two calls side by side' })).toBeVisible();
    // What was drawn for a wide screen becomes narrow with it.
    await expect(page.getByRole('slider', { name: /daily prices with the levels/ })).toBeVisible();
    await fits(page, 320);
  },
);

story('The split view opens with none to three segments; a fourth is an unknown path (S2.1-ROUTE-17)', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  const base = `${stack.portal}/experts-past-recommendations-v2`;
  for (const segments of ['', '/INFY', '/-/exp_01', '/-/-/IT']) {
    await page.goto(`${base}${segments}?term=all`);
    await expect(page.getByRole('heading', { level: 1, name: 'Experts’ calls by stock' })).toBeAttached();
    await expect(page.getByRole('tab', { name: 'Live' })).toBeVisible();
  }
  await page.goto(`${base}/-/-/IT/large`);
  await expect(page).not.toHaveURL(/-v2/);
});

story('Analysts see their own calls in counts (S2.1-ROUTE-12)', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/ra-dashboard-analytics`);
  await expect(page.getByRole('table', { name: 'Your calls by month' }).getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('region', { name: 'Post-mortems' }).getByText('missing')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${stack.portal}/vimarsh-dashboard-analytics`);
  await expect(page.getByText('These figures are for the people who run this site')).toBeVisible();
});

story('Admins see all calls in counts (S2.1-ROUTE-13)', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'admin');
  await page.goto(`${stack.portal}/vimarsh-dashboard-analytics`);
  await expect(page.getByRole('table', { name: 'Open calls by term' })).toBeVisible();
  await expectAccessible(page);
  await fits(page, 320);
});
