import { act, render, screen, waitFor, within } from '@testing-library/react';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { listCalls, readPostMortems } from '@vimarsh/shared/contract/calls/routes.ts';
import { readExpertRecord, readExpertStore, requestRecord } from '@vimarsh/shared/contract/experts/routes.ts';
import type { JudgedExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { follow } from '@vimarsh/shared/contract/identity/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { SCREEN_TITLE } from '@vimarsh/shared/ui/page/screen-title.ts';
import { describe, expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { EXPERT, INVESTOR } from '../testing/people.ts';
import { Page } from './expert.page.tsx';
import { aJudgedCall, anExpert, anExpertPage, aRecord, aStore, aStoredExpert } from './expert.testing.ts';

const NO_OPTIONS = {
  allowed: true,
  mode: 'demo',
  defined: null,
  on_margin: null,
  lapsed: 0,
  cancelled: 0,
  method_version: 'options-2',
  as_of: '2026-11-20T09:00:00.000Z',
  disclaimer: '',
} as const;

const ANSWERED = {
  user_id: 'exp_01',
  counts: { due: 1, missing: 3, written: 11, late: 2 },
  sessions: 5,
  since: '2026-07-01',
  as_of: '2026-11-20T09:00:00.000Z',
};

function open(answers: CannedAnswer[] = [], path = '/expert-dashboard?user_id=exp_01', snapshot = INVESTOR) {
  const host = fakeHost({
    path,
    snapshot,
    answers: [
      reply(readExpertRecord, anExpertPage()),
      reply(listCalls, aPage([aCall()])),
      reply(readOptionPerformance, NO_OPTIONS),
      reply(readPostMortems, ANSWERED),
      reply(readExpertStore, aStore([aStoredExpert(), aStoredExpert({ user_id: 'exp_02', full_name: 'Devendra Solanki' })])),
      ...answers,
    ],
  });
  render(<Page />, { wrapper: host.Wrapper });
  const sent = (route: unknown) => host.calls.filter((call) => call.route === route).map(({ input }) => input);
  return { host, sent, user: aUser() };
}

test('S2.1-ROUTE-11, S3-STATE-02: one sentence says where the record stands to luck; every call is a dot, and in the table', async () => {
  const { user } = open();
  expect(await screen.findByRole('heading', { name: /Ananya Rao-Kulkarni/ })).toBeInTheDocument();
  expect(screen.getByText('5 of 12 calls gained. Guessing would give 2 to 7, so this may be luck.')).toBeInTheDocument();
  expect(screen.getByText('In the last month, shares only.')).toBeInTheDocument();
  const dots = document.querySelectorAll('[data-way]');
  expect([...dots].map((dot) => dot.getAttribute('data-way'))).toEqual(['gain', 'loss']);
  const sizes = [...dots].map((dot) => getComputedStyle(dot).width);
  expect(new Set(sizes).size).toBe(1);
  // What a follower made after costs, as lists show it: 4.8967 less the costs of the call.
  const { follower_return, realised_return, net_return, stock } = aJudgedCall();
  const made = (follower_return! - (realised_return! - net_return!)).toFixed(2);
  expect(dots[0]).toHaveAttribute('title', expect.stringMatching(new RegExp(`^${stock} · .* · \\+${made}% after costs$`)));
  await user.click(screen.getByText('Show as table'));
  const table = await screen.findByRole('table', { name: 'Every call on shares that ended' });
  expect(within(table).getByRole('link', { name: 'INFY' })).toHaveAttribute('href', '/expert-dashboard?user_id=exp_01&reco=call_2');
});

test('the page opens on the shortest period that can be summed up, which is marked among all', async () => {
  const { sent } = open([reply(readExpertRecord, anExpertPage({ period: '1Y' }))]);
  expect(await screen.findByText(/In the last 12 months, shares only\.$/)).toBeInTheDocument();
  expect(sent(readExpertRecord)[0]).toMatchObject({ query: { period: '1M', widen: '1' } });
  expect(screen.getByRole('radio', { name: '1 year' })).toBeChecked();
  // Option calls are counted in the same one.
  await waitFor(() => expect(sent(readOptionPerformance)).toEqual([{ query: { user_id: 'exp_01', period: '1Y' } }]));
  expect(location.search).toBe('?user_id=exp_01');
});

test.each([
  ['better', 16, 'Better than luck so far, on few calls.'],
  ['better', 20, 'Better than luck so far.'],
  ['worse', 16, 'Fewer gained than luck explains.'],
] as const)('a record that is %s than luck in %i calls says so', async (verdict, n, sentence) => {
  const metrics = anExpertPage().metrics!;
  open([reply(readExpertRecord, anExpertPage({ metrics: { ...metrics, record: aRecord({ n, luck: { low: 2, high: 7, expected: 4.3, verdict } }) } }))]);
  expect(await screen.findByText(`${sentence} In the last month, shares only.`)).toBeInTheDocument();
});

test('a range without room is one number', async () => {
  const metrics = anExpertPage().metrics!;
  open([reply(readExpertRecord, anExpertPage({ metrics: { ...metrics, record: aRecord({ luck: { low: 5, high: 4, expected: 4.6, verdict: 'luck' } }) } }))]);
  expect(await screen.findByText('5 of 12 calls gained. Guessing would give about 5, so this may be luck.')).toBeInTheDocument();
});

test('the page is titled by the expert’s name once it is known, and the top line follows', async () => {
  document.title = 'An expert’s record · Vimarsh';
  const { host } = open();
  await screen.findByText('Average call');
  expect(document.title).toBe(`${anExpertPage().expert.full_name} · Vimarsh`);
  expect(host.session.state.get(SCREEN_TITLE)).toEqual({ path: '/expert-dashboard', title: anExpertPage().expert.full_name });
});

test('after the answer come three figures on one basis, after costs: the average call, the middle one and the worst', async () => {
  open();
  const average = (await screen.findByText('Average call')).closest('dl')!;
  expect(average.closest('section')).toHaveTextContent(/^Results, after costs/);
  expect(document.body).not.toHaveTextContent('before costs');
  // What is none is not told of.
  expect(screen.getByText('2 never entered').parentElement).toHaveTextContent('2 never entered1 cancelled');
  expect(average).toHaveTextContent('Average call▲up +0.36%Middle call▼down −1.10%Worst call▼down −9.80%');
});

test('₹1,00,000 split over the calls stands beside NIFTY in the same time, and says which of them not everybody can follow', async () => {
  open();
  const card = (await screen.findByRole('heading', { name: '₹1,00,000 split equally over all 12 calls, after costs' })).closest('section')!;
  expect(card).toHaveTextContent('For a follower₹1,00,360NIFTY 50 in the same time₹1,01,120');
  expect(card).toHaveTextContent('5 of them are Sells over several days: who does not hold the share needs futures for them.');
});

test('where fewer calls are known than ended, ₹1,00,000 says of how many it is', async () => {
  const metrics = anExpertPage().metrics!;
  const lakh = { n: 10, sells: 0, follower: 99_000, index: 100_500 };
  open([reply(readExpertRecord, anExpertPage({ metrics: { ...metrics, record: aRecord({ lakh }) } }))]);
  const card = (await screen.findByRole('heading', { name: '₹1,00,000 split equally over 10 calls, after costs' })).closest('section')!;
  expect(card).toHaveTextContent('Of the 10 calls of which both are known.');
  expect(card).not.toHaveTextContent('Sells');
});

test('open calls are behind their number, with how many can still be entered', async () => {
  const { user, sent } = open();
  const fold = (await screen.findByRole('heading', { name: '6 open calls' })).closest('details')!;
  expect(fold).toHaveTextContent('2 can still be entered');
  // Nothing is asked for before somebody wants to see it.
  expect(sent(listCalls)).toEqual([]);
  await user.click(screen.getByRole('heading', { name: '6 open calls' }));
  expect(await within(fold).findByRole('list', { name: 'Open calls' })).toBeInTheDocument();
  expect(sent(listCalls)).toMatchObject([{ query: { view: 'live', user_id: 'exp_01' } }]);
});

test.each([
  ['a phone they follow the answer at once, with what can be done', false],
  ['the desk they stand below the columns, where their rows have room', true],
])('open calls stand once: on %s', async (_name, wide) => {
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }));
  open();
  const heading = await screen.findByRole('heading', { name: '6 open calls' });
  const picture = document.querySelector('[data-picture]')!;
  const before = (node: Element): boolean => (picture.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  expect([heading, screen.getByRole('button', { name: 'Check the record' })].map(before)).toEqual(wide ? [false, true] : [true, true]);
  vi.unstubAllGlobals();
});

