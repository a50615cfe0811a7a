import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, newcomer, notices, signedIn, stored, test as story } from '../support/story.ts';

/** From the list of plans to the page of an order. */
async function orderPlan(page: Page, offer: string, way = 'UPI'): Promise<void> {
  await page.getByRole('link', { name: offer, exact: true }).click();
  if (way !== 'UPI') await page.getByText(way, { exact: true }).click();
  await page.getByLabel(/^State or territory/).selectOption('Kerala');
  await page.getByLabel(/I have read these terms/).check();
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page).toHaveURL(/\/pricing\/status\?order=\w+$/);
}
/** The provider's page, and what its payer answers there. */
async function answer(page: Page, press: string): Promise<void> {
  await page.getByRole('link', { name: 'Go to the payment page' }).click();
  await expect(page).toHaveURL(/\/__pay\/\w+$/);
  await page.getByRole('button', { name: press }).click();
  await expect(page).toHaveURL(/\/pricing\/status\?order=\w+$/);
}
let given = 0;
/** In the dialog after a purchase, or in the account. */
async function givePan(page: Page): Promise<void> {
  given += 1;
  await page.getByLabel('PAN', { exact: true }).fill(`story${String(Date.now() % 1000).padStart(3, '0')}${given % 10}p`);
  await page.getByRole('button', { name: 'Open my calls' }).click();
}
/** Nothing of the page lies beyond a phone's or a desk's width. `picture`: where it is drawn at both, without the width. */
async function fits(page: Page, picture?: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (picture && process.env.E2E_PICTURES !== 'off') await page.screenshot({ path: `${picture}-${width}.png`, fullPage: true });
  }
}
story(
  'From a locked call to its levels in under a minute, by UPI; the invoice is there, and the plan is cancelled in two presses with the refund shown before (S1-FEAT-04, S2.1-ROUTE-18, S2.5-MENU-02, S2.5-MENU-18, S2.6-DLG-18, S4-MISC-21, S4-MISC-22, S9-LIM-03, S9-LIM-04)',
  async ({ page, stack }, testInfo) => {
    story.slow();
    await newcomer(page, stack);
    await page.goto(`${stack.portal}/experts-past-recommendations?term=all`);
    await expect(page.getByRole('link', { name: 'Go Premium' })).toBeVisible();
    const began = Date.now();
    await page.getByRole('link', { name: 'Check plans' }).first().click();
    await expect(page).toHaveURL(`${stack.portal}/pricing`);
    await expect(page.getByRole('link', { name: '₹499 for 30 days' })).toBeVisible();
    await expect(page.getByRole('link', { name: '₹299 for 7 days' })).toBeVisible();
    await expectAccessible(page);
    await orderPlan(page, 'Get Premium, ₹499 for 30 days');
    await expect(page.getByRole('img', { name: 'UPI code for ₹499.00' })).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: testInfo.outputPath('upi.png') });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Pay ₹499.00' })).toBeVisible();
    await answer(page, 'Pay with UPI');
    const dialog = page.getByRole('dialog', { name: 'Give your PAN to open Premium’s calls' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Later' }).click();
    await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
    // Until then nothing live is in any answer, and each lock leads to the field. What is open in another tab opens with it.
    const other = await page.context().newPage();
    await other.goto(`${stack.portal}/experts-past-recommendations?term=all`);
    await expect(other.getByText(/give your PAN to open your plan’s calls/).first()).toBeVisible();
    await expect(other.getByRole('link', { name: 'Give my PAN' }).first()).toHaveAttribute('href', '/my-account?tab=plan');
    await page.getByRole('button', { name: 'Give my PAN' }).click();
    await givePan(page);
    await expect(page.getByRole('heading', { name: 'You have Premium' })).toBeVisible();
    await expect(other.getByText(/give your PAN to open your plan’s calls/)).toHaveCount(0);
    await expect(other.locator('main').getByRole('list').first().getByRole('listitem').first()).toBeVisible();
    await other.close();
    await page.getByRole('link', { name: 'See the calls' }).click();
    await expect(page.locator('main').getByRole('list').first().getByRole('listitem').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Plan details' })).toBeVisible();
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(JSON.parse((await stored(page)).plan_details!)).toMatchObject({ plan_name: 'Premium', promotional_plan: false });

    await page.goto(`${stack.portal}/my-account?tab=billing`);
    await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveText(
      /^Invoice VR\/\d\d-\d\d\/\d{6}Premium for 30 days.*₹422\.88 and GST of ₹76\.12₹499\.00PDF$/,
    );
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^PDF of VR/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^VR-\d\d-\d\d-\d{6}\.pdf$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await page.getByLabel('Name', { exact: true }).fill('Asha Rao');
    await page.getByLabel('Address').fill('7 Lake Road, Bengaluru 560042');
    await page.getByLabel('State or territory').selectOption('Karnataka');
    await page.getByLabel('GST number').fill('27AAPFU0939F1ZV');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('A GST number begins with the code of its state')).toBeVisible();
    await page.getByLabel('GST number').fill('29AAGCB7383J1Z4');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(notices(page)).toContainText('Your next invoice has these details.');
    await page.reload();
    await expect(page.getByLabel('GST number')).toHaveValue('29AAGCB7383J1Z4');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Plan', exact: true }).click();
    await expect(page.getByText('If you cancelled now, ₹482.36 would come back, for 29 of 30 days.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel Premium' }).click();
    await page.getByRole('button', { name: 'End it and get ₹482.36 back' }).click();
    await expect(notices(page)).toContainText('Premium has ended. ₹482.36 goes back the way you paid.');
    await expect(page.getByRole('heading', { name: 'Free account' })).toBeVisible();
    await page.getByRole('tab', { name: 'Billing' }).click();
    await expect(page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')).toContainText('Paid back');
    await expect(page.getByRole('link', { name: 'Go Premium' })).toBeVisible();
    // Had it not gone back that way, it would have gone to a bank account that I name.
    await page.getByRole('tab', { name: 'Bank details' }).click();
    await page.getByRole('button', { name: 'Give an account' }).click();
    await page.getByLabel('Account holder').fill('Asha Rao');
    await page.getByLabel('IFSC').fill('hdfc0000123');
    await page.getByLabel('Account number', { exact: true }).fill('5010 0123 4321');
    await page.getByLabel('Account number again').fill('501001234321');
    await expectAccessible(page);
    await fits(page, testInfo.outputPath('bank'));
    await page.getByRole('button', { name: 'Save the account' }).click();
    await expect(page.getByRole('list', { name: 'Bank account' })).toContainText('Account ending in 4321 · HDFC0000123');
    await expect(page.getByLabel('IFSC')).toHaveCount(0);
  },
);

story(
  'By card on the provider’s page; refused I keep what I had and try again, and a greater plan costs the difference, less a coupon (S4-MISC-O01)',
  async ({ page, stack }, testInfo) => {
    story.slow();
    await newcomer(page, stack);
    await page.goto(`${stack.portal}/pricing`);
    await orderPlan(page, 'Get Lite, ₹199 for 30 days', 'Card');
    await answer(page, 'Refuse the payment');
    await expect(page.getByRole('heading', { name: 'The payment was refused' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    // The order is still there: it can be paid once more on the provider's page, or another way.
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Refuse the payment' }).click();
    await expect(page.getByRole('heading', { name: 'The payment was refused' })).toBeVisible();
    await page.getByRole('link', { name: 'Pay another way' }).click();
    await expect(page).toHaveURL(`${stack.portal}/pricing/card?plan=Lite&days=30`);
    await page.getByRole('button', { name: 'Pay ₹199.00' }).click();
    await expect(page.getByText('Agree to the terms before you pay')).toBeVisible();
    // As named with the order before.
    await expect(page.getByLabel(/^State or territory/)).toHaveValue('32');
    await page.getByLabel(/I have read these terms/).check();
    await page.getByRole('button', { name: 'Pay ₹199.00' }).click();
    await answer(page, 'Pay with the demo’s card');
    await expect(page.getByRole('heading', { name: 'Lite is yours', includeHidden: true })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click();
    await page.goto(`${stack.portal}/my-account?tab=plan`);
    await expect(page.getByText(/^Days that you wait are not charged/)).toBeVisible();
    await expectAccessible(page);
    await fits(page);
    await givePan(page);
    await expect(page.getByLabel('PAN', { exact: true })).toHaveCount(0);
    await page.goto(`${stack.portal}/pricing`);
    await expect(page.getByText(/You paid ₹.* without GST in the last twelve months/)).toBeVisible();
    await expect(page.getByText('₹192.36 is left of your plan and comes off the price.').first()).toBeVisible();
    await page.getByRole('link', { name: '₹999 for 30 days' }).click();
    await expect(page.getByRole('button', { name: 'Pay ₹806.64' })).toBeVisible();
    // Less a fifth by a coupon, and then less what is left of Lite. Enter in its field pays nothing.
    await page.getByLabel('Coupon code').fill('never20');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('This code is not valid here, or not any more.')).toBeVisible();
    await page.getByLabel(/I have read these terms/).check();
    await page.getByLabel('Coupon code').fill('welcome20');
    await page.keyboard.press('Enter');
    await expect(page.getByText('−₹199.80')).toBeVisible();
    await expectAccessible(page);
    await fits(page, testInfo.outputPath('coupon'));
    await page.getByRole('button', { name: 'Pay ₹606.84' }).click();
    await answer(page, 'Pay with UPI');
    await expect(page.getByRole('heading', { name: 'You have Pro', includeHidden: true })).toBeVisible();
    await page.goto(`${stack.portal}/pricing/upi?plan=Pro&days=30&coupon=WELCOME20`);
    await expect(page.getByText('You have used this code before.')).toBeVisible();
  },
);

story('Bought to renew by itself: asked at the checkout and at the bank, and stopped in two presses in my account', async ({ page, stack }, testInfo) => {
  story.slow();
  await newcomer(page, stack);
  await page.goto(`${stack.portal}/pricing`);
  await page.getByRole('link', { name: 'Get Premium, ₹499 for 30 days', exact: true }).click();
  const renewal = page.getByRole('checkbox', { name: /^Renew Premium by itself every 30 days/ });
  await expect(renewal).not.toBeChecked();
  await renewal.check();
  await expect(page.getByText(/Then it renews, until you stop it/)).toBeVisible();
  await expectAccessible(page);
  await fits(page, testInfo.outputPath('renewal'));
  await page.getByLabel(/^State or territory/).selectOption('Kerala');
  await page.getByLabel(/I have read these terms/).check();
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click();
  await page.getByRole('link', { name: 'Go to the payment page' }).click();
  await expect(page.getByText(/charge at most ₹499\.00 each time/)).toBeVisible();
  await page.getByRole('button', { name: 'Pay with UPI' }).click();
  await expect(page).toHaveURL(/\/pricing\/status\?order=\w+$/);
  await expect(page.getByText(/renews by itself once your bank has said yes/)).toBeAttached();
  await page.goto(`${stack.portal}/my-account?tab=plan`);
  await expect(page.getByRole('heading', { name: 'Renewal of Premium' })).toBeVisible();
  await expect(page.getByText('We write to you three days before the plan ends, and at least 24 hours before it is taken: how much, and when.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'The mandate at your bank' }).click();
  await expect(page.getByText('The next charge will be paid.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.getByRole('button', { name: 'Stop renewal' }).click();
  await page.getByRole('button', { name: 'Stop it now' }).click();
  await expect(notices(page)).toContainText('Premium renews no more, and ends on');
  await expect(page.getByText('You stopped it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel Premium' })).toBeVisible();
});

story('Customers of a broker with plans see them; of one without, neither the entry nor a price (S1-WL-09)', async ({ page, browser, stack, demo }) => {
  await signedIn(page, stack.partnerHost('neem'), demo, 'partner customer, broker without plans');
  await page.goto(`${stack.partnerHost('neem')}/pricing`);
  await expect(page.getByText('Your broker pays for your access')).toBeVisible();
  await expect(page.getByText('₹')).toHaveCount(0);
  for (const label of ['Go Premium', 'Plan details']) await expect(page.getByRole('link', { name: label })).toHaveCount(0);
  const other = await (await browser.newContext()).newPage();
  await signedIn(other, stack.partnerHost('garnet'), demo, 'partner customer, broker with plans');
  await other.goto(`${stack.partnerHost('garnet')}/pricing`);
  await expect(other.getByRole('link', { name: '₹999 for 30 days' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Plan details' })).toBeVisible();
  await other.context().close();
});
