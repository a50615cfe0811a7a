import type { Page } from '@playwright/test';
import { expect, logOut, notices, signIn, stored, test as story } from '../support/story.ts';

interface Partner {
  readonly logo: string;
  readonly title: string;
  readonly utm_source: string;
  readonly primaryColor?: string;
  readonly fontFamily?: string;
}
/** The partner as the page at hand carries it. */
const partnerOf = async (page: Page): Promise<Partner> => JSON.parse((await page.locator('#vimarsh-page').textContent())!).environment;

/** Accent, font and layout shifts from the very first frame on: the page's own rules must already be the partner's. */
const watchFirstPaint = (page: Page) =>
  page.addInitScript(() => {
    const seen: { accent: string; font: string }[] = [];
    let shift = 0;
    Object.assign(window, { looks: () => ({ seen, shift }) });
    const look = () => {
      if (document.body) {
        const style = getComputedStyle(document.documentElement);
        const now = { accent: style.getPropertyValue('--accent').trim(), font: getComputedStyle(document.body).fontFamily };
        const last = seen.at(-1);
        if (last?.accent !== now.accent || last.font !== now.font) seen.push(now);
      }
      requestAnimationFrame(look);
    };
    look();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) if (!entry.hadRecentInput) shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const looks = (page: Page) => page.evaluate(() => (window as unknown as { looks: () => { seen: { accent: string; font: string }[]; shift: number } }).looks());
for (const key of ['neem', 'garnet'])
  story(`Under ${key}’s address everything is ${key}’s from the first frame (S1-WL-07)`, async ({ page, stack }) => {
    await watchFirstPaint(page);
    await page.goto(`${stack.partnerHost(key)}/`);
    const { logo, title, utm_source, primaryColor } = await partnerOf(page);
    expect(primaryColor).toBeTruthy();
    expect(utm_source.toLowerCase()).toContain(key);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('img', { name: utm_source })).toHaveAttribute('src', logo);
    await expect(page).toHaveTitle(new RegExp(`${title}$`));
    await expect(page.getByRole('list', { name: 'Closed calls' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const { seen, shift } = await looks(page);
    // One look, never another before it.
    expect(seen).toHaveLength(1);
    expect(seen[0]!.accent).toBe(primaryColor);
    expect(seen[0]!.font).toMatch(/^"?Roboto/);
    expect(shift).toBeLessThanOrEqual(0.02);
    expect(await page.evaluate(() => document.fonts.check('14px Roboto'))).toBe(true);
    const logoWidth = await page.locator('nav img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
    expect(logoWidth).toBeGreaterThan(0);
  });

story('A partner without a font of its own gets Montserrat (S9-LOOK-10)', async ({ page, stack }) => {
  await page.goto(`${stack.partnerHost('peridot')}/`);
  expect((await partnerOf(page)).fontFamily).toBeUndefined();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Montserrat/);
});

story('A customer of Neem is welcomed by Neem, and nowhere else', async ({ page, stack, demo }) => {
  const account = demo.sign_ins.find(({ shows }) => shows === 'partner customer, broker without plans')!;
  const neem = stack.partnerHost('neem');
  const tryAt = async (host: string) => {
    await page.goto(`${host}/login`);
    await page.getByLabel('Mobile number or e-mail').fill(account.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
  };
  for (const other of [stack.portal, stack.partnerHost('garnet')]) {
    await tryAt(other);
    await expect(notices(page)).toContainText('The e-mail or password is not right.');
    await expect(page).toHaveURL(`${other}/login`);
  }
  await tryAt(neem);
  await expect(notices(page)).toHaveText('SuccessWelcome to Neem Securities'); // S8-ERR-A09
  await expect(page).toHaveURL(`${neem}/experts-past-recommendations`);
  const values = await stored(page);
  expect(JSON.parse(values.website_user_type!)).toMatchObject({ userSubType: 'brokerWithoutPlans' });
  expect(JSON.parse(values.selected_broker!)).toMatchObject({ id: 9 });

  // The bearer of Neem's customer opens nothing under another address, and Neem's address nothing for the main site's.
  const profile = async (host: string) => {
    await page.goto(`${host}/retail-side/faq`);
    return page.evaluate(async (token) => (await fetch('/auth/v1/profile', { headers: { authorization: `Bearer ${token}` } })).status, values.token!);
  };
  expect(await profile(neem)).toBe(200);
  expect(await profile(stack.partnerHost('garnet'))).toBe(401);
  expect(await profile(stack.portal)).toBe(401);
});

story('The main address stays itself after partners were visited', async ({ page, stack, demo }) => {
  await page.goto(`${stack.partnerHost('neem')}/`);
  await expect(page.getByRole('list', { name: 'Closed calls' })).toBeVisible();
  await signIn(page, stack.portal, demo, 'free investor');
  await expect(page.getByRole('link', { name: 'Vimarsh, home' })).toBeVisible();
  await expect(page).toHaveTitle(/· Vimarsh$/);
  const values = await stored(page);
  expect(values.current_environment).toBeUndefined();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())).toBe('#2d2e8d');
});

story('After signing out a partner’s visitor still sees the partner (S4-END-A02)', async ({ page, stack, demo }) => {
  await signIn(page, stack.partnerHost('garnet'), demo, 'partner customer, broker with plans');
  await logOut(page);
  await expect(page).toHaveURL(`${stack.partnerHost('garnet')}/`);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('img', { name: 'Garnet Broking' })).toBeVisible();
  const values = await stored(page);
  expect(values.token).toBeUndefined();
  expect(JSON.parse(values.current_environment!)).toMatchObject({ utm_source_str: 'garnet' });
});
