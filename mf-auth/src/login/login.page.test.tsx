import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { generateOtp, signIn, validateOtp } from '@vimarsh/shared/contract/identity/routes.ts';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import { readReferralCode } from '@vimarsh/shared/contract/referrals/routes.ts';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { MY_CALLS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { COMPLIANCE, PUBLIC_HOME } from '@vimarsh/shared/domain/routing/places.ts';
import { type CannedAnswer, type FakeHost, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser, type User } from '@vimarsh/shared/kit/user.testing.ts';
import { Toaster } from '@vimarsh/shared/ui/floats/toast.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import manifest from '../../module.json' with { type: 'json' };
import { Page } from './login.page.tsx';

const brokers = (sign_up: boolean) => reply(brokerList, [], { auth_option: { google_enable: false, fb_enable: false, credential_enable: true, sign_up } });
const sent = reply(generateOtp, { message: 'Sent', resend_after: 30, expires_in: 300 });
const proven = reply(validateOtp, { token: 't', redirect_url: '' });
/** A live release of this module, whose manifest has the screen for a forgotten password. */
const RESETS_PASSWORDS = {
  id: 'test',
  preview: [],
  modules: { 'mf-auth': { manifest: manifest as unknown as PageRelease['manifest'] } as PageRelease },
  fallbacks: {},
};

interface Opened {
  host: FakeHost;
  user: User;
}

function open(path: string, answers: readonly CannedAnswer[] = [], more: Parameters<typeof fakeHost>[0] = {}): Opened {
  const host = fakeHost({ path, answers: [brokers(true), sent, proven, ...answers], ...more });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}

const username = () => screen.getByLabelText<HTMLInputElement>('Mobile number or e-mail');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const bodiesOf = (host: FakeHost, route: object) =>
  host.calls.filter((call) => call.route === route).map((call) => call.input.body as unknown as Record<string, unknown>);
const environment = (test: (one: (typeof ENVIRONMENTS)[number]) => boolean) => ENVIRONMENTS.find(test)!;

async function sendOtp(user: Opened['user'], mobile = '9876543210') {
  await user.enter(username(), mobile);
  await user.click(button('Generate OTP'));
  await screen.findByRole('button', { name: 'Verify OTP' });
}

async function fillSignUp(user: Opened['user']) {
  await user.enter(screen.getByLabelText('Full name'), 'Asha Rao');
  await user.enter(screen.getByLabelText('Mobile number'), '9876543210');
  await user.click(button('Generate OTP'));
  await screen.findByRole('button', { name: 'Verify OTP' });
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
});

test('one field takes both; an e-mail shows the password, a number takes it away again (S2.4-LOGIN-05, S2.4-LOGIN-06, S2.4-LOGIN-13)', async () => {
  const { user } = open('/login', [], { page: { releases: RESETS_PASSWORDS } });
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  await user.type(username(), 'a@b.co');
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
  await user.clear(username());
  await user.type(username(), '9876543210');
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByText('Forgot password?')).toBeNull();
});

test('a number shows the OTP flow and the country, India first (S2.4-LOGIN-08, S5-USER-A03, S9-CC-10, S4-LOGIN-02)', async () => {
  const { user } = open('/login');
  expect(screen.queryByLabelText('Country code')).toBeNull();
  await user.enter(username(), '9876543210');
  expect(screen.getByLabelText('Country code')).toHaveDisplayValue(/India \+91/);
  expect(button('Generate OTP')).toBeEnabled();
  expect(username()).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Verify OTP' })).toBeNull();
});

test('Canada stays Canada although its code is that of the United States (S9-CC-A01, S7-OTP-A02)', async () => {
  const { host, user } = open('/login');
  await user.enter(username(), '4165550123');
  await user.selectOptions(screen.getByLabelText('Country code'), 'Canada');
  await user.click(button('Generate OTP'));
  await screen.findByRole('button', { name: 'Verify OTP' });
  expect(screen.getByLabelText('Country code')).toHaveDisplayValue(/Canada/);
  expect(bodiesOf(host, generateOtp)[0]).toMatchObject({ country_code: '+1', mobile: '4165550123' });
});

