import type { Page } from '@playwright/test';
import type { Demo } from '../support/stack.ts';
import { expect, freshMobile, notices, otpFor, stopClock, test as story, typeOtp } from '../support/story.ts';

const usernameOf = (page: Page) => page.getByLabel('Mobile number or e-mail');
const otpOf = (page: Page) => page.getByLabel('OTP', { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const account = (demo: Demo, shows: string) => demo.sign_ins.find((one) => one.shows === shows)!;

/** Fills in e-mail and password of a demo account, without pressing Log In. */
async function typePassword(page: Page, url: string, demo: Demo, { shows = 'free investor', waitUntil = 'load' as 'load' | 'commit' } = {}) {
  await page.goto(url, { waitUntil });
  await usernameOf(page).fill(account(demo, shows).email);
  await page.getByLabel('Password').fill(demo.password);
}

/** Answers the verifying call instead of the server. */
const answerVerify = (page: Page, answer: object | 'unreachable') =>
  page.route('**/auth/v1/validate_otp_and_perform_signin_signup', (route) =>
    answer === 'unreachable' ? route.abort() : route.fulfill({ json: { status: false, redirect: '', data: null, ...answer } }),
  );

story('One field takes e-mail and mobile number, and asks for what fits', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/login`);
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible(); // S2.2-ROUTE-01
  await expect(page.getByRole('textbox')).toHaveCount(1); // S2.4-LOGIN-05
  await usernameOf(page).fill('a@b.co');
  await expect(page.getByLabel('Password')).toBeVisible(); // S2.4-LOGIN-06
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
  await usernameOf(page).fill('9876543210');
  // S2.4-LOGIN-08, S2.4-LOGIN-13
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expect(page.getByText('Forgot password?')).toHaveCount(0);
  await expect(button(page, 'Generate OTP')).toBeVisible();
  // S5-USER-A03: the country is chosen once the value is a number, +91 before anyone chooses.
  await expect(page.getByLabel('Country code').locator('option:checked')).toContainText('+91');
});

story('The two forms lead to each other, and there is no third (S2.4-TOGGLE-01, S2.4-TOGGLE-02, S2.4-TOGGLE-05)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/login`);
  await button(page, "Don't have an account? Sign Up").click();
  await expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(1);
  await button(page, 'Already verified? Log In').click();
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /facebook/i })).toHaveCount(0); // S2.4-TOGGLE-O01
});

story('I sign in with e-mail and password and am welcomed for 1.5 s (S8-ERR-22, S8-ERR-23, S8-ERR-A09)', async ({ page, stack, demo }) => {
  await page.clock.install();
  await typePassword(page, `${stack.portal}/login`, demo);
  await stopClock(page);
  await button(page, 'Log In').click();
  await expect(notices(page)).toHaveText('SuccessWelcome to vimarsh');
  await page.clock.runFor(1400);
  await expect(notices(page)).toHaveText('SuccessWelcome to vimarsh');
  await page.clock.runFor(101);
  await expect(notices(page)).toHaveText('');
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
});

story('I sign in before the frame is there: the welcome waits for it', async ({ page, stack, demo }) => {
  let letFrameCome = (): void => undefined;
  const frameMayCome = new Promise<void>((resolve) => {
    letFrameCome = resolve;
  });
  // The context's: what the worker asks for passes the page's by.
  await page.context().route(/\/releases\/shell\/[0-9a-f]{10}\/entry\.js/, async (route) => {
    await frameMayCome;
    await route.continue();
  });
  // What holds the frame holds the page's load, where the frame was asked for before it.
  await typePassword(page, `${stack.portal}/login`, demo, { waitUntil: 'commit' });
  await button(page, 'Log In').click();
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
  await expect(notices(page)).not.toBeAttached();
  letFrameCome();
  await expect(notices(page)).toHaveText('SuccessWelcome to vimarsh');
});

story('A wrong password leaves 3 s of explanation and an empty field (S8-ERR-01, S8-ERR-02, S8-ERR-20)', async ({ page, stack, demo }) => {
  await page.clock.install();
  await typePassword(page, `${stack.portal}/login`, demo);
  await page.getByLabel('Password').fill('Wrong@2026');
  await stopClock(page);
  await button(page, 'Log In').click();
  await expect(notices(page)).toHaveText('Oops! Something went wrong!The e-mail or password is not right.');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(usernameOf(page)).toHaveValue(account(demo, 'free investor').email);
  await page.clock.runFor(2900);
  await expect(notices(page)).toContainText('The e-mail or password is not right.');
  await page.clock.runFor(101);
  await expect(notices(page)).toHaveText('');
});

