import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { REPOSITORY } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, test as story } from '../support/story.ts';

const LIST = '/expert-past-strategy-options';
const panel = (page: Page) => page.getByRole('dialog', { name: 'How many lose in F&O' });

/** Opens a page of option calls and waits until the server has said whether the figures are due. */
async function visit(page: Page, address: string, due: boolean): Promise<void> {
  const said = page.waitForResponse((answer) => answer.url().endsWith('/auth/v1/risk_disclosure') && answer.request().method() === 'GET');
  await page.goto(address);
  expect(((await (await said).json()) as { data: { due: boolean } }).data.due).toBe(due);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(panel(page)).toHaveCount(due ? 1 : 0);
}

story(
  'Who first opens option calls is told how many lose, by keyboard alone; not again on a reload or another device, and again 31 days later',
  async ({ page, stack, demo, browser }) => {
    await signedIn(page, stack.portal, demo, 'Lite investor');
    await visit(page, stack.portal + LIST, true);
    await expect(panel(page)).toContainText('87.7% of individual F&O traders lost money');
    await expect(panel(page)).toBeFocused();
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(panel(page).getByRole('button')).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (process.env.E2E_PICTURES !== 'off') await page.screenshot({ path: `${REPOSITORY}test-results/screens/option-risk-${width}-${colorScheme}.png` });
        if (width === 320 || width === 1440) await expectAccessible(page);
      }
    }
    // Nothing but the button takes it away, and the page behind it works meanwhile.
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Past' }).press('Enter');
    await expect(page.getByRole('tab', { name: 'Past', selected: true })).toBeVisible();
    await expect(panel(page)).toBeVisible();
    await visit(page, `${stack.portal}/past-strategy-options`, true);
    await page.keyboard.press('Tab');
    await expect(panel(page).getByRole('button', { name: 'I have read this' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await visit(page, `${stack.portal}/past-strategy-options`, false);

    const second = await browser.newContext();
    try {
      const phone = await second.newPage();
      await signedIn(phone, stack.portal, demo, 'Lite investor');
      await visit(phone, stack.portal + LIST, false);
    } finally {
      await second.close();
    }
    await page.goto(`${stack.portal}/my-account?tab=consents`);
    await expect(page.getByRole('list', { name: 'Record of consents' })).toContainText('How many lose in F&O');

    await stack.restart(() => {
      execFileSync(process.execPath, [`${REPOSITORY}e2e/support/age-risk.ts`, '31'], { env: { ...process.env, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' } });
    });
    await visit(page, stack.portal + LIST, true);
    await panel(page).getByRole('button', { name: 'I have read this' }).click();
    await expect(panel(page)).toHaveCount(0);
    await visit(page, stack.portal + LIST, false);
  },
);
