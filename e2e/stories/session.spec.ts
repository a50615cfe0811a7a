import type { Page } from '@playwright/test';
import { expect, logOut, notices, signIn, stored, test as story } from '../support/story.ts';

/** Session values of local storage; the derived ones (user type) may be there for visitors too. */
const SESSION_KEYS = ['token', 'refresh_token', 'expire_in', 'roles', 'profile', 'plan_details', 'publisher_plan_details'];
const sessionValues = async (page: Page) => Object.keys(await stored(page)).filter((key) => SESSION_KEYS.includes(key));

for (const [what, answer] of [
  ['answers 500', { status: 500, json: { status: false, validation: 'x', redirect: '', data: null } }],
  ['never answers', null],
] as const)
  story(`I am signed out although the server ${what} (S4-END-03, S8-ERR-24)`, async ({ page, stack, demo }) => {
    await page.route('**/auth/v1/sign_out', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await signIn(page, stack.portal, demo, 'free investor');
    await logOut(page);
    await expect(page).toHaveURL(`${stack.portal}/`);
    expect(await sessionValues(page)).toEqual([]);
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

story(
  'An idle window that is over ends the session at the next call (S4-END-07, S4-END-08, S4-END-A01, S8-ERR-11, S8-ERR-12)',
  async ({ page, stack, demo }) => {
    await signIn(page, stack.portal, demo, 'free investor');
    await expect(page.getByRole('tab', { name: /Past/ })).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // In one go, before the page makes a call by itself.
    await page.getByRole('tab', { name: /Past/ }).evaluate((tab: HTMLElement) => {
      localStorage.setItem('expire_in', '1');
      Object.assign(window, { before: true });
      tab.click();
    });
    await expect(page).toHaveURL(`${stack.portal}/login`);
    expect(await sessionValues(page)).toEqual([]);
    expect(await page.evaluate(() => 'before' in window)).toBe(false); // a page load, not a change of screen
    expect(asked).not.toContain('/auth/v1/sign_out');
    await expect(notices(page)).toHaveText('Oops! Something went wrong!Please login again');
  },
);

for (const [redirect, validation, path, text] of [
  ['/retail-side/faq', 'Your account was closed.', '/retail-side/faq', 'Your account was closed.'],
  ['yes', '', '/login', 'Please login again'],
] as const)
  story(`An answer with redirect "${redirect}" ends the session at ${path} (S8-ERR-04…07, S8-ERR-A06)`, async ({ page, stack, demo }) => {
    await signIn(page, stack.portal, demo, 'free investor');
    await expect(page.getByRole('tab', { name: /Past/ })).toBeVisible();
    // Only the list that the click asks for, whatever the page refreshes meanwhile.
    await page.route('**/reco/v1/calls?*view=past*', (route) => route.fulfill({ json: { status: false, validation, redirect, data: null } }));
    await page.evaluate(() => Object.assign(window, { before: true }));
    await page.getByRole('tab', { name: /Past/ }).click();
    await expect(page).toHaveURL(stack.portal + path);
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
    expect(await sessionValues(page)).toEqual([]);
    await expect(notices(page)).toHaveText(`Oops! Something went wrong!${text}`);
    await expect(notices(page)).toHaveText('', { timeout: 6000 });
  });

story('In a bypass environment such an answer leads to the bypass (S8-ERR-08)', async ({ page, stack }) => {
  await page.route('**/insights/v1/**', (route) => route.fulfill({ json: { status: false, validation: '', redirect: '/retail-side/faq', data: null } }));
  await page.goto(`${stack.partnerHost('chambal')}/market-sentiment`);
  await expect(page).toHaveURL(`${stack.partnerHost('chambal')}/auth-bypass`);
});
