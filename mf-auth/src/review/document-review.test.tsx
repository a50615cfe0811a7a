import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { decideKyc, kycQueue } from '@vimarsh/shared/contract/profile/routes.ts';
import type { ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { Page } from './document-review.page.tsx';

const admin = { id: 'adm', full_name: 'Meera Iyer', profession: 'Market Expert', picture: '', email: '', verified: false, rank: null, is_admin: true } as const;
const document = (id: string, more: Partial<ReviewedDocument> = {}): ReviewedDocument => ({
  id,
  user_id: 'exp_13',
  full_name: 'Rakesh Tomar',
  profession: 'Analyst',
  type: 'pan_card',
  number_masked: 'ABCxxxx34F',
  reg_no: 'INH999900013',
  valid_to: '',
  submitted_at: '2026-11-20T04:30:00.000Z',
  link: `/media/kyc/${id}?until=1`,
  version: 'v1',
  same_number: [],
  first: null,
  ...more,
});
const first = { by: 'x', decision: 'reject' as const, reason: 'The name can’t be read.', at: '2026-11-20T05:00:00.000Z', mine: false };

function open(answers: CannedAnswer[], user: typeof admin | (Omit<typeof admin, 'is_admin'> & { is_admin: false }) = admin) {
  const host = fakeHost({ path: '/document-review', answers, snapshot: { signedIn: true, user } });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
afterEach(cleanup);

test('documents by person, each with its file and the first admin’s decision; a decision reloads the list', async () => {
  const documents = [
    document('d1'),
    document('d2', { type: 'sebi_certificate', number_masked: '', valid_to: '2029-03-31', first }),
    document('d3', { user_id: 'adm', full_name: 'Meera Iyer', type: 'aadhar_card' }),
  ];
  const { host, user } = open([reply(kycQueue, { documents, waiting: 3 }), reply(decideKyc, { outcome: 'waiting' })]);
  expect(await screen.findByText(/^3 documents are waiting\./)).toBeVisible();
  const rows = within(screen.getByRole('list', { name: 'Documents of Rakesh Tomar' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('ABCxxxx34F · sent 20 Nov 2026, 10:00 IST');
  expect(within(rows[0]!).getByRole('link')).toHaveAttribute('href', '/media/kyc/d1?until=1');
  expect(rows[1]).toHaveTextContent('valid until 31 Mar 2029');
  expect(rows[1]).toHaveTextContent('Waiting for you');
  expect(rows[1]).toHaveTextContent('Rejected by another admin, 20 Nov 2026, 10:30 IST: The name can’t be read.');
  const own = screen.getByRole('list', { name: 'Documents of Meera Iyer' });
  expect(within(own).queryByRole('button')).toBeNull();
  expect(own).toHaveTextContent('another admin decides');

  await user.click(screen.getByRole('button', { name: 'Reject PAN card of Rakesh Tomar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the PAN card of Rakesh Tomar' }));
  expect(dialog.getByLabelText('Reason')).toHaveAttribute('autocomplete', 'off');
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(dialog.getByLabelText('Reason')).toBeInvalid();
  await user.type(dialog.getByLabelText('Reason'), 'The photo is cut off.');
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ text: 'Recorded. It takes effect when a second admin decides the same.' }));
  expect(host.calls.filter(({ route }) => route === decideKyc).map(({ input }) => input.body)).toEqual([
    { document_id: 'd1', version: 'v1', decision: 'reject', reason: 'The photo is cut off.' },
  ]);
  await waitFor(() => expect(host.calls.filter(({ route }) => route === kycQueue)).toHaveLength(2));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the second admin sees what the decision does', async () => {
  const { user } = open([reply(kycQueue, { documents: [document('d1', { first })], waiting: 1 })]);
  await user.click(await screen.findByRole('button', { name: 'Reject PAN card of Rakesh Tomar' }));
  expect(screen.getByText('You are the second admin: this settles it.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Not yet' }));
  await user.click(screen.getByRole('button', { name: 'Verify PAN card of Rakesh Tomar' }));
  expect(screen.getByText(/starts again/)).toBeVisible();
});

test('an empty queue and one that could not be loaded both say so', async () => {
  const { host } = open([reply(kycQueue, { documents: [], waiting: 0 })]);
  expect(await screen.findByText('No documents are waiting.')).toBeVisible();
  cleanup();
  open([refuse(kycQueue, 'INTERNAL', 'Something failed on our side.', { request_id: 'r1' })]);
  expect(await screen.findByText('Could not load the documents.')).toBeVisible();
  expect(host.notices).toEqual([]);
});

test('anyone but an admin sees why there is nothing here, and nothing is requested', async () => {
  const { host } = open([], { ...admin, is_admin: false });
  expect(screen.getByText('Only admins review documents.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My documents' })).toHaveAttribute('href', '/profile-update?active_step=2');
  expect(host.calls).toEqual([]);
});

test('who else gives the number of a document, and whether it is proven, stands beside it', async () => {
  const same_number = [
    { user_id: 'usr_7', full_name: 'Asha Rao', proven: false },
    { user_id: 'usr_8', full_name: 'Asha R', proven: true },
  ];
  open([reply(kycQueue, { documents: [document('d1', { same_number })], waiting: 1 })]);
  const row = within(await screen.findByRole('list', { name: 'Documents of Rakesh Tomar' })).getByRole('listitem');
  expect(row).toHaveTextContent('Asha Rao (usr_7) gives the same number, not verified yet.');
  expect(row).toHaveTextContent('Asha R (usr_8) gives the same number, and theirs is verified.');
});