test('Generate OTP locks the number and focuses the code; Change Number unlocks it with an empty code (S2.4-LOGIN-09, S2.4-LOGIN-10, S2.4-LOGIN-11, S4-LOGIN-03, S4-LOGIN-04, S4-LOGIN-A01)', async () => {
  const { user } = open('/login');
  await sendOtp(user);
  expect(username()).toBeDisabled();
  expect(screen.getByLabelText('Country code')).toBeDisabled();
  expect(screen.getByLabelText('OTP')).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('OTP sent to +91 9876543210');
  await user.enter(screen.getByLabelText('OTP'), '123');
  await user.click(button('Change Number'));
  expect(username()).toBeEnabled();
  expect(username()).toHaveValue('9876543210');
  expect(username()).toHaveFocus();
  await user.click(button('Generate OTP'));
  expect(await screen.findByLabelText('OTP')).toHaveValue('');
});

test('Resend OTP waits 30 s, then sends the same call again (S2.4-LOGIN-12, S7-OTP-A03, S4-LOGIN-O01)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { host } = open('/login');
  const user = aUser({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  await sendOtp(user);
  expect(button('Resend OTP')).toBeDisabled();
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(button('Resend OTP')).toBeEnabled());
  await user.click(button('Resend OTP'));
  await waitFor(() => expect(bodiesOf(host, generateOtp)).toHaveLength(2));
  expect(bodiesOf(host, generateOtp)[1]).toEqual(bodiesOf(host, generateOtp)[0]);
});

test('after a reload an OTP that was sent is still asked for, without the OTP, until the number is changed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T08:21:00Z') });
  const { host } = open('/login');
  const user = aUser({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  await sendOtp(user, '9876543002');
  await user.enter(screen.getByLabelText('OTP'), '123456');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('123456');
  cleanup();
  render(<Page />, { wrapper: host.Wrapper });
  expect(username()).toHaveValue('9876543002');
  expect(username()).toBeDisabled();
  expect(screen.getByRole('status')).toHaveTextContent('We sent an OTP to +91 …002 at 13:51. Enter it, or change the number.');
  expect(screen.getByLabelText('OTP')).toHaveValue('');
  expect(bodiesOf(host, generateOtp)).toHaveLength(1);
  await user.click(button('Change Number'));
  cleanup();
  render(<Page />, { wrapper: host.Wrapper });
  expect(username()).toHaveValue('');
});

/** A reload: the page is drawn anew from what the browser kept; nothing of the old one runs on. */
function reload(host: FakeHost, path = '/login') {
  const kept = { ...sessionStorage };
  cleanup();
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
  history.replaceState(null, '', path);
  render(<Page />, { wrapper: host.Wrapper });
}

test('after a reload a sign-up goes on with the name that was typed, also one mended since the OTP was sent', async () => {
  const { host, user } = open('/login?plan=register');
  await user.click(screen.getByRole('checkbox', { name: 'I am a SEBI Expert' }));
  await fillSignUp(user);
  await user.type(screen.getByLabelText('Full name'), 't');
  reload(host);
  expect(screen.getByLabelText('Full name')).toHaveValue('Asha Raot');
  expect(screen.getByLabelText('Mobile number')).toHaveValue('9876543210');
  expect(screen.getByRole('checkbox', { name: 'I am a SEBI Expert' })).toBeChecked();
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.click(button('Verify OTP'));
  await waitFor(() => expect(bodiesOf(host, validateOtp)[0]).toMatchObject({ full_name: 'Asha Raot', profession: 'MARKET_EXPERT' }));
});

