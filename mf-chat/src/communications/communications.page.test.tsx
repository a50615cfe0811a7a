import { createHash, webcrypto } from 'node:crypto';
import { render, screen, waitFor, within } from '@testing-library/react';
import {
  askCommunicationExport,
  decideCommunicationExport,
  downloadCommunicationExport,
  holdCommunications,
  liftCommunicationHold,
  listCommunicationExports,
} from '@vimarsh/shared/contract/communications/routes.ts';
import type { AskedExport, CommunicationHold } from '@vimarsh/shared/contract/communications/types.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aMember } from '../buzz/post.testing.ts';
import { Page } from './communications.page.tsx';
import { aHold, anExport } from './export.testing.ts';

const PATIENCE = { timeout: 10_000 };
const admin = { ...aMember, is_admin: true };
const PEOPLE = [
  { user_id: aMember.id, name: 'Zoya Ansari' },
  { user_id: 'usr_2', name: 'Meera Iyer' },
  { user_id: 'usr_9', name: 'Asha Rao' },
];
const lists = (exports: AskedExport[] = [], holds: CommunicationHold[] = []) => reply(listCommunicationExports, { exports, holds, people: PEOPLE });

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(answers: NonNullable<FakeHostOptions['answers']>, { path = '/communications', user = admin } = {}) {
  const host = fakeHost({ path, snapshot: { signedIn: true, user }, answers });
  return { host, ...render(<Page />, { wrapper: host.Wrapper }) };
}
const bodies = (host: ReturnType<typeof fakeHost>, route: object) =>
  host.calls.filter((call) => call.route === route).map(({ input }) => (input as { body?: object }).body);

test('an export is asked for with its person, its days in India and a reason; what is missing is said at its field', async () => {
  const visitor = aUser();
  const { host, container } = show([lists(), reply(askCommunicationExport, anExport())]);
  await visitor.click(await screen.findByRole('button', { name: 'Ask for an export' }, PATIENCE));
  const form = await screen.findByRole('form', { name: 'Ask for an export' }, PATIENCE);
  await visitor.click(within(form).getByRole('button', { name: 'Ask another admin' }));
  expect(within(form).getByText('This is neither a number nor an address that has one')).toBeInTheDocument();
  expect(within(form).getByText('Write at least 10 characters')).toBeInTheDocument();
  expect(bodies(host, askCommunicationExport)).toEqual([]);
  await visitor.enter(within(form).getByLabelText(/^Number of the account/), '/expert-dashboard?user_id=exp_09');
  await visitor.type(within(form).getByLabelText(/^Last day/), '2026-11-20');
  await visitor.enter(within(form).getByLabelText('Reason'), 'Letter 12 of the regulator');
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
  await visitor.click(within(form).getByRole('button', { name: 'Ask another admin' }));
  await waitFor(
    () =>
      expect(bodies(host, askCommunicationExport)).toEqual([
        { scope: 'person', target: 'exp_09', from: null, until: '2026-11-20T18:30:00.000Z', reason: 'Letter 12 of the regulator' },
      ]),
    PATIENCE,
  );
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull(), PATIENCE);
});

test('the form for the export of a chat is open where a case leads to it, and an unknown one is said so', async () => {
  const visitor = aUser();
  show([lists(), refuse(askCommunicationExport, 'NOT_FOUND', 'Not found')], { path: '/communications?room=01J8Z' });
  const form = await screen.findByRole('form', { name: 'Ask for an export' }, PATIENCE);
  expect(within(form).getByLabelText('Number or address of the chat')).toHaveValue('01J8Z');
  await visitor.enter(within(form).getByLabelText('Reason'), 'A case about this chat');
  await visitor.click(within(form).getByRole('button', { name: 'Ask another admin' }));
  expect(await screen.findByText('Nothing was written by or to this number.', undefined, PATIENCE)).toBeInTheDocument();
});

