import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { REPOSITORY } from '../support/stack.ts';
import { expect, expectAccessible, freshMobile, signedIn, test as story, typeOtp } from '../support/story.ts';

const section = (page: Page, heading: RegExp) => page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });

story('A newcomer sees what they agreed to, switches on messages about calls, and takes them back', async ({ page, stack }) => {
  const mobile = freshMobile();
  await page.goto(`${stack.portal}/login?plan=register`);
  await page.getByLabel('Full name').fill('Asha Rao');
  await typeOtp(page, stack, mobile);
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);

  await page.goto(`${stack.portal}/my-account?tab=consents`);
  await expect(section(page, /^Terms and conditions/)).toContainText(/Given.*Version 1\.0\.0, agreed .* IST on Vimarsh/s);
  await expect(section(page, /^Terms and conditions/)).toContainText('I agree to the terms and to notifications about my account');
  await expect(section(page, /^Messages about calls/)).toContainText('Not given');

  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(page).toHaveURL(/tab=notifications/);
  const newCalls = page.getByRole('group', { name: 'New calls' });
  await expect(newCalls.getByRole('checkbox', { name: 'E-mail' })).toBeDisabled();
  await newCalls.getByRole('checkbox', { name: 'WhatsApp' }).click();
  await expect(newCalls.getByRole('status')).toHaveText('Saved: WhatsApp on.');
  await page.reload();
  await expect(newCalls.getByRole('checkbox', { name: 'WhatsApp' })).toBeChecked();
  await page.route('**/auth/v1/notifications', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await newCalls.getByRole('checkbox', { name: 'WhatsApp' }).click();
  await expect(newCalls.getByRole('status')).toHaveText('We don’t know whether this was saved. You see what we last heard from the server.');
  await expect(newCalls.getByRole('checkbox', { name: 'WhatsApp' })).toBeChecked();
  await page.unroute('**/auth/v1/notifications');

  await page.getByRole('tab', { name: 'Consents' }).click();
  await expectAccessible(page);
  await section(page, /^Messages about calls/)
    .getByRole('button', { name: 'Withdraw and stop them' })
    .click();
  await expect(section(page, /^Messages about calls/)).toContainText('Withdrawn');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(newCalls.getByRole('checkbox', { name: 'WhatsApp' })).not.toBeChecked();
  await expectAccessible(page);
});

story(
  'What one needs in a dispute comes as one zip, and the program that anybody may run finds it as the ledger signed it',
  async ({ page, stack, demo }, info) => {
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}/my-account?tab=consents`);
    const coming = page.waitForEvent('download');
    await section(page, /^Evidence file/)
      .getByRole('button', { name: 'Download my evidence file' })
      .click();
    const saved = await coming;
    expect(saved.suggestedFilename()).toMatch(/^my-evidence-\d{4}-\d\d-\d\d\.zip$/);
    const zip = info.outputPath('my-evidence.zip');
    await saved.saveAs(zip);
    const { public_key } = await (await page.request.get(`${stack.portal}/.well-known/vimarsh-ledger.json`)).json();
    const said = execFileSync(process.execPath, [`${REPOSITORY}api/verify/src/main.ts`, zip, '--key', public_key], { encoding: 'utf8' });
    for (const step of ['The manifest is signed as it is', 'Each file is as it was', 'No file was added']) expect(said).toContain(step);
    await expect(section(page, /^Evidence file/).getByRole('alert')).toHaveCount(0);
  },
);

story('On a phone the chosen tab of My account is in view, whatever the address names', async ({ page, stack, demo }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, stack.portal, demo, 'free investor');
  for (const [tab, name] of [
    ['privacy', 'Privacy'],
    ['security', 'Security'],
  ] as const) {
    await page.goto(`${stack.portal}/my-account?tab=${tab}`);
    await expect(page.getByRole('tab', { name, selected: true })).toBeInViewport({ ratio: 1 });
  }
  const last = page.getByRole('tab').last();
  // A key that comes while the tab's panel loads may be lost; a person presses it again.
  await expect(async () => {
    await page.getByRole('tab', { selected: true }).press('End');
    await expect(last).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 });
  }).toPass();
  await expect(last).toBeInViewport({ ratio: 1 });
});
