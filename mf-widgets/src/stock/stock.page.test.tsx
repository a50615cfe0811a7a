import { act, render, screen, waitFor, within } from '@testing-library/react';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { readCandlesInsight } from '@vimarsh/shared/contract/candles-insight/routes.ts';
import type { CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight/routes.ts';
import { readAuthorLines } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { aQuote, aStock } from '@vimarsh/shared/contract/market/market.testing.ts';
import { readInstrument, readQuotes, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { readOptionsInsight, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { readSentiment } from '@vimarsh/shared/contract/sentiment/routes.ts';
import { type CannedAnswer, type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { LATE } from '@vimarsh/shared/kit/query/late.ts';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import { EQUITY } from '../equity/sample-equity.testing.ts';
import { OPTIONS } from '../options/sample-options.testing.ts';
import { SENTIMENT } from '../sentiment/sample-sentiment.testing.ts';
import { Page } from './stock.page.tsx';
import { PartState } from './stock-part.tsx';

const insight = {
  ...EQUITY,
  symbol: 'TCS',
  name: 'Tata Consultancy Services',
  sector: 'IT',
  consensus: {
    ...EQUITY.consensus,
    ...{ buy: 1, sell: 1, hold: 0, experts: 2 },
    spread: { agreement: 0, targets: null },
  },
};
const candle = (day: string, c: number) => ({ t: `${day}T03:45:00.000Z`, o: c, h: c + 20, l: c - 20, c, v: 1000 });
const open = aCall();
const sell = aCall({ id: 'call_2', call_type: 'Sell', expert: { ...open.expert, user_id: 'exp_02', full_name: 'Manoj Pattnaik' } });
const ended = aCall({
  id: 'call_3',
  status: 'target_hit',
  exit: { price: 3150, ts: '2026-11-19T05:00:00.000Z', reason: '' },
  ended_at: '2026-11-19T05:00:00.000Z',
  realised_return: 5,
  r_multiple: 2,
});
const MEMBER: FakeHostOptions['snapshot'] = {
  signedIn: true,
  user: { id: 'u', full_name: 'A', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false },
};

const candlesAnswer: CandlesInsight = {
  symbol: 'TCS',
  interval: '1d',
  intervals: ['5m', '1h', '1d', '1w'],
  candles: [candle('2026-11-17', 2990), candle('2026-11-18', 3000), candle('2026-11-19', 3150)],
  calls: [],
  share_changes: [],
  as_of: '2026-11-20T06:00:00.000Z',
  phase: 'continuous',
  stale: false,
  source: 'simulated',
};

const ANSWERS: CannedAnswer[] = [
  reply(readInstrument, aStock()),
  reply(readQuotes, [aQuote()]),
  reply(readEquityInsight, insight),
  reply(readCandlesInsight, candlesAnswer),
  reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [ended] : [open, sell])),
  reply(readSentiment, { ...SENTIMENT, symbol: 'TCS' }),
  reply(readOptionUnderlyings, [{ symbol: 'TCS', name: 'Tata Consultancy Services', kind: 'equity' }]),
  reply(readOptionsInsight, { ...OPTIONS, symbol: 'TCS' }),
  reply(searchInstruments, [aStock()]),
];

function show(path = '/stocks/TCS', options: FakeHostOptions = {}) {
  const host = fakeHost({ pattern: '/stocks/:symbol?', ...options, path, answers: [...ANSWERS, ...(options.answers ?? [])] });
  render(<Page />, { wrapper: host.Wrapper });
  return host;
}
const premium: FakeHostOptions['snapshot'] = {
  ...MEMBER,
  plan: { plan_name: 'Premium', promotional_plan: false, starts_at: '2026-11-01', ends_at: '2026-12-01' },
};
const region = (name: string) => screen.findByRole('region', { name });

test('one page has price, change, time, name and what kind of stock it is, and the way to each part', async () => {
  show();
  expect((await screen.findAllByText('₹3,040.00'))[0]).toBeVisible();
  expect(screen.getByText('+1.33%')).toBeVisible();
  expect(screen.getByText('as of 11:30:00 IST')).toBeVisible();
  expect(await screen.findByText('Tata Consultancy Services')).toBeVisible();
  expect(screen.getByText('NSE · IT · large cap')).toBeVisible();
  await region('Options');
  const links = within(screen.getByRole('navigation', { name: 'Parts of this page' })).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Chart', 'Calls', 'Options', 'Technicals', 'Sentiment', 'Corporate actions']);
  for (const link of links) expect(document.querySelector(link.getAttribute('href')!)).not.toBeNull();
});

test('calls that are too few for the score say how many there are and how many it takes, and not a bare dash beside the consensus', async () => {
  const detail = '2 open calls by 2 experts; at least 3 by 2 are needed';
  const drivers = SENTIMENT.drivers.map((driver) => (driver.key === 'experts' ? { ...driver, value: null, weight: 0, detail } : driver));
  show('/stocks/TCS', { answers: [reply(readSentiment, { ...SENTIMENT, symbol: 'TCS', drivers })] });
  expect(await screen.findByText(`Experts’ open calls: ${detail}`)).toBeVisible();
  expect(screen.getByText('Experts’ open calls', { selector: 'li *' }).closest('li')).toHaveTextContent('not counted');
});

test('who paid for a plan and gave no PAN is told that it opens the calls', async () => {
  show('/stocks/TCS', { snapshot: { ...premium, plan: { ...premium!.plan!, kyc_gate: { open: null } } } });
  const calls = await region('Experts’ calls');
  expect(await within(calls).findByText('Give your PAN to open your plan’s calls. Ended calls are shown.')).toBeVisible();
  expect(within(calls).getByRole('link', { name: 'Give my PAN' })).toHaveAttribute('href', '/my-account?tab=plan');
});

test('a member reads the consensus of the calls of their plan, the calls, and how others ended', async () => {
  show('/stocks/TCS', { snapshot: premium });
  const calls = await region('Experts’ calls');
  expect(await within(calls).findByText('2 experts: 1 Buy · 1 Sell')).toBeVisible();
  expect(within(calls).getByText(/^The experts disagree: 1 says Buy, 1 says Sell\./)).toBeVisible();
  expect(await within(calls).findByText(/^Only short-term, medium-term and long-term calls are counted/)).toBeVisible();
  expect(within(within(calls).getByRole('list', { name: 'Open calls on TCS' })).getAllByRole('listitem')).toHaveLength(2);
  expect(await within(calls).findByText(/^1 call: 1 gained, 0 lost\. /)).toBeVisible();
  expect(within(calls).getByRole('link', { name: /^Sell TCS, Short term, by Manoj Pattnaik: / })).toHaveAttribute(
    'href',
    '/experts-past-recommendations?reco=call_2',
  );
  expect(await screen.findByText(/Open calls of 2 experts/)).toBeVisible();
});

test('an open call is told by what it has made and what is left of it at the price now, as in the list of calls, and that its entry has passed', async () => {
  const host = show('/stocks/TCS', { snapshot: premium, answers: [reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [ended] : [open]))] });
  const list = await screen.findByRole('list', { name: 'Open calls on TCS' });
  const line = within(list).getByRole('listitem');
  act(() => host.quote(aQuote({ symbol: 'TCS', ltp: 3020 })));
  expect(line).toHaveTextContent('+0.42%after coststo target 4.30% to stop 3.15%');
  expect(line).not.toHaveTextContent('Entry passed');
  act(() => host.quote(aQuote({ symbol: 'TCS', ltp: 3120 })));
  expect(line).toHaveTextContent('+3.75%after coststo target 0.96% to stop 6.25%');
  expect(line).toHaveTextContent('Entry passed');
  expect(within(line).queryByText('+5.00%')).toBeNull();
});

