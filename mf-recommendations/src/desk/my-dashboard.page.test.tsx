import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import type { Activity, Desk, OwnDesk } from '@vimarsh/shared/contract/calls/desk.ts';
import { listExperts, myCalls, owedPostMortems, readDesk } from '@vimarsh/shared/contract/calls/routes.ts';
import { readAuthorLines } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { UNREAD_COUNT } from '@vimarsh/shared/session/core/client-state.ts';
import { expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { EXPERT, INVESTOR } from '../testing/people.ts';
import { Page } from './my-dashboard.page.tsx';

const AS_OF = '2026-11-20T09:00:00.000Z';
const OWN: OwnDesk = {
  status: 'verified',
  valid_to: '2029-03-31',
  followers: 1234,
  new_followers: 12,
  published_today: 2,
  most_a_day: 10,
  open: 7,
  ended: { target_hit: 3, sl_hit: 5, exited: 1, expired: 2, lapsed: 4, cancelled: 0 },
};
const { expert } = aCall();
const HAPPENED: Activity = {
  at: '2026-11-19T05:00:00.000Z',
  what: 'ended',
  call_id: 'call_1',
  stock: 'TCS',
  call_type: 'Buy',
  term: 'shortTerm',
  expert: { user_id: 'exp_01', full_name: 'Ananya Rao-Kulkarni' },
  status: 'sl_hit',
  realised_return: -2.25,
  made: -2.5,
};
const aDesk = (change: Partial<Desk> = {}): Desk => ({ period: '1M', own: null, experts: [], activity: [], as_of: AS_OF, ...change });

function open({ path = '/my-dashboard', snapshot = INVESTOR, answers = [] as CannedAnswer[] } = {}) {
  const host = fakeHost({
    path,
    snapshot,
    answers: [
      reply(readDesk, aDesk()),
      reply(owedPostMortems, { items: [], total: 0, as_of: AS_OF }),
      reply(myCalls, aPage([aCall()])),
      reply(listExperts, []),
      ...answers,
    ],
  });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}

test('an investor starts with the experts they follow: how active each is, and nothing of results (S2.1-ROUTE-07)', async () => {
  open({ answers: [reply(readDesk, aDesk({ experts: [{ ...expert, open: 3, fresh: 1, latest: '2026-11-20T06:00:00.000Z' }] }))] });
  expect(await screen.findByRole('tab', { name: 'Experts', selected: true })).toBeInTheDocument();
  const card = within(await screen.findByRole('list', { name: 'Experts you follow' })).getByRole('listitem');
  expect(card).toHaveTextContent('3 calls on shares live, 1 of them published in the last month');
  expect(card).toHaveTextContent('Newest: 3 h');
  expect(within(card).getByRole('link')).toHaveAttribute('href', '/experts-past-recommendations/-/exp_01?term=all');
  expect(card).not.toHaveTextContent('%');
});

test('what the followed calls made stands first: ₹ on equal stakes after costs, gains and losses counted alike, today, in the period and so far', async () => {
  const results = { today: { gained: 0, lost: 0, sum: 0 }, period: { gained: 5, lost: 9, sum: -19.87 }, open: { gained: 2, lost: 1, sum: 3.4 } };
  open({ answers: [reply(readDesk, aDesk({ results, experts: [{ ...expert, open: 3, fresh: 1, latest: AS_OF }] }))] });
  const section = await screen.findByRole('region', { name: 'Results of what you follow' });
  const lines = [...section.querySelectorAll('dl > div')].map((one) => one.textContent);
  expect(lines).toEqual(['Ended todayNo call', 'Ended in the last month5 gained · 9 lost▼down −₹1,987.00', 'Open now, so far2 gained · 1 lost▲up +₹340.00']);
  expect(section.compareDocumentPosition(screen.getByRole('list', { name: 'Experts you follow' })) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(within(section).getByRole('link', { name: 'See what each open call still offers' })).toHaveAttribute('href', '/my-dashboard?tab=MY_CALLS');
});

test('where the site shows no figures, there is no sum', async () => {
  open({ answers: [reply(readDesk, aDesk({ results: null, experts: [{ ...expert, open: 3, fresh: 1, latest: AS_OF }] }))] });
  await screen.findByRole('list', { name: 'Experts you follow' });
  expect(screen.queryByText('Results of what you follow')).toBeNull();
});

const NEED: NonNullable<Desk['needs']>['items'][number] = {
  ...{ what: 'near_stop', call_id: 'call_1', stock: 'TCS', call_type: 'Buy', term: 'shortTerm', status: 'active', at: null, made: -2.1 },
  expert: { user_id: 'exp_01', full_name: 'Ananya Rao-Kulkarni' },
};
const NEEDED = {
  items: [
    NEED,
    { ...NEED, what: 'ended' as const, call_id: 'call_2', stock: 'INFY', status: 'sl_hit' as const, at: '2026-11-20T06:00:00.000Z', made: -3.42 },
    { ...NEED, what: 'entry_ends' as const, call_id: 'call_3', stock: 'WIPRO', status: 'awaiting_entry' as const, at: '2026-11-20T09:15:00.000Z', made: null },
  ],
  total: 4,
};

test('what needs the reader now stands on top, each with its next step, unread notices too', async () => {
  const { host, user } = open({ answers: [reply(readDesk, aDesk({ needs: NEEDED }))] });
  const section = await screen.findByRole('region', { name: 'What needs you now' });
  // The line of notices has its place before they are counted.
  expect(within(section).getAllByRole('listitem').at(-1)).toHaveTextContent('No unread noticesRead notices');
  act(() => host.session.state.set(UNREAD_COUNT, 6));
  const rows = within(section).getAllByRole('listitem');
  expect(rows.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^TCS Near its stop-lossBuy call · Ananya Rao-Kulkarni.*−2\.10% after costsSee stop and target$/),
    expect.stringMatching(/^INFY Stop-loss reachedBuy call.*−3\.42% after costsSee how it ended$/),
    expect.stringMatching(/^WIPRO Last day of its entryBuy call.*until 20 Nov 2026, 14:45 ISTSee stop and target$/),
    '6 unread noticesRead notices',
  ]);
  expect(within(section).getByText('And 1 more.')).toBeInTheDocument();
  expect(within(rows[0]!).getByRole('link')).toHaveAttribute('href', '/my-dashboard?reco=call_1');
  const asked = vi.fn();
  host.session.listen('notices.asked', asked);
  await user.click(within(section).getByRole('button', { name: 'Read notices' }));
  expect(asked).toHaveBeenCalledWith({ shown: 'all' });
});