story('Notices stand at the top right, one for each text, in the colour of their kind (S8-ERR-O04)', async ({ page, stack, demo }) => {
  await typePassword(page, `${stack.portal}/login`, demo);
  for (const time of [1, 2]) {
    await page.getByLabel('Password').fill(`Wrong@202${time}`);
    await button(page, 'Log In').click();
    await expect(page.getByLabel('Password')).toHaveValue('');
  }
  const notice = notices(page).locator('[data-kind]');
  await expect(notice).toHaveCount(1);
  await expect(notice).toHaveAttribute('data-kind', 'error');
  // It slides to its place.
  await notice.evaluate((node) => Promise.all(node.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  const box = (await notice.boundingBox())!;
  expect([Math.round(1440 - box.x - box.width), Math.round(box.y)]).toEqual([12, 12]);
  const [edge, loss] = await notice.evaluate((node) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--loss)';
    return [getComputedStyle(node).borderLeftColor, getComputedStyle(probe).color];
  });
  expect(edge).toBe(loss);
});

story('What I typed wrong is told at its field, and nothing is sent (S5-USER-O02)', async ({ page, stack }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${stack.portal}/login`);
  await usernameOf(page).fill('asha@');
  await page.getByRole('button', { name: /^(Continue|Log In|Generate OTP)$/ }).click();
  await expect(usernameOf(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(usernameOf(page)).toBeFocused();
  await expect(usernameOf(page)).toHaveAccessibleDescription(/.+/);
  expect(asked.filter((path) => /sign_in|otp/.test(path))).toEqual([]);
});

story('By mobile number I get an OTP, may change the number, and may ask again after 30 s', async ({ page, stack, demo }) => {
  const { mobile } = account(demo, 'Pro investor');
  await page.clock.install();
  await page.goto(`${stack.portal}/login`);
  await usernameOf(page).fill(mobile);
  // S4-LOGIN-02
  await expect(usernameOf(page)).toBeEnabled();
  await expect(otpOf(page)).toHaveCount(0);
  await stopClock(page);
  await button(page, 'Generate OTP').click(); // S2.4-LOGIN-09
  // S4-LOGIN-03, S2.4-LOGIN-10
  await expect(button(page, 'Verify OTP')).toBeVisible();
  await expect(usernameOf(page)).toBeDisabled();
  await expect(page.getByLabel('Country code')).toBeDisabled();
  const first = await otpFor(stack, mobile);

  // S4-LOGIN-04, S4-LOGIN-A01, S2.4-LOGIN-11
  await otpOf(page).fill('111111');
  await button(page, 'Change Number').click();
  await expect(usernameOf(page)).toBeEnabled();
  await expect(usernameOf(page)).toBeFocused();
  await expect(usernameOf(page)).toHaveValue(mobile);
  await expect(button(page, 'Generate OTP')).toBeVisible();
  await expect(otpOf(page)).toHaveCount(0);

  // Another number, whose OTP may be asked for again in 30 s (S2.4-LOGIN-12, S4-LOGIN-O01).
  await usernameOf(page).fill(freshMobile());
  await button(page, 'Generate OTP').click();
  await expect(otpOf(page)).toHaveValue('');
  await expect(button(page, 'Resend OTP')).toBeDisabled();
  await expect(page.getByText(/\b30 s$/)).toBeVisible();
  await page.clock.runFor(29_000);
  await expect(button(page, 'Resend OTP')).toBeDisabled();
  await page.clock.runFor(1_500);
  await expect(button(page, 'Resend OTP')).toBeEnabled();

  // S8-ERR-21: the server's clock stood still, so it refuses, and its words are told.
  await button(page, 'Resend OTP').click();
  await expect(notices(page)).toContainText('Wait before asking for another OTP.');

  await button(page, 'Change Number').click();
  await usernameOf(page).fill(mobile);
  await button(page, 'Generate OTP').click();
  await expect(notices(page)).toContainText('Wait before asking for another OTP.');
  expect(await otpFor(stack, mobile)).toBe(first);
});

story('An OTP signs me in', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/login`);
  await typeOtp(page, stack, account(demo, 'Premium investor').mobile);
  await button(page, 'Verify OTP').click();
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
  await expect(page.locator('[data-profile]')).toContainText('Rohan Deshpande');
});