test('beside each call stands what its author’s ended calls made, and what can still be done with it at the price now', async () => {
  const line = { of: 'shares' as const, n: 100, gained: 57, lost: 43, too_few: false, average: -0.2, averaged: 100, chance: null };
  const lines = (authors: string) => authors.split(',').map((user_id) => ({ ...line, user_id }));
  const answer = { allowed: true, mode: 'demo' as const, disclaimer: '', as_of: '2026-11-20T06:00:00.000Z' };
  const host = show('/stocks/TCS', {
    snapshot: premium,
    answers: [
      reply(readAuthorLines, ({ query }) => ({ ...answer, lines: lines(query.authors) })),
      reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [ended] : [open])),
    ],
  });
  await screen.findByRole('list', { name: 'Open calls on TCS' });
  act(() => host.quote(aQuote({ symbol: 'TCS', ltp: 3020 })));
  for (const name of ['Experts on TCS now', 'Open calls on TCS']) {
    const call = within(await screen.findByRole('list', { name })).getByRole('listitem');
    expect(await within(call).findByText(/^57 of 100 gained, avg −0.20%/)).toBeVisible();
    expect(call).toHaveTextContent(/0\.\d+% above entry|within entry/);
  }
  const past = within(await screen.findByRole('list', { name: 'Ended calls on TCS' })).getByRole('listitem');
  expect(within(past).getByText(/^57 of 100 gained/)).toBeVisible();
  expect(past).not.toHaveTextContent('entry');
});

