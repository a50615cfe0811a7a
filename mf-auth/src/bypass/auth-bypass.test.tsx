import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { levelTwo } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, expect, test } from 'vitest';
import { Page } from './auth-bypass.page.tsx';

const chambal = ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === 'chambal')!;
function open(path: string, answers: readonly CannedAnswer[], environment: typeof chambal | null = chambal) {
  const host = fakeHost({ path, answers, page: { environment, brand: environment?.utm_source ?? 'vimarsh' } });
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
