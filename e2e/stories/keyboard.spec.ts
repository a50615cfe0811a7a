import type { Page } from '@playwright/test';
import { CLIENT } from '../support/broker.ts';
import { mailedOtp } from '../support/outbox.ts';
import { expect, freshMobile, otpFor, test as story, tabTo } from '../support/story.ts';

/** Every way in without a mouse: Tab, Enter, Space and what one types; and fields that password managers know. */

const type = (page: Page, text: string) => page.keyboard.type(text);
const enter = (page: Page) => page.keyboard.press('Enter');
const otpOf = (page: Page) => page.getByLabel('OTP', { exact: true });
const account = (demo: { sign_ins: readonly { shows: string; email: string; mobile: string }[] }, shows: string) =>
  demo.sign_ins.find((each) => each.shows === shows)!;

story('I log in with e-mail and password', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/login`);
  await tabTo(page, /^Mobile number or e-mail/);
  await expect(page.getByLabel('Mobile number or e-mail')).toHaveAttribute('autocomplete', /username/);
  await type(page, account(demo, 'free investor').email);
  await tabTo(page, /^Password/);
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password');
  await type(page, demo.password);
  await enter(page);
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
});

story('I log in with my number and its OTP, after changing the number once', async ({ page, stack, demo }) => {
  const { mobile } = account(demo, 'verified expert');
  await page.goto(`${stack.portal}/login`);
  await tabTo(page, /^Mobile number or e-mail/);
  await type(page, freshMobile());
  await tabTo(page, /^Generate OTP$/);
  await enter(page);
  await expect(otpOf(page)).toBeFocused();
  await expect(otpOf(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(otpOf(page)).toHaveAttribute('inputmode', 'numeric');
  await tabTo(page, /^Change Number$/);
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Mobile number or e-mail')).toBeFocused();
  await page.keyboard.press('Control+a');
  await type(page, mobile);
  await enter(page);
  await expect(otpOf(page)).toBeFocused();
  await type(page, await otpFor(stack, mobile));
  await enter(page);
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
});

story('I sign up as a SEBI expert', async ({ page, stack }) => {
  const mobile = freshMobile();
  await page.goto(`${stack.portal}/login`);
  await tabTo(page, /^Don't have an account\? Sign Up$/);
  await enter(page);
  await tabTo(page, /^Full name/);
  await expect(page.getByLabel('Full name')).toHaveAttribute('autocomplete', 'name');
  await type(page, 'Asha Rao');
  await tabTo(page, /^Mobile number/);
  await expect(page.getByLabel(/^Mobile number/)).toHaveAttribute('autocomplete', /tel/);
  await type(page, mobile);
  await tabTo(page, /^I am a SEBI Expert$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Generate OTP$/);
  await enter(page);
  await expect(otpOf(page)).toBeFocused();
  await type(page, await otpFor(stack, mobile));
  await enter(page);
  await expect(page.locator('[data-profile]')).toContainText('Market Expert');
});

story('I find my broker and sign in there', async ({ page, stack, demo }) => {
  await page.goto(`${stack.partnerHost('garnet')}/login`);
  await tabTo(page, /^Login with Broker$/);
  await enter(page);
  await tabTo(page, /Garnet Broking/);
  await enter(page);
  await expect(page).toHaveURL(/\/__broker\/11\/login\?/);
  await tabTo(page, /^Client ID/);
  await type(page, CLIENT.id);
  await tabTo(page, /^Password/);
  await type(page, demo.password);
  await enter(page);
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
});

story('I log in with my client ID, password and PIN', async ({ page, stack, demo }) => {
  await page.goto(`${stack.partnerHost('palash')}/login`);
  await tabTo(page, /^Client ID/);
  await type(page, CLIENT.id);
  await tabTo(page, /^Password/);
  await type(page, demo.password);
  await enter(page);
  await expect(page.getByLabel('PIN')).toBeFocused();
  await type(page, CLIENT.pin);
  await enter(page);
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
});

story('I read the disclaimer away, and log in with an OTP of my broker', async ({ page, stack, demo }) => {
  await page.goto(`${stack.partnerHost('agate')}/login`);
  await expect(page.getByRole('dialog', { name: 'Disclaimer' })).toBeVisible();
  await tabTo(page, /^I understand$/);
  await enter(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo(page, /^Client ID/);
  await type(page, 'AB1002');
  await tabTo(page, /^Password/);
  await type(page, demo.password);
  await enter(page);
  await expect(otpOf(page)).toBeFocused();
  await type(page, await otpFor(stack, '9800441002'));
  await enter(page);
  await expect(page).toHaveURL(/\/experts-past-recommendations$/);
});

story('I choose my trading account in the dialog of a hybrid partner', async ({ page, stack }) => {
  await page.goto(`${stack.partnerHost('kaveri')}/login`);
  await expect(page.getByRole('dialog', { name: 'How would you like to log in?' })).toBeVisible();
  await tabTo(page, /^Continue with your trading account$/);
  await enter(page);
  await expect(page).toHaveURL(/\/__broker\/13\/login\?/);
});

story('I continue to the partner that hands me over', async ({ page, stack }) => {
  await page.goto(`${stack.partnerHost('chambal')}/login`);
  await expect(page.getByRole('button', { name: 'Continue to Chambal Securities' })).toBeVisible();
  await tabTo(page, /^Continue to Chambal Securities$/);
  await enter(page);
  await expect(page).toHaveURL(/\/__broker\/24\/login\?/);
});

story('I continue with Google', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/login`);
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await tabTo(page, /^Continue with Google$/);
  await enter(page);
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await tabTo(page, /^Continue$/);
  await enter(page);
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
});

story('I set a new password for a forgotten one', async ({ page, stack, demo }) => {
  const { email } = account(demo, 'investor abroad');
  await page.goto(`${stack.portal}/login`);
  await tabTo(page, /^Mobile number or e-mail/);
  await type(page, email);
  await tabTo(page, /^Forgot password\?$/);
  await enter(page);
  await expect(page).toHaveURL(`${stack.portal}/forgot-password`);
  await tabTo(page, /^Mobile number or e-mail/);
  await page.keyboard.press('Control+a');
  await type(page, email);
  await enter(page);
  await expect(otpOf(page)).toBeFocused();
  await expect(otpOf(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await type(page, await mailedOtp(stack, email));
  await enter(page);
  await expect(page).toHaveURL(`${stack.portal}/set-new-password`);
  await tabTo(page, /^New password/);
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('autocomplete', 'new-password');
  await type(page, 'Another#2027');
  await enter(page);
  await expect(page).toHaveURL(`${stack.portal}/login`);
});
