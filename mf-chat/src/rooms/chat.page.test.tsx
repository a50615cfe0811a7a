import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { decideChat, editMessage, listChats, markRead, readMessages, sendMessage, withdrawMessage } from '@vimarsh/shared/contract/chat/routes.ts';
import { recentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from './chat.page.tsx';
import { entry, ME, OTHER } from './entry.testing.ts';
import { layOut, openChat, room } from './server.testing.tsx';

const plain = window.matchMedia;
beforeEach(() => {
  layOut();
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('indexedDB', new IDBFactory());
  document.hasFocus = () => true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.matchMedia = plain;
});

/** A window of so many px. */
function widen(width: number): void {
  window.matchMedia = (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: width >= Number(/min-width: ([\d.]+)px/.exec(media)?.[1] ?? Number.POSITIVE_INFINITY),
      onchange: null,
      addListener() {},
      removeListener() {},
    });
}
const talk = (count = 3) => Array.from({ length: count }, (_, at) => entry(at + 1));
function show(options: Partial<Parameters<typeof openChat>[0]> = {}) {
  const chat = openChat({ rooms: [room()], logs: { r1: talk() }, path: '/chat?room=r1', ...options });
  return { chat, ...render(<Page />, { wrapper: chat.host.Wrapper }) };
}
const field = () => screen.findByLabelText('Message to Lakshmi Rao');
const shown = (text: string) => screen.queryAllByText(text);

test('an entry of recent chats is read as specified, and its title is the room in what is sent (S3-CHAT-01, S3-CHAT-03, S3-CHAT-04)', () => {
  expect(recentChat.parse(room())).toMatchObject({ title: 'r1', status_str: 'Active', retail_user_id: ME, second_user_details: { full_name: 'Lakshmi Rao' } });
});

test('after each joining the page asks for the recent chats, and what comes replaces the rooms it names (S7-RT-04, S7-RT-05, S7-RT-A01)', async () => {
  const { chat } = show({ path: '/chat' });
  expect(await screen.findByRole('link', { name: /Lakshmi Rao/ })).toHaveTextContent('Your TCS call');
  expect(chat.said).toEqual([['get_recent_chat', { user_id: ME }]]);
  act(() =>
    chat.tell('chat', ME, {
      event: 'recent-chat',
      payload: { room: ME, entries: [room({ head: 9, topic: 'Another topic', unread: 2 }), room({ title: 'r2', head: 1 })] },
    }),
  );
  expect(screen.getAllByRole('link', { name: /Lakshmi Rao/ })).toHaveLength(2);
  expect(screen.getByRole('link', { name: /Another topic/ })).toHaveTextContent('2 unread');
  act(() => chat.cut('away'));
  act(() => chat.mend());
  expect(chat.said).toHaveLength(2);
});

test('chats stand by the status that the server says, also one that is new to this page (S3-CHAT-O01, S3-CHAT-02)', async () => {
  show({ path: '/chat', rooms: [room({ status_str: 'Requested' }), room({ title: 'r2', status_str: 'Paused', topic: 'Gold' })] });
  expect(await screen.findByText('Paused', { exact: false })).toBeInTheDocument();
  expect(screen.getByText('Requested ·', { exact: false })).toBeInTheDocument();
});

test.each([
  [880, 2],
  [879, 1],
])('at %i px there are %i panes (S9-LIM-20)', async (width, panes) => {
  widen(width);
  show();
  await field();
  expect([screen.queryByRole('navigation', { name: 'Chats' }), screen.queryByRole('region', { name: 'Chat with Lakshmi Rao' })].filter(Boolean)).toHaveLength(
    panes,
  );
  expect(screen.queryAllByRole('link', { name: 'All chats' })).toHaveLength(2 - panes);
});

test('an expert who opens the address gets the screen, and decides requests there (S6-PERM-A03, S2.1-ROUTE-09, S1-FEAT-07)', async () => {
  const user = aUser();
  const { chat } = show({
    rooms: [room({ status_str: 'Requested', retail_user_id: OTHER, decided_at: null })],
    logs: { r1: [entry(1, { kind: 'request', body: 'Why this stop?' })] },
  });
  act(() => chat.host.become({ user: { ...chat.user, profession: 'Analyst' } }));
  expect(await screen.findByText('Why this stop?')).toBeInTheDocument();
  expect(screen.getByText('Lakshmi Rao asks for a chat')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await field()).toBeInTheDocument();
  expect(chat.callsOf(decideChat)[0]!.input).toEqual({ body: { room: 'r1', accept: true } });
});

