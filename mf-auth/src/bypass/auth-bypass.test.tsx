import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { levelTwo } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { SessionUser } from '@vimarsh/shared/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { leaveFor } from '../login/leave-for.ts';
import { Page } from './auth-bypass.page.tsx';

const chambal = ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === 'chambal')!;
const asha: SessionUser = {
  id: 'usr_asha',
  full_name: 'Asha Rao',
  profession: 'Retail Investor',
  picture: '',
  email: '',
  verified: false,
  rank: null,
  is_admin: false,
};
vi.mock('../login/leave-for.ts', () => ({ leaveFor: vi.fn() }));
beforeEach(() => void vi.mocked(leaveFor).mockReset());

function open(path: string, answers: readonly CannedAnswer[], environment: typeof chambal | null = chambal, user: SessionUser | null = null) {
  const host = fakeHost({ path, answers, snapshot: { user, signedIn: user !== null }, page: { environment, brand: environment?.utm_source ?? 'vimarsh' } });
  render(<Page />, { wrapper: host.Wrapper });
  return host;
}
afterEach(cleanup);

test('the partner’s token is exchanged once, leaves the address, and the sign-in does not lead back here', async () => {
  const host = open('/auth-bypass?secure_token=S1&brokerId=24', [reply(levelTwo, { token: 't', redirect_url: '' })]);
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(host.calls.map(({ input }) => input.body)).toMatchObject([
    { broker_id: 24, token_id: 'S1', url: 'http://localhost:3000/auth-bypass?secure_token=S1&brokerId=24' },
  ]);
  expect(host.adopted[0]!.options).toEqual({ bypass: true });
  expect(location.search).toBe('');
});

test('a refused token is reported and the partner is offered; nothing is retried automatically', async () => {
  const host = open('/auth-bypass?secure_token=S1', [refuse(levelTwo, 'HANDOVER_SPENT', 'Too old.')]);
  expect(await screen.findByRole('button', { name: 'Continue to Chambal Securities' })).toBeVisible();
  expect(screen.getByText(/did not work/)).toBeVisible();
  expect(host.notices).toMatchObject([{ text: 'Too old.' }]);
  expect(host.calls).toHaveLength(1);
});

test('without a token the page links to the partner, or to the login on a host without one', () => {
  expect(open('/auth-bypass', []).calls).toEqual([]);
  expect(screen.getByRole('button', { name: 'Continue to Chambal Securities' })).toBeVisible();
  cleanup();
  open('/auth-bypass', [], null);
  expect(screen.getByRole('link', { name: 'log in here' })).toHaveAttribute('href', '/login');
});

describe('a link that brings somebody while another is signed in', () => {
  const handed = (user_id: string) => reply(levelTwo, { token: 't', redirect_url: '' }, { user_id, profile_data: { full_name: 'Ketaki Bhosale' } });
  const question = 'You are signed in as Asha Rao. Continue as Ketaki Bhosale from Chambal Securities?';

  test('asks first; who stays keeps the session and goes home', async () => {
    const host = open('/auth-bypass?secure_token=S1', [handed('usr_other')], chambal, asha);
    expect(await screen.findByText(question)).toBeVisible();
    expect(host.adopted).toEqual([]);
    expect(location.pathname).toBe('/auth-bypass');
    await aUser().click(screen.getByRole('button', { name: 'Stay signed in as Asha Rao' }));
    await waitFor(() => expect(location.pathname).toBe('/experts-past-recommendations'));
    expect(host.adopted).toEqual([]);
  });

  test('replaces the person only when told to, with a page that is loaded anew', async () => {
    const host = open('/auth-bypass?secure_token=S1', [handed('usr_other')], chambal, asha);
    await aUser().click(await screen.findByRole('button', { name: 'Continue as Ketaki Bhosale' }));
    expect(host.adopted).toHaveLength(1);
    expect(leaveFor).toHaveBeenCalledWith('/');
  });

  test('the same person goes on without a question', async () => {
    const host = open('/auth-bypass?secure_token=S1', [handed('usr_asha')], chambal, asha);
    await waitFor(() => expect(host.adopted).toHaveLength(1));
    expect(screen.queryByText(/You are signed in as/)).toBeNull();
  });
});
