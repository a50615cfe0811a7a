import { act, cleanup, render, screen, within } from '@testing-library/react';
import { anExpert } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { anOptionCall, anOptionDetail, anOptionPage, aStoppedOption } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { myOptionCalls, readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { readAuthorLines } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import '../../testing/patience.ts';
import { EXPERT, INVESTOR } from '../../testing/people.ts';
import { Page } from './my-options.page.tsx';

const PATH = '/past-strategy-options';

function open({ path = PATH, snapshot = INVESTOR, answers = [] as CannedAnswer[] } = {}) {
  const host = fakeHost({
    path,
    snapshot,
    answers: [
      reply(myOptionCalls, ({ query }) => anOptionPage(query.tab === 'open' ? [anOptionCall()] : query.tab === 'closed' ? [aStoppedOption()] : [])),
      reply(readOptionCall, anOptionDetail(aStoppedOption())),
      reply(listExperts, [anExpert({ following: false })]),
      ...answers,
    ],
  });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser(), asked: () => host.calls.filter(({ route }) => route === myOptionCalls).map(({ input }) => input.query) };
}

test('an open call shows its legs, its net premium, what it can earn and lose at most, where it breaks even and when it expires (S2.1-ROUTE-24)', async () => {
  const { user } = open();
  const list = await screen.findByRole('list', { name: 'Open option calls' });
  await user.click(within(list).getByRole('button', { name: '2 legs' }));
  for (const text of [
    'Bull call spread',
    'Buy 24,500 CE 1 lot ₹220.00',
    'Paid',
    '₹100.00',
    'Most you can gain ₹6,500.00',
    'Most you can lose ₹6,500.00',
    'Breakeven 24,598.00 as published',
    'Expires 1 Dec 2026',
  ])
    expect(list, text).toHaveTextContent(text);
});

test('an investor reads beside each call what its author’s option calls made; an author is not asked for their own', async () => {
  const line = { user_id: 'exp_01', of: 'limited' as const, n: 30, gained: 12, lost: 18, too_few: false, average: 5.31, averaged: 30, chance: null };
  const answer = { allowed: true, mode: 'demo' as const, disclaimer: '', as_of: '2026-11-20T06:00:00.000Z', lines: [line] };
  open({ answers: [reply(readAuthorLines, answer)] });
  expect(await screen.findByText('12 of 30 gained, avg +5.31% of the risk')).toBeVisible();
  cleanup();
  const { host } = open({ snapshot: EXPERT, answers: [reply(readAuthorLines, answer)] });
  await screen.findByRole('list', { name: 'Open option calls' });
  expect(host.calls.filter(({ route }) => route === readAuthorLines)).toEqual([]);
});

test('what can be lost without limit says so', async () => {
  const [, call] = anOptionCall().legs;
  const put = { ...call!, type: 'PE', entry: null } as const;
  const legs = [put, { ...call!, entry: null }];
  const waiting = { status: 'awaiting_entry' as const, entry_at: null, legs };
  const { user } = open({
    answers: [
      reply(myOptionCalls, anOptionPage([anOptionCall({ ...waiting, max_loss: null, max_profit: 500, breakevens: [23_000, 25_000], defined_risk: false })])),
    ],
  });
  const list = await screen.findByRole('list', { name: 'Open option calls' });
  expect(list).toHaveTextContent('Most you can lose no limit');
  await user.click(within(list).getByRole('button', { name: '2 legs' }));
  expect(list).toHaveTextContent('Breakeven 23,000.00 and 25,000.00');
});

test('a closed call shows its loss where a gain would stand, and opens in the drawer (S1-FEAT-03)', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Closed' }));
  expect(await screen.findByRole('list', { name: 'Closed option calls' })).toHaveTextContent('−₹2,275.00per lot−35.00% of the risk');
  expect(location.search).toBe('?tab=closed');
  await user.click(screen.getByRole('link', { name: /^Bull call spread/ }));
  expect(location.search).toBe('?tab=closed&reco=opt_2');
  expect(await screen.findByRole('dialog', { name: 'NIFTY · Bull call spread' })).toBeVisible();
});

test('a call that closes on this page reloads the list', async () => {
  const { host, asked } = open();
  await screen.findByRole('list', { name: 'Open option calls' });
  host.answer(reply(myOptionCalls, anOptionPage([])));
  act(() => void host.session.emit('call.closed', { id: 'opt_1', status: 'target_hit' }));
  expect(await screen.findByText('The experts you follow have no open option calls that your plan includes.')).toBeVisible();
  expect(asked()).toHaveLength(2);
});

test.each([
  ['cancelled', true, 'No cancelled calls from the experts you follow'],
  ['cancelled', false, 'Follow an expert to build your history'],
] as const)('without a %s call, to whom follows somebody (%s) it says "%s"', async (tab, following, title) => {
  open({ path: `${PATH}?tab=${tab}`, answers: [reply(listExperts, [anExpert({ following })])] });
  expect(await screen.findByText(title)).toBeVisible();
});

test('who follows nobody is led to the experts’ calls; an expert is told of their own, and led to publishing', async () => {
  open({ answers: [reply(myOptionCalls, anOptionPage([]))] });
  expect(await screen.findByText('Follow an expert to build your history')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'See experts’ calls' })).toHaveAttribute('href', '/expert-past-strategy-options');
  expect(screen.queryByRole('link', { name: 'Publish an option call' })).not.toBeInTheDocument();
});

test('an expert without calls is told that none has ended this way', async () => {
  open({ path: `${PATH}?tab=cancelled`, snapshot: EXPERT });
  const main = within(document.body);
  expect(await main.findByText('None of your calls has ended this way.')).toBeVisible();
  expect(main.getByRole('link', { name: 'Publish an option call' })).toHaveAttribute('href', '/publish-recommendation-options');
});

test('the base rate of loss stands above the list, and a failure can be tried again', async () => {
  const { host, user } = open({ answers: [refuse(myOptionCalls, 'INTERNAL', 'Something failed.', { request_id: 'r-9' })] });
  expect(screen.getByText('9 out of 10 individual traders in equity Futures and Options Segment, incurred net losses.')).toBeVisible();
  host.answer(reply(myOptionCalls, anOptionPage([anOptionCall()])));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('list', { name: 'Open option calls' })).toBeVisible();
});
