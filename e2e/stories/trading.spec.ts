import type { Page } from '@playwright/test';
import { askHost } from '../support/ask-host.ts';
import { signInAtBroker } from '../support/broker.ts';
import type { Demo, Stack } from '../support/stack.ts';
import { expect, expectAccessible, notices, test as story, tabTo } from '../support/story.ts';

/** Of Garnet's broker: one with Premium, who trades, and one without a plan. */
const [TRADER, WITHOUT_PLAN] = ['AB1003', 'AB1002'];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const garnetOf = (stack: Stack): string => stack.partnerHost('garnet');

/** Signs in at Garnet's broker, from Garnet's login. */
async function atBroker(page: Page, stack: Stack, demo: Demo, client_id: string): Promise<void> {
  await page.goto(`${garnetOf(stack)}/login`);
  await button(page, 'Login with Broker').click();
  await page.getByRole('list', { name: 'Brokers' }).getByRole('button').filter({ hasText: 'Garnet Broking' }).click();
  await signInAtBroker(page, demo, client_id);
  await expect(page).toHaveURL(`${garnetOf(stack)}/experts-past-recommendations`);
  await expect(page.locator('[data-profile]')).toBeVisible();
}

interface Answered<T> {
  readonly validation: string;
  readonly data: T;
}
/** Asks the server as the page's own person. */
const ask = <T>(page: Page, path: string, body?: object): Promise<Answered<T>> =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` };
      return (await fetch(to, { headers, ...(sent && { method: 'POST', body: JSON.stringify(sent) }) })).json();
    },
    [path, body] as const,
  );
const faults = (page: Page, ...next: string[]): Promise<unknown> => ask(page, '/trading/v1/paper/faults', { faults: next });

interface Filled {
  readonly ticket: { readonly legs: readonly { readonly symbol: string; readonly price: number }[] };
  readonly subjects: readonly { readonly ltp: number }[];
  readonly check: { readonly remarks: readonly { readonly weight: string }[] };
}
/** The first of these calls that can be acted on now as it stands, with its ticket. */
async function callToActOn(page: Page, calls: readonly { id: string }[], legs: number): Promise<{ id: string; filled: Filled }> {
  for (const { id } of calls) {
    const { data } = await ask<Filled | null>(page, '/trading/v1/ticket', { call_id: id, symbol: null, contract: null });
    if (data?.ticket.legs.length === legs && data.check.remarks.every(({ weight }) => weight === 'note')) return { id, filled: data };
  }
  throw new Error(`None of ${calls.length} calls can be acted on`);
}

/** Opens the ticket of a share, and types another price or quantity where one is given. */
async function openTicket(page: Page, stack: Stack, symbol: string, typed: { shares?: string; above?: number } = {}): Promise<void> {
  await page.goto(`${garnetOf(stack)}/trading?symbol=${symbol}`);
  await expect(button(page, 'Review order')).toBeVisible();
  if (typed.shares) await page.getByLabel('Shares', { exact: true }).fill(typed.shares);
  if (typed.above) await priceUp(page, typed.above);
}
/** A limit above what is there, so that the order fills whichever way the market goes. */
async function priceUp(page: Page, factor = 1.02): Promise<void> {
  const price = page.getByLabel('Limit price (₹)');
  await price.fill(String(Math.ceil(Number(await price.inputValue()) * factor)));
}
async function placeTicket(page: Page): Promise<void> {
  await button(page, 'Review order').click();
  await page.getByRole('dialog', { name: 'Place this order?' }).getByRole('button', { name: 'Place buy order' }).click();
}

story(
  'A Premium customer buys from a call in three presses, part-filled, modifies, cancels the rest and sees the position move (S1-FEAT-05, S2.1-ROUTE-19, S2.1-PARAM-11, S8-ERR-25, S9-DEF-06)',
  async ({ page, stack, demo }) => {
    story.slow();
    await atBroker(page, stack, demo, TRADER);
    await faults(page, 'part');
    const { data } = await ask<{ items: { id: string; call_type: string }[] }>(page, '/reco/v1/calls?view=live&sort=newest&limit=50');
    const buys = data.items.filter(({ call_type }) => call_type === 'Buy');
    const { id, filled } = await callToActOn(page, buys, 1);
    const { symbol } = filled.ticket.legs[0]!;
    await page.goto(`${garnetOf(stack)}/experts-past-recommendations?term=all&reco=${id}`);
    await button(page, 'Act on this call').click();
    await expect(page).toHaveURL(`${garnetOf(stack)}/trading?call=${id}`);
    await expect(page.getByRole('tab', { name: 'Trade', exact: true })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByLabel('Shares', { exact: true })).toHaveValue('10');
    await expect(page.getByText('Nothing is placed by itself')).toBeVisible();
    await priceUp(page);
    await expectAccessible(page);
    await button(page, 'Review order').click();
    const confirm = page.getByRole('dialog', { name: 'Place this order?' });
    await expect(confirm).toContainText(`Buy 10 shares · ${symbol}`);
    await expect(confirm).toContainText('Prices are simulated: nothing is bought or sold.');
    await expectAccessible(page);
    await confirm.getByRole('button', { name: 'Place buy order' }).click();

    await expect(heading(page, 'Your order is with your broker')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Orders placed' })).toContainText('4 of 10 filled');
    await page.getByRole('link', { name: 'See your orders' }).click();
    await expect(page).toHaveURL(`${garnetOf(stack)}/trading/orders`);
    await expect(page.getByRole('tab', { name: 'Orders', exact: true })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('list', { name: 'Open orders' }).getByRole('link').filter({ hasText: symbol }).click();
    const drawer = page.getByRole('dialog', { name: `Buy 10 ${symbol}` });
    await expect(drawer).toContainText('6 still wait in the market');
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Modify' }).click();
    await drawer.getByLabel('Shares in all').fill('12');
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Ask for this change' }).click();
    const changed = page.getByRole('dialog', { name: `Buy 12 ${symbol}` });
    await expect(changed).toContainText('4 of 12 filled');
    await changed.getByRole('button', { name: 'Cancel the rest' }).click();
    const sure = page.getByRole('dialog', { name: 'Cancel the other 8?' });
    await expectAccessible(page);
    await sure.getByRole('button', { name: 'Cancel the rest' }).click();
    await expect(notices(page)).toContainText('Order is cancelled');
    await expect(changed).toContainText('4 of 12 filled');
    await changed.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('list', { name: 'Ended orders' })).toContainText('Cancelled');
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'Positions' }).click();
    const position = page.getByRole('list', { name: 'Positions' }).getByRole('listitem').filter({ hasText: symbol }).first();
    await expect(position).toContainText('Held4');
    await expect(position.getByRole('link', { name: new RegExp(`^Buy ${symbol} by `) })).toHaveAttribute('href', new RegExp(`reco=${id}`));
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Holdings' }).click();
    await expect(page.getByText(/By the book of Garnet Broking/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Funds' }).click();
    await expect(page.getByText('Money is added and taken out at your broker, never here.')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Change limits').click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await button(page, 'Pause trading today').click();
    await expectAccessible(page);
    await button(page, 'Go on trading').click();
  },
);

story('A basket of four option legs with one leg refused says what stands and sends no more (S2.1-ROUTE-19)', async ({ page, stack, demo }) => {
  await atBroker(page, stack, demo, TRADER);
  const { data } = await ask<{ items: { id: string }[] }>(page, '/reco/v1/options/calls?view=live');
  const { id } = await callToActOn(page, data.items, 4);
  await faults(page, 'part', 'refuse');
  await page.goto(`${garnetOf(stack)}/expert-past-strategy-options?reco=${id}`);
  await button(page, 'Act on this call').click();
  await expect(page.getByRole('group', { name: /^Leg 4 of 4/ })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Review orders').click();
  const confirm = page.getByRole('dialog', { name: 'Place these 4 orders?' });
  await expect(confirm).toContainText('buys before sells');
  await confirm.getByRole('button', { name: 'Place 4 orders' }).click();
  await expect(page.getByText('3 orders did not go through; the others stand.')).toBeVisible();
  const orders = page.getByRole('list', { name: 'Orders placed' }).getByRole('listitem');
  await expect(orders.filter({ hasText: 'Rejected' })).toContainText(['There is too little money or margin in your account.']);
  await expect(orders.filter({ hasText: 'Not sent' })).toContainText(Array(2).fill('the rest was held back'));
  await expectAccessible(page);
});

story(
  'Without a plan that trades, trading says which plan has it (S4-MISC-04, S4-MISC-05, S4-MISC-06, S4-MISC-A04, S4-MISC-O03, S6-PERM-06)',
  async ({ page, stack, demo }) => {
    await atBroker(page, stack, demo, WITHOUT_PLAN);
    await page.getByRole('navigation').getByRole('link', { name: 'Trading', exact: true }).first().click();
    await expect(page.getByText('Your plan has no trading')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'See what has it').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Orders through your broker');
    await expect(dialog).toContainText('Premium');
    await expectAccessible(page);
    // The server says the same to who goes round the screen.
    expect((await ask<null>(page, '/trading/v1/ticket', { call_id: null, symbol: 'TCS', contract: null })).data).toBeNull();
  },
);

story(
  'An answer that never comes is never guessed: found in the book, handed over, asked for again; a session that ends keeps the ticket (S2.1-ROUTE-19)',
  async ({ page, stack, demo }) => {
    story.slow();
    await atBroker(page, stack, demo, TRADER);

    await faults(page, 'never');
    await openTicket(page, stack, 'WIPRO');
    await placeTicket(page);
    await expect(heading(page, 'Nobody can say yet what became of it')).toBeVisible();
    await expect(button(page, 'New ticket')).toHaveCount(0);
    await expectAccessible(page);
    const since = Date.now();
    await openTicket(page, stack, 'WIPRO', { shares: '3' });
    await placeTicket(page);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('We don’t know what became of an order of yours in this share.');

    // The broker has it and did not say so: its message or its book does.
    await faults(page, 'lost');
    await openTicket(page, stack, 'INFY', { above: 1.02 });
    await placeTicket(page);
    await expect(heading(page, 'Your order is with your broker')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Orders placed' }).getByText('Filled', { exact: true })).toBeVisible();
    await page.getByRole('list', { name: 'Orders placed' }).getByRole('link').click();
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText(/No answer.*(Found|Filled) /);

    await faults(page, 'pending');
    await openTicket(page, stack, 'TCS');
    await placeTicket(page);
    await expect(page.getByText('OPEN PENDING', { exact: true })).toBeVisible();
    await page.getByRole('list', { name: 'Orders placed' }).getByRole('link').click();
    await expect(page.getByRole('dialog')).toContainText('It is neither in the market nor cancelled.');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Modify' })).toHaveCount(0);
    await expectAccessible(page);

    // Our own answer is lost: the same wish is asked for again, and is one order.
    await openTicket(page, stack, 'ITC', { above: 1.02 });
    await page.route('**/trading/v1/orders', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      const { authorization = '' } = await request.allHeaders();
      await askHost(request.url(), { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: request.postData()! });
      return route.abort();
    });
    await placeTicket(page);
    await expect(heading(page, 'We don’t know yet whether this order was taken')).toBeVisible();
    await page.unroute('**/trading/v1/orders');
    await page.reload();
    await expectAccessible(page);
    await button(page, 'Ask again').click();
    await expect(heading(page, 'Your order is with your broker')).toBeVisible();
    await page.getByRole('link', { name: 'See your orders' }).click();
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Buy 10 ITC' })).toHaveCount(1);

    // The broker ends its session while a ticket is filled in.
    await faults(page, 'session');
    await openTicket(page, stack, 'SBIN', { shares: '7' });
    await placeTicket(page);
    await expect(page.getByRole('main')).toContainText('Your session with Garnet Broking is over');
    await expect(page.getByRole('main')).toContainText(/your ticket is kept/i);
    await expectAccessible(page);
    await button(page, 'Log in with your broker').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Garnet Broking' }).click();
    await signInAtBroker(page, demo, TRADER);
    await expect(page.locator('[data-profile]')).toBeVisible();
    await page.goto(`${garnetOf(stack)}/trading`);
    await expect(page.getByRole('region', { name: 'Your draft' })).toContainText('Buy 7 shares · SBIN');
    await expectAccessible(page);
    await button(page, 'Go on with it').click();
    await expect(page.getByLabel('Shares', { exact: true })).toHaveValue('7');

    // A minute later whoever wished for the first order is asked to look.
    await page.getByRole('link', { name: 'See what is being done' }).click();
    const drawer = page.getByRole('dialog', { name: 'Buy 10 WIPRO' });
    await expect(drawer).toContainText('We could not find it.', { timeout: Math.max(5_000, since + 75_000 - Date.now()) });
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'I have looked' }).click();
    await expect(drawer).toContainText('We go on watching');
    await expect(page.getByText(/^Nobody can say yet what became of one order/)).toHaveCount(0);
  },
);

story('From a share to an order without a mouse (S2.1-ROUTE-19)', async ({ page, stack, demo }) => {
  await atBroker(page, stack, demo, TRADER);
  await openTicket(page, stack, 'HDFCBANK');
  await tabTo(page, /^Shares$/, 80);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2');
  await tabTo(page, /^Review order$/, 80);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Place this order?' })).toContainText('Buy 2 shares · HDFCBANK');
  await tabTo(page, /^Place buy order$/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Your order is with your broker')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Orders placed' })).toContainText('Buy 2 HDFCBANK');
});
