import { expect, stored, test as story } from '../support/story.ts';

story('I see recorded calls, losses as large as gains, and what they are not (S2.2-ROUTE-09)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stock calls from SEBI-registered experts. Every result on record.');
  await expect(page.getByText('Simulated market — prices, experts and results are not real')).toBeVisible();
  // The words of the page's own HTML stand before its screen, with nothing to press.
  const calls = page.locator('#module-mf-recommendations').getByRole('list', { name: 'Closed calls' }).getByRole('listitem');
  await expect(calls).toHaveCount(6);

  // Every result in the same type size, weight and column, whatever its sign.
  const looks = await calls
    .getByRole('button', { name: /%/ })
    .evaluateAll((results) =>
      results.map(
        (result) => `${getComputedStyle(result).fontSize} ${getComputedStyle(result).fontWeight} ${Math.round(result.getBoundingClientRect().right)}`,
      ),
    );
  expect(looks.length).toBeGreaterThan(2);
  expect(new Set(looks).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  await expect(page.getByText(/registered analyst|SEBI/i).first()).toBeVisible();
});

story('I check a record in my own browser, and see the check fail on an altered copy', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/`);
  await page.getByRole('link', { name: 'Verify a record' }).click();
  const verify = page.getByRole('button', { name: 'Verify this record' });
  await verify.scrollIntoViewIfNeeded();
  await verify.click();
  await expect(page.getByText(/^This record holds\. Checked in this browser at/)).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem');
  await expect(steps).toHaveCount(17);
  await expect(steps.getByLabel('Holds', { exact: true })).toHaveCount(17);
  for (const ofAuthor of ['The author is the one who was signed', 'The author’s record is signed'])
    await expect(steps.filter({ hasText: ofAuthor })).toHaveCount(1);

  // The arithmetic is done here, not asked of the server.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Alter one figure and verify again' }).click();
  await expect(page.getByText(/^This altered copy does not hold/)).toBeVisible();
  await expect(steps.getByLabel('Does not hold')).not.toHaveCount(0);
  expect(asked.filter((path) => /verif/i.test(path))).toEqual([]);
});

story('My browser notices that the record was cut since it last looked, and that a card shows another outcome than the record', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/`);
  await page.getByRole('link', { name: 'Verify a record' }).click();
  const verify = page.getByRole('button', { name: 'Verify this record' });
  await verify.click();
  await expect(page.getByText(/^This record holds\./)).toBeVisible();

  await page.route('**/reco/v1/ledger', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, data: { ...json.data, roots: json.data.roots.slice(0, -5) } } });
  });
  await verify.click();
  await expect(page.getByText(/^This record does not hold\./)).toBeVisible();
  await expect(page.getByText(/^The root of .* is gone: the past was rewritten$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Forget the ledger this browser knew' })).toBeVisible();
  await page.unroute('**/reco/v1/ledger');

  await page.route(/\/reco\/v1\/calls\/\w+$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, data: { ...json.data, status: 'target_hit', realised_return: 12.5 } } });
  });
  await page.getByRole('list', { name: 'Closed calls' }).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Verify this record' }).click();
  await expect(drawer.getByText(/^This record does not hold\./)).toBeVisible();
  await expect(drawer.getByText(/^The page shows another .*result.* than the record gives$/)).toBeVisible();
  await expect(drawer.getByText('The root of', { exact: false }).first()).toContainText('is still there');
});

story('A call’s drawer opens at its own address and gives way to Back', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/`);
  await page.getByRole('list', { name: 'Closed calls' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/\?reco=\w+$/);
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Verify this record' })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(`${stack.portal}/`);
});

story('A page for the signed-in sends me to the login and remembers where I wanted to go (S2.1-ROUTE-32)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/experts-past-recommendations/TCS?view=past`);
  await expect(page).toHaveURL(`${stack.portal}/login`);
  expect(await stored(page)).toMatchObject({ route_to_be: '/experts-past-recommendations/TCS?view=past' });
});

story('From the first page to signing up', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/`);
  await page.getByRole('main').getByRole('link', { name: 'Create a free account' }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible();
});