test('a sign-up that waits for its OTP gives way to Log in, and goes on when Sign up is chosen again', async () => {
  const { host, user } = open('/login?plan=register');
  await fillSignUp(user);
  cleanup();
  history.replaceState(null, '', '/login');
  render(<Page />, { wrapper: host.Wrapper });
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /sign up/i }));
  expect(screen.getByLabelText('Full name')).toHaveValue('Asha Rao');
  expect(button('Verify OTP')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /log in/i }));
  reload(host);
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test.each(['used', 'over'])('an OTP that is %s is not asked for again', async (how) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { host } = open('/login');
  const user = aUser({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  await sendOtp(user);
  if (how === 'over') vi.setSystemTime(Date.now() + 300_000);
  else {
    await user.enter(screen.getByLabelText('OTP'), '123456');
    await user.click(button('Verify OTP'));
    await waitFor(() => expect(host.adopted).toHaveLength(1));
  }
  cleanup();
  expect(sessionStorage).toHaveLength(how === 'over' ? 1 : 0);
  render(<Page />, { wrapper: host.Wrapper });
  expect(username()).toBeEnabled();
  expect(sessionStorage).toHaveLength(0);
});

test('a refused Resend OTP shows the server’s message (S8-ERR-21)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { host } = open('/login');
  const user = aUser({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  await sendOtp(user);
  host.answer(refuse(generateOtp, 'RATE', 'X'));
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(button('Resend OTP')).toBeEnabled());
  await user.click(button('Resend OTP'));
  await waitFor(() => expect(host.notices).toEqual([{ kind: 'error', title: 'Oops! Something went wrong!', text: 'X', ms: 3000 }]));
});

test('password sign-in: the call, the welcome, the way on (S7-SIGNIN-01, S7-SIGNIN-02, S7-SIGNIN-03, S7-SIGNIN-A01, S7-SIGNIN-A02, S8-ERR-22)', async () => {
  const { host, user } = open('/login', [reply(signIn, { token: 't', redirect_url: '' })], { adoptTo: '/experts-past-recommendations' });
  await user.enter(username(), 'a@b.co');
  await user.enter(screen.getByLabelText('Password'), 'Secret1!');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/experts-past-recommendations'));
  expect(signIn).toMatchObject({ method: 'POST', path: '/auth/v1/sign_in' });
  expect(bodiesOf(host, signIn)).toEqual([
    { username: 'a@b.co', password: 'Secret1!', sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR', referral_code: '' },
  ]);
  expect(host.adopted[0]).toMatchObject({ how: 'password' });
  expect(host.notices).toEqual([{ kind: 'success', title: 'Success', text: 'Welcome to vimarsh', ms: 1500 }]);
});

test('a refused password empties the field and shows one toast (S8-ERR-20, S8-ERR-A04)', async () => {
  const { host, user } = open('/login', [refuse(signIn, 'CREDENTIALS', 'The e-mail or password is not right.')]);
  await user.enter(username(), 'a@b.co');
  await user.enter(screen.getByLabelText('Password'), 'wrong');
  await user.click(button('Log In'));
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(''));
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(host.notices).toEqual([{ kind: 'error', title: 'Oops! Something went wrong!', text: 'The e-mail or password is not right.', ms: 3000 }]);
});

test('a refused password is explained beneath its field until one types', async () => {
  const { user } = open('/login', [refuse(signIn, 'CREDENTIALS', 'The e-mail or password is not right.')], { page: { releases: RESETS_PASSWORDS } });
  await user.enter(username(), 'a@b.co');
  await user.enter(screen.getByLabelText('Password'), 'wrong');
  await user.keyboard('{Enter}');
  const password = screen.getByLabelText('Password');
  await waitFor(() => expect(password).toHaveAccessibleDescription('E-mail and password don’t match. Try again, or reset the password.'));
  expect(password).toBeInvalid();
  expect(password).toHaveFocus();
  await user.type(password, 'S');
  expect(password).toBeValid();
  expect(password).not.toHaveAccessibleDescription();
});

test('the password field says when few tries are left and how long the account stays locked', async () => {
  const { host, user } = open('/login', [refuse(signIn, 'CREDENTIALS', 'The e-mail or password is not right.', { extras: { tries_left: 3 } })]);
  const tryOnce = async () => {
    await user.enter(screen.getByLabelText('Password'), 'wrong');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(''));
  };
  await user.enter(username(), 'a@b.co');
  await tryOnce();
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('E-mail and password don’t match. Try again.');
  host.answer(refuse(signIn, 'CREDENTIALS', 'The e-mail or password is not right.', { extras: { tries_left: 1 } }));
  await tryOnce();
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    'E-mail and password don’t match. Try again. 1 try left, then this account is locked for 15 minutes.',
  );
  host.answer(refuse(signIn, 'LOCKED_OUT', 'Too many wrong attempts. Try again in 15 minutes.', { retry_after: 900 }));
  await tryOnce();
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/^Locked until \d+ \w{3} \d{4}, \d\d:\d\d IST$/);
});

