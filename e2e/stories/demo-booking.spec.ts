import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { expect, expectAccessible, notices, signedIn, test as story, tabTo } from '../support/story.ts';

/** Days that can be booked: their names have no reason after the year. */
const openDays = (dialog: Locator) => dialog.getByRole('button', { name: /^\w+day, \d+ \w+ \d{4}$/ });

/** Chooses the nth bookable day, in the month after this one if it has not as many; its name comes back. */
async function chooseDay(dialog: Locator, nth: number): Promise<string> {
  let at = nth;
  await expect(openDays(dialog).first()).toBeVisible();
  const here = await openDays(dialog).count();
  if (here <= nth) {
    await dialog.getByRole('button', { name: 'Next month' }).click();
    at = nth - here;
  }
  const day = openDays(dialog).nth(at);
  const name = (await day.getAttribute('aria-label'))!;
  await day.click();
  await expect(day).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByRole('region', { name: 'Times' }).getByRole('status')).toContainText(name);
  return name;
}

async function openDialog(page: Page): Promise<Locator> {
  await page.locator('main').getByRole('button', { name: 'Book a demo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('grid')).toBeVisible();
  return dialog;
}

async function memberAt(browser: Browser, portal: string, demo: Parameters<typeof signedIn>[2], shows: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signedIn(page, portal, demo, shows);
  await page.goto(`${portal}/book-demo`);
  // The window belongs to the frame, which comes after the page: a press before it opens nothing.
  await expect(notices(page)).toBeAttached();
  return page;
}

story(
  'I book a demo, keep it in my calendar, move it and cancel it (S1-FEAT-10, S2.6-DLG-01, S2.6-DLG-02, S4-MISC-08…14, S8-ERR-26, S8-ERR-27, S8-ERR-A10)',
  async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'Pro investor');
    await page.goto(`${stack.portal}/retail-side/contact-us`);
    await page.getByRole('link', { name: 'Choose a time' }).click();
    await expect(page).toHaveURL(`${stack.portal}/book-demo`);
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    await expect(notices(page)).toBeAttached();
    let dialog = await openDialog(page);
    expect(
      files.some((url) => /\/releases\/shell\//.test(url)),
      'its code comes when it is opened',
    ).toBe(true);
    await expect(dialog.getByRole('button', { name: 'Book demo' })).toBeDisabled();
    await expectAccessible(page);

    const asked = page.waitForRequest('**/vimarsh_pro/get_request_demo_slot/');
    const first = await chooseDay(dialog, 3);
    expect((await asked).postDataJSON()).toEqual({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    await dialog.getByRole('button', { name: '10:30', exact: true }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Book demo' }).click();
    await expect(notices(page)).toContainText('Demo has been booked');
    await expect(dialog.getByRole('heading', { name: `${first}, 10:30 IST` })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await expectAccessible(page);

    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save to my calendar' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^vimarsh-demo-\d{4}-\d\d-\d\d\.ics$/);
    const day = file.suggestedFilename().replace(/\D/g, '');
    expect(await readFile(await file.path(), 'utf8')).toContain(`\r\nDTSTART:${day}T050000Z\r\n`);

    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    const second = await chooseDay(dialog, 4);
    await dialog.getByRole('button', { name: '16:00', exact: true }).click();
    await dialog.getByRole('button', { name: 'Move demo' }).click();
    await expect(dialog.getByRole('heading', { name: `${second}, 16:00 IST` })).toBeVisible();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await expect(dialog).toBeHidden();

    await page.reload();
    await expect(notices(page)).toBeAttached();
    dialog = await openDialog(page);
    const own = dialog.getByRole('list', { name: 'Your demos' });
    await expect(own.getByRole('listitem')).toHaveCount(1);
    await expect(own).toContainText(`${second}, 16:00 IST`);
    await own.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Cancel demo' }).click();
    await expect(notices(page)).toContainText('Demo has been canceled');
    await expect(own).toHaveCount(0);
  },
);

story('A time that somebody else was faster to book can’t be had: I read so, and which are left (S5-DEMO-04, S5-DEMO-05)', async ({ browser, stack, demo }) => {
  const [mine, theirs] = await Promise.all([memberAt(browser, stack.portal, demo, 'Lite investor'), memberAt(browser, stack.portal, demo, 'verified expert')]);
  const [myDialog, theirDialog] = [await openDialog(mine), await openDialog(theirs)];
  const day = await chooseDay(myDialog, 6);
  expect(await chooseDay(theirDialog, 6)).toBe(day);
  for (const dialog of [myDialog, theirDialog]) await dialog.getByRole('button', { name: '11:30', exact: true }).click();
  await theirDialog.getByRole('button', { name: 'Book demo' }).click();
  await expect(theirDialog.getByRole('heading', { name: `${day}, 11:30 IST` })).toBeVisible();
  await myDialog.getByRole('button', { name: 'Book demo' }).click();
  await expect(notices(mine)).toContainText('Somebody has just booked this time. Choose one of the others.');
  await expect(myDialog.getByRole('button', { name: '11:30, taken' })).toBeDisabled();
  await expectAccessible(mine);
  await myDialog.getByRole('button', { name: '12:00', exact: true }).click();
  await myDialog.getByRole('button', { name: 'Book demo' }).click();
  await expect(myDialog.getByRole('heading', { name: `${day}, 12:00 IST` })).toBeVisible();

  const admin = await (await browser.newContext()).newPage();
  await signedIn(admin, stack.portal, demo, 'admin');
  await admin.goto(`${stack.portal}/demo-bookings`);
  await expect(admin.getByRole('list', { name: day }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(admin);
  for (const page of [mine, theirs, admin]) await page.context().close();
});

story('What fails is said where it fails, and can be tried again; without my demos the dialog closes (S8-ERR-28, S8-ERR-29)', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'free investor');
  const broken = { status: 500, json: { status: false, code: 'INTERNAL', validation: 'Something failed on our side. Nothing was saved; try again.' } };
  // Before the page: where a service worker is in control, what is asked at once after it may still pass a new route by.
  await page.route('**/vimarsh_pro/request_demo_detail/', (route) => route.fulfill(broken));
  await page.goto(`${stack.portal}/book-demo`);
  await expect(notices(page)).toBeAttached();
  await page.locator('main').getByRole('button', { name: 'Book a demo' }).click();
  await expect(notices(page)).toContainText('Something failed on our side.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unroute('**/vimarsh_pro/request_demo_detail/');

  const dialog = await openDialog(page);
  await page.route('**/vimarsh_pro/get_request_demo_slot/', (route) => route.abort());
  await openDays(dialog).first().click();
  await expect(dialog.getByRole('alert')).toHaveText('The times of this day could not be loaded.');
  await page.unroute('**/vimarsh_pro/get_request_demo_slot/');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: '17:30', exact: true }).click();
  await page.route('**/vimarsh_pro/create-request-demo/', (route) => route.fulfill(broken));
  const book = dialog.getByRole('button', { name: 'Book demo' });
  await book.click();
  await expect(notices(page).getByText('Something failed on our side.').first()).toBeVisible();
  await expect(book).toBeEnabled();
  await expect(dialog.getByRole('button', { name: '17:30', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/vimarsh_pro/create-request-demo/');
  await book.click();
  await expect(dialog.getByRole('button', { name: 'Reschedule' })).toBeVisible();
});

story(
  'On a phone, by the keys alone and from New York: every target is large enough, and times stay those of India (S5-DEMO-06)',
  async ({ browser, stack, demo }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, timezoneId: 'America/New_York', hasTouch: true });
    const page = await context.newPage();
    await signedIn(page, stack.portal, demo, 'Premium investor');
    await page.goto(`${stack.portal}/book-demo`);
    await expect(notices(page)).toBeAttached();
    const dialog = await openDialog(page);
    await tabTo(page, /^\w+day, \d+ \w+ \d{4}$/);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: '10:00', exact: true })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Times (IST)' })).toBeVisible();
    const small = await dialog.getByRole('button').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { width, height } = button.getBoundingClientRect();
        return width > 0 && (width < 43.9 || height < 43.9) ? [`${button.ariaLabel ?? button.textContent}: ${width} × ${height}`] : [];
      }),
    );
    expect(small).toEqual([]);
    await expectAccessible(page);
    await tabTo(page, /^14:00$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Book demo$/);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: /14:00 IST$/ })).toBeVisible();
    await context.close();
  },
);

story('Who is not signed in comes back to the booking after the login', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/business-partners`);
  await page.getByRole('link', { name: /book a demo/i }).click();
  await expect(page).toHaveURL(/\/login/);
  const { email } = demo.sign_ins.find(({ shows }) => shows === 'promotional Premium')!;
  await page.getByLabel(/mobile number or e-?mail/i).fill(email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(`${stack.portal}/book-demo`);
  await expect(page.locator('main').getByRole('button', { name: 'Book a demo' })).toBeVisible();
});
