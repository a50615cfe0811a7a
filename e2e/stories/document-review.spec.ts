import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, freshMobile, notices, signIn, test as story, typeOtp } from '../support/story.ts';

const REASON = 'The number on the card can’t be read.';
/** A picture a browser made, as a camera would. */
const picture = async (page: Page) =>
  Buffer.from(
    await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
      canvas.getContext('2d')!.fillRect(100, 100, 400, 300);
      return canvas.toDataURL('image/png').split(',')[1]!;
    }),
    'base64',
  );

async function sendDocuments(page: Page, portal: string, files: readonly string[]): Promise<void> {
  await page.goto(`${portal}/profile-update?active_step=2`);
  for (const label of files) await page.getByLabel(`${label} file`).setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await picture(page) });
  await page.getByRole('button', { name: 'Save documents' }).click();
  await expect(notices(page)).toContainText('Profile updated!');
  await page.goto(`${portal}/profile-update?active_step=2`);
  for (const label of files) await expect(page.getByRole('group', { name: label }).getByText('Pending')).toBeVisible();
}

async function admin(browser: Browser, stack: { portal: string }, demo: Parameters<typeof signIn>[2], shows: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, stack.portal, demo, shows);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Document review' }).click();
  await expect(page).toHaveURL(`${stack.portal}/document-review`);
  return page;
}

async function decide(page: Page, verb: 'Verify' | 'Reject', what: string, reason = ''): Promise<void> {
  await page.getByRole('button', { name: `${verb} ${what}` }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  if (reason) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toBeHidden();
}

story('A document counts once two admins said the same: one verified, one refused with a reason its owner reads', async ({ page, browser, stack, demo }) => {
  story.setTimeout(90_000);
  const name = 'Nalini Deshpande';
  await page.goto(`${stack.portal}/login?plan=register`);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('I am a SEBI Expert').check();
  await typeOtp(page, stack, freshMobile());
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await sendDocuments(page, stack.portal, ['PAN card', 'Masked Aadhaar']);

  const first = await admin(browser, stack, demo, 'admin');
  const mine = first.getByRole('list', { name: `Documents of ${name}` });
  await expect(mine.getByRole('listitem')).toHaveCount(2);
  const [file] = await Promise.all([first.waitForEvent('popup'), mine.getByRole('link', { name: `Open file: PAN card of ${name}` }).click()]);
  await expect.poll(() => file.evaluate(() => document.contentType)).toBe('image/jpeg');
  await file.close();
  await decide(first, 'Verify', `PAN card of ${name}`);
  await expect(notices(first)).toContainText('It takes effect when a second admin decides the same.');
  await decide(first, 'Reject', `Masked Aadhaar of ${name}`, REASON);
  await expect(mine.getByText('Waiting for a second admin')).toHaveCount(2);
  // Alone it stays so, however often it is said.
  await decide(first, 'Verify', `PAN card of ${name}`);
  await expect(mine.getByRole('listitem')).toHaveCount(2);

  const second = await admin(browser, stack, demo, 'second admin');
  const theirs = second.getByRole('list', { name: `Documents of ${name}` });
  await expect(theirs.getByText('Waiting for you')).toHaveCount(2);
  await expect(theirs).toContainText(REASON);
  await decide(second, 'Verify', `PAN card of ${name}`);
  await decide(second, 'Reject', `Masked Aadhaar of ${name}`, 'I can’t read it either.');
  await expect(theirs).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('group', { name: 'PAN card' }).getByText('Verified')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Masked Aadhaar' })).toContainText(REASON);
  await first.context().close();
  await second.context().close();
});

story('Who is no admin has no entry for the review, and the address alone shows nothing', async ({ page, stack, demo }) => {
  await signIn(page, stack.portal, demo, 'verified expert');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Document review' })).toHaveCount(0);
  await page.goto(`${stack.portal}/document-review`);
  await expect(page.getByText('Only admins review documents.')).toBeVisible();
  await expectAccessible(page);
});
