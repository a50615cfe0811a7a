import { execFileSync } from 'node:child_process';
import { REPOSITORY, type Stack } from '../support/stack.ts';
import { expect, test } from '../support/story.ts';
import { previewVariant, releaseVariant, storeOf } from '../support/variant.ts';

test.use({ serviceWorkers: 'allow' });

const PATH = '/retail-side/faq';
const says = (text: string) => ({ edits: [['module.json', '"title": "FAQs"', `"title": "${text}"`]] as const });

/** `npm run rollback -- <module>` on this stack's store. */
const rollback = (stack: Stack, module: string): string =>
  execFileSync(process.execPath, ['root-config/release/rollback.ts', module], { cwd: REPOSITORY, env: { ...process.env, DATA_DIR: stack.dataDir } }).toString();

/** Files of every module but one, as the page asks for them. */
const othersOf = (stack: Stack, module: string): Record<string, string> => {
  const { [module]: _mine, ...others } = storeOf(stack).channel('live')!.releases;
  return others;
};

test('I release one module, an open tab is told of it and loads it when I say so, and I roll it back; nobody else notices', async ({ page, stack }) => {
  await page.clock.install();
  const watching = page.waitForResponse(/\/later\.js/);
  await page.goto(stack.portal + PATH);
  await watching;
  await expect(page).toHaveTitle(/^FAQs ·/);
  const others = othersOf(stack, 'mf-static-pages');

  const { id } = await releaseVariant(stack, 'mf-static-pages', says('Questions, answered'));
  // A tab keeps the releases it started with until it is loaded again.
  await page.getByRole('navigation').getByRole('link', { name: 'Market sentiment' }).first().click();
  await page.goBack();
  await expect(page).toHaveTitle(/^FAQs ·/);
  await page.clock.fastForward('06:00');
  const news = page.getByRole('status').filter({ hasText: 'A new version is ready' });
  await expect(news).toBeVisible();
  await expect(page).toHaveTitle(/^FAQs ·/);
  await news.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveTitle(/^Questions, answered ·/);
  await expect(news).toHaveCount(0);
  expect(othersOf(stack, 'mf-static-pages')).toEqual(others);

  expect(rollback(stack, 'mf-static-pages')).toContain(`(was ${id})`);
  await page.reload();
  await expect(page).toHaveTitle(/^FAQs ·/);
  await expect(page.locator('#module-mf-static-pages h1')).toBeVisible();
  expect(othersOf(stack, 'mf-static-pages')).toEqual(others);
});

test('a preview is seen by who has its link, with a badge and a way out', async ({ page, context, stack }) => {
  const query = await previewVariant(stack, 'mf-static-pages', 'pr-1', says('Preview of the FAQs'));
  await page.goto(`${stack.portal}${PATH}?${query}`);
  await expect(page).toHaveTitle(/^Preview of the FAQs ·/);
  const badge = page.getByRole('complementary', { name: 'Preview' });
  await expect(badge).toContainText('mf-static-pages@pr-1');

  // It stays with this tab, whatever the address, and with this tab only.
  await page.goto(`${stack.portal}/market-sentiment`);
  await expect(badge).toBeVisible();
  const other = await context.newPage();
  await other.goto(stack.portal + PATH);
  await expect(other).toHaveTitle(/^FAQs ·/);
  await expect(other.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);

  // The way out loads the page anew; what is opened meanwhile would be cut short by it.
  const left = page.waitForEvent('load');
  await badge.getByRole('button', { name: 'Leave preview' }).click();
  await left;
  await page.goto(stack.portal + PATH);
  await expect(page).toHaveTitle(/^FAQs ·/);
  await expect(badge).toHaveCount(0);
});

test('only previews the store knows are opened, never an address', async ({ page, stack }) => {
  for (const unknown of ['mf-static-pages@no-such', 'https://evil.example/entry.js', 'mf-static-pages@live']) {
    await page.goto(`${stack.portal}${PATH}?release=${encodeURIComponent(unknown)}`);
    await expect(page).toHaveTitle(/^FAQs ·/);
    await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);
  }
});

test('a release that would take a neighbour’s address is refused by module and line, and live stays as it is', async ({ page, stack }) => {
  const before = storeOf(stack).channel('live');
  const thief = releaseVariant(stack, 'mf-static-pages', { edits: [['module.json', '"path": "/retail-side/faq"', '"path": "/market-sentiment"']] });
  await expect(thief).rejects.toThrow(/mf-static-pages\/module\.json:\d+ route \/market-sentiment would take addresses of mf-widgets/);
  expect(storeOf(stack).channel('live')).toEqual(before);
  await page.goto(`${stack.portal}/market-sentiment`);
  await expect(page.locator('#module-mf-widgets h1')).toBeVisible();
});
