import { webcrypto } from 'node:crypto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { listChatExperts, listChats, requestChat } from '@vimarsh/shared/contract/chat/routes.ts';
import type { ChatExpert } from '@vimarsh/shared/contract/chat/types.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { room } from '../rooms/server.testing.tsx';
import { answerWords } from './expert-card.tsx';
import { Page } from './expert-list.page.tsx';

beforeEach(() => void vi.stubGlobal('crypto', webcrypto));
afterEach(() => void vi.unstubAllGlobals());

const expert = (change: Partial<ChatExpert> = {}): ChatExpert => ({
  user_id: 'exp_01',
  full_name: 'Lakshmi Rao',
  profession: 'Analyst',
  picture: '',
  verified: true,
  reg_no: 'INH999900001',
  city: 'Pune',
  style: 'Swing trades',
  user_type: 'Active RA',
  online: true,
  open_slots: 3,
  answer_minutes: 25,
  answers: 12,
  room: null,
  ...change,
});
const PRO = { rooms: 1, pending: 1, open: 0, waiting: 0 };
const user = {
  id: 'usr_me',
  full_name: 'Zoya Ansari',
  profession: 'Retail Investor' as const,
  picture: '',
  email: '',
  verified: false,
  rank: null,
  is_admin: false,
};

function show(experts: readonly ChatExpert[], rights: typeof PRO | null = PRO, options: Parameters<typeof fakeHost>[0] = {}) {
  const host = fakeHost({
    path: '/expert-list',
    ...options,
    snapshot: { signedIn: true, user, ...options.snapshot },
    answers: [reply(listChatExperts, { experts: [...experts], rights }), ...(options.answers ?? [])],
  });
  return { host, ...render(<Page />, { wrapper: host.Wrapper }) };
}

test('a card says who it is, whether they are here and publish, how soon they decide and what is free (S1-SCOPE-10, S2.1-ROUTE-08)', async () => {
  show([expert(), expert({ user_id: 'exp_02', full_name: 'Joel Dcunha', user_type: 'Non Active RA', online: false, answer_minutes: null, open_slots: 0 })]);
  const [first, second] = await screen.findAllByRole('listitem');
  for (const words of [
    'Lakshmi Rao',
    'SEBI INH999900001',
    'Pune',
    'Here now',
    'Publishing now',
    '3 free places',
    'Half of 12 requests were decided within 25 min.',
  ])
    expect(first).toHaveTextContent(words);
  for (const words of ['Not publishing now', 'No free place', 'Too few answers yet']) expect(second).toHaveTextContent(words);
  expect(within(second!).queryByRole('button')).toBeNull();
});

test.each([
  [0.4, '1 min'],
  [59, '59 min'],
  [61, '2 h'],
])('%d minutes read %s', (minutes, words) => expect(answerWords(minutes)).toBe(words));

test('a request says what it is about, within its limits, and leads to its room; sent again it is the same one (S1-SCOPE-10)', async () => {
  const visitor = aUser();
  const { host } = show([expert()], PRO, { answers: [refuse(requestChat, 'UNREACHABLE', '')] });
  await visitor.click(await screen.findByRole('button', { name: 'Request a chat with Lakshmi Rao' }));
  const dialog = await screen.findByRole('dialog');
  const send = () => visitor.click(within(dialog).getByRole('button', { name: 'Send request' }));
  expect(dialog).toHaveTextContent('General discussion of published research. Not personal advice.');
  await send();
  expect(within(dialog).getByLabelText('Topic')).toHaveAccessibleDescription('Write at least 3 characters');
  expect(within(dialog).getByLabelText('Topic')).toHaveFocus();
  await visitor.enter(within(dialog).getByLabelText('Topic'), 'Your TCS call');
  await visitor.enter(within(dialog).getByLabelText('Your question'), 'x'.repeat(301));
  expect(within(dialog).getByLabelText('Your question')).toHaveAccessibleDescription('Write at most 300 characters');
  await send();
  expect(host.calls.filter(({ route }) => route === requestChat)).toEqual([]);
  await visitor.clear(within(dialog).getByLabelText('Your question'));
  await visitor.enter(within(dialog).getByLabelText('Your question'), 'Why this stop?');
  await send();
  expect(await within(dialog).findByText('Nothing was sent. Check your connection and try again.')).toBeInTheDocument();
  host.answer(reply(requestChat, room({ status_str: 'Requested' })));
  await send();
  await waitFor(() => expect(location.pathname + location.search).toBe('/chat?room=r1'));
  const bodies = host.calls.filter(({ route }) => route === requestChat).map(({ input }) => (input as { body: object }).body);
  expect(bodies[0]).toMatchObject({ expert_id: 'exp_01', topic: 'Your TCS call', symbol: null, text: 'Why this stop?' });
  expect(bodies[1]).toEqual(bodies[0]);
});

