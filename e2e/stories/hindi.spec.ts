import type { Page } from '@playwright/test';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';

/** English that stands on the page outside of what is marked as English, as a name or as somebody's own words. */
const latin = (page: Page, names = ''): Promise<string[]> =>
  page.evaluate((more) => {
    const known = new Set(`SEBI OTP IST Vimarsh Google English ${more}`.split(' '));
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement!;
      if (element.closest('script,style,template,noscript,code,[translate=no],[lang=en],#vimarsh-page')) continue;
      const text = (texts.currentNode.textContent ?? '').replace(/“[^”]*”/g, '');
      for (const word of text.match(/\p{Script=Latin}[\p{Script=Latin}&-]*/gu) ?? []) if (!known.has(word)) found.push(word);
    }
    return [...new Set(found)];
  }, names);

test.use({ viewport: { width: 360, height: 740 } });

test('On the phone a visitor switches to Hindi, signs in, reads the list and a call, and reloads: it stays Hindi', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/`);
  await expect(page.getByRole('heading', { name: 'Stock calls from SEBI-registered experts. Every result on record.' })).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('navigation', { name: 'About this site' }).getByRole('button', { name: 'हिन्दी' }).click();
  await reloaded;
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { name: 'SEBI में पंजीकृत विशेषज्ञों की शेयर कॉल। हर नतीजा दर्ज।' })).toBeVisible();
  await expect(page).toHaveTitle('दर्ज रिसर्च कॉल · Vimarsh');
  await expectAccessible(page);

  // The frame comes after the screen; its names are Hindi for screen readers too.
  await page.getByRole('navigation', { name: 'मुख्य' }).getByRole('button', { name: 'और' }).click();
  await page.getByRole('dialog', { name: 'और' }).getByRole('link', { name: 'साइन इन' }).click();
  const account = demo.sign_ins.find(({ shows }) => shows === 'Pro investor')!;
  await page.getByLabel('मोबाइल नंबर या ई-मेल').fill(account.email);
  await page.getByLabel('पासवर्ड').fill(demo.password);
  await expect(page.getByText('By logging in you agree to the terms')).toBeVisible();
  expect(await latin(page, 'Research Pvt Ltd demo INH')).toEqual([]);
  await page.getByRole('button', { name: 'लॉग इन करें', exact: true }).click();
  // The route guard empties the storage on the way: the choice is not in it.
  await expect(page).toHaveURL(/experts-past-recommendations/);

  const list = page.getByRole('list', { name: 'लाइव कॉल' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('विशेषज्ञों की कॉल');
  const first = list.locator('[data-call]').first();
  await expect(first).toHaveAccessibleName(/^\S+ (खरीदें|बेचें|होल्ड करें), .+: .+ की कॉल, .+/);
  await expect(list.getByRole('img', { name: /कॉल। स्टॉप-लॉस ₹.+ टारगेट ₹/ }).first()).toBeAttached();
  await expectAccessible(page);

  await first.click();
  const call = page.getByRole('dialog', { name: / · (खरीदने की|बेचने की|होल्ड) कॉल$/ });
  await expect(call.getByRole('heading', { name: 'तर्क' })).toBeVisible();
  await expect(call.getByText('यह किससे ग़लत साबित होगा')).toBeVisible();
  await call.getByRole('button', { name: 'यह रिकॉर्ड जाँचें' }).click();
  await expect(call.getByText('यह रिकॉर्ड सही है।')).toBeVisible({ timeout: 60_000 });

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('dialog', { name: / · (खरीदने की|बेचने की|होल्ड) कॉल$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'लाइव कॉल' }).getByRole('listitem').first()).toBeVisible();

  const back = page.waitForEvent('load');
  await page.getByRole('navigation', { name: 'इस साइट के बारे में' }).getByRole('button', { name: 'English' }).click();
  await back;
  await expect(page.getByRole('list', { name: 'Live calls' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

/** Headings that say a screen stands, and names and abbreviations that are Latin in Hindi too. */
const SCREENS = [
  ['/upload-recommendation', 'कॉल प्रकाशित करें', 'Research Pvt Ltd demo INH'],
  ['/profile-update?active_step=2', 'प्रोफ़ाइल', 'PAN NISM INH INA INZ MB PDF'],
  ['/my-account', 'मेरा खाता', ''],
  ['/book-demo', 'डेमो बुक करें', ''],
  ['/how-to-check-us', 'हमें कैसे जाँचें', ''],
] as const;

test('An expert publishes, keeps the account, books a demo and checks a receipt on screens that are Hindi throughout', async ({
  page,
  stack,
  demo,
  context,
}) => {
  await signedIn(page, stack.portal, demo, 'verified expert');
  await context.addCookies([{ name: 'language', value: 'hi', url: stack.portal }]);
  for (const [address, heading, names] of SCREENS) {
    await page.goto(stack.portal + address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('navigation', { name: 'मुख्य' })).toBeVisible();
    // Initials of people stand in their place of a picture.
    await expect.poll(async () => (await latin(page, names)).filter((word) => word.length > 1), address).toEqual([]);
  }
});

test('Where the words do not come, the page is English and says so', async ({ page, stack, context }) => {
  await context.addCookies([{ name: 'language', value: 'hi', url: stack.portal }]);
  await page.route('**/releases/root-config/*/hindi.js*', (route) => route.abort());
  await page.goto(`${stack.portal}/`);
  await expect(page.getByRole('heading', { name: 'Stock calls from SEBI-registered experts. Every result on record.' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
