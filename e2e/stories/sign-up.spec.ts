import type { Page } from '@playwright/test';
import { mailedOtp } from '../support/outbox.ts';
import { expect, expectAccessible, freshMobile, notices, otpFor, stored, test as story, typeOtp } from '../support/story.ts';

/** The verifying call's body, as it leaves the browser. */
const sentBody = (page: Page) =>
  page.waitForRequest('**/auth/v1/validate_otp_and_perform_signin_signup').then((request) => request.postDataJSON() as Record<string, unknown>);
const verify = (page: Page) => page.getByRole('button', { name: 'Verify OTP' }).click();

story('I sign up with a new number and am in', async ({ page, stack }) => {
  const mobile = freshMobile();
  await page.goto(`${stack.portal}/login`);
  await page.getByRole('button', { name: "Don't have an account? Sign Up", exact: true }).click();
  const form = page.getByRole('form', { name: 'Sign up' });

  // S2.4-SIGNUP-01…04, S2.4-SIGNUP-09, S2.4-TOGGLE-01, S9-CC-10
  await expect(form.getByLabel('Full name')).toBeVisible();
  await expect(form.getByLabel('Country code')).toHaveValue('India');
  await expect(form.getByLabel('Country code').locator('option:checked')).toContainText('+91');
  await expect(form.getByLabel('OTP', { exact: true })).toBeVisible();
  await expect(form.getByText('Please give a WhatsApp number')).toBeVisible();
  // S2.4-SIGNUP-A01: nobody chooses a password here.
  await expect(form.locator('input[type=password]')).toHaveCount(0);
  // S2.4-SIGNUP-05: fixed on. S2.4-SIGNUP-O01: our words of the label, as of the note above.
  const terms = form.getByRole('checkbox', { name: /^I agree to the terms and to notifications/ });
  await expect(terms).toBeChecked();
  await terms.click({ force: true });
  await expect(terms).toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'I am a SEBI Expert', exact: true })).not.toBeChecked(); // S2.4-SIGNUP-06

  await form.getByLabel('Full name').fill('Asha Rao');
  await typeOtp(page, stack, mobile);
  const body = sentBody(page);
  await verify(page);
  expect(await body).toMatchObject({ country_code: '+91', mobile, purpose: 'SIGN_UP', full_name: 'Asha Rao', profession: 'RETAIL_INVESTOR' });
  // S4-SWITCH-02: the answer gives no path of its own, so home for the signed-in it is.
  await expect(page).toHaveURL(`${stack.portal}/experts-past-recommendations`);
  await expect(page.locator('[data-profile]')).toContainText('Asha Rao');
  const values = await stored(page);
  expect(JSON.parse(values.roles!)).toEqual(['All']);
  expect(values.email).toBeUndefined(); // S4-SWITCH-A01: the answer has no e-mail.
});

story('I sign up with my e-mail and a password, prove the address, and log in with both (S7-PROFILE-08)', async ({ page, stack }) => {
  const email = `lata.${Date.now()}@mail.example.com`;
  await page.goto(`${stack.portal}/login?referral=FRIEND7`);
  await page.getByRole('button', { name: 'Sign up with e-mail instead' }).click();
  const form = page.getByRole('form', { name: 'Sign up with e-mail' });
  await form.getByLabel('Full name').fill('Lata Menon');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('abc');
  await form.getByRole('button', { name: 'Generate OTP' }).click();
  await expect(form.getByLabel('Password', { exact: true })).toBeFocused();
  await form.getByLabel('Password', { exact: true }).fill('Monsoon#2026');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Generate OTP' }).click();
  await expect(page).toHaveURL(`${stack.portal}/verify-otp`);
  await page.getByLabel('OTP', { exact: true }).fill(await mailedOtp(stack, email));
  await verify(page);
  await expect(page).toHaveURL(`${stack.portal}/login`);
  await expect(notices(page)).toContainText('Your account is ready. Log in with your password.');
  await page.getByLabel('Mobile number or e-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Monsoon#2026');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.locator('[data-profile]')).toContainText('Lata Menon');
});

story('An e-mail in the answer is kept, and its redirect followed (S4-SWITCH-01, S4-SWITCH-02)', async ({ page, stack }) => {
  await page.route('**/auth/v1/validate_otp_and_perform_signin_signup', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.profile_data.email = 'asha@mail.example.com';
    body.data.redirect_url = '/past-recommendations';
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`${stack.portal}/login?plan=register`);
  await page.getByLabel('Full name').fill('Asha Rao');
  await typeOtp(page, stack, freshMobile());
  await verify(page);
  await expect(page).toHaveURL(`${stack.portal}/past-recommendations`);
  expect((await stored(page)).email).toBe('asha@mail.example.com');
});

