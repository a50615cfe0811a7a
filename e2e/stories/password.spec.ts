import type { Page } from '@playwright/test';
import { mailedOtp } from '../support/outbox.ts';
import { expect, expectAccessible, notices, signIn, stored, test as story } from '../support/story.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const account = (demo: { sign_ins: readonly { shows: string; email: string }[] }, shows: string) => demo.sign_ins.find((one) => one.shows === shows)!;
const NEXT = 'Another#2027';

for (const width of [360, 1440])
  story(
    `I forgot my password and set a new one by an OTP, at ${width} px (S2.4-LOGIN-07, S2.2-ROUTE-04, S2.2-ROUTE-07, S2.2-ROUTE-08, S2.2-PARAM-01, S7-PROFILE-O02)`,
    async ({ page, stack, demo }) => {
      // Nobody else signs in with this account’s password.
      const { email } = account(demo, 'chat user');
      const next = `Another#${width}`;
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${stack.portal}/login`);
      await page.getByLabel('Mobile number or e-mail').fill(email);
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await expect(page).toHaveURL(`${stack.portal}/forgot-password`);
      await expect(page.getByRole('form', { name: 'Forgot password' })).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Mobile number or e-mail').fill(email);
      await button(page, 'Generate OTP').click();
      await expect(page).toHaveURL(`${stack.portal}/verify-otp/FORGET_PASSWORD`);
      await expect(page.getByLabel('OTP', { exact: true })).toBeFocused();
      await expectAccessible(page);
      await page.reload();
      await page.getByLabel('OTP', { exact: true }).fill('111111');
      await button(page, 'Verify OTP').click();
      await expect(notices(page)).toContainText('Please enter valid OTP');
      await expect(page.getByLabel('OTP', { exact: true })).toHaveValue(''); // S8-ERR-36
      await page.getByLabel('OTP', { exact: true }).fill(await mailedOtp(stack, email));
      await button(page, 'Verify OTP').click();
      await expect(page).toHaveURL(`${stack.portal}/set-new-password`);
      await expect(page.getByRole('form', { name: 'Set a new password' })).toBeVisible();
      await expectAccessible(page);
      await page.evaluate(() => localStorage.setItem('route_to_be', '/pricing'));
      await page.getByLabel('New password', { exact: true }).fill(next);
      await button(page, 'Set password').click();
      await expect(page).toHaveURL(`${stack.portal}/login`); // S4-END-06
      await expect(notices(page)).toContainText('Your new password is set. Log in with it.');
      expect((await stored(page)).route_to_be).toBeUndefined(); // S4-END-05
      await page.getByLabel('Mobile number or e-mail').fill(email);
      await page.getByLabel('Password').fill(next);
      await button(page, 'Log In').click();
      await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
    },
  );

story('Steps of a flow nobody began say so; /verify-otp works with and without its key', async ({ page, stack }) => {
  for (const path of ['/verify-otp', '/verify-otp/FORGET_PASSWORD', '/set-new-password']) {
    await page.goto(`${stack.portal}${path}`);
    await expect(page.getByText('There is no OTP to verify here.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Begin again' })).toBeVisible();
  }
});

story('Whoever must change the password is led there by the login, and told why', async ({ page, stack, demo }) => {
  const { email } = account(demo, 'Pro investor');
  await page.route('**/auth/v1/sign_in', async (route) => {
    const real = await route.fetch();
    const answer = await real.json();
    await route.fulfill({ response: real, json: { ...answer, ask_password_for_change: true } });
  });
  await page.goto(`${stack.portal}/login`);
  await page.getByLabel('Mobile number or e-mail').fill(email);
  await page.getByLabel('Password').fill(demo.password);
  await button(page, 'Log In').click();
  await expect(page).toHaveURL(`${stack.portal}/change-password`);
  await expect(page.getByRole('form', { name: 'Change password' })).toBeVisible();
});

story('I change my password inside the frame, and another device is out within 20 s (S2.1-ROUTE-28)', async ({ page, browser, stack, demo }) => {
  await signIn(page, stack.portal, demo, 'promotional Premium');
  const other = await browser.newPage();
  await signIn(other, stack.portal, demo, 'promotional Premium');
  await page.goto(`${stack.portal}/change-password`);
  await expect(page.getByRole('form', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Current password', { exact: true }).fill(demo.password);
  await page.getByLabel('New password', { exact: true }).fill(NEXT);
  await button(page, 'Change password').click();
  await expect(notices(page)).toContainText('Password changed');
  await expect(other).toHaveURL(/\/login$/, { timeout: 20_000 });
  await page.reload();
  await expect(page.getByRole('form', { name: 'Change password' })).toBeVisible();
  await other.close();
});
