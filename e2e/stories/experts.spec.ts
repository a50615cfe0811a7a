import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startStack } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, testAfterClose as test } from '../support/story.ts';

/** Nothing stands beyond the edge, in light and dark, from a small phone to a desk. */
async function expectFits(page: Page): Promise<void> {
  for (const [width, scheme] of [
    [320, 'light'],
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }
}

test('an investor finds an expert, judges the record beside chance, follows, and checks every call of it (S2.1-ROUTE-10, S2.1-ROUTE-11)', async ({
  page,
  stack,
  demo,
}) => {
  test.setTimeout(180_000);
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/expert-store`);
  await expect(page.getByRole('list', { name: 'Experts' }).getByRole('listitem').first()).toBeVisible();
  await expectFits(page);
  await page.getByLabel('Name, number or city').fill('contrarian');
  await expect(page).toHaveURL(/q=contrarian/);
  await page.getByRole('link', { name: 'Manoj Pattnaik' }).click();
  // The record of the year that the card counts.
  await expect(page).toHaveURL(/\/expert-dashboard\?user_id=exp_09&period=1Y$/);
  const line = await page.getByText(/^\d+ of \d+ calls gained\. Guessing would give \d+ to \d+(, so this may be luck)?\.$/).textContent();
  await expect(page.getByText(/In the last 12 months, shares only\.$/)).toBeVisible();
  // Without a chosen period it opens on the shortest that can answer; on the card stood the first line of this page.
  await page.goto(`${stack.portal}/expert-dashboard?user_id=exp_09`);
  await expect(page.getByText(/^\d+ of \d+ calls gained\. Guessing would give \d+ to \d+(, so this may be luck)?\.$/)).toBeVisible();
  await page.goto(`${stack.portal}/expert-store?q=contrarian`);
  await expect(page.getByRole('list', { name: 'Experts' }).getByText(line!)).toBeVisible();
  await page.getByRole('link', { name: 'Manoj Pattnaik' }).click();
  // Another expert stands beside this one, term by term.
  await page.getByRole('heading', { name: 'Compare with another expert' }).click();
  await page.getByLabel('Compare with').selectOption({ label: 'Harini Subbarayan' });
  await expect(
    page
      .getByRole('table', { name: /, two experts$/ })
      .first()
      .getByRole('row'),
  ).toHaveCount(3);
  await expectFits(page);
  const follow = page.getByRole('button', { name: /^Follow(ing)? Manoj Pattnaik/ });
  const before = await follow.getAttribute('aria-pressed');
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true');
  // A dot leads to its call.
  await page.locator('a[data-way]').first().click({ force: true });
  await expect(page.getByRole('dialog').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Check the record' }).click();
  await page.getByRole('button', { name: 'Check the whole record' }).click();
  await expect(page.getByText(/^All \d+ calls hold, with \d+ events\./)).toBeVisible({ timeout: 120_000 });
});

test('a visitor reads of the experts, and of how results are counted (S2.2-ROUTE-12)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/performers`);
  await expect(page.getByRole('list', { name: 'Experts' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How results are counted' })).toBeVisible();
  await expectFits(page);
  // A name says that it needs the login, which says where it leads.
  await page.getByRole('link', { name: /^Manoj Pattnaik ?, log in to see the record/ }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Log in to open “An expert’s record”')).toBeVisible();
});

/** Numbers that say how calls ended, taken together. */
const FIGURES =
  /"(?:hits|misses|hit_rate|driftless_rate|average|avg_return|avg_gain|avg_loss|median_return|stars|follower_return|profit_factor|expectancy_r|max_drawdown_r|rank)":(?!null|0[,}])[^,}]*/g;
/** How one call ended. */
const ENDED = /"(?:realised_return|result|r_multiple)":(?!null)[-\d][^,}]*/g;
/** Everything that tells of past calls: screens of visitors, of members, what a partner embeds, and what the bell holds. */
const OPEN_TO_ALL = ['/', '/performers', '/market-sentiment', '/equity-insights/TCS', '/options-insights/NIFTY'];
const FOR_MEMBERS = [
  '/expert-store',
  '/expert-dashboard?user_id=exp_09&period=1Y',
  '/experts-past-recommendations?view=past&period=ALL&term=all',
  '/past-recommendations?view=past&period=ALL',
  '/expert-past-strategy-options?view=past&period=ALL',
  '/data-categorisation?view=closed',
  '/stocks/TCS',
];

/** What answers tell of results from now on, and which addresses were looked at. `singles`: also how single calls ended. */
function tellsOf(page: Page, singles: boolean): { told: string[]; looked: Set<string> } {
  const [told, looked] = [[] as string[], new Set<string>()];
  page.on('response', async (response) => {
    if (!/json|html|event-stream/.test(response.headers()['content-type'] ?? '') || /\/releases\//.test(response.url())) return;
    const text = await response.text().catch(() => '');
    const path = new URL(response.url()).pathname;
    looked.add(path);
    for (const [found] of [...text.matchAll(FIGURES), ...(singles ? text.matchAll(ENDED) : [])]) told.push(`${path}: ${found}`);
  });
  return { told, looked };
}

test('under demo the results are there, below the ribbon that says they are not real', async ({ page, stack, demo }) => {
  const { told } = tellsOf(page, true);
  await page.goto(stack.portal);
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/expert-dashboard?user_id=exp_09&period=1Y`);
  await expect(page.getByText('Simulated market, fictional experts: not real performance.')).toBeVisible();
  await expect(page.getByText('Simulated market — prices, experts and results are not real')).toBeVisible();
  // What the stories below look for is found where it may be.
  for (const path of ['/', '/experts/v1/experts/exp_09'])
    expect(
      told.some((one) => one.startsWith(`${path}:`)),
      path,
    ).toBe(true);
  await page.getByText('Show as table').click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download these calls as CSV' }).click();
  const [head, ...calls] = readFileSync((await (await file).path())!, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const made = head!.indexOf('"realised_return"');
  // A row for the head, and one for each call with a result.
  const rows = page.getByRole('table', { name: 'Every call on shares that ended' }).getByRole('row');
  await expect(rows).toHaveCount(1 + calls.filter((cells) => cells[made] !== '').length);
});

for (const policy of ['parrva', 'client_request', 'off'] as const) {
  test(`under ${policy} no figure of a result is in any answer: not on a page, in the bell, in a widget or in a copy of one’s data`, async ({ page, demo }) => {
    test.setTimeout(240_000);
    const stack = await startStack({ now: '2026-11-20T13:00:00Z', env: { PERF_POLICY: policy } });
    try {
      const { told, looked } = tellsOf(page, policy === 'off');
      const open = async (path: string): Promise<void> => {
        await page.goto(stack.portal + path);
        await page.waitForLoadState('networkidle');
      };
      for (const path of [...OPEN_TO_ALL, `/equity-insights/TCS/${demo.widget.access_key}`]) await open(path);
      await signedIn(page, stack.portal, demo, 'Pro investor');
      for (const path of FOR_MEMBERS) await open(path);
      await page.getByRole('button', { name: /^Notices/ }).click();
      await expect(page.getByRole('dialog', { name: 'Notices' })).toBeVisible();
      await open('/my-account?tab=privacy');
      const copy = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download my data' }).click();
      const own = readFileSync((await (await copy).path())!, 'utf8');
      for (const [found] of own.matchAll(FIGURES)) told.push(`the copy of one’s data: ${found}`);
      // What was to be looked at came.
      for (const path of ['/', '/reco/v1/calls', '/experts/v1/experts', '/experts/v1/experts/exp_09']) expect([...looked], path).toContain(path);
      expect(told).toEqual([]);

      await open('/expert-dashboard?user_id=exp_09&period=1Y');
      await expect(page.getByRole('heading', { name: 'Open calls' })).toBeVisible();
      await expect(page.locator('a[data-way]')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Download these calls as CSV' })).toHaveCount(0);
      if (policy === 'client_request') {
        await page.getByRole('button', { name: 'Request the record of Manoj Pattnaik' }).click();
        await expect(page.getByText(/^You asked for this record on /)).toBeVisible();
        await expect(page.locator('a[data-way]').first()).toBeVisible();
      }
    } finally {
      await stack.stop();
    }
  });
}
