import { Person } from '../support/person.ts';
import { demoOf, MORNING, startStack, tradedDay } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';

interface Listed {
  readonly alerts: readonly { readonly state: string; readonly fires: number }[];
}

test('an alert set on a stock’s page is refused at its price, fires once while its owner is offline, and stands in the bell when they are back', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000);
  const riser = riserOf();
  // Its own, whose clock it hurries.
  const stack = await startStack({ now: MORNING });
  try {
    const demo = await demoOf(stack.portal);
    const investor = await Person.demo(stack, demo, 'Lite investor');
    await signedIn(page, stack.portal, demo, 'Lite investor');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stack.portal}/stocks/${encodeURIComponent(riser.stock)}`);
    await page.getByRole('button', { name: 'Set alert' }).click();
    const dialog = page.getByRole('dialog', { name: `Alerts on ${riser.stock}` });
    const level = dialog.getByLabel(/^Price, ₹/);
    const set = dialog.getByRole('button', { name: 'Set alert' });

    // What the price passed on its way is no level to be reached any more.
    await level.fill(String(riser.low));
    await level.press('Enter');
    await expect(dialog.getByText(/stands at ₹[\d,.]+ now\. Choose a level that is still to be reached\.$/)).toBeVisible();
    await expectAccessible(page);

    await level.fill(String(riser.level));
    await level.press('Enter');
    const rows = dialog.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('On, once.');
    // The same again, by somebody quick with the keyboard.
    await level.fill(String(riser.level));
    await set.click();
    await expect(dialog.getByText('You have this alert already.')).toBeVisible();
    await expect(rows).toHaveCount(1);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390, 320]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px wide`).toBeLessThanOrEqual(0);
      }
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    // Two at once, from two devices: one is kept.
    const condition = { kind: 'price', symbol: riser.stock, side: 'above', value: riser.level + 1000 };
    const both = await Promise.all([1, 2].map(() => investor.post('/base/v1/alerts', { condition, repeats: false })));
    expect(both.map(({ status }) => status).sort()).toEqual([false, true]);

    await context.setOffline(true);
    // As fast as time may pass: an hour in a minute.
    const admin = await Person.demo(stack, demo, 'admin');
    const clock = await admin.get<{ now: string }>('/market/v1/clock');
    await admin.post('/market/v1/clock', { from: clock.data.now, speed: 60 });
    const alerts = async () => (await investor.get<Listed>('/base/v1/alerts')).data.alerts.map(({ state, fires }) => `${state} ${fires}`);
    await expect.poll(alerts, { timeout: 150_000 }).toEqual(['on 0', 'done 1']);
    await context.setOffline(false);

    const bell = page.getByRole('button', { name: /^Notices, \d+ unread$/ });
    await expect(bell).toBeVisible({ timeout: 30_000 });
    await bell.click();
    const drawer = page.getByRole('dialog', { name: 'Notices' });
    await drawer.getByRole('tab', { name: 'Market' }).click();
    const told = drawer.getByRole('list', { name: 'Notices' }).getByRole('listitem');
    await expect(told).toHaveCount(1);
    await expect(told).toContainText('or above');
    await expect(told).toContainText(`${riser.stock} reached ₹`);
    await drawer.getByRole('tab', { name: 'Alerts' }).click();
    await expect(drawer.getByRole('list', { name: 'Alerts' })).toContainText(/Done: it fired 20 Nov 2026, \d\d:\d\d IST\./);
    await expectAccessible(page);
    await drawer
      .getByRole('button', { name: new RegExp(`^Remove: ${riser.stock}`) })
      .first()
      .click();
    await expect(drawer.getByRole('list', { name: 'Alerts' }).getByRole('listitem')).toHaveCount(1);
    await drawer.getByRole('tab', { name: 'Market' }).click();
    await told.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/stocks/${encodeURIComponent(riser.stock)}$`));
  } finally {
    await stack.stop();
  }
});

/** The stock that rises by 0.3% soonest within an hour of the morning, a level halfway, and a price it has passed. */
function riserOf(): { stock: string; level: number; low: number } {
  const risers = tradedDay('2026-11-20T04:45').map(({ stock, candles }) => {
    // While the story sets its alert, some minutes pass.
    const first = Math.max(...candles.slice(0, 3).map(({ h }) => h));
    const high = Math.max(...candles.slice(3, 12).map(({ h }) => h));
    const level = Math.round((first + high) * 50) / 100;
    const within = candles.findIndex(({ h }) => h >= level);
    return { stock, level, low: Math.round(candles[0]!.o * 95) / 100, rise: high / first, within };
  });
  const [riser] = risers.filter(({ rise }) => rise > 1.003).toSorted((one, other) => one.within - other.within);
  if (!riser) throw new Error('No stock rose by 0.3% on the morning of 20 Nov 2026');
  return riser;
}