test('without an answer an OTP sign-in shows its own text, a password sign-in the general one (S8-ERR-16, S8-ERR-A07)', async () => {
  const { host, user } = open('/login', [
    refuse(validateOtp, 'UNREACHABLE', 'We can’t reach the server.'),
    refuse(signIn, 'UNREACHABLE', 'We can’t reach the server.'),
  ]);
  await sendOtp(user);
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.click(button('Verify OTP'));
  await waitFor(() => expect(host.notices).toEqual([{ kind: 'error', title: 'Error', text: 'Please enter valid OTP', ms: 3000 }]));
  await user.click(button('Change Number'));
  await user.clear(username());
  await user.enter(username(), 'a@b.co');
  await user.enter(screen.getByLabelText('Password'), 'Secret1!');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(host.notices).toHaveLength(2));
  expect(host.notices[1]?.title).toBe('Oops! Something went wrong!');
});

const UNANSWERED = /^The server did not answer, or could not do this now\. What you typed is still here/;

test.each(['UNREACHABLE', 'BAD_ANSWER', 'RETRY', 'INTERNAL'])(
  'no judgement (%s): the password stays, and words beneath the form until the next try',
  async (code) => {
    const { host, user } = open('/login', [refuse(signIn, code, 'We can’t reach the server.')]);
    await user.enter(username(), 'a@b.co');
    await user.enter(screen.getByLabelText('Password'), 'Secret1!');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(UNANSWERED)).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('Secret1!');
    host.answer(refuse(signIn, 'CREDENTIALS', 'The e-mail or password is not right.'));
    await user.click(button('Log In'));
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(''));
    expect(screen.queryByText(UNANSWERED)).toBeNull();
  },
);

test.each(['BAD_ANSWER', 'RETRY', 'INTERNAL'])('no judgement of an OTP (%s): it stays in its field, and words beneath the form', async (code) => {
  const { host, user } = open('/login', [refuse(generateOtp, code, 'We can’t reach the server.')]);
  await user.enter(username(), '9876543210');
  await user.click(button('Generate OTP'));
  expect(await screen.findByText(UNANSWERED)).toBeVisible();
  expect(username()).toHaveValue('9876543210');
  host.answer(sent, refuse(validateOtp, code, 'Not readable.'));
  await user.click(button('Generate OTP'));
  await screen.findByRole('button', { name: 'Verify OTP' });
  expect(screen.queryByText(UNANSWERED)).toBeNull();
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.click(button('Verify OTP'));
  expect(await screen.findByText(UNANSWERED)).toBeVisible();
  expect(screen.getByLabelText('OTP')).toHaveValue('123456');
  host.answer(refuse(validateOtp, 'OTP_SPENT', 'This OTP is no longer valid. Ask for a new one.'));
  await user.click(button('Verify OTP'));
  expect(await screen.findByText(/^Your OTP may have been accepted/)).toBeVisible();
});

test('OTP sign-in: the two calls with their keys (S7-OTP-01, S7-OTP-02, S7-OTP-03, S7-OTP-05, S7-OTP-06, S7-OTP-07, S7-OTP-08, S7-OTP-09)', async () => {
  const { host, user } = open('/login');
  await sendOtp(user);
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(generateOtp).toMatchObject({ method: 'POST', path: '/auth/v1/generate_mobile_otp' });
  expect(validateOtp).toMatchObject({ method: 'POST', path: '/auth/v1/validate_otp_and_perform_signin_signup' });
  expect(bodiesOf(host, generateOtp)).toEqual([{ country_code: '+91', mobile: '9876543210', purpose: 'SIGN_IN' }]);
  expect(bodiesOf(host, validateOtp)).toEqual([{ country_code: '+91', mobile: '9876543210', mobile_otp: 123456, purpose: 'SIGN_IN', referral_code: '' }]);
  expect(host.adopted[0]).toMatchObject({ how: 'otp', options: { signUp: false } });
});

