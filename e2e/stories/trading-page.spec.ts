import type { Page } from '@playwright/test';
import { signInAtBroker } from '../support/broker.ts';
import type { Demo, Stack } from '../support/stack.ts';
import { expect, expectAccessible, test as story } from '../support/story.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const periyarOf = (stack: Stack): string => stack.partnerHost('periyar');

/** Signs in at Periyar's broker, from Periyar's login. Its customers have trading from the broker, without a plan. */
async function atBroker(page: Page, stack: Stack, demo: Demo): Promise<void> {
  await page.goto(`${periyarOf(stack)}/login`);
  await button(page, 'Login with Broker').click();
  await page.getByRole('list', { name: 'Brokers' }).getByRole('button').filter({ hasText: 'Periyar Securities' }).click();
  await signInAtBroker(page, demo);
  await expect(page.locator('[data-profile]')).toBeVisible();
}

/** From a ticket that rests far below the price to the broker's own page. */
async function goToPage(page: Page, stack: Stack, symbol: string): Promise<void> {
  await page.goto(`${periyarOf(stack)}/trading?symbol=${symbol}`);
  await expect(page.getByRole('region', { name: 'How it reaches your broker' })).toContainText('You confirm each order on the paper broker’s own page');
  const price = page.getByLabel('Limit price (₹)');
  await price.fill(String(Math.floor(Number(await price.inputValue()) * 0.95)));
  await button(page, 'Review order').click();
  const dialog = page.getByRole('dialog', { name: 'Place this order?' });
  await expect(dialog).toContainText('You confirm at Periyar Securities; nothing is placed before.');
  await dialog.getByRole('button', { name: 'Go on to Periyar Securities' }).click();
  await expect(page.getByRole('heading', { name: 'The paper broker' })).toBeVisible();
  await expect(page.getByRole('listitem')).toContainText(`Buy 10 ${symbol}`);
}

story(
  'An order is confirmed on the broker’s own page: back without confirming nothing is placed, confirmed it stands in the book (S2.1-ROUTE-19)',
  async ({ page, stack, demo }) => {
    await atBroker(page, stack, demo);
    await goToPage(page, stack, 'INFY');
    await expectAccessible(page);
    await button(page, 'Go back without placing').click();
    await expect(page).toHaveURL(/\/trading\/orders\?back=left&basket=/);
    await expect(page.getByText('Not confirmed at Periyar Securities yet')).toBeVisible();
    const open = page.getByRole('list', { name: 'Open orders' }).getByRole('link');
    await expect(open).toContainText('Confirm at broker');
    await expectAccessible(page);

    // The page again: the book has been read and lacks it.
    await button(page, 'Go on to Periyar Securities').click();
    await expect(page.getByRole('heading', { name: 'The paper broker' })).toBeVisible();
    await expect(page.getByRole('listitem')).toContainText('Buy 10 INFY');
    await button(page, 'Confirm the order').click();
    await expect(page).toHaveURL(/\/trading\/orders\?back=done&basket=/);
    await expect(open).toContainText(/Open|OPEN PENDING/);
    await expect(page.getByText('Not confirmed at Periyar Securities yet')).toHaveCount(0);

    await open.click();
    const drawer = page.getByRole('dialog', { name: 'Buy 10 INFY' });
    await expect(drawer).toContainText('Change or cancel it at Periyar Securities, where you confirmed it.');
    await expect(drawer.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
    await expectAccessible(page);
  },
);