test('the record is one press away: its part opens where the check begins', async () => {
  Element.prototype.scrollIntoView = () => undefined;
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Check the record' }));
  expect(await screen.findByText(/^Every event of a call is signed and in a public log\./)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'The record' }).closest('summary')).toHaveFocus();
});

test.each([
  ['2026-10-20', '20 Oct 2026'],
  // Of all dates: from the first call that ended.
  [null, '5 Nov 2026'],
])('dots lie between the first and the last day of the period, from %s', async (from, first) => {
  const metrics = anExpertPage().metrics!;
  open([reply(readExpertRecord, anExpertPage({ metrics: { ...metrics, record: aRecord({ from, to: '2026-11-20' }) } }))]);
  const days = await screen.findByText(first);
  expect(days.parentElement).toHaveTextContent(`${first}20 Nov 2026`);
  const places = [...document.querySelectorAll<HTMLElement>('[data-way]')].map(({ style }) => Number.parseFloat(/[\d.]+(?=%)/.exec(style.left)?.[0] ?? ''));
  expect(places).toHaveLength(2);
  for (const place of places) expect(place > 1 && place < 98, String(place)).toBe(true);
});

const POOL = {
  ...{ n: 40, hits: 21, misses: 19, hit_rate: 52.5, avg_return: -3.1, avg_net_return: -3.86, median_return: 1, best: 60, worst: -100, profit_factor: 0.9 },
  ...{ avg_days: 4, early_exit_pct: 0, avg_slippage: 82.5 },
};

