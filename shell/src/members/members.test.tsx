import { act, cleanup, render } from '@testing-library/react';
import { readCampaign } from '@vimarsh/shared/contract/campaign/routes.ts';
import { readClock } from '@vimarsh/shared/contract/market/routes.ts';
import { countNotices } from '@vimarsh/shared/contract/notices/routes.ts';
import type { RoomTopic } from '@vimarsh/shared/contract/socket/topics.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Frame } from '../frame/frame.tsx';
import { Members } from './members.tsx';

const user = { id: 'u', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;
const answers = [refuse(readClock, 'INTERNAL', ''), reply(readCampaign, []), reply(countNotices, { unread: 0, latest: 0 })];

beforeAll(() => import('./members.tsx'));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const asked = (host: ReturnType<typeof fakeHost>) => host.calls.filter(({ route }) => route === readCampaign);

test('a visitor has no campaign asked for; whoever signs in has, once (S7-MISC-03, S7-MISC-A01)', async () => {
  const host = fakeHost({ path: '/login', answers });
  render(<Frame />, { wrapper: host.Wrapper });
  await pass(60_000);
  expect(asked(host)).toEqual([]);
  act(() => host.become({ signedIn: true, user }));
  await pass(3_000);
  expect(asked(host)).toHaveLength(1);
  await act(async () => host.become({ user: { ...user, full_name: 'Asha Rao' } }));
  await pass(60_000);
  expect(asked(host)).toHaveLength(1);
});

test('the screen after the login has the line for itself first', async () => {
  const host = fakeHost({ path: '/login', answers });
  render(<Frame />, { wrapper: host.Wrapper });
  act(() => host.become({ signedIn: true, user }));
  await pass(2_900);
  expect(asked(host)).toEqual([]);
  await pass(100);
  expect(asked(host)).toHaveLength(1);
});

test.each([
  ['Retail Investor', []],
  ['Analyst', ['chat exp_1']],
  ['Dealer', ['chat exp_1']],
] as const)('a %s listens for chat requests: %j (S6-PERM-04, S4-MISC-16)', async (profession, rooms) => {
  await import('../chat/request-popup.tsx');
  const host = fakeHost({ path: '/', answers, snapshot: { signedIn: true, user: { ...user, id: 'exp_1', profession } } });
  const followed: string[] = [];
  host.session.line.subscribe = ((topic: RoomTopic) => {
    if (topic.topic === 'room') followed.push(`${topic.of.name} ${topic.room}`);
    return () => undefined;
  }) as never;
  render(<Members />, { wrapper: host.Wrapper });
  await pass(0);
  expect(followed).toEqual(rooms);
});