test('beside what needs the reader, and beside each expert they follow, stands what that expert’s calls made; an author’s own have none', async () => {
  const line = { user_id: 'exp_01', of: 'shares' as const, n: 100, gained: 57, lost: 43, too_few: false, average: -0.2, averaged: 100, chance: null };
  const lines = reply(readAuthorLines, { allowed: true, mode: 'demo', disclaimer: '', as_of: AS_OF, lines: [line] });
  open({ answers: [lines, reply(readDesk, aDesk({ needs: NEEDED, experts: [{ ...expert, open: 3, fresh: 1, latest: AS_OF }] }))] });
  const words = '57 of 100 gained, avg −0.20%';
  const section = await screen.findByRole('region', { name: 'What needs you now' });
  expect(await within(section).findAllByText(words)).toHaveLength(3);
  expect(await within(screen.getByRole('list', { name: 'Experts you follow' })).findByText(words)).toBeVisible();
  cleanup();
  const { host } = open({ snapshot: EXPERT, answers: [lines, reply(readDesk, aDesk({ own: OWN, needs: NEEDED }))] });
  await screen.findByRole('region', { name: 'What needs you now' });
  expect(host.calls.filter(({ route }) => route === readAuthorLines)).toEqual([]);
});

test('an expert goes from what needs them to where they can act', async () => {
  open({ snapshot: EXPERT, answers: [reply(readDesk, aDesk({ own: OWN, needs: NEEDED }))] });
  const section = await screen.findByRole('region', { name: 'What needs you now' });
  expect(
    within(section)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/past-recommendations?reco=call_1', '/past-recommendations?tab=closed&reco=call_2', '/past-recommendations?reco=call_3']);
  expect(section).not.toHaveTextContent('Ananya');
});

test('where nothing needs the reader, it says what would', async () => {
  open({ answers: [reply(readDesk, aDesk({ needs: { items: [], total: 0 } }))] });
  expect(await screen.findByText(/^Nothing\. A call stands here when it comes near its stop-loss/)).toBeInTheDocument();
});

test('who follows nobody learns what a desk is for', async () => {
  open();
  expect(await screen.findByText('Follow an expert to fill your desk')).toBeInTheDocument();
});

test('an expert starts with what they owe, then their own work, losses in the size of gains', async () => {
  const owed = {
    items: [
      { id: 'call_9', segment: 'equity', stock: 'INFY', what: 'Buy', ended_at: '2026-11-18T05:00:00.000Z', due_by: '2026-11-26', missing: false },
      { id: 'opt_9', segment: 'options', stock: 'NIFTY', what: 'IRON_CONDOR', ended_at: '2026-11-03T05:00:00.000Z', due_by: '2026-11-11', missing: true },
    ],
    total: 3,
    as_of: AS_OF,
  } as const;
  open({ snapshot: EXPERT, answers: [reply(readDesk, aDesk({ own: OWN })), reply(owedPostMortems, { ...owed, items: [...owed.items] })] });
  const list = await screen.findByRole('region', { name: 'Post-mortems to write' });
  expect(within(list).getByRole('link', { name: 'Buy call on INFY' })).toHaveAttribute('href', '/past-recommendations?tab=closed&reco=call_9');
  expect(within(list).getByRole('link', { name: 'Option call on NIFTY' })).toHaveAttribute('href', '/past-strategy-options?tab=closed&reco=opt_9');
  expect(within(list).getByText('Due by 26 Nov 2026')).toBeInTheDocument();
  expect(within(list).getByText('Missing since 11 Nov 2026')).toBeInTheDocument();
  expect(within(list).getByText('And 1 more.')).toBeInTheDocument();
  const ended = screen.getByRole('region', { name: 'How your calls ended in the last month' });
  expect([...ended.querySelectorAll('dl > div')].map((one) => `${one.querySelector('dd')!.textContent} ${one.querySelector('dt')!.textContent}`)).toEqual([
    '3 Target reached',
    '5 Stop-loss reached',
    '1 Exited early',
    '2 Expired',
    '4 Entry not triggered',
    '0 Cancelled',
    '0 Not judgeable',
  ]);
  const today = screen.getByRole('region', { name: 'Today' });
  for (const text of ['7', 'calls on shares live', '2', 'of 10 calls on shares published today', '1,234']) expect(today).toHaveTextContent(text);
  expect(within(today).getByRole('link', { name: 'Publish an option call' })).toHaveAttribute('href', '/publish-recommendation-options');
  expect(screen.queryByText('Experts you follow')).toBeNull();
});

test('what an expert owes is asked for beside the desk, and nothing is shown before both are there: later it would push the desk down', async () => {
  const owed = Promise.withResolvers<{ items: []; total: number; as_of: string }>();
  const { host } = open({ snapshot: EXPERT, answers: [reply(readDesk, aDesk({ own: OWN })), reply(owedPostMortems, () => owed.promise)] });
  await waitFor(() => expect(host.calls.map(({ route }) => route)).toEqual(expect.arrayContaining([readDesk, owedPostMortems])));
  await act(async () => {});
  expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
  owed.resolve({ items: [], total: 0, as_of: AS_OF });
  expect(await screen.findByRole('region', { name: 'Today' })).toBeInTheDocument();
});

test('what is owed holds the desk back for two seconds at most', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const hanging = () => new Promise<never>(() => {});
  const { host } = open({ snapshot: EXPERT, answers: [reply(readDesk, aDesk({ own: OWN })), reply(owedPostMortems, hanging)] });
  await waitFor(() => expect(host.calls.map(({ route }) => route)).toEqual(expect.arrayContaining([readDesk, owedPostMortems])));
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.getByRole('region', { name: 'Today' })).toBeInTheDocument();
  vi.useRealTimers();
});

