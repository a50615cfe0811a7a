import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import { fakeHost, refuse } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, expect, test } from 'vitest';
import { Page } from './data-categorisation.page.tsx';

const REFUSED = 'Log in with a broker.';
const user = { id: 'u', full_name: 'A', profession: 'Retail Investor', picture: '', email: 'a@b.co', verified: false, rank: null, is_admin: false } as const;
afterEach(cleanup);

async function open(code: string) {
  const host = fakeHost({ path: '/data-categorisation', answers: [refuse(readCategorised, code, REFUSED)], snapshot: { signedIn: true, user } });
  render(<Page />, { wrapper: host.Wrapper });
  return host;
}

test('that a broker login comes first is said by the page alone, and so is another failure, in the server’s words (S8-ERR-A04)', async () => {
  const host = await open('BROKER_LOGIN');
  expect(await screen.findByRole('heading', { name: 'Not part of your access' })).toBeVisible();
  expect(host.notices).toEqual([]);
  cleanup();
  const other = await open('INTERNAL');
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  expect(screen.getByText(REFUSED)).toBeVisible();
  expect(other.notices).toEqual([]);
});

test('the frame is asked for the choice of a broker; without a frame the login has one', async () => {
  const host = await open('BROKER_LOGIN');
  const asked: unknown[] = [];
  const stop = host.session.listen('broker-login.asked', (payload) => asked.push(payload));
  await userEvent.click(await screen.findByRole('button', { name: 'Log in with a broker' }));
  expect([asked, host.signedOut]).toEqual([[{ to: '/data-categorisation' }], []]);
  stop();
  await userEvent.click(screen.getByRole('button', { name: 'Log in with a broker' }));
  expect(host.signedOut).toMatchObject([{ to: '/data-categorisation' }]);
});
