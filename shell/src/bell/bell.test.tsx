import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { listAlerts } from '@vimarsh/shared/contract/alerts/routes.ts';
import { countNotices, listNotices, muteExpert, readNotice, readNoticeSettings, readNotices, setQuietHours } from '@vimarsh/shared/contract/notices/routes.ts';
import type { CallNotice, Notice } from '@vimarsh/shared/contract/notices/types.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { UNREAD_COUNT } from '@vimarsh/shared/session/core/client-state.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { Bell } from './bell.tsx';
import { useNotices } from './use-notices.ts';

beforeAll(() => Promise.all([import('./notices.drawer.tsx'), import('../alerts/alerts.panel.tsx')]));

const told = (seq: number, change: Partial<CallNotice> = {}): Notice => ({
  seq,
  topic: 'my_calls',
  what: 'target_hit',
  expert: { user_id: 'exp_01', full_name: 'Meera Joshi' },
  call: { id: `call_${seq}`, kind: 'equity', stock: 'TCS', term: 'shortTerm' },
  result: 6.1,
  happened_at: '2026-11-20T05:00:00.000Z',
  told_at: '2026-11-20T05:00:01.000Z',
  read: false,
  ...change,
});
const settings = { quiet: { on: true, from: 1260, to: 510 }, daily_mail: false, muted: [] };

/** A server with one person's notices, oldest first. */
function box(...notices: Notice[]) {
  const counted = () => ({ unread: notices.filter(({ read }) => !read).length, latest: notices.length });
  const mark = (which: (notice: Notice) => boolean) => {
    for (const [at, notice] of notices.entries()) if (which(notice)) notices[at] = { ...notice, read: true };
    return counted();
  };
  const answers: FakeHostOptions['answers'] = [
    reply(countNotices, counted),
    reply(listNotices, ({ query: { topic, before, after } = {} }) => {
      const of = notices.filter((notice) => !topic || notice.topic === topic);
      if (after !== undefined) {
        const later = of.filter(({ seq }) => seq > Number(after));
        return { notices: later.slice(0, 2), more: later.length > 2, ...counted() };
      }
      const older = of.filter(({ seq }) => before === undefined || seq < Number(before)).toReversed();
      return { notices: older.slice(0, 2), more: older.length > 2, ...counted() };
    }),
    reply(readNotice, ({ body: { seq } }) => mark((notice) => notice.seq === seq)),
    reply(readNotices, ({ body: { until, topic } }) => mark((notice) => notice.seq <= until && (!topic || notice.topic === topic))),
    reply(readNoticeSettings, settings),
  ];
  return { notices, answers };
}

async function show(answers: FakeHostOptions['answers']) {
  const host = fakeHost({ snapshot: { signedIn: true }, answers: answers! });
  render(<Bell />, { wrapper: host.Wrapper });
  await act(async () => {});
  return host;
}
const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Notices/ }));
  return screen.findByRole('dialog', { name: 'Notices' });
};
const rows = () => within(screen.getByRole('list', { name: 'Notices' })).getAllByRole('listitem');

test('the bell counts what is unread and hears of more; a win and a loss look the same (S3-STATE-06, S3-STATE-07)', async () => {
  const { notices, answers } = box(told(1));
  const host = await show(answers);
  expect(screen.getByRole('button', { name: 'Notices, 1 unread' })).toBeVisible();
  notices.push(told(2, { what: 'sl_hit', result: -3.42 }));
  act(() => host.noticeCame());
  expect(await screen.findByRole('button', { name: 'Notices, 2 unread' })).toBeVisible();
  expect(host.session.state.get(UNREAD_COUNT)).toBe(2);
  notices.push(told(3, { read: true }));
  notices[0] = told(1, { read: true });
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByRole('button', { name: 'Notices, 1 unread' }), 'counted again once there is a connection').toBeVisible();
  notices[0] = told(1);
  notices.pop();
  await open();
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows().map((row) => row.textContent)).toEqual([
    'Unread. Stop-loss reachedResult −3.42% before costsTCS short-term call Meera Joshi20 Nov 2026, 10:30 IST',
    'Unread. Target reachedResult +6.10% before costsTCS short-term call Meera Joshi20 Nov 2026, 10:30 IST',
  ]);
  const [loss, win] = rows().map((row) => [...row.querySelectorAll('a *')].map(({ className }) => className));
  expect(loss).toEqual(win);
});

test('the result of an option call says that it is of what was at risk', async () => {
  const { answers } = box(told(1, { what: 'sl_hit', result: -94.42, made: -96.1, call: { id: 'opt_1', kind: 'options', stock: 'NIFTY', term: null } }));
  await show(answers);
  await open();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toHaveTextContent('Result −96.10% of what was at risk after costsNIFTY option call Meera Joshi');
});

