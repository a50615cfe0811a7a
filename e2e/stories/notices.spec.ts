import { Person } from '../support/person.ts';
import { demoOf, MORNING, startStack, tradedDay } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';
import type { Candle } from '../support/traded-day.ts';

/** Stocks that fall 1% within two hours of the morning and don't rise 0.5% before: a call to buy one is lost. Those that do it soonest first. */
function losersOf(): string[] {
  const losers: { stock: string; within: number }[] = [];
  for (const { stock, candles } of tradedDay('2026-11-20T04:45')) {
    const after = candles.slice(0, 24);
    const entry = after[0]?.o ?? 0;
    const first = (reached: (candle: Candle) => boolean): number => after.findIndex(reached) + 1 || Infinity;
    const within = first(({ l }) => l <= entry * 0.99);
    if (within > 4 && within < first(({ h }) => h >= entry * 1.005)) losers.push({ stock, within });
  }
  return losers.toSorted((one, other) => one.within - other.within).map(({ stock }) => stock);
}

/** Publishes an intraday call to buy the first of these that the rules allow. */
async function publish(expert: Person, stocks: readonly string[]): Promise<{ id: string; stock: string }> {
  for (const stock of stocks) {
    const { tick } = (await expert.get<{ tick: number }>(`/market/v1/instruments/${encodeURIComponent(stock)}`)).data;
    const [quote] = (await expert.get<{ ltp: number }[]>(`/market/v1/quotes?symbols=${encodeURIComponent(stock)}`)).data;
    const at = (share: number): number => Number((Math.round((quote!.ltp * share) / tick) * tick).toFixed(2));
    const draft = {
      ...{ stock, call_type: 'Buy', term: 'intraday', entry_mode: 'market', valid_till: '2026-11-20' },
      ...{ entry_low: at(1), entry_high: at(1), target: at(1.009), stop_loss: at(0.994) },
      rationale: {
        thesis: 'The stock has held its 20-day average on falling volume for two weeks while its sector recovered, which suggests that sellers are done.',
        trigger: 'A first hour above the high of the previous session with volume at least equal to its average shows that buyers return.',
        risks: 'A weak market opening or a surprise in the sector would take the stock back below its average before the target is reached.',
        kill_criteria: 'A close below the average of the last twenty sessions would prove this wrong.',
        ...{ method: 'technical', sources: [], ai_used: 'none' },
      },
      disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
    };
    if (!(await expert.post<{ publishable: boolean } | null>('/reco/v1/calls/check', draft)).data?.publishable) continue;
    const answer = await expert.post<{ id: string }>('/reco/v1/calls', { cid: `noticed-${stock}`, draft });
    if (answer.status) return { id: answer.data.id, stock };
  }
  throw new Error(`None of ${stocks.join(', ')} can be published on`);
}

test('an investor follows an expert and hears of a call at once, and of its loss, which came while they were offline, in the words of a win', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000);
  const losers = losersOf();
  // Its own, whose clock it hurries.
  const stack = await startStack({ now: MORNING });
  try {
    const demo = await demoOf(stack.portal);
    const expert = await Person.demo(stack, demo, 'verified expert');
    const investor = await Person.demo(stack, demo, 'Pro investor');
    await investor.post('/reco/v1/follow', { user_id: expert.user_id, on: true });
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}/experts-past-recommendations`);
    await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();

    const { id, stock } = await publish(expert, losers);
    const bell = page.getByRole('button', { name: /^Notices, \d+ unread$/ });
    await expect(bell).toBeVisible({ timeout: 30_000 });
    await bell.click();
    const drawer = page.getByRole('dialog', { name: 'Notices' });
    const row = (what: string) => drawer.getByRole('listitem').filter({ hasText: what }).filter({ hasText: stock });
    await expect(row('New call')).toContainText(`${stock} intraday call`);
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(drawer.getByText('Unread.')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeFocused();

    await context.setOffline(true);
    // The rest of the morning in less than two minutes.
    const admin = await Person.demo(stack, demo, 'admin');
    const clock = await admin.get<{ now: string }>('/market/v1/clock');
    await admin.post('/market/v1/clock', { from: clock.data.now, speed: 60 });
    const told = async () => (await investor.get<{ notices: { what: string; call: { id: string } }[] }>('/base/v1/notices')).data.notices;
    await expect.poll(async () => (await told()).some(({ what, call }) => what === 'sl_hit' && call.id === id), { timeout: 150_000 }).toBe(true);
    await expect(bell).toHaveCount(0);
    await context.setOffline(false);
    await expect(bell).toBeVisible({ timeout: 30_000 });
    await bell.click();
    await expect(row('Stop-loss reached')).toContainText(/Result −\d\.\d\d%/);
    await expect(row('Stop-loss reached')).toContainText(`${stock} intraday call`);

    await drawer.getByText('Quiet hours and muted experts').click();
    await drawer.getByLabel('From (IST)').fill('22:00');
    await drawer.getByRole('button', { name: 'Save quiet hours' }).click();
    await expect(page.locator('[data-toasts]')).toContainText('Quiet hours are on');
    await expectAccessible(page);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
        [320, 640],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px wide`).toBeLessThanOrEqual(0);
      }
    await expectAccessible(page);
    await row('Stop-loss reached').getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`reco=${id}`));
  } finally {
    await stack.stop();
  }
});