test.each(['09000000002', '+91 90000-00002', '919000000002', '९०००० ००००२'])('%s goes out as ten digits, and a pasted message as its code', async (typed) => {
  const { host, user } = open('/login');
  await sendOtp(user, typed);
  expect(username().value).toBe('9000000002');
  expect(bodiesOf(host, generateOtp)).toMatchObject([{ mobile: '9000000002' }]);
  await user.click(screen.getByLabelText('OTP'));
  await user.paste('Your code is 182-028');
  expect(screen.getByLabelText<HTMLInputElement>('OTP').value).toBe('182028');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(bodiesOf(host, validateOtp)).toMatchObject([{ mobile: '9000000002', mobile_otp: 182028 }]));
});

test('a number of another country is sent nowhere, and the words say which country to choose', async () => {
  const { host, user } = open('/login');
  await user.enter(username(), '+65 9876 5432');
  await user.click(button('Generate OTP'));
  expect(screen.getByText('This number begins with the code of another country. Choose that country')).toBeTruthy();
  expect(bodiesOf(host, generateOtp)).toEqual([]);
});

test('on a partner host the calls carry its broker, the screen its logo, the welcome its name (S7-OTP-03, S7-OTP-07, S8-ERR-A09)', async () => {
  const partner = environment((one) => one.brokerId !== 40 && one.loginModule === '' && !one.byPassLogin);
  const { host, user } = open('/login', [], { page: { environment: partner, brand: partner.utm_source } });
  expect(screen.getByRole('img', { name: partner.utm_source })).toHaveAttribute('src', partner.logo);
  await sendOtp(user);
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(bodiesOf(host, generateOtp)[0]).toMatchObject({ broker_id: partner.brokerId });
  expect(bodiesOf(host, validateOtp)[0]).toMatchObject({ broker_id: partner.brokerId });
  expect(host.notices[0]?.text).toBe(`Welcome to ${partner.utm_source}`);
});

test('the toggles lead to sign-up and back and keep the number (S2.4-TOGGLE-01, S2.4-TOGGLE-02, S2.4-TOGGLE-05, S4-SWITCH-A02)', async () => {
  const { user } = open('/login');
  await user.enter(username(), '9876543210');
  await user.click(button("Don't have an account? Sign Up"));
  expect(screen.getByRole('form', { name: 'Sign up' })).toBeVisible();
  expect(screen.getByLabelText('Mobile number')).toHaveValue('9876543210');
  await user.click(button('Already verified? Log In'));
  expect(screen.getByRole('form', { name: 'Log in' })).toBeVisible();
  expect(username()).toHaveValue('9876543210');
});

test('sign-up has its fields, fixed terms, the expert box and the WhatsApp note (S2.4-SIGNUP-01, S2.4-SIGNUP-02, S2.4-SIGNUP-03, S2.4-SIGNUP-04, S2.4-SIGNUP-05, S2.4-SIGNUP-06, S2.4-SIGNUP-09, S2.4-SIGNUP-O01)', async () => {
  const { user } = open('/login?plan=register');
  for (const label of ['Full name', 'Country code', 'Mobile number', 'OTP']) expect(screen.getByLabelText(label)).toBeVisible();
  const terms = screen.getByRole('checkbox', { name: /I agree to the terms and to notifications/ });
  expect(terms).toBeChecked();
  await user.click(terms);
  expect(terms).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'I am a SEBI Expert' })).not.toBeChecked();
  expect(screen.getByLabelText('Mobile number')).toHaveAccessibleDescription('Please give a WhatsApp number');
  expect(document.querySelector('input[type=password]')).toBeNull();
});

test('the expert box decides the profession sent; purpose is SIGN_UP (S2.4-SIGNUP-07, S7-OTP-02, S7-OTP-08, S7-OTP-09)', async () => {
  for (const expert of [false, true]) {
    const { host, user } = open('/login?plan=register');
    await fillSignUp(user);
    if (expert) await user.click(screen.getByRole('checkbox', { name: 'I am a SEBI Expert' }));
    await user.enter(screen.getByLabelText('OTP'), '123456');
    await user.click(button('Verify OTP'));
    await waitFor(() => expect(host.adopted).toHaveLength(1));
    expect(bodiesOf(host, generateOtp)[0]).toEqual({ country_code: '+91', mobile: '9876543210', purpose: 'SIGN_UP' });
    expect(bodiesOf(host, validateOtp)[0]).toEqual({
      country_code: '+91',
      mobile: '9876543210',
      mobile_otp: 123456,
      purpose: 'SIGN_UP',
      referral_code: '',
      full_name: 'Asha Rao',
      profession: expert ? 'MARKET_EXPERT' : 'RETAIL_INVESTOR',
    });
    expect(host.adopted[0]?.options).toMatchObject({ signUp: true });
    cleanup();
  }
});

