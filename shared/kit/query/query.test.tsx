import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listCalls, readPublicView } from '../../contract/calls/routes.ts';
import { aClock } from '../../contract/market/clock.testing.ts';
import { readClock, readInstrument } from '../../contract/market/routes.ts';
import type { MarketClock } from '../../contract/market/types.ts';
import { type FakeHost, fakeHost, refuse, reply } from '../fake-host.tsx';
import { type Query, useQuery, useRefresh, useRequest } from './query.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const CLOCK = aClock({ now: '', phase: 'closed', label: 'Closed', closes_at: null });
const envelope = (data: unknown) => ({ status: true, validation: '', redirect: '', data });

function show(host: FakeHost, ask: () => Query<{ label?: string; symbol?: string }>) {
  const seen: { last: Query<{ label?: string; symbol?: string }> | null } = { last: null };
  function Probe() {
    seen.last = ask();
    return <p>{seen.last.data?.label ?? seen.last.data?.symbol ?? ''}</p>;
  }
  const view = render(<Probe />, { wrapper: host.Wrapper });
  return { seen, again: () => view.rerender(<Probe />) };
}

test('loads, shows, and dates the data', async () => {
  const host = fakeHost({ answers: [reply(readClock, CLOCK)] });
  const { seen } = show(host, () => useQuery(readClock));
  expect(seen.last).toMatchObject({ loading: true, data: undefined, error: null, stale: false, asOf: null });
  await screen.findByText('Closed');
  expect(seen.last).toMatchObject({ loading: false, error: null, stale: false });
  expect(Date.parse(seen.last!.asOf!)).toBeGreaterThan(Date.now() - 5000);
  expect(host.calls).toHaveLength(1);
});

test('a reload that begins draws nothing anew: only what it brings does', async () => {
  vi.useFakeTimers();
  let label = 'Closed';
  const late = () => new Promise<MarketClock>((resolve) => setTimeout(() => resolve({ ...CLOCK, label }), 200));
  const host = fakeHost({ answers: [reply(readClock, late)] });
  const drawn: string[] = [];
  function Probe() {
    drawn.push(useQuery(readClock, {}, { every: 1000 }).data?.label ?? '');
    return null;
  }
  render(<Probe />, { wrapper: host.Wrapper });
  await act(() => vi.advanceTimersByTimeAsync(300));
  const first = drawn.length;
  label = 'Open';
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(host.calls).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(250));
  expect(drawn.slice(first)).toEqual(['Open']);
});

test('an answer that brings nothing new draws nothing anew but when it came; who picks a part of it is drawn for that part', async () => {
  vi.useFakeTimers();
  let clock = CLOCK;
  const host = fakeHost({ answers: [reply(readClock, () => clock)] });
  const labelOf = ({ label }: MarketClock) => label;
  const drawn = { data: 0, time: '', picked: '' };
  function Data() {
    useQuery(readClock, {}, { every: 1000 });
    drawn.data += 1;
    return null;
  }
  function Time() {
    drawn.time = useQuery(readClock).asOf ?? '';
    return null;
  }
  function Picked() {
    drawn.picked += `${useQuery(readClock, {}, { pick: labelOf }).data} `;
    return null;
  }
  const all = (
    <>
      <Data />
      <Time />
      <Picked />
    </>
  );
  render(all, { wrapper: host.Wrapper });
  await act(() => vi.advanceTimersByTimeAsync(100));
  const first = { ...drawn };
  expect(first.picked).toBe('undefined Closed ');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(host.calls).toHaveLength(2);
  expect(drawn).toMatchObject({ data: first.data, picked: first.picked });
  expect(Date.parse(drawn.time) - Date.parse(first.time)).toBeGreaterThanOrEqual(1000);
  clock = { ...CLOCK, stale: true };
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(drawn).toMatchObject({ data: first.data + 1, picked: first.picked });
  clock = { ...CLOCK, label: 'Open' };
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(drawn).toMatchObject({ data: first.data + 2, picked: `${first.picked}Open ` });
});