test('an open call that prices can’t judge has no way left to its levels, and says so', async () => {
  const unjudged = { ...open, not_judgeable: { cause: 'missing_day' as const, day: '2026-11-18', before: null, opened: null } };
  const host = show('/stocks/TCS', { snapshot: premium, answers: [reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [ended] : [unjudged]))] });
  const line = within(await screen.findByRole('list', { name: 'Open calls on TCS' })).getByRole('listitem');
  act(() => host.quote(aQuote({ symbol: 'TCS', ltp: 3120 })));
  expect(line).toHaveTextContent('–after coststo target – to stop –');
  expect(line).toHaveTextContent('Not judgeable');
  expect(line).not.toHaveTextContent('Entry passed');
});

test('of the calls one may see, one has its levels drawn, and another can be chosen', async () => {
  show('/stocks/TCS', { snapshot: premium });
  const user = aUser();
  const chosen = await screen.findByRole('combobox', { name: 'Call whose levels are drawn' });
  expect(
    within(chosen)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Buy · Short term · Ananya Rao-Kulkarni · open',
    'Sell · Short term · Manoj Pattnaik · open',
    'Ended 19 Nov 2026 · Buy · Short term · Ananya Rao-Kulkarni',
    'No levels',
  ]);
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('table', { name: 'TCS, daily prices with the levels of a call' })).toBeInTheDocument();
  await user.selectOptions(chosen, 'No levels');
  expect(screen.getByRole('table', { name: 'TCS, daily prices' })).toBeInTheDocument();
});

const nothingLive = [
  reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [ended] : [])),
  reply(readEquityInsight, { ...insight, consensus: { ...EQUITY.consensus, buy: 0, sell: 0, hold: 0, experts: 0 } }),
];

test('where no call is open none is drawn; one that ended, chosen by hand, is marked as such', async () => {
  const lapsed = { ...ended, id: 'call_4', call_type: 'Sell' as const, status: 'lapsed' as const, entry_fill: null, exit: null };
  show('/stocks/TCS', {
    snapshot: premium,
    answers: [...nothingLive, reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [lapsed] : []))],
  });
  const user = aUser();
  const chosen = await screen.findByRole('combobox', { name: 'Call whose levels are drawn' });
  await waitFor(() => expect(chosen).toBeEnabled());
  expect(chosen).toHaveDisplayValue('No levels');
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('table', { name: 'TCS, daily prices' })).toBeInTheDocument();
  await user.selectOptions(chosen, 'Ended 19 Nov 2026, not triggered · Sell · Short term · Ananya Rao-Kulkarni');
  expect(screen.getByText('Ended 19 Nov 2026, not triggered: these are the levels of an ended call.')).toBeVisible();
  expect(screen.getByText('Sell · Short term · Ananya Rao-Kulkarni', { selector: 'p *' })).toBeVisible();
  expect(screen.getByRole('table', { name: 'TCS, daily prices with the levels of an ended call' })).toBeInTheDocument();
});

