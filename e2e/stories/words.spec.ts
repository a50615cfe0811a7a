import type { Page } from '@playwright/test';
import { expectNoShift, watchShifts } from '../support/layout-shift.ts';
import { expect, signedIn, test } from '../support/story.ts';

/** On a slow phone words stand with the first paint: they are in the page's own HTML, or this browser kept them. */
test.use({ serviceWorkers: 'block' });

const LIST = '/experts-past-recommendations';
/** px: a line of the title, which may take one more or one less in the page's own letters. They come with the screen. */
const LINE = 36;
const words = (page: Page) => page.locator('#skeleton [data-words]');
const screen = (page: Page) => page.locator('#outlet > [id^=module-]');

/** No script of a module comes until it is let go. */
async function holdScripts(page: Page): Promise<() => void> {
  const go = Promise.withResolvers<void>();
  await page.route(/\/releases\/(?!root-config).*\.js/, async (route) => {
    await go.promise;
    await route.continue().catch(() => undefined);
  });
  return go.resolve;
}

/** What the page's policy refused, and what the page itself complained of. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  return heard;
}

/** The first page of a release starts the thread that draws, and may come without words. */
async function begin(page: Page, address: string): Promise<void> {
  await expect.poll(async () => (await (await page.request.get(address)).text()).includes('<div data-words>'), { timeout: 60_000 }).toBe(true);
}

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const)
  test(`sentence, example and rows of the start page stand before any script of theirs, and nothing moves when it comes, at ${width} px`, async ({
    page,
    stack,
  }) => {
    await begin(page, `${stack.portal}/`);
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    const heard = complaints(page);
    const release = await holdScripts(page);
    await page.goto(`${stack.portal}/`, { waitUntil: 'commit' });
    await expect(words(page).getByRole('heading', { level: 1 })).toHaveText('Stock calls from SEBI-registered experts. Every result on record.');
    await expect(words(page).getByRole('list', { name: 'Closed calls' }).getByRole('listitem')).toHaveCount(6);
    await expect(page.locator('#ribbon')).toContainText('Simulated market');
    await expect(page.locator('#ribbon')).toBeVisible();
    const places = (of: ReturnType<typeof words>) =>
      of.locator('h1, figure, li').evaluateAll((all) => all.map((one) => ({ what: one.tagName, top: one.getBoundingClientRect().top })));
    const before = await places(words(page));
    release();
    await expect(screen(page).getByRole('heading', { level: 1 })).toBeVisible();
    await expect(words(page)).toHaveCount(0);
    // The code of the rows follows the first screen's; their room is kept.
    await expect(screen(page).getByRole('list', { name: 'Closed calls' }).getByRole('listitem')).toHaveCount(6);
    await page.evaluate(() => document.fonts.ready);
    const after = await places(screen(page));
    expect(after.map(({ what }) => what)).toEqual(before.map(({ what }) => what));
    const moved = after.map(({ top }, at) => Math.round(top - before[at]!.top));
    expect(Math.max(...moved.map(Math.abs)), `the screen stands where its words stood: ${moved}`).toBeLessThanOrEqual(LINE);
    await expectNoShift(page);
    expect(heard).toEqual([]);
  });

test('a stock’s name, price and sentence stand before any script, and so they do without any', async ({ page, stack }) => {
  await begin(page, `${stack.portal}/stocks/RELIANCE`);
  await watchShifts(page);
  const heard = complaints(page);
  const release = await holdScripts(page);
  await page.goto(`${stack.portal}/stocks/RELIANCE`, { waitUntil: 'commit' });
  await expect(words(page).locator('strong').first()).toHaveText('RELIANCE');
  await expect(words(page).locator('strong ~ b').first()).toHaveText(/^₹[\d,]+\.\d\d$/);
  await expect(words(page).locator('[data-summary]')).toHaveText(/technical votes/i);
  release();
  await expect(screen(page).locator('[data-summary]')).toHaveText(/technical votes/i);
  await expectNoShift(page);
  expect(heard).toEqual([]);
});

test('a member’s list stands with the next visit’s first paint as they saw it, with its age; fresh rows take its place; others see none of it', async ({
  page,
  stack,
  demo,
}) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(stack.portal + LIST);
  const rows = (of: ReturnType<typeof words>) => of.getByRole('list', { name: 'Live calls' }).getByRole('listitem');
  await expect(rows(screen(page)).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vimarsh.words') !== null), { timeout: 15_000 }).toBe(true);

  await watchShifts(page);
  const heard = complaints(page);
  const release = await holdScripts(page);
  await page.goto(stack.portal + LIST, { waitUntil: 'commit' });
  await expect(rows(words(page)).first()).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: 'Fresh figures are on their way.' });
  await expect(note).toHaveText(/^As you saw it on /);
  release();
  await expect(rows(screen(page)).first()).toBeVisible();
  await expect(note).toHaveCount(0);
  await expectNoShift(page);
  expect(heard).toEqual([]);

  // What keeps the screen comes last: from then on it knows whose screen it is.
  await page.evaluate(() => localStorage.removeItem('vimarsh.words'));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vimarsh.words') !== null), { timeout: 15_000 }).toBe(true);
  await page.evaluate(() => localStorage.setItem('profile', JSON.stringify({ ...JSON.parse(localStorage.getItem('profile')!), id: 'usr_other' })));
  const again = await holdScripts(page);
  await page.goto(stack.portal + LIST, { waitUntil: 'commit' });
  await expect(page.locator('#skeleton')).toBeAttached();
  await expect(words(page)).toHaveCount(0);
  again();
});