const TOO_FEW = { n: 3, hits: 1, misses: 2, too_few: true, hit_rate: null, luck: null, lakh: null } as const;

test.each([
  ['first and unfolded where calls on shares can’t be summed up', TOO_FEW, true],
  ['folded behind the calls on shares where these can, however many they are', {}, false],
])('option calls stand %s, with the worst before the average and the way to each', async (_name, shares, first) => {
  const metrics = anExpertPage().metrics!;
  const { user } = open([
    reply(readOptionPerformance, { ...NO_OPTIONS, defined: { ...POOL, n: 40 } }),
    reply(readExpertRecord, anExpertPage({ metrics: { ...metrics, record: aRecord(shares) } })),
  ]);
  const pools = await screen.findByRole('heading', { name: 'Option calls' });
  await waitFor(() => expect(pools.closest('summary')).toHaveTextContent('40 ended'));
  const dots = screen.getByRole('heading', { name: /^Every call on shares that ended/ });
  expect(Boolean(pools.compareDocumentPosition(dots) & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(first);
  if (!first) await user.click(pools);
  const heads = within(await screen.findByRole('table', { name: 'Option calls' })).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Option calls', 'Calls', 'Gained', 'Lost', 'Worst', 'Average, after costs']);
  expect(screen.getByRole('table', { name: 'Option calls' })).toHaveTextContent('−3.86%');
  expect(screen.getByRole('link', { name: 'Live option calls' })).toHaveAttribute('href', '/expert-past-strategy-options?user_id=exp_01');
  expect(screen.getByRole('link', { name: 'Ended option calls' })).toHaveAttribute('href', '/expert-past-strategy-options?view=past&user_id=exp_01');
});

test('the worst of each part stands before its averages, and every month of a year is on the page', async () => {
  const months = aRecord().splits.term.flatMap((part) => [
    { ...part, of: '2026-04' },
    { ...part, of: '2026-11' },
  ]);
  const metrics = anExpertPage().metrics!;
  const { user } = open([
    reply(readExpertRecord, anExpertPage({ metrics: { ...metrics, record: aRecord({ splits: { ...metrics.record.splits, month: months } }) } })),
  ]);
  await user.click(await screen.findByRole('heading', { name: 'In parts' }));
  await user.click(screen.getByRole('heading', { name: 'Month by month' }));
  const heads = within(await screen.findByRole('table', { name: 'The record in parts' })).getAllByRole('columnheader');
  expect(heads.slice(1, 5).map(({ textContent }) => textContent)).toEqual(['Calls', 'Gained', 'Lost', 'Worst']);
  const year = screen.getByRole('region', { name: 'Month by month, 2026' });
  expect(within(year).getAllByRole('listitem')).toHaveLength(12);
  expect(within(year).getAllByRole('listitem')[10]).toHaveTextContent(/^Nov\d+ of \d+/);
});

test('stopped calls that nobody answered for are counted beside those that were', async () => {
  const { user } = open();
  const box = (await screen.findByRole('heading', { name: 'Post-mortems' })).closest('details')!;
  // What is owed is told before anybody looks.
  await waitFor(() => expect(box).toHaveTextContent('3 missing'));
  await user.click(within(box).getByRole('heading'));
  await waitFor(() => expect(box).toHaveTextContent('missing3written late2written in time11to be written1'));
});

test('a site that shows no ended calls of others counts none of them', async () => {
  open([reply(readPostMortems, { ...ANSWERED, counts: null })]);
  expect(await screen.findByRole('heading', { name: /Ananya Rao-Kulkarni/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Post-mortems' })).not.toBeInTheDocument());
});

test('a figure says how it is computed, from what and when', async () => {
  const { user } = open();
  await user.click((await screen.findAllByRole('button', { name: /0\.36%/ }))[0]!);
  const box = await screen.findByRole('dialog', { name: 'How is Average call, after costs computed?' });
  expect(box).toHaveTextContent('Calls12');
  expect(box).toHaveTextContent('As of 20 Nov 2026, 14:30 IST');
});

test('the period and the parts stand in the address', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('radio', { name: '1 year' }));
  await waitFor(() => expect(location.search).toBe('?user_id=exp_01&period=1Y'));
  expect(sent(readExpertRecord).at(-1)).toMatchObject({ params: { user_id: 'exp_01' }, query: { period: '1Y' } });
  await user.click(await screen.findByRole('heading', { name: 'In parts' }));
  await user.click(await screen.findByRole('radio', { name: 'Sector' }));
  expect(location.search).toContain('by=sector');
  expect(within(screen.getByRole('table', { name: 'The record in parts' })).getByRole('cell', { name: '4.3' })).toBeInTheDocument();
});

test('another expert stands beside this one term by term, and where they share none it says that nothing can be compared', async () => {
  const { user, host, sent } = open();
  await user.click(await screen.findByRole('heading', { name: 'Compare with another expert' }));
  const choice = await screen.findByLabelText('Compare with');
  await screen.findByRole('option', { name: 'Devendra Solanki' });
  expect(within(choice).queryByRole('option', { name: 'Ananya Rao-Kulkarni' })).not.toBeInTheDocument();
  const theirs = (change: Parameters<typeof aRecord>[0]) =>
    reply(
      readExpertRecord,
      anExpertPage({
        expert: anExpert({ user_id: 'exp_02', full_name: 'Devendra Solanki' }),
        metrics: { ...anExpertPage().metrics!, record: aRecord(change) },
      }),
    );
  host.answer(theirs({}));
  await user.selectOptions(choice, 'exp_02');
  expect(location.search).toBe('?user_id=exp_01&with=exp_02');
  const rows = within(await screen.findByRole('table', { name: 'Short term, two experts' })).getAllByRole('row');
  expect(rows.map((row) => row.querySelector('th, td')?.textContent)).toEqual(['Expert', 'Ananya Rao-Kulkarni', 'Devendra Solanki']);
  expect(sent(readExpertRecord).at(-1)).toEqual({ params: { user_id: 'exp_02' }, query: { period: '1M' } });
});

test('two experts of different terms are not compared', async () => {
  const splits = aRecord().splits;
  const { host, user } = open();
  await user.click(await screen.findByRole('heading', { name: 'Compare with another expert' }));
  const choice = await screen.findByLabelText('Compare with');
  await screen.findByRole('option', { name: 'Devendra Solanki' });
  const long = splits.term.map((part) => ({ ...part, of: 'longTerm' }));
  host.answer(
    reply(
      readExpertRecord,
      anExpertPage({
        expert: anExpert({ user_id: 'exp_02', full_name: 'Devendra Solanki' }),
        metrics: { ...anExpertPage().metrics!, record: aRecord({ splits: { ...splits, term: long } }) },
      }),
    ),
  );
  await user.selectOptions(choice, 'exp_02');
  expect(await screen.findByText(/^Not comparable: different terms\./)).toBeInTheDocument();
  expect(screen.queryByRole('table', { name: /two experts/ })).not.toBeInTheDocument();
});

test('who may not see the other record is told that, and not that the terms differ', async () => {
  const { host, user } = open();
  await user.click(await screen.findByRole('heading', { name: 'Compare with another expert' }));
  const choice = await screen.findByRole('combobox', { name: 'Compare with' });
  await screen.findByRole('option', { name: 'Devendra Solanki' });
  host.answer(reply(readExpertRecord, anExpertPage({ expert: anExpert({ user_id: 'exp_02', full_name: 'Devendra Solanki' }), metrics: null })));
  await user.selectOptions(choice, 'exp_02');
  expect(await screen.findByText(/^Not comparable: the record of Devendra Solanki may not be shown to you here\./)).toBeInTheDocument();
  expect(screen.queryByText(/different terms/)).not.toBeInTheDocument();
});

test('option results that could not be loaded say so, and are not taken for none', async () => {
  open([refuse(readOptionPerformance, 'INTERNAL', 'Something failed.')]);
  expect(await screen.findByText('Could not load the results of option calls.')).toBeInTheDocument();
});

test('follow shows at once, and is taken back when it is refused', async () => {
  const { user, sent } = open([refuse(follow, 'RETRY', 'Busy.')]);
  const button = await screen.findByRole('button', { name: /^Follow(ing)? Ananya Rao-Kulkarni/ });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'));
  expect(sent(follow)).toEqual([{ body: { user_id: 'exp_01', on: true } }]);
});

test('a follow that finds no server stays as it was pressed, says so, and the last wish is sent when it is back', async () => {
  const { host, user, sent } = open([refuse(follow, 'UNREACHABLE', 'We could not reach the server.')]);
  const button = await screen.findByRole('button', { name: 'Follow Ananya Rao-Kulkarni' });
  await user.click(button);
  expect(await screen.findByText('Will be sent when you are back')).toBeVisible();
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(host.notices.map(({ title }) => title)).toEqual(['Will be sent when you are back']);
  await user.click(button);
  await user.click(button);
  await waitFor(() => expect(sent(follow)).toHaveLength(3));
  host.answer(reply(follow, { following: true }));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText('Will be sent when you are back')).toBeNull());
  expect(sent(follow).slice(3)).toEqual([{ body: { user_id: 'exp_01', on: true } }]);
  expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('a follow that waits is not sent any more once a later wish for the same expert was stored', async () => {
  const { host, user, sent } = open([refuse(follow, 'UNREACHABLE', 'We could not reach the server.')]);
  const button = await screen.findByRole('button', { name: 'Follow Ananya Rao-Kulkarni' });
  await user.click(button);
  await screen.findByText('Will be sent when you are back');
  host.answer(reply(follow, { following: false }));
  await user.click(button);
  await waitFor(() => expect(sent(follow)).toHaveLength(2));
  await act(async () => void dispatchEvent(new Event('online')));
  expect(sent(follow).map((input) => (input as { body: { on: boolean } }).body.on)).toEqual([true, false]);
});

test('a follow that waits is dropped when somebody signs out', async () => {
  const { host, user, sent } = open([refuse(follow, 'UNREACHABLE', 'We could not reach the server.')]);
  await user.click(await screen.findByRole('button', { name: 'Follow Ananya Rao-Kulkarni' }));
  await screen.findByText('Will be sent when you are back');
  await act(() => host.session.signOut());
  act(() => void dispatchEvent(new Event('online')));
  expect(sent(follow)).toHaveLength(1);
});

test('below ten calls nothing is summarised, and the calls stay to be read', async () => {
  const metrics = anExpertPage().metrics!;
  open([reply(readExpertRecord, anExpertPage({ metrics: { ...metrics, record: aRecord(TOO_FEW) } }))]);
  expect(await screen.findByText('3 calls ended: too few to judge. It takes ten.')).toBeInTheDocument();
  expect(screen.queryByText('Average call')).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /^₹1,00,000/ })).not.toBeInTheDocument();
  expect(document.querySelectorAll('[data-way]')).toHaveLength(2);
});

