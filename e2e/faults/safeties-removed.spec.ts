import { breakFiles, countReloads, editPage } from '../support/faults/faults.ts';
import { expect, test } from '../support/story.ts';
import { previewVariant } from '../support/variant.ts';

/**
 * Each safety of the loader is taken out and the scenario that guards it is played again: it must end badly here, or
 * `federation.spec.ts` would prove nothing.
 */
test.use({ serviceWorkers: 'block' });

const ENTRY = /\/releases\/mf-static-pages\/[0-9a-f]{10}\/entry\.js/;
const CHUNK = /\/releases\/mf-static-pages\/[0-9a-f]{10}\/(?!entry\.js)[\w.-]+\.js/;
const PATH = '/retail-side/faq';

test('without retries of the entry, one 503 is a failure', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'root-config', 'no-entry-retry', { edits: [['load-module.ts', 'retries = 2', 'retries = 0']] });
  await breakFiles(page, ENTRY, { kind: '503', times: 1 });
  await page.goto(`${stack.portal}${PATH}?${query}`);
  await expect(page.locator('#outlet').getByRole('alert')).toContainText('FAQs could not be loaded');
});

test('without retries of chunks, one 503 reloads the app', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'mf-static-pages', 'no-chunk-retry', { without: ['retry'] });
  const reloads = countReloads(page);
  await breakFiles(page, CHUNK, { kind: '503', times: 1 });
  await page.goto(`${stack.portal}${PATH}?${query}`);
  await expect.poll(reloads).toBe(1);
});

test('without the entry’s hash, a tampered entry runs', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'root-config', 'no-entry-hash', { edits: [['load-module.ts', 'script.integrity = integrity;', '']] });
  await breakFiles(page, ENTRY, { kind: 'tampered' });
  await page.goto(`${stack.portal}${PATH}?${query}`);
  await expect.poll(() => page.evaluate(() => 'tampered' in window)).toBe(true);
});

test('without the chunks’ hashes, a tampered chunk runs', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'mf-static-pages', 'no-chunk-hash', { without: ['integrity'] });
  await breakFiles(page, CHUNK, { kind: 'tampered' });
  await page.goto(`${stack.portal}${PATH}?${query}`);
  await expect.poll(() => page.evaluate(() => 'tampered' in window)).toBe(true);
});

test('if a failure were remembered, Try again could not help', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'root-config', 'remembers', {
    edits: [['load-module.ts', 'opening.catch(() => containers.delete(record.id));', 'opening.catch(() => undefined);']],
  });
  const { mend } = await breakFiles(page, ENTRY, { kind: '503' });
  await page.goto(`${stack.portal}${PATH}?${query}`);
  await expect(page.locator('#outlet').getByRole('alert')).toBeVisible();
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForTimeout(1500);
  await expect(page.locator('#outlet').getByRole('alert')).toBeVisible();
});

test('without the request beside, one that hangs never shows its module', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'root-config', 'no-request-beside', { edits: [['load-module.ts', 'patience = 8_000', 'patience = 800_000']] });
  await breakFiles(page, ENTRY, { kind: 'silent', times: 1 });
  await page.goto(`${stack.portal}${PATH}?${query}`, { waitUntil: 'commit' });
  await page.waitForTimeout(12_000);
  await expect(page.locator('#module-mf-static-pages h1')).toHaveCount(0);
});

test('without the guard, a chunk that stays away reloads the app again and again', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'root-config', 'no-reload-guard', {
    edits: [['chunk-failure.ts', ' || alreadyReloaded(releaseSet)', '']],
  });
  const reloads = countReloads(page);
  await breakFiles(page, CHUNK, { kind: '503' });
  await page.goto(`${stack.portal}${PATH}?${query}`);
  await expect.poll(reloads).toBeGreaterThan(2);
});

test('without the last known good, a damaged release set ends even a regular’s visit', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'root-config', 'no-last-good', {
    edits: [['release-set.ts', " ?? recall('localStorage', LAST_GOOD)", ' ?? null']],
  });
  await page.goto(stack.portal);
  await expect(page.locator('#module-mf-recommendations h1').first()).toBeVisible();
  await editPage(page, (html) => html.replace(/(<script[^>]*id="vimarsh-page"[^>]*>).*?(<\/script>)/s, '$1$2'));
  await page.goto(`${stack.portal}${PATH}?${query}`);
  await expect(page.locator('#outlet').getByRole('alert')).toContainText('This page could not be loaded');
});

test('without the fallback, a broken new release is a failure for everyone', async ({ page, stack }) => {
  const edits = [['src/index.ts', 'export const module', "throw new Error('broken');\nexport const module"]] as const;
  const broken = await previewVariant(stack, 'mf-static-pages', 'broken', { edits });
  const query = await previewVariant(stack, 'root-config', 'no-fallback', {
    edits: [['module-host.ts', 'if (previous && active === record && !worked)', 'if (false)']],
  });
  await page.goto(`${stack.portal}${PATH}?release=${[broken, query].map((part) => part.split('=')[1]).join(',')}`);
  await expect(page.locator('#outlet').getByRole('alert')).toContainText('FAQs could not be loaded');
});