test('the levels of a call that ended before a small bonus are not drawn, and it says why', async () => {
  const candles = { ...candlesAnswer, share_changes: [{ day: '2026-11-20', ratio: 1.25 }] };
  show('/stocks/TCS', { snapshot: premium, answers: [...nothingLive, reply(readCandlesInsight, candles)] });
  const user = aUser();
  const chosen = await screen.findByRole('combobox', { name: 'Call whose levels are drawn' });
  await waitFor(() => expect(chosen).toBeEnabled());
  await user.selectOptions(chosen, 'Ended 19 Nov 2026 · Buy · Short term · Ananya Rao-Kulkarni');
  expect(screen.getByText(/^The levels of this call are not drawn: it was published before a split or bonus/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('table', { name: 'TCS, daily prices' })).toBeInTheDocument();
});

test('a visitor is not told whether there are open calls, and has a way in; a call that ended opens on the public page', async () => {
  show('/stocks/TCS', { answers: nothingLive });
  const calls = await region('Experts’ calls');
  expect(await within(calls).findByText(/^Log in to see experts’ open calls/)).toBeVisible();
  expect(within(calls).getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  expect(await within(calls).findByRole('link', { name: /^Buy TCS, Short term, by / })).toHaveAttribute('href', '/?reco=call_3');
  expect(calls).not.toHaveTextContent(/No expert has|experts?:/);
});

test('a free member is told that the count is not theirs either, and where calls ended', async () => {
  show('/stocks/TCS', { snapshot: MEMBER, answers: nothingLive });
  const calls = await region('Experts’ calls');
  expect(await within(calls).findByRole('link', { name: 'See how calls ended' })).toHaveAttribute('href', '#ended');
  expect(calls).not.toHaveTextContent(/No expert has|experts?:/);
});

test('the week’s free call is the reader’s though others are not', async () => {
  show('/stocks/TCS', { snapshot: MEMBER, answers: [...nothingLive, reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [ended] : [open]))] });
  const calls = await region('Experts’ calls');
  expect(await within(calls).findByText(/^Other open calls and their number are not part of your plan/)).toBeVisible();
  expect(within(within(calls).getByRole('list', { name: 'Open calls on TCS' })).getAllByRole('listitem')).toHaveLength(1);
  expect(calls).not.toHaveTextContent(/experts?:/);
});

test('what several parts show is asked for once', async () => {
  const host = show('/stocks/TCS', { snapshot: premium });
  await within(await region('Other large stocks in its sector')).findByRole('table');
  await within(await region('Experts’ calls')).findByRole('list', { name: 'Ended calls on TCS' });
  const asked = (route: unknown): number => host.calls.filter((call) => call.route === route).length;
  expect([asked(readEquityInsight), asked(listCalls)]).toEqual([1, 2]);
});

test('a stock without prices says so in each part, and nothing offers to try in vain', async () => {
  const gone = [readEquityInsight, readCandlesInsight, readSentiment].map((route) => refuse(route, 'NO_PRICES', 'There is no price of it yet.'));
  show('/stocks/TCS', { answers: [reply(readQuotes, []), reply(readOptionUnderlyings, []), ...gone] });
  expect(await screen.findByText('No price yet')).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('There is no price of it yet.').length).toBeGreaterThanOrEqual(4));
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('a plan that shows calls says when there is none', async () => {
  show('/stocks/TCS', { snapshot: premium, answers: nothingLive });
  expect(await screen.findByText('No expert has an open short-term, medium-term or long-term call on TCS now.')).toBeVisible();
  // Above the chart too, in the room that was kept for a call.
  expect(await screen.findByText(/^No call that you can read is open on TCS now\./)).toHaveStyle({ minHeight: '64px' });
});

