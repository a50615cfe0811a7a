import { act, cleanup, render, screen } from '@testing-library/react';
import { decideChat } from '@vimarsh/shared/contract/chat/routes.ts';
import type { chatTopic } from '@vimarsh/shared/contract/chat/socket.ts';
import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import type { NewsOf, RoomTopic } from '@vimarsh/shared/contract/socket/topics.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { NEW_CHAT_REQUEST } from '@vimarsh/shared/session/core/client-state.ts';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ChatRequestPopup } from './request-popup.tsx';

type Topic = RoomTopic<typeof chatTopic>;

const ME = 'exp_01';
const CHAT = { path: '/chat', title: 'Chat History', guard: 'session', page: 'chat', layout: 'frame' };
const releases = (routes: object[]) => ({
  id: 't',
  preview: [],
  modules: { m: { name: 'm', manifest: { routes } } as unknown as PageRelease },
  fallbacks: {},
});

const request = (title: string, full_name = 'Asha Rao', change: Partial<RecentChat> = {}): RecentChat => ({
  ...{ title, status_str: 'Requested', retail_user_id: 'usr_1', topic: 'Your TCS call', symbol: 'TCS', request_text: 'Why this stop?' },
  second_user_details: { user_id: 'usr_1', full_name, profession: 'Retail Investor', picture: '', verified: false },
  ...{ requested_at: '2026-11-20T06:00:00.000Z', decided_at: null, ends_at: null, reason: '', again_at: null, last: null, head: 1, unread: 1 },
  ...{ me: { delivered: 0, seen: 0 }, other: { delivered: 1, seen: 1 } },
  ...change,
});

