import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { changePassword, forgotPasswordOtp, resendOtp, setNewPassword, verifyOtp } from '@vimarsh/shared/contract/account/routes.ts';
import type { Data, Request, Route } from '@vimarsh/shared/contract/route.ts';
import { type CannedAnswer, type FakeHost, fakeHost, refuse } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser, type User } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page as ChangePassword } from './change-password.page.tsx';
import { Page as ForgotPassword } from './forgot-password.page.tsx';
import { Page as SetNewPassword } from './set-new-password.page.tsx';
import { Page as VerifyOtp } from './verify-otp.page.tsx';

/** A successful answer with the server's extras. */
const step = <R extends Route>(route: R, data: Data<R>, extras: { user_id?: string; redirect?: string } = {}): CannedAnswer => ({
  route,
  answer: () => ({
    status: true,
    validation: '',
    redirect: extras.redirect ?? '',
    data: route.data.parse(data),
    extras: { ...extras, message: (data as { message: string }).message },
  }),
});
const sentCode = { message: 'OTP sent to a••••@b.co', sent_to: 'a••••@b.co', resend_after: 30, expires_in: 300 };
const given = { user_id: 'h1', sent_to: 'a••••@b.co', resend_at: 0 };
const pages = {
  '/forgot-password': ForgotPassword,
  '/verify-otp/FORGET_PASSWORD': VerifyOtp,
  '/set-new-password': SetNewPassword,
  '/change-password': ChangePassword,
};

