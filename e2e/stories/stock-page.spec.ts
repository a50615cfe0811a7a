import type { Page } from '@playwright/test';
import { expect, expectAccessible, requestsOf, signedIn, stored, testAfterClose as story, tabTo } from '../support/story.ts';

/** One stock, everything: what each reader sees of it, on a phone and on the desk. After the close, so that figures stand still. */

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const PHONE = { width: 360, height: 740 };

interface Listed {
  readonly stock: string;
  readonly status: string;
  readonly expert: { readonly user_id: string; readonly full_name: string };
}

/** Live calls as the page's reader gets them from the server. */
async function liveCalls(page: Page, portal: string, stock = ''): Promise<Listed[]> {
  const { token } = await stored(page);
  const answer = await page.request.get(`${portal}/reco/v1/calls?view=live&limit=50${stock && `&stock=${encodeURIComponent(stock)}`}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).data.items;
}

story('A visitor on a phone writes a stock’s other name, reads all parts, and is not told of open calls', async ({ page, stack }) => {
  await page.setViewportSize(PHONE);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const allIsThere = requestsOf(page);
  await page.goto(`${stack.portal}/stocks/reliance.ns`);
  await expect(page).toHaveURL(`${stack.portal}/stocks/RELIANCE`);
  await expect(page.getByText('Reliance Industries', { exact: true })).toBeVisible();
  await expect(part(page, 'Chart').getByRole('slider')).toBeVisible();
  // What is far below has not been asked for.
  await allIsThere();
  expect(asked.filter((path) => path.startsWith('/insights/v1/sentiment') || path === '/insights/v1/options/RELIANCE')).toEqual([]);

  const links = page.getByRole('navigation', { name: 'Parts of this page' });
  await links.getByRole('link', { name: 'Sentiment' }).click();
  await expect(part(page, 'Sentiment').getByText('of 100', { exact: false }).first()).toBeInViewport();
  // Head and links stay in sight.
  await expect(links).toBeInViewport();
  await expect(page.getByText('RELIANCE', { exact: true })).toBeInViewport();

  const calls = part(page, 'Experts’ calls');
  await calls.scrollIntoViewIfNeeded();
  await expect(calls.getByText(/^Log in to see experts’ open calls/)).toBeVisible();
  await expect(calls).not.toContainText(/No expert has|experts?:/);
  await expect(calls.getByRole('list', { name: 'Ended calls on RELIANCE' }).getByRole('listitem').first()).toBeVisible();
  await allIsThere();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await expectAccessible(page);

  const opened = calls.getByRole('list', { name: 'Ended calls on RELIANCE' }).getByRole('link').first();
  await opened.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/\/\?reco=/);
});

story('Name and price stand before the first answer comes: the page brings them', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.route(/\/market\/v1\//, () => undefined);
  await page.goto(`${stack.portal}/stocks/RELIANCE`);
  // Bones bring name and price too, a moment before the page does.
  const screen = page.locator('#outlet > :not(#skeleton)');
  await expect(screen.locator('strong ~ b')).toHaveText(/^₹[\d,]+\.\d\d/);
  await expect(screen.getByText('Reliance Industries', { exact: true })).toBeVisible();
});

for (const width of [PHONE.width, 1440])
  story(`The chart stays where it is while the cursor moves over days with calls, at ${width} px`, async ({ page, stack, demo }) => {
    await page.setViewportSize({ width, height: 900 });
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}/stocks/RELIANCE`);
    const chart = part(page, 'Chart');
    const cursor = chart.getByRole('slider');
    await cursor.focus();
    const said = new Set<boolean>();
    const tops = new Set<number>();
    for (let day = 0; day < 60 && said.size < 2; day += 1) {
      await cursor.press('ArrowLeft');
      const reading = await chart.locator('figure p').first().innerText();
      said.add(/published|ended/.test(reading));
      tops.add((await cursor.boundingBox())!.y);
    }
    expect([...said].toSorted(), 'a day with a call and one without').toEqual([false, true]);
    expect([...tops]).toHaveLength(1);
  });

story('A free member has the same figures, a lock that says why, and a way to the calls that ended', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'free investor');
  await page.goto(`${stack.portal}/stocks/TCS`);
  const calls = part(page, 'Experts’ calls');
  await expect(calls.getByText(/not part of your plan/)).toBeVisible();
  await expect(calls).not.toContainText(/No expert has|experts?:/);
  await calls.getByRole('link', { name: 'See how calls ended' }).click();
  await expect(page.getByRole('heading', { name: 'How calls on TCS ended' })).toBeInViewport();
  await expect(part(page, 'Technicals').getByText('Moving averages')).toBeVisible();
});

