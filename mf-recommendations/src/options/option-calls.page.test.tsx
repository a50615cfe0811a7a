import { webcrypto } from 'node:crypto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { anExpert } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { anOptionCall, anOptionDetail, anOptionPage, aStoppedOption, STANDING } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { listOptionCalls, readOptionCall, readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { aQuote } from '@vimarsh/shared/contract/market/market.testing.ts';
import { readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { type CannedAnswer, type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { describe, expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { INVESTOR } from '../testing/people.ts';
import { OptionBrief } from './option-brief.tsx';
import { Page } from './option-calls.page.tsx';

vi.stubGlobal('crypto', webcrypto);
const PATH = '/expert-past-strategy-options';

function open(path = PATH, answers: CannedAnswer[] = [], snapshot = INVESTOR, page: FakeHostOptions['page'] = {}) {
  const host = fakeHost({
    path,
    snapshot,
    page,
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
  test('a call whose contracts nobody knows says so in its row and in its head, with the reason, and no result of now', async () => {
    const not_judgeable = { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 } as const;
    open(PATH, [reply(listOptionCalls, anOptionPage([anOptionCall({ not_judgeable })]))]);
    const row = await rowOf('Live option calls');
    expect(row).toHaveTextContent('Not judgeable');
    expect(row).toHaveTextContent('Not known now');
    expect(within(row).getByRole('link', { name: /expires 1 Dec 2026: Not judgeable$/ })).toBeInTheDocument();
    const host = fakeHost({ path: PATH, snapshot: INVESTOR, answers: [] });
    render(<OptionBrief call={anOptionCall({ not_judgeable })} />, { wrapper: host.Wrapper });
    expect(screen.getByText(/^On 20 Nov 2026/)).toHaveTextContent(
      'On 20 Nov 2026 the price opened at ₹400.00 after a close of ₹800.00. Trading alone does not move a price that far. Most likely there was a corporate action whose terms are not known here yet. The call waits for that.',
    );
    expect(screen.queryByRole('region', { name: 'What is left' })).toBeNull();
  });

  test('an ended call whose contracts an action changed before anybody knew says so in its row and in its head', async () => {
    const late_action = { ex_date: '2026-11-18', actions: ['bonus'] };
    open(`${PATH}?view=past`, [reply(listOptionCalls, anOptionPage([{ ...aStoppedOption(), late_action }]))]);
    expect(await rowOf('Past option calls')).toHaveTextContent('Under correction');
    const host = fakeHost({ path: PATH, snapshot: INVESTOR, answers: [] });
    render(<OptionBrief call={{ ...aStoppedOption(), late_action }} />, { wrapper: host.Wrapper });
    expect(screen.getByText(/^Bonus of 18 Nov 2026/)).toHaveTextContent(
      'Bonus of 18 Nov 2026 became known after the call had ended, so its terms were not adjusted. Two people look at its end.',
    );
  });

  test('where the loss has no limit, what was made is of the margin', async () => {
    const call = anOptionCall({ max_loss: null, defined_risk: false, on_margin: true, risk: 187_232, now: STANDING });
    open(PATH, [reply(listOptionCalls, anOptionPage([call]))]);
    const row = await rowOf('Live option calls');
    expect(row).toHaveTextContent('of the margin');
    expect(row).not.toHaveTextContent('of the risk');
  });

  test('a live call shows what a lot has made after costs, its payoff, the most that a lot can gain and lose, and how long it runs; the legs are folded', async () => {
    const { user } = open();
    const row = await rowOf('Live option calls');
    // 975 less 4 sides at ₹40 and 0.15 % of the premiums.
    expect(row).toHaveTextContent('+₹746.26per lot, since entry+11.48% of the risk');
    for (const text of ['Bull call spread', 'NIFTY', 'Bullish', 'Most you can gain ₹6,500.00', 'Most you can lose ₹6,500.00', '11 calendar days left'])
      expect(row, text).toHaveTextContent(text);
    expect(row.querySelector('svg path')).not.toBeNull();
    expect(within(row).queryByRole('list', { name: 'Legs' })).toBeNull();
    await user.click(within(row).getByRole('button', { name: '2 legs' }));
    expect(
      within(within(row).getByRole('list', { name: 'Legs' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Buy 24,500 CE 1 lot ₹220.00 now ₹240.00',
      'Sell 24,700 CE 1 lot ₹120.00 now ₹125.00',
      'Breakeven 24,598.00 as published',
      'Expires 1 Dec 2026',
    ]);
    for (const text of ['Paid₹100.00 a share', 'Target+₹3,000.00 profit', 'Stop-loss−₹2,000.00 loss']) expect(row, text).toHaveTextContent(text);
    expect(within(row).getByRole('link', { name: /^Bull call spread on NIFTY by [^,]+, expires \d+ \w+ 2026: Open$/ })).toHaveAttribute('data-call');
  });
  test('a gain that only a price of zero brings says so, and what two expected moves bring stands beside it on both sides', async () => {
    const put = { ...anOptionCall().legs[0]!, type: 'PE', strike: 24_500, entry: 200, mid: 200 } as const;
    const call = anOptionCall({ strategy: 'LONG_PUT', legs: [put], max_profit: 1_579_500, max_loss: -13_000, now: { ...STANDING, exits: [190], move: 300 } });
    const { host } = open(PATH, [reply(listOptionCalls, anOptionPage([call]))]);
    const row = await rowOf('Live option calls');
    for (const text of [
      'Most you can lose ₹13,000.00',
      'If NIFTY falls to 23,960 +₹22,100.00',
      'If NIFTY rises to 25,160 −₹13,000.00',
      'Buy 24,500 put',
      'Strike 24,500',
      'Breakeven 24,300',
      'Now 24,560',
    ])
      expect(row, text).toHaveTextContent(text);
    // The row has what the days that are left can bring; the drawer also what only a price of zero would.
    expect(row).not.toHaveTextContent('Most you can gain');
    render(<OptionBrief call={call} />, { wrapper: host.Wrapper });
    const left = screen.getByRole('region', { name: 'What is left' });
    for (const text of [
      'Most you can gain₹15,79,500.00 with NIFTY at 0',
      'Most you can lose₹13,000.00',
      'If NIFTY rises to 25,160−₹13,000.00',
      'If NIFTY ends where it is now, at 24,560, a lot loses ₹13,000.00.',
      'A lot gains if NIFTY ends below 24,300',
    ])
      expect(left, text).toHaveTextContent(text);
    expect(left.querySelector('svg path')).not.toBeNull();
  });
  test.each([
    ['late', 'Ends today, 15:40: too late for a new entry'],
    ['close', 'Half way to its stop'],
  ] as const)('a call that is %s for a new entry says so', async (entry, words) => {
    const call = anOptionCall({ valid_till: '2026-11-20', now: { ...STANDING, entry_passed: false, entry } });
    open(PATH, [reply(listOptionCalls, anOptionPage([call]))]);
    expect(await rowOf('Live option calls')).toHaveTextContent(words);
  });
  test('the list begins with what can still be entered, and says how many; a passed entry says so in its row', async () => {
    const passed = anOptionCall({ id: 'opt_3', now: { ...STANDING, entry_passed: true } });
    const { lastQuery, user } = open(PATH, [
      reply(listOptionCalls, ({ query }) =>
        query.enter
          ? { ...anOptionPage([anOptionCall({ now: { ...STANDING, entry_passed: false } })]), enterable: 1, entering: true }
          : { ...anOptionPage([passed]), enterable: 1, entering: false },
      ),
    ]);
    expect(await screen.findByRole('radio', { name: 'Can still enter 1' })).toBeChecked();
    expect(await rowOf('Live option calls')).not.toHaveTextContent('Entry passed');
    expect(lastQuery()).toMatchObject({ view: 'live', enter: 'first' });
    await user.click(screen.getByRole('radio', { name: 'All' }));
    expect(await screen.findByText('Entry passed')).toBeInTheDocument();
    expect(lastQuery()).not.toHaveProperty('enter');
    expect(location.search).toBe('?type=all');
    await user.click(screen.getByRole('radio', { name: 'Can still enter 1' }));
    expect(location.search).toBe('?enter=1');
  });
  test('where nothing can be entered, all that run stand there with the reason; chosen alone, the way to them is a button', async () => {
    const none = { enterable: 0, entering: false };
    const { user } = open(PATH, [reply(listOptionCalls, ({ query }) => ({ ...anOptionPage(query.enter === '1' ? [] : [anOptionCall()]), ...none }))]);
    expect(await screen.findByText('No option call can be entered as published now. Here are all that run.')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Can still enter 0' }));
    await user.click(await screen.findByRole('button', { name: 'Show all live calls' }));
    expect(await rowOf('Live option calls')).toBeInTheDocument();
  });
  test('while the underlying ticks, the quotes of an open call are read again, at most every ten seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] });
    try {
      const { host } = open();
      await rowOf('Live option calls');
      const asked = () => host.calls.filter(({ route }) => route === listOptionCalls).length;
      const before = asked();
      act(() => host.quote(aQuote({ symbol: 'NIFTY' })));
      expect(asked()).toBe(before);
      vi.setSystemTime(Date.now() + 10_001);
      act(() => host.quote(aQuote({ symbol: 'NIFTY' })));
      act(() => host.quote(aQuote({ symbol: 'NIFTY' })));
      await waitFor(() => expect(asked()).toBe(before + 1));
    } finally {
      vi.useRealTimers();
    }
  });
  test('a past call shows its loss where a gain would stand', async () => {
    const { lastQuery } = open(`${PATH}?view=past`);
    const row = await rowOf('Past option calls');
    expect(row).toHaveTextContent('−₹2,275.00per lot−35.00% of the risk');
    expect(row).toHaveTextContent('Stop-loss reached');
    expect(row).not.toHaveTextContent('now');
    expect(lastQuery()).toMatchObject({ view: 'past', period: '1M' });
  });
  test('a call with a bought leg that nobody bids for says what it has made with that leg at nothing, and levels and limits in ₹ of a lot', async () => {
    const [bought, sold] = anOptionCall().legs;
    const legs = [sold!, { ...bought!, strike: 24_900, entry: 40 }];
    const now = { ...STANDING, exits: [60, null], pnl: null };
    open(PATH, [reply(listOptionCalls, anOptionPage([anOptionCall({ legs, level_basis: 'pnl', target: 3000, stop_loss: -2000, now })]))]);
    const row = await rowOf('Live option calls');
    for (const text of ['+₹1,118.55', 'no bid for 24,900 CE: counted as ₹0', 'At target +₹3,000.00', 'At stop-loss −₹2,000.00'])
      expect(row, text).toHaveTextContent(text);
    expect(row).not.toHaveTextContent('No quote now');
  });
  test('a call whose legs nobody quotes says so', async () => {
    const { user } = open(PATH, [
      reply(
        listOptionCalls,
        anOptionPage([anOptionCall({ stale: { since: STANDING.at, legs: ['24500 CE'] }, now: { ...STANDING, exits: [null, 125], pnl: null } })]),
      ),
    ]);
    const row = await rowOf('Live option calls');
    expect(row).toHaveTextContent('A leg without a quote');
    expect(row).toHaveTextContent('No quote now');
    await user.click(within(row).getByRole('button', { name: '2 legs' }));
    expect(
      within(row)
        .getAllByRole('listitem')
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual(['Buy 24,500 CE 1 lot ₹220.00 no quote', 'Sell 24,700 CE 1 lot ₹120.00 now ₹125.00']);
  });
  test('the premium of a row is the one it was filled at, and before that the published one', async () => {
    const waiting = { status: 'awaiting_entry', entry_at: null, legs: anOptionCall().legs.map((leg) => ({ ...leg, entry: null })) } as const;
    const { user } = open(PATH, [reply(listOptionCalls, anOptionPage([anOptionCall(), anOptionCall({ id: 'opt_3', ...waiting })]))]);
    const list = await screen.findByRole('list', { name: 'Live option calls' });
    expect(within(list).getByText('entry ₹98.00 a share')).toBeInTheDocument();
    for (const legs of within(list).getAllByRole('button', { name: '2 legs' })) await user.click(legs);
    expect([...list.querySelectorAll('dl > div:first-child')].map(({ textContent }) => textContent)).toEqual(['Paid₹100.00 a share', 'Paid₹98.00 a share']);
  });
  test.each([
    ['premium', 117.1, 'Target₹117.10 a share', 'Stop-loss₹210.05 a share'],
    ['underlying', 24_700, 'Target24,700.00 NIFTY', 'Stop-loss210.05 NIFTY'],
  ] as const)('levels on %s have their unit beside them', async (level_basis, target, first, second) => {
    const { user } = open(PATH, [reply(listOptionCalls, anOptionPage([anOptionCall({ level_basis, target, stop_loss: 210.05 })]))]);
    const row = await rowOf('Live option calls');
    await user.click(within(row).getByRole('button', { name: '2 legs' }));
    for (const text of [first, second]) expect(row).toHaveTextContent(text);
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
  test('the icon of an expert who is followed says so, and what pressing it does', async () => {
    const { expert } = anOptionCall();
    open(PATH, [reply(listExperts, [anExpert({ user_id: expert.user_id, following: true })])]);
    await rowOf('Live option calls');
    const icon = await screen.findByRole('button', { name: `Follow ${expert.full_name}`, pressed: true });
    expect(icon).toHaveAttribute('title', `Following ${expert.full_name}. Press to unfollow`);
  });
  test('the risk disclosure stands above the calls', async () => {
    open();
    expect(screen.getByText('9 out of 10 individual traders in equity Futures and Options Segment, incurred net losses.')).toBeInTheDocument();
  });
});

describe('an expert’s record (product A.1, C.2)', () => {
  const pool = {
    n: 12,
    hits: 7,
    misses: 5,
    hit_rate: 58.3333,
    avg_return: 4.2,
    avg_net_return: 3.1,
    median_return: 3,
    best: 60,
    worst: -100,
    profit_factor: 1.3,
  };
  const record = {
    allowed: true,
    mode: 'demo' as const,
    defined: { ...pool, avg_days: 4, early_exit_pct: 0, avg_slippage: 82.5 },
    on_margin: {
      ...{ n: 6, hits: 4, misses: 2, hit_rate: null, avg_return: null, median_return: null, best: null, worst: null, profit_factor: null },
      ...{ avg_days: null, early_exit_pct: null, avg_slippage: null },
    },
    lapsed: 1,
    cancelled: 2,
    method_version: 'options-2',
    as_of: STANDING.at,
    disclaimer: 'Simulated market, fictional experts: not real performance.',
  };
  test('past calls of one expert stand under what came of them: limited risk and margin apart, losses beside gains, too few not summarised', async () => {
    const asked: object[] = [];
    open(`${PATH}?view=past&user_id=exp_01&period=1Y`, [
      reply(readOptionPerformance, ({ query }) => {
        asked.push(query!);
        return record;
      }),
    ]);
    const box = await screen.findByRole('region', { name: 'Record of option calls' });
    expect(await within(box).findByText('58.33% (7)')).toBeInTheDocument();
    for (const text of [
      'At a loss41.67% (5)',
      'Worst−100.00%',
      'Mean return, after costs+3.10%',
      'Best+60.00%',
      'Mean slippage₹82.50',
      '6 closed calls: too few to summarise.',
      'Never entered: 1.',
    ])
      expect(box, text).toHaveTextContent(text);
    expect(asked).toEqual([{ user_id: 'exp_01', period: '1Y' }]);
  });
  test('where figures are not allowed there are none', async () => {
    open(`${PATH}?view=past&user_id=exp_01`, [
      reply(readOptionPerformance, { ...record, allowed: false, mode: 'client_request', defined: null, on_margin: null, disclaimer: 'Figures on request.' }),
    ]);
    const box = await screen.findByRole('region', { name: 'Record of option calls' });
    expect(await within(box).findByText('Figures on request.')).toBeInTheDocument();
    expect(box).not.toHaveTextContent('%');
  });
});

const PRO = { ...INVESTOR, plan: { plan_name: 'Pro', promotional_plan: false } } as typeof INVESTOR;

describe('states', () => {
  test('while it loads there is the shape of the list', () => {
    open();
    expect(screen.getByText('Loading calls')).toBeInTheDocument();
  });
  test('empty with filters and without', async () => {
    const { user } = open(`${PATH}?stock=NIFTY`, [reply(listOptionCalls, anOptionPage([]))], PRO);
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
    const plans = { name: 'm', manifest: { routes: [{ path: '/pricing/:method?', title: 'A', guard: 'open', layout: 'frame' }] } } as unknown as PageRelease;
    open(PATH, [reply(listOptionCalls, anOptionPage([]))], INVESTOR, { releases: { id: 't', preview: [], modules: { m: plans }, fallbacks: {} } });
    expect(await screen.findByText(/^Live option calls are outside your plan\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'How to read them: Live option calls' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Check plans' })).toHaveAttribute('href', '/pricing');
    // One box says it, not two.
    await screen.findByRole('button', { name: 'See how calls ended' });
    expect(screen.queryByText('No live option calls for you now')).toBeNull();
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

test('option calls that were paid for say that the PAN opens them', async () => {
  open(PATH, [reply(listOptionCalls, anOptionPage([]))], {
    ...INVESTOR,
    plan: { plan_name: 'Premium', promotional_plan: false, kyc_gate: { open: null } },
  } as typeof INVESTOR);
  expect(await screen.findByText('Give your PAN to open your plan’s calls.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Give my PAN' })).toHaveAttribute('href', '/my-account?tab=plan');
  expect(screen.queryByText(/outside your plan/)).toBeNull();
});

describe('the drawer', () => {
  test('it shows the fills of a follower beside what the page showed, and the slippage', async () => {
    open(`${PATH}?view=past&reco=opt_2`);
    const drawer = await screen.findByRole('dialog', { name: 'NIFTY · Bull call spread' });
    // Folded until somebody asks.
    const table = within(drawer).getByRole('table', { name: 'Legs with the prices a follower got' });
    expect(table).not.toBeVisible();
    await aUser().click(within(drawer).getByRole('heading', { name: '2 legs' }));
    expect(table).toBeVisible();
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('₹219.00₹220.00₹150.00');
    for (const text of ['A follower made, before costs', '−₹2,080.00', 'Slippage cost₹195.00', 'Thesis', 'Entered at the prices a follower got'])
      expect(drawer, text).toHaveTextContent(text);
    expect(within(drawer).getByRole('button', { name: 'Verify this record' })).toBeInTheDocument();
  });
  test('before the entry premium and limits are those of the publication; entered, they stand as published and as filled', async () => {
    const factsOf = (label: string): string[] =>
      [...screen.getByText(label, { selector: 'dt' }).parentElement!.querySelectorAll('dd')].map(({ textContent }) => textContent.trim());
    const waiting = anOptionCall({ status: 'awaiting_entry', entry_at: null, legs: anOptionCall().legs.map((leg) => ({ ...leg, entry: null })) });
    const { unmount } = render(<OptionBrief call={waiting} />, { wrapper: fakeHost({ path: PATH, snapshot: INVESTOR, answers: [] }).Wrapper });
    expect([factsOf('Paid per share'), factsOf('Largest loss'), factsOf('Breakeven')]).toEqual([['₹98.00'], ['−₹6,370.00'], ['24,598.00']]);
    unmount();
    render(<OptionBrief call={anOptionCall()} />, { wrapper: fakeHost({ path: PATH, snapshot: INVESTOR, answers: [] }).Wrapper });
    expect(factsOf('Paid per share')).toEqual(['₹98.00 as published', '₹100.00 as filled']);
    expect(factsOf('Largest profit')).toEqual(['+₹6,630.00 as published', '+₹6,500.00 as filled']);
    expect(factsOf('Largest loss')).toEqual(['−₹6,370.00 as published', '−₹6,500.00 as filled']);
    expect(factsOf('Breakeven')).toEqual(['24,598.00 as published', '24,600.00 as filled']);
    // Fills say nothing of these.
    expect([factsOf('Margin, estimated'), factsOf('Probability of profit')]).toEqual([['₹6,370.00 as published'], ['46.00% as published']]);
    // What is not about prices is said once.
    expect(factsOf('Target')).toEqual(['+₹3,000.00']);
  });
  test('an open call says in ₹ of a lot how far its target and its stop-loss are and what closing it brings now, and that its exit was asked for', async () => {
    const call = anOptionCall({ now: STANDING });
    const asked = { n: 3, type: 'exit_request', payload: {}, actor: 'exp_01', ts: STANDING.at, hash: 'e'.repeat(64) } as const;
    const detail = anOptionDetail(call);
    open(`${PATH}?reco=opt_1`, [reply(readOptionCall, { ...detail, events: [...detail.events, asked] })]);
    const box = await screen.findByRole('region', { name: 'What is left' });
    expect(box).toHaveTextContent(
      'Left to the target+₹2,025.00Left to the stop-loss−₹2,975.00Most you can gain₹6,500.00Most you can lose₹6,500.00Paid₹6,500.00Closing brings now₹7,475.00Time left11 calendar days left',
    );
    expect(box).toHaveTextContent('Amounts are of one lot, without costs');
    const drawer = screen.getByRole('dialog');
    expect(within(drawer).getByText('Exit asked for')).toBeInTheDocument();
    expect(drawer).toHaveTextContent('Now, by today’s volatilities, ₹');
    expect(drawer).toHaveTextContent('The line for now keeps today’s volatilities.');
  });
  test('an ended call has no line for now, and says nothing of one', async () => {
    open(`${PATH}?view=past&reco=opt_2`);
    const drawer = await screen.findByRole('dialog', { name: 'NIFTY · Bull call spread' });
    expect(await within(drawer).findByText(/^From the prices a follower got, without costs\./)).toBeInTheDocument();
    expect(drawer).not.toHaveTextContent('volatilities');
  });
  test('it shows what decided the end: where the call stood, and the quotes of its legs; nothing where the record is older', async () => {
    const call = aStoppedOption();
    const terms = call.legs.map(({ side, type, strike, expiry, lots, mid }) => ({ side, type, strike, expiry, lots, mid }));
    const { lot_size, level_basis, target, stop_loss, valid_till } = call;
    const published = { legs: terms, lot_size, level_basis, target, stop_loss, valid_till, entry_until: call.valid_till, expires_at: call.valid_till };
    const decided = {
      ...{ as: 'sl_hit', basis: 'level', mids: [150.5, 82.5], spot: 24_301, first: false, rules: 1 },
      quotes: [
        { bid: 150, ask: 151 },
        { bid: 81.95, ask: 83.05 },
      ],
      underlying: { open: 24_305, high: 24_310.5, low: 24_299 },
    };
    const event = (n: number, type: 'publish' | 'entry_fill' | 'closing', ts: string, payload: Record<string, unknown>) => ({
      ...{ n, type, ts, payload, actor: 'engine', hash: String(n).repeat(64) },
    });
    const detail = (payload: Record<string, unknown>, changed: object = {}) =>
      anOptionDetail(call, {
        events: [
          event(1, 'publish', call.published_at, { ...published, ...changed }),
          event(2, 'entry_fill', call.entry_at!, {
            legs: [
              { price: 220, mid: 219 },
              { price: 120, mid: 121 },
            ],
            spot: 24_520,
          }),
          event(3, 'closing', '2026-11-20T06:00:00.000Z', payload),
        ],
      });
    const { first: _, quotes: _quotes, underlying: _underlying, ...older } = decided;
    const { host, user } = open(`${PATH}?view=past&reco=opt_2`, [reply(readOptionCall, detail(decided))]);
    const drawer = await screen.findByRole('dialog', { name: 'NIFTY · Bull call spread' });
    expect(within(drawer).getByRole('heading', { name: 'How it closed' })).toBeInTheDocument();
    // (150 − 83.05 − 100) · 65.
    for (const text of ['Target then +₹3,000.00, stop-loss −₹2,000.00.', 'the call stood at −₹2,148.25.']) expect(drawer, text).toHaveTextContent(text);
    const rows = within(within(drawer).getByRole('table', { name: 'Quotes that decided the end' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual(['Buy 24,500 CE₹150.00₹151.00', 'Sell 24,700 CE₹81.95₹83.05']);

    await user.click(within(drawer).getByRole('button', { name: 'Close' }));
    host.answer(reply(readOptionCall, detail(decided, { level_basis: 'underlying', target: 24_700, stop_loss: 24_300 })));
    await user.click(within(await screen.findByRole('list', { name: 'Past option calls' })).getByRole('link', { name: /^Bull call spread on/ }));
    expect(await screen.findByText(/^The underlying since the look before/)).toHaveTextContent(
      'The underlying since the look before: open 24,305.00, high 24,310.50, low 24,299.00, last 24,301.00.',
    );

    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    host.answer(reply(readOptionCall, detail(older)));
    await user.click(within(await screen.findByRole('list', { name: 'Past option calls' })).getByRole('link', { name: /^Bull call spread on/ }));
    await screen.findByText('A follower made, before costs');
    expect(screen.queryByRole('heading', { name: 'How it closed' })).not.toBeInTheDocument();
  });
  test('a call outside the plan is one it does not know; it says that this may be why', async () => {
    open(`${PATH}?reco=opt_7`, [refuse(readOptionCall, 'NOT_FOUND', 'We could not find that.')]);
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText(/^It may be outside your plan/)).toBeInTheDocument();
  });
});