function open(path: keyof typeof pages, answers: CannedAnswer[], { state = null, ...more }: Parameters<typeof fakeHost>[0] & { state?: unknown } = {}) {
  const host = fakeHost({ path, answers, ...(path.startsWith('/verify') && { pattern: '/verify-otp/:key?' }), ...more });
  history.replaceState(state, '', path);
  const Page = pages[path];
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
const bodiesOf = (host: FakeHost, route: Route) =>
  host.calls.filter((call) => call.route === route).map((call) => (call.input as Request<typeof resendOtp>).body);
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('forgotten: the message is shown, the redirect followed and user_id passed to the next step (S7-PROFILE-12)', async () => {
  const { host, user } = open('/forgot-password', [step(forgotPasswordOtp, sentCode, { user_id: 'handle-1', redirect: '/verify-otp/FORGET_PASSWORD' })]);
  await user.type(screen.getByLabelText('Mobile number or e-mail'), 'a@b.co');
  await press(user, 'Generate OTP');
  await waitFor(() => expect(location.pathname).toBe('/verify-otp/FORGET_PASSWORD'));
  expect(history.state).toMatchObject({ user_id: 'handle-1', sent_to: 'a••••@b.co' });
  expect(location.href).not.toContain('handle-1');
  expect(host.notices).toEqual([{ kind: 'success', title: 'Success', text: 'OTP sent to a••••@b.co', ms: 2000 }]);
  expect(bodiesOf(host, forgotPasswordOtp)).toEqual([{ username: 'a@b.co' }]);
});

test('forgotten: a number asks for its country and is checked as on the login screen', async () => {
  const { host, user } = open('/forgot-password', []);
  await press(user, 'Generate OTP');
  expect(screen.getByText('Field is required')).toBeVisible();
  await user.type(screen.getByLabelText('Mobile number or e-mail'), '987654321');
  await press(user, 'Generate OTP');
  expect(screen.getByText('Mobile number must be 10 digits for the selected country code')).toBeVisible();
  expect(host.calls).toEqual([]);
});

test('a verified OTP leads to the new password with its proof; a wrong one empties the field (S7-PROFILE-09, S2.2-PARAM-01)', async () => {
  const { host, user } = open('/verify-otp/FORGET_PASSWORD', [refuse(verifyOtp, 'OTP_WRONG', 'Please enter valid OTP', { extras: { tries_left: 0 } })], {
    state: given,
  });
  const otp = screen.getByLabelText('OTP');
  expect(otp).toHaveFocus();
  expect(otp).toHaveAttribute('autocomplete', 'one-time-code');
  await user.type(otp, '12a4');
  await press(user, 'Verify OTP');
  expect(screen.getByText('Mobile number be valid numbers only')).toBeVisible();
  await user.clear(otp);
  await user.type(otp, '111111');
  await press(user, 'Verify OTP');
  await waitFor(() => expect(otp).toHaveValue(''));
  expect(otp).toHaveAccessibleDescription(`OTP sent to ${given.sent_to} · No tries left. Ask for a new OTP.`);
  host.answer(step(verifyOtp, { message: 'OTP verified' }, { user_id: 'proof-1', redirect: '/set-new-password' }));
  await user.type(otp, '222 222');
  await press(user, 'Verify OTP');
  await waitFor(() => expect(location.pathname).toBe('/set-new-password'));
  expect(history.state).toMatchObject({ user_id: 'proof-1' });
  expect(bodiesOf(host, verifyOtp)).toEqual([
    { user_id: 'h1', otp: 111111 },
    { user_id: 'h1', otp: 222222 },
  ]);
});

test('Resend OTP waits, keeps user_id and shows the message (S7-PROFILE-10)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { host } = open('/verify-otp/FORGET_PASSWORD', [step(resendOtp, sentCode, { user_id: 'h1' })], { state: { ...given, resend_at: Date.now() + 30_000 } });
  const user = aUser({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeDisabled();
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeEnabled());
  await press(user, 'Resend OTP');
  await waitFor(() => expect(host.notices.map(({ text }) => text)).toEqual(['OTP sent to a••••@b.co']));
  expect(bodiesOf(host, resendOtp)).toEqual([{ user_id: 'h1' }]);
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeDisabled();
});

test.each([null, 'text', { user_id: 5 }, '{"broken'])('without the previous step (%j) the screens say so and offer a new start', (state) => {
  open('/verify-otp/FORGET_PASSWORD', [], { state });
  expect(screen.getByText('There is no OTP to verify here.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Begin again' })).toHaveAttribute('href', '/forgot-password');
  cleanup();
  open('/set-new-password', [], { state });
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('a new password clears local data and follows the server’s redirect; a weak one sends nothing (S7-PROFILE-11, S2.4-SIGNUP-A01)', async () => {
  const { host, user } = open('/set-new-password', [step(setNewPassword, { message: 'Set.' }, { user_id: 'u1', redirect: '/login' })], { state: given });
  const field = screen.getByLabelText('New password');
  expect(field).toHaveAttribute('autocomplete', 'new-password');
  await user.type(field, 'abc');
  await press(user, 'Set password');
  expect(field).toBeInvalid();
  expect(host.calls).toEqual([]);
  await user.clear(field);
  await user.type(field, 'Another#2027');
  await press(user, 'Set password');
  await waitFor(() => expect(host.signedOut).toEqual([{ to: '/login', notice: { kind: 'success', title: 'Success', text: 'Set.', ms: 3000 } }]));
  expect(bodiesOf(host, setNewPassword)).toEqual([{ user_id: 'h1', password: 'Another#2027' }]);
});

test('change: both passwords are required; a wrong current one is reported at its field and emptied', async () => {
  const { host, user } = open('/change-password', [refuse(changePassword, 'CREDENTIALS', 'The current password is not right.')]);
  await press(user, 'Change password');
  expect(screen.getAllByText('Field is required')).toHaveLength(2);
  await user.type(screen.getByLabelText('Current password'), 'wrong');
  await user.type(screen.getByLabelText('New password'), 'Another#2027');
  await press(user, 'Change password');
  await screen.findByText('The current password is not right.');
  expect(screen.getByLabelText('Current password')).toHaveValue('');
  expect(screen.getByLabelText('New password')).toHaveValue('Another#2027');
  expect(bodiesOf(host, changePassword)).toEqual([{ current_password: 'wrong', new_password: 'Another#2027', sign_out_others: true }]);
});

test.each(['UNREACHABLE', 'RETRY', 'INTERNAL'])('change: without a judgement (%s) both passwords stay, and words beneath the form', async (code) => {
  const { user } = open('/change-password', [refuse(changePassword, code, 'We can’t reach the server.')]);
  await user.type(screen.getByLabelText('Current password'), 'Old1!xyz');
  await user.type(screen.getByLabelText('New password'), 'New1!xyz');
  await press(user, 'Change password');
  expect(await screen.findByText(/^The server did not answer/)).toBeVisible();
  expect(screen.getByLabelText('Current password')).toHaveValue('Old1!xyz');
  expect(screen.getByLabelText('New password')).toHaveValue('New1!xyz');
});

test.each(['UNREACHABLE', 'RETRY', 'INTERNAL'])(
  'set, forgotten and verify: without a judgement (%s) what was typed stays, and words beneath the form',
  async (code) => {
    for (const { path, route, field, typed, button } of [
      { path: '/set-new-password', route: setNewPassword, field: 'New password', typed: 'Another#2027', button: 'Set password' },
      { path: '/forgot-password', route: forgotPasswordOtp, field: 'Mobile number or e-mail', typed: 'a@b.co', button: 'Generate OTP' },
      { path: '/verify-otp/FORGET_PASSWORD', route: verifyOtp, field: 'OTP', typed: '123456', button: 'Verify OTP' },
    ] as const) {
      const { user } = open(path, [refuse(route, code, 'Not now.')], { state: given });
      await user.type(screen.getByLabelText(field), typed);
      await press(user, button);
      expect(await screen.findByText(/^The server did not answer/)).toBeVisible();
      expect(screen.getByLabelText(field)).toHaveValue(typed);
      cleanup();
    }
  },
);

test('an OTP that is used up after a lost answer may have been accepted, and that is said', async () => {
  const { host, user } = open('/verify-otp/FORGET_PASSWORD', [refuse(verifyOtp, 'UNREACHABLE', 'No answer.')], { state: given });
  await user.type(screen.getByLabelText('OTP'), '123456');
  await press(user, 'Verify OTP');
  await screen.findByText(/^The server did not answer/);
  host.answer(refuse(verifyOtp, 'OTP_SPENT', 'This OTP is no longer valid. Ask for a new one.'));
  await press(user, 'Verify OTP');
  expect(await screen.findByText(/^Your OTP may have been accepted/)).toBeVisible();
});

test('change: a required change goes on to the start page, a voluntary one stays', async () => {
  const done = step(changePassword, { message: 'Password changed', ended: 0 });
  const user0 = { id: 'u', full_name: 'A', profession: 'Retail Investor', picture: '', email: 'a@b.co', verified: false, rank: null, is_admin: false } as const;
  for (const [mustChangePassword, target] of [
    [true, '/experts-past-recommendations'],
    [false, '/change-password'],
  ] as const) {
    const { host, user } = open('/change-password', [done], { snapshot: { signedIn: true, user: { ...user0, mustChangePassword } } });
    await user.type(screen.getByLabelText('Current password'), 'old');
    await user.type(screen.getByLabelText('New password'), 'Another#2027');
    await press(user, 'Change password');
    await waitFor(() => expect(host.notices).toHaveLength(1));
    await waitFor(() => expect(location.pathname).toBe(target));
    expect(screen.getByLabelText('New password')).toHaveValue('');
    cleanup();
  }
});

test('a password can be shown, and its rules are ticked as it is typed', async () => {
  const { user } = open('/set-new-password', [], { state: given });
  await user.type(screen.getByLabelText('New password'), 'Aa1aaaaa');
  await user.click(screen.getByRole('button', { name: 'Show new password' }));
  expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'text');
  expect(screen.getAllByText('a digit', { exact: false })[0]).toHaveAttribute('data-holds', 'true');
  expect(screen.getByText('one of !@#$%^&*')).toHaveAttribute('data-holds', 'false');
});
