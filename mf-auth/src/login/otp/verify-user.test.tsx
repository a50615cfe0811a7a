import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { generateOtp, validateOtp } from '@vimarsh/shared/contract/identity/routes.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { Page } from './verify-user.page.tsx';

const sent = reply(generateOtp, { message: 'Sent', resend_after: 30, expires_in: 300 });
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

async function prove(answer: Parameters<typeof refuse> | null) {
  const host = fakeHost({ path: '/verify-user', answers: [sent, answer ? refuse(...answer) : reply(validateOtp, { token: 't', redirect_url: '' })] });
  render(<Page />, { wrapper: host.Wrapper });
  const user = aUser();
  await user.type(screen.getByLabelText('Mobile number'), '9876543210');
  await user.click(screen.getByRole('button', { name: 'Generate OTP' }));
  await user.type(await screen.findByLabelText('OTP'), '123456');
  await user.click(screen.getByRole('button', { name: 'Verify OTP' }));
  return host;
}

test('proving the number signs the user in, with two calls (S2.2-PARAM-O02)', async () => {
  const host = await prove(null);
  await waitFor(() => expect(host.adopted).toMatchObject([{ how: 'otp' }]));
  expect(host.calls.map(({ input }) => input.body)).toMatchObject([
    { mobile: '9876543210', purpose: 'SIGN_IN' },
    { mobile_otp: 123456, purpose: 'SIGN_IN' },
  ]);
});

test('an unknown number leads to the sign-up; a wrong OTP stays here', async () => {
  await prove([validateOtp, 'ACCOUNT_NOT_FOUND', 'Account not found']);
  await waitFor(() => expect(location.pathname + location.search).toBe('/login?plan=register'));
  cleanup();
  await prove([validateOtp, 'OTP_WRONG', 'Please enter valid OTP']);
  await waitFor(() => expect(screen.getByLabelText('OTP')).toHaveValue(''));
  expect(location.pathname).toBe('/verify-user');
});

test('a missing number is named and nothing is sent', async () => {
  const host = fakeHost({ path: '/verify-user' });
  render(<Page />, { wrapper: host.Wrapper });
  await aUser().click(screen.getByRole('button', { name: 'Generate OTP' }));
  expect(screen.getByText('Field is required')).toBeVisible();
  expect(host.calls).toEqual([]);
});
