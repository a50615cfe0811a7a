import { startStack } from '../support/stack.ts';
import { expect, expectAccessible, newcomer, notices, test as story } from '../support/story.ts';

const MINUTE_MS = 60_000;
/** Late orders are looked at every five minutes. */
const LOOKED_EVERY_MS = 5 * MINUTE_MS;
const START_MS = 20_000;

/** About so much later, a moment before late orders are looked at: the server has its start until then. */
const later = (ms: number): number => ms + LOOKED_EVERY_MS - ((Date.now() + ms + START_MS) % LOOKED_EVERY_MS);

story(
  'A payment of which the bank tells nothing: its buyer reads what is known, pays nothing twice, and has the plan once the bank is asked',
  async ({ page }, testInfo) => {
    story.setTimeout(240_000);
    // Its own server: its clock goes on by an hour.
    const stack = await startStack();
    try {
      await newcomer(page, stack, 'Meera Nair');
      await page.goto(`${stack.portal}/pricing`);
      await page.getByRole('link', { name: 'Get Premium, ₹499 for 30 days', exact: true }).click();
      await page.getByLabel(/^State or territory/).selectOption('Kerala');
      await page.getByLabel(/I have read these terms/).check();
      await page.getByRole('button', { name: 'Pay ₹499.00' }).click();
      await page.getByRole('link', { name: 'Go to the payment page' }).click();
      await page.getByRole('button', { name: 'Pay, and tell the shop nothing' }).click();
      await expect(page).toHaveURL(/\/pricing\/status\?order=\w+$/);
      const order = page.url();

      // It is still open here, and at the bank it is paid: there it takes no second payment, and no other order takes its place.
      await expect(page.getByText(/This page tells by itself when the payment has arrived; you may close it too\./)).toBeVisible();
      await page.getByRole('link', { name: 'Go to the payment page' }).click();
      await expect(page.getByText('This order is paid.')).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(0);
      await page.goto(`${stack.portal}/pricing/upi?plan=Pro&days=30`);
      await page.getByLabel(/I have read these terms/).check();
      await page.getByRole('button', { name: 'Pay ₹999.00' }).click();
      await expect(page.getByText('A payment of yours is just being completed. Wait for its answer.').first()).toBeVisible();

      await stack.restart(() => {}, 31 * MINUTE_MS);
      await page.goto(order);
      await expect(
        page.getByText('It can’t be paid here now. If you have paid, this page tells by itself when the payment has arrived; if not, nothing is taken.', {
          exact: false,
        }),
      ).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: testInfo.outputPath('unknown.png'), fullPage: true });

      await stack.restart(() => {}, later(61 * MINUTE_MS));
      await page.goto(order);
      await expect(page.getByRole('heading', { name: 'Premium is yours', includeHidden: true })).toBeVisible({ timeout: 120_000 });
      await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click();
      await page.goto(`${stack.portal}/my-account?tab=billing`);
      await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(1);
      await expect(page.getByRole('list', { name: 'Refunds' })).toHaveCount(0);
      await expect(notices(page)).toBeEmpty();
    } finally {
      await stack.stop();
    }
  },
);
