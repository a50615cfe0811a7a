import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { listChatReports, reportChat } from '@vimarsh/shared/contract/chat/cases.ts';
import { dropReadyAnswer, listReadyAnswers, type ReadyAnswer, saveReadyAnswer } from '@vimarsh/shared/contract/chat/desk.ts';
import { readExpertHours } from '@vimarsh/shared/contract/chat/hours.ts';
import { decideChat, editMessage, listChats, markRead, readChat, readMessages, sendMessage, withdrawMessage } from '@vimarsh/shared/contract/chat/routes.ts';
import { recentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
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

test('the room one is in, who types, the last message, the running session and the people one wrote with are unset at first, and each changes alone (S3-STATE-14…17, S3-STATE-19)', async () => {
  widen(1200);
  const user = aUser();
  const rooms = [room({ status_str: 'Requested', head: 3 })];
  const { chat } = show({ rooms, path: '/chat' });
  const tell = (change: object, title = 'r1') => {
    const at = rooms.findIndex((each) => each.title === title);
    rooms[at] = { ...rooms[at]!, head: rooms[at]!.head + 1, ...change };
    act(() => chat.tell('chat', ME, { event: 'recent-chat', payload: { room: ME, entries: [rooms[at]] } }));
  };
  const list = () => within(screen.getByRole('navigation', { name: 'Chats' }));
  const state = () => ({
    room: screen.queryByRole('region', { name: /^Chat with / })?.getAttribute('aria-label') ?? null,
    session: screen.queryAllByLabelText(/^Message to /).length > 0,
    typing: screen.queryByText('Typing …') !== null,
    last: list().queryByRole('link', { name: /^Lakshmi Rao.*Look at the cash flow/s }) !== null,
    people: list().queryAllByRole('link', { name: /Lakshmi Rao|Gopal Iyer/ }).length,
  });
  expect(await screen.findByText('Choose a chat.')).toBeInTheDocument();
  let expected = { room: null as string | null, session: false, typing: false, last: false, people: 1 };
  const becomes = async (change: Partial<typeof expected>) => {
    expected = { ...expected, ...change };
    await waitFor(() => expect(state()).toEqual(expected));
  };
  await becomes({});
  rooms.push(room({ title: 'r2', second_user_details: { ...rooms[0]!.second_user_details, user_id: 'u9', full_name: 'Gopal Iyer' }, status_str: 'Denied' }));
  tell({}, 'r2');
  await becomes({ people: 2 });
  await user.click(list().getByRole('link', { name: /Lakshmi Rao/ }));
  await becomes({ room: 'Chat with Lakshmi Rao' });
  tell({ status_str: 'Active' });
  await becomes({ session: true });
  act(() => chat.tell('chat-room', 'r1', { event: 'typing', payload: { room: 'r1', user_id: OTHER, on: true, ttl_ms: 60_000 } }));
  await becomes({ typing: true });
  tell({ last: { seq: 1, sender_id: OTHER, body: 'Look at the cash flow', at: '2026-11-20T06:20:00.000Z' } });
  await becomes({ last: true });
  act(() => chat.tell('chat-room', 'r1', { event: 'typing', payload: { room: 'r1', user_id: OTHER, on: false, ttl_ms: 0 } }));
  await becomes({ typing: false });
  await user.click(list().getByRole('link', { name: /Gopal Iyer/ }));
  await becomes({ room: 'Chat with Gopal Iyer', session: false });
  await user.click(list().getByRole('link', { name: /Lakshmi Rao/ }));
  await becomes({ room: 'Chat with Lakshmi Rao', session: true });
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

test('an expert filters the chats by “Waits for me”, the longest first; an investor is offered no such filter', async () => {
  const user = aUser();
  const as_of = '2026-11-20T09:00:00.000Z';
  const rooms = [
    room({ title: 'r1', topic: 'Gold', retail_user_id: OTHER, waits_since: '2026-11-20T08:58:00.000Z', as_of }),
    room({ title: 'r2', topic: 'Silver', retail_user_id: OTHER, waits_since: null, as_of }),
    room({ title: 'r3', topic: 'Copper', retail_user_id: OTHER, waits_since: '2026-11-20T07:00:00.000Z', as_of }),
  ];
  const { chat } = show({ rooms, path: '/chat' });
  await screen.findByRole('link', { name: /Gold/ });
  expect(screen.queryByRole('button', { name: 'Waits for me' })).toBeNull();
  act(() => chat.host.become({ user: { ...chat.user, profession: 'Analyst' } }));
  await user.click(await screen.findByRole('button', { name: 'Waits for me' }));
  const links = within(screen.getByRole('navigation', { name: 'Chats' })).getAllByRole('link');
  expect(links.map((link) => /Gold|Silver|Copper/.exec(link.textContent!)?.[0])).toEqual(['Copper', 'Gold']);
  expect(links[0]).toHaveTextContent('Waits 2 h');
  expect(links[1]).toHaveTextContent('Waits 2 min');
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

test('a message stays the room’s draft until the device has it: a session that ends as it is sent loses nothing', async () => {
  const user = aUser();
  const draft = () => Object.entries(localStorage).find(([key]) => key.startsWith('vimarsh.chat-draft.r1'))?.[1] ?? '';
  let store = () => {};
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const seal = webcrypto.subtle.encrypt.bind(webcrypto.subtle);
  const sealing = vi.spyOn(webcrypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    await stored;
    return seal(...given);
  });
  const { chat, unmount } = show();
  await user.enter(await field(), 'Half a sentence');
  await user.keyboard('{Enter}');
  expect(await field()).toHaveValue('');
  await waitFor(() => expect(sealing).toHaveBeenCalled());
  expect(draft()).toContain('Half a sentence');
  const kept = draft();
  store();
  await waitFor(() => expect(chat.callsOf(sendMessage)).toHaveLength(1));
  await waitFor(() => expect(draft()).toBe(''));
  unmount();
  // The page that ended had put it away before the device had the message; both come back.
  localStorage.setItem(`vimarsh.chat-draft.r1.${ME}`, kept);
  const { chat: again } = show({ logs: { r1: chat.logOf('r1') } });
  await waitFor(() => expect(shown('Half a sentence')).toHaveLength(1));
  await waitFor(async () => expect(await field()).toHaveValue(''));
  expect(again.callsOf(sendMessage)).toEqual([]);
  expect(draft()).toBe('');
  sealing.mockRestore();
});

test('a draft that comes back goes out once, with the number it was sent with', async () => {
  const user = aUser();
  localStorage.setItem(`vimarsh.chat-draft.r1.${ME}`, JSON.stringify({ body: 'Half a sentence', saved_at: Date.now(), client_msg_id: 'sent-before' }));
  const { chat } = show();
  expect(await field()).toHaveValue('Half a sentence');
  await user.click(await field());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chat.logOf('r1').at(-1)).toMatchObject({ body: 'Half a sentence', client_msg_id: 'sent-before' }));
  await user.enter(await field(), 'Another');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chat.logOf('r1').at(-1)).toMatchObject({ body: 'Another' }));
  expect(chat.logOf('r1').at(-1)?.client_msg_id).not.toBe('sent-before');
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

test('a server that was put back to an older copy shows what it has, not what the page remembers, and what is written there afterwards comes', async () => {
  const logs = { r1: talk(5) };
  const { chat } = show({ logs });
  await screen.findByText('Text 5');
  act(() => chat.cut('away'));
  logs.r1.splice(2);
  act(() => chat.mend());
  await waitFor(() => expect(shown('Text 5')).toHaveLength(0));
  expect(shown('Text 2')).toHaveLength(1);
  act(() => void chat.keep('r1', { body: 'Written after the restore' }));
  expect(await screen.findByText('Written after the restore')).toBeInTheDocument();
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

test('a change of an older message leaves what was being written as it was, saved or not', async () => {
  const user = aUser();
  const { chat, unmount } = show({ logs: { r1: [entry(1), entry(2, { sender_id: ME, body: 'A typo', at: new Date().toISOString() })] } });
  const edit = async () => {
    await user.click((await screen.findAllByRole('button', { name: 'What you can do with this message' }))[1]!);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await waitFor(async () => expect(await field()).toHaveValue(shown('No typo').length > 0 ? 'No typo' : 'A typo'));
  };
  await user.enter(await field(), 'Half a long answer');
  await edit();
  await user.click(screen.getByRole('button', { name: 'Leave it as it was' }));
  expect(await field()).toHaveValue('Half a long answer');
  await edit();
  await user.clear(await field());
  await user.enter(await field(), 'No typo');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(chat.callsOf(editMessage)).toHaveLength(1));
  await waitFor(async () => expect(await field()).toHaveValue('Half a long answer'));
  unmount();
  expect(Object.entries(localStorage).find(([key]) => key.includes('chat-draft.r1'))?.[1]).toContain('Half a long answer');
});

test('a chat further down than the list was read is opened by its address, and one that is not one’s own is not there', async () => {
  const rooms = [room(), room({ title: 'r-old', topic: 'Old copper' })];
  const { unmount } = show({ rooms, listed: 1, logs: { r1: talk(), 'r-old': talk() }, path: '/chat?room=r-old' });
  expect(await screen.findByRole('region', { name: 'Chat with Lakshmi Rao' })).toHaveTextContent('Old copper');
  unmount();
  show({ path: '/chat?room=r-other', answers: [refuse(readChat, 'NOT_FOUND', 'We could not find that.')] });
  expect(await screen.findByText('That chat is not among yours.')).toBeInTheDocument();
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

test('an expert puts a ready answer into the field, by the button or the key /, and sends it themselves', async () => {
  const user = aUser();
  const answers: ReadyAnswer[] = [
    { id: 'a1', body: 'By their cash flow.', changed_at: '2026-11-20T06:00:00.000Z' },
    { id: 'a2', body: 'By their margin.', changed_at: '2026-11-20T06:00:00.000Z' },
  ];
  const { chat } = show({
    rooms: [room({ retail_user_id: OTHER })],
    answers: [
      reply(listReadyAnswers, () => ({ answers })),
      reply(saveReadyAnswer, ({ body: { answer, body } }) => ({ answers: [...answers, { id: answer, body, changed_at: '2026-11-20T07:00:00.000Z' }] })),
      reply(dropReadyAnswer, ({ body: { answer } }) => ({ answers: answers.filter(({ id }) => id !== answer) })),
    ],
  });
  const box = await field();
  await user.click(screen.getByRole('button', { name: 'Ready answers' }));
  await user.click(await screen.findByRole('button', { name: 'By their cash flow.' }));
  expect(box).toHaveValue('By their cash flow.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(chat.callsOf(sendMessage), 'nothing is sent by itself').toEqual([]);
  await user.clear(box);
  await user.type(box, '/');
  const dialog = await screen.findByRole('dialog', { name: 'Ready answers' });
  await user.type(within(dialog).getByLabelText('Search your answers'), 'margin{Enter}');
  expect(box, 'the key stands not in the text').toHaveValue('By their margin.');
  await user.type(box, ' /');
  expect(screen.queryByRole('dialog'), 'in a text the key is a letter').toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ready answers' }));
  await user.click(await screen.findByRole('button', { name: 'Delete answer 2' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'By their margin.' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'New answer' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText('Answer')).toHaveAccessibleDescription(/Field is required/);
  await user.enter(screen.getByLabelText('Answer'), 'By both.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'By both.' })).toBeInTheDocument();
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test('while the expert is away their note stands beside the field, marked as written beforehand, and no message is made of it', async () => {
  const note = 'Back on Monday.';
  const day = { from: 600, to: 960 };
  show({
    answers: [
      reply(readExpertHours, { hours: [day, day, day, day, day, null, { from: 0, to: 1440 }], state: 'closed', opens_at: '2026-11-23T04:30:00.000Z', note }),
    ],
  });
  const aside = await screen.findByRole('complementary', { name: 'When the expert answers' });
  expect(aside).toHaveTextContent('Answers again from 23 Nov');
  expect(aside).toHaveTextContent('Answers Mon–Fri 10:00–16:00, Sun 00:00–24:00 IST');
  expect(aside).toHaveTextContent('Their note, written beforehand:Back on Monday.');
  expect(screen.getByText(note).closest('ul, ol')).toBeNull();
});

test('an investor keeps no ready answers, and the key / is a letter', async () => {
  const user = aUser();
  show();
  await user.type(await field(), '/');
  expect(await field()).toHaveValue('/');
  expect(screen.queryByRole('button', { name: 'Ready answers' })).toBeNull();
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

test('a message is reported with a reason, and its reporter sees the state of the report', async () => {
  const user = aUser();
  const made = {
    report: 'p1',
    case: 'c1',
    room: 'r1',
    message: 1,
    reason: 'money',
    at: '2026-11-20T06:20:00.000Z',
    due_at: '2026-11-21T06:20:00.000Z',
  } as const;
  const { chat } = show({ logs: { r1: [entry(1)] } });
  chat.host.answer(reply(listChatReports, { reports: [] }));
  chat.host.answer(reply(reportChat, { ...made, state: 'open', closed_at: null }));
  await user.click((await screen.findAllByRole('button', { name: 'What you can do with this message' }))[0]!);
  await user.click(screen.getByRole('button', { name: 'Report' }));
  const dialog = await screen.findByRole('dialog', { name: 'Report this message' });
  expect(dialog).toHaveTextContent('You are both told when the case is closed.');
  // The page behind is closed to the pointer at once, and the dialog open to it a moment later.
  await waitFor(() => expect(dialog).toHaveStyle({ pointerEvents: 'auto' }));
  chat.host.answer(reply(listChatReports, { reports: [{ ...made, state: 'open', closed_at: null }] }));
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  expect(await screen.findByText('A moderator looks at it')).toBeInTheDocument();
  expect(chat.callsOf(reportChat).map(({ input }) => input.body)).toEqual([{ room: 'r1', message: 1, reason: 'abuse', note: '' }]);
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull();
});

test('by keys: the list is one stop, arrows move in it, Enter leads to the field, Escape back to the chat’s row', async () => {
  widen(1200);
  const user = aUser();
  const rooms = ['Gold', 'Silver', 'Copper'].map((topic, at) => room({ title: `r${at + 1}`, topic, requested_at: `2026-11-20T0${9 - at}:00:00.000Z` }));
  show({ rooms, path: '/chat' });
  const rows = within(await screen.findByRole('navigation', { name: 'Chats' }));
  const row = (topic: string) => rows.getByRole('link', { name: new RegExp(topic) });
  await waitFor(() => expect(row('Gold')).toBeInTheDocument());
  const stops = () => rows.getAllByRole('link', { name: /Gold|Silver|Copper/ }).filter(({ tabIndex }) => tabIndex === 0);
  expect(stops()).toEqual([row('Gold')]);
  row('Gold').focus();
  await user.keyboard('{ArrowUp}');
  expect(row('Gold')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(row('Silver')).toHaveFocus();
  await user.keyboard('{End}');
  expect(row('Copper')).toHaveFocus();
  await user.keyboard('{Home}{ArrowDown}');
  expect(stops()).toEqual([row('Silver')]);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await field()).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(row('Silver')).toHaveFocus();
});

test('on a phone the heading of an opened chat has the focus, and back in the list its row; a chat that an address opens takes none', async () => {
  widen(360);
  const user = aUser();
  show({ rooms: [room(), room({ title: 'r2', topic: 'Silver' })], path: '/chat?room=r1' });
  await field();
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'All chats' }));
  await waitFor(() => expect(screen.getByRole('link', { name: /Your TCS call/ })).toHaveFocus());
  await user.click(screen.getByRole('link', { name: /Silver/ }));
  await waitFor(() => expect(screen.getByRole('heading', { name: /Lakshmi Rao/, level: 2 })).toHaveFocus());
});

test('a draft stands in the list until it is sent, and not beside the field in which it is', async () => {
  widen(1200);
  const user = aUser();
  show({ rooms: [room(), room({ title: 'r2', topic: 'Silver' })], path: '/chat?room=r1' });
  await user.enter(await field(), 'Half a sentence');
  const rows = within(screen.getByRole('navigation', { name: 'Chats' }));
  expect(rows.queryByText('Half a sentence')).toBeNull();
  await user.click(rows.getByRole('link', { name: /Silver/ }));
  expect(await rows.findByText('Half a sentence')).toBeInTheDocument();
  await user.click(rows.getByRole('link', { name: /Half a sentence/ }));
  await waitFor(async () => expect(await field()).toHaveValue('Half a sentence'));
});

test('the expert’s name is whole, marked as verified, and leads an investor to their record', async () => {
  show();
  const heading = await screen.findByRole('heading', { level: 2, name: /Lakshmi Rao/ });
  expect(within(heading).getByRole('link')).toHaveAttribute('href', `/expert-dashboard?user_id=${OTHER}`);
  expect(within(heading).getByLabelText('Registration verified')).toBeInTheDocument();
});

test('how far one’s latest message has come is said in words, of the others by a mark', async () => {
  show({
    rooms: [room({ other: { delivered: 2, seen: 1 } })],
    logs: { r1: [entry(1, { sender_id: ME, body: 'One' }), entry(2, { sender_id: ME, body: 'Two' })] },
  });
  await screen.findByText('Two');
  const words = (text: string) => screen.getAllByText(text).map((each) => getComputedStyle(each).position !== 'absolute');
  expect(words('Seen')).toEqual([false]);
  expect(words('Delivered')).toEqual([true]);
});

test('while a request waits it says when it ends, that a notice comes, and when the expert answers', async () => {
  show({
    rooms: [room({ status_str: 'Requested', decided_at: null, ends_at: '2026-11-21T06:00:00.000Z' })],
    answers: [reply(readExpertHours, { hours: null, state: 'away', opens_at: null, note: 'Back on Monday.' })],
  });
  expect(await screen.findByText(/^The request ends 21 Nov 2026, 11:30 IST\. You get a notice once it is decided\.$/)).toBeInTheDocument();
  expect(await screen.findByRole('complementary', { name: 'When the expert answers' })).toHaveTextContent('Away now');
});
