import type { Locator, Page } from '@playwright/test';
import { breakFiles, countReloads, editPage } from '../support/faults/faults.ts';
import { metricsOf } from '../support/stack.ts';
import { expect, test } from '../support/story.ts';
import { previewVariant } from '../support/variant.ts';

/**
 * One module's file fails in every way a file can fail: what the user reads, that the rest stays usable, and how it comes
 * back. Each safety is also taken out on purpose, and the same scenario must then end badly.
 */
test.use({ serviceWorkers: 'block' });

const SCREENS = [
  { module: 'shell', path: '/retail-side/faq', what: 'Navigation' },
  { module: 'mf-recommendations', path: '/', what: 'Research calls on record' },
  { module: 'mf-auth', path: '/login', what: null },
  { module: 'mf-widgets', path: '/market-sentiment', what: 'Market sentiment' },
  { module: 'mf-static-pages', path: '/retail-side/faq', what: null },
] as const;
const entryOf = (module: string) => new RegExp(`/releases/${module}/[0-9a-f]{10}/entry\\.js`);
const chunkOf = (module: string) => new RegExp(`/releases/${module}/[0-9a-f]{10}/(?!entry\\.js)[\\w.-]+\\.js`);
const place = (page: Page, module: string): Locator => page.locator(`#module-${module}`);
const failure = (page: Page, module: string): Locator => place(page, module).getByRole('alert');

async function expectShown(page: Page, module: string): Promise<void> {
  await expect(place(page, module).locator('h1, nav, form').first()).toBeVisible();
  await expect(place(page, module).locator('.failure')).toHaveCount(0);
}

for (const { module, path, what } of SCREENS) {
  test.describe(module, () => {
    for (const [name, files] of [
      ['entry', entryOf(module)],
      ['chunk', chunkOf(module)],
    ] as const) {
      test(`its ${name} answers 503 once, then twice: nobody notices`, async ({ page, stack }) => {
        for (const times of [1, 2]) {
          const reloads = countReloads(page);
          const { hits } = await breakFiles(page, files, { kind: '503', times });
          await page.goto(stack.portal + path);
          await expectShown(page, module);
          expect(Math.max(...hits.values())).toBe(times);
          expect(reloads()).toBe(0);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        }
      });
    }

    // A wrong hash and HTML take one way through the loader, whichever module it is: frame and one screen stand for all.
    for (const kind of module === 'shell' || module === 'mf-widgets' ? (['503', 'html', 'tampered'] as const) : (['503'] as const)) {
      test(`its entry answers ${kind} three times: words, the rest works, Try again works`, async ({ page, stack }) => {
        const { mend } = await breakFiles(page, entryOf(module), { kind });
        await page.goto(stack.portal + path);
        const view = failure(page, module);
        await expect(view).toContainText(`${what ?? (await titleOf(page))} could not be loaded`);
        await expect(view).toContainText('Nothing you saved is affected');
        await expect(view).toContainText(/Support code V-\w{6}/);
        expect(await page.evaluate(() => 'tampered' in window)).toBe(false);

        if (module === 'shell') await expectShown(page, 'mf-static-pages');
        else if (path !== '/login') await expectNavigationWorks(page, path);
        mend();
        await failure(page, module).getByRole('button', { name: 'Try again' }).click();
        await expectShown(page, module);
      });
    }

    test('its chunk never comes: the app reloads once, then says so, and Try again works (S2.3-RULE-05, S2.3-RULE-O01, S8-ERR-31)', async ({ page, stack }) => {
      const reloads = countReloads(page);
      const { mend } = await breakFiles(page, chunkOf(module), { kind: '503' });
      await page.goto(stack.portal + path);
      await expect(failure(page, module)).toBeVisible();
      await expect.poll(reloads).toBe(1);
      await page.waitForTimeout(2500);
      expect(reloads()).toBe(1);
      mend();
      await failure(page, module).getByRole('button', { name: 'Try again' }).click();
      await expectShown(page, module);
    });
  });
}

/** The user goes somewhere else by the navigation and comes back; the failure is still told there. */
async function expectNavigationWorks(page: Page, path: string): Promise<void> {
  const elsewhere = path === '/retail-side/faq' ? 'Market sentiment' : 'FAQs';
  await page.getByRole('navigation').getByRole('link', { name: elsewhere }).first().click();
  await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  await expect(page.locator('#outlet h1').first()).toBeVisible();
  await page.goBack();
  await expect(page.locator('#outlet').getByRole('alert')).toBeVisible();
}

const titleOf = async (page: Page): Promise<string> => (await page.title()).split(' · ')[0]!;

for (const kind of ['html', 'tampered'] as const) {
  test(`a chunk that answers ${kind} is refused by its hash and asked for again`, async ({ page, stack }) => {
    const { hits } = await breakFiles(page, chunkOf('mf-static-pages'), { kind, times: 1 });
    await page.goto(`${stack.portal}/retail-side/faq`);
    await expectShown(page, 'mf-static-pages');
    expect(hits.size).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  });
}

