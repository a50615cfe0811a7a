import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';

const field = (page: Page) => page.getByLabel(/^Message to /);
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' });

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('an investor asks an expert, both talk while the network is cut, nothing is lost or doubled, and the transcript holds what was said (S1-SCOPE-10, S1-FEAT-07, S2.1-ROUTE-08, S2.1-ROUTE-09, S6-PERM-A03)', async ({
  page,
  browser,
  stack,
  demo,
}) => {
  test.setTimeout(240_000);
  const elsewhere = await browser.newContext();
  const expert = await elsewhere.newPage();
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/expert-list`);
  await page.getByRole('button', { name: /^Request a chat with Ananya/ }).click();
  await page.getByLabel('Topic').fill('Your call on INFY');
  await page.getByLabel('Your question').fill('Why does the stop stand so near to the entry?');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page).toHaveURL(/\/chat\?room=/);
  await expect(page.getByText(/^Waiting for Ananya .* to decide$/)).toBeVisible();

  await signedIn(expert, stack.portal, demo, 'verified expert');
  await expert.goto(`${stack.portal}/expert-list`);
  await expert
    .getByRole('list', { name: 'Waits for me, the longest first' })
    .getByRole('link', { name: /Your call on INFY/ })
    .click();
  await expert.getByRole('button', { name: 'Accept' }).click();
  await expect(field(page)).toBeVisible();
  await say(expert, 'It lies below the last swing low.');
  await expect(messages(page).getByText('It lies below the last swing low.')).toBeVisible();

  // Written without a network, and a reload in between: the page with the messages is gone, they are not.
  await page.context().setOffline(true);
  await say(page, 'First of two.');
  await say(page, 'Second of two.');
  await expect(page.getByText('2 messages are not sent yet.')).toBeVisible();
  await say(expert, 'Written meanwhile.');
  await page.context().setOffline(false);
  await page.reload();
  const texts = (side: Page) => messages(side).getByText(/^(First of two|Second of two|Written meanwhile)\.$/);
  for (const side of [page, expert]) {
    await expect(texts(side)).toHaveCount(3);
    const seen = await texts(side).allTextContents();
    expect(seen.filter((text) => text.endsWith('of two.'))).toEqual(['First of two.', 'Second of two.']);
  }
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);

  // The server ends at once, as in a crash, and comes back.
  await stack.crash();
  await say(page, 'Are you still there?');
  await expect(messages(expert).getByText('Are you still there?')).toHaveCount(1, { timeout: 60_000 });
  // What a search finds is gone to, and is what keys go on from.
  await page.getByRole('button', { name: 'What you can do with this chat' }).click();
  await page.getByRole('menuitem', { name: 'Search this chat' }).click();
  await page.getByLabel('Words').fill('swing low');
  await page.getByRole('list', { name: 'Found' }).getByRole('link').first().click();
  await expect(page.locator('[data-sought]')).toBeFocused();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px wide`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }

  await expert.getByRole('button', { name: 'What you can do with this chat' }).click();
  await expert.getByRole('menuitem', { name: 'Close this chat' }).click();
  await expert.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click();
  await expect(page.getByText('This chat is closed')).toBeVisible();
  await page.getByRole('button', { name: 'What you can do with this chat' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download the transcript' }).click()]);
  const transcript = readFileSync(await download.path());
  const lines = transcript.toString('utf8').trim().split('\n');
  const said = lines.map((line) => JSON.parse(line) as unknown[]);
  expect(said.map(([seq]) => seq)).toEqual(lines.map((_, at) => at + 1));
  const bodies = said.map((line) => line.at(-1));
  for (const text of ['It lies below the last swing low.', 'First of two.', 'Second of two.', 'Written meanwhile.', 'Are you still there?'])
    expect(bodies.filter((body) => body === text)).toHaveLength(1);
  await expect(page.getByRole('dialog', { name: 'Transcript saved' })).toContainText(createHash('sha256').update(transcript).digest('hex'));
  await elsewhere.close();
});
