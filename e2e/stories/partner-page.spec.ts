import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/story.ts';

/** A partner's developer pasted our snippet into a page of their own, on another origin, under a strict policy. */
test.use({ stackOptions: { partnerSite: true } });

/** What the browser reports against the page's own policy. */
async function violationsOf(page: Page): Promise<string[]> {
  const seen: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|Trusted ?Types?/i.test(message.text())) seen.push(message.text());
  });
  page.on('pageerror', (error) => seen.push(String(error)));
  return seen;
}
const element = (page: Page) => page.locator('vimarsh-sentiment');
const inFrame = (page: Page) => page.frameLocator('iframe').getByRole('region', { name: 'Market sentiment of RELIANCE' });

test('a visitor of a broker’s page sees the stock’s sentiment, as element and as frame, under the broker’s strict policy', async ({ page, stack }) => {
  const violations = await violationsOf(page);
  await page.goto(stack.partnerSite);
  const region = element(page).getByRole('region', { name: 'Market sentiment of RELIANCE' });
  await expect(region).toBeVisible();
  await expect(region.getByText('Experts’ open calls')).toBeVisible();
  await expect(region.getByText('Technical votes')).toBeVisible();
  await expect(region).toContainText('IST');
  await expect(inFrame(page)).toBeVisible();
  await expect(inFrame(page).getByText('Technical votes')).toBeVisible();
  expect(violations).toEqual([]);
});

test('the data request of the frame carries stock and key (S2.2-PARAM-06, S2.2-PARAM-08)', async ({ page, stack, demo }) => {
  const asked = page.waitForRequest((request) => request.url().includes('/embed/v1/sentiment/'));
  await page.goto(`${stack.portal}/market-sentiment-widget?stock_code=TCS&broker_access_key=${demo.widget.access_key}`);
  expect((await asked).url()).toBe(`${stack.portal}/embed/v1/sentiment/TCS?broker_access_key=${demo.widget.access_key}`);
  await expect(page.getByRole('region', { name: 'Market sentiment of TCS' })).toBeVisible();
  await expect(page).toHaveURL(`${stack.portal}/market-sentiment-widget`);
});

test('a host page that unsets every style can’t change the widget', async ({ page, stack }) => {
  const region = element(page).getByRole('region');
  await page.goto(stack.partnerSite);
  await expect(region).toBeVisible();
  const calm = await look(page);
  await page.goto(`${stack.partnerSite}/hostile`);
  await expect(region).toBeVisible();
  const hostile = await look(page);
  expect(hostile).toEqual(calm);
  expect((await element(page).boundingBox())!.height).toBeGreaterThanOrEqual(208);
});

/** Computed styles of the card that a host could have broken. */
async function look(page: Page): Promise<Record<string, string>> {
  return element(page).evaluate((host) => {
    const { fontSize, color, direction, letterSpacing, lineHeight, padding, display, fontFamily } = getComputedStyle(
      host.shadowRoot!.querySelector('section')!,
    );
    return { fontSize, color, direction, letterSpacing, lineHeight, padding, display, fontFamily };
  });
}

test('the box has its size before anything has loaded, and nothing on the page moves', async ({ page, stack }) => {
  await page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
      Object.assign(window, { moved });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(stack.partnerSite);
  await expect(element(page).getByRole('region', { name: 'Market sentiment of RELIANCE' })).toBeVisible();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as unknown as { moved?: number }).moved ?? 0)).toBe(0);
});