describe('where no figure may be shown', () => {
  const closed = (change: Parameters<typeof anExpertPage>[0]) =>
    reply(readExpertRecord, anExpertPage({ allowed: false, metrics: null, disclaimer: 'Said in place.', ...change }));

  test('ended calls are dated records, and a client may ask for the record', async () => {
    const { user, sent, host } = open([
      closed({ mode: 'client_request', may_request: true }),
      reply(requestRecord, { asked_at: '2026-11-20T09:00:00.000Z', until: '2026-12-20T09:00:00.000Z' }),
    ]);
    expect(await screen.findByText('Said in place.')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Ended' }));
    expect(await screen.findByRole('heading', { name: 'Calls that ended' })).toBeInTheDocument();
    expect(document.querySelectorAll('[data-way]')).toHaveLength(0);
    host.answer(
      reply(readExpertRecord, anExpertPage({ mode: 'client_request', grant: { asked_at: '2026-11-20T09:00:00.000Z', until: '2026-12-20T09:00:00.000Z' } })),
    );
    await user.click(screen.getByRole('button', { name: 'Request the record of Ananya Rao-Kulkarni' }));
    expect(await screen.findByText(/It is for you alone, until 20 Dec 2026/)).toBeInTheDocument();
    expect(sent(requestRecord)).toEqual([{ params: { user_id: 'exp_01' } }]);
  });

  test('off: open calls alone, neither ended ones nor a check of them', async () => {
    open([closed({ mode: 'off' })]);
    expect(await screen.findByRole('heading', { name: 'Open calls' })).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: 'Ended' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'The record' })).not.toBeInTheDocument();
  });
});

