import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';

async function expectSound(page: Page): Promise<void> {
  for (const width of [320, 360, 1080, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px wide`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('one admin asks for what an expert wrote, another approves, and the file that is saved has the hash that both read; a hold is set by one and lifted by the other', async ({
  page,
  browser,
  stack,
  demo,
}) => {
  test.setTimeout(300_000);
  const expert = await Person.demo(stack, demo, 'verified expert');
  await signedIn(page, stack.portal, demo, 'admin');
  await page.goto(`${stack.portal}/cases`);
  await page.getByRole('link', { name: 'Exports and holds' }).click();
  await expect(page.getByText('No export waits for a second admin.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask for an export' }).click();
  await page.getByLabel(/^Number of the account/).fill(`${stack.portal}/expert-dashboard?user_id=${expert.user_id}`);
  await page.getByLabel('Reason').fill('Letter 12 of the regulator');
  await expectSound(page);
  await page.getByRole('button', { name: 'Ask another admin' }).click();
  const exports = page.getByRole('list', { name: 'Exports' });
  await expect(exports.getByRole('listitem')).toContainText('Another admin has to decide.');
  await page.getByRole('button', { name: 'Set a hold' }).click();
  await page.getByLabel('Number or address').fill(expert.user_id);
  await page.getByLabel('Reason').fill('A dispute before the ombudsman');
  await page.getByRole('button', { name: 'Set the hold' }).click();
  await expect(page.getByText('1 hold stands.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Holds that stand' })).toContainText('Another admin has to lift it.');

  const second = await (await browser.newContext()).newPage();
  await signedIn(second, stack.portal, demo, 'second admin');
  await second.goto(`${stack.portal}/communications`);
  await second.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectAccessible(second);
  await second.getByRole('button', { name: 'Approve the export' }).click();
  await expect(second.getByRole('list', { name: 'Exports' })).toContainText('The file is given to who asked for it.');
  await second.getByRole('button', { name: 'Lift the hold' }).click();
  await second.getByLabel('Why it may be lifted').fill('The dispute has ended.');
  await second.getByRole('button', { name: 'Lift the hold' }).click();
  await expect(second.getByRole('list', { name: 'Lifted holds' })).toContainText('The dispute has ended.');
  await expectSound(second);

  await page.reload();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the zip' }).click();
  const bytes = readFileSync(await (await download).path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  await expect(page.getByText('Saved. Its SHA-256 is the one above.')).toBeVisible();
  await expect(exports).toContainText(createHash('sha256').update(bytes).digest('hex'));
  await expectSound(page);
  await second.context().close();
});

test('who is no admin sees no export', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/communications`);
  await expect(page.getByText('Only admins export communications.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for an export' })).toHaveCount(0);
});
