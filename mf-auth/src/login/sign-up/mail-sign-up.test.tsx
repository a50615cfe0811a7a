import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createUser } from '@vimarsh/shared/contract/account/routes.ts';
import { type CannedAnswer, fakeHost, refuse } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser, type User } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { MailSignUpForm } from './mail-sign-up.form.tsx';

const sent = { message: 'OTP sent to l••••@b.co', sent_to: 'l••••@b.co', resend_after: 30, expires_in: 300 };
const begun: CannedAnswer = {
  route: createUser,
  answer: () => ({ status: true, validation: '', redirect: '', data: sent, extras: { user_id: 'handle-1', redirect: '/verify-otp', message: sent.message } }),
};
function open(answers: CannedAnswer[], canBeExpert = true) {
  const host = fakeHost({ path: '/login', answers });
  render(<MailSignUpForm referral="FRIEND7" canBeExpert={canBeExpert} />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
async function fill(user: User) {
  await user.type(screen.getByLabelText('Full name'), ' Lata Menon ');
  await user.type(screen.getByLabelText('E-mail'), 'l@b.co');
  await user.type(screen.getByLabelText('Password'), 'Monsoon#2026');
}
const press = (user: User) => user.click(screen.getByRole('button', { name: 'Generate OTP' }));
afterEach(cleanup);

test('the message is shown, the redirect followed and user_id passed to the next step (S7-PROFILE-08)', async () => {
  const { host, user } = open([begun]);
  await fill(user);
  await user.click(screen.getByLabelText('I am a SEBI Expert'));
  await press(user);
  await waitFor(() => expect(location.pathname).toBe('/verify-otp'));
  expect(history.state).toMatchObject({ user_id: 'handle-1', sent_to: 'l••••@b.co' });
  expect(location.href).not.toContain('handle-1');
  expect(host.notices).toEqual([{ kind: 'success', title: 'Success', text: 'OTP sent to l••••@b.co', ms: 2000 }]);
  expect(host.calls.map(({ input }) => input)).toEqual([
    { body: { full_name: 'Lata Menon', email: 'l@b.co', password: 'Monsoon#2026', profession: 'MARKET_EXPERT', referral_code: 'FRIEND7' } },
  ]);
});

test('missing or weak values are named at their field, the first gets the focus, and nothing is sent', async () => {
  const { host, user } = open([]);
  await press(user);
  expect(screen.getByLabelText('Full name')).toHaveFocus();
  for (const label of ['Full name', 'E-mail', 'Password']) expect(screen.getByLabelText(label)).toBeInvalid();
  await user.type(screen.getByLabelText('Full name'), 'Lata');
  await user.type(screen.getByLabelText('E-mail'), 'no address');
  await press(user);
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
  expect(host.calls).toEqual([]);
});

test('a refusal leaves everything as typed; where experts can’t sign up, the question is not asked', async () => {
  const { host, user } = open([refuse(createUser, 'RATE', 'Try after some time')], false);
  expect(screen.queryByLabelText('I am a SEBI Expert')).toBeNull();
  await fill(user);
  await press(user);
  await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveFocus());
  expect(screen.getByLabelText('Password')).toHaveValue('Monsoon#2026');
  expect(host.calls[0]!.input).toMatchObject({ body: { profession: 'RETAIL_INVESTOR' } });
});
