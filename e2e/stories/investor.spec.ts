import { Person } from '../support/person.ts';
import { demoOf, type Stack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, testAfterClose as test } from '../support/story.ts';

interface CallRow {
  id: string;
  stock: string;
  call_type: 'Buy' | 'Sell';
  status: 'target_hit' | 'sl_hit';
  term: string;
  published_at: string;
  target_price: number;
  stop_loss: number;
  realised_return: number;
  entry_fill: { price: number };
  follower: { entry: number; exit: number | null } | null;
  exit: { price: number; ts: string };
  expert: { user_id: string; full_name: string };
}

/** The evening after: which call, open this morning, did the prices of 20 November close? */
async function callThatClosesToday(evening: Stack): Promise<CallRow> {
  const investor = await Person.demo(evening, await demoOf(evening.portal), 'Pro investor');
  const { data } = await investor.get<{ items: CallRow[] }>('/reco/v1/calls?view=past&sort=newest&limit=50&period=1W');
  const found = data.items.find(
    (call) =>
      ['target_hit', 'sl_hit'].includes(call.status) &&
      call.exit.ts > '2026-11-20T04:10' &&
      call.exit.ts < '2026-11-20T10:00' &&
      call.published_at < '2026-11-20',
  );
  if (!found) throw new Error(`No call closed by price on 20 Nov among ${data.items.length}`);
  return found;
}

