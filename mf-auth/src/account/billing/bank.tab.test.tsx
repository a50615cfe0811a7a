import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { readBankAccount, removeBankAccount, type ShownBankAccount, saveBankAccount } from '@vimarsh/shared/contract/plans/bank-account.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { Page } from '../my-account.page.tsx';

const ASHA = { id: 'u1', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;
const KEPT: ShownBankAccount = { holder: 'Asha Rao', ifsc: 'HDFC0000123', ends_with: '4321', saved_at: '2026-11-20T06:00:00.000Z' };
function open(...answers: CannedAnswer[]) {
  const host = fakeHost({ path: '/my-account?tab=bank', answers, snapshot: { signedIn: true, user: ASHA } });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
afterEach(cleanup);

test('an account is typed with its number twice, is saved without spaces, and stands there by its last digits (S3-STATE-05)', async () => {
  const { host, user } = open(reply(readBankAccount, { account: null, needed: true, owed_paise: 0 }), reply(saveBankAccount, KEPT));
  await user.click(await screen.findByRole('button', { name: 'Give an account' }));
  expect(screen.getByLabelText('Account holder')).toHaveFocus();
  await user.type(screen.getByLabelText('Account holder'), 'Asha Rao');
  await user.type(screen.getByLabelText('IFSC'), 'hdfc 0000123');
  await user.type(screen.getByLabelText('Account number'), '5010 0123 4321');
  await user.type(screen.getByLabelText('Account number again'), '5010 0123 4312');
  await user.click(screen.getByRole('button', { name: 'Save the account' }));
  expect(screen.getByLabelText('Account number again')).toHaveAccessibleDescription('The two numbers differ');
  expect(screen.getByLabelText('Account number again')).toHaveFocus();
  expect(host.calls.some(({ route }) => route === saveBankAccount)).toBe(false);
  await user.clear(screen.getByLabelText('Account number again'));
  await user.type(screen.getByLabelText('Account number again'), '501001234321');
  host.answer(reply(readBankAccount, { account: KEPT, needed: true, owed_paise: 0 }));
  await user.click(screen.getByRole('button', { name: 'Save the account' }));
  expect(await screen.findByText('Account ending in 4321 · HDFC0000123')).toBeVisible();
  expect(host.calls.find(({ route }) => route === saveBankAccount)!.input.body).toEqual({ holder: 'Asha Rao', ifsc: 'HDFC0000123', number: '501001234321' });
  expect(screen.queryByLabelText('IFSC')).toBeNull();
  expect(screen.getByRole('list', { name: 'Bank account' }).parentElement).toHaveFocus();
});

test('each field says what is wrong with it, and nothing is sent', async () => {
  const { host, user } = open(reply(readBankAccount, { account: null, needed: true, owed_paise: 0 }));
  await user.click(await screen.findByRole('button', { name: 'Give an account' }));
  await user.type(screen.getByLabelText('IFSC'), 'HDFC1000123');
  await user.type(screen.getByLabelText('Account number'), '1234');
  await user.click(screen.getByRole('button', { name: 'Save the account' }));
  expect(screen.getByLabelText('Account holder')).toHaveAccessibleDescription(/Field is required$/);
  expect(screen.getByLabelText('IFSC')).toHaveAccessibleDescription(/four letters, a zero and six more$/);
  expect(screen.getByLabelText('Account number')).toHaveAccessibleDescription('An account number has 9 to 18 digits');
  expect(screen.getByLabelText('Account holder')).toHaveFocus();
  expect(host.calls.some(({ route }) => route === saveBankAccount)).toBe(false);
});

test('an account that stands is changed, kept or removed', async () => {
  const { host, user } = open(reply(readBankAccount, { account: KEPT, needed: true, owed_paise: 0 }), reply(removeBankAccount, {}));
  await user.click(await screen.findByRole('button', { name: 'Change the account' }));
  expect(screen.getByLabelText('Account number')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByLabelText('Account number')).toBeNull();
  host.answer(reply(readBankAccount, { account: null, needed: true, owed_paise: 0 }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText(/ending in 4321/)).toBeNull());
  expect(host.notices.at(-1)).toMatchObject({ text: 'We have no bank account of yours any more.' });
  expect(document.body).not.toHaveFocus();
});

test('who never paid is asked for none', async () => {
  open(reply(readBankAccount, { account: null, needed: false, owed_paise: 0 }));
  expect(await screen.findByText('You have not paid for anything here, so we need no account of yours.')).toBeVisible();
  expect(screen.queryByLabelText('IFSC')).toBeNull();
});

test('nobody who is owed nothing is asked for an account: they need not do anything', async () => {
  open(reply(readBankAccount, { account: null, needed: true, owed_paise: 0 }));
  expect(await screen.findByText(/^You need not do anything: refunds go back the way you paid/)).toBeVisible();
  expect(screen.queryByLabelText('IFSC')).toBeNull();
});

test('who is owed a refund reads how much and gives an account; who has given one reads where it goes and is asked before it is removed', async () => {
  open(reply(readBankAccount, { account: null, needed: true, owed_paise: 482_36 }));
  expect(await screen.findByText(/^We owe you ₹482\.36: it could not go back the way you paid\./)).toBeVisible();
  expect(screen.getByLabelText('IFSC')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  cleanup();
  const other = open(reply(readBankAccount, { account: KEPT, needed: true, owed_paise: 482_36 }), reply(removeBankAccount, {}));
  expect(await screen.findByText(/^We pay ₹482\.36 to the account below within 7 working days/)).toBeVisible();
  await other.user.click(screen.getByRole('button', { name: 'Remove' }));
  const asks = await screen.findByRole('dialog', { name: 'Remove the account' });
  expect(asks).toHaveTextContent('₹482.36 is to be paid to it.');
  expect(other.host.calls.some(({ route }) => route === removeBankAccount)).toBe(false);
  await other.user.click(within(asks).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(other.host.calls.some(({ route }) => route === removeBankAccount)).toBe(true));
});

test('what could not be saved or removed is not said to be', async () => {
  const { host, user } = open(
    reply(readBankAccount, { account: KEPT, needed: true, owed_paise: 0 }),
    refuse(saveBankAccount, 'RETRY', 'Try again.'),
    refuse(removeBankAccount, 'RETRY', 'Try again.'),
  );
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(host.calls.some(({ route }) => route === removeBankAccount)).toBe(true));
  expect(screen.getByText('Account ending in 4321 · HDFC0000123')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change the account' }));
  for (const [label, text] of [
    ['Account holder', 'Asha Rao'],
    ['IFSC', 'HDFC0000123'],
    ['Account number', '501001234321'],
    ['Account number again', '501001234321'],
  ] as const)
    await user.type(screen.getByLabelText(label), text);
  await user.click(screen.getByRole('button', { name: 'Save the account' }));
  await waitFor(() => expect(host.calls.some(({ route }) => route === saveBankAccount)).toBe(true));
  expect(screen.getByLabelText('Account number')).toHaveValue('501001234321');
  expect(await screen.findByText('Try again.')).toBeVisible();
  await user.type(screen.getByLabelText('Account holder'), 'x');
  expect(screen.queryByText('Try again.')).toBeNull();
  expect(host.notices.map(({ kind }) => kind)).not.toContain('success');
});