test.each([
  ['Sentiment', 'the sentiment', readSentiment, reply(readSentiment, { ...SENTIMENT, symbol: 'TCS' })],
  ['Options', 'the options', readOptionsInsight, reply(readOptionsInsight, { ...OPTIONS, symbol: 'TCS' })],
  ['Technicals', 'the technicals', readEquityInsight, reply(readEquityInsight, insight)],
  ['Chart', 'the chart', readCandlesInsight, ANSWERS[3]!],
] as const)('%s fails alone, says so, and Retry brings it', async (name, what, route, answer) => {
  const host = show('/stocks/TCS', { answers: [refuse(route, 'UNREACHABLE', 'down')] });
  const failed = await region(name);
  expect(await within(failed).findByText(new RegExp(`^Could not load ${what}\\.`))).toBeVisible();
  expect((await screen.findAllByText('₹3,040.00'))[0]).toBeVisible();
  expect(screen.getAllByRole('alert').every((alert) => alert.closest('section'))).toBe(true);
  host.answer(answer);
  await aUser().click(within(failed).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(within(failed).queryByRole('alert')).toBeNull());
});

test('a part whose answer does not come says so, with another try, and does not call it a failure', async () => {
  const asked: string[] = [];
  render(<PartState what="the sentiment" error={LATE} onRetry={() => asked.push('again')} />);
  expect(screen.getByRole('status')).toHaveTextContent('This takes longer than it should.');
  await aUser().click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked).toEqual(['again']);
});

test('calls fail by list: how others ended still stands', async () => {
  const answers = [
    {
      route: listCalls,
      answer: ({ query }: { query: { view: string } }) =>
        query.view === 'live'
          ? { status: false, validation: 'down', redirect: '', data: null, code: 'UNREACHABLE', extras: {} }
          : { status: true, validation: '', redirect: '', data: aPage([ended]), extras: {} },
    } as CannedAnswer,
  ];
  show('/stocks/TCS', { snapshot: premium, answers });
  const calls = await region('Experts’ calls');
  expect(await within(calls).findByText(/^Could not load the open calls\./)).toBeVisible();
  expect(await within(calls).findByRole('list', { name: 'Ended calls on TCS' })).toBeVisible();
});

