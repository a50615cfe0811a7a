import { cleanup, render, screen, within } from '@testing-library/react';
import { deskDemos } from '@vimarsh/shared/contract/booking/routes.ts';
import type { DeskDemo } from '@vimarsh/shared/contract/booking/types.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { BookDemoPage } from './book-demo.panel.tsx';
import { Page as DeskPage } from './booked-demos.page.tsx';

afterEach(cleanup);
const user = { id: 'u', full_name: 'Meera Iyer', profession: 'Market Expert', picture: '', email: '', verified: false, rank: null, is_admin: true } as const;
const faults = async () =>
  (
    await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } } })
  ).violations.map(({ id }) => id);

test('a member opens the booking where they are; without the frame it is said that it is not there yet (S1-FEAT-10)', async () => {
  const host = fakeHost({ snapshot: { signedIn: true } });
  render(<BookDemoPage />, { wrapper: host.Wrapper });
  expect(screen.getByRole('heading', { level: 1, name: 'Book a demo' })).toBeInTheDocument();
  await aUser().click(screen.getByRole('button', { name: 'Book a demo' }));
  expect(screen.getByRole('alert')).toHaveTextContent('The booking window has not loaded yet.');
  const asked: unknown[] = [];
  host.session.listen('demo-booking.asked', (words) => asked.push(words));
  await aUser().click(screen.getByRole('button', { name: 'Book a demo' }));
  expect(asked).toEqual([{}]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await faults()).toEqual([]);
});

const booked = (id: string, date: string, slot: string, more: Partial<DeskDemo> = {}): DeskDemo => ({
  id,
  date,
  slot,
  status: 'new',
  name: 'Asha Menon',
  email: 'asha@mail.example.com',
  mobile: '+917000000001',
  profession: 'Retail Investor',
  partner_key: '',
  ...more,
});
const desk = (is_admin: boolean, ...answers: CannedAnswer[]) =>
  render(<DeskPage />, { wrapper: fakeHost({ snapshot: { signedIn: true, user: { ...user, is_admin } }, answers }).Wrapper });

test('admins read day by day who comes and how to reach them', async () => {
  const list = [
    booked('a', '2026-11-25', '10:30'),
    booked('b', '2026-11-25', '11:00', { name: '', mobile: '', partner_key: 'neem' }),
    booked('c', '2026-11-26', '10:00'),
  ];
  desk(true, reply(deskDemos, list));
  const rows = within(await screen.findByRole('list', { name: 'Wednesday, 25 November 2026' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    '10:30Asha Menon Retail Investor · main site+917000000001asha@mail.example.com',
    '11:00No name yet Retail Investor · neemasha@mail.example.com',
  ]);
  expect(within(rows[0]!).getByRole('link', { name: '+917000000001' })).toHaveAttribute('href', 'tel:+917000000001');
  expect(within(rows[0]!).getByText('10:30')).toHaveAttribute('datetime', '2026-11-25T05:00:00.000Z');
  expect(screen.getByRole('list', { name: 'Thursday, 26 November 2026' })).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('3 demos are booked, the next first. Times are IST.');
  expect(await faults()).toEqual([]);
});

test('with none booked it says so, a failure can be tried again, and nobody else reads it', async () => {
  const { unmount } = desk(true, reply(deskDemos, []));
  expect(await screen.findByText('No demo is booked.')).toBeInTheDocument();
  unmount();
  const failed = desk(true, refuse(deskDemos, 'INTERNAL', 'No.'));
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeInTheDocument();
  failed.unmount();
  desk(false);
  expect(screen.getByText('Only admins see who booked a demo.')).toBeInTheDocument();
});
