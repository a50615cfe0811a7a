import { expectNoShift, watchShifts } from '../support/layout-shift.ts';
import { expect, expectAccessible, signedIn, test as story } from '../support/story.ts';

const LIST = '/expert-past-strategy-options';

story('A visitor is asked to log in before option calls (S2.1-ROUTE-23)', async ({ page, stack }) => {
  await page.goto(stack.portal + LIST);
  await expect(page).toHaveURL(/\/login/);
});

for (const [who, left] of [
  ['Pro investor', null],
  ['Premium investor', 'You see live calls on an index with limited risk. The others are outside your plan.'],
] as const) {
  story(`A ${who} reads option calls, and a past one’s proof holds in the browser (S2.1-ROUTE-23, S1-SCOPE-04)`, async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, who);
    await page.goto(stack.portal + LIST);
    await expect(page.getByRole('heading', { name: 'Option calls', level: 1 })).toBeVisible();
    await expect(page.getByText('9 out of 10 individual traders in equity Futures and Options Segment, incurred net losses.')).toBeVisible();
    await expect(page.getByText('outside your plan')).toHaveText(left === null ? [] : [left]);
    const { data } = await (await page.request.get(`${stack.portal}/reco/v1/options/calls?view=past&period=ALL`)).json();
    await page.goto(`${stack.portal}${LIST}?view=past&period=ALL`);
    const rows = page.getByRole('list', { name: 'Past option calls' }).locator('[data-call]');
    await expect(rows).toHaveCount(Math.min(20, data.total));
    for (const [width, height] of [
      [1440, 900],
      [320, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await rows.first().press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.locator('summary', { hasText: /^\d legs?$/ }).click();
    await expect(drawer.getByRole('table', { name: 'Legs with the prices a follower got' })).toBeVisible();
    await expect(drawer.getByRole('region', { name: 'The call' })).toContainText(/Exchange[NB]FO/);
    // A sheet on a tablet, a column on the desk: the chart gets narrower with it.
    for (const width of [768, 1440]) await page.setViewportSize({ width, height: 900 });
    const outside = () => drawer.evaluate((sheet) => [...sheet.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > innerWidth).length);
    await expect.poll(outside).toBe(0);
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Verify this record' }).click();
    await expect(drawer.getByText(/^This record holds\./)).toBeVisible();
  });
}

for (const width of [360, 1440])
  story(`Nothing moves at ${width} px when my option calls turn out to be none`, async ({ page, stack, demo }) => {
    await page.setViewportSize({ width, height: 900 });
    await signedIn(page, stack.portal, demo, 'Premium investor');
    await watchShifts(page);
    // Late enough that the bones are seen first.
    await page.route('**/reco/v1/options/mine?**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.goto(`${stack.portal}/past-strategy-options`);
    await expect(page.getByText('Loading calls')).toBeAttached();
    await expect(page.getByText('No open calls from the experts you follow')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await expectNoShift(page);
  });