test('what comes while the drawer is open, or came while the line was away, is added on top, once', async () => {
  const { notices, answers } = box(told(1));
  const host = await show(answers);
  await open();
  await waitFor(() => expect(rows()).toHaveLength(1));
  notices.push(told(2, { call: { id: 'c2', kind: 'options', stock: 'NIFTY', term: null }, what: 'publish', topic: 'new_calls', result: null }));
  act(() => {
    host.noticeCame();
    host.noticeCame();
  });
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]).toHaveTextContent('New callNIFTY option call Meera Joshi');
  expect(within(rows()[0]!).getByRole('link')).toHaveAttribute('href', '/expert-past-strategy-options?reco=c2');
});

test.each([
  ['refund_failed', '/my-account?tab=bank'],
  ['refund_account', '/my-account?tab=bank'],
  ['refund_by_bank', '/my-account?tab=billing'],
] as const)('news of a refund (%s) leads to %s', async (what, address) => {
  const { happened_at, told_at } = told(1);
  const own = { topic: 'account', expert: null, happened_at, told_at, read: false, document: null, demo: null, renewal: null } as const;
  const { answers } = box({ ...own, seq: 1, what, refund: { amount_paise: 482_36, ends_with: '6789' } });
  await show(answers);
  await open();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(within(rows()[0]!).getByRole('link')).toHaveAttribute('href', address);
});

test('S2.1-ROUTE-19: news of an order that its owner has to look for leads to that order', async () => {
  const { happened_at, told_at } = told(1);
  const own = { topic: 'account', expert: null, happened_at, told_at, read: false, document: null, demo: null, renewal: null, refund: null } as const;
  const { answers } = box({ ...own, seq: 1, what: 'order_unknown', order: { id: '01ORDER', symbol: 'TCS' } });
  await show(answers);
  await open();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(within(rows()[0]!).getByRole('link')).toHaveAttribute('href', '/trading/orders?order=01ORDER');
  expect(rows()[0]).toHaveTextContent('Look for an order at your brokerTCS');
});

test('more notices than one answer holds, told while the line was away, are all read on, in order', async () => {
  const { notices, answers } = box(told(1));
  const host = await show(answers);
  await open();
  await waitFor(() => expect(rows()).toHaveLength(1));
  notices.push(...[2, 3, 4, 5, 6].map((seq) => told(seq, { call: { id: `call_${seq}`, kind: 'equity', stock: `S${seq}`, term: 'shortTerm' } })));
  act(() => host.noticeCame());
  await waitFor(() => expect(rows()).toHaveLength(6));
  expect(rows().map((row) => /S\d|TCS/.exec(row.textContent ?? '')?.[0])).toEqual(['S6', 'S5', 'S4', 'S3', 'S2', 'TCS']);
});

test('news of one’s own account leads to where it is seen to, and has nobody to mute', async () => {
  const { happened_at, told_at } = told(1);
  const own = { topic: 'account', expert: null, happened_at, told_at, read: false } as const;
  const { answers } = box(
    { ...own, seq: 1, what: 'document_rejected', document: 'pan_card', demo: null, renewal: null, refund: null },
    { ...own, seq: 2, what: 'demo_booked', document: null, demo: { date: '2026-11-23', slot: '11:00' }, renewal: null, refund: null },
  );
  await show(answers);
  await open();
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows().map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual(['/book-demo', '/profile-update']);
  expect(rows()[1]).toHaveTextContent('Document not acceptedPAN card Your profile says why, and takes it again.');
  expect(screen.queryByRole('button', { name: /^Mute/ })).toBeNull();
});

test('one is marked as read, then all, of the topic that is shown', async () => {
  const { answers } = box(told(1), told(2), told(3, { what: 'publish', topic: 'new_calls', result: null }));
  await show(answers);
  await open();
  await waitFor(() => expect(rows()).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Show older notices' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  await userEvent.click(within(rows()[2]!).getByRole('button', { name: 'Mark as read' }));
  await waitFor(() => expect(within(rows()[2]!).queryByText('Unread.')).toBeNull());
  await userEvent.click(screen.getByRole('tab', { name: 'Call updates' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  await userEvent.click(screen.getByRole('tab', { name: 'All' }));
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Unread. New call'));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Notices, 1 unread' })).toHaveFocus();
});

test('opening one reads it and leads to its call', async () => {
  const { answers } = box(told(1));
  const host = await show(answers);
  await open();
  await waitFor(() => expect(rows()).toHaveLength(1));
  await userEvent.click(within(rows()[0]!).getByRole('link'));
  expect([location.pathname, location.search]).toEqual(['/experts-past-recommendations', '?reco=call_1']);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Notices' })).toBeVisible());
  expect(host.calls.filter(({ route }) => route === readNotice)).toHaveLength(1);
});

test('an expert is muted at a notice and heard again in the settings', async () => {
  const { answers } = box(told(1));
  const host = await show([
    ...answers!,
    reply(muteExpert, ({ body: { on } }) => ({ ...settings, muted: on ? [{ user_id: 'exp_01', full_name: 'Meera Joshi' }] : [] })),
  ]);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Mute Meera Joshi' }));
  expect(await screen.findByRole('list', { name: 'Muted experts', hidden: true })).toHaveTextContent('Meera Joshi');
  expect(host.notices.at(-1)).toMatchObject({ text: 'Meera Joshi is muted' });
  await userEvent.click(within(rows()[0]!).getByRole('button', { name: 'Unmute Meera Joshi' }));
  await waitFor(() => expect(within(rows()[0]!).getByRole('button', { name: 'Mute Meera Joshi' })).toBeVisible());
});

test('quiet hours over midnight are shown and saved; a wrong time is said at its field and sent nowhere', async () => {
  const saved = vi.fn();
  const { answers } = box();
  await show([
    ...answers!,
    reply(setQuietHours, ({ body: quiet }) => {
      saved(quiet);
      return { ...settings, quiet };
    }),
  ]);
  await open();
  await userEvent.click(await screen.findByText('Quiet hours and muted experts'));
  const [from, to] = [screen.getByLabelText('From (IST)'), screen.getByLabelText('To (IST)')];
  expect([from, to].map((field) => (field as HTMLInputElement).value)).toEqual(['21:00', '08:30']);
  await userEvent.clear(to);
  await userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
  expect(screen.getByText('Enter both times')).toBeVisible();
  await userEvent.type(to, '21:00');
  await userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
  expect(screen.getByText('The end must differ from the beginning')).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
  await userEvent.clear(to);
  await userEvent.type(to, '07:15');
  await userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith({ on: true, from: 1260, to: 435 }));
});

