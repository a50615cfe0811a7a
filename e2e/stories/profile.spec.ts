import type { Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { expect, expectAccessible, freshMobile, notices, openAccount, signedIn, signIn, stored, test as story, typeOtp } from '../support/story.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** A picture a browser made, as a camera would. */
const picture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 600;
    canvas.getContext('2d')!.fillRect(100, 100, 400, 300);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });

for (const width of [360, 1440])
  story(
    `A new investor saves the profile, becomes a Market Expert after confirming, and sends documents, at ${width} px (S2.1-ROUTE-01, S2.5-MENU-15, S2.5-MENU-O04, S4-SAVE-06, S4-SAVE-07, S4-PROFN-O01)`,
    async ({ page, stack }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${stack.portal}/login?plan=register`);
      await page.getByLabel('Full name').fill('Asha Rao');
      await typeOtp(page, stack, freshMobile());
      await button(page, 'Verify OTP').click();
      await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);

      await page.goto(`${stack.portal}/profile-update`);
      await expect(page.getByRole('form', { name: 'Personal details' })).toBeVisible();
      await expectAccessible(page);
      await button(page, 'Become a Market Expert').click();
      const dialog = page.getByRole('dialog', { name: 'Become a Market Expert' });
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Stay a Retail Investor' }).click();
      await expect(page.getByLabel('Profession')).toHaveCount(0);
      await button(page, 'Become a Market Expert').click();
      await page.evaluate(() => Object.assign(window, { before: true }));
      await dialog.getByRole('button', { name: 'Become a Market Expert' }).click();
      await expect(page).toHaveURL(/\/profile-update/);
      await page.waitForFunction(() => !('before' in window)); // S4-SAVE-07: the page was loaded anew

      await page.goto(`${stack.portal}/profile-update?active_step=1`);
      await page.getByLabel('Profession').selectOption('Analyst');
      await page
        .getByLabel('Picture', { exact: true })
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await picture(page), 'base64') });
      await button(page, 'Save and continue').click();
      await expect(notices(page)).toContainText('SuccessProfile updated!'); // S4-SAVE-03
      await expect(page.getByRole('form', { name: 'Verification' })).toBeVisible(); // S4-SAVE-14
      await expectAccessible(page);

      await page.getByLabel('PAN', { exact: true }).fill(width === 360 ? 'ABCPE1234F' : 'ABCPE1235G');
      await page.getByLabel('PAN card file').setInputFiles({ name: 'pan.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') });
      await button(page, 'Save documents').click();
      await expect(page.getByText('This file can’t be taken. Choose a JPEG, PNG or WebP picture, or a PDF.').first()).toBeVisible();
      await page.getByLabel('PAN card file').setInputFiles({ name: 'pan.png', mimeType: 'image/png', buffer: Buffer.from(await picture(page), 'base64') });
      await button(page, 'Save documents').click();
      await expect(page.getByRole('group', { name: 'PAN card' }).getByText('Pending')).toBeVisible();
      await expect(page.getByText(/On record: ABCxxxx3/)).toBeVisible();
      await page.screenshot({ path: `test-results/profile-2-${width}.png`, fullPage: true });
      await page.getByRole('tab', { name: '1 Personal details' }).click();
      await expect(page).toHaveURL(/active_step=1/); // S2.1-PARAM-01
      await page.screenshot({ path: `test-results/profile-1-${width}.png`, fullPage: true });
    },
  );

story(
  'An investor answers ten questions on a phone, is warned beside a call that is above their profile, and deletes it again (S3-STATE-20)',
  async ({ page, stack, demo }) => {
    story.setTimeout(90_000);
    const { data } = await (await Person.demo(stack, demo, 'Lite investor')).get<{ items: { id: string }[] }>(
      '/reco/v1/calls?view=live&term=shortTerm&limit=5',
    );
    await signedIn(page, stack.portal, demo, 'Lite investor');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${stack.portal}/profile-update?active_step=1`);
    await page.getByRole('link', { name: 'Your risk profile' }).click();
    await expect(page).toHaveURL(`${stack.portal}/my-account?tab=risk`);
    await button(page, 'Save risk profile').click();
    await expect(page.getByText('10 questions have no answer yet.')).toBeVisible();
    await expectAccessible(page);
    const careful = { age: 'from_60', income: 'none', dependants: 'four_or_more', share_of_savings: 'over_50', emergency_fund: 'under_1_month' };
    const answers = { ...careful, horizon: 'within_1_year', experience: 'none', reaction: 'sell_all', loss_tolerance: 'none', derivatives: 'none' };
    for (const [question, answer] of Object.entries(answers)) await page.locator(`input[name="${question}"][value="${answer}"]`).check();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `test-results/risk-form-${colorScheme}.png`, fullPage: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
    await button(page, 'Save risk profile').click();
    await expect(page.getByText('Conservative', { exact: false }).first()).toBeFocused();
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/risk-result.png', fullPage: true });

    await page.goto(`${stack.portal}/experts-past-recommendations?reco=${data.items[0]!.id}`);
    const line = page.getByRole('dialog').getByRole('note');
    await expect(line).toContainText(/^This call’s risk is (Growth|Aggressive|Very aggressive); your risk profile is Conservative\. You answered on /);
    await expectAccessible(page);
    await line.scrollIntoViewIfNeeded();
    await page.screenshot({ path: 'test-results/risk-line.png' });
    await line.getByRole('link', { name: 'Your risk profile' }).click();
    await button(page, 'Delete risk profile').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete risk profile' }).click();
    await expect(page.getByText('Not done')).toBeVisible();
  },
);

