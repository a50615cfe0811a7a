import type { Page } from '@playwright/test';
import { expect, expectAccessible, test as story } from '../support/story.ts';

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

story('The button is there when the broker list answer says so (S2.4-TOGGLE-06)', async ({ page, stack }) => {
  for (const google_enable of [true, false]) {
    await page.route('**/auth/v1/broker/list', async (route) => {
      const real = await route.fetch();
      const answer = await real.json();
      await route.fulfill({ json: { ...answer, auth_option: { ...answer.auth_option, google_enable } } });
    });
    await page.goto(`${stack.portal}/login`);
    await expect(page.getByRole('button', { name: 'Login with Broker' })).toBeVisible();
    await expect(button(page)).toHaveCount(google_enable ? 1 : 0);
    await page.unroute('**/auth/v1/broker/list');
  }
});

story('Continue with Google signs me up, and leads where I wanted to go first (S4-AFTER-06)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/past-recommendations`);
  await expect(page).toHaveURL(`${stack.portal}/login`);
  await button(page).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/Farhan Sheikh/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${stack.portal}/past-recommendations`);
  await expect(page.locator('[data-profile]')).toContainText('Farhan Sheikh');
});

story('Cancelled at Google, the login is as it was', async ({ page, stack }) => {
  await page.goto(`${stack.partnerHost('neem')}/login`);
  await button(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${stack.partnerHost('neem')}/login`);
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
});
