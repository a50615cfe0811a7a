import type { Locator } from '@playwright/test';
import { expect, expectAccessible, testAfterClose as test } from '../support/story.ts';
import { DATA_REQUESTS, KINDS, openWidget, PLACES, regionIn, WIDGETS } from '../support/widgets.ts';

/** After the close, so that figures stand still: what a widget says does not depend on where it stands. */

/** What can be read in the widget; the chain as a file is the portal's own. */
const wordsOf = (region: Locator): Promise<string> =>
  region.evaluate((section) =>
    [...section.children]
      .map((card) => (card as HTMLElement).innerText)
      .join('\n')
      .replace('Download as CSV', '')
      .replace(/\s+/g, ' ')
      .trim(),
  );

for (const kind of KINDS) {
  const { code, other } = WIDGETS[kind];
  test.describe(kind, () => {
    test('says the same in all three places', async ({ page, stack, demo }) => {
      const words: string[] = [];
      // Wide boxes have room for more words.
      await page.setViewportSize({ width: 390, height: 800 });
      for (const place of PLACES) {
        const region = regionIn(await openWidget(page, { stack, demo }, kind, place, code), kind, code);
        await expect(region).toBeVisible();
        await expect(region).toContainText('IST');
        await expect(region).toContainText('Closed');
        // How many candles are drawn depends on the room, the table has them all.
        if (kind === 'equity') {
          await region.getByRole('group', { name: 'Candles', exact: true }).evaluate((card) => card.scrollIntoView());
          await expect(region.getByRole('slider')).toBeVisible();
          await region.getByRole('button', { name: 'Show as table' }).click();
        }
        // On partners' pages it comes to who reads that far.
        if (kind === 'options') {
          await region.getByRole('group', { name: 'Strategy', exact: true }).evaluate((card) => card.scrollIntoView());
          await expect(region.getByRole('button', { name: 'Add a leg' })).toBeVisible();
        }
        // Our own page offers its reader to log in for them; a partner's page has no such reader.
        words.push((await wordsOf(region)).replace(/Log in to see experts’ open calls\. Your plan decides which ones\. Log in/, 'No open calls to show.'));
      }
      expect(words[0]!.length).toBeGreaterThan(kind === 'sentiment' ? 100 : 2000);
      expect(words[1]).toBe(words[0]);
      expect(words[2]).toBe(words[0]);
    });

    for (const place of PLACES)
      test.describe(`as ${place}`, () => {
        test('shows names with & and -, and says of an unknown one that it is unknown', async ({ page, stack, demo }) => {
          await expect(regionIn(await openWidget(page, { stack, demo }, kind, place, other), kind, other)).toBeVisible();
          const scope = await openWidget(page, { stack, demo }, kind, place, 'NOSUCH');
          await expect(scope.getByText(/^We don’t know (this stock|“NOSUCH”)\.$/).first()).toBeVisible();
          await expect(scope.getByRole('button', { name: 'Try again' })).toHaveCount(0);
        });

        test('offers to try again while our service is away, and recovers', async ({ page, stack, demo }) => {
          let away = true;
          await page.route(DATA_REQUESTS, (route) => (away ? route.abort() : route.continue()));
          const scope = await openWidget(page, { stack, demo }, kind, place, code);
          const again = scope.getByRole('button', { name: 'Try again' }).last();
          await expect(again).toBeVisible({ timeout: 40_000 });
          away = false;
          // It may have come back by itself in between.
          await again.click({ timeout: 3000 }).catch(() => undefined);
          await expect(regionIn(scope, kind, code)).toBeVisible({ timeout: 40_000 });
        });

        test('is read on a 360 px phone without scrolling sideways, and axe has nothing to object to', async ({ page, stack, demo }) => {
          await page.setViewportSize({ width: 360, height: 780 });
          const region = regionIn(await openWidget(page, { stack, demo }, kind, place, code), kind, code);
          await expect(region).toBeVisible();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
          const { width } = (await region.boundingBox())!;
          expect(width).toBeGreaterThan(250);
          // The partner's page shows the insight twice, under the same names.
          const twin = { 'portal page': '', element: 'main > iframe', iframe: WIDGETS[kind].tag }[place];
          await expectAccessible(page, twin);
        });

        if (kind !== 'sentiment')
          test('opens by keyboard how a figure is computed', async ({ page, stack, demo }) => {
            const region = regionIn(await openWidget(page, { stack, demo }, kind, place, code), kind, code);
            const summary = region
              .locator('summary')
              .filter({ hasText: kind === 'equity' ? 'RSI 14' : 'Max pain' })
              .first();
            await summary.focus();
            await page.keyboard.press('Enter');
            await expect(summary.locator('..').getByText(/^As of/)).toBeVisible();
          });

        if (kind === 'options') {
          test('has a table behind every chart, and goes to another expiry', async ({ page, stack, demo }) => {
            const region = regionIn(await openWidget(page, { stack, demo }, kind, place, code), kind, code);
            await expect(region).toBeVisible();
            const charts = await region.getByRole('img').count();
            expect(charts).toBeGreaterThanOrEqual(3);
            await expect(region.getByText('Show as table')).toHaveCount(charts);
            await region.getByText('Show as table').first().click();
            await expect(region.getByRole('group', { name: 'Open interest by strike, as a table' })).toBeVisible();
            const expiries = region.getByRole('group', { name: 'Expiry' }).getByRole('button');
            await expect(expiries.first()).toBeVisible();
            await expiries.nth(1).click();
            await expect(expiries.nth(1)).toHaveAttribute('aria-pressed', 'true');
          });

          test('says of a stock without derivatives that it has none', async ({ page, stack, demo }) => {
            const scope = await openWidget(page, { stack, demo }, kind, place, 'ECLERX');
            await expect(scope.getByText('There are no options on this symbol.').first()).toBeVisible();
          });
        }
      });
  });
}