test('the expert box is hidden for the own-credentials broker (S2.4-SIGNUP-08)', () => {
  const own = environment((one) => one.brokerId === 40);
  open('/login?plan=register', [], { page: { environment: own, brand: own.utm_source } });
  expect(screen.getByLabelText('Full name')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'I am a SEBI Expert' })).toBeNull();
});

test('sign-up follows the redirect of the answer (S4-SWITCH-02)', async () => {
  const { user } = open('/login?plan=register', [], { adoptTo: '/my-dashboard' });
  await fillSignUp(user);
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/my-dashboard'));
});

test('sign-up with missing fields: the toast, the marked field, no call (S5-USER-20, S5-USER-O01)', async () => {
  const { host, user } = open('/login?plan=register');
  await user.enter(screen.getByLabelText('Mobile number'), '9876543210');
  await user.click(button('Generate OTP'));
  expect(host.notices).toEqual([{ kind: 'error', title: 'Oops! Something went wrong!', text: 'Please fill all required details', ms: 3000 }]);
  expect(screen.getByLabelText('Full name')).toHaveAccessibleDescription('Field is required');
  expect(screen.getByLabelText('Full name')).toHaveFocus();
  expect(bodiesOf(host, generateOtp)).toEqual([]);
});

test('a wrong OTP on sign-up: exactly one toast with its own text, and an empty field (S8-ERR-15, S8-ERR-36, S8-ERR-A11)', async () => {
  const { host, user } = open('/login?plan=register', [refuse(validateOtp, 'OTP_WRONG', 'Please enter valid OTP', { extras: { tries_left: 4 } })]);
  await fillSignUp(user);
  await user.enter(screen.getByLabelText('OTP'), '111111');
  await user.click(button('Verify OTP'));
  await waitFor(() => expect(host.notices).toEqual([{ kind: 'error', title: 'Error', text: 'Please enter valid OTP', ms: 3000 }]));
  expect(screen.getByLabelText('OTP')).toHaveValue('');
  expect(screen.getByLabelText('OTP')).toHaveAccessibleDescription('4 tries left');
  await waitFor(() => expect(screen.getByLabelText('OTP')).toHaveFocus());
});

test.each(['Account not found for this number', 'User account not exists'])(
  '"%s" switches to sign-up (S4-SWITCH-04, S8-ERR-17, S8-ERR-18)',
  async (validation) => {
    const { user } = open('/login', [refuse(validateOtp, 'ACCOUNT_NOT_FOUND', validation)]);
    await sendOtp(user);
    await user.enter(screen.getByLabelText('OTP'), '123456');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('form', { name: 'Sign up' })).toBeVisible();
    expect(screen.getByLabelText('Mobile number')).toHaveValue('9876543210');
    expect(screen.getByLabelText('OTP')).toHaveValue('');
  },
);

test('a password sign-in without account switches too, without taking the e-mail for a number (S4-SWITCH-04)', async () => {
  const { user } = open('/login', [refuse(signIn, 'ACCOUNT_NOT_FOUND', 'Account not found')]);
  await user.enter(username(), 'a@b.co');
  await user.enter(screen.getByLabelText('Password'), 'Secret1!');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('form', { name: 'Sign up' })).toBeVisible();
  expect(screen.getByLabelText('Mobile number')).toHaveValue('');
});

test('where sign-up is closed, nothing switches to it or offers it; the referral is kept (S4-SWITCH-05, S2.4-QUERY-A04, S8-ERR-A08)', async () => {
  const { host, user } = open('/login?referral=ABC', [brokers(false), refuse(validateOtp, 'ACCOUNT_NOT_FOUND', 'Account not found')]);
  expect(await screen.findByRole('form', { name: 'Log in' })).toBeVisible();
  expect(screen.queryByRole('button', { name: "Don't have an account? Sign Up" })).toBeNull();
  await sendOtp(user);
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(host.notices[0]?.text).toBe('Account not found'));
  expect(screen.getByRole('form', { name: 'Log in' })).toBeVisible();
  expect(bodiesOf(host, validateOtp)[0]).toMatchObject({ referral_code: 'ABC' });
});

