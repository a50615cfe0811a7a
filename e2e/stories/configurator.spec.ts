import type { Page } from '@playwright/test';
import { serveSite } from '../support/site.ts';
import { expect, expectAccessible, test as story } from '../support/story.ts';

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const snippet = (page: Page) => page.getByRole('region', { name: 'Snippet' });

story('A visitor sees each widget run before pasting it: the element itself, with the choices made', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/business-partners/widgets`);
  await expect(preview(page).locator('vimarsh-sentiment')).toHaveAttribute('stock', 'RELIANCE');
  for (const [name, tag, region] of [
    ['Market sentiment', 'vimarsh-sentiment', /sentiment of RELIANCE/],
    ['Equity insights', 'vimarsh-equity', /Equity insight of RELIANCE/],
    ['Options insights', 'vimarsh-options', /Options insight of NIFTY/],
  ] as const) {
    await page.getByLabel('Widget', { exact: true }).selectOption(name);
    await expect(preview(page).locator(tag).getByRole('region', { name: region }).first()).toBeVisible();
    await expect(snippet(page)).toContainText(`<${tag} `);
  }
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await page.getByRole('combobox', { name: 'Height' }).selectOption('520 px');
  await expect(preview(page).locator('vimarsh-options')).toHaveAttribute('theme', 'dark');
  await expect(preview(page).locator('vimarsh-options')).toHaveCSS('height', '520px');
  await expect(snippet(page)).toContainText('theme="dark" height="520"');
});

story('Language, density and sections are tried on the widget itself before they are pasted', async ({ page, stack }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${stack.portal}/business-partners/widgets`);
    await page.getByLabel('Widget', { exact: true }).selectOption('Equity insights');
    await page.getByLabel('Language').selectOption('hi');
    await page.getByLabel('Density').selectOption('compact');
    const widget = preview(page).locator('vimarsh-equity');
    // On a phone it stands below the choices and starts when it comes near.
    await widget.scrollIntoViewIfNeeded();
    await expect(widget.getByRole('region', { name: 'RELIANCE: इक्विटी इनसाइट' })).toBeVisible();
    for (const name of ['levels', 'rating'])
      await page
        .getByRole('group', { name: /^Sections/ })
        .getByRole('button', { name, exact: true })
        .click();
    await expect(widget.getByRole('group', { name: 'समर्थन और प्रतिरोध' })).toBeVisible();
    await expect(widget.getByRole('group', { name: 'इंडिकेटर' })).toHaveCount(0);
    await expect(snippet(page)).toContainText('lang="hi" density="compact" sections="rating,levels"');
    await expectAccessible(page);
    await page.getByLabel('Widget', { exact: true }).selectOption('Market sentiment');
    await expect(preview(page).locator('vimarsh-sentiment')).toHaveCSS('height', '176px');
    await expect(snippet(page)).not.toContainText('sections=');
  }
});

story('What was copied works: the snippet of each form, pasted into a partner’s page', async ({ page, stack, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${stack.portal}/business-partners/widgets`);
  await page.getByLabel('Your access key').fill(demo.widget.access_key);
  const pasted: string[] = [];
  for (const form of ['Element', 'Pinned version', 'Frame']) {
    await page.getByRole('tab', { name: form }).click();
    await page.getByRole('button', { name: 'Copy snippet' }).click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    pasted.push(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(page.getByText('Copied', { exact: true })).toHaveCount(0);
  }
  const files = Object.fromEntries(pasted.map((text, at) => [`/${at}`, { type: 'text/html', body: `<!doctype html><title>Neem</title><main>${text}</main>` }]));
  const site = await serveSite(files, Number(new URL(stack.partnerSite).port));
  try {
    for (const at of pasted.keys()) {
      await page.goto(`${site.origin}/${at}`);
      const place = at === 2 ? page.frameLocator('iframe') : page;
      await expect(place.getByRole('region', { name: 'Market sentiment of RELIANCE' })).toBeVisible();
    }
  } finally {
    site.close();
  }
});

story('Without a key of one’s own the snippet brings a test key: pasted anywhere it shows simulated data, marked in the corner', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/business-partners/widgets`);
  await expect(page.getByText(/The test key in it lives 14 days, until \d/)).toBeVisible();
  const pasted: string[] = [];
  for (const form of ['Element', 'Frame']) {
    await page.getByRole('tab', { name: form }).click();
    const text = (await snippet(page).textContent())!;
    expect(text).toMatch(/pk_test_1[\w-]{40}\b/);
    pasted.push(text);
  }
  await expectAccessible(page);
  const claim = (await page.getByRole('region', { name: 'Claim secret' }).textContent())!.trim();
  for (const text of pasted) expect(text).not.toContain(claim);
  const files = Object.fromEntries(
    pasted.map((text, at) => [`/${at}`, { type: 'text/html', body: `<!doctype html><title>Trial</title><main>${text}</main>` }]),
  );
  const site = await serveSite(files);
  try {
    for (const at of pasted.keys()) {
      await page.goto(`${site.origin}/${at}`);
      const place = at === 1 ? page.frameLocator('iframe') : page.locator('vimarsh-sentiment');
      await expect(place.getByRole('region', { name: 'Market sentiment of RELIANCE' })).toContainText('simulated');
      const box = place.locator('.box[data-test]');
      await expect(box).toHaveAttribute('data-test', 'Test data');
      expect(await box.evaluate((each) => getComputedStyle(each, '::before').content)).toBe('"Test data"');
      // The mark stands in the widget's own room.
      if (at === 0) await expect(page.locator('vimarsh-sentiment')).toHaveCSS('height', '208px');
      expect(await box.evaluate((each) => each.getBoundingClientRect().height)).toBeLessThanOrEqual(208.5);
    }
  } finally {
    site.close();
  }
});

story('Where the clipboard is closed, nothing claims to be copied: the text is selected instead', async ({ page, stack }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('closed')) } });
  });
  await page.goto(`${stack.portal}/business-partners/widgets`);
  await page.getByRole('button', { name: 'Copy snippet' }).click();
  await expect(page.getByText('Selected: copy it with the keyboard.')).toBeVisible();
  await expect(page.getByText('Copied', { exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => String(getSelection()))).toContain('<vimarsh-sentiment');
});

story('A brand’s colour that can’t be read is said to be moved, one that can is kept', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/business-partners/widgets`);
  const samples = page.getByRole('list', { name: 'Contrast of the colour' }).getByRole('listitem');
  await page.getByLabel('Your brand’s colour').fill('#2d2e8d');
  await expect(samples.first()).toContainText('used as it is');
  await page.getByLabel('Your brand’s colour').fill('#ffd54f');
  await expect(samples.first()).toContainText('under 4.5:1');
  await page.getByLabel('Your brand’s colour').fill('yellow');
  await expect(samples).toHaveCount(0);
  await expect(page.getByText('Write # and six digits')).toBeVisible();
});

story('A score explains itself in the box it has, on a phone as on a desk', async ({ page, stack }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${stack.portal}/business-partners/widgets`);
    const how = preview(page).getByRole('button', { name: 'How computed' });
    await how.click();
    await expect(preview(page).getByRole('region', { name: 'How the score is computed' })).toContainText('Method sentiment-4');
    await expect(preview(page).locator('vimarsh-sentiment')).toHaveCSS('height', '208px');
    await expectAccessible(page);
    await how.press('Enter');
    await expect(how).toBeFocused();
    await expect(preview(page).getByRole('img', { name: /of 100$|No score/ })).toBeVisible();
  }
});
