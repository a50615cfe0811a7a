import type { Page } from '@playwright/test';
import { expect, openAccount, requestsOf, signedIn, stored, test } from '../support/story.ts';

test.use({ serviceWorkers: 'allow' });

const scripts = (html: string): string[] => [...html.matchAll(/(?:src|href)="(\/(?:releases|fonts)\/[^"]+)"/g)].map(([, url]) => url!);
const navigation = (page: Page) => page.getByRole('navigation').first();
const goTo = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).first().click();

test('one build under many brands: the same files on every host, another name and colour (S1-SCOPE-05, S1-WL-01)', async ({ page, stack }) => {
  const pages = new Map<string, { files: string[]; title: string; accent: string }>();
  const hosts = [stack.portal, stack.partnerHost('neem'), stack.partnerHost('garnet')];
  // A host's first visitors may get the page before its content is gathered, and with it the scripts that ask for content later.
  await expect(async () => {
    for (const host of hosts) {
      const html = (await (await page.goto(host))!.text()).toString();
      const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());
      pages.set(host, { files: scripts(html).filter((file) => file.startsWith('/releases/')), title: await page.title(), accent });
    }
    const [main, ...partners] = [...pages.values()];
    expect(main!.files.length).toBeGreaterThan(5);
    for (const partner of partners) expect(partner.files).toEqual(main!.files);
  }).toPass({ timeout: 60_000 });
  expect(new Set([...pages.values()].map(({ title }) => title)).size).toBe(3);
  expect(new Set([...pages.values()].map(({ accent }) => accent)).size).toBe(3);
});

test('an unknown path is answered 404, goes to / and says what was not found; the next screen no longer does (S2.3-RULE-01)', async ({ page, stack }) => {
  const answer = await page.goto(`${stack.portal}/no-such-page?x=1`);
  expect(answer!.status()).toBe(404);
  await expect(page).toHaveURL(`${stack.portal}/`);
  await expect(page.locator('#module-mf-recommendations h1')).toBeVisible();
  const note = page.getByRole('banner').getByRole('alert');
  await expect(note).toContainText('There is no page at /no-such-page');
  await goTo(page, 'FAQs');
  await expect(page).toHaveURL(/\/faq$/);
  await expect(note).toHaveCount(0);
});

test('addresses are paths, and a reload of a deep one serves the app (S2.3-RULE-02)', async ({ page, stack }) => {
  await page.goto(stack.portal);
  await goTo(page, 'FAQs');
  await expect(page).toHaveURL(`${stack.portal}/retail-side/faq`);
  await page.reload();
  await expect(page.locator('#module-mf-static-pages h1')).toBeVisible();
  expect(page.url()).not.toContain('#');
});

test('each navigation ends at the top, Back too (S2.3-RULE-03, S2.3-RULE-A01)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/retail-side/terms-condition`);
  await expect(page.locator('#module-mf-static-pages h1')).toBeVisible();
  const scrollDown = () => page.evaluate(() => scrollTo(0, 400));
  const scrollY = () => page.evaluate(() => scrollY);
  await scrollDown();
  expect(await scrollY()).toBeGreaterThan(100);
  await goTo(page, 'FAQs');
  await expect(page).toHaveURL(/\/faq$/);
  expect(await scrollY()).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/terms-condition$/);
  await scrollDown();
  await page.goForward();
  await expect(page).toHaveURL(/\/faq$/);
  await expect.poll(scrollY).toBe(0);
});

test('a change of the screen moves the focus to its heading, which names it to a screen reader; Back too', async ({ page, stack }) => {
  const ready = page.waitForResponse(/\/later\.js/);
  await page.goto(stack.portal);
  // Come and run: what names a new screen is in it. It runs once it has come, and asks nothing when it does.
  await (await ready).finished();
  await page.waitForLoadState('networkidle');
  const heading = page.locator('#outlet').getByRole('heading', { level: 1 });
  const first = (await heading.textContent())!;
  await goTo(page, 'FAQs');
  await expect(heading).toBeFocused();
  await expect(heading).not.toHaveText(first);
  await expect(page).toHaveTitle(/^FAQs ·/);
  await page.goBack();
  await expect(heading).toHaveText(first);
  await expect(heading).toBeFocused();
});

