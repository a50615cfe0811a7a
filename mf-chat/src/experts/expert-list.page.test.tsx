import { webcrypto } from 'node:crypto';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type OwnHours, readOwnHours, saveOwnHours } from '@vimarsh/shared/contract/chat/hours.ts';
import { listChatExperts, listChats, requestChat } from '@vimarsh/shared/contract/chat/routes.ts';
import type { ChatExpert } from '@vimarsh/shared/contract/chat/types.ts';
import { type AuthorLine, readAuthorLines } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { answerWords } from '@vimarsh/shared/domain/chat/answer-words.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { room } from '../rooms/server.testing.tsx';
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

const cards = async () => within(await screen.findByRole('list', { name: 'Experts' })).getAllByRole('listitem');

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
  const [first, second] = await cards();
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

const line = (user_id: string, change: Partial<AuthorLine> = {}): AuthorLine => ({
  user_id,
  of: 'shares',
  n: 12,
  gained: 2,
  lost: 10,
  too_few: false,
  average: -2.66,
  averaged: 12,
  chance: null,
  ...change,
});
const lines = (shares: AuthorLine[], options: AuthorLine[] = []) =>
  reply(readAuthorLines, ({ query }) => ({
    allowed: true,
    mode: 'demo' as const,
    disclaimer: '',
    as_of: '2026-11-20T09:00:00.000Z',
    lines: query.of === 'shares' ? shares : options,
  }));

test('what the calls made stands beside the name, of each kind that an expert publishes, and leads to the whole record; where a site shows no figures there is none', async () => {
  const shares = [line('exp_01'), line('exp_02', { n: 0, gained: 0, lost: 0, too_few: true, average: null })];
  const { unmount } = show([expert(), expert({ user_id: 'exp_02', full_name: 'Joel Dcunha' })], PRO, {
    answers: [lines(shares, [line('exp_02', { of: 'limited', n: 20, gained: 9, average: -1.5 }), line('exp_02', { of: 'margin', n: 2, too_few: true })])],
  });
  const [first, second] = await cards();
  await waitFor(() => expect(first).toHaveTextContent('Shares2 of 12 gained, avg −2.66%'));
  await waitFor(() => expect(second).toHaveTextContent('Options9 of 20 gained, avg −1.50% of the risk'));
  for (const words of ['Shares', 'too few to tell']) expect(second).not.toHaveTextContent(words);
  expect(within(first!).getByRole('link', { name: 'The whole record of Lakshmi Rao' })).toHaveAttribute('href', '/expert-dashboard?user_id=exp_01');
  expect(await screen.findByText(/^Investment in securities market are subject to market risks/)).toBeInTheDocument();
  unmount();
  show([expert()], PRO, { answers: [lines([])] });
  const [only] = await cards();
  await waitFor(() => expect(only).not.toHaveTextContent('Shares'));
});

test('how many free places there are is counted only where they are few', async () => {
  show([expert({ open_slots: 40 })]);
  expect((await cards())[0]).toHaveTextContent('Takes new chats');
  expect((await cards())[0]).not.toHaveTextContent('40');
});

