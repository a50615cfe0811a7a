import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { searchChats, searchMessages } from '@vimarsh/shared/contract/chat/routes.ts';
import { refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from '../chat.page.tsx';
import { entry, ME } from '../entry.testing.ts';
import { layOut, openChat, room } from '../server.testing.tsx';

const shots = { showModal: HTMLDialogElement.prototype.showModal };
beforeEach(() => {
  layOut();
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('indexedDB', new IDBFactory());
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  HTMLDialogElement.prototype.showModal = shots.showModal;
});

function show(answers: Parameters<typeof openChat>[0]['answers'], path = '/chat') {
  const chat = openChat({ rooms: [room()], logs: { r1: [entry(1)] }, path, answers });
  return { chat, ...render(<Page />, { wrapper: chat.host.Wrapper }) };
}
const asked = (chat: ReturnType<typeof openChat>, route: typeof searchChats | typeof searchMessages) =>
  chat.callsOf(route).map(({ input }) => (input as { query: { q: string } }).query.q);

test('all chats are searched once the typing pauses; what is found names the other and leads to the chat, and says how far it looked', async () => {
  const user = aUser();
  const hit = entry(7, { room: 'r1', body: 'The KESTREL results', sender_id: ME });
  const { chat, container } = show([reply(searchChats, { found: [{ entry: hit, full_name: 'Lakshmi Rao' }], more: false, whole: false })]);
  await user.click(await screen.findByRole('button', { name: 'Search all chats' }));
  await user.type(await screen.findByLabelText('Words'), 'kestrel');
  const list = await screen.findByRole('list', { name: 'Found' });
  await within(list).findByText('KESTREL');
  expect(asked(chat, searchChats)).toEqual(['kestrel']);
  expect(within(list).getByRole('link', { name: 'Lakshmi Rao' })).toHaveAttribute('href', '/chat?room=r1&at=7');
  expect(within(list).getByText('KESTREL').tagName).toBe('MARK');
  expect(screen.getByText('1 message found.')).toBeInTheDocument();
  expect(screen.getByText(/^Looked through the last 300 messages of your latest 100 chats/)).toBeInTheDocument();
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('one letter asks for nothing, nothing found is said, and a failure offers another try', async () => {
  const user = aUser();
  const { chat } = show([reply(searchChats, { found: [], more: false, whole: true })]);
  await user.click(await screen.findByRole('button', { name: 'Search all chats' }));
  const field = await screen.findByLabelText('Words');
  await user.type(field, 'k');
  await new Promise((done) => setTimeout(done, 700));
  expect(asked(chat, searchChats)).toEqual([]);
  await user.type(field, 'ite');
  expect(await screen.findByText('Nothing found.')).toBeInTheDocument();
  chat.host.answer(refuse(searchChats, 'RATE', 'Too fast.'));
  await user.type(field, 's');
  await waitFor(() => expect(asked(chat, searchChats)).toContain('kites'));
});

test('in a chat its own search is asked, the latest first', async () => {
  const user = aUser();
  const entries = [entry(3, { body: 'Old kestrel' }), entry(9, { body: 'New kestrel', sender_id: ME })];
  const { chat } = show([reply(searchMessages, { entries, head: 9, more: false })], '/chat?room=r1');
  await user.click(await screen.findByRole('button', { name: 'What you can do with this chat' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Search this chat' }));
  await user.type(await screen.findByLabelText('Words'), 'kestrel');
  const rows = within(await screen.findByRole('list', { name: 'Found' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^You.*New kestrel$/),
    expect.stringMatching(/^Lakshmi Rao.*Old kestrel$/),
  ]);
  expect(asked(chat, searchMessages)).toEqual(['kestrel']);
});

test('a message that can’t be loaded is said to be missing', async () => {
  const chat = openChat({ rooms: [room()], logs: { r1: [entry(1)] }, path: '/chat?room=r1&at=90' });
  render(<Page />, { wrapper: chat.host.Wrapper });
  await waitFor(() => expect(chat.host.notices.map(({ title }) => title)).toEqual(['Not found']));
  expect(screen.getByText('Text 1')).toBeInTheDocument();
});

test('a found message is gone to, however far back it is, and has the focus; one that was changed is found at its own place', async () => {
  const user = aUser();
  const log = Array.from({ length: 70 }, (_, at) => entry(at + 1, { body: at === 6 ? 'The old kestrel' : `Text ${at + 1}` }));
  const chat = openChat({
    rooms: [room({ head: 70, me: { delivered: 70, seen: 70 } })],
    logs: { r1: log },
    path: '/chat?room=r1',
    answers: [reply(searchMessages, { entries: [entry(64, { kind: 'edit', target: 7, body: 'The kestrel' })], head: 70, more: false })],
  });
  render(<Page />, { wrapper: chat.host.Wrapper });
  expect(await screen.findByText('Text 70')).toBeInTheDocument();
  expect(screen.queryByText('The old kestrel')).toBeNull();
  // By label and text: roles of seventy rows take a test of a busy machine half a minute.
  await user.click(await screen.findByLabelText('What you can do with this chat'));
  await user.click(await screen.findByText('Search this chat'));
  await user.enter(await screen.findByLabelText('Words'), 'kestrel');
  await user.click(within(await screen.findByLabelText('Found')).getByText('Lakshmi Rao'));
  const row = (await screen.findByText('The old kestrel')).closest('[data-sought]');
  await waitFor(() => expect(row).toHaveFocus());
  expect(screen.queryByLabelText('Words')).toBeNull();
  // The same message can be sought again, and a reload stays where one reads.
  expect(location.search).toBe('?room=r1');
});
