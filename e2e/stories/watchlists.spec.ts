import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { REPOSITORY, startStack } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, signIn, test as story } from '../support/story.ts';

const rows = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true }).getByRole('listitem');
/** Symbols of a list, from top to bottom. */
const order = (page: Page, name: string): Promise<string[]> => rows(page, name).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.code ?? ''));
const saved = (page: Page) => page.waitForResponse((answer) => /\/watchlist\/v1\/lists\/\w+\/items$/.test(answer.url()) && answer.ok());

story(
  'A watchlist is ordered by keyboard and by hand, and stands so after a reload, on a second device and when the plan ends (S1-SCOPE-08, S2.1-ROUTE-15, S4-GUARD-O01)',
  async ({ browser, page, demo }) => {
    // Its own server: a plan ends for good.
    const stack = await startStack();
    try {
      await signIn(page, stack.portal, demo, 'Pro investor');
      await page.goto(`${stack.portal}/equity-watchlist`);
      await expect(page.getByRole('tab', { name: /^Banks/ })).toHaveAttribute('aria-selected', 'true');
      await expect(rows(page, 'Banks')).toHaveCount(5);
      const before = await order(page, 'Banks');
      await expect(rows(page, 'Banks').first()).toContainText(/₹[\d,]+\.\d\d/);

      // By keyboard alone.
      const stored = saved(page);
      await page.getByRole('button', { name: `Move ${before[0]}`, exact: true }).press('ArrowDown');
      await expect(page.getByText(`${before[0]} is at place 2 of 5.`)).toBeAttached();
      await expect(page.getByRole('button', { name: `Move ${before[0]}`, exact: true })).toBeFocused();
      await stored;
      // By hand.
      const [handle, target] = [page.getByRole('button', { name: `Move ${before[4]}`, exact: true }), rows(page, 'Banks').first()];
      const [from, to] = [(await handle.boundingBox())!, (await target.boundingBox())!];
      const dropped = saved(page);
      await page.mouse.move(from.x + 8, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 8, to.y + 20, { steps: 6 });
      await page.mouse.move(from.x + 8, to.y + 4, { steps: 2 });
      await page.mouse.up();
      await dropped;
      const after = [before[4]!, before[1]!, before[0]!, before[2]!, before[3]!];
      expect(await order(page, 'Banks')).toEqual(after);

      await page.reload();
      await expect(rows(page, 'Banks')).toHaveCount(5);
      expect(await order(page, 'Banks')).toEqual(after);
      const second = await (await browser.newContext()).newPage();
      await signIn(second, stack.portal, demo, 'Pro investor');
      await second.goto(`${stack.portal}/equity-watchlist`);
      await expect(rows(second, 'Banks')).toHaveCount(5);
      expect(await order(second, 'Banks')).toEqual(after);

      // Two tabs at once: the later is told, and sees what the other made.
      const first = saved(page);
      await page.getByRole('button', { name: `Move ${after[0]}`, exact: true }).press('End');
      await first;
      // Both steps are made before the server refuses the first; a step made after it would be one on the new order.
      let release = (): void => {};
      const bothMade = new Promise<void>((resolve) => {
        release = resolve;
      });
      await second.route(/\/watchlist\/v1\/lists\/\w+\/items$/, async (route) => {
        await bothMade;
        await route.continue();
      });
      await second.getByRole('button', { name: `Move ${after[1]}`, exact: true }).press('Home');
      await second.getByRole('button', { name: `Move ${after[1]}`, exact: true }).press('ArrowDown');
      release();
      await expect(second.getByText(/changed in another tab or on another device/)).toBeVisible();
      await expect.poll(() => order(second, 'Banks')).toEqual([...after.slice(1), after[0]]);

      const { email } = demo.sign_ins.find(({ shows }) => shows === 'Pro investor')!;
      await stack.restart(() => {
        execFileSync(process.execPath, [`${REPOSITORY}e2e/support/end-plan.ts`, email], {
          env: { ...process.env, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' },
        });
      });
      await page.goto(`${stack.portal}/equity-watchlist`);
      await expect(rows(page, 'Banks')).toHaveCount(5);
      await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(5);
      await page.getByRole('tab', { name: /^Technology/ }).click();
      await expect(page.getByText('You can change 1 list, and this is one more.', { exact: false })).toBeVisible();
      await expect(rows(page, 'Technology')).toHaveCount(5);
      await expect(page.getByRole('button', { name: /^Move |^Remove / })).toHaveCount(0);
      await page.goto(`${stack.portal}/options-watchlist`);
      await expect(page.getByText('This list can only be read now.', { exact: false })).toBeVisible();
      await expect(rows(page, 'Around the index')).toHaveCount(6);
      await expectAccessible(page);
    } finally {
      await stack.stop();
    }
  },
);

story('A new person begins with the largest companies, looks at a file before it comes in, and takes the list out as one', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'free investor');
  await page.goto(`${stack.portal}/equity-watchlist`);
  await page.getByRole('button', { name: 'Begin with these' }).click();
  await expect(rows(page, 'Large companies')).toHaveCount(10);
  await expect(page.getByText('This list is full: 10 of 10.')).toBeVisible();

  const all = await order(page, 'Large companies');
  for (const symbol of all.slice(0, 3)) {
    const stored = saved(page);
    await page.getByRole('button', { name: `Remove ${symbol}`, exact: true }).click();
    await stored;
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => order(page, 'Large companies')).toEqual([all[2], ...all.slice(3)]);

  await page.getByRole('button', { name: 'What you can do with this list' }).click();
  await page.getByRole('button', { name: 'Add a CSV file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a file to Large companies' });
  const file = (name: string, text: string | Buffer) => dialog.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await file('long.csv', `Symbol\n${'TCS\n'.repeat(10_000)}`);
  await expect(dialog.getByRole('alert')).toContainText('A file may have 500 lines, and this one has more.');
  await file('page.xls', '<html><table><tr><td>TCS</td></tr></table></html>');
  await expect(dialog.getByRole('alert')).toContainText('This is a table of a web page.');
  await file('columns.csv', 'Name,Qty\nTata,1');
  await expect(dialog.getByRole('alert')).toContainText('No column is headed “Symbol”.');
  await file('list.csv', `\ufeffSymbol,Note\n${all[0]},gone before\n=HYPERLINK("http://evil.example"),\nAAPL,foreign\n${all[4]},there\n`);
  await expect(dialog.getByRole('status')).toHaveText('1 row comes in. 3 rows stay out.');
  await expect(dialog.getByRole('table', { name: 'Rows of the file' })).toContainText('A formula, not a symbol');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add 1 row' }).click();
  await expect(rows(page, 'Large companies')).toHaveCount(9);
  expect((await order(page, 'Large companies')).at(-1)).toBe(all[0]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('watchlist-large-companies.csv');
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toBe('"Symbol","Name"');
  expect(lines).toHaveLength(10);

  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('list', { name: 'Large companies' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }
});

story(
  'An option contract is picked from its chain and stands with premium, open interest and days left (S2.1-ROUTE-16, S4-GUARD-05)',
  async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}/options-watchlist`);
    await expect(rows(page, 'Around the index')).toHaveCount(6);
    await expect(rows(page, 'Around the index').first()).toContainText(/₹[\d,]+\.\d\d/);
    await page.getByRole('combobox', { name: 'Add a contract on' }).fill('banknifty');
    await page.getByRole('option', { name: /^BANKNIFTY/ }).click();
    await page.getByRole('radio', { name: 'Put' }).check({ force: true });
    const stored = saved(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await stored;
    await expect(rows(page, 'Around the index')).toHaveCount(7);
    await expect(rows(page, 'Around the index').last()).toContainText(/BANKNIFTY [\d,]+ put.*Calendar days left ?\d/s);
    await expect(rows(page, 'Around the index').last()).toContainText(/₹[\d,]+\.\d\d/);
    await expectAccessible(page);
  },
);
