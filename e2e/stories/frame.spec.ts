import type { Page } from '@playwright/test';
import { expect, expectAccessible, logOut, openAccount, requestsOf, signIn, test as story, tabTo } from '../support/story.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const placesIn = (page: Page) => navigation(page).getByRole('link').allTextContents();

story('The frame fits the desk, the tablet and the phone', async ({ page, stack, demo }) => {
  await signIn(page, stack.portal, demo, 'Pro investor');
  for (const [width, nav] of [
    [1440, 232],
    [1000, 64],
    [360, 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // Between the desk's menu and the phone's there is none for a moment.
    await expect.poll(async () => Math.round((await navigation(page).boundingBox())?.width ?? 0)).toBe(nav);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  // On the phone: four places in thumb reach, the rest behind More.
  const bar = (await navigation(page).boundingBox())!;
  expect(Math.round(bar.y + bar.height)).toBe(800);
  expect((await placesIn(page)).length).toBeLessThanOrEqual(4);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'More' });
  await expect(sheet.getByRole('link', { name: 'FAQs' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(sheet).toContainText('Zoya Ansari');
});

story('The menu is that of my role, and Home is where the signed-in are at home', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/retail-side/faq`);
  await expect(navigation(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Publish a call' })).toHaveCount(0);
  await navigation(page).getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(`${stack.portal}/`);

  await signIn(page, stack.portal, demo, 'verified expert');
  // S2.5-PROFILE-01…06
  const block = page.locator('[data-profile]');
  await expect(block).toContainText('Ananya Rao-Kulkarni');
  await expect(block).toContainText('Analyst');
  await block.getByRole('img', { name: 'Verified SEBI registered Expert' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Verified SEBI registered Expert');
  await expect(navigation(page).getByRole('link', { name: 'Publish a call' })).toBeVisible();
  // S2.5-MENU-01, S2.5-MENU-A01
  await page.goto(`${stack.portal}/retail-side/faq`);
  await navigation(page).getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
  // S2.5-MENU-11
  await logOut(page);
  await expect(page).toHaveURL(`${stack.portal}/`);
  await expect(navigation(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
});

story(
  'A customer of a broker without plans has My Account in the menu; others reach it from their name (S2.5-MENU-03, S2.5-MENU-A04)',
  async ({ page, stack, demo }) => {
    const entry = navigation(page).getByRole('link', { name: 'My Account', exact: true });
    await signIn(page, stack.partnerHost('neem'), demo, 'partner customer, broker without plans');
    await entry.click();
    await expect(page).toHaveURL(`${stack.partnerHost('neem')}/my-account`);
    await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible();

    await signIn(page, stack.portal, demo, 'Lite investor');
    await expect(navigation(page).getByRole('link', { name: 'Home', exact: true })).toBeVisible();
    await expect(entry).toHaveCount(0);
    await openAccount(page);
    await expect(page.getByRole('menu')).toContainText('Lite');
    const head = await page.getByRole('menu').boundingBox();
    const over = await page.evaluate(
      ([x, y]) => [...Array(9)].map((_, at) => document.elementFromPoint(x!, y! + 4 + 8 * at)?.closest('[role=menu],#ribbon')?.role),
      [head!.x + 40, head!.y],
    );
    expect(over, 'nothing of the menu is under the words of a simulated market').toEqual(Array(9).fill('menu'));
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL(`${stack.portal}/profile-update`);
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await expect(page).toHaveURL(`${stack.portal}/my-account`);
    await page.setViewportSize({ width: 1000, height: 800 });
    await openAccount(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Your account: Vasantha Krishnan' })).toBeFocused();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    await expect(sheet).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL(`${stack.portal}/profile-update`);
    await expect(sheet).toHaveCount(0);
  },
);

story(
  'Compliance opens from the menu; the broker’s disclaimer where the partner has one (S2.5-MENU-07, S2.5-MENU-09, S2.5-MENU-O03, S2.3-MISC-02)',
  async ({ page, stack, demo }) => {
    const disclaimer = navigation(page).getByRole('link', { name: 'Broker Disclaimer' });
    await signIn(page, stack.partnerHost('neem'), demo, 'partner customer, broker without plans');
    await disclaimer.click();
    await expect(page).toHaveURL(`${stack.partnerHost('neem')}/broker-disclaimer`);
    await expect(page.locator('main')).toContainText('guidance only');
    await signIn(page, stack.portal, demo, 'Lite investor');
    await navigation(page).getByRole('link', { name: 'Compliance' }).click();
    await expect(page).toHaveURL(`${stack.portal}/vimarsh-compliance`);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(disclaimer).toHaveCount(0);
  },
);

story('With the keyboard alone I get from the first page to a call', async ({ page, stack, demo }) => {
  const account = demo.sign_ins.find(({ shows }) => shows === 'Pro investor')!;
  await page.goto(`${stack.portal}/`);
  await expect(page.getByRole('list', { name: 'Closed calls' })).toBeVisible();
  await expect(navigation(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#outlet')).toBeFocused();
  await tabTo(page, /^Create a free account$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  const signUp = page.getByRole('form', { name: 'Sign up' });
  await expect(signUp.or(page.getByRole('form', { name: 'Log in' }))).toBeVisible();
  if (await signUp.isVisible()) {
    // It comes when what stands above it has come.
    await expect(page.getByText('Already verified? Log In')).toBeVisible();
    await tabTo(page, /^Already verified\? Log In$/);
    await page.keyboard.press('Enter');
  }
  await tabTo(page, /^Mobile number or e-mail/);
  await page.keyboard.type(account.email);
  await tabTo(page, /^Password/);
  await page.keyboard.type(demo.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
  const rows = page.locator('main').getByRole('list', { name: /calls/i }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const stock = (await rows
    .first()
    .getByRole('link', { name: /everything about it$/ })
    .textContent())!
    .trim()
    .slice(0, 4);
  await tabTo(page, new RegExp(stock), 80);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

story('The search takes me to a stock and to a page, by keyboard', async ({ page, stack, demo }) => {
  await signIn(page, stack.portal, demo, 'Pro investor');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Stock or page' });
  await expect(box).toBeFocused();
  await page.keyboard.type('infosys');
  await expect(page.getByRole('option', { name: /^INFY/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.portal}/stocks/INFY`);
  await page.keyboard.press('/');
  await page.keyboard.type('terms');
  await expect(page.getByRole('option', { name: /^Terms/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.portal}/retail-side/terms-condition`);
});

story('My theme stays over a reload and is there from the first frame', async ({ page, stack }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${stack.portal}/retail-side/faq`);
  const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await canvas()).toBe('rgb(246, 247, 249)');
  await page.getByRole('button', { name: /^Theme: as the device/ }).click();
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  expect(await canvas()).toBe('rgb(14, 17, 22)');
  await page.addInitScript(() => {
    const look = () => (document.body ? Object.assign(window, { firstCanvas: getComputedStyle(document.body).backgroundColor }) : requestAnimationFrame(look));
    look();
  });
  await page.reload();
  expect(await page.evaluate(() => (window as unknown as { firstCanvas: string }).firstCanvas)).toBe('rgb(14, 17, 22)');
  await expect(page.getByRole('button', { name: /^Theme: dark/ })).toBeVisible();
  await expectAccessible(page);
});

story('Who asked for less motion sees the new theme at once: nothing fades, not even for a moment', async ({ page, stack }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${stack.portal}/retail-side/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const fading = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  expect(await page.evaluate(fading)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color)).toBe('rgb(232, 236, 242)');
});

/** What has the focus and lies behind something else, after so many presses of a key from where the focus was. */
async function coveredFocus(page: Page, key: 'Tab' | 'Shift+Tab', presses: number): Promise<string[]> {
  const covered: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    const behind = await page.evaluate(async () => {
      const focused = document.activeElement!;
      const place = (): DOMRect => focused.getBoundingClientRect();
      // A row of links may glide to it.
      for (let before: DOMRect | null = null; before?.x !== place().x || before.y !== place().y; ) {
        before = place();
        await new Promise(requestAnimationFrame);
      }
      const { x, y, width, height } = place();
      if (focused === document.body || !focused.closest('main')) return null;
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top && (focused.contains(top) || top.contains(focused))
        ? null
        : `${focused.textContent} at ${Math.round(y)} behind ${top?.textContent?.slice(0, 30)}`;
    });
    if (behind) covered.push(behind);
  }
  return covered;
}

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [1440, 500],
] as const)
  story(`What has the focus lies behind no bar (WCAG 2.2, 2.4.11), forth and back, at ${width} × ${height} px`, async ({ page, stack }) => {
    await page.setViewportSize({ width, height });
    for (const path of ['/stocks/RELIANCE', '/retail-side/faq']) {
      const allIsThere = requestsOf(page);
      await page.goto(stack.portal + path);
      await expect(page.locator('main h1').first()).toBeVisible();
      await allIsThere();
      expect(await coveredFocus(page, 'Tab', 45), path).toEqual([]);
      expect(await coveredFocus(page, 'Shift+Tab', 40), `${path}, back`).toEqual([]);
    }
  });