test('a stock without options has no part of them, though its futures trade', async () => {
  show('/stocks/TCS', { answers: [reply(readOptionUnderlyings, [])] });
  expect(await screen.findByText('NSE · IT · large cap')).toBeVisible();
  await region('Technicals');
  expect(screen.queryByRole('region', { name: 'Options' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Options' })).toBeNull();
});

test('a price that stepped at the open for no reason on file has no change, and says why; a call from before it has no result of now', async () => {
  const step = { day: '2026-11-20', before: 3000, opened: 1500 };
  const stepped = aQuote({ ltp: 1520, change: null, change_pct: null, step });
  const host = show('/stocks/TCS', { snapshot: premium, answers: [reply(readQuotes, [stepped])] });
  expect(await screen.findByText('Price stepped by −50.00% at the open; no corporate action is on file yet')).toBeVisible();
  const line = within(await screen.findByRole('list', { name: 'Open calls on TCS' })).getAllByRole('listitem')[0]!;
  act(() => host.quote(stepped));
  expect(line).toHaveTextContent('–after coststo target – to stop –');
});

test('a suspended stock says when it last traded, and has no change of today', async () => {
  const quote = aQuote({ ts: '2026-10-23T10:00:00.000Z', phase: 'closed' });
  show('/stocks/TCS', { answers: [reply(readInstrument, aStock({ status: 'suspended' })), reply(readQuotes, [quote])] });
  expect(await screen.findByText(/^Trading is suspended\. Last traded 23 Oct 2026, 15:30 IST/)).toBeVisible();
  expect(screen.queryByText('+1.33%')).toBeNull();
});

test('a suspended stock’s price has its day in the middle of a session too, and no rating leads the page', async () => {
  const quote = aQuote({ ts: '2026-10-23T10:00:00.000Z', phase: 'continuous' });
  const suspended = { ...insight, status: 'suspended' as const };
  show('/stocks/TCS', {
    answers: [reply(readInstrument, aStock({ status: 'suspended' })), reply(readQuotes, [quote]), reply(readEquityInsight, suspended)],
  });
  expect(await screen.findByText(/^as of 23 Oct 2026, 15:30 IST/)).toBeVisible();
  expect(await screen.findByText('Trading is suspended, so there is no technical rating.')).toBeVisible();
});

test('an index stands in points and has no calls', async () => {
  show('/stocks/TCS', { answers: [reply(readInstrument, aStock({ kind: 'index', sector: 'Index' }))] });
  expect(await screen.findByText('3,040.00')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Experts’ calls' })).toBeNull();
});

test('a symbol nobody knows says so and offers the search and often looked at stocks', async () => {
  const unknown = [readInstrument, readQuotes, readEquityInsight, readCandlesInsight, readSentiment].map((route) =>
    refuse(route, 'UNKNOWN_SYMBOL', 'We don’t know this stock.'),
  );
  const host = show('/stocks/NOSUCH', { answers: unknown });
  expect(await screen.findByText(/We don’t know a stock or index with the symbol NOSUCH\./)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Stock or index' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'M&M' })).toHaveAttribute('href', '/stocks/M%26M');
  expect(host.notices).toEqual([]);
});

test.each([
  ['/stocks/nse:tcs', '/stocks/TCS'],
  ['/stocks/tcs.ns', '/stocks/TCS'],
  ['/stocks/TCS-EQ', '/stocks/TCS'],
])('%s is read as %s, and the address says so', async (written, address) => {
  show(written);
  await waitFor(() => expect(location.pathname).toBe(address));
  expect(await screen.findByText('NSE · IT · large cap')).toBeVisible();
});

test('what can’t be a symbol is quoted, and nothing is asked for it', async () => {
  const host = show('/stocks/%7B%7Bsymbol%7D%7D');
  expect(await screen.findByText(/“\{\{symbol\}\}”/)).toBeVisible();
  expect(JSON.stringify(host.calls.map(({ input }) => input))).not.toContain('{{');
});

test('without a symbol stand the stocks with calls that the reader may read, and often looked at ones, with their prices', async () => {
  show('/stocks', { answers: [reply(readQuotes, [aQuote(), aQuote({ symbol: 'NIFTY', ltp: 24_123.45, change_pct: -1.5 })])] });
  const called = (await screen.findByText('With open calls that you can read')).parentElement!;
  expect(within(called).getByRole('link', { name: 'TCS' })).toHaveAttribute('href', '/stocks/TCS');
  expect(called).toHaveTextContent('1 Buy · 1 Sell');
  const often = screen.getByText('Often looked at').parentElement!;
  await waitFor(() => expect(often).toHaveTextContent('24,123.45'));
  expect(within(often).getByRole('link', { name: 'NIFTY' }).closest('li')).toHaveTextContent('1.50%');
});

test('who may read no open call has no list of them, and prices that are not there stand as dashes', async () => {
  show('/stocks', { answers: [reply(listCalls, aPage([])), refuse(readQuotes, 'INTERNAL', 'Something went wrong on our side.')] });
  await waitFor(() => expect(screen.getByRole('link', { name: 'TCS' }).closest('li')).toHaveTextContent('–'));
  expect(screen.queryByText('With open calls that you can read')).toBeNull();
});