test('another admin approves after a question, and nobody decides on their own wish', async () => {
  const visitor = aUser();
  const other = anExport({ id: 'exp_b', asked_by: 'usr_2' });
  const { host } = show([lists([other, anExport()]), reply(decideCommunicationExport, { ...other, state: 'approved' })]);
  const [theirs, own] = within(await screen.findByRole('list', { name: 'Exports' }, PATIENCE)).getAllByRole('listitem');
  expect(theirs).toHaveTextContent('Asha Rao');
  expect(theirs).toHaveTextContent('Asked for by Meera Iyer');
  expect(within(own!).queryByRole('button')).toBeNull();
  expect(own).toHaveTextContent('Another admin has to decide.');
  await visitor.click(within(theirs!).getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', undefined, PATIENCE);
  await waitFor(() => expect(dialog).toHaveStyle('pointer-events: auto'), PATIENCE);
  expect(bodies(host, decideCommunicationExport), 'a question decides nothing').toEqual([]);
  await visitor.click(within(dialog).getByRole('button', { name: 'Approve the export' }));
  await waitFor(() => expect(bodies(host, decideCommunicationExport)).toEqual([{ id: 'exp_b', approve: true }]), PATIENCE);
});

test('the file is saved as it came, and its hash is held against the server’s', async () => {
  const visitor = aUser();
  const zip = Buffer.from('a zip');
  const sha256 = createHash('sha256').update(zip).digest('hex');
  const made = { state: 'done' as const, begun_at: '2026-11-20T06:00:00.000Z', ended_at: '2026-11-20T06:00:05.000Z', file: 'c.zip', bytes: 5, sha256 };
  const approved = { state: 'approved' as const, decided_by: 'usr_2', decided_at: new Date(Date.now() - 3_600_000).toISOString() };
  let isMade = false;
  const list = () => ({ exports: [anExport({ ...approved, ...(isMade && { made }) })], holds: [], people: PEOPLE });
  const download = () => {
    isMade = true;
    return { file: 'c.zip', zip: zip.toString('base64') };
  };
  const { host } = show([reply(listCommunicationExports, list), reply(downloadCommunicationExport, download)]);
  await visitor.click(await screen.findByRole('button', { name: 'Download the zip' }, PATIENCE));
  expect(await screen.findByText('Saved. Its SHA-256 is the one above.', undefined, PATIENCE)).toBeInTheDocument();
  expect(await screen.findByText(sha256, undefined, PATIENCE)).toBeInTheDocument();
  expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledTimes(1);
  expect(host.calls.filter(({ route }) => route === downloadCommunicationExport)).toHaveLength(1);
});

test('a hold is set with a reason, and lifted by another admin alone', async () => {
  const visitor = aUser();
  const theirs = aHold({ id: 'hold_b', kind: 'person', target: 'usr_9', set_by: 'usr_2' });
  const { host } = show([lists([], [theirs, aHold()]), reply(holdCommunications, aHold()), reply(liftCommunicationHold, theirs)]);
  const [other, own] = within(await screen.findByRole('list', { name: 'Holds that stand' }, PATIENCE)).getAllByRole('listitem');
  expect(within(own!).queryByRole('button')).toBeNull();
  expect(own).toHaveTextContent('Another admin has to lift it.');
  await visitor.click(within(other!).getByRole('button', { name: 'Lift the hold' }));
  await visitor.click(within(other!).getByRole('button', { name: 'Lift the hold' }));
  expect(within(other!).getByText('Write at least 10 characters')).toBeInTheDocument();
  await visitor.enter(within(other!).getByLabelText('Why it may be lifted'), 'The dispute has ended.');
  await visitor.click(within(other!).getByRole('button', { name: 'Lift the hold' }));
  await waitFor(() => expect(bodies(host, liftCommunicationHold)).toEqual([{ id: 'hold_b', reason: 'The dispute has ended.' }]), PATIENCE);
  await visitor.click(screen.getByRole('button', { name: 'Set a hold' }));
  const form = await screen.findByRole('form', { name: 'Set a hold' }, PATIENCE);
  await visitor.selectOptions(within(form).getByLabelText('Of'), 'A chat');
  await visitor.enter(within(form).getByLabelText('Number or address'), 'room_7');
  await visitor.enter(within(form).getByLabelText('Reason'), 'An authority asks for it');
  await visitor.click(within(form).getByRole('button', { name: 'Set the hold' }));
  await waitFor(() => expect(bodies(host, holdCommunications)).toEqual([{ kind: 'room', target: 'room_7', reason: 'An authority asks for it' }]), PATIENCE);
});

test('who is no admin sees no export, and asks for none', async () => {
  const { host } = show([], { user: { ...admin, is_admin: false } });
  expect(await screen.findByText('Only admins export communications.')).toBeInTheDocument();
  expect(host.calls).toEqual([]);
});
