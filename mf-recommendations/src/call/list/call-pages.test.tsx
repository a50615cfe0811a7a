import { act, renderHook, waitFor } from '@testing-library/react';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { useSeen } from '@vimarsh/shared/kit/query/seen.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { EXPERT, INVESTOR } from '../../testing/people.ts';
import { useCallPages } from './call-pages.ts';

afterEach(() => void vi.useRealTimers());

const calls = (from: number, to: number): Call[] => Array.from({ length: to - from + 1 }, (_, at) => aCall({ id: `call_${from + at}` }));
const ids = (rows: readonly Call[] | undefined): string => (rows ?? []).map(({ id }) => id.slice('call_'.length)).join(' ');

/** A server with these calls, in pages as it gives them, and a list that shows the first page. */
async function listOf(stored: readonly Call[]) {
  const server = { calls: stored };
  const page = ({ query }: { query: { cursor?: string | undefined; limit: number } }) => {
    const from = Number(query.cursor ?? 0);
    const items = server.calls.slice(from, from + Number(query.limit));
    const next = from + items.length < server.calls.length ? String(from + items.length) : null;
    return aPage(items, { next, total: server.calls.length });
  };
  const host = fakeHost({ snapshot: INVESTOR, answers: [reply(listCalls, page as never)] });
  const { result } = renderHook(
    () => {
      const { request } = useSession();
      return useCallPages('all', (query, signal) => request(listCalls, { query: { view: 'live', ...query } }, { signal, quiet: true }));
    },
    { wrapper: host.Wrapper },
  );
  await waitFor(() => expect(result.current.data).not.toBeNull());
  const reload = async () => {
    const before = host.calls.length;
    act(() => void host.session.emit('call.published', { id: 'x' }));
    await waitFor(() => expect(host.calls.length).toBeGreaterThan(before));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  };
  return { server, host, list: result, reload };
}

test('new calls push no row off the end of what is read', async () => {
  const { server, list, reload } = await listOf(calls(100, 140));
  const before = ids(list.current.data?.items);
  server.calls = [...calls(1, 3), ...server.calls];
  await reload();
  expect(ids(list.current.data?.items)).toBe(before);
  expect(list.current.waiting).toBe(3);
});