test.each<[JudgedExpert['status'], string, string?]>([
  ['suspended', 'Suspended: no new calls. Open calls are judged to their end.'],
  ['pending', 'Registration under review since 20 Nov 2026: no new calls. Open calls are judged to their end.', '2026-11-20T05:00:00.000Z'],
  ['lapsed', 'Papers have ended: no new calls until they are renewed. Open calls are judged to their end.'],
  ['closed', 'The account was closed. Its calls stay in the record without a name.'],
])('an expert who is %s is told as such', async (status, text, review_since) => {
  open([reply(readExpertRecord, anExpertPage({ expert: anExpert({ status, verified: false, review_since }) }))]);
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('nobody of that name: the way to all experts', async () => {
  open([refuse(readExpertRecord, 'NOT_FOUND', 'We could not find that.')]);
  expect(await screen.findByText('There is no such expert here')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See all experts' })).toHaveAttribute('href', '/expert-store');
});

test('an id that nobody can have is not asked for; an expert without an id sees their own page', async () => {
  const bad = open([], '/expert-dashboard?user_id=..%2Fx');
  expect(await screen.findByText('There is no such expert here')).toBeInTheDocument();
  expect(bad.sent(readExpertRecord)).toEqual([]);
});

test('an expert without an id in the address sees their own page, and no button to follow themselves', async () => {
  const { sent } = open([], '/expert-dashboard', EXPERT);
  expect(await screen.findByText('5 of 12 calls gained. Guessing would give 2 to 7, so this may be luck.')).toBeInTheDocument();
  expect(sent(readExpertRecord)[0]).toMatchObject({ params: { user_id: 'exp_01' } });
  expect(screen.queryByRole('button', { name: /Follow/ })).not.toBeInTheDocument();
});

test('a failure says so and is tried again', async () => {
  const { user, host } = open([refuse(readExpertRecord, 'INTERNAL', 'Something failed on our side.')]);
  await screen.findByText('Could not load the record.');
  host.answer(reply(readExpertRecord, anExpertPage()));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('5 of 12 calls gained. Guessing would give 2 to 7, so this may be luck.')).toBeInTheDocument();
});
