import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { endSessions, eraseAccount, listSessions, readErasure } from '@vimarsh/shared/contract/account.contract.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, expect, test } from 'vitest';
import { Page } from './my-account.page.tsx';

const device = (id: string, current = false) => ({
  id,
  device: 'Chrome on Android',
  ip: '203.0.113.7',
  created_at: '2026-11-20T04:00:00.000Z',
  last_used_at: '2026-11-20T04:30:00.000Z',
  current,
});
function open(path: string, answers: CannedAnswer[]) {
  const host = fakeHost({ path, answers });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: userEvent.setup() };
}
afterEach(cleanup);

test('devices: this one is marked and can’t be ended here; another one, or all others, can', async () => {
  const { host, user } = open('/my-account', [
    reply(listSessions, { sessions: [device('a', true), device('b'), device('c')] }),
    reply(endSessions, ({ body }) => ({ ended: body.session_id ? 1 : 2 })),
  ]);
  const rows = within(await screen.findByRole('list', { name: 'Devices' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('This device');
  expect(within(rows[0]!).queryByRole('button')).toBeNull();
  expect(rows[1]).toHaveTextContent('20 Nov 2026, 10:00 IST');
  await user.click(within(rows[1]!).getByRole('button'));
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ text: '1 device signed out' }));
  await user.click(screen.getByRole('button', { name: 'Sign out all other devices' }));
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ text: '2 devices signed out' }));
  expect(host.calls.filter(({ route }) => route === endSessions).map(({ input }) => input.body)).toEqual([{ session_id: 'b' }, {}]);
});

test('erasure is asked for twice and can be taken back; the address names the tab', async () => {
  const { host, user } = open('/my-account?tab=privacy', [reply(readErasure, { erase_at: null }), reply(eraseAccount, { erase_at: null })]);
  await user.click(await screen.findByRole('button', { name: 'Erase my account' }));
  expect(host.calls.some(({ route }) => route === eraseAccount)).toBe(false);
  host.answer(reply(readErasure, { erase_at: '2026-11-22T04:30:00.000Z' }));
  await user.click(await screen.findByRole('button', { name: 'Erase in 48 hours' }));
  expect(await screen.findByText(/will be erased on 22 Nov 2026, 10:00 IST/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(host.calls.filter(({ route }) => route === eraseAccount).map(({ input }) => input.body)).toEqual([{ on: true }, { on: false }]));
  await user.click(screen.getByRole('tab', { name: 'Security' }));
  expect(location.search).toBe('?tab=security');
});

test('what could not be loaded says so and offers to retry', async () => {
  open('/my-account', [refuse(listSessions, 'INTERNAL', 'Something failed on our side.', { request_id: 'r1' })]);
  expect(await screen.findByText('Could not load your devices.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