story('A wrong OTP is told once, in its own words, and the field is empty (S8-ERR-15, S8-ERR-36, S8-ERR-A11)', async ({ page, stack }) => {
  const mobile = freshMobile();
  await page.goto(`${stack.portal}/login?plan=register`); // S2.4-QUERY-10
  await expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible();
  await page.getByLabel('Full name').fill('Asha Rao');
  await typeOtp(page, stack, mobile);
  const right = await otpFor(stack, mobile);
  const otp = page.getByLabel('OTP', { exact: true });
  await otp.fill(right === '123456' ? '654321' : '123456');
  await verify(page);
  await expect(notices(page)).toHaveText('ErrorPlease enter valid OTP');
  await expect(otp).toHaveValue('');
  await otp.fill(right);
  await verify(page);
  await expect(page).toHaveURL(/experts-past-recommendations/);
});

story('Missing details are refused before anything is sent (S5-USER-20)', async ({ page, stack }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${stack.portal}/login?plan=register`);
  await page.getByRole('button', { name: 'Generate OTP' }).click();
  await expect(notices(page)).toHaveText('Oops! Something went wrong!Please fill all required details');
  await expect(page.getByLabel('Full name')).toBeFocused();
  expect(asked).not.toContain('/auth/v1/generate_mobile_otp');
});

story(
  'My number has an account already: I am shown the sign-in with the number kept (S4-SWITCH-03, S8-ERR-19, S4-SWITCH-A02)',
  async ({ page, stack, demo }) => {
    const known = demo.sign_ins.find(({ shows }) => shows === 'Lite investor')!;
    await page.goto(`${stack.portal}/login?plan=register`);
    await page.getByLabel('Full name').fill('Asha Rao');
    await typeOtp(page, stack, known.mobile);
    await verify(page);
    await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
    await expect(notices(page)).toContainText('User already exists');
    await expect(page.getByLabel('Mobile number or e-mail')).toHaveValue(known.mobile);
    await expect(page.getByRole('button', { name: 'Generate OTP' })).toBeVisible();
  },
);

story('As a SEBI expert I say so, and a referral stays mine (S2.4-SIGNUP-07, S2.4-QUERY-01, S2.4-QUERY-02)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/login?referral=ABC`);
  await page.getByLabel('Full name').fill('Dr. Kiran Shetty');
  await page.getByRole('checkbox', { name: 'I am a SEBI Expert', exact: true }).check();
  await typeOtp(page, stack, freshMobile());
  const body = sentBody(page);
  await verify(page);
  expect(await body).toMatchObject({ profession: 'MARKET_EXPERT', referral_code: 'ABC' });
  await expect(page.locator('[data-profile]')).toContainText('Market Expert');
});

story('Customers with credentials of their own are not asked whether they are experts (S2.4-SIGNUP-08)', async ({ page, stack }) => {
  const sabarmati = stack.partnerHost('sabarmati');
  await page.goto(`${sabarmati}/login?plan=register`);
  await expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'I am a SEBI Expert' })).toHaveCount(0);
  await page.getByLabel('Full name').fill('Meena Joshi');
  await typeOtp(page, stack, freshMobile());
  await verify(page);
  await expect(notices(page)).toContainText('Welcome to Sabarmati Broking');
  await expect(page).toHaveURL(`${sabarmati}/experts-past-recommendations`);
  expect(JSON.parse((await stored(page)).selected_broker!)).toMatchObject({ id: 40 });
});

story('Where nobody may sign up, a referral opens the sign-in and is kept (S2.4-QUERY-A04)', async ({ page, stack, demo }) => {
  await page.route('**/auth/v1/broker/list', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, auth_option: { ...body.auth_option, sign_up: false } } });
  });
  await page.goto(`${stack.portal}/login?referral=ABC`);
  await expect(page.getByRole('button', { name: /Sign Up|Already verified/ })).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
  const account = demo.sign_ins.find(({ shows }) => shows === 'free investor')!;
  await page.getByLabel('Mobile number or e-mail').fill(account.email);
  await page.getByLabel('Password').fill(demo.password);
  const request = page.waitForRequest('**/auth/v1/sign_in');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  expect((await request).postDataJSON()).toMatchObject({ referral_code: 'ABC' });
});

story('An unknown number stays in the sign-in where nobody may sign up (S4-SWITCH-05)', async ({ page, stack }) => {
  await page.route('**/auth/v1/broker/list', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, auth_option: { ...body.auth_option, sign_up: false } } });
  });
  await page.goto(`${stack.portal}/login`);
  await expect(page.getByRole('button', { name: /Sign Up/ })).toHaveCount(0);
  await typeOtp(page, stack, freshMobile());
  await verify(page);
  await expect(notices(page)).toContainText('Account not found');
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
});