test('a request that is declined with a reason goes by the API, one without by the specified event (S7-RT-06)', async () => {
  const user = aUser();
  const { chat } = show({ rooms: [room({ status_str: 'Requested', retail_user_id: OTHER })] });
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = screen.getByRole('dialog', { name: 'Decline the request' });
  await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Without a reason');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(chat.said).toContainEqual(['cancel_room_status', { room: 'r1', user_id: ME }]);
  expect(chat.callsOf(decideChat)).toEqual([]);
  act(() => void chat.change('r1', { status_str: 'Denied', reason: 'unsaid' }));
  expect(await screen.findByText('You declined the request')).toBeInTheDocument();
});

test('a message is there at once, once, and says how far it has come', async () => {
  const user = aUser();
  const { chat } = show();
  await user.enter(await field(), 'Good morning');
  await user.keyboard('{Enter}');
  expect(shown('Good morning')).toHaveLength(1);
  await waitFor(() => expect(chat.logOf('r1')).toHaveLength(4));
  await waitFor(() => expect(screen.getByText('Sent')).toBeInTheDocument());
  expect(shown('Good morning')).toHaveLength(1);
  act(() => chat.tell('chat-room', 'r1', { event: 'read_state', payload: { room: 'r1', user_id: OTHER, delivered: 4, seen: 0 } }));
  expect(screen.getByText('Delivered')).toBeInTheDocument();
  act(() => chat.tell('chat-room', 'r1', { event: 'read_state', payload: { room: 'r1', user_id: OTHER, delivered: 4, seen: 4 } }));
  expect(screen.getByText('Seen')).toBeInTheDocument();
  expect(await field()).toHaveValue('');
});

test('Shift and Enter breaks the line, Enter in the middle of a word does not send, two thousand characters are the most', async () => {
  const user = aUser();
  const { chat } = show();
  const box = await field();
  await user.enter(box, 'one');
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(box).toHaveValue('one\n');
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));
  expect(chat.callsOf(sendMessage)).toEqual([]);
  await user.clear(box);
  await user.enter(box, 'x'.repeat(1900));
  expect(screen.getByText('100 characters left')).toBeInTheDocument();
  await user.enter(box, 'x'.repeat(101));
  expect(screen.getByText('1 characters too many')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
});

test('what is typed is kept for each room', async () => {
  const user = aUser();
  const { unmount } = show();
  await user.enter(await field(), 'half a');
  unmount();
  const { unmount: leave } = show();
  expect(await field()).toHaveValue('half a');
  leave();
  show({ rooms: [room(), room({ title: 'r2' })], path: '/chat?room=r2' });
  expect(await field()).toHaveValue('');
});

test('without the line: a message waits, what others wrote is read every ten seconds, and the banner offers a new try (S7-RT-02, S9-LIM-10)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const user = aUser();
  const { chat } = show();
  await field();
  act(() => chat.cut('away'));
  expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
  chat.refuse(sendMessage, 'UNREACHABLE', '');
  await user.enter(await field(), 'Are you there?');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('1 message is not sent yet.')).toBeInTheDocument();
  act(() => chat.cut('gone'));
  const before = chat.callsOf(readMessages).length;
  const listed = chat.callsOf(listChats).length;
  chat.logOf('r1').push(entry(4, { body: 'From afar' }));
  await act(() => vi.advanceTimersByTimeAsync(10_500));
  expect(await screen.findByText('From afar')).toBeInTheDocument();
  expect(chat.callsOf(readMessages).length).toBeGreaterThan(before);
  expect(chat.callsOf(listChats).length).toBeGreaterThan(listed);

  chat.heal(sendMessage);
  await user.click(screen.getByRole('button', { name: 'Reconnect' }));
  act(() => chat.mend());
  expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await waitFor(() => expect(chat.logOf('r1').map(({ body }) => body)).toContain('Are you there?'));
  expect(shown('Are you there?')).toHaveLength(1);
});

