import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { endSessions, eraseAccount, listSessions, readErasure } from '@vimarsh/shared/contract/account/routes.ts';
import { chooseNotification, decideConsent, listConsents, readNotifications } from '@vimarsh/shared/contract/consents/routes.ts';
import { type ConsentRecord, NOTICE_CHANNELS, NOTICE_KINDS } from '@vimarsh/shared/contract/consents/types.ts';
import { readNoticeSettings, setDailyMail } from '@vimarsh/shared/contract/notices/routes.ts';
import { readBankAccount, type ShownBankAccount } from '@vimarsh/shared/contract/plans/bank-account.ts';
import { updateProfile } from '@vimarsh/shared/contract/profile/routes.ts';
import { listTickets } from '@vimarsh/shared/contract/support/routes.ts';
import type { Ticket } from '@vimarsh/shared/contract/support/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { CONSENTS } from '@vimarsh/shared/domain/people/consents.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { afterEach, expect, test, vi } from 'vitest';
import { profileOf } from '../profile/profile.testing.ts';
import { Page } from './my-account.page.tsx';

const device = (id: string, current = false) => ({
  id,
  device: 'Chrome on Android',
  ip: '203.0.113.7',
  created_at: '2026-11-20T04:00:00.000Z',
  last_used_at: '2026-11-20T04:30:00.000Z',
  current,
});
function open(path: string, answers: CannedAnswer[], snapshot: Partial<Snapshot> = {}) {
  const host = fakeHost({ path, answers, snapshot });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});
const SETTINGS = { quiet: { on: true, from: 1260, to: 510 }, daily_mail: false, muted: [] };