test('the current place again: no error, no history entry, no reload (S2.3-RULE-04)', async ({ page, stack }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${stack.portal}/retail-side/faq`);
  await expect(page.locator('#module-mf-static-pages h1')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const entries = await page.evaluate(() => history.length);
  await goTo(page, 'FAQs');
  await goTo(page, 'FAQs');
  expect(await page.evaluate(() => history.length)).toBe(entries);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  expect(problems).toEqual([]);
});

test('a logged-out visitor is sent to login and the wish is kept (S2.1-ROUTE-30, S2.1-ROUTE-32, S2.1-ROUTE-34, S2.1-ROUTE-35)', async ({ page, stack }) => {
  for (const path of ['/profile-update', '/experts-past-recommendations', '/pricing', '/expert-buzz']) {
    await page.goto(stack.portal + path);
    await expect(page).toHaveURL(`${stack.portal}/login`);
    expect((await stored(page)).route_to_be).toBe(path);
  }
});

test('screens of calls open at their addresses, and show equity calls in rupees (S2.1-ROUTE-04, S2.1-ROUTE-05, S1-FEAT-02)', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'verified expert');
  for (const [path, stock] of [
    ['/upload-recommendation', ''],
    ['/upload-recommendation/TCS', 'TCS'],
  ] as const) {
    await page.goto(stack.portal + path);
    await expect(page.getByRole('combobox', { name: 'Stock' })).toHaveValue(stock);
    await expect(page).toHaveURL(stack.portal + path);
  }
  await page.goto(`${stack.portal}/past-recommendations`);
  await expect(page.locator('main').getByRole('listitem').first()).toContainText('₹');
  await expect(page).toHaveURL(`${stack.portal}/past-recommendations`);
});

test('bare /side-nav is the home of the signed-in, and login for others (S2.1-GROUP-O01)', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/side-nav`);
  await expect(page).toHaveURL(`${stack.portal}/login`);
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/side-nav`);
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
});

test('screens behind login stand in the side navigation, at root paths (S2.1-GROUP-01, S2.1-GROUP-A01)', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  for (const path of ['/past-recommendations', '/side-nav/past-recommendations']) {
    await page.goto(stack.portal + path);
    await expect(page).toHaveURL(`${stack.portal}/past-recommendations`);
    await expect(navigation(page)).toBeVisible();
    await expect(page.locator('#module-mf-recommendations h1')).toBeVisible();
  }
});

test('/ stays / with a session and without one (S2.2-PARAM-O03)', async ({ page, stack, demo }) => {
  const visits: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && visits.push(frame.url()));
  await page.goto(stack.portal);
  await expect(page.locator('#module-mf-recommendations h1')).toBeVisible();
  expect(visits).toEqual([`${stack.portal}/`]);
  await signedIn(page, stack.portal, demo, 'Pro investor');
  visits.length = 0;
  await page.goto(stack.portal);
  await expect(page.locator('#module-mf-recommendations h1')).toBeVisible();
  expect(visits).toEqual([`${stack.portal}/`]);
});

/** Of the home page and every script it has run, in the page: what the worker has not put into its cache yet. */
const notKept = async (): Promise<string[]> => {
  const run = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const scripts = run.filter((path) => path.startsWith('/releases/') && path.endsWith('.js'));
  const kept = await Promise.all(['/', ...scripts].map((path) => caches.match(path)));
  return ['/', ...scripts].filter((_path, at) => !kept[at]);
};

test('the service worker registers, keeps one cache and shows the frame offline (S9-LOOK-O02, S9-LOOK-A02)', async ({ page, context, stack }) => {
  // An older worker's cache, from a page that brings no worker: one that is being activated would clear up before or after.
  await page.goto(`${stack.portal}/robots.txt`);
  await page.evaluate(() => caches.open('vimarsh-1.0.3').then(() => undefined));
  await page.goto(stack.portal);
  await expect(page.locator('#module-mf-recommendations h1')).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '')).toContain('/sw.js');
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['vimarsh-1.0.4-checked']);
  // Loaded once more with the worker in charge, so that what it needs offline is in its cache.
  await page.reload();
  await expect(page.locator('#module-mf-recommendations h1')).toBeVisible();
  await expect(navigation(page)).toBeVisible();
  await expect.poll(() => page.evaluate(notKept)).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(navigation(page)).toBeVisible();
  await context.setOffline(false);
});

test('offline after one visit these are our words, not the browser’s; the page opens by itself when the connection is back', async ({
  page,
  context,
  stack,
}) => {
  await page.goto(`${stack.portal}/retail-side/faq`);
  await expect(page.locator('#outlet h1')).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await context.setOffline(true);
  await page.goto(`${stack.portal}/market-sentiment`);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('Nothing you saved is affected.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('#module-mf-widgets h1')).toBeVisible();
  await expect(page).toHaveURL(`${stack.portal}/market-sentiment`);
});

test('without a connection I see the calls as I saw them last, with their time, though I never open the home page; signing out leaves none (S9-LOOK-O02)', async ({
  page,
  context,
  stack,
  demo,
}) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  const rows = page.getByRole('list', { name: 'Live calls' }).getByRole('listitem');
  const open = async () => {
    await page.goto(`${stack.portal}/experts-past-recommendations`);
    await expect(rows.first()).toBeVisible();
  };
  await open();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await page.evaluate(() => caches.open('vimarsh-1.0.4-checked').then((cache) => cache.delete('/')));
  await open();
  await expect(navigation(page)).toBeVisible();
  await expect.poll(() => page.evaluate(notKept)).toEqual([]);
  const before = await rows.count();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Experts’ calls' })).toBeVisible();
  await expect(rows).toHaveCount(before);
  await expect(page.getByText(/^Not updating · as of /).first()).toBeVisible();
  // Nor does the tab show them on: what stands is from the device, and signing out empties that.
  await context.setOffline(false);
  expect(Object.keys(await stored(page))).toContain('vimarsh.seen');
  await openAccount(page);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  // Signing out loads another page meanwhile.
  await expect(async () => expect(Object.keys(await stored(page)).filter((key) => key.includes('/reco/'))).toEqual([])).toPass();
});

test('on a phone “More” and search open without a connection, though nobody has opened them before', async ({ page, context, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  const kept = () => page.evaluate(() => caches.open('vimarsh-1.0.4-checked').then(async (cache) => (await cache.keys()).length));
  const settled = requestsOf(page);
  const open = async () => {
    await page.goto(stack.portal);
    await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await settled();
  };
  await open();
  await open();
  const before = await kept();
  await page.clock.fastForward(11_000);
  await expect.poll(kept).toBeGreaterThan(before + 1);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog')).toContainText('FAQs');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search stocks and pages' }).click();
  await expect(page.getByRole('combobox', { name: 'Stock or page' })).toBeVisible();
});

test('the first paint needs no script', async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(stack.portal);
  await expect(page.locator('#skeleton')).toBeVisible();
  // By its place, not its text: Playwright looks for no text inside a noscript element.
  const word = page.locator('noscript p');
  await expect(word).toBeVisible();
  await expect(word).toContainText('Vimarsh needs JavaScript');
  // The first stop of the keyboard leads past the frame, long before the frame is there.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#outlet')).toBeFocused();
  await context.close();
});

test('nothing on any open screen breaks the page’s own policy', async ({ page, stack }) => {
  const broken: string[] = [];
  page.on('console', (message) => /Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()) && broken.push(message.text()));
  for (const path of ['/', '/login', '/market-sentiment', '/retail-side/faq', '/retail-side/terms-condition']) {
    await page.goto(stack.portal + path);
    await expect(page.locator('#outlet h1').first()).toBeVisible();
  }
  expect(broken).toEqual([]);
});
