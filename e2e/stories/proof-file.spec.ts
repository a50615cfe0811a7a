import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signedIn, testAfterClose as test } from '../support/story.ts';

const VERIFIER = fileURLToPath(new URL('../record/verify.py', import.meta.url));

/** The verdict of verify.py on a file that a button saved. */
async function verified(page: Page, portal: string, button: string): Promise<string> {
  const saved = page.waitForEvent('download', { timeout: 120_000 });
  await page.getByRole('button', { name: button }).click();
  const path = await (await saved).path();
  const { public_key } = (await (await fetch(`${portal}/.well-known/vimarsh-ledger.json`)).json()) as { public_key: string };
  return execFileSync('python3', [VERIFIER, path, '--key', public_key], { encoding: 'utf8', timeout: 150_000 });
}

/** The part with the button, in light and dark, on a phone and a desk. */
async function expectPictured(page: Page, button: string, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.getByRole('button', { name: button }).scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
      await expectAccessible(page);
      await test.info().attach(`${name}-${width}-${colorScheme}`, { body: await page.screenshot(), contentType: 'image/png' });
    }
}

test('an investor saves the proof of a call and of an expert’s whole record, and a stranger’s program checks both without a network', async ({
  page,
  stack,
  demo,
}) => {
  test.setTimeout(420_000);
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/expert-dashboard?user_id=exp_09&period=1Y`);
  await page.getByRole('button', { name: 'Check the record' }).click();
  const record = 'Download all proofs';
  await expectPictured(page, record, 'record');
  expect(await verified(page, stack.portal, record)).toMatch(/^[1-9]\d* calls hold, under a head of \d+ events\n/);

  await page.locator('a[data-way]').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  const proof = 'Download the proof';
  await expectPictured(page, proof, 'call');
  expect(await verified(page, stack.portal, proof)).toMatch(/^1 calls hold, under a head of \d+ events\n/);
});
