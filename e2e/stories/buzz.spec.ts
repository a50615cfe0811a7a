import type { Page } from '@playwright/test';
import { expect, expectAccessible, signedIn, tabTo, test } from '../support/story.ts';

/** What somebody signed in may ask of the server, as their own pages do. */
const ask = <D>(page: Page, path: string, body?: object): Promise<D> =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' };
      const answer = await fetch(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
      return (await answer.json()).data;
    },
    [path, body] as const,
  );

async function expectSoundAtBothWidths(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px wide`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
}

const TEXT = 'Margins of software firms follow utilisation, and utilisation follows hiring by two quarters.';

test('an expert’s tip becomes the draft of a call, a post written with the keyboard is read, liked, saved, answered and reported; removed, it leaves a tombstone, and its author appeals (S1-FEAT-01, S2.1-ROUTE-21, S2.1-ROUTE-22, S2.1-PARAM-12, S2.2-MENU-02, S2.5-MENU-08)', async ({
  page,
  browser,
  stack,
  demo,
}) => {
  test.setTimeout(300_000);
  const people = await Promise.all([browser.newContext(), browser.newContext()]);
  const [reader, admin] = await Promise.all(people.map((person) => person.newPage()));
  if (!reader || !admin) throw new Error('two more people');

  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/my-posts`);
  await page.getByRole('navigation').getByRole('link', { name: 'Expert Buzz', exact: true }).first().click();
  await expect(page).toHaveURL(`${stack.portal}/expert-buzz`);
  await expect(page.getByRole('list', { name: 'Posts' }).getByRole('article').first()).toBeVisible();

  await page.getByRole('button', { name: 'Write a post' }).click();
  const field = page.getByLabel('What do you want to explain?');
  await field.fill('Buy INFY at 1500, target 1600, stop loss 1450');
  await page.getByRole('button', { name: 'Publish post' }).click();
  await page.getByRole('link', { name: 'Publish it as a call' }).click();
  await expect(page.getByRole('combobox', { name: 'Stock' })).toHaveValue('INFY');
  // The chart has a level of each name to move, once it is drawn.
  await expect(page.getByRole('textbox', { name: /^Target \(/ })).toHaveValue('1600');
  await expect(page.getByRole('textbox', { name: /^Stop-loss \(/ })).toHaveValue('1450');
  await expect(page).toHaveURL(`${stack.portal}/upload-recommendation/INFY`);
  await page.goBack();

  // With the keyboard alone; what was refused is still there.
  await expect(page.getByRole('button', { name: 'Write a post' })).toBeVisible();
  await tabTo(page, /^Write a post$/);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(/^Buy INFY/);
  await tabTo(page, /^What do you want to explain/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(TEXT);
  await expectSoundAtBothWidths(page);
  await tabTo(page, /^Publish post$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Write a post' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: TEXT })).toContainText('Your post');

  await signedIn(reader, stack.portal, demo, 'Pro investor');
  await reader.goto(`${stack.portal}/expert-buzz`);
  const read = reader.getByRole('article').filter({ hasText: TEXT });
  await expect(read).toContainText(/SEBI registration INH\d+/);
  await read.getByRole('button', { name: 'Like, 0 likes' }).click();
  await expect(read.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true');
  await read.getByRole('button', { name: 'Save' }).click();
  await expect(read.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'true');
  await expectSoundAtBothWidths(reader);
  await read.getByRole('link', { name: '0 comments' }).click();
  await expect(reader).toHaveURL(/\/expert-buzz\/\w+#comments$/);
  const address = reader.url().replace(/#.*/, '');
  const post = address.split('/').at(-1)!;
  await reader.getByLabel('Your comment').fill('Do you count subcontractors as hiring?');
  await reader.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(reader.getByRole('list', { name: 'Comments' })).toContainText('Do you count subcontractors as hiring?');

  await page.goto(address);
  await page.getByRole('button', { name: /^Answer / }).click();
  await page.getByLabel(/^Answer to /).fill('Yes, they show up first.');
  await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
  await expect(page.getByRole('list', { name: 'Comments' }).getByRole('listitem')).toHaveCount(2);
  await expectSoundAtBothWidths(page);

  await reader.reload();
  await reader.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = reader.getByRole('dialog');
  await dialog.getByLabel('What is wrong').selectOption({ label: 'A promise or a false claim' });
  await expectAccessible(reader);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(reader.getByRole('article').getByText('Reported')).toBeVisible();
  await reader.goto(`${stack.portal}/my-posts`);
  await expect(reader.getByRole('list', { name: 'Saved posts' })).toContainText(TEXT);
  await expectSoundAtBothWidths(reader);

  await signedIn(admin, stack.portal, demo, 'admin');
  await admin.goto(`${stack.portal}/expert-buzz`);
  const { cases } = await ask<{ cases: { id: string; target: string }[] }>(admin, '/buzz/v1/cases');
  const opened = cases.find(({ target }) => target === post)!;
  await ask(admin, '/buzz/v1/cases/assign', { case: opened.id, take: true });
  await ask(admin, '/buzz/v1/cases/decide', { case: opened.id, remove: true, reason: 'claim', words: 'A claim without a source' });

  await reader.goto(address);
  await expect(reader.getByRole('article')).toContainText('A moderator removed this post. Reason: A promise or a false claim.');
  await expect(reader.getByText(TEXT)).toHaveCount(0);

  await page.goto(`${stack.portal}/my-posts?tab=removed`);
  await page.getByRole('button', { name: 'Appeal' }).click();
  await page.getByLabel('Why should the post stand?').fill('The source is the annual report of each firm, named in the post before.');
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await expect(page.getByText('Your appeal waits for another moderator.')).toBeVisible();
  await expectSoundAtBothWidths(page);
  await Promise.all(people.map((person) => person.close()));
});
