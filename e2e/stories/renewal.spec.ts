import { startStack } from '../support/stack.ts';
import { expect, expectAccessible, freshMobile, notices, test as story, typeOtp } from '../support/story.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What is due is done every ten minutes. */
const DONE_EVERY_MS = 600_000;
const START_MS = 20_000;

/** About so much later, a moment before it is done what is due: the server has its start until then. */
const later = (ms: number): number => ms + DONE_EVERY_MS - ((Date.now() + ms + START_MS) % DONE_EVERY_MS);

story('A plan that renews by itself is announced, charged at the bank in its last day, and goes on with an invoice of its own', async ({ page }, testInfo) => {
  story.setTimeout(240_000);
  // Its own server: its clock goes on by days.
  const stack = await startStack();
  try {
    await page.goto(`${stack.portal}/login?plan=register`);
    await page.getByRole('form', { name: 'Sign up' }).getByLabel('Full name').fill('Meera Nair');
    const mobile = freshMobile();
    const enter = async (): Promise<void> => {
      await typeOtp(page, stack, mobile);
      await page.getByRole('button', { name: 'Verify OTP' }).click();
      await expect(page).not.toHaveURL(/\/login/);
    };
    await enter();
    await page.goto(`${stack.portal}/pricing`);
    await page.getByRole('link', { name: 'Get Premium, ₹299 for 7 days', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Renew Premium by itself every 7 days/ }).check();
    await page.getByLabel(/^State or territory/).selectOption('Kerala');
    await page.getByLabel(/I have read these terms/).check();
    await page.getByRole('button', { name: 'Pay ₹299.00' }).click();
    await page.getByRole('link', { name: 'Go to the payment page' }).click();
    await page.getByRole('button', { name: 'Pay with UPI' }).click();
    await expect(page).toHaveURL(/\/pricing\/status\?order=\w+$/);
    // Without a PAN the days of the plan stand still.
    await page.getByRole('dialog').getByLabel('PAN', { exact: true }).fill('MEERA1234N');
    await page.getByRole('button', { name: 'Open my calls' }).click();
    await expect(page.getByRole('heading', { name: 'You have Premium' })).toBeVisible();

    await stack.restart(() => {}, later(4 * DAY_MS + HOUR_MS));
    await page.goto(`${stack.portal}/login`);
    await enter();
    await page.goto(`${stack.portal}/my-account?tab=plan`);
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/^Next, ₹299\.00 is taken from .* on\.$/)).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 120_000 });
    await page.getByRole('button', { name: /^Notices, \d+ unread$/ }).click();
    await expect(
      page.getByRole('dialog', { name: 'Notices' }).getByText(/₹299.* is taken from .* on\. You can stop it before then under My account, Plan\./),
    ).toBeVisible();
    await page.keyboard.press('Escape');

    await stack.restart(() => {}, later(6 * DAY_MS + 4 * HOUR_MS));
    await page.goto(`${stack.portal}/login`);
    await enter();
    await page.goto(`${stack.portal}/my-account?tab=billing`);
    const invoices = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem');
    await expect(async () => {
      await page.reload();
      await expect(invoices).toHaveCount(2, { timeout: 5000 });
    }).toPass({ timeout: 120_000 });
    for (const invoice of await invoices.all()) await expect(invoice).toContainText('Premium for 7 days');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Plan', exact: true }).click();
    await expect(
      page.getByText('We write to you three days before the plan ends, and at least 24 hours before it is taken: how much, and when.'),
    ).toBeVisible();
    await page.screenshot({ path: testInfo.outputPath('renewed.png'), fullPage: true });

    // It is stopped at the bank, and so here.
    await page.getByRole('link', { name: 'The mandate at your bank' }).click();
    await page.getByRole('button', { name: 'End this mandate' }).click();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page.getByText(/Nothing is taken from you again\. Premium ends on/)).toBeVisible();
    await expect(notices(page)).toBeEmpty();
  } finally {
    await stack.stop();
  }
});