test('quiet hours that could not be saved are not said to be, and why stays until they are changed', async () => {
  const { answers } = box();
  await show([...answers!, refuse(setQuietHours, 'UNREACHABLE', 'We can’t reach the server.')]);
  await open();
  await userEvent.click(await screen.findByText('Quiet hours and muted experts'));
  await userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
  expect(await screen.findByText('We can’t reach the server.')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Quiet hours every day' }));
  expect(screen.queryByText('We can’t reach the server.')).toBeNull();
});

test('nothing yet says when something will be there', async () => {
  await show(box().answers);
  await open();
  expect(await screen.findByText('No notices yet')).toBeVisible();
});

test('notices that do not come are said to take long after 8 s, and another try brings them', async () => {
  vi.useFakeTimers();
  try {
    const { answers } = box(told(1));
    const onCount = vi.fn();
    const host = fakeHost({ snapshot: { signedIn: true }, answers: [...answers!, reply(listNotices, () => new Promise(() => undefined) as never)] });
    const { result } = renderHook(() => useNotices(null, onCount), { wrapper: host.Wrapper });
    await act(() => vi.advanceTimersByTimeAsync(7900));
    expect(result.current.state).toBe('loading');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(result.current).toMatchObject({ state: 'failed', error: { code: 'LATE' } });
    host.answer(...answers!);
    act(() => result.current.retry());
    expect(result.current.state).toBe('loading');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(result.current).toMatchObject({ state: 'ready', notices: [{ seq: 1 }] });
  } finally {
    vi.useRealTimers();
  }
});

test('what can’t be loaded says so with its request, and is there on Retry; what is shown stays while the line is away', async () => {
  const { notices, answers } = box(told(1));
  const host = await show([...answers!, refuse(listNotices, 'UNREACHABLE', '', { request_id: 'r-1' })]);
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load your notices.Nothing was lost.');
  expect(screen.getByRole('alert')).toHaveTextContent('Request r-1');
  host.answer(...answers!);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  host.answer(refuse(listNotices, 'UNREACHABLE', ''));
  notices.push(told(2));
  act(() => host.noticeCame());
  expect(await screen.findByText(/^Not updating · as of/)).toBeVisible();
  expect(rows()).toHaveLength(1);
  host.answer(...answers!);
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.queryByText(/^Not updating/)).toBeNull();
});

test('a late answer for one topic is not shown under another', async () => {
  const onCount = vi.fn();
  const late = Promise.withResolvers<void>();
  const page = (seq: number) => ({ notices: [told(seq)], more: false, unread: 1, latest: seq });
  const host = fakeHost({
    snapshot: { signedIn: true },
    answers: [reply(listNotices, async ({ query: { topic } = {} }) => (topic ? page(1) : late.promise.then(() => page(2))))],
  });
  const { result, rerender } = renderHook(({ topic }: { topic: 'my_calls' | null }) => useNotices(topic, onCount), {
    wrapper: host.Wrapper,
    initialProps: { topic: null },
  } as { wrapper: typeof host.Wrapper; initialProps: { topic: 'my_calls' | null } });
  rerender({ topic: 'my_calls' });
  await waitFor(() => expect(result.current.notices.map(({ seq }) => seq)).toEqual([1]));
  await act(async () => late.resolve());
  expect(result.current.notices.map(({ seq }) => seq)).toEqual([1]);
});

test('who asks for their alerts from a menu finds them in the drawer', async () => {
  const host = await show([...box().answers!, reply(listAlerts, { alerts: [], fired_today: 0 })]);
  act(() => void host.session.emit('notices.asked', { shown: 'alerts' }));
  const drawer = await screen.findByRole('dialog', { name: 'Notices' });
  expect(within(drawer).getByRole('tab', { name: 'Alerts' })).toHaveAttribute('aria-selected', 'true');
  expect(await within(drawer).findByRole('button', { name: 'New alert' })).toBeVisible();
});