story('Where I only prove my number I am signed in just so (S2.2-ROUTE-06)', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/verify-user`);
  await typeOtp(page, stack, account(demo, 'chat user').mobile);
  await button(page, 'Verify OTP').click();
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
});

story('A number without an account leads to the sign-up, with the number kept (S4-SWITCH-04, S8-ERR-17, S4-SWITCH-A02)', async ({ page, stack }) => {
  const mobile = freshMobile();
  await page.goto(`${stack.portal}/login`);
  await typeOtp(page, stack, mobile);
  await button(page, 'Verify OTP').click();
  await expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible();
  await expect(notices(page)).toContainText('Account not found');
  await expect(page.getByLabel('Mobile number')).toHaveValue(mobile);
  await expect(otpOf(page)).toHaveValue('');
});

story('The words of a refusal choose the form (S8-ERR-18)', async ({ page, stack }) => {
  await answerVerify(page, { validation: 'User account not exists' });
  await page.goto(`${stack.portal}/login`);
  await typeOtp(page, stack, freshMobile());
  await button(page, 'Verify OTP').click();
  await expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible();
});

story('An answer that never comes has its own words for an OTP, and others for a password (S8-ERR-16, S8-ERR-A07)', async ({ page, stack, demo }) => {
  await answerVerify(page, 'unreachable');
  await page.goto(`${stack.portal}/login`);
  await typeOtp(page, stack, freshMobile());
  await button(page, 'Verify OTP').click();
  await expect(notices(page)).toHaveText('ErrorPlease enter valid OTP');
  // What was typed was refused by nobody.
  await expect(otpOf(page)).toHaveValue(/^\d{6}$/);
  await button(page, 'Change Number').click();

  await page.route('**/auth/v1/sign_in', (route) => route.abort());
  await typePassword(page, `${stack.portal}/login`, demo);
  await button(page, 'Log In').click();
  await expect(notices(page)).toContainText('Oops! Something went wrong!');
  await expect(notices(page)).not.toContainText('Please enter valid OTP');
});

story('Five wrong OTPs end the code; the right one no longer opens anything', async ({ page, stack, demo }) => {
  const { mobile } = account(demo, 'promotional Premium');
  await page.goto(`${stack.portal}/login`);
  await typeOtp(page, stack, mobile);
  const right = await otpFor(stack, mobile);
  for (const tried of ['100001', '100002', '100003', '100004', '100005']) {
    await otpOf(page).fill(tried === right ? '100006' : tried);
    await button(page, 'Verify OTP').click();
    await expect(otpOf(page)).toHaveValue('');
  }
  await otpOf(page).fill(right);
  await button(page, 'Verify OTP').click();
  await expect(notices(page)).toContainText('This OTP is no longer valid. Ask for a new one.');
  await expect(page).toHaveURL(/\/login$/);
});

story('Signed in, the login is behind me, and a protected page I wanted first is where I land', async ({ page, stack, demo }) => {
  await page.goto(`${stack.portal}/past-recommendations?tab=closed`);
  await expect(page).toHaveURL(`${stack.portal}/login`);
  await usernameOf(page).fill(account(demo, 'Pro investor').email);
  await page.getByLabel('Password').fill(demo.password);
  await button(page, 'Log In').click();
  // S4-GUARD-02, S4-AFTER-A03: the server's redirect meets the guard, which forwards to the saved path, once.
  await expect(page).toHaveURL(`${stack.portal}/past-recommendations?tab=closed`);
  await page.goto(`${stack.portal}/login`);
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`); // S4-GUARD-13, S4-GUARD-A01
  // S2.2-PARAM-O03: the public page stays open to me, without a circle of redirects.
  await page.goto(`${stack.portal}/`);
  await expect(page.getByRole('link', { name: 'Open experts’ calls' })).toBeVisible();
  await expect(page).toHaveURL(`${stack.portal}/`);
});

for (const [value, path] of [
  ['Open', '/experts-past-recommendations'],
  ['locked', '/experts-past-recommendations'],
] as const)
  story(`widget_access=${value} leads to ${path} (S2.4-QUERY-06, S2.4-QUERY-A03)`, async ({ page, stack, demo }) => {
    await typePassword(page, `${stack.portal}/login?widget_access=${value}`, demo);
    await button(page, 'Log In').click();
    await expect(page).toHaveURL(stack.portal + path);
  });

story('widget_access=Locked leads to the plans (S2.4-QUERY-05)', async ({ page, stack, demo }) => {
  await typePassword(page, `${stack.portal}/login?widget_access=Locked`, demo);
  await button(page, 'Log In').click();
  await expect(page).toHaveURL(`${stack.portal}/pricing`);
});

story('An expert with documents missing is asked for them 3 s after the sign-in (S4-AFTER-04)', async ({ page, stack, demo }) => {
  await page.clock.install();
  await typePassword(page, `${stack.portal}/login`, demo, { shows: 'expert with documents pending' });
  await stopClock(page);
  await button(page, 'Log In').click();
  await expect(notices(page)).toContainText('Welcome to vimarsh');
  await page.clock.runFor(2900);
  await expect(notices(page)).not.toContainText('Please fill the ekyc details');
  await page.clock.runFor(101);
  await expect(notices(page)).toHaveText('InfoPlease fill the ekyc details');
});
