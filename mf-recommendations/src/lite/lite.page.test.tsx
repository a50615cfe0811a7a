import { act, render, screen, within } from '@testing-library/react';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { aQuote } from '@vimarsh/shared/contract/market/market.testing.ts';
import { readQuotes } from '@vimarsh/shared/contract/market/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { INVESTOR } from '../testing/people.ts';
import { Page } from './lite.page.tsx';
import { EVERY_MS } from './use-lite.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function open(...answers: CannedAnswer[]) {
  const host = fakeHost({
    path: '/expert-view-lite',
    snapshot: INVESTOR,
    answers: [reply(listCalls, aPage([aCall()])), reply(readQuotes, [aQuote({ symbol: 'TCS', ltp: 3030 })]), ...answers],
  });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, asked: (route: unknown) => host.calls.filter((call) => call.route === route).length };
}
/** The call, once its price has had its turn too. */
const row = async () => {
  const list = await screen.findByRole('list', { name: 'Live calls' });
  await act(async () => {});
  return within(list).getByRole('listitem');
};

test('a call is text: who, what, its levels, the price now and how far it has come', async () => {
  open();
  const item = await row();
  for (const words of ['Buy TCS', 'Short term', 'Ananya Rao-Kulkarni', 'INH999900001', 'Entry ₹3,000.00 · target ₹3,150.00 · stop-loss ₹2,925.00', '₹3,030.00'])
    expect(item).toHaveTextContent(words);
  expect(item).toHaveTextContent('20% of the way to the target');
  expect(within(item).getByRole('progressbar', { name: 'TCS: way to the target' })).toHaveValue(20);
  expect(screen.getByRole('link', { name: 'Open full view' })).toHaveAttribute('href', '/experts-past-recommendations');
});

test('it asks again every 30 seconds, and never listens to the socket', async () => {
  const { host, asked } = open();
  await row();
  expect([asked(listCalls), asked(readQuotes)]).toEqual([1, 1]);
  // Prices that come by the socket are none of its business.
  act(() => host.quote(aQuote({ symbol: 'TCS', ltp: 9999 })));
  expect(await row()).not.toHaveTextContent('9,999');
  host.answer(reply(readQuotes, [aQuote({ symbol: 'TCS', ltp: 3075 })]));
  await act(() => vi.advanceTimersByTimeAsync(EVERY_MS + 100));
  expect([asked(listCalls), asked(readQuotes)]).toEqual([2, 2]);
  expect(await row()).toHaveTextContent('50% of the way to the target');
});

test.each([20_000, 40_000])('a line on which each answer takes %i ms shows the calls, and then their prices', async (ms) => {
  const host = fakeHost({
    path: '/expert-view-lite',
    snapshot: INVESTOR,
    answers: [reply(listCalls, aPage([aCall()])), reply(readQuotes, [aQuote({ symbol: 'TCS', ltp: 3030 })])],
  });
  const { request } = host.session;
  vi.spyOn(host.session, 'request').mockImplementation(async (...asked) => {
    await new Promise((done) => setTimeout(done, ms));
    return request(...asked);
  });
  render(<Page />, { wrapper: host.Wrapper });
  const wait = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  };
  await wait(ms / 1000 + 1);
  expect(await row()).toHaveTextContent('Buy TCS');
  await wait(ms / 1000);
  expect(await row()).toHaveTextContent('₹3,030.00');
});

test('a call that can’t be entered as published any more says so', async () => {
  open(reply(readQuotes, [aQuote({ symbol: 'TCS', ltp: 3120 })]));
  expect(await row()).toHaveTextContent('Entry passed');
});

const notJudgeable = { cause: 'missing_day' as const, day: '2026-11-18', before: null, opened: null };
test.each([
  ['Frozen', aCall({ status: 'suspended_open' })],
  ['Waiting for entry', aCall({ status: 'awaiting_entry', entry_fill: null })],
  ['Not judgeable', aCall({ not_judgeable: notJudgeable })],
])('a call that does not run says so, as in the full list: %s', async (words, call) => {
  open(reply(listCalls, aPage([call])));
  expect(await row()).toHaveTextContent(`₹3,030.00 · ${words}`);
});

test('without an answer what stands stays, with the time it is of; before the first there is another try', async () => {
  const { host } = open();
  await row();
  host.answer(refuse(listCalls, 'UNREACHABLE', ''));
  await act(() => vi.advanceTimersByTimeAsync(EVERY_MS + 100));
  expect(await screen.findByText(/Not updating · as of/)).toBeInTheDocument();
  expect(await row()).toHaveTextContent('Buy TCS');
  expect(host.notices).toEqual([]);
});

test('a first answer that fails can be asked for again', async () => {
  const { host } = open(refuse(listCalls, 'UNREACHABLE', ''));
  const again = await screen.findByRole('button', { name: 'Retry' });
  host.answer(reply(listCalls, aPage([aCall()])));
  await act(async () => again.click());
  expect(await row()).toHaveTextContent('Buy TCS');
});

test('calls without their prices are still told', async () => {
  open(refuse(readQuotes, 'UNREACHABLE', ''));
  expect(await row()).toHaveTextContent('Now –');
});

test('who may see none is told how many there are, and in which plan', async () => {
  open(reply(listCalls, aPage([], { locked: [{ term: 'shortTerm', cheapest_plan: 'Lite', count: 3 }], locked_count: 3 })));
  expect(await screen.findByText('No live calls for you now')).toBeInTheDocument();
  expect(screen.getByText(/^3 short-term calls were live at the start of today · in Lite/)).toBeInTheDocument();
});

test('a server that hangs is said after 8 s: in place of the calls, and beside those that stand', async () => {
  const { host } = open(reply(listCalls, () => new Promise(() => undefined)));
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(screen.getByText('This takes longer than it should.')).toBeInTheDocument();
  host.answer(reply(listCalls, aPage([aCall()])));
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await row();
  host.answer(reply(listCalls, () => new Promise(() => undefined)));
  await act(() => vi.advanceTimersByTimeAsync(EVERY_MS));
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(screen.getByRole('status')).toHaveTextContent(/^Not updating/);
});

test('a request that was let go for another try is no failure of that', async () => {
  const asked: ((answer: Awaited<ReturnType<CannedAnswer['answer']>>) => void)[] = [];
  open({ route: listCalls, answer: () => new Promise((resolve) => asked.push(resolve)) });
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await act(async () => asked[0]!({ status: false, data: null, code: 'CANCELLED', validation: '', redirect: '', extras: {} }));
  expect(asked).toHaveLength(2);
  expect(screen.getByRole('list', { name: 'Loading the calls' })).toBeInTheDocument();
});