test('tabs and period stand in the address, and the period asks anew', async () => {
  const { host, user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Activity' }));
  expect(location.search).toBe('?tab=ACTIVITY');
  await user.click(screen.getByRole('radio', { name: '3 months' }));
  expect(location.search).toBe('?tab=ACTIVITY&period=3M');
  await waitFor(() => expect(host.calls.filter(({ route }) => route === readDesk).at(-1)!.input.query).toEqual({ period: '3M' }));
});

test('activity tells a loss in the words of a gain, and opens the call', async () => {
  open({ path: '/my-dashboard?tab=ACTIVITY', answers: [reply(readDesk, aDesk({ activity: [HAPPENED] }))] });
  const link = await screen.findByRole('link', { name: 'Stop-loss reached: TCS short-term Buy call by Ananya Rao-Kulkarni. Result −2.50%.' });
  expect(link).toHaveAttribute('href', '/my-dashboard?tab=ACTIVITY&reco=call_1');
});

test('my calls are the open ones with what each has made', async () => {
  const { host } = open({ path: '/my-dashboard?tab=MY_CALLS' });
  expect(await screen.findByRole('list', { name: 'Open calls' })).toHaveTextContent('after costs');
  expect(host.calls.find(({ route }) => route === myCalls)!.input.query).toMatchObject({ tab: 'open' });
});

test('a desk that could not be read can be asked for again', async () => {
  const { host, user } = open({ answers: [refuse(readDesk, 'INTERNAL', 'Something went wrong.')] });
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load your dashboard.');
  host.answer(reply(readDesk, aDesk()));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Follow an expert to fill your desk')).toBeInTheDocument();
});
