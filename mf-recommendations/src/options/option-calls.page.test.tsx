import { webcrypto } from 'node:crypto';
import { render, screen, within } from '@testing-library/react';
import { anExpert } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listOptionCalls, readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { describe, expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { INVESTOR } from '../testing/people.ts';
import { anOptionCall, anOptionDetail, anOptionPage, aStoppedOption, STANDING } from './option.testing.ts';
import { OptionBrief } from './option-brief.tsx';
import { Page } from './option-calls.page.tsx';

vi.stubGlobal('crypto', webcrypto);
const PATH = '/expert-past-strategy-options';

function open(path = PATH, answers: CannedAnswer[] = [], snapshot = INVESTOR) {
  const host = fakeHost({
    path,
    snapshot,
    answers: [
      reply(listOptionCalls, ({ query }) => anOptionPage(query.view === 'past' ? [aStoppedOption()] : [anOptionCall({ now: STANDING })])),
      reply(listExperts, [anExpert()]),
      reply(readOptionUnderlyings, [{ symbol: 'NIFTY', name: 'Nifty 50', kind: 'index' }]),
      reply(readOptionCall, anOptionDetail(aStoppedOption())),
      ...answers,
    ],
  });
  render(<Page />, { wrapper: host.Wrapper });
  const lastQuery = () => host.calls.filter(({ route }) => route === listOptionCalls).at(-1)!.input.query as Record<string, unknown>;
  return { host, lastQuery, user: aUser() };
}
const rowOf = async (label: string) => within(await screen.findByRole('list', { name: label })).getAllByRole('listitem')[0]!;

describe('the list (S2.1-ROUTE-23)', () => {
  test('a live call shows strategy, legs, levels on their basis, what it makes now and what is left of it', async () => {
    open();
    const row = await rowOf('Live option calls');
    for (const text of ['Bull call spread', 'NIFTY', 'Bullish', '+₹3,000.00', '−₹2,000.00', 'Profit or loss of the call', '11 days left'])
      expect(row, text).toHaveTextContent(text);
    expect(
      within(row)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Buy 24,500 CE 1 lot ₹220.00', 'Sell 24,700 CE 1 lot ₹120.00']);
    expect(row).toHaveTextContent('+₹975.00 (+15.00%)');
    expect(within(row).getByRole('link', { name: /^Bull call spread on NIFTY by [^,]+, expires \d+ \w+ 2026: Open$/ })).toHaveAttribute('data-call');
  });
  test('a past call shows its loss where a gain would stand', async () => {
    const { lastQuery } = open(`${PATH}?view=past`);
    const row = await rowOf('Past option calls');
    expect(row).toHaveTextContent('−₹2,275.00 (−35.00%)');
    expect(row).toHaveTextContent('Stop-loss reached');
    expect(lastQuery()).toMatchObject({ view: 'past', period: '1M' });
  });
  test('a call whose legs nobody quotes says so', async () => {
    open(PATH, [
      reply(
        listOptionCalls,
        anOptionPage([anOptionCall({ stale: { since: STANDING.at, legs: ['24500 CE'] }, now: { ...STANDING, exits: [null, 125], pnl: null } })]),
      ),
    ]);
    const row = await rowOf('Live option calls');
    expect(row).toHaveTextContent('No quote');
    expect(row).toHaveTextContent('No quote now');
  });
  test('a call whose underlying is under the F&O ban says so, in the list and opened', async () => {
    const { host } = open(PATH, [reply(listOptionCalls, anOptionPage([anOptionCall({ now: { ...STANDING, banned: true } })]))]);
    expect(await rowOf('Live option calls')).toHaveTextContent('In F&O ban');
    render(<OptionBrief call={anOptionCall({ now: { ...STANDING, banned: true } })} />, { wrapper: host.Wrapper });
    expect(screen.getByText('In F&O ban today: positions may be closed, and none may be opened.')).toBeInTheDocument();
  });
  test('filters are kept in the address and sent', async () => {
    const { lastQuery, user } = open();
    await screen.findByRole('list', { name: 'Live option calls' });
    await user.click(screen.getByRole('button', { name: 'Limited risk' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Strategy' }), 'IRON_CONDOR');
    expect(location.search).toBe('?strategy=IRON_CONDOR&limited=1');
    await screen.findByRole('list', { name: 'Live option calls' });
    expect(lastQuery()).toMatchObject({ strategy: 'IRON_CONDOR', defined_risk: '1' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(location.search).toBe('');
  });
  test('the risk disclosure stands above the calls', async () => {
    open();
    expect(screen.getByText('9 out of 10 individual traders in equity Futures and Options Segment, incurred net losses.')).toBeInTheDocument();
  });
});

describe('states', () => {
  test('while it loads there is the shape of the list', () => {
    open();
    expect(screen.getByText('Loading calls')).toBeInTheDocument();
  });
  test('empty with filters and without', async () => {
    const { user } = open(`${PATH}?stock=NIFTY`, [reply(listOptionCalls, anOptionPage([]))]);
    expect(await screen.findByText('No calls match these filters')).toBeInTheDocument();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(await screen.findByText('No live option calls for you now')).toBeInTheDocument();
  });
  test('a failure offers another try, which asks again', async () => {
    const { host, user } = open(PATH, [refuse(listOptionCalls, 'UNREACHABLE', 'The server could not be reached.')]);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    const asked = host.calls.length;
    await user.click(retry);
    expect(host.calls.slice(asked).some(({ route }) => route === listOptionCalls)).toBe(true);
  });
  test('whoever lacks live calls is told so, with the way to them', async () => {
    open(PATH, [reply(listOptionCalls, anOptionPage([]))]);
    expect(await screen.findByText('Live option calls are outside your plan.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'How to read them: Live option calls' })).toBeInTheDocument();
  });
  test.each([
    ['Premium', 'You see live calls on an index with limited risk. The others are outside your plan.'],
    ['Pro', null],
  ])('%s is told what it leaves out', async (plan_name, text) => {
    open(PATH, [], { ...INVESTOR, plan: { plan_name, promotional_plan: false } } as typeof INVESTOR);
    await screen.findByRole('list', { name: 'Live option calls' });
    expect(screen.queryAllByText(/outside your plan/).map(({ textContent }) => textContent)).toEqual(text === null ? [] : [text]);
  });
});

describe('the drawer', () => {
  test('it shows the fills of a follower beside what the page showed, and the slippage', async () => {
    open(`${PATH}?view=past&reco=opt_2`);
    const drawer = await screen.findByRole('dialog', { name: 'NIFTY · Bull call spread' });
    const table = within(drawer).getByRole('table', { name: 'Legs with the prices a follower got' });
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('₹219.00₹220.00₹150.00');
    for (const text of ['A follower made', '−₹2,080.00', 'Slippage', '+₹195.00', 'Thesis', 'Entered at the quotes a follower met'])
      expect(drawer, text).toHaveTextContent(text);
    expect(within(drawer).getByRole('button', { name: 'Verify this record' })).toBeInTheDocument();
  });
  test('a call outside the plan is one it does not know; it says that this may be why', async () => {
    open(`${PATH}?reco=opt_7`, [refuse(readOptionCall, 'NOT_FOUND', 'We could not find that.')]);
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText(/^It may be outside your plan/)).toBeInTheDocument();
  });
});
