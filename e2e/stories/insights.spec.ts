import type { Page } from '@playwright/test';
import { expect, signedIn, test as story } from '../support/story.ts';

/** Opens an insight under a key and waits for the request that carries it; the page that is left may still ask for itself. */
async function openWithKey(page: Page, address: string, path: string, key: string): Promise<void> {
  const asked = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url());
    return pathname === path && searchParams.get('broker_access_key') === key;
  });
  await page.goto(`${address}/${key}`);
  await asked;
}

story(
  'I open equity insights with no, one and two segments, and see a search, a stock, and a refused key (S2.2-ROUTE-15, S2.2-PARAM-02, S2.2-PARAM-03)',
  async ({ page, stack, demo }) => {
    await page.goto(`${stack.portal}/equity-insights`);
    await page.getByRole('link', { name: 'M&M' }).click();
    await expect(page).toHaveURL(`${stack.portal}/equity-insights/M%26M`);
    await expect(page.getByRole('region', { name: 'Equity insight of M&M' })).toBeVisible();

    await page.goto(`${stack.portal}/equity-insights/TCS`);
    const insight = page.getByRole('region', { name: 'Equity insight of TCS' });
    await expect(insight.getByRole('group', { name: 'Technical rating' })).toBeVisible();

    await openWithKey(page, `${stack.portal}/equity-insights/TCS`, '/insights/v1/equity/TCS', 'KEY1');
    await expect(page.getByText('Widget not enabled').first()).toBeVisible();

    await page.goto(`${stack.portal}/equity-insights/TCS/${demo.widget.access_key}`);
    await expect(insight).toBeVisible();
  },
);

story('I open options insights with no, one and two segments (S2.2-ROUTE-16, S2.2-PARAM-04, S2.2-PARAM-05)', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/options-insights`);
  await expect(page.getByRole('region', { name: 'Options insight of NIFTY' })).toBeVisible();
  await page.goto(`${stack.portal}/options-insights/BANKNIFTY`);
  await expect(page.getByRole('region', { name: 'Options insight of BANKNIFTY' })).toBeVisible();

  await openWithKey(page, `${stack.portal}/options-insights/NIFTY`, '/insights/v1/options/NIFTY', 'KEY1');
  await expect(page.getByText('Widget not enabled').first()).toBeVisible();

  await page.goto(`${stack.portal}/options-insights/NIFTY/${demo.widget.access_key}`);
  await expect(page.getByRole('region', { name: 'Options insight of NIFTY' })).toBeVisible();
});

story('every figure opens how it is computed, by keyboard, and every vote stands in a table', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/equity-insights/RELIANCE`);
  const rsi = page.getByText('RSI 14', { exact: true }).first();
  await rsi.scrollIntoViewIfNeeded();
  await page.locator('summary').filter({ has: rsi }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Wilder’s average gain over average gain plus loss/)).toBeVisible();
  await page.getByText('All 26 votes and how they are counted').click();
  await expect(page.getByRole('group', { name: 'All votes' }).getByRole('row')).toHaveCount(27);
});

story('I build an iron condor: limits, breakevens, its probability and the assumption behind it', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/options-insights/NIFTY`);
  const strategy = page.getByRole('group', { name: 'Strategy' });
  await strategy.getByRole('button', { name: 'Iron condor' }).click();
  await expect(strategy.getByRole('button', { name: /^Remove leg/ })).toHaveCount(4);
  await expect(strategy.getByRole('button', { name: 'Add a leg' })).toBeDisabled();
  await expect(strategy.getByText('Without limit')).toHaveCount(0);
  await expect(strategy.getByText(/lognormal around the forward/)).toBeVisible();
  await strategy.getByRole('button', { name: 'Remove leg 2' }).click();
  // A bought wing is gone: the loss has no limit any more.
  await expect(strategy.getByText('Without limit')).toHaveCount(1);
  await strategy.getByText('Show as table').click();
  await expect(strategy.getByRole('group', { name: 'Profit and loss at expiry, as a table' })).toBeVisible();
});

story('a symbol nobody knows, and one without options, say so and keep the page', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/equity-insights/NOSUCH`);
  await expect(page.getByText('We don’t know “NOSUCH”.').first()).toBeVisible();
  await page.goto(`${stack.portal}/options-insights/ECLERX`);
  await expect(page.getByText('There are no options on this symbol.').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Underlyings' }).getByRole('link', { name: 'SENSEX' }).click();
  await expect(page.getByRole('region', { name: 'Options insight of SENSEX' })).toBeVisible();
});

story('signed in, I see the market at a glance and go from a mover to everything about it (S2.1-ROUTE-27)', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/markets-overview`);
  await expect(page.getByRole('navigation', { name: 'Indices' }).getByRole('link')).toHaveCount(5);
  const movers = page.getByRole('group', { name: 'Movers', exact: true });
  await movers.getByRole('tab', { name: /Most traded/ }).click();
  const first = movers.getByRole('row').nth(1).getByRole('link');
  const symbol = await first.textContent();
  await first.click();
  await expect(page).toHaveURL(`${stack.portal}/stocks/${encodeURIComponent(symbol!)}`);
  await expect(page.getByRole('region', { name: 'Technicals' }).getByText('Moving averages')).toBeVisible();
});