story('A Premium member reads the consensus, sees a call drawn on the chart, opens it, and comes back to the stock', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Premium investor');
  await page.goto(`${stack.portal}/stocks`);
  await expect(page.getByRole('combobox', { name: 'Stock or index' })).toBeVisible();
  const found = (await liveCalls(page, stack.portal)).find(({ status }) => status === 'active');
  expect(found, 'the demo has an open call of a Premium member').toBeDefined();
  const { stock } = found!;
  const own = await liveCalls(page, stack.portal, stock);

  await page.goto(`${stack.portal}/stocks/${encodeURIComponent(stock)}`);
  const calls = part(page, 'Experts’ calls');
  await expect(calls.getByRole('list', { name: `Open calls on ${stock}` }).getByRole('listitem')).toHaveCount(Math.min(own.length, 4));
  const counted = new Set(own.filter(({ status }) => status !== 'suspended_open').map(({ expert }) => expert.user_id)).size;
  await expect(calls.getByText(new RegExp(`^${counted} experts?: \\d`))).toBeVisible();

  const chart = part(page, 'Chart');
  await expect(chart.getByRole('combobox', { name: 'Call whose levels are drawn' })).toContainText(own[0]!.expert.full_name);
  await expect(chart.getByRole('slider', { name: new RegExp(`${stock}, daily prices with the levels of a call`) })).toBeVisible();
  await chart.getByRole('combobox').selectOption({ label: 'No levels' });
  await expect(chart.getByRole('slider', { name: new RegExp(`${stock}, daily prices\\. Arrow keys`) })).toBeVisible();
  await chart.getByRole('button', { name: 'Week' }).click();
  await expect(chart.getByRole('slider', { name: /weekly prices/ })).toBeVisible();

  await calls
    .getByRole('list', { name: `Open calls on ${stock}` })
    .getByRole('link')
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await drawer.locator(`a[href="/stocks/${encodeURIComponent(stock)}"]`).click();
  await expect(page).toHaveURL(`${stack.portal}/stocks/${encodeURIComponent(stock)}`);
  await expect(part(page, 'Chart')).toBeVisible();
  await expectAccessible(page);
});

story('One part’s service is away: it says so in its place, the others stand, and Retry brings it', async ({ page, stack }) => {
  let away = true;
  await page.route('**/insights/v1/sentiment/**', (route) => (away ? route.abort() : route.continue()));
  await page.goto(`${stack.portal}/stocks/INFY`);
  const sentiment = part(page, 'Sentiment');
  // A part’s place is taken by the part itself meanwhile, and then by what tells of the failure.
  await expect(() => sentiment.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass();
  await expect(sentiment.getByRole('alert')).toContainText('Could not load the sentiment.');
  await expect(part(page, 'Technicals').getByText('Moving averages')).toBeVisible();
  await expect(part(page, 'Chart').getByRole('slider')).toBeVisible();
  away = false;
  await sentiment.getByRole('button', { name: 'Retry' }).click();
  await expect(sentiment.getByText(/of 100$/)).toBeVisible();
  await expect(sentiment.getByRole('alert')).toHaveCount(0);
});

story('By keyboard: the search leads to the stock, its links to the parts, and the arrow keys through its candles', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/market-sentiment`);
  await expect(page.getByRole('button', { name: /Search stocks/ }).first()).toBeVisible();
  // A button that stands a moment before its key is heard is pressed for again, as people do.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Stock or page' })).toBeFocused({ timeout: 5_000 });
  }).toPass();
  await page.keyboard.type('infosys');
  await expect(page.getByRole('option', { name: /^INFY/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.portal}/stocks/INFY`);
  const slider = part(page, 'Chart').getByRole('slider');
  await expect(slider).toBeVisible();
  await tabTo(page, /^Technicals$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.portal}/stocks/INFY#technicals`);
  await expect(part(page, 'Technicals').getByRole('heading', { name: 'Technicals' })).toBeInViewport();
  await slider.focus();
  await expect(slider).toHaveAttribute('aria-valuetext', /^20 Nov 2026/);
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /^19 Nov 2026/);
});

story('A symbol nobody knows, a suspended stock and an index each say what they are', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/stocks/NOSUCH`);
  await expect(page.getByText(/We don’t know a stock or index with the symbol NOSUCH\./)).toBeVisible();
  await page.getByRole('combobox', { name: 'Stock or index' }).fill('triveni');
  await page.getByRole('option', { name: /TRIVENI/ }).click();
  await expect(page).toHaveURL(`${stack.portal}/stocks/TRIVENI`);
  await expect(page.getByText(/^Trading is suspended\. Last traded 23 Oct 2026/)).toBeVisible();
  await page.goto(`${stack.portal}/stocks/nifty%2050`);
  await expect(page).toHaveURL(`${stack.portal}/stocks/NIFTY`);
  await expect(part(page, 'Options').getByText(/^Expiry /)).toBeVisible();
  await expect(part(page, 'Experts’ calls')).toHaveCount(0);
});