test('an answer that does not come is said to be late after 8 s; asking again lets the request go, and what comes at last is shown', async () => {
  vi.useFakeTimers();
  let answer = (_clock: MarketClock): void => undefined;
  const host = fakeHost({
    answers: [
      reply(
        readClock,
        () =>
          new Promise<MarketClock>((resolve) => {
            answer = resolve;
          }),
      ),
    ],
  });
  const { seen } = show(host, () => useQuery(readClock));
  await act(() => vi.advanceTimersByTimeAsync(7900));
  expect(seen.last).toMatchObject({ loading: true, error: null });
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(seen.last).toMatchObject({ loading: false, data: undefined, error: { code: 'LATE', text: 'This takes longer than it should.' } });
  act(() => seen.last!.refetch());
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(seen.last).toMatchObject({ loading: true, error: null });
  expect(host.calls.map(({ options }) => options.signal?.aborted)).toEqual([true, false]);
  await act(() => vi.advanceTimersByTimeAsync(8100));
  expect(seen.last?.error?.code).toBe('LATE');
  answer(CLOCK);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(seen.last).toMatchObject({ loading: false, data: CLOCK, error: null });
});

test('the answer that came with the page is shown at once without a request', () => {
  const host = fakeHost({ page: { first: { 'GET /market/v1/clock': envelope(CLOCK) } } });
  const { seen } = show(host, () => useQuery(readClock));
  expect(seen.last).toMatchObject({ loading: false, data: CLOCK });
  expect(host.calls).toEqual([]);
});

test('a signed-in user sees it too, and the visitor’s answer is replaced', async () => {
  const host = fakeHost({
    page: { first: { 'GET /market/v1/clock': envelope(CLOCK) } },
    snapshot: { signedIn: true },
    answers: [reply(readClock, { ...CLOCK, label: 'Open' })],
  });
  const { seen } = show(host, () => useQuery(readClock));
  expect(seen.last?.data).toEqual(CLOCK);
  await screen.findByText('Open');
});

test('a first answer that breaks the contract or failed is requested again', async () => {
  for (const first of [envelope({ ...CLOCK, phase: 'lunch' }), { status: false, validation: 'X' }, 7]) {
    const host = fakeHost({ page: { first: { 'GET /market/v1/clock': first } }, answers: [reply(readClock, CLOCK)] });
    show(host, () => useQuery(readClock));
    await screen.findByText('Closed');
    expect(host.calls).toHaveLength(1);
    cleanup();
  }
});

test('a first answer is used only for the input that took it', async () => {
  const page = { items: [], locked: [], locked_count: 0, total: 0, next: null, by_result: true, as_of: '2026-11-20T05:00:00.000Z' };
  const host = fakeHost({ page: { first: { 'GET /reco/v1/calls': envelope(page) } }, answers: [reply(listCalls, { ...page, total: 5 })] });
  let view: 'live' | 'past' = 'live';
  function Probe() {
    const { data, asOf } = useQuery(listCalls, { query: { view } });
    return <p>{`${data?.total} ${asOf}`}</p>;
  }
  const { rerender } = render(<Probe />, { wrapper: host.Wrapper });
  expect(screen.getByText('0 2026-11-20T05:00:00.000Z')).toBeVisible();
  view = 'past';
  rerender(<Probe />);
  await screen.findByText('5 2026-11-20T05:00:00.000Z');
  expect(host.calls).toHaveLength(1);
});

test('at another address of the same tab the page’s answer is not used: it was made for the first', async () => {
  const host = fakeHost({ page: { first: { 'GET /market/v1/clock': envelope(CLOCK) } }, answers: [reply(readClock, { ...CLOCK, label: 'Open' })] });
  const first = location.href;
  history.pushState(null, '', '/elsewhere?page=2');
  try {
    show(host, () => useQuery(readClock));
    await screen.findByText('Open');
    expect(host.calls).toHaveLength(1);
  } finally {
    history.pushState(null, '', first);
  }
});

