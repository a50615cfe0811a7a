import type { Locator, Page } from '@playwright/test';
import { expect, signedIn, testInTheMorning as test } from '../support/story.ts';

/** A phone, and the height that a keyboard leaves of it. */
const PHONE = { width: 360, height: 640 } as const;
/** In the morning prices stand everywhere. */
test.use({ viewport: PHONE });

const boxOf = async (part: Locator) => (await part.boundingBox())!;
const heightOf = async (part: Locator): Promise<number> => Math.round((await boxOf(part)).height);

async function expectLowFrame(page: Page): Promise<void> {
  const ribbon = page.locator('#ribbon');
  await expect(ribbon).toBeVisible();
  expect(await heightOf(ribbon)).toBe(18);
  // The head keeps room for the ribbon below its line.
  expect(await heightOf(page.getByRole('banner'))).toBe(44 + 18);
  expect(Math.round((await boxOf(ribbon)).y)).toBe(44);
}

test('at 360 px the head of a phone is 44 px high and the ribbon of a simulated market 18, for visitors and members', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/`);
  await expect(page.getByRole('banner')).toBeVisible();
  await expectLowFrame(page);
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/experts-past-recommendations`);
  await expect(page.getByRole('list', { name: 'Live calls' })).toBeVisible();
  await expectLowFrame(page);
});

test('while levels are typed on a phone, price and chart stay in sight below the head, and no field lies under them', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/upload-recommendation/INFY`);
  const target = page.getByLabel('Target (₹)');
  await expect(target).toBeVisible();
  const inSight = page.locator('[data-in-sight]');
  await expect(inSight).toContainText('₹');
  await expect(inSight.locator('svg, canvas').first()).toBeVisible();
  for (const field of [page.getByLabel('Stop-loss (₹)'), target]) {
    await field.scrollIntoViewIfNeeded();
    await field.focus();
    await page.mouse.wheel(0, 400);
    await field.scrollIntoViewIfNeeded();
    const [seen, typed] = [await boxOf(inSight), await boxOf(field)];
    expect(Math.round(seen.y), 'below head and ribbon').toBeGreaterThanOrEqual(62);
    expect(seen.y + seen.height, 'on the screen').toBeLessThanOrEqual(PHONE.height);
    expect(typed.y, 'not under price and chart').toBeGreaterThanOrEqual(seen.y + seen.height - 1);
  }
  // Far down the step they are still there.
  await page.evaluate(() => scrollTo(0, 700));
  await expect.poll(async () => Math.round((await boxOf(inSight)).y)).toBe(62);
});
