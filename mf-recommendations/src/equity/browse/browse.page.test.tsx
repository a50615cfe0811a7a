import { webcrypto } from 'node:crypto';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { aCall, aDetail, anExpert, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listCalls, listExperts, readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { follow } from '@vimarsh/shared/contract/identity/routes.ts';
import { readCandles, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import '../../testing/patience.ts';
import { aQuote, aStock } from '@vimarsh/shared/contract/market/market.testing.ts';
import { INVESTOR } from '../../testing/people.ts';
import { Page } from './browse.page.tsx';

// A browser on https has it, jsdom does not.
vi.stubGlobal('crypto', webcrypto);

const lost = {
  ...aCall({ id: 'call_2', stock: 'INFY', status: 'sl_hit', realised_return: -3.17, r_multiple: -1 }),
  exit: { price: 2904.9, ts: '2026-11-19T06:00:00.000Z', reason: '' },
  ended_at: '2026-11-19T06:00:00.000Z',
};

function open(
  path = '/experts-past-recommendations',
  answers: Parameters<typeof fakeHost>[0] extends infer O ? (O extends { answers?: infer A } ? A : never) : never = [],
) {
  const host = fakeHost({
    path,
    snapshot: INVESTOR,
    answers: [
      reply(listCalls, ({ query }) => aPage(query.view === 'past' ? [lost] : [aCall(), aCall({ id: 'call_3', stock: 'WIPRO', status: 'awaiting_entry' })])),
      reply(listExperts, [anExpert()]),
      reply(searchInstruments, [aStock(), aStock({ symbol: 'NHPC', sector: 'Power' })]),
      reply(follow, ({ body }) => ({ following: body.on })),
      reply(readCall, aDetail()),
      reply(readCandles, []),
      ...(answers ?? []),
    ],
  });
  render(<Page />, { wrapper: host.Wrapper });
  const lastQuery = () => host.calls.filter(({ route }) => route === listCalls).at(-1)!.input.query as Record<string, unknown>;
  return { host, lastQuery, user: aUser() };
}

describe('the list request carries what the path says', () => {
  test.each([
    ['/TCS', { stock: 'TCS' }], // S2.1-PARAM-03
    ['/-/exp_01', { user_id: 'exp_01' }], // S2.1-PARAM-04
    ['/-/-/IT', { sector: 'IT' }], // S2.1-PARAM-05
    ['/-/-/-/large', { cap: 'large' }], // S2.1-PARAM-06
    ['/TCS/exp_01/IT/large', { stock: 'TCS', user_id: 'exp_01', sector: 'IT', cap: 'large' }],
  ])('%s', async (tail, filter) => {
    const { lastQuery } = open(`/experts-past-recommendations${tail}`);
    await screen.findByRole('list', { name: 'Live calls' });
    expect(lastQuery()).toMatchObject({ ...filter, view: 'live', enter: 'first' });
  });
  test('a value no call can have shows the empty state and sends no request (S2.1-PARAM-O01)', async () => {
    const { host, user } = open('/experts-past-recommendations/%3Cx%3E/-/-/enormous');
    expect(await screen.findByText('No calls match these filters')).toBeInTheDocument();
    expect(host.calls.some(({ route }) => route === listCalls)).toBe(false);
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(await screen.findByRole('list', { name: 'Live calls' })).toBeInTheDocument();
    expect(location.pathname).toBe('/experts-past-recommendations');
  });
});

test('the list has a slow line for itself: sectors to filter by are asked for once it was answered', async () => {
  let answer: (list: ReturnType<typeof aPage>) => void = () => undefined;
  const list = new Promise<ReturnType<typeof aPage>>((resolve) => {
    answer = resolve;
  });
  const { host } = open(undefined, [reply(listCalls, () => list)]);
  const asked = () => host.calls.filter(({ route }) => route === searchInstruments).length;
  await act(async () => {});
  expect([host.calls.some(({ route }) => route === listCalls), asked()]).toEqual([true, 0]);
  await act(async () => answer(aPage([aCall()])));
  expect(await screen.findByRole('option', { name: 'Power' })).toBeInTheDocument();
});

test('a list that failed leaves the sectors to filter by', async () => {
  open(undefined, [refuse(listCalls, 'INTERNAL', 'Something failed on our side.')]);
  expect(await screen.findByRole('option', { name: 'Power' })).toBeInTheDocument();
});

test('an investor sees an expert’s published call with its levels and the current price', async () => {
  const { host } = open();
  const list = await screen.findByRole('list', { name: 'Live calls' });
  const [row] = within(list).getAllByRole('listitem');
  act(() => host.quote(aQuote()));
  expect(within(row!).getByRole('link', { name: /^Buy TCS, Short term, by Ananya Rao-Kulkarni: Open$/ })).toHaveAttribute(
    'href',
    '/experts-past-recommendations?reco=call_1',
  );
  expect(within(row!).getByText('₹3,040.00')).toBeInTheDocument();
  expect(within(row!).getByText('₹3,150.00')).toBeInTheDocument();
  expect(within(row!).getByRole('img', { name: /27% of the way from entry to target/ })).toBeInTheDocument();
});

test('Past shows outcome and result; the filters of Live do not follow', async () => {
  const { lastQuery, user } = open('/experts-past-recommendations?status=active');
  await screen.findByRole('list', { name: 'Live calls' });
  await user.click(screen.getByRole('tab', { name: 'Past' }));
  const row = within(await screen.findByRole('list', { name: 'Past calls' })).getByRole('listitem');
  expect(within(row).getByText('Stop-loss reached')).toBeInTheDocument();
  expect(within(row).getByText('−3.42%')).toBeInTheDocument();
  expect(lastQuery()).toEqual(expect.objectContaining({ view: 'past', period: '1M' }));
  expect(lastQuery()).not.toHaveProperty('status');
  expect(location.search).toBe('?view=past');
});

test('where past performance is not shown, past calls can neither be picked by status nor ordered by result', async () => {
  open('/experts-past-recommendations?view=past', [reply(listCalls, aPage([lost], { by_result: false }))]);
  const list = await screen.findByRole('list', { name: 'Past calls' });
  expect(within(list).getByText('−3.42%')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull());
  expect(screen.queryByRole('option', { name: 'Result' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Result: order by/ })).toBeNull();
});

test('live calls are sorted by publication, past ones by their end, and the label says so', async () => {
  const never = aCall({ id: 'call_4', stock: 'DLF', status: 'lapsed', published_at: '2026-11-02T05:00:00.000Z', ended_at: '2026-11-18T10:00:00.000Z' });
  const { user } = open('/experts-past-recommendations', [reply(listCalls, ({ query }) => aPage(query.view === 'past' ? [lost, never] : [aCall()]))]);
  await screen.findByRole('list', { name: 'Live calls' });
  expect(screen.getByRole('option', { name: 'Newest call', selected: true })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Past' }));
  const rows = within(await screen.findByRole('list', { name: 'Past calls' })).getAllByRole('listitem');
  expect(screen.getByRole('option', { name: 'Ended last', selected: true })).toBeInTheDocument();
  // A call that was never entered has no exit, yet it has an end date.
  expect(within(rows[1]!).getByText('18 Nov 2026')).toBeInTheDocument();
});

test('filters reach the address and the request', async () => {
  const { lastQuery, user } = open();
  await screen.findByRole('list', { name: 'Live calls' });
  await user.click(screen.getByRole('button', { name: 'Sell' }));
  await user.click(screen.getByRole('radio', { name: 'Medium term' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sector' }), 'Power');
  await waitFor(() => expect(lastQuery()).toMatchObject({ call_type: 'Sell', term: 'mediumTerm', sector: 'Power' }));
  expect(location.pathname + location.search).toBe('/experts-past-recommendations/-/-/Power?term=mediumTerm&call_type=Sell');
});

test('a changed call is reloaded at once, once for many changes, and long before the next poll', async () => {
  const { host } = open();
  await screen.findByText('WIPRO');
  host.answer(reply(listCalls, aPage([aCall()])));
  const callsBefore = host.calls.filter(({ route }) => route === listCalls).length;
  act(() => ['call_3', 'call_9', null].forEach((id) => void host.callChanged(id)));
  await waitFor(() => expect(screen.queryByText('WIPRO')).not.toBeInTheDocument(), { timeout: 2000 });
  expect(host.calls.filter(({ route }) => route === listCalls)).toHaveLength(callsBefore + 1);
});

test.each([
  ['call.published', { id: 'call_9' }],
  ['call.closed', { id: 'call_3', status: 'sl_hit' }],
] as const)('%s reloads the list at once', async (event, payload) => {
  const { host } = open();
  await screen.findByText('WIPRO');
  host.answer(reply(listCalls, aPage([aCall()])));
  const callsBefore = host.calls.filter(({ route }) => route === listCalls).length;
  act(() => void host.session.emit(event, payload as never));
  await waitFor(() => expect(screen.queryByText('WIPRO')).not.toBeInTheDocument());
  expect(host.calls.filter(({ route }) => route === listCalls)).toHaveLength(callsBefore + 1);
});

test('a new call waits above the list until it is asked for, and moves no row', async () => {
  const { host, user } = open();
  const list = await screen.findByRole('list', { name: 'Live calls' });
  const shown = () =>
    within(list)
      .getAllByRole('listitem')
      .map((row) => within(row).getByRole('link', { name: / by / }).getAttribute('href')!.split('reco=')[1]);
  const before = shown();
  host.answer(reply(listCalls, aPage([aCall({ id: 'call_9', stock: 'DLF' }), aCall(), aCall({ id: 'call_3', stock: 'WIPRO', status: 'awaiting_entry' })])));
  act(() => void host.session.emit('call.published', { id: 'call_9' }));
  const pill = await screen.findByRole('button', { name: '1 new call' });
  expect(shown()).toEqual(before);
  await user.click(pill);
  expect(shown()).toEqual(['call_9', ...before]);
  expect(screen.queryByRole('button', { name: '1 new call' })).not.toBeInTheDocument();
  // The button is gone; who pressed it by key goes on at the call that came.
  expect(document.activeElement).toHaveAttribute('data-call', 'call_9');
});

test('the heads of columns order the list as far as the server can', async () => {
  const { lastQuery, user } = open('/experts-past-recommendations?view=past');
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  onTestFinished(() => focus.mockRestore());
  await screen.findByRole('list', { name: 'Past calls' });
  // Heads stand above one-line rows only, which a list without a width does not have.
  const head = (words: RegExp) => [...document.querySelectorAll('button')].find((button) => words.test(button.textContent!))!;
  await user.click(head(/^Result, after costs.*order by result before costs, the highest first/));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'result' }));
  await user.click(head(/^Ended .*the latest first/));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'newest' }));
  await user.click(head(/^Ended ↓.*the earliest first/));
  await waitFor(() => expect(location.search).toBe('?view=past&sort=oldest'));
  // The list is drawn anew, and the focus goes back to the head that was pressed. (jsdom takes no focus where nothing is drawn.)
  await waitFor(() => expect((focus.mock.contexts.at(-1) as HTMLElement).textContent).toMatch(/^Ended ↑/));
});