story('A verified expert’s profession is fixed; the profile opens on the step the address names', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/profile-update?active_step=1`);
  await expect(page.getByLabel('Profession')).toBeDisabled();
  await page.goto(`${stack.portal}/profile-update?active_step=2`);
  await expect(page.getByRole('tab', { name: '2 Verification' })).toHaveAttribute('aria-selected', 'true');
});

story(
  'My account: I end another device, which is out within 20 s, and ask for erasure and take it back (S2.1-ROUTE-02)',
  async ({ page, browser, stack, demo }) => {
    story.setTimeout(60_000);
    await signIn(page, stack.portal, demo, 'free investor');
    const other = await browser.newPage();
    await signIn(other, stack.portal, demo, 'free investor');
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${stack.portal}/my-account?tab=security`);
      await expect.poll(() => devices.count()).toBeGreaterThanOrEqual(2);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/account-security-${width}.png` });
      await page.getByRole('tab', { name: 'Privacy' }).click();
      await expect(button(page, 'Erase my account')).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/account-privacy-${width}.png` });
    }
    await button(page, 'Erase my account').click();
    await button(page, 'Erase in 48 hours').click();
    await expect(page.getByText(/Your account will be erased on/)).toBeVisible();
    await button(page, 'Keep my account').click();
    await expect(button(page, 'Erase my account')).toBeVisible();
    await page.goto(`${stack.portal}/my-account?tab=security`);
    await button(page, 'Sign out all other devices').click();
    await expect(notices(page)).toContainText(/\d devices? signed out/);
    await expect(other).toHaveURL(/\/login$/, { timeout: 20_000 });
    await expect(devices).toHaveCount(1);
    await other.close();
  },
);

story(
  'From My account an investor becomes a Market Expert after confirming, and goes on with the profile (S4-SAVE-08, S4-PROFN-01)',
  async ({ page, stack }) => {
    await page.goto(`${stack.portal}/login?plan=register`);
    await page.getByLabel('Full name').fill('Asha Rao');
    await typeOtp(page, stack, freshMobile());
    await button(page, 'Verify OTP').click();
    await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await expect(page).toHaveURL(`${stack.portal}/my-account`);
    const profession = async () => JSON.parse((await stored(page)).profile!).profession;
    await page.getByRole('tab', { name: 'Security' }).click();
    await button(page, 'Become a Market Expert').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay a Retail Investor' }).click();
    await page.reload();
    await expect(page.locator('[data-profile]')).toContainText('Retail Investor');
    expect(await profession()).toBe('Retail Investor');
    await button(page, 'Become a Market Expert').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Become a Market Expert' }).click();
    await expect(page).toHaveURL(`${stack.portal}/profile-update`);
    await expect(page.getByLabel('Profession')).toHaveValue('Market Expert');
    await expect(page.locator('[data-profile]')).toContainText('Market Expert');
    expect(await profession()).toBe('Market Expert');
  },
);
