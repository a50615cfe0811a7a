import type { Page } from '@playwright/test';
import { CLIENT, signInAtBroker } from '../support/broker.ts';
import { expect, expectAccessible, signIn, test as story } from '../support/story.ts';

const asked = (page: Page) => page.getByRole('heading', { name: 'Log in with your broker first' });
const counted = (page: Page) => page.getByRole('region', { name: /^Live calls by/ });

story('Premium, promotional or not, needs no broker login for data categorisation (S2.1-ROUTE-26, S6-PERM-07, S6-PERM-A04)', async ({ page, stack, demo }) => {
  for (const who of ['Premium investor', 'promotional Premium']) {
    await page.context().clearCookies();
    await page.goto(stack.portal);
    await page.evaluate(() => localStorage.clear());
    await signIn(page, stack.portal, demo, who);
    await page.goto(`${stack.portal}/data-categorisation`);
    await expect(counted(page)).toBeVisible();
    await expect(asked(page)).toHaveCount(0);
  }
});

story('Lite is asked for a broker login, logs in with one, and is back where it was asked (S6-PERM-07)', async ({ page, stack, demo }) => {
  await signIn(page, stack.portal, demo, 'Lite investor');
  await page.goto(`${stack.portal}/data-categorisation`);
  await expect(asked(page)).toBeVisible();
  await expect(counted(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log in with a broker' }).click();
  await expect(page).toHaveURL(`${stack.portal}/login`);
  await page.getByRole('button', { name: 'Login with Broker', exact: true }).click();
  await page.getByRole('list', { name: 'Brokers' }).getByRole('button').first().click();
  await signInAtBroker(page, demo);
  await expect(page).toHaveURL(`${stack.portal}/data-categorisation`);
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
  await expect(asked(page)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Which calls' })).toBeVisible();
});

story('Pro goes inside a sector, across terms, back out, and takes the table along as a file', async ({ page, stack, demo }) => {
  await signIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/data-categorisation`);
  const all = Number(await page.getByRole('definition').first().textContent());
  const row = counted(page).getByRole('row').nth(1);
  const sector = (await row.getByRole('link').textContent())!;
  const inside = Number((await row.getByRole('cell').first().textContent())!.replaceAll(',', ''));
  await row.getByRole('link').click();
  await expect(page).toHaveURL(`${stack.portal}/data-categorisation?rows=term&sector=${encodeURIComponent(sector).replaceAll('%20', '+')}`);
  await expect(page.getByRole('definition').first()).toHaveText(String(inside));
  await page.getByLabel('Columns').selectOption('Agreement of experts');
  await expect(page.getByRole('region', { name: 'Live calls by term and agreement of experts: calls' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^calls-live-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('button', { name: `Remove filter Sector: ${sector}` }).click();
  await expect(page.getByRole('definition').first()).toHaveText(String(all));
  await page.getByText('Closed', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Closed calls by term', exact: true })).toBeVisible();
});