test('"User already exists" switches to sign-in (S4-SWITCH-03, S8-ERR-19)', async () => {
  const { user } = open('/login?plan=register', [refuse(validateOtp, 'USER_EXISTS', 'User already exists')]);
  await fillSignUp(user);
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('form', { name: 'Log in' })).toBeVisible();
  expect(username()).toHaveValue('9876543210');
});

test('before a sign-up with a code stands what it gives and to whom; one that does not count is said, and stops nobody', async () => {
  const rule = { days: 7, most_a_year: 5 };
  open('/login?referral=CDFGHJKM', [reply(readReferralCode, { gives: { ...rule, counts: true } })]);
  expect(await screen.findByText(/you and the person who gave it to you each get 7 days on a plan/)).toBeVisible();
  cleanup();
  const { host, user } = open('/login?referral=ABC', [reply(readReferralCode, { gives: { ...rule, counts: false } })]);
  expect(await screen.findByText('This code does not count here, or not any more. You can sign up all the same.')).toBeVisible();
  await fillSignUp(user);
  cleanup();
  // Where nothing runs, and where it can't be known, nothing is promised; and without a code nothing is asked.
  for (const answer of [reply(readReferralCode, { gives: null }), refuse(readReferralCode, 'INTERNAL', 'Something failed on our side.')]) {
    const { host } = open('/login?referral=ABC', [answer]);
    await waitFor(() => expect(host.calls.some(({ route }) => route === readReferralCode)).toBe(true));
    expect(await screen.findByRole('form', { name: 'Sign up' })).toBeVisible();
    expect(screen.queryByText(/with a code|This code/)).toBeNull();
    expect(host.notices).toEqual([]);
    cleanup();
  }
  expect(host.notices).toEqual([]);
  const plain = open('/login?plan=register');
  await screen.findByRole('form', { name: 'Sign up' });
  expect(plain.host.calls.some(({ route }) => route === readReferralCode)).toBe(false);
});

test('referral opens sign-up and is sent; plan=register opens it too (S2.4-QUERY-01, S2.4-QUERY-02, S2.4-QUERY-10)', async () => {
  const { host, user } = open('/login?referral=ABC');
  expect(screen.getByRole('form', { name: 'Sign up' })).toBeVisible();
  await fillSignUp(user);
  await user.enter(screen.getByLabelText('OTP'), '123456');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(bodiesOf(host, validateOtp)[0]).toMatchObject({ referral_code: 'ABC' });
  cleanup();
  open('/login?plan=register');
  expect(screen.getByRole('form', { name: 'Sign up' })).toBeVisible();
});

test('widget_access reaches the routing after login; absent, it changes nothing', async () => {
  for (const [path, widgetAccess] of [
    ['/login?widget_access=Locked', 'Locked'],
    ['/login', null],
  ] as const) {
    const { host, user } = open(path);
    await sendOtp(user);
    await user.enter(screen.getByLabelText('OTP'), '123456');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(host.adopted[0]?.options).toMatchObject({ widgetAccess }));
    cleanup();
  }
});

test.each([
  ['', 'Field is required'],
  ['abc', 'Please enter a valid Mobile number or Email ID'],
  ['12345', 'Please enter a valid Mobile number or Email ID'],
  ['123456', 'Mobile number must be 10 digits for the selected country code'],
])('username "%s" shows "%s" at the field, and nothing is sent (S5-USER-01, S5-USER-04, S5-USER-06, S5-USER-A01, S5-USER-O02)', async (value, message) => {
  const { host, user } = open('/login');
  if (value) await user.enter(username(), value);
  await user.click(screen.getByRole('button', { name: /Continue|Generate OTP/ }));
  expect(username()).toHaveAccessibleDescription(message);
  expect(username()).toBeInvalid();
  expect(username()).toHaveFocus();
  expect(bodiesOf(host, generateOtp)).toEqual([]);
});

