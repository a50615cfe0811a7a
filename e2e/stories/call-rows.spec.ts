import type { Page } from '@playwright/test';
import { expect, signedIn, test } from '../support/story.ts';

const LIST = '/experts-past-recommendations';
const PICTURES = process.env.E2E_ROWS;

/** Labels of the rails on a page that touch each other, leave their rail or lie under another text of their row, by what they say. */
const meeting = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-call]')].flatMap((link) => {
      const labels = [...(link.closest('li')?.querySelectorAll('[data-label]') ?? [])]
        .map((label) => ({ text: label.textContent ?? '', box: label.getBoundingClientRect(), wide: label.scrollWidth - label.clientWidth }))
        .filter(({ box }) => box.width > 1);
      const rail = link.closest('li')!.getBoundingClientRect();
      const others = [...(link.closest('li')?.querySelectorAll('small, button, [data-entry]') ?? [])]
        .filter((text) => !text.closest('[data-label]'))
        .map((text) => ({ text: text.textContent ?? '', box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1);
      const under = labels.flatMap(({ text, box }) =>
        others
          .filter((other) => other.box.left < box.right && other.box.right > box.left && other.box.top < box.bottom - 1 && other.box.bottom > box.top + 1)
          .map((other) => `${text} under ${other.text}`),
      );
      if (under.length > 0) return under;
      return labels.flatMap(({ text, box, wide }, at) => {
        const next = labels
          .slice(at + 1)
          .find((other) => other.box.left < box.right + 2 && other.box.right > box.left - 2 && Math.abs(other.box.top - box.top) < 8);
        return next || box.left < rail.left || box.right > rail.right + 0.5 || wide > 1 ? [`${text} ${next?.text ?? ''} ${wide}`] : [];
      });
    }),
  );

test('labels of a rail never meet, and on a phone a call takes 130 px at most, from 320 to 1440 px', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  for (const width of [320, 360, 412, 768, 1024, 1284, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const view of ['?term=all', '?view=past&term=all&period=1Y']) {
      await page.goto(`${stack.portal}${LIST}${view}`);
      await expect(page.locator('[data-call]').first()).toBeVisible();
      await expect(page.locator('[data-label]').nth(8)).toBeAttached();
      expect(await meeting(page), `${width} px ${view}`).toEqual([]);
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/rows-${width}-${view.includes('past') ? 'past' : 'live'}.png` });
      // A long name beside a chip takes a line more at 320 px.
      if (width < 360 || width > 412 || view.includes('past')) continue;
      const heights = await page
        .locator('li:has([data-call])')
        .evaluateAll((rows) => rows.slice(0, 8).map((row) => Math.round(row.getBoundingClientRect().height)));
      expect(Math.max(...heights), `${width} px: ${heights}`).toBeLessThanOrEqual(130);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

test('a list opens on what can still be done for every plan: no first screen is empty, and none begins with calls whose entry has passed', async ({
  browser,
  stack,
  demo,
}) => {
  for (const who of ['Pro investor', 'Premium investor', 'free investor'] as const) {
    const page = await (await browser.newContext()).newPage();
    await signedIn(page, stack.portal, demo, who);
    await page.goto(`${stack.portal}${LIST}`);
    const list = page.getByRole('list', { name: 'Live calls' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    const enter = page.getByRole('radio', { name: /^Can still enter/, checked: true });
    await expect(enter.or(page.getByText('No call can be entered as published now. Here are all that run.'))).toBeAttached();
    if ((await enter.count()) > 0) await expect(list.getByRole('listitem').first()).not.toContainText('Entry passed');
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/first-${who.replace(' ', '-')}.png` });
    await page.context().close();
  }
});