test('entries that come out of order are shown in order, and a lost one is fetched', async () => {
  const { chat } = show();
  await screen.findByText('Text 3');
  chat.logOf('r1').push(entry(4, { body: 'fourth' }), entry(5, { body: 'fifth' }));
  act(() => chat.tell('chat-room', 'r1', { event: 'message', payload: entry(5, { body: 'fifth' }) }));
  expect(shown('fifth')).toEqual([]);
  expect(await screen.findByText('fifth')).toBeInTheDocument();
  expect(shown('fourth')).toHaveLength(1);
});

test('the guard’s sentence stands at the message, and its text can be written anew', async () => {
  const user = aUser();
  const { chat } = show();
  chat.refuse(sendMessage, 'MESSAGE_BLOCKED', 'Leave out phone numbers.');
  await user.enter(await field(), 'Call me on 98');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Leave out phone numbers.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Write it anew' }));
  expect(await field()).toHaveValue('Call me on 98');
  expect(shown('Leave out phone numbers.')).toEqual([]);
});

test('one’s own message is edited and withdrawn within a quarter of an hour, and answered at any time', async () => {
  const user = aUser();
  const { chat } = show({ logs: { r1: [entry(1), entry(2, { sender_id: ME, body: 'A typo', at: new Date().toISOString() })] } });
  const open = async (at: number) => user.click((await screen.findAllByRole('button', { name: 'What you can do with this message' }))[at]!);
  await open(0);
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await user.enter(await field(), 'Yes');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chat.logOf('r1').at(-1)).toMatchObject({ body: 'Yes', target: 1 }));

  await open(1);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await field()).toHaveValue('A typo');
  await user.clear(await field());
  await user.enter(await field(), 'No typo');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No typo')).toBeInTheDocument();
  expect(screen.getByText('· edited')).toBeInTheDocument();
  expect(chat.callsOf(editMessage)).toHaveLength(1);

  await open(1);
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('You withdrew this message')).toBeInTheDocument();
  expect(chat.callsOf(withdrawMessage)).toHaveLength(1);
});

test('typing and presence are hints that end by themselves (S7-RT-10)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const user = aUser();
  const { chat } = show();
  await user.enter(await field(), 'a');
  expect(chat.said).toContainEqual(['typing', { room: 'r1', on: true }]);
  act(() => chat.tell('chat-room', 'r1', { event: 'presence', payload: { room: 'r1', user_id: OTHER, online: true, lease_ms: 45_000 } }));
  act(() => chat.tell('chat-room', 'r1', { event: 'typing', payload: { room: 'r1', user_id: OTHER, on: true, ttl_ms: 6000 } }));
  expect(screen.getByText('Typing …')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.getByText('Here now')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  expect(screen.getByText('Analyst')).toBeInTheDocument();
});

test('a burst of new messages is announced once, and what was there is not', async () => {
  const { chat } = show();
  await screen.findByText('Text 3');
  act(() => {
    for (const n of [1, 2, 3]) chat.keep('r1', { body: `new ${n}` });
  });
  expect(await screen.findByText('3 new messages from Lakshmi Rao')).toBeInTheDocument();
});

test('what somebody looks at is marked as seen after a second', async () => {
  const { chat } = show();
  await field();
  await waitFor(() => expect(chat.callsOf(markRead).at(-1)?.input).toEqual({ body: { room: 'r1', delivered: 3, seen: 3 } }));
});

test('a closed chat says why and what can be done next; the whole chat can be saved with its hash', async () => {
  const user = aUser();
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  show({ rooms: [room({ status_str: 'Closed', reason: 'answered', again_at: '2026-11-21T06:30:00.000Z' })] });
  expect(await screen.findByText('This chat is closed')).toBeInTheDocument();
  expect(screen.getByText(/Reason: The question is answered\. You can ask again from 21 Nov/)).toBeInTheDocument();
  expect(screen.queryByLabelText('Message to Lakshmi Rao')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'What you can do with this chat' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Download the transcript' }));
  expect(await screen.findByRole('dialog', { name: 'Transcript saved' })).toHaveTextContent(/[0-9a-f]{64}/);
});

test('a site without chat says so and asks the server for nothing', async () => {
  const chat = openChat({ rooms: [], path: '/chat', snapshot: { environment: { isChatAvailable: false } as never } });
  render(<Page />, { wrapper: chat.host.Wrapper });
  expect(await screen.findByText('Chat is not part of this site.')).toBeInTheDocument();
  expect(chat.host.calls).toEqual([]);
});

test('the screen has no fault of access', async () => {
  widen(1200);
  show();
  await screen.findByText('Text 3');
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