test('while another input loads, the old data stays and is stale', async () => {
  const stock = (symbol: string) => ({
    symbol,
    name: symbol,
    exchange: 'NSE' as const,
    kind: 'equity' as const,
    isin: '',
    sector: '',
    cap: 'large' as const,
    tick: 0.05,
    lot_size: null,
    fno: true,
    status: 'active' as const,
    band_low: 1,
    band_high: 2,
  });
  const host = fakeHost({ answers: [reply(readInstrument, (input) => stock(input.params.symbol))] });
  let symbol = 'TCS';
  const { seen, again } = show(host, () => useQuery(readInstrument, { params: { symbol } }));
  await screen.findByText('TCS');
  symbol = 'INFY';
  again();
  expect(seen.last).toMatchObject({ data: { symbol: 'TCS' }, stale: true, loading: false });
  await screen.findByText('INFY');
  expect(seen.last?.stale).toBe(false);
});

test('a failed second attempt keeps the data, marks it stale and says why', async () => {
  const host = fakeHost({ answers: [reply(readClock, CLOCK)] });
  const { seen } = show(host, () => useQuery(readClock));
  await screen.findByText('Closed');
  host.answer(refuse(readClock, 'INTERNAL', 'Something failed', { request_id: 'r1' }));
  act(() => seen.last!.refetch());
  await waitFor(() => expect(seen.last?.error).toEqual({ code: 'INTERNAL', text: 'Something failed', requestId: 'r1' }));
  expect(seen.last).toMatchObject({ data: CLOCK, stale: true, loading: false });
  expect(host.notices).toHaveLength(1);
});

test('a missing answer is reported by the screen, not by a toast', async () => {
  const host = fakeHost({ answers: [refuse(readClock, 'UNREACHABLE', 'We can’t reach the server.')] });
  const { seen } = show(host, () => useQuery(readClock));
  await waitFor(() => expect(seen.last?.error?.code).toBe('UNREACHABLE'));
  expect(seen.last).toMatchObject({ data: undefined, loading: false, stale: false });
  expect(host.notices).toEqual([]);
});