test('an OTP that is not a number is refused at the field (S5-USER-07, S5-USER-08, S5-USER-A02)', async () => {
  const { host, user } = open('/login');
  await sendOtp(user);
  await user.click(button('Verify OTP'));
  expect(screen.getByLabelText('OTP')).toHaveAccessibleDescription('Field is required');
  await user.type(screen.getByLabelText('OTP'), '12a4{Enter}');
  expect(screen.getByLabelText('OTP')).toHaveAccessibleDescription('Mobile number be valid numbers only');
  expect(bodiesOf(host, validateOtp)).toEqual([]);
});

const CALLS = {
  routes: [
    { path: PUBLIC_HOME, title: 'Research calls on record' },
    { path: MY_CALLS, title: 'My calls' },
  ],
};
const WITH_CALLS = {
  ...RESETS_PASSWORDS,
  modules: { ...RESETS_PASSWORDS.modules, 'mf-recommendations': { manifest: CALLS as unknown as PageRelease['manifest'] } as PageRelease },
};

test('the brand leads to the public page where the host has one; who was turned away from a screen reads which', () => {
  localStorage.setItem('route_to_be', `${MY_CALLS}?tab=closed`);
  open('/login', [], { page: { releases: WITH_CALLS } });
  expect(screen.getByRole('link', { name: 'Vimarsh' })).toHaveAttribute('href', PUBLIC_HOME);
  expect(screen.getByText('Log in to open “My calls”')).toBeVisible();
  cleanup();
  localStorage.clear();
  open('/login');
  expect(screen.queryByRole('link', { name: 'Vimarsh' })).toBeNull();
  expect(screen.queryByText(/^Log in to open/)).toBeNull();
});

test('who asks for a number and a password says who they are, and where that can be checked', () => {
  open('/login');
  expect(screen.getByText(/^Vimarsh Research Pvt Ltd \(demo\) · Research analyst INH999900000/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'How to verify us at SEBI' })).toHaveAttribute('href', COMPLIANCE);
  expect(screen.getByText(/Every result on record\.$/)).toBeInTheDocument();
});

test('a browser that keeps nothing is named before the sign-in', () => {
  const says = 'This browser keeps nothing: you will be signed out when you reload.';
  open('/login');
  expect(screen.queryByText(says)).toBeNull();
  cleanup();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  open('/login');
  expect(screen.getByText(says)).toBeVisible();
  vi.restoreAllMocks();
});

test('when another tab signs in, this login screen goes away', async () => {
  const { host } = open('/login');
  host.become({ signedIn: true });
  await waitFor(() => expect(location.pathname).toBe('/experts-past-recommendations'));
});

test('Forgot password? shows only where its screen exists', async () => {
  const { user } = open('/login');
  await user.enter(username(), 'a@b.co');
  expect(screen.getByLabelText('Password')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
});

test.each([
  ['S8-ERR-23 the welcome stays 1.5 s', reply(signIn, { token: 't', redirect_url: '' }), 'Welcome to vimarsh', 1500],
  ['S8-ERR-02 an error stays 3 s', refuse(signIn, 'CREDENTIALS', 'The e-mail or password is not right.'), 'The e-mail or password is not right.', 3000],
] as const)('%s', async (_row, answer, text, ms) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const { host } = open('/login', [answer]);
  render(<Toaster />, { wrapper: host.Wrapper });
  const user = aUser({ advanceTimers: (time) => vi.advanceTimersByTime(time) });
  await user.enter(username(), 'a@b.co');
  await user.enter(screen.getByLabelText('Password'), 'Secret1!');
  vi.useFakeTimers({ shouldAdvanceTime: false });
  screen.getByRole('button', { name: 'Log In' }).click();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText(text)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(ms - 100));
  expect(screen.getByText(text)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.queryByText(text)).toBeNull();
});

test('Facebook is never offered, whatever fb_enable says, nor anything that is off (S2.4-TOGGLE-O01)', async () => {
  open('/login', [reply(brokerList, [], { auth_option: { google_enable: false, fb_enable: true, credential_enable: true, sign_up: false } })]);
  await waitFor(() => expect(screen.queryByRole('button', { name: "Don't have an account? Sign Up" })).toBeNull());
  // The other language stands below each kind of sign-in.
  await waitFor(() => expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Continue', 'हिन्दी']));
});