test.describe('the visitor reads a neutral text, the integrator the reason and its fix', () => {
  const cases = [
    ['an unknown key', (_revoked: string) => 'pk_live_neem_00000000000000000000', 'KEY_UNKNOWN'],
    ['a revoked key', (revoked: string) => revoked, 'KEY_REVOKED'],
  ] as const;
  for (const [name, keyOf, code] of cases) {
    test(`${name} (S2.2-PARAM-O01)`, async ({ page, stack, demo }) => {
      const told = page.waitForEvent('console', (message) => message.text().includes(code));
      await page.goto(`${stack.partnerSite}/?key=${keyOf(demo.widget.revoked_key)}`);
      await expect(element(page).getByRole('status')).toHaveText('Widget not enabled');
      expect((await told).text()).toContain('key');
      await expect(page.frameLocator('iframe').getByText('Widget not enabled')).toBeVisible();
      expect((await element(page).boundingBox())!.height).toBeGreaterThanOrEqual(208);
    });
  }

  test('an unknown stock', async ({ page, stack }) => {
    await page.goto(`${stack.partnerSite}/?stock=NOSUCH`);
    await expect(element(page).getByRole('status')).toHaveText('We don’t know this stock.');
  });

  test('a site that is not on the key’s list: its element gets no data and the browser refuses its frame', async ({ page, stack, demo }) => {
    const refused = page.waitForEvent('console', (message) => message.text().includes('ORIGIN_DENIED'));
    const foreign = stack.partnerSite.replace('localhost', 'foreign.localhost');
    await page.goto(`${foreign}/?key=${demo.widget.access_key}`);
    await expect(element(page).getByRole('status')).toHaveText('Widget not enabled');
    expect((await refused).text()).toContain(foreign);
    await expect(page.frameLocator('iframe').getByRole('region')).toHaveCount(0);
  });
});

test('our service away: the page stays whole, the box keeps its size and offers to try again, and recovers by itself', async ({ page, stack }) => {
  let away = true;
  await page.route(`${stack.portal}/embed/**`, (route) => (away ? route.abort() : route.continue()));
  await page.goto(stack.partnerSite);
  await expect(element(page).getByRole('status')).toHaveText('Not available right now.');
  await element(page).getByRole('button', { name: 'Try again' }).click();
  await expect(element(page).getByRole('status')).toHaveText('Not available right now.');
  expect((await element(page).boundingBox())!.height).toBeGreaterThanOrEqual(208);
  away = false;
  await expect(element(page).getByRole('region', { name: 'Market sentiment of RELIANCE' })).toBeVisible();
});

test('a tampered chunk never runs', async ({ page, stack }) => {
  await page.route('**/sentiment.js*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: `window.tampered=true;${await response.text()}`,
      headers: { ...response.headers(), 'content-encoding': 'identity' },
    });
  });
  const failure = page.waitForEvent('console', (message) => message.type() === 'error' && /integrity|digest/i.test(message.text()));
  await page.goto(stack.partnerSite);
  await failure;
  await page.waitForTimeout(2500);
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  await expect(page.getByRole('heading', { name: 'RELIANCE' })).toBeVisible();
});

test('the script tag twice, the element taken out and put back a hundred times: one request, no error', async ({ page, stack }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/embed/v1/session')) requests += 1;
  });
  await page.goto(stack.partnerSite);
  const region = element(page).getByRole('region', { name: 'Market sentiment of RELIANCE' });
  await expect(region).toBeVisible();
  // The page's Trusted Types refuse a second tag made by script; importing the loader under another address runs it again all the same.
  await page.evaluate((again) => import(again), `${stack.portal}/w/v1.js?again`);
  await page.evaluate(() => {
    const widget = document.querySelector('vimarsh-sentiment')!;
    const place = widget.parentElement!;
    for (let i = 0; i < 100; i += 1) {
      widget.remove();
      place.append(widget);
    }
  });
  await expect(region).toBeVisible();
  expect(requests).toBe(1);
  expect(errors).toEqual([]);
});

test('theme and stock change live; axe has nothing to object to in light and dark', async ({ page, stack }) => {
  await page.goto(stack.partnerSite);
  await expect(element(page).getByRole('region', { name: 'Market sentiment of RELIANCE' })).toBeVisible();
  await element(page).evaluate((widget) => widget.setAttribute('stock', 'INFY'));
  await expect(element(page).getByRole('region', { name: 'Market sentiment of INFY' })).toBeVisible();
  for (const theme of ['light', 'dark']) {
    await element(page).evaluate((widget, value) => widget.setAttribute('theme', value), theme);
    await expectAccessible(page);
  }
});
