import { act, render, screen, waitFor } from '@testing-library/react';
import { addToWatchlist, createWatchlist, readWatchlists } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import { Watch } from './watch.part.tsx';

const aList = (codes: readonly string[], change: Partial<Watchlist> = {}): Watchlist => ({
  ...{ id: 'list_1', name: 'Banks', version: 1, locked: false, archived: [] },
  items: codes.map((symbol) => ({ code: symbol, symbol, name: '', state: 'active', contract: null })),
  ...change,
});
function open(lists: readonly Watchlist[]) {
  const answer = (now: readonly Watchlist[]) => reply(readWatchlists, { segment: 'equity', lists: [...now], room: { lists: 2, items: 2 }, starter: null });
  const host = fakeHost({
    answers: [answer(lists), reply(addToWatchlist, aList(['SBIN', 'TCS'])), reply(createWatchlist, aList(['TCS'], { name: 'Watched' }))],
  });
  render(<Watch symbol="TCS" />, { wrapper: host.Wrapper });
  return { host, user: aUser(), have: (now: readonly Watchlist[]) => host.answer(answer(now)) };
}

test('a stock goes into the first list with room, and the button leads there from then on', async () => {
  const [full, locked] = [aList(['A', 'B'], { id: 'full' }), aList([], { id: 'locked', locked: true })];
  const { host, user, have } = open([full, locked, aList(['SBIN'])]);
  const button = await screen.findByRole('button', { name: 'Watch' });
  have([full, locked, aList(['SBIN', 'TCS'], { version: 2 })]);
  await user.click(button);
  expect(await screen.findByRole('link', { name: 'Watched in Banks' })).toHaveAttribute('href', '/equity-watchlist?list=list_1');
  expect(host.calls.find(({ route }) => route === addToWatchlist)!.input).toEqual({ params: { id: 'list_1' }, body: { items: ['TCS'] } });
  expect(host.notices.at(-1)!.title).toBe('TCS is in Banks.');
});

test('a press that finds no server says so and is sent once it is back', async () => {
  const { host, user, have } = open([aList(['SBIN'])]);
  host.answer(refuse(addToWatchlist, 'UNREACHABLE', 'We could not reach the server.'));
  const sent = () => host.calls.filter(({ route }) => route === addToWatchlist);
  const button = await screen.findByRole('button', { name: 'Watch' });
  await user.click(button);
  expect(await screen.findByText('Will be sent when you are back')).toBeVisible();
  await user.click(button);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(host.notices).toEqual([]);
  host.answer(reply(addToWatchlist, aList(['SBIN', 'TCS'])));
  have([aList(['SBIN', 'TCS'], { version: 2 })]);
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByRole('link', { name: 'Watched in Banks' })).toBeVisible();
  expect(sent()).toHaveLength(3);
});

test('a press that waits is not sent any more once a later one was stored', async () => {
  const { host, user } = open([aList(['SBIN'])]);
  host.answer(refuse(addToWatchlist, 'UNREACHABLE', 'We could not reach the server.'));
  const sent = () => host.calls.filter(({ route }) => route === addToWatchlist);
  const button = await screen.findByRole('button', { name: 'Watch' });
  await user.click(button);
  await screen.findByText('Will be sent when you are back');
  host.answer(reply(addToWatchlist, aList(['SBIN', 'TCS'])));
  await user.click(button);
  await waitFor(() => expect(host.notices).toHaveLength(1));
  await act(async () => void dispatchEvent(new Event('online')));
  expect(sent()).toHaveLength(2);
});

test('who has no list gets one with it', async () => {
  const { host, user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Watch' }));
  await waitFor(() =>
    expect(host.calls.find(({ route }) => route === createWatchlist)?.input).toEqual({ body: { segment: 'equity', name: 'Watched', items: ['TCS'] } }),
  );
});

test('where every list is full the way leads to them', async () => {
  open([aList(['A', 'B'])]);
  expect(await screen.findByRole('link', { name: 'Your lists are full' })).toHaveAttribute('href', '/equity-watchlist');
});