// The dialog is loaded first: the clock stands still.
beforeAll(() => import('./request.dialog.tsx'));
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The popup on a line that a test speaks for the server on. */
async function show({ path = '/', routes = [CHAT], ...options }: FakeHostOptions & { routes?: object[] } = {}) {
  const host = fakeHost({ path, page: { releases: releases(routes) }, snapshot: { signedIn: true }, ...options });
  const said: unknown[][] = [];
  let followed: { topic: Topic; tell: (news: NewsOf<Topic>) => void } | undefined;
  host.session.line.subscribe = ((topic: Topic, tell: (news: NewsOf<Topic>) => void) => {
    followed = { topic, tell };
    topic.onLine?.({ state: 'joined', say: (event: string, payload: unknown) => void said.push([event, payload]) });
    return () => {
      followed = undefined;
    };
  }) as never;
  render(<ChatRequestPopup me={ME} />, { wrapper: host.Wrapper });
  await act(async () => {});
  return {
    host,
    said,
    follows: () => followed && [followed.topic.of.name, followed.topic.room],
    away: () => act(async () => followed!.topic.onLine!({ state: 'away' })),
    hear: (...entries: RecentChat[]) => act(async () => followed!.tell({ event: 'recent-chat', payload: { room: ME, entries } })),
  };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const dialog = () => screen.queryByRole('dialog', { name: 'New chat request' });
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

test('a request opens the popup one second after the event, with its two buttons by name (S2.6-DLG-10, S2.6-DLG-11, S4-MISC-15, S9-LIM-12, S9-LIM-A04, S3-CHAT-04)', async () => {
  const { hear, follows, said, host } = await show();
  expect(follows()).toEqual(['chat', ME]);
  expect(said).toEqual([['get_recent_chat', { user_id: ME }]]);
  await hear(request('r1'));
  await pass(900);
  expect(dialog()).toBeNull();
  await pass(100);
  expect(dialog()).toHaveTextContent('Asha Rao · Your TCS call · TCS');
  expect(dialog()).toHaveTextContent('Why this stop?');
  expect(screen.getByRole('button', { name: 'Deny' })).toBeVisible();
  expect(host.session.state.get(NEW_CHAT_REQUEST)).toMatchObject({ title: 'r1' });
  await press('Go To Chat');
  expect([location.pathname, location.search]).toEqual(['/chat', '?room=r1']);
  expect(dialog()).toBeNull();
  expect(host.calls, 'going there decides nothing').toEqual([]);
  expect(said).toHaveLength(1);
});

test.each(['Active', 'Denied', 'Cancelled', 'Expired', 'Closed', 'Whatever'])('a room that is %s opens nothing (S3-CHAT-02)', async (status_str) => {
  const { hear } = await show();
  await hear(request('r1', 'Asha Rao', { status_str }));
  await pass(5_000);
  expect(dialog()).toBeNull();
});

test('what an expert asks of another expert is no request to them', async () => {
  const { hear } = await show();
  await hear(request('r1', 'Omkar', { retail_user_id: ME }));
  await pass(5_000);
  expect(dialog()).toBeNull();
});

test('on the chats it does not open; a request that still waits afterwards does (S4-MISC-17)', async () => {
  const { hear } = await show({ path: '/chat' });
  await hear(request('r1'));
  await pass(5_000);
  expect(dialog()).toBeNull();
  await act(async () => navigate('/my-dashboard'));
  expect(dialog()).toBeVisible();
  await hear(request('r1', 'Asha Rao', { status_str: 'Active' }));
  expect(dialog()).toBeNull();
});

test('where no screen of chats is there, nothing is offered', async () => {
  const { hear } = await show({ routes: [] });
  await hear(request('r1'));
  await pass(5_000);
  expect(dialog()).toBeNull();
});

test('it says when the investor asked, and is gone when the request ends, though nobody says so (S2.6-DLG-10)', async () => {
  const { hear, away } = await show();
  const asked = new Date(Date.now() - 60_000).toISOString();
  await hear(request('r1', 'Asha Rao', { requested_at: asked, ends_at: new Date(Date.now() + 60_000).toISOString() }));
  await pass(1_000);
  expect(dialog()).toHaveTextContent(/Asked \d+ \w+ \d{4}, \d\d:\d\d IST/);
  await away();
  await pass(58_000);
  expect(dialog()).toBeVisible();
  await pass(1_001);
  expect(dialog()).toBeNull();
});

test('"Deny" says so over the line with the room and the own id (S4-MISC-A02, S7-RT-06)', async () => {
  const { hear, said, host } = await show();
  await hear(request('r1'));
  await pass(1_000);
  await press('Deny');
  expect(said.at(-1)).toEqual(['cancel_room_status', { room: 'r1', user_id: ME }]);
  expect(host.calls).toEqual([]);
  expect(dialog()).toBeNull();
});

test('with a reason, or without the line, it asks the server; where that refuses, the request stays', async () => {
  const { hear, away, said, host } = await show({ answers: [refuse(decideChat, 'CHAT_STATE', 'Nothing waits here.')] });
  await hear(request('r1'));
  await pass(1_000);
  await away();
  await press('Deny');
  expect(host.calls.map(({ input }) => input.body)).toEqual([{ room: 'r1', accept: false, reason: 'unsaid' }]);
  expect(dialog()).toBeVisible();
  expect(said.map(([event]) => event)).toEqual(['get_recent_chat']);
  host.answer(reply(decideChat, request('r1', 'Asha Rao', { status_str: 'Denied' })));
  await press('Deny');
  expect(dialog()).toBeNull();
});

test('several wait in a queue: two are named, the rest counted, and one put aside comes back only as another request', async () => {
  const { hear } = await show();
  await hear(request('r1', 'Asha'), request('r2', 'Bela'), request('r3', 'Chand'), request('r4', 'Devi'));
  await pass(1_000);
  expect(dialog()).toHaveTextContent('Also waiting: Bela, Chand · 1 more');
  await press('Close');
  expect(dialog()).toHaveTextContent('Bela · Your TCS call');
  for (let each = 0; each < 3; each += 1) await press('Close');
  expect(dialog()).toBeNull();
  await hear(request('r1', 'Asha', { head: 2 }));
  await pass(1_000);
  expect(dialog()).toBeNull();
  await hear(request('r1', 'Asha', { head: 5, requested_at: '2026-11-22T06:00:00.000Z' }));
  await pass(1_000);
  expect(dialog()).toHaveTextContent('Asha · Your TCS call');
});
