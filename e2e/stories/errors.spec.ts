import type { Page } from '@playwright/test';
import type { Stack } from '../support/stack.ts';
import { expect, freshMobile, notices, signedIn, signIn, stored, test as story, typeOtp } from '../support/story.ts';

/** Lines of the error catalogue that no other story walks: what is cancelled, where the app's users go, a save that fails. */

/** An answer that ends the session, to the list that the tab asks for. */
const endsTheSession = (page: Page, redirect = '/retail-side/terms-condition') =>
  page.route('**/reco/v1/calls?*view=past*', (route) => route.fulfill({ json: { status: false, validation: '', redirect, data: null } }));

story('What still runs is cancelled before the page goes to where such an answer leads (S8-ERR-03)', async ({ page, stack, demo }) => {
  // A request that only dies with its page says nothing. What is said reaches us from a page that is on its way out, too.
  const cancelled: string[] = [];
  page.on('console', (message) => {
    const [, address] = /^cancelled (.*)$/.exec(message.text()) ?? [];
    if (address) cancelled.push(address);
  });
  await page.addInitScript(() => {
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: [string, string]) {
      this.addEventListener('abort', () => console.info(`cancelled ${args[1]}`));
      open.apply(this, args as unknown as Parameters<typeof open>);
    } as typeof open;
  });
  await signIn(page, stack.portal, demo, 'free investor');
  await endsTheSession(page);
  // A call to which nobody answers: the page's own reading of the profile.
  await page.route('**/auth/v1/profile', () => undefined);
  const running = page.waitForRequest('**/auth/v1/profile');
  await page.reload();
  await running;
  expect(cancelled).not.toContain('/auth/v1/profile');
  await page.getByRole('tab', { name: /Past/ }).click();
  await expect(page).toHaveURL(`${stack.portal}/retail-side/terms-condition`);
  // Whatever else was on its way goes with it.
  await expect.poll(() => cancelled).toContain('/auth/v1/profile');
});

/** Signs up inside the partner's app. */
async function inTheApp(page: Page, jhelum: string, stack: Stack): Promise<void> {
  await page.goto(`${jhelum}/paytm-login?plan=register`);
  await page.getByLabel('Full name').fill('Pooja Nair');
  await typeOtp(page, stack, freshMobile());
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.locator('[data-profile]')).toContainText('Pooja Nair');
}

for (const [what, before, after] of [
  ['to an open screen, which is loaded again', '/retail-side/faq', '/retail-side/faq'],
  ['to a screen behind the login, which becomes the login', '/past-recommendations', '/login'],
] as const)
  story(`Inside the app such an answer leads back ${what} (S8-ERR-06, S8-ERR-09)`, async ({ page, stack }) => {
    const jhelum = stack.partnerHost('jhelum');
    await inTheApp(page, jhelum, stack);
    await page.goto(jhelum + before);
    await expect(page.locator('#outlet h1').first()).toBeVisible();
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await endsTheSession(page);
    await page.goto(`${jhelum}/experts-past-recommendations?view=past`).catch(() => undefined);
    await expect(page).toHaveURL(jhelum + after);
    // The page that ended, and the one it went back to.
    await expect.poll(() => loads).toBeGreaterThan(1);
    const { token, profile, roles } = await stored(page);
    expect([token, profile, roles]).toEqual([undefined, undefined, undefined]);
    await expect(notices(page)).toHaveText('Oops! Something went wrong!Please login again');
  });

story('A profile that could not be saved says why and can be saved again (S8-ERR-35, S8-ERR-O01)', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Premium investor');
  await page.goto(`${stack.portal}/profile-update`);
  const save = page.getByRole('button', { name: /^Save/ }).first();
  await expect(save).toBeEnabled();
  let refusals = 1;
  await page.route('**/auth/v1/profile_update', (route) =>
    refusals-- > 0 ? route.fulfill({ json: { status: false, validation: 'Not today.', redirect: '', data: null, code: 'UNAVAILABLE' } }) : route.continue(),
  );
  await save.click();
  await expect(notices(page)).toHaveText('Oops! Something went wrong!Not today.');
  await expect(save).toBeEnabled();
  await save.click();
  await expect(notices(page)).toContainText('SuccessProfile updated!');
});

/** Storage as a stranger, an old version or a broken disk may leave it. */
const HOSTILE: readonly (readonly [what: string, values: Record<string, string | null>])[] = [
  ['broken JSON everywhere', { profile: '{', roles: '[', plan_details: 'x', selected_broker: '{"id":', current_environment: 'null}', expire_in: 'NaN' }],
  ['a list of roles that is a string', { roles: '"Admin"' }],
  ['an empty list of roles', { roles: '[]' }],
  ['no list of roles', { roles: null }],
  ['a profile that is a list', { profile: '[]' }],
];

story('Broken storage never shows a blank page: screens behind the login ask to log in, open ones stay (S4-GUARD-11)', async ({ page, stack, demo }) => {
  story.setTimeout(120_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  for (const [what, values] of HOSTILE) {
    await signedIn(page, stack.portal, demo, 'Pro investor');
    const good = await stored(page);
    for (const path of ['/past-recommendations', '/retail-side/faq']) {
      // From where nothing of ours runs, so that no answer mends what is broken here.
      await page.goto(`${stack.portal}/readyz`);
      await page.evaluate(
        (next) => {
          localStorage.clear();
          for (const [key, value] of Object.entries(next)) if (value !== null) localStorage.setItem(key, value);
        },
        { ...good, ...values },
      );
      await page.goto(stack.portal + path);
      await expect(page.locator('#outlet h1').first(), `${what} at ${path}`).toBeVisible();
      const seen = new URL(page.url()).pathname;
      if (path === '/retail-side/faq') expect(seen, what).toBe(path);
      else expect(['/login', '/'], what).toContain(seen);
    }
    // Again from where nothing of ours runs: a page that still asks would take the empty storage for a sign-out, and leave.
    await page.goto(`${stack.portal}/readyz`);
    await page.evaluate(() => localStorage.clear());
  }
  expect(problems).toEqual([]);
});