test('an investor follows a call until the price closes it, and checks the record (S1-SCOPE-03, S1-SCOPE-06)', async ({ page, demo, stack: evening }) => {
  test.setTimeout(600_000);
  const fate = await callThatClosesToday(evening);
  // The same morning again, ten minutes before.
  const stack = await startStack({ now: new Date(Date.parse(fate.exit.ts) - 600_000).toISOString() });
  try {
    const investor = await Person.demo(stack, demo, 'Pro investor');
    await investor.post('/reco/v1/follow', { user_id: fate.expert.user_id, on: false });
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}/experts-past-recommendations?term=all&stock=${encodeURIComponent(fate.stock)}&reco=${fate.id}`);
    const drawer = page.getByRole('dialog', { name: new RegExp(`${fate.stock.replace('&', '\\&')} · ${fate.call_type} call`) });
    await expect(drawer).toBeVisible();
    await expect(drawer.getByText('What would prove this wrong')).toBeVisible();
    const follow = drawer.getByRole('button', { name: new RegExp(`^Follow(ing)? ${fate.expert.full_name}`) });
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');

    const admin = await Person.demo(stack, demo, 'admin');
    const clock = await admin.get<{ now: string }>('/market/v1/clock');
    await admin.post('/market/v1/clock', { from: clock.data.now, speed: 60 });
    const outcome = fate.status === 'target_hit' ? 'Target reached' : 'Stop-loss reached';
    await expect(drawer.getByText(outcome).first()).toBeVisible({ timeout: 90_000 });
    // The result is what a follower's prices dictate, less the costs, shown with its sign. Their price of leaving comes a minute after the end.
    const [paid, got] = [fate.follower?.entry ?? fate.entry_fill.price, fate.follower?.exit ?? fate.exit.price];
    const made = ((fate.call_type === 'Sell' ? paid - got : got - paid) / paid) * 100 - (fate.term === 'intraday' ? 0.08 : 0.25);
    const shown = `${made > 0 ? '+' : '−'}${Math.abs(made).toFixed(2)}%`;
    await expect(drawer.getByText(shown).first()).toBeVisible({ timeout: 150_000 });

    await drawer.getByRole('button', { name: 'Verify this record' }).click();
    await expect(drawer.getByText(/^This record holds\./)).toBeVisible();
    await expect(drawer.getByRole('img', { name: 'Does not hold' })).toHaveCount(0);
    await expectAccessible(page);

    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    // Past calls open on short-term ones, and this call is of any term.
    await page.goto(`${stack.portal}/experts-past-recommendations?view=past&term=all&stock=${encodeURIComponent(fate.stock)}`);
    await expect(page.getByRole('link', { name: new RegExp(fate.stock.replace('&', '\\&')) }).first()).toBeVisible();
    await expect(page.getByText(shown).first()).toBeVisible();
  } finally {
    await stack.stop();
  }
});

test.describe('the list of experts’ calls', () => {
  const list = '/experts-past-recommendations';

  test('opens with none to four path segments, and each narrows the request (S2.1-ROUTE-14, S2.1-PARAM-03, S2.1-PARAM-04, S2.1-PARAM-05, S2.1-PARAM-06)', async ({
    page,
    stack,
    demo,
  }) => {
    await signedIn(page, stack.portal, demo, 'Premium investor');
    for (const [path, wanted] of [
      ['', {}],
      ['/RELIANCE', { stock: 'RELIANCE' }],
      ['/RELIANCE/exp_01', { stock: 'RELIANCE', user_id: 'exp_01' }],
      ['/all/all/IT', { sector: 'IT' }],
      ['/-/exp_01/0/large', { user_id: 'exp_01', cap: 'large' }],
    ] as const) {
      // The list that is left may ask once more; from an empty page only the new one asks.
      await page.goto('about:blank');
      const asked = page.waitForRequest((request) => request.url().includes('/reco/v1/calls?'));
      await page.goto(`${stack.portal}${list}${path}`);
      const query = Object.fromEntries(new URL((await asked).url()).searchParams);
      expect(query).toMatchObject(wanted);
      for (const name of ['stock', 'user_id', 'sector', 'cap'].filter((key) => !(key in wanted))) expect(query).not.toHaveProperty(name);
      await expect(page.getByRole('tab', { name: /Live/ })).toBeVisible();
    }
  });

  test('closed calls show their result, losses as large as gains (S1-SCOPE-07)', async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}${list}?view=past&term=all`);
    await page.getByRole('tab', { name: /Past/ }).click();
    // Of the calls: the sum over the list is set smaller, whatever its sign.
    const results = page.getByRole('listitem').getByRole('button');
    const gain = results.filter({ hasText: /\+\d+\.\d\d%/ }).first();
    const loss = results.filter({ hasText: /−\d+\.\d\d%/ }).first();
    await expect(gain).toBeVisible();
    await expect(loss).toBeVisible();
    const sizeOf = (place: typeof gain) => place.evaluate((node) => [getComputedStyle(node).fontSize, getComputedStyle(node).fontWeight]);
    expect(await sizeOf(loss)).toEqual(await sizeOf(gain));
  });

  test('a free account sees how many calls there are and which plan has them, and no level or name of them', async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'free investor');
    await page.goto(`${stack.portal}${list}`);
    const locked = page.getByText(/\d+ more were live at the start of today: \d+ in Lite, \d+ in Premium/);
    await expect(locked).toBeVisible();
    // Nothing is under way any more: what is answered next is this page's.
    const answered = page.waitForResponse((response) => response.url().includes('/reco/v1/calls?') && response.ok());
    await page.reload();
    const answer = (await (await answered).json()).data;
    await expect(locked).toBeVisible();
    expect(answer.locked_count).toBeGreaterThan(3);
    for (const call of answer.locked) expect(Object.keys(call).sort()).toEqual(['cheapest_plan', 'count', 'term']);
  });

  test('filters that match nothing say so and can be cleared (S2.1-PARAM-O01)', async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'Premium investor');
    await page.goto(`${stack.portal}${list}/NOSUCH/nobody`);
    await expect(page.getByText('No calls match these filters')).toBeVisible();
    // One stands beside the filters, one where the calls would be.
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(page).toHaveURL(new RegExp(`${list}(\\?|$)`));
  });

  test('an investor’s own history starts with following somebody', async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'investor abroad');
    await page.goto(`${stack.portal}/past-recommendations`);
    await expect(page.getByText('Follow an expert to build your history')).toBeVisible();
  });
});
