import type { Page } from '@playwright/test';
import { CLIENT, signInAtBroker } from '../support/broker.ts';
import { REPOSITORY } from '../support/stack.ts';
import { expect, expectAccessible, notices, signedIn, signIn, stored, test as story } from '../support/story.ts';

const asked = (page: Page) => page.getByRole('heading', { name: 'Not part of your access' });
const counted = (page: Page) => page.getByRole('region', { name: /^Live calls by/ });

for (const [who, rows] of [
  ['Premium investor', 'S2.1-ROUTE-26, S6-PERM-07'],
  ['promotional Premium', 'S6-PERM-A04'],
]) {
  story(`A ${who} needs no broker login for data categorisation (${rows})`, async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, who!);
    await page.goto(`${stack.portal}/data-categorisation`);
    await expect(counted(page)).toBeVisible();
    await expect(asked(page)).toHaveCount(0);
  });
}

story(
  'Lite is asked for a broker login, chooses the broker, logs in with it, and is back where it was asked (S2.6-DLG-05, S6-PERM-07)',
  async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'Lite investor');
    await page.goto(`${stack.portal}/data-categorisation`);
    await expect(asked(page)).toBeVisible();
    await expect(counted(page)).toHaveCount(0);
    await expect(notices(page)).not.toContainText('broker');
    await expectAccessible(page);
    // By keyboard alone.
    await page.getByRole('button', { name: 'Log in with a broker' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose your broker' });
    const brokers = dialog.getByRole('list', { name: 'Brokers' }).getByRole('button');
    const { data } = await (await page.request.post(`${stack.portal}/auth/v1/broker/list`, { data: {} })).json();
    const trading = data.filter(
      (broker: { is_trading_available: boolean; model_type: string }) => broker.is_trading_available && broker.model_type !== 'own-auth',
    );
    await expect(brokers).toHaveCount(trading.length); // S5-BRK-04
    for (const [width, height] of [
      [1440, 900],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectAccessible(page);
      const box = (await dialog.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      const { height: before } = box;
      await dialog.getByLabel('Search brokers').fill('zzzz');
      await expect(dialog.getByText('No brokers available to login', { exact: true })).toBeVisible();
      expect((await dialog.boundingBox())!.height, 'it stands still while one searches').toBe(before);
      await expectAccessible(page);
      await dialog.getByLabel('Search brokers').fill('');
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Log in with a broker' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Search brokers').fill('sARAS');
    await expect(brokers).toHaveCount(1);
    await dialog.getByLabel('Search brokers').press('Tab');
    await page.keyboard.press('Enter');
    await signInAtBroker(page, demo);
    await expect(page).toHaveURL(`${stack.portal}/data-categorisation`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
    await expect(asked(page)).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Which calls' })).toBeVisible();
  },
);

story('A broker with a site of its own opens there, and I am signed in there', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'free investor');
  await page.goto(`${stack.portal}/data-categorisation`);
  await page.getByRole('button', { name: 'Log in with a broker' }).click();
  await page.getByRole('dialog', { name: 'Choose your broker' }).getByRole('button', { name: 'Garnet Broking' }).click();
  await expect(page).toHaveURL(/\/__broker\/11\/login\?/);
  await signInAtBroker(page, demo);
  await expect(page).toHaveURL(`${stack.partnerHost('garnet')}/experts-past-recommendations`);
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
  await page.goto(stack.portal);
  expect(await stored(page)).not.toHaveProperty('token');
  expect(await stored(page)).not.toHaveProperty('route_to_be');
});

story('Pro goes inside a sector, across terms, back out, and takes the table along as a file', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/data-categorisation`);
  const all = Number(await page.getByRole('definition').first().textContent());
  const row = counted(page).getByRole('row').nth(1);
  const sector = (await row.getByRole('link').textContent())!;
  const inside = Number((await row.getByRole('cell').first().textContent())!.replaceAll(',', ''));
  await row.getByRole('link').click();
  await expect(page).toHaveURL(`${stack.portal}/data-categorisation?rows=term&sector=${encodeURIComponent(sector).replaceAll('%20', '+')}`);
  await expect(page.getByRole('definition').first()).toHaveText(String(inside));
  await page.getByLabel('Columns').selectOption('Agreement of experts');
  await expect(page.getByRole('region', { name: 'Live calls by term and agreement of experts: calls' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^calls-live-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('button', { name: `Remove filter Sector: ${sector}` }).click();
  await expect(page.getByRole('definition').first()).toHaveText(String(all));
  await page.getByText('Closed', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Closed calls by term', exact: true })).toBeVisible();
});

story(
  'Option calls stand beside calls on shares and are never counted with them: those with a limited loss, and those on margin',
  async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}/data-categorisation`);
    await expect(counted(page)).toBeVisible();
    const segment = page.getByRole('group', { name: 'Calls on' });
    await segment.getByRole('radio', { name: 'Shares' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(segment.getByRole('radio', { name: 'Options' })).toBeFocused();
    await expect(page).toHaveURL(`${stack.portal}/data-categorisation?segment=options`);
    await page.getByText('Closed', { exact: true }).click();
    const table = page.getByRole('region', { name: 'Closed option calls by strategy' });
    const ask = async (pool: string): Promise<number> => {
      const token = (await stored(page)).token!;
      const answer = await page.request.get(`${stack.portal}/reco/v1/options/categorised?view=closed&pool=${pool}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await answer.json()).data.total.n;
    };
    for (const [label, pool] of [
      ['Limited', 'limited'],
      ['On margin', 'margin'],
    ] as const) {
      await page.getByText(label, { exact: true }).click();
      await expect(page.getByRole('definition').first()).toHaveText(String(await ask(pool)));
      await expect(table).toBeVisible();
    }
    await page.getByText('Limited', { exact: true }).click();
    await expect(table.getByRole('link', { name: 'Iron condor' })).toBeVisible();
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (process.env.E2E_PICTURES !== 'off')
          await page.screenshot({ path: `${REPOSITORY}test-results/screens/option-categories-${width}-${colorScheme}.png`, fullPage: true });
        if (width === 320 || width === 1440) await expectAccessible(page);
      }
    }
    await table.getByRole('link', { name: 'Iron condor' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Closed option calls by outlook' })).toBeVisible();
    await page
      .getByRole('link', { name: /^Iron condor on / })
      .first()
      .press('Enter');
    await expect(page.getByRole('dialog', { name: / · Iron condor$/ })).toBeVisible();
  },
);

story('Pro: I save what I look at under a name, come back to it on another visit, and remove it', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/data-categorisation?rows=cap&columns=term`);
  const views = page.getByRole('navigation', { name: 'Saved views' });
  const form = page.getByRole('group', { name: 'Save this view' });
  await form.getByLabel('Name of the view').fill('Size by term');
  await form.getByRole('button', { name: 'Save view' }).click();
  await expect(form.getByRole('status')).toHaveText('Saved as Size by term.');

  await page.goto(`${stack.portal}/data-categorisation`);
  await views.getByRole('link', { name: 'Size by term' }).click();
  await expect(page).toHaveURL(/\?rows=cap&columns=term$/);
  await expect(views.getByRole('link', { name: 'Size by term' })).toHaveAttribute('aria-current', 'page');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }
  await views.getByRole('button', { name: 'Remove Size by term' }).click();
  await expect(views.getByRole('link')).toHaveCount(0);
});

story.describe('a file that can’t be had', () => {
  // A worker would have it already.
  story.use({ serviceWorkers: 'block' });
  story(
    'Pro: saved views whose file can’t be had say so in their place; the table stands, and Try again brings them without a reload',
    async ({ page, stack, demo }) => {
      await signIn(page, stack.portal, demo, 'Pro investor');
      const file = /panel-saved-views\.js/;
      await page.route(file, (route) => route.fulfill({ status: 503, body: 'busy' }));
      await page.goto(`${stack.portal}/data-categorisation`);
      const failure = page.getByRole('alert').filter({ hasText: 'Your saved views could not be shown' });
      await expect(failure).toBeVisible();
      await expect(counted(page)).toBeVisible();
      await page.evaluate(() => Object.assign(window, { stillHere: true }));
      // In vain as long as the file is away, and never dead.
      await failure.getByRole('button', { name: 'Try again' }).click();
      await expect(failure).toHaveCount(0);
      await expect(failure).toBeVisible();
      await page.unroute(file);
      await failure.getByRole('button', { name: 'Try again' }).click();
      const form = page.getByRole('group', { name: 'Save this view' });
      await expect(form).toBeVisible();
      expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
    },
  );
});