test('the head of a column says which order is in force: ages that rise downwards have an arrow upwards', async () => {
  open();
  await screen.findByRole('list', { name: 'Live calls' });
  const age = [...document.querySelectorAll('button')].find((button) => button.textContent!.startsWith('Age'))!;
  expect(age).toHaveTextContent('Age, from entry ↑, now by age, the newest first: order by age, the oldest first');
});

test('filters that find nothing offer the one without which most is found', async () => {
  const { user, lastQuery } = open('/experts-past-recommendations/-/-/Power?call_type=Sell', [
    reply(listCalls, ({ query }) => (query.sector && query.call_type ? aPage([]) : aPage([aCall()], { total: query.sector ? 2 : 7 }))),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Without “Power”: 7 calls' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ call_type: 'Sell' }));
  expect(location.pathname + location.search).toBe('/experts-past-recommendations?call_type=Sell');
});

test('an offer says where the server stopped counting', async () => {
  open('/experts-past-recommendations?term=shortTerm&call_type=Sell', [
    reply(listCalls, ({ query }) => (query.call_type ? aPage([]) : aPage([aCall()], { total: query.term ? 1000 : 7, next: 'more' }))),
  ]);
  expect(await screen.findByRole('button', { name: 'Without “Sell”: 1,000+ calls' })).toBeInTheDocument();
});

test('the list says where the server stopped counting', async () => {
  open('/experts-past-recommendations', [reply(listCalls, { ...aPage([aCall()]), total: 1000, next: 'more' })]);
  expect(await screen.findByText('1 of 1,000+ calls')).toBeInTheDocument();
});

test('locked calls are counted by term and plan, without symbol or level', async () => {
  const locked = [{ term: 'mediumTerm' as const, cheapest_plan: 'Premium', count: 1 }];
  open('/experts-past-recommendations', [reply(listCalls, aPage([], { locked, locked_count: 1 }))]);
  expect(await screen.findByText('1 medium-term call was live at the start of today · in Premium')).toBeInTheDocument();
  expect(screen.queryByText('No calls match these filters')).not.toBeInTheDocument();
});

test('several locked terms are one lock with one sentence, and the call that everybody has is called that', async () => {
  const locked = [
    { term: 'shortTerm' as const, cheapest_plan: 'Lite', count: 11 },
    { term: 'intraday' as const, cheapest_plan: 'Pro', count: 2 },
    { term: 'mediumTerm' as const, cheapest_plan: 'Premium', count: 8 },
  ];
  const { host, user } = open('/experts-past-recommendations', [reply(listCalls, aPage([aCall()], { locked, locked_count: 21 }))]);
  const asked: object[] = [];
  const stop = host.session.listen('paid-feature.asked', (what) => void asked.push(what));
  const locks = await screen.findByRole('list', { name: 'Calls outside your plan' });
  expect(within(locks).getAllByRole('listitem')).toHaveLength(1);
  expect(locks).toHaveTextContent('21 more were live at the start of today: 11 in Lite, 8 in Premium, 2 in Pro');
  await user.click(within(locks).getByRole('button', { name: 'How to read them: All live calls' }));
  // The one plan that has them all.
  expect(asked).toEqual([{ what: 'All live calls', plan: 'Pro' }]);
  stop();
  expect(screen.getByText(/^Free for every member: one live call a week, .* The newest is from \d+ \w+ 2026\.$/)).toBeVisible();
});

test('a lock has its next step: the note about plans is asked for; where nobody hears, it is said in place', async () => {
  const locked = [{ term: 'intraday' as const, cheapest_plan: 'Pro', count: 2 }];
  const { host, user } = open('/experts-past-recommendations', [reply(listCalls, aPage([], { locked, locked_count: 2 }))]);
  const asked: object[] = [];
  const stop = host.session.listen('paid-feature.asked', (what) => void asked.push(what));
  const button = await screen.findByRole('button', { name: 'How to read them: Intraday calls' });
  await user.click(button);
  expect(asked).toEqual([{ what: 'Intraday calls', plan: 'Pro' }]);
  stop();
  await user.click(button);
  expect(await screen.findByText('Each is shown with its result once it is closed.')).toBeVisible();
});

test('a lock of what was paid for says that the PAN opens it, leads there in one press, and names no plan; once it is given the list is read again', async () => {
  const locked = [{ term: 'shortTerm' as const, cheapest_plan: 'Lite', count: 2 }];
  const plan = { plan_name: 'Premium' as const, promotional_plan: false, starts_at: '2026-11-01', ends_at: '2026-12-01' };
  const { host } = open('/experts-past-recommendations', [reply(listCalls, aPage([], { locked, locked_count: 2 }))]);
  act(() => host.become({ plan: { ...plan, kyc_gate: { open: null } } }));
  expect(await screen.findByText('2 short-term calls were live at the start of today · give your PAN to open your plan’s calls')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Give my PAN' })).toHaveAttribute('href', '/my-account?tab=plan');
  expect(screen.queryByRole('link', { name: 'Check plans' })).toBeNull();
  host.answer(reply(listCalls, aPage([aCall()])));
  act(() => host.become({ plan }));
  await waitFor(() => expect(screen.queryByText(/give your PAN/)).toBeNull());
  expect(screen.queryByRole('link', { name: 'Give my PAN' })).toBeNull();
});

test('a lock that no plan opens leads to the calls that ended', async () => {
  const locked = [{ term: 'intraday' as const, cheapest_plan: '', count: 2 }];
  const { lastQuery, user } = open('/experts-past-recommendations', [reply(listCalls, aPage([aCall()], { locked, locked_count: 2 }))]);
  expect(await screen.findByText('2 intraday calls were live at the start of today · outside your access')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^How to read them/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'See how calls ended' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ view: 'past' }));
});

test('where all calls of a term are locked, other terms and past calls are a press away', async () => {
  const locked = [{ term: 'shortTerm' as const, cheapest_plan: 'Lite', count: 11 }];
  const { lastQuery, user } = open('/experts-past-recommendations?term=shortTerm', [reply(listCalls, aPage([], { locked, locked_count: 11 }))]);
  await user.click(await screen.findByRole('button', { name: 'Show all terms' }));
  await waitFor(() => expect(lastQuery()).not.toHaveProperty('term'));
  await user.click(await screen.findByRole('button', { name: 'See how calls ended' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ view: 'past' }));
});

test('an empty list says why and offers the next step', async () => {
  const { lastQuery, user } = open('/experts-past-recommendations?term=shortTerm', [reply(listCalls, aPage([]))]);
  expect(await screen.findByText('No live short-term calls now')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show all terms' }));
  await waitFor(() => expect(lastQuery()).not.toHaveProperty('term'));
});

test('the list opens on what can still be entered, of all terms, and says how many; another chip shows others', async () => {
  const { lastQuery, user } = open('/experts-past-recommendations', [
    reply(listCalls, ({ query }) => aPage([aCall()], { enterable: 3, entering: query.enter !== undefined })),
  ]);
  expect(await screen.findByRole('radio', { name: 'Can still enter 3' })).toBeChecked();
  expect(lastQuery()).toEqual(expect.objectContaining({ view: 'live', enter: 'first' }));
  expect(lastQuery()).not.toHaveProperty('term');
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(lastQuery()).not.toHaveProperty('enter'));
  expect(location.search).toBe('?term=all');
  await user.click(screen.getByRole('radio', { name: 'Can still enter 3' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ enter: '1' }));
});

test('where nothing can be entered the list holds all that run, and the reason stands above it', async () => {
  const { user } = open('/experts-past-recommendations', [reply(listCalls, aPage([aCall()], { enterable: 0, entering: false }))]);
  expect(await screen.findByText('No call can be entered as published now. Here are all that run.')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Can still enter 0' }));
  expect(location.search).toBe('?enter=1');
});

test('a failure offers Retry; a later failure keeps the rows on screen and shows their time', async () => {
  const { host, user } = open('/experts-past-recommendations', [refuse(listCalls, 'INTERNAL', 'Something failed.', { request_id: 'r-77' })]);
  expect(await screen.findByText('Could not load the calls.')).toBeInTheDocument();
  expect(screen.getByText('Request r-77')).toBeInTheDocument();
  host.answer(reply(listCalls, aPage([aCall()])));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('list', { name: 'Live calls' });
  host.answer(refuse(listCalls, 'UNREACHABLE', ''));
  act(() => void host.session.emit('call.published', { id: 'x' }));
  expect(await screen.findByText('Not updating · as of 20 Nov 2026, 14:30 IST')).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Live calls' })).toBeInTheDocument();
});

test('Show more appends the next page without duplicates', async () => {
  const pages = { '': aPage([aCall()], { next: 'c2', total: 2 }), c2: aPage([aCall(), aCall({ id: 'call_9', stock: 'DLF' })], { total: 2 }) };
  const { user } = open('/experts-past-recommendations', [reply(listCalls, ({ query }) => pages[(query.cursor ?? '') as keyof typeof pages])]);
  expect(await screen.findByText('1 of 2 calls')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('2 of 2 calls')).toBeInTheDocument();
  expect(within(screen.getByRole('list', { name: 'Live calls' })).getAllByRole('listitem')).toHaveLength(2);
});

test('a follow is shown at once and reverted when the server refuses', async () => {
  const { host, user } = open();
  const [button] = await screen.findAllByRole('button', { name: /^Follow(ing)? Ananya Rao-Kulkarni/ });
  await user.click(button!);
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
  host.answer(refuse(follow, 'FORBIDDEN', 'Not with this account.'));
  await user.click(button!);
  await waitFor(() => expect(host.notices).toHaveLength(1));
  expect(button).toHaveAttribute('aria-pressed', 'true');
});

describe('keyboard', () => {
  test('j and k move through the rows, Enter opens the drawer, j moves on inside it, Escape closes it', async () => {
    const { host, user } = open();
    await screen.findByRole('list', { name: 'Live calls' });
    host.answer(reply(readCall, ({ params }) => aDetail({ id: params.id, stock: params.id === 'call_3' ? 'WIPRO' : 'TCS' })));
    await user.keyboard('jj');
    expect(document.activeElement).toHaveAttribute('data-call', 'call_3');
    await user.keyboard('k{Enter}');
    expect(location.search).toBe('?reco=call_1');
    expect(await screen.findByRole('dialog', { name: 'TCS · Buy call' })).toBeInTheDocument();
    await user.keyboard('j');
    expect(await screen.findByRole('dialog', { name: 'WIPRO · Buy call' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(location.search).toBe(''));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  test('letters typed into a field are no shortcuts', async () => {
    const { user } = open();
    await screen.findByRole('list', { name: 'Live calls' });
    await user.click(screen.getByRole('combobox', { name: 'Stock' }));
    await user.keyboard('jk');
    expect(screen.getByRole('combobox', { name: 'Stock' })).toHaveValue('jk');
  });
});

test('the drawer shows the rationale, the timeline, and what the call still offers at the current price', async () => {
  const { host } = open('/experts-past-recommendations?reco=call_1');
  const drawer = await screen.findByRole('dialog', { name: 'TCS · Buy call' });
  act(() => host.quote(aQuote({ ltp: 3020 })));
  expect(within(drawer).getByText('At ₹3,020.00 now: 4.30% to target, 3.15% to stop (RR 1.37)')).toBeInTheDocument();
  act(() => host.quote(aQuote({ ltp: 3140 })));
  expect(within(drawer).getByText('Entry passed')).toBeInTheDocument();
  for (const block of ['Thesis', 'Trigger', 'Risks', 'What would prove this wrong']) expect(within(drawer).getByText(block)).toBeInTheDocument();
  expect(within(drawer).getByText('Entry reached at ₹3,000.00')).toBeInTheDocument();
  expect(within(drawer).getByText('aaaaaaaa')).toBeInTheDocument();
  expect(within(drawer).getByRole('button', { name: 'Verify this record' })).toBeInTheDocument();
});

test('for a call outside the plan the drawer says so and shows no levels', async () => {
  open('/experts-past-recommendations?reco=call_7', [refuse(readCall, 'NOT_ENTITLED', 'Your plan does not include this.')]);
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('This call is not in your plan')).toBeInTheDocument();
});

/** The list whose answer comes when the test says so. */
function slowList() {
  let answer: (list: ReturnType<typeof aPage>) => void = () => undefined;
  const list = new Promise<ReturnType<typeof aPage>>((resolve) => (answer = resolve));
  return { answered: [reply(listCalls, () => list)], come: (...calls: ReturnType<typeof aCall>[]) => act(async () => answer(aPage(calls))) };
}

test('on a slow line the list stands as this browser saw it last, with its age, until the answer of now takes its place', async () => {
  localStorage.clear();
  open();
  await screen.findByRole('list', { name: 'Live calls' });
  cleanup();
  const { answered, come } = slowList();
  open(undefined, answered);
  const rows = () => within(screen.getByRole('list', { name: 'Live calls' })).getAllByRole('listitem');
  const before = rows();
  expect(before).toHaveLength(2);
  expect(screen.getByText(/^As of .* as you saw it last\./)).toHaveAttribute('role', 'status');
  await come(aCall({ id: 'call_9', stock: 'HCLTECH' }), aCall());
  expect(rows()[0]).toHaveTextContent('HCLTECH');
  expect(screen.queryByText(/as you saw it last/)).toBeNull();
  for (const row of before) expect(row.isConnected, 'rows that stay would slide to other places').toBe(false);
});

test('where the same calls come, the rows that stand stay', async () => {
  localStorage.clear();
  open();
  await screen.findByRole('list', { name: 'Live calls' });
  cleanup();
  const { answered, come } = slowList();
  open(undefined, answered);
  const row = within(screen.getByRole('list', { name: 'Live calls' })).getAllByRole('listitem')[0]!;
  await come(aCall(), aCall({ id: 'call_3', stock: 'WIPRO', status: 'awaiting_entry' }));
  expect(row.isConnected).toBe(true);
  expect(screen.queryByText(/as you saw it last/)).toBeNull();
});

test.each([
  ['another person', () => void 0, { id: 'usr_other' }],
  ['after a sign-out, which empties the device', () => localStorage.clear(), {}],
  ['a day later', () => vi.setSystemTime(Date.now() + 25 * 3_600_000), {}],
])('nothing that was seen stands for %s: the list keeps its skeleton', async (_who, happens, user) => {
  localStorage.clear();
  open();
  await screen.findByRole('list', { name: 'Live calls' });
  cleanup();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  happens();
  const { answered } = slowList();
  const host = fakeHost({ path: '/experts-past-recommendations', snapshot: { ...INVESTOR, user: { ...INVESTOR.user!, ...user } }, answers: [...answered] });
  render(<Page />, { wrapper: host.Wrapper });
  await act(async () => {});
  expect(screen.queryByRole('list', { name: 'Live calls' })).toBeNull();
});
