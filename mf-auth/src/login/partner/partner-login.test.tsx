import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { regenerateOtp, validatePin, validateUser, validateUserPin } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, type FakeHost, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser, type User } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { Page } from '../login.page.tsx';

const good = { token: 't', redirect_url: '' };
const asksForPin = reply(validateUser, { factor: 'pin', message: '' });
const unreachable = (route: CannedAnswer['route']) => refuse(route, 'UNREACHABLE', 'We can’t reach the server.');

function open(key: string, answers: readonly CannedAnswer[]) {
  const environment = ENVIRONMENTS.find((one) => one.utm_source_str === key)!;
  const host = fakeHost({ path: '/login', answers, page: { environment, brand: environment.utm_source } });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
afterEach(cleanup);
const sent = (host: FakeHost, route: object) => host.calls.filter((call) => call.route === route).map(({ input: { params, body } }) => ({ params, body }));
async function fillOne(user: User) {
  await user.type(screen.getByLabelText('Client ID'), 'AB12');
  await user.type(screen.getByLabelText('Password'), 'pw');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
}

test('step one, then step two, each with exactly its fields (S7-PARTNER-01, S7-PARTNER-03, S2.4-PARTNER-A02)', async () => {
  const { host, user } = open('palash', [asksForPin, reply(validatePin, good)]);
  expect(screen.queryByLabelText('PIN')).toBeNull();
  await fillOne(user);
  await user.type(await screen.findByLabelText('PIN'), '4321');
  await user.click(screen.getByRole('button', { name: 'Verify Pin' }));
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(sent(host, validateUser)).toEqual([{ params: { partner: 'palash' }, body: { broker_id: 36, username: 'AB12', password: 'pw' } }]);
  expect(sent(host, validatePin)).toEqual([{ params: { partner: 'palash' }, body: { broker_id: 36, username: 'AB12', pin: '4321' } }]);
  expect(host.notices).toEqual([{ kind: 'success', title: 'Success', text: 'Welcome to Palash Wealth', ms: 1500 }]);
});

test('an OTP is sent as pin, with the token of step one only for the partner that issues one (S7-PARTNER-04, S7-PARTNER-10, S7-PARTNER-A01, S7-PARTNER-A02)', async () => {
  for (const [key, token] of [
    ['agate', 'tk'],
    ['carnelian', undefined],
  ] as const) {
    const asksForOtp = reply(validateUser, { factor: 'otp', message: '', ...(token && { token }) });
    const { host, user } = open(key, [asksForOtp, reply(validatePin, good)]);
    if (key === 'agate') await user.click(await screen.findByRole('button', { name: 'I understand' }));
    await fillOne(user);
    await user.type(await screen.findByLabelText('OTP'), '123456');
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }));
    await waitFor(() => expect(host.adopted).toHaveLength(1));
    const [{ params, body }] = sent(host, validatePin) as [{ params: object; body: Record<string, unknown> }];
    expect(params).toEqual({ partner: key === 'agate' ? 'agate' : 'xts' });
    expect(body).toEqual({ broker_id: key === 'agate' ? 44 : 76, username: 'AB12', pin: '123456', ...(token && { token }) });
    cleanup();
  }
});

test('labels and the terms notice are our own (S2.4-PARTNER-O02)', () => {
  open('palash', []);
  expect(screen.getByRole('form')).toHaveTextContent(
    /^Client IDPassword.*Log InBy logging in you agree to the terms\. What you type goes to Palash Wealth to confirm who you are\. Passwords and PINs are not stored here\.$/,
  );
  expect(screen.getByRole('button', { name: 'terms' })).toBeVisible();
});

test('the year of birth goes with the first form (S2.4-PARTNER-A01, S7-PARTNER-06)', async () => {
  const { host, user } = open('opal', [reply(validateUserPin, good)]);
  await user.type(screen.getByLabelText('Year of birth'), '1990');
  await fillOne(user);
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(sent(host, validateUserPin)).toEqual([{ params: undefined, body: { user_id: 'AB12', broker_id: 38, password: 'pw', factor2: '1990' } }]);
});

test('a new OTP or PIN is requested with client and broker (S7-PARTNER-08)', async () => {
  const { host, user } = open('palash', [asksForPin, reply(regenerateOtp, { message: 'x' })]);
  await fillOne(user);
  await user.click(await screen.findByRole('button', { name: 'Generate New OTP/Pin' }));
  await waitFor(() => expect(sent(host, regenerateOtp)).toEqual([{ params: undefined, body: { user_id: 'AB12', broker_id: 36 } }]));
  expect(host.notices).toMatchObject([{ kind: 'info', ms: 3000 }]);
});

test('missing fields are named and nothing is sent', async () => {
  const { host, user } = open('opal', []);
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  expect(screen.getAllByText('Field is required')).toHaveLength(3);
  expect(host.calls).toEqual([]);
});

test('a failed request shows the specified text and clears the form', async () => {
  for (const answer of [unreachable(validateUser), refuse(validateUser, 'BROKER_SLOW', 'Too slow.')]) {
    const { host, user } = open('palash', [answer]);
    await fillOne(user);
    await waitFor(() => expect(host.notices).toEqual([{ kind: 'error', title: 'Oops! Something went wrong!', text: 'Try after some time', ms: 3000 }]));
    expect(screen.getByLabelText('Client ID')).toHaveValue('');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(screen.getByText(/^The request did not get through, so nothing was checked\./)).toBeVisible();
    cleanup();
  }
});

test('a refusal shows the partner’s reason once and keeps the client ID', async () => {
  const { host, user } = open('palash', [refuse(validateUser, 'BROKER_CREDENTIALS', 'Not right.')]);
  await fillOne(user);
  await waitFor(() => expect(host.notices).toEqual([{ kind: 'error', title: 'Oops! Something went wrong!', text: 'Not right.', ms: 3000 }]));
  expect(screen.getByLabelText('Client ID')).toHaveValue('AB12');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

test('an expired step two leads back to step one', async () => {
  const { user } = open('palash', [asksForPin, refuse(validatePin, 'BROKER_STEP', 'Start again.')]);
  await fillOne(user);
  await user.type(await screen.findByLabelText('PIN'), '1');
  await user.click(screen.getByRole('button', { name: 'Verify Pin' }));
  expect(await screen.findByLabelText('Password')).toHaveValue('');
  expect(screen.getByLabelText('Client ID')).toHaveFocus();
});