test('without data the failure stands while it is asked again by itself, until data comes; asked by the user it gives way to the skeleton', async () => {
  vi.useFakeTimers();
  const host = fakeHost({ answers: [refuse(readClock, 'RETRY', 'Busy for a moment')] });
  const shown: string[] = [];
  const { seen } = show(host, () => {
    const query = useQuery(readClock, undefined, { every: 15_000 });
    const now = query.data ? 'data' : query.error ? 'failure' : 'skeleton';
    if (shown.at(-1) !== now) shown.push(now);
    return query;
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(60_000);
  expect(host.calls.length).toBeGreaterThan(4);
  expect(shown).toEqual(['skeleton', 'failure']);
  expect(seen.last?.loading).toBe(false);
  act(() => seen.last!.refetch());
  await pass(5_000);
  expect(shown).toEqual(['skeleton', 'failure', 'skeleton', 'failure']);
  host.answer(reply(readClock, CLOCK));
  await pass(20_000);
  expect(shown.slice(4)).toEqual(['data']);
  expect(seen.last).toMatchObject({ error: null, stale: false });
});

test('a clear no is not asked again by itself: what it shows would vanish under the reader’s eyes', async () => {
  const host = fakeHost({ answers: [refuse(readClock, 'BROKER_LOGIN', 'Log in with your broker first.')] });
  const { seen } = show(host, () => useQuery(readClock, undefined, { every: 20 }));
  await waitFor(() => expect(seen.last?.error?.code).toBe('BROKER_LOGIN'));
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(host.calls).toHaveLength(1);
});

test('after a fault of the server what is looked at again and again still is, more seldom: each failure is told', async () => {
  vi.useFakeTimers();
  const host = fakeHost({ answers: [reply(readClock, CLOCK)] });
  const { seen } = show(host, () => useQuery(readClock, undefined, { every: 2000 }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(100);
  host.answer(refuse(readClock, 'INTERNAL', 'Something failed on our side.'));
  await pass(25_000);
  expect(host.calls).toHaveLength(2);
  host.answer(reply(readClock, { ...CLOCK, label: 'Whole again' }));
  await pass(30_000);
  expect(seen.last).toMatchObject({ data: { label: 'Whole again' }, error: null });
});

test('a disabled query sends nothing and is not loading', () => {
  const host = fakeHost();
  const { seen } = show(host, () => useQuery(readClock, {}, { enabled: false }));
  expect(seen.last).toMatchObject({ loading: false, data: undefined });
  expect(host.calls).toEqual([]);
});

test('answers from before and after a sign-in or sign-out never mix, also not while the next one is on its way', async () => {
  const host = fakeHost({ answers: [reply(readClock, CLOCK)] });
  const { seen, again } = show(host, () => useQuery(readClock));
  await screen.findByText('Closed');
  const become = (id: string | null) => {
    act(() =>
      host.become({
        signedIn: id !== null,
        user: id ? { id, full_name: '', profession: '', picture: '', email: '', verified: false, rank: null, is_admin: false } : null,
      }),
    );
    again();
  };
  host.answer(reply(readClock, { ...CLOCK, label: 'Mine' }));
  become('u1');
  expect(seen.last).toMatchObject({ data: undefined, loading: true });
  await screen.findByText('Mine');
  expect(seen.last?.stale).toBe(false);
  host.answer(reply(readClock, { ...CLOCK, label: 'Theirs' }));
  become('u2');
  expect(seen.last).toMatchObject({ data: undefined, loading: true });
  await screen.findByText('Theirs');
});

test('useRequest is busy while it sends; useRefresh reloads what is shown', async () => {
  const host = fakeHost({ answers: [reply(readClock, CLOCK)] });
  function Probe() {
    const { data } = useQuery(readClock);
    const { busy, send } = useRequest(readClock);
    const refresh = useRefresh();
    const press = async () => {
      await send({});
      refresh(readClock);
    };
    return (
      <button type="button" onClick={() => void press()}>
        {busy ? 'busy' : (data?.label ?? '')}
      </button>
    );
  }
  render(<Probe />, { wrapper: host.Wrapper });
  await screen.findByText('Closed');
  host.answer(reply(readClock, { ...CLOCK, label: 'Open' }));
  act(() => screen.getByRole('button').click());
  expect(screen.getByRole('button')).toHaveTextContent('busy');
  await screen.findByText('Open');
});

test('useRequest: the same call again while it is on its way is one call; another is its own, and busy lasts as long as any', async () => {
  const asked: { symbol: string; answer: () => void }[] = [];
  const host = fakeHost();
  vi.spyOn(host.session, 'request').mockImplementation(
    (_route, input) =>
      new Promise((resolve) => asked.push({ symbol: (input as { params: { symbol: string } }).params.symbol, answer: () => resolve(envelope(null) as never) })),
  );
  let sender: { busy: boolean; send: (symbol: string) => Promise<unknown> } | undefined;
  function Probe() {
    const { busy, send } = useRequest(readInstrument);
    sender = { busy, send: (symbol) => send({ params: { symbol } }) };
    return null;
  }
  render(<Probe />, { wrapper: host.Wrapper });
  const { send } = sender!;
  const answers = act(() => Promise.resolve([send('TCS'), send('TCS'), send('INFY')]));
  const [one, again] = await answers;
  expect(asked.map(({ symbol }) => symbol)).toEqual(['TCS', 'INFY']);
  await act(async () => asked[0]!.answer());
  expect(await one).toBe(await again);
  expect(sender!.busy).toBe(true);
  await act(async () => asked[1]!.answer());
  expect(sender!.busy).toBe(false);
  act(() => void sender!.send('TCS'));
  expect(asked.map(({ symbol }) => symbol)).toEqual(['TCS', 'INFY', 'TCS']);
});

test('a canned answer that breaks the contract is refused', async () => {
  const host = fakeHost({ answers: [reply(readPublicView, {} as never)] });
  await expect(host.session.request(readPublicView)).rejects.toThrow();
  await expect(host.session.request(readClock)).rejects.toThrow('No canned answer for GET /market/v1/clock');
});

test('a screen that got no answer asks again by itself when the connection is back', async () => {
  const host = fakeHost({ answers: [refuse(readClock, 'UNREACHABLE', 'No connection.')] });
  const { seen } = show(host, () => useQuery(readClock));
  await waitFor(() => expect(seen.last?.error?.code).toBe('UNREACHABLE'), { timeout: 8_000 });
  host.answer(reply(readClock, CLOCK));
  act(() => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
  await screen.findByText('Closed');
  expect(seen.last?.error).toBeNull();
}, 12_000);

test('a failure that stands where the content would is told once: no toast says it too; one over content is toasted (S8-ERR-01, S8-ERR-A04)', async () => {
  const host = fakeHost({ answers: [refuse(readClock, 'INTERNAL', 'The server has a problem.')] });
  const { seen } = show(host, () => useQuery(readClock, undefined, { shown: true }));
  await waitFor(() => expect(seen.last?.error?.code).toBe('INTERNAL'));
  expect(seen.last?.error?.text).toBe('The server has a problem.');
  expect(host.notices).toEqual([]);
  host.answer(reply(readClock, CLOCK));
  act(() => seen.last?.refetch());
  await screen.findByText('Closed');
  host.answer(refuse(readClock, 'INTERNAL', 'The server has a problem.'));
  act(() => seen.last?.refetch());
  await waitFor(() => expect(host.notices).toHaveLength(1));
});

describe('what got no answer', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  async function away() {
    vi.useFakeTimers();
    const host = fakeHost({ answers: [refuse(readClock, 'UNREACHABLE', 'No connection.')] });
    const { seen } = show(host, () => useQuery(readClock));
    await pass(0);
    expect(seen.last?.error?.code).toBe('UNREACHABLE');
    return { host, seen };
  }

  test('is asked for again after 15 and 45 s, and its failure stands meanwhile', async () => {
    const { host, seen } = await away();
    const asked: [number, boolean][] = [];
    for (const ms of [14_900, 200, 29_800, 200, 600_000]) {
      await pass(ms);
      asked.push([host.calls.length, seen.last?.error?.code === 'UNREACHABLE' && !seen.last.loading]);
    }
    expect(asked).toEqual([1, 2, 2, 3, 3].map((calls) => [calls, true]));
  });

  test('is asked for again when the server answers again, and not any more once it has come', async () => {
    const { host, seen } = await away();
    host.answer(reply(readClock, CLOCK));
    act(() => void dispatchEvent(new Event(ANSWERS)));
    await pass(100);
    expect(seen.last).toMatchObject({ error: null, data: CLOCK });
    act(() => void dispatchEvent(new Event(ANSWERS)));
    await pass(60_000);
    expect(host.calls).toHaveLength(2);
  });

  test('is left alone while the page is hidden', async () => {
    const { host } = await away();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(60_000);
    visibility.mockRestore();
    expect(host.calls).toHaveLength(1);
  });

  test('is not a clear no, which nobody asks for again', async () => {
    vi.useFakeTimers();
    const host = fakeHost({ answers: [refuse(readClock, 'BROKER_LOGIN', 'Log in with your broker first.')] });
    show(host, () => useQuery(readClock));
    await pass(60_000);
    act(() => void dispatchEvent(new Event(ANSWERS)));
    await pass(0);
    expect(host.calls).toHaveLength(1);
  });
});