test('the shared libraries fail three times: every part says so, and Try again brings the page back', async ({ page, stack }) => {
  const { mend } = await breakFiles(page, entryOf('shared'), { kind: '503' });
  await page.goto(stack.portal);
  await expect(failure(page, 'mf-recommendations')).toBeVisible();
  // The frame asks after the first screen, so it says so after it.
  await expect(failure(page, 'shell')).toBeVisible();
  mend();
  await failure(page, 'mf-recommendations').getByRole('button', { name: 'Try again' }).click();
  await expectShown(page, 'mf-recommendations');
  await failure(page, 'shell').getByRole('button', { name: 'Try again' }).click();
  await expectShown(page, 'shell');
});

test('an entry whose request hangs is asked for beside after 8 s, and comes by that', async ({ page, stack }) => {
  const { hits } = await breakFiles(page, entryOf('mf-widgets'), { kind: 'silent', times: 1 });
  await page.goto(`${stack.portal}/market-sentiment`, { waitUntil: 'commit' });
  await expect(place(page, 'mf-widgets').locator('h1').first()).toBeVisible({ timeout: 20_000 });
  await expect(failure(page, 'mf-widgets')).toHaveCount(0);
  expect([...hits.values()]).toEqual([1]);
});

test('a chunk that never answers counts as failed at 120 s, and the app reloads (S8-ERR-30)', async ({ page, stack }) => {
  await page.clock.install();
  const reloads = countReloads(page);
  await breakFiles(page, chunkOf('mf-widgets'), { kind: 'silent' });
  await page.goto(`${stack.portal}/retail-side/faq`);
  await page.clock.runFor(2000);
  await expectShown(page, 'mf-static-pages');
  const asked = page.waitForRequest(chunkOf('mf-widgets'));
  await page.getByRole('navigation').getByRole('link', { name: 'Market sentiment' }).first().click();
  await page.clock.runFor(1000);
  await asked;
  await page.clock.fastForward(115_000);
  expect(reloads()).toBe(0);
  await page.clock.fastForward(6_000);
  await expect.poll(reloads).toBe(1);
});

for (const [what, edit] of [
  ['empty', () => ''],
  ['an HTML error page', () => '&lt;h1>Bad gateway&lt;/h1>'],
  ['of another shape', () => '{"modules":[{"name":"shell","url":"/x.js"}]}'],
] as const) {
  test(`the release set is ${what}: the last one that worked is used; without one the page says so`, async ({ page, stack }) => {
    const damaged = (html: string) => html.replace(/(<script[^>]*id="vimarsh-page"[^>]*>).*?(<\/script>)/s, (_all, open, close) => open + edit() + close);
    await editPage(page, damaged);
    await page.goto(stack.portal);
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded');
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expectShown(page, 'mf-recommendations');

    await editPage(page, damaged);
    await page.goto(`${stack.portal}/retail-side/faq`);
    await expectShown(page, 'mf-static-pages');
    await expectShown(page, 'shell');
  });
}

const FAQ_PAGE = "() => import('./document/document.page.tsx')";
const THROWS_WHEN = {
  loading: [['src/index.ts', 'export const module', "throw new Error('broken while loading');\nexport const module"]],
  mounting: [
    [
      'src/index.ts',
      'export const module =',
      "const broken = () => Promise.reject(new Error('broken while mounting'));\nexport const module = { bootstrap: async () => undefined, mount: broken, unmount: broken };\nexport const before =",
    ],
  ],
  rendering: [['src/index.ts', FAQ_PAGE, "async () => ({ Page: () => { throw new Error('broken while rendering'); } })"]],
} as const;

for (const [when, edits] of Object.entries(THROWS_WHEN)) {
  test(`a new release that throws while ${when} gives way to the one before, and that is reported`, async ({ page, stack }) => {
    const query = await previewVariant(stack, 'mf-static-pages', `throws-${when}`, { edits });
    const fellBack = async () => {
      const metrics = await metricsOf(stack.portal);
      return Number(/vimarsh_module_loads_total\{module="mf-static-pages",outcome="fell_back"[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0);
    };
    const before = await fellBack();
    await page.goto(`${stack.portal}/retail-side/faq?${query}`);
    await expectShown(page, 'mf-static-pages');
    await expect.poll(fellBack).toBe(before + 1);
  });
}

test('a screen that breaks after it was shown says so; the frame and other screens stay', async ({ page, stack }) => {
  const query = await previewVariant(stack, 'mf-static-pages', 'breaks-later', {
    edits: [
      [
        'src/index.ts',
        FAQ_PAGE,
        "async () => { const { createElement, useState } = await import('react'); return { Page: () => { const [on, set] = useState(false); if (on) throw new Error('broken later'); return createElement('h1', { onClick: () => set(true) }, 'Fine'); } }; }",
      ],
    ],
  });
  await page.goto(`${stack.portal}/retail-side/faq?${query}`);
  await page.getByRole('heading', { name: 'Fine' }).click();
  await expect(page.locator('#outlet').getByRole('alert')).toContainText('FAQs could not be loaded');
  await page.getByRole('navigation').getByRole('link', { name: 'Market sentiment' }).first().click();
  await expectShown(page, 'mf-widgets');
});
