import { expect, expectAccessible, freshMobile, openAccount, stored, test as story, typeOtp } from '../support/story.ts';

story('Inside the partner’s app I sign up, have no Logout, and go back to the app (S2.2-ROUTE-02)', async ({ page, stack }) => {
  const jhelum = stack.partnerHost('jhelum');
  await page.goto(`${jhelum}/retail-side/faq`);
  await page.goto(`${jhelum}/paytm-login`);
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the app' }).click();
  await expect(page).toHaveURL(`${jhelum}/retail-side/faq`);

  await page.goto(`${jhelum}/paytm-login?plan=register`);
  await page.getByLabel('Full name').fill('Pooja Nair');
  await typeOtp(page, stack, freshMobile());
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.locator('[data-profile]')).toContainText('Pooja Nair');
  expect(JSON.parse((await stored(page)).profile!).source).toBe('paytm');
  await openAccount(page);
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toHaveCount(0);
});