test('a list that does not come is said to be late after 8 s, and asking again lets the request go', async () => {
  vi.useFakeTimers();
  const signals: AbortSignal[] = [];
  const { result } = renderHook(
    () =>
      useCallPages<Call, ReturnType<typeof aPage>>('all', (_page, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      }),
    { wrapper: fakeHost({ snapshot: INVESTOR }).Wrapper },
  );
  await act(() => vi.advanceTimersByTimeAsync(7900));
  expect(result.current.failed).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(result.current.failed).toMatchObject({ code: 'LATE' });
  act(() => result.current.refetch());
  expect(result.current.failed).toBeNull();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('an answer for filters that were changed meanwhile is not shown, whether it comes before the new one or after it', async () => {
  for (const order of [
    ['old', 'new'],
    ['new', 'old'],
  ] as const) {
    const answer: Record<string, () => void> = {};
    const { result, rerender, unmount } = renderHook(
      ({ filters }: { filters: string }) =>
        useCallPages<Call, ReturnType<typeof aPage>>(
          filters,
          () =>
            new Promise((resolve) => {
              answer[filters] = () => resolve({ status: true, validation: '', redirect: '', data: aPage([aCall({ id: `call_${filters}` })]) });
            }),
        ),
      { wrapper: fakeHost({ snapshot: INVESTOR }).Wrapper, initialProps: { filters: 'old' } },
    );
    rerender({ filters: 'new' });
    for (const name of order) {
      await act(async () => answer[name]!());
      expect(['', 'new']).toContain(ids(result.current.data?.items));
    }
    expect(ids(result.current.data?.items)).toBe('new');
    unmount();
  }
});

test('a list that got no answer is asked for again after 15 s, and when the server answers again; one that was refused is not', async () => {
  vi.useFakeTimers();
  const host = fakeHost({ snapshot: INVESTOR, answers: [refuse(listCalls, 'UNREACHABLE', '')] });
  const { result } = renderHook(
    () => {
      const { request } = useSession();
      return useCallPages('all', (query, signal) => request(listCalls, { query: { view: 'live', ...query } }, { signal, quiet: true }));
    },
    { wrapper: host.Wrapper },
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(0);
  await pass(14_900);
  expect([host.calls.length, result.current.failed]).toEqual([1, { code: 'UNREACHABLE' }]);
  await pass(200);
  expect(host.calls).toHaveLength(2);
  host.answer(refuse(listCalls, 'INTERNAL', 'No.'));
  act(() => void dispatchEvent(new Event(ANSWERS)));
  await pass(100);
  expect([host.calls.length, result.current.failed]).toEqual([3, { code: 'INTERNAL' }]);
  act(() => void dispatchEvent(new Event(ANSWERS)));
  await pass(100);
  expect(host.calls).toHaveLength(3);
});

test('a list asks for the order it began with, and a new one for that of its moment', async () => {
  const { host, list, reload } = await listOf(calls(1, 40));
  const asked = () => (host.calls.at(-1)!.input.query as { order_at?: string }).order_at;
  const began = list.current.data!.as_of;
  expect(asked()).toBeUndefined();
  await reload();
  expect(asked()).toBe(began);
  await act(async () => list.current.showMore());
  await waitFor(() => expect(list.current.data?.items).toHaveLength(40));
  expect(asked()).toBe(began);
});

test('a list whose first answer has come before it stands at once, is asked for nothing, and another one is loaded', async () => {
  const load = vi.fn(async () => ({ status: true, validation: '', redirect: '', data: aPage(calls(7, 9)), extras: {} }));
  const begun = () => ({ status: true, validation: '', redirect: '', data: aPage(calls(1, 3)), extras: {} });
  const drawn: string[] = [];
  const { result, rerender } = renderHook(
    ({ key }) => {
      const pages = useCallPages<Call, ReturnType<typeof aPage>>(key, load, undefined, begun);
      drawn.push(ids(pages.data?.items));
      return pages;
    },
    { wrapper: fakeHost({ snapshot: INVESTOR }).Wrapper, initialProps: { key: 'live' } },
  );
  expect(drawn[0]).toBe('1 2 3');
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(load).not.toHaveBeenCalled();
  rerender({ key: 'past' });
  await waitFor(() => expect(ids(result.current.data?.items)).toBe('7 8 9'));
  expect(load).toHaveBeenCalledOnce();
});

test('more new calls than the list has rows still wait above it', async () => {
  const { server, list, reload } = await listOf(calls(100, 140));
  const before = ids(list.current.data?.items);
  server.calls = [...calls(1, 30), ...server.calls];
  await reload();
  expect(ids(list.current.data?.items)).toBe(before);
  expect(list.current.waiting).toBe(30);
  act(() => list.current.showWaiting());
  expect(list.current.data?.items).toHaveLength(50);
});

test('a change that “Show more” came before is shown once the page is there', async () => {
  const { server, host, list } = await listOf(calls(100, 140));
  server.calls = server.calls.filter(({ id }) => id !== 'call_101');
  act(() => {
    host.session.emit('call.closed', { id: 'call_101', status: 'sl_hit' });
    list.current.showMore();
  });
  await waitFor(() => expect(ids(list.current.data?.items)).not.toMatch(/\b101\b/));
  expect(list.current.data?.items.length).toBeGreaterThan(20);
});

test('where nothing answers, the list as it was seen last stands beside the failure, for the same person and filters only', async () => {
  localStorage.clear();
  const listFor = async (answer: CannedAnswer, who = INVESTOR, view: 'live' | 'past' = 'live') => {
    const host = fakeHost({ snapshot: who, answers: [answer] });
    const { result } = renderHook(
      () => {
        const { request } = useSession();
        const seen = useSeen(listCalls, { query: { view } });
        return useCallPages(view, (page, signal) => request(listCalls, { query: { view, ...page } }, { signal, quiet: true }), seen);
      },
      { wrapper: host.Wrapper },
    );
    await waitFor(() => expect(result.current.data ?? result.current.failed).not.toBeNull());
    return result.current;
  };
  const away = refuse(listCalls, 'UNREACHABLE', 'No answer.');
  expect(await listFor(away)).toMatchObject({ data: null });
  await listFor(reply(listCalls, aPage(calls(1, 3))));
  const { data, failed } = await listFor(away);
  expect([ids(data?.items), failed?.code]).toEqual(['1 2 3', 'UNREACHABLE']);
  expect(await listFor(away, EXPERT)).toMatchObject({ data: null });
  expect(await listFor(away, INVESTOR, 'past')).toMatchObject({ data: null });
  expect(await listFor(refuse(listCalls, 'FORBIDDEN', 'Not yours.'))).toMatchObject({ data: null });
});

test('what one person saw is not kept for who is there when they have signed out', async () => {
  localStorage.clear();
  const host = fakeHost({ snapshot: INVESTOR, answers: [reply(listCalls, aPage(calls(1, 3)))] });
  const { result } = renderHook(
    () => {
      const { request } = useSession();
      const seen = useSeen(listCalls, undefined);
      return useCallPages('all', (page, signal) => request(listCalls, { query: { view: 'live', ...page } }, { signal, quiet: true }), seen);
    },
    { wrapper: host.Wrapper },
  );
  await waitFor(() => expect(localStorage.length).toBe(2));
  localStorage.clear();
  act(() => host.become({ signedIn: false, user: null }));
  expect(result.current.data).not.toBeNull();
  expect(localStorage.length).toBe(0);
});

test('a refresh that hangs says so after 8 s, and an answer takes it back', async () => {
  const { server, list, host } = await listOf(calls(1, 3));
  vi.useFakeTimers();
  const free = Promise.withResolvers<void>();
  host.answer(reply(listCalls, () => free.promise.then(() => aPage([...server.calls]))));
  act(() => void host.session.emit('call.published', { id: 'x' }));
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(list.current.failed).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect([ids(list.current.data?.items), list.current.failed?.code]).toEqual(['1 2 3', 'LATE']);
  await act(async () => free.resolve());
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(list.current.failed).toBeNull();
});
