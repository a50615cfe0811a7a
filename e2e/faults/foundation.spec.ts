import type { Page } from '@playwright/test';
import { editPage } from '../support/faults/faults.ts';
import { metricsOf, type Stack } from '../support/stack.ts';
import { expect, test } from '../support/story.ts';
import { forceVariant } from '../support/variant.ts';

/**
 * A release of root-config or `shared` that does not start: every page stands on them. Each story makes one live past the gate,
 * which would refuse it (`start-check.build.test.ts`), and takes it back.
 */
test.use({ serviceWorkers: 'block' });
// They change what is live for everybody.
test.describe.configure({ mode: 'serial' });

const PATH = '/retail-side/faq';
const BROKEN = {
  shared: [['session/index.ts', 'let session: Session | null = null;', "let session: Session | null = null;\nthrow new Error('broken at its top');"]],
  'root-config': [['boot.ts', '  noteTyping();', "  noteTyping();\n  if (page.brand) throw new Error('broken in its middle');"]],
} as const;

const stands = async (page: Page): Promise<void> => {
  await expect(page.locator('#module-mf-static-pages h1')).toBeVisible();
  await expect(page.locator('#module-shell nav').first()).toBeVisible();
};
const note = (page: Page) => page.getByRole('status').filter({ hasText: 'The newest version did not start here, so this tab shows the one before.' });

/** Traces of a release that gave way, as the server counts them. */
async function fellBack(stack: Stack, release: string): Promise<number> {
  const metrics = await metricsOf(stack.portal);
  const lines = metrics.split('\n').filter((line) => line.includes('outcome="fell_back"') && line.includes(`release="${release}"`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

for (const module of ['shared', 'root-config'] as const) {
  test(`${module} does not start: who was here before sees what stood then, and is told; so is the server; after a rollback the note goes`, async ({
    page,
    stack,
  }) => {
    await page.goto(stack.portal + PATH);
    await stands(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('vimarsh.last_good_page') !== null)).toBe(true);
    const { id, takeBack } = await forceVariant(stack, module, { edits: BROKEN[module] });
    try {
      await page.goto(stack.portal + PATH);
      await expect(note(page)).toBeVisible();
      await stands(page);
      await expect(page.locator('.failure')).toHaveCount(0);
      await expect.poll(() => fellBack(stack, id)).toBe(1);
      // The tab stays so, whatever is opened in it.
      await page.goto(`${stack.portal}/market-sentiment`);
      await expect(page.locator('#module-mf-widgets h1')).toBeVisible();
      await expect(note(page)).toBeVisible();
    } finally {
      takeBack();
    }
    await expect(note(page)).toHaveCount(0, { timeout: 40_000 });
    await page.goto(stack.portal + PATH);
    await stands(page);
    expect(await page.evaluate(() => sessionStorage.getItem('vimarsh.instead'))).toBeNull();
  });

  test(`${module} does not start: who was never here gets the release that was live before it`, async ({ page, stack }) => {
    const { takeBack } = await forceVariant(stack, module, { edits: BROKEN[module] });
    try {
      await page.goto(stack.portal + PATH);
      await expect(note(page)).toBeVisible();
      await stands(page);
    } finally {
      takeBack();
    }
  });
}

test('shared does not start and nothing is there to come back to: no part claims that the rest works, and the page heals after the rollback', async ({
  page,
  stack,
}) => {
  const { takeBack } = await forceVariant(stack, 'shared', { edits: BROKEN.shared });
  try {
    await page.route('**/base/v1/releases', (route) => route.fulfill({ status: 503, body: 'busy' }));
    await page.goto(stack.portal + PATH);
    await expect(page.locator('#outlet').getByRole('alert')).toBeVisible();
    await expect(page.locator('#shell').getByRole('alert')).toBeVisible();
    await expect(page.getByText('The rest of the page works.').filter({ visible: true })).toHaveCount(0);
    await page.unroute('**/base/v1/releases');
  } finally {
    takeBack();
  }
  await page.locator('#outlet').getByRole('button', { name: 'Try again' }).click();
  await stands(page);
});

test('a screen whose release is broken heals by itself after the rollback', async ({ page, stack }) => {
  const { takeBack } = await forceVariant(stack, 'mf-static-pages', {
    edits: [['src/index.ts', 'export const module', "throw new Error('broken while loading');\nexport const module"]],
  });
  try {
    // Without the release before it there is nothing to fall back to.
    await editPage(page, (html) =>
      html.replace(/(id="vimarsh-page">)(.*?)(<\/script>)/s, (_all, open, data, close) => {
        const value = JSON.parse(data);
        return open + JSON.stringify({ ...value, releases: { ...value.releases, fallbacks: {} } }).replaceAll('<', '\\u003c') + close;
      }),
    );
    await page.goto(stack.portal + PATH);
    await expect(page.locator('#outlet').getByRole('alert')).toContainText('FAQs could not be loaded');
  } finally {
    takeBack();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.locator('#module-mf-static-pages h1')).toBeVisible({ timeout: 40_000 });
});