test('why the server refuses a request stands in the dialog', async () => {
  const visitor = aUser();
  show([expert()], PRO, { answers: [refuse(requestChat, 'CHAT_MOST', 'Close one first.')] });
  await visitor.click(await screen.findByRole('button', { name: 'Request a chat with Lakshmi Rao' }));
  await visitor.enter(await screen.findByLabelText('Topic'), 'Topic');
  await visitor.enter(screen.getByLabelText('Your question'), 'Text');
  await visitor.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await within(screen.getByRole('dialog')).findByText('Close one first.')).toBeInTheDocument();
});

test.each([
  ['Requested', null, 'See the request', false],
  ['Active', null, 'Open the chat', false],
  ['Closed', '2999-01-01T00:00:00.000Z', 'Open the chat', false],
  ['Closed', '2020-01-01T00:00:00.000Z', 'Open the chat', true],
])('with a room that is %s (again at %s) the way is “%s”, and a new request: %s', async (status_str, again_at, words, asks) => {
  show([expert({ room: { title: 'r1', status_str, again_at } })]);
  expect(await screen.findByRole('link', { name: 'Open the chat with Lakshmi Rao' })).toHaveTextContent(words);
  expect(screen.queryAllByRole('button', { name: 'Request a chat with Lakshmi Rao' })).toHaveLength(asks ? 1 : 0);
  expect(screen.queryAllByText(/You can ask again from/)).toHaveLength(again_at?.startsWith('2999') ? 1 : 0);
});

test('without a plan for it the page says which plan has it, and nobody can be asked', async () => {
  show([expert()], null);
  expect(await screen.findByText('Chats with experts are not in your plan')).toBeInTheDocument();
  expect(screen.getByText('Lakshmi Rao')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Request a chat/ })).toBeNull();
});

test('a site without chat says so and asks the server for nothing', async () => {
  const { host } = show([], null, { snapshot: { environment: { isChatAvailable: false } as never } });
  expect(await screen.findByText('Chat is not part of this site.')).toBeInTheDocument();
  expect(host.calls).toEqual([]);
});

test('an expert sees the requests that wait', async () => {
  const rooms = [room({ status_str: 'Requested', topic: 'Gold' }), room({ title: 'r2', topic: 'Silver' })];
  show([], null, {
    snapshot: { user: { ...user, profession: 'Analyst' } },
    answers: [reply(listChats, { rooms, next: null, unread: 0, rights: null })],
  });
  expect(await screen.findByRole('link', { name: /Gold/ })).toHaveAttribute('href', '/chat?room=r1');
  expect(screen.queryByRole('link', { name: /Silver/ })).toBeNull();
});

test('the search and the free places are asked of the server', async () => {
  const visitor = aUser();
  const { host } = show([expert()]);
  await visitor.enter(await screen.findByLabelText('Search experts'), ' pune ');
  await visitor.click(screen.getByRole('button', { name: 'With a free place' }));
  await waitFor(() => expect(host.calls.at(-1)!.input).toEqual({ query: { q: 'pune', free: '1' } }));
});

test('the screen has no fault of access', async () => {
  show([expert()]);
  await screen.findByText('Lakshmi Rao');
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