test('devices: this one is marked and can’t be signed out here; any other, or all others, can', async () => {
  const { host, user } = open('/my-account?tab=security', [
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

test('who is owed money reads that the erasure waits for it, and where to say where it goes; once its time is over no past day is named', async () => {
  const bank = (account: ShownBankAccount | null) => reply(readBankAccount, { account, needed: true, owed_paise: 482_36 });
  open('/my-account?tab=privacy', [reply(readErasure, { erase_at: null }), bank(null)]);
  expect(
    await screen.findByText(/^We owe you ₹482\.36 .* Your account is erased once it is paid: tell us an account of yours under Bank details\.$/),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Bank details' })).toHaveAttribute('href', '/my-account?tab=bank');
  cleanup();
  const account = { holder: 'Asha Rao', ifsc: 'HDFC0000123', ends_with: '4321', saved_at: '2026-11-20T06:00:00.000Z' };
  open('/my-account?tab=privacy', [reply(readErasure, { erase_at: '2026-01-01T00:00:00.000Z' }), bank(account)]);
  expect(await screen.findByText(/It goes to your account ending in 4321, and then your account here is erased\.$/)).toBeVisible();
  expect(screen.getByText(/^Your account is erased once everything that we owe you is paid\./)).toBeVisible();
  expect(screen.queryByText(/Jan 2026/)).toBeNull();
});

test('erasure needs a confirmation and can be cancelled; the address names the tab', async () => {
  const { host, user } = open('/my-account?tab=privacy', [reply(readErasure, { erase_at: null }), reply(eraseAccount, { erase_at: null })]);
  await user.click(await screen.findByRole('button', { name: 'Erase my account' }));
  expect(host.calls.some(({ route }) => route === eraseAccount)).toBe(false);
  host.answer(reply(readErasure, { erase_at: '2099-11-22T04:30:00.000Z' }));
  await user.click(await screen.findByRole('button', { name: 'Erase in 48 hours' }));
  expect(await screen.findByText(/will be erased on 22 Nov 2099, 10:00 IST/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(host.calls.filter(({ route }) => route === eraseAccount).map(({ input }) => input.body)).toEqual([{ on: true }, { on: false }]));
  await user.click(screen.getByRole('tab', { name: 'Security' }));
  expect(location.search).toBe('?tab=security');
});

const INVESTOR = {
  id: 'u1',
  full_name: 'Asha',
  profession: 'Retail Investor',
  picture: '',
  email: '',
  verified: false,
  rank: null,
  is_admin: false,
} as const;

test('an investor can become a Market Expert from here after confirming, and continues with the profile (S4-SAVE-08)', async () => {
  const answers = [reply(listSessions, { sessions: [] }), reply(updateProfile, profileOf('Market Expert'))];
  const { host, user } = open('/my-account?tab=security', answers, { signedIn: true, user: INVESTOR });
  await user.click(screen.getByRole('button', { name: 'Become a Market Expert' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(host.calls.some(({ route }) => route === updateProfile)).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Become a Market Expert' }));
  await waitFor(() => expect(location.pathname).toBe('/profile-update'));
  expect(host.notices).toMatchObject([{ text: 'Profile updated!' }]);
  cleanup();
  open('/my-account?tab=security', answers, { signedIn: true, user: { ...INVESTOR, profession: 'Analyst' } });
  expect(screen.queryByRole('button', { name: 'Become a Market Expert' })).toBeNull();
});

test('that publishing needs the Publisher plan is said where it is sold, and elsewhere what it needs there', () => {
  const answers = [reply(listSessions, { sessions: [] })];
  open('/my-account?tab=security', answers, { signedIn: true, user: INVESTOR });
  expect(screen.getByText(/and publishing needs a Publisher plan\.$/)).toBeVisible();
  cleanup();
  open('/my-account?tab=security', answers, { signedIn: true, user: INVESTOR, environment: { ...ENVIRONMENTS[0]!, tier: 'brokerWithoutPlans' } });
  expect(screen.getByText(/and publishing needs a grant of your partner\.$/)).toBeVisible();
  expect(document.body).not.toHaveTextContent('Publisher');
});

test('that the profession has changed may be known before the change is answered: the profile still comes next', async () => {
  const saved = reply(updateProfile, async () => {
    // The server tells all tabs of the person at once; the answer comes after it.
    act(() => host.become({ user: { ...INVESTOR, profession: 'Market Expert' } }));
    await new Promise((resolve) => setTimeout(resolve));
    return profileOf('Market Expert');
  });
  const { host, user } = open('/my-account?tab=security', [reply(listSessions, { sessions: [] }), saved], { signedIn: true, user: INVESTOR });
  await user.click(screen.getByRole('button', { name: 'Become a Market Expert' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Become a Market Expert' }));
  await waitFor(() => expect(location.pathname).toBe('/profile-update'));
});

test('a section that could not be loaded says so and offers a retry', async () => {
  open('/my-account?tab=security', [refuse(listSessions, 'INTERNAL', 'Something failed on our side.', { request_id: 'r1' })]);
  expect(await screen.findByText('Could not load your devices.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

const record = (kind: ConsentRecord['kind'], given: boolean, more: Partial<ConsentRecord> = {}): ConsentRecord => ({
  kind,
  given,
  version: CONSENTS[kind].version,
  words: given ? 'I agree' : '',
  site: 'Vimarsh',
  at: '2026-11-20T04:30:00.000Z',
  ...more,
});
const region = (name: string) => within(screen.getByRole('heading', { name: new RegExp(name) }).closest('section')!);

test('consents show version, time in IST and purpose; only messages can be withdrawn; outdated terms ask again', async () => {
  const earlierRecords = [record('research_messages', true), record('terms', true, { version: '0.9.0' })];
  const { host, user } = open('/my-account?tab=consents', [
    reply(listConsents, { records: earlierRecords }),
    reply(decideConsent, ({ body }) => ({ records: [record(body.kind, body.given), ...earlierRecords] })),
  ]);
  const terms = await screen.findByText(/Version 0.9.0, agreed 20 Nov 2026, 10:00 IST on Vimarsh. Version 1.0.0 is now in force./);
  expect(terms).toBeVisible();
  expect(region('Terms and conditions').getByText('I agree')).toBeVisible();
  expect(region('Terms and conditions').queryByRole('button', { name: /Take back/ })).toBeNull();
  expect(region('Checking your documents').getByText('Not given')).toBeVisible();
  expect(region('Checking your documents').queryByRole('button')).toBeNull();
  await user.click(region('Terms and conditions').getByRole('button', { name: 'Agree to version 1.0.0' }));
  await user.click(region('Messages about calls').getByRole('button', { name: 'Withdraw and stop them' }));
  await waitFor(() => expect(host.notices.map(({ text }) => text)).toEqual(['Agreed: Terms and conditions', 'Withdrawn: Messages about calls']));
  expect(host.calls.filter(({ route }) => route === decideConsent).map(({ input }) => input.body)).toEqual([
    { kind: 'terms', version: '1.0.0', given: true },
    { kind: 'research_messages', version: '1.0.0', given: false },
  ]);
  expect(within(screen.getByRole('list', { name: 'Record of consents' })).getAllByRole('listitem')).toHaveLength(2);
});

test('notifications: a switch moves once the server has stored the change; a failed change leaves it as it was; both are announced', async () => {
  const choices = NOTICE_KINDS.flatMap((kind) => NOTICE_CHANNELS.map((channel) => ({ kind, channel, on: kind === 'documents' && channel === 'mail' })));
  const channels = [
    { channel: 'mail' as const, to: 'a••••@mail.in', offered: true },
    { channel: 'whatsapp' as const, to: '', offered: false },
  ];
  let store = () => {};
  const { host, user } = open('/my-account?tab=notifications', [
    reply(readNotifications, { channels, choices }),
    reply(readNoticeSettings, SETTINGS),
    reply(chooseNotification, async ({ body }) => {
      await new Promise<void>((resolve) => {
        store = resolve;
      });
      return {
        channels,
        choices: choices.map((choice) => (choice.kind === body.kind && choice.channel === body.channel ? { ...choice, on: body.on } : choice)),
      };
    }),
  ]);
  const calls = within(await screen.findByRole('group', { name: 'New calls' }));
  expect(screen.getByText('Not available: this account has no verified mobile number.')).toBeVisible();
  expect(calls.getByRole('checkbox', { name: 'WhatsApp' })).toBeDisabled();
  await user.click(calls.getByRole('checkbox', { name: 'E-mail' }));
  expect(calls.getByRole('status')).toHaveTextContent('Saving: E-mail on');
  expect(calls.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked();
  store();
  await waitFor(() => expect(calls.getByRole('status')).toHaveTextContent('Saved: E-mail on.'));
  expect(calls.getByRole('checkbox', { name: 'E-mail' })).toBeChecked();
  // What changed elsewhere since, as by a consent withdrawn on another device, is shown as well.
  host.answer(reply(readNotifications, { channels, choices }));
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await waitFor(() => expect(calls.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked());

  host.answer(refuse(chooseNotification, 'RETRY', 'We are busy'));
  const documents = within(screen.getByRole('group', { name: 'Your documents' }));
  await user.click(documents.getByRole('checkbox', { name: 'E-mail' }));
  await waitFor(() => expect(documents.getByRole('status')).toHaveTextContent('We don’t know whether this was saved.'));
  await waitFor(() => expect(host.calls.filter(({ route }) => route === readNotifications)).toHaveLength(3));
  host.answer(refuse(chooseNotification, 'NOT_FOUND', 'No.'));
  await user.click(documents.getByRole('checkbox', { name: 'E-mail' }));
  await waitFor(() => expect(documents.getByRole('status')).toHaveTextContent('Not saved. E-mail is still on.'));
  expect(documents.getByRole('checkbox', { name: 'E-mail' })).toBeChecked();
});

test('e-mails about calls: once a day or one by one; the box moves once it is stored, and stays where it is not', async () => {
  const { host, user } = open('/my-account?tab=notifications', [
    reply(readNotifications, { channels: [], choices: [] }),
    reply(readNoticeSettings, SETTINGS),
    reply(setDailyMail, ({ body }) => ({ ...SETTINGS, daily_mail: body.on })),
  ]);
  const choice = within(await screen.findByRole('group', { name: 'How e-mails about calls come' }));
  const box = choice.getByRole('checkbox', { name: 'Once a day, at 20:00 IST' });
  expect(box).not.toBeChecked();
  await user.click(box);
  await waitFor(() => expect(choice.getByRole('status')).toHaveTextContent('Saved.'));
  expect(box).toBeChecked();
  host.answer(refuse(setDailyMail, 'RETRY', 'We are busy'));
  await user.click(box);
  await waitFor(() => expect(choice.getByRole('status')).toHaveTextContent('We don’t know whether this was saved.'));
  await waitFor(() => expect(box).not.toBeChecked());
});

const message: Ticket = {
  number: 'V-7K3M9QX2',
  kind: 'complaint',
  opened_at: '2026-11-20T04:30:00Z',
  message: 'My invoice names the wrong state.',
  answered_at: null,
  answer: '',
};

test('messages to us: a new one first, then what waits and what is answered, each with its number (S9-DEF-09, S9-DEF-O01)', async () => {
  vi.setSystemTime('2026-11-27T06:00:00Z');
  const answered = { ...message, number: 'V-00000000', kind: 'question', answered_at: '2026-11-21T04:30:00Z', answer: 'It is ended.' } as const;
  const { user } = open('/my-account?tab=support', [reply(listTickets, [message, answered])], { signedIn: true });
  expect(await screen.findByRole('tab', { name: 'Write to us', selected: true })).toBeVisible();
  expect(screen.getByLabelText('Your message')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /Open/ }));
  const [waits, ...others] = within(screen.getByRole('list', { name: 'Your messages' })).getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(waits).toHaveTextContent('V-7K3M9QX2');
  expect(waits).toHaveTextContent('We answer complaints within 21 days, this one by 11 Dec 2026.');
  await user.click(screen.getByRole('tab', { name: /Answered/ }));
  expect(screen.getByRole('list', { name: 'Your messages' })).toHaveTextContent('It is ended.');
});

test('a complaint that waits too long says where else to take it', async () => {
  vi.setSystemTime('2026-12-12T06:00:00Z');
  const { user } = open('/my-account?tab=support', [reply(listTickets, [message])], { signedIn: true });
  await user.click(await screen.findByRole('tab', { name: /Open/ }));
  expect(await screen.findByText(/We are late: the answer was due by 11 Dec 2026/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'SCORES' })).toHaveAttribute('href', 'https://scores.sebi.gov.in');
  expect(screen.getByRole('link', { name: 'Online Dispute Resolution' })).toHaveAttribute('href', 'https://smartodr.in');
});