test.each([
  [{ rooms: 1, pending: 1, open: 0, waiting: 0 }, 'You can ask 1 expert now.', true],
  [{ rooms: 5, pending: 3, open: 2, waiting: 1 }, 'You can ask 2 experts now.', true],
  [{ rooms: 1, pending: 1, open: 0, waiting: 1 }, 'To ask somebody else, take your request back first.', false],
  [{ rooms: 5, pending: 3, open: 3, waiting: 2 }, 'To ask somebody else, close a chat or take a request back.', false],
  [{ rooms: 1, pending: 1, open: 1, waiting: 0 }, 'To ask somebody else, close a chat first.', false],
  [{ rooms: 5, pending: 3, open: 0, waiting: 3 }, 'To ask somebody else, wait for a decision or take a request back.', false],
])('with %o the page says “%s”, and nobody is offered whom the server would refuse', async (quota, words, asks) => {
  show([expert()], quota);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryAllByRole('button', { name: /^Request a chat/ })).toHaveLength(asks ? 1 : 0);
  expect(screen.queryAllByRole('link', { name: 'Your chats' })).toHaveLength(asks ? 0 : 1);
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
  const button = () => within(dialog).getByRole('button', { name: 'Send request' });
  const send = async () => {
    // It takes no press while the last one is on its way.
    await waitFor(() => expect(getComputedStyle(button()).pointerEvents).not.toBe('none'));
    await visitor.click(button());
  };
  for (const words of [
    'General discussion of published research. Not personal advice.',
    'Nobody may tell you here what to buy or how much of your money to put in.',
    'The expert decides within a day, and you get a notice.',
    'Until then the one chat of your plan is taken.',
  ])
    expect(dialog).toHaveTextContent(words);
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

test('an expert sees who waits, the longest first, by the server’s clock: requests, and questions without an answer', async () => {
  const as_of = '2026-11-20T09:00:00.000Z';
  const rooms = [
    room({ title: 'r2', topic: 'Silver', waits_since: null, as_of }),
    room({ title: 'r3', topic: 'Copper', waits_since: '2026-11-20T08:35:00.000Z', as_of }),
  ];
  const behind = [room({ status_str: 'Requested', topic: 'Gold', waits_since: '2026-11-20T06:00:00.000Z', as_of })];
  const { host } = show([], null, {
    snapshot: { user: { ...user, profession: 'Analyst' } },
    answers: [reply(listChats, ({ query }) => ({ rooms: query?.waits ? behind : rooms, next: null, unread: 0, rights: null }))],
  });
  const list = await screen.findByRole('list', { name: 'Waits for me, the longest first' });
  await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(2));
  const [gold, copper] = within(list).getAllByRole('link');
  expect(gold).toHaveAttribute('href', '/chat?room=r1');
  expect(gold).toHaveTextContent('Waits 3 h');
  expect(copper).toHaveTextContent('Waits 25 min');
  expect(screen.queryByRole('link', { name: /Silver/ })).toBeNull();
  expect(host.calls.map(({ input }) => (input as { query: object }).query)).toContainEqual({ waits: '1', limit: '50' });
});

test('an expert sets hours and a note; hours that end before they begin are not sent', async () => {
  const visitor = aUser();
  const own: OwnHours = { hours: null, away: false, note: '' };
  const { host } = show([], null, {
    snapshot: { user: { ...user, profession: 'Analyst' } },
    answers: [
      reply(listChats, { rooms: [], next: null, unread: 0, rights: null }),
      reply(readOwnHours, own),
      reply(saveOwnHours, ({ body }) => body as OwnHours),
    ],
  });
  await visitor.click(await screen.findByRole('button', { name: 'Hours and away note' }));
  await visitor.click(await screen.findByRole('checkbox', { name: 'Tuesday' }));
  fireEvent.change(screen.getByLabelText('Tuesday, until'), { target: { value: '09:00' } });
  await visitor.enter(screen.getByLabelText('Note for when you do not answer'), 'Back on Tuesday.');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText('Tuesday, from')).toHaveAccessibleDescription('The end comes after the beginning');
  const saved = () => host.calls.filter(({ route }) => route === saveOwnHours);
  expect(saved()).toEqual([]);
  fireEvent.change(screen.getByLabelText('Tuesday, until'), { target: { value: '00:00' } });
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved()[0]!.input).toEqual({
    body: { hours: [null, { from: 570, to: 1440 }, null, null, null, null, null], away: false, note: 'Back on Tuesday.' },
  });
});

test('hours and a note stand on the card and in the request, before anybody asks', async () => {
  const visitor = aUser();
  show([
    expert({
      answer_time: { minutes: null, answers: 0, as_of: '2026-11-20T09:00:00.000Z' },
      desk: { hours: null, state: 'away', opens_at: null, note: 'Back on Monday.' },
    }),
  ]);
  expect(await screen.findByText('Away now')).toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Request a chat with Lakshmi Rao' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Away nowTheir note, written beforehand:Back on Monday.');
});

test('how soon an expert answers is explained when it is pressed; below ten answers it says once that they are too few', async () => {
  const visitor = aUser();
  const as_of = '2026-11-20T09:00:00.000Z';
  show([
    expert({ answer_time: { minutes: 25, answers: 34, as_of } }),
    expert({ user_id: 'exp_02', full_name: 'Joel Dcunha', answer_minutes: null, answer_time: { minutes: null, answers: 9, as_of } }),
  ]);
  const [first, second] = await cards();
  await waitFor(() => expect(first).toHaveTextContent('First answer after 25 min'));
  expect(second).toHaveTextContent('Too few answers yet');
  expect(first).not.toHaveTextContent('Too few answers yet');
  await visitor.click(within(first!).getByRole('button', { name: '25 min' }));
  expect(await screen.findByText(/questions without an answer do not count/)).toBeInTheDocument();
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
