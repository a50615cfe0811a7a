import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { validateUser } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { generateOtp, readProfile } from '@vimarsh/shared/contract/identity/routes.ts';
import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import { readKyc } from '@vimarsh/shared/contract/profile/routes.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Page as Login } from './login/login.page.tsx';
import { Page as VerifyUser } from './login/otp/verify-user.page.tsx';
import { Page as ChangePassword } from './password/change-password.page.tsx';
import { Page as ForgotPassword } from './password/forgot-password.page.tsx';
import { Page as SetNewPassword } from './password/set-new-password.page.tsx';
import { Page as VerifyOtp } from './password/verify-otp.page.tsx';
import { profileOf } from './profile/profile.testing.ts';
import { Page as Profile } from './profile/profile-update.page.tsx';

const offer = reply(brokerList, [], { auth_option: { google_enable: false, fb_enable: false, credential_enable: true, sign_up: true } });
const otpSent = reply(generateOtp, { message: 'Sent', resend_after: 30, expires_in: 300 });
const user = { id: 'u', full_name: 'A', profession: 'Analyst', picture: '', email: 'a@b.co', verified: false, rank: null, is_admin: false } as const;

function open(Page: ComponentType, path: string, options: Parameters<typeof fakeHost>[0] = {}) {
  const host = fakeHost({ answers: [offer, otpSent], ...options, path });
  render(<Page />, { wrapper: host.Wrapper });
  return aUser();
}
/** The name and `autocomplete` hint of each input and select, in order: what password managers, phones and keyboards read. */
const hints = () =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input:not([type=checkbox], [type=file]), select, textarea)')].map((field) => [
    field.name,
    field.getAttribute('autocomplete'),
  ]);
const expectHints = (...fields: [string, string][]) => waitFor(() => expect(hints()).toEqual(fields));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('log in: user name with password, or mobile number with the OTP from the SMS', async () => {
  const me = open(Login, '/login');
  await me.type(await screen.findByLabelText('Mobile number or e-mail'), 'a@b.co');
  await expectHints(['username', 'username'], ['password', 'current-password']);
  await me.clear(screen.getByLabelText('Mobile number or e-mail'));
  await me.type(screen.getByLabelText('Mobile number or e-mail'), '9876543210');
  await me.click(screen.getByRole('button', { name: 'Generate OTP' }));
  await expectHints(['country', 'tel-country-code'], ['username', 'username'], ['otp', 'one-time-code']);
});

test('sign-up, and proving a mobile number', async () => {
  open(Login, '/login?plan=register');
  await expectHints(['full_name', 'name'], ['country', 'tel-country-code'], ['mobile', 'tel-national'], ['otp', 'one-time-code']);
  await userEvent.click(screen.getByRole('button', { name: 'Sign up with e-mail instead' }));
  await expectHints(['full_name', 'name'], ['email', 'username'], ['password', 'new-password']);
  cleanup();
  const me = open(VerifyUser, '/verify-user');
  await me.type(screen.getByLabelText('Mobile number'), '9876543210');
  await me.click(screen.getByRole('button', { name: 'Generate OTP' }));
  await expectHints(['country', 'tel-country-code'], ['mobile', 'tel-national'], ['otp', 'one-time-code']);
});

test('a partner’s form: client ID and password, then its OTP; a PIN is never saved', async () => {
  for (const [key, factor, passwordHint] of [
    ['carnelian', 'otp', 'one-time-code'],
    ['palash', 'pin', 'off'],
  ] as const) {
    const environment = ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === key)!;
    const me = open(Login, '/login', { page: { environment }, answers: [reply(validateUser, { factor, message: '' })] });
    await expectHints(['username', 'username'], ['password', 'current-password']);
    await me.type(screen.getByLabelText('Client ID'), 'AB12');
    await me.type(screen.getByLabelText('Password'), 'pw');
    await me.click(screen.getByRole('button', { name: 'Log In' }));
    await expectHints(['username', 'username'], ['pin', passwordHint]);
    cleanup();
  }
  open(Login, '/login', { page: { environment: ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === 'opal')! } });
  await expectHints(['username', 'username'], ['password', 'current-password'], ['year_of_birth', 'bday-year']);
});

test('the broker search is never filled in automatically', async () => {
  const broker = (id: number) => ({ id, title: `B${id}`, logo: '', redirection_url: '', broker_name: '', redirect_url: { sign_in: '', sign_up: '' } });
  const brokers = [12, 13].map((id) => ({ ...broker(id), model_type: 'redirect' as const, is_trading_available: true }));
  const me = open(Login, '/login', { answers: [reply(brokerList, brokers)] });
  await me.click(await screen.findByRole('button', { name: 'Login with Broker' }));
  expect(screen.getByLabelText('Search brokers')).toHaveAttribute('autocomplete', 'off');
});

test('a password that is forgotten, reset or changed', async () => {
  open(ForgotPassword, '/forgot-password');
  await expectHints(['username', 'username']);
  for (const [Page, path, field] of [
    [VerifyOtp, '/verify-otp/FORGET_PASSWORD', ['otp', 'one-time-code']],
    [SetNewPassword, '/set-new-password', ['new-password', 'new-password']],
  ] as const) {
    cleanup();
    const { Wrapper } = fakeHost({ path });
    history.replaceState({ user_id: 'h1', sent_to: 'a••••@b.co', resend_at: 0 }, '', path);
    render(<Page />, { wrapper: Wrapper });
    await expectHints([...field]);
  }
  cleanup();
  open(ChangePassword, '/change-password', { snapshot: { signedIn: true, user } });
  await expectHints(['username', 'username'], ['current-password', 'current-password'], ['new-password', 'new-password']);
  expect(document.querySelector('input[name=username]')).toHaveValue('a@b.co');
});

const details: [string, string][] = [
  ['full_name', 'name'],
  ['email', 'email'],
  ['mobile', 'tel'],
];
const work: [string, string][] = [
  ['about_us', 'off'],
  ['company', 'organization'],
  ['institute_name', 'off'],
  ['gst_number', 'off'],
  ...['website', 'linkedin', 'facebook', 'telegram', 'youtube'].map((name): [string, string] => [name, 'url']),
];
const numbers: [string, string][] = [
  ['pan_card_number', 'off'],
  ['aadhar_last4', 'off'],
];
const registered: [string, string][] = ['sebi_regi_number', 'sebi_valid_to', 'nism_no', 'nism_expiry'].map((name) => [name, 'off']);

test.each<[Profession, number, [string, string][]]>([
  ['Retail Investor', 1, [...details, ['address', 'street-address']]],
  ['Analyst', 1, [...details, ['profession', 'off'], ['address', 'street-address'], ...work]],
  ['Retail Investor', 2, numbers],
  ['Analyst', 2, [...numbers, ...registered]],
  ['Broker', 2, [...numbers, ...registered, ['broker_registration_no', 'off']]],
  ['Dealer', 2, [...numbers, ...registered, ['dealer_of', 'off']]],
])('the profile, %s, step %i: contacts are filled in, numbers of documents are not', async (profession, step, fields) => {
  open(Profile, `/profile-update?active_step=${step}`, {
    answers: [reply(readProfile, profileOf(profession)), reply(readKyc, { documents: [], registration: null })],
  });
  await screen.findByRole('form');
  await expectHints(...fields);
});
