import { CLIENT, signInAtBroker } from '../support/broker.ts';
import { expect, expectAccessible, freshMobile, stored, test as story, typeOtp } from '../support/story.ts';

story('Kaveri asks about a trading account first, and with it people sign in at the broker (S2.6-DLG-O04)', async ({ page, stack, demo }) => {
  const kaveri = stack.partnerHost('kaveri');
  await page.goto(`${kaveri}/login`);
  const dialog = page.getByRole('dialog', { name: 'How would you like to log in?' });
  await expect(dialog.getByRole('button', { name: 'Continue with your trading account', exact: true })).toBeVisible(); // S2.6-DLG-06
  await expect(dialog.getByText('Or', { exact: true })).toBeVisible(); // S2.6-DLG-07
  // S2.6-DLG-08
  await expect(dialog.getByText("Don't have a broker account? Skip broker login and subscribe Premium plan, no trade allowed", { exact: true })).toBeVisible();
  await expect(dialog.getByText('Open Demat Account', { exact: true })).toBeVisible(); // S2.6-DLG-09
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue with your trading account' }).click();
  await expect(page).toHaveURL(/\/__broker\/13\/login\?/);
  await signInAtBroker(page, demo);
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
});

story('Without a trading account I skip the broker and sign up with an account of Kaveri’s site', async ({ page, stack }) => {
  const kaveri = stack.partnerHost('kaveri');
  await page.goto(`${kaveri}/login`);
  await page.getByRole('button', { name: /^Don't have a broker account\? Skip broker login/ }).click();
  await page.getByRole('button', { name: "Don't have an account? Sign Up", exact: true }).click();
  await page.getByLabel('Full name').fill('Leela Menon');
  await typeOtp(page, stack, freshMobile());
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page).not.toHaveURL(/\/login/);
  const { profile } = await stored(page);
  expect(JSON.parse(profile!)).toMatchObject({ full_name: 'Leela Menon' });
});
