import { webcrypto } from 'node:crypto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { aCall, anExpert } from '@vimarsh/shared/contract/calls/call.testing.ts';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { readLedger, readProof, readPublicView } from '@vimarsh/shared/contract/calls/routes.ts';
import { readOffers } from '@vimarsh/shared/contract/plans/routes.ts';
import type { SoldPlan } from '@vimarsh/shared/domain/money/purchase.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import { expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { Page } from './public.page.tsx';

const ended = { price: 3150, ts: '2026-11-18T06:00:00.000Z', reason: '' };
const win = aCall({ id: 'c_win', status: 'target_hit', realised_return: 5, r_multiple: 2, exit: ended, ended_at: ended.ts });
const view: PublicView = {
  closed: [
    win,
    aCall({ id: 'c_loss', stock: 'INFY', status: 'sl_hit', realised_return: -2.5, r_multiple: -1, exit: { ...ended, price: 2925 }, ended_at: ended.ts }),
  ],
  hero: win,
  live_count: 40,
  closed_count: 300,
  experts: [anExpert(), anExpert({ user_id: 'exp_02', full_name: 'Devendra Solanki' })],
  outcome: { target_hit: 100, sl_hit: 160, exited: 20, expired: 20 },
  results: {
    from: '2026-09-03',
    to: '2026-11-19',
    gained: 42,
    avg_gain: 5.5,
    lost: 58,
    avg_loss: -2.9,
    average: 0.63,
    by_chance: 38,
    apart: false,
    lowest: -3,
    highest: 5.9,
    step: 1,
    columns: [
      { from: -3, gained: 0, lost: 58 },
      { from: 5, gained: 42, lost: 0 },
    ],
  },
  perf_mode: 'demo',
  ledger: { trading_date: '2026-11-19', merkle_root: 'f'.repeat(64), count: 12 },
  closed_until: '2026-11-19',
  comes_next: { ended_on: '2026-11-20', appears_on: '2026-11-23' },
  as_of: '2026-11-20T09:00:00.000Z',
};
const offer = (plan: SoldPlan, days: number, price_paise: number) => ({ plan, days, price_paise, taxable_paise: 0, gst_paise: price_paise });
const offers = {
  offers: [offer('Lite', 30, 198_00), offer('Premium', 7, 299_00), offer('Premium', 30, 499_00), offer('Pro', 30, 999_00), offer('Pro', 365, 8_999_00)],
  can_buy: true,
};
const inPage = { first: { 'GET /reco/v1/public': { status: true, data: view }, 'GET /plans/v1/offers': { status: true, data: offers } } };

test('the first content needs no request; a loss is shown beside a gain', async () => {
  const host = fakeHost({ page: inPage });
  render(<Page />, { wrapper: host.Wrapper });
  expect(screen.getByRole('heading', { level: 1, name: 'Stock calls from SEBI-registered experts. Every result on record.' })).toBeInTheDocument();
  const rows = within(await screen.findByRole('list', { name: 'Closed calls' })).getAllByRole('listitem');
  expect(within(rows[0]!).getByText('+4.75%')).toBeInTheDocument();
  expect(within(rows[1]!).getByText('−2.75%')).toBeInTheDocument();
  expect(within(rows[1]!).getByText('Stop-loss reached')).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'Create a free account' })[0]).toHaveAttribute('href', '/login?plan=register');
  expect(host.calls).toEqual([]);
});

test('in its first words: what it is, for whom, for how much, and who stands behind it', () => {
  const host = fakeHost({ page: inPage });
  const { container } = render(<Page />, { wrapper: host.Wrapper });
  expect(container).toHaveTextContent('For investors who decide for themselves.');
  expect(container).toHaveTextContent('A free account costs nothing. Plans start at ₹198 for 30 days.');
  expect(container).toHaveTextContent(/Vimarsh Research Pvt Ltd \(demo\) · SEBI INH999900000/);
  expect(screen.getByRole('link', { name: 'How to verify us at SEBI' })).toHaveAttribute('href', '/vimarsh-compliance');
});

test('a partner’s visitors read no prices of ours', async () => {
  const host = fakeHost({ page: { ...inPage, environment: ENVIRONMENTS[0]! }, snapshot: { environment: ENVIRONMENTS[0]! } });
  const { container } = render(<Page />, { wrapper: host.Wrapper });
  await screen.findByText('How a call is recorded');
  expect(container).not.toHaveTextContent('₹19');
  expect(host.calls).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'What it costs' })).toBeNull();
});

test('results stand in context: averages of both sides, sample, period, and what chance would have done', async () => {
  const host = fakeHost({ page: inPage });
  render(<Page />, { wrapper: host.Wrapper });
  const results = (await screen.findByRole('heading', { name: 'The last 100 calls that ended' })).closest('section')!;
  expect(results).toHaveTextContent('42 of 100 calls gained. Guessing would give about 38: no better than luck so far.');
  expect(results).toHaveTextContent('Ended from 3 Sep 2026 to 19 Nov 2026.');
  expect(results).toHaveTextContent('42 gained +5.50% on average');
  expect(results).toHaveTextContent('58 lost −2.90% on average');
  // Neither side says what a call made: that is the mean of both, as large as they are.
  expect(results).toHaveTextContent('▲up +0.63% an average call, after costs');
  expect(results).toHaveTextContent('Results are after costs, from −3.00% to +5.90%. The last dots on either side stand for everything beyond.');
  const dots = [
    ...within(results)
      .getByRole('img', { name: /42 calls gained, 58 lost/ })
      .querySelectorAll<HTMLElement>('[data-way]'),
  ];
  expect([dots.filter(({ dataset }) => dataset.way === 'gain').length, dots.filter(({ dataset }) => dataset.way === 'loss').length]).toEqual([42, 58]);
});

test('without figures in the answer there are no results, and nothing in their place', () => {
  const host = fakeHost({ page: { first: { 'GET /reco/v1/public': { status: true, data: { ...view, results: null, perf_mode: 'client_request' } } } } });
  const { container } = render(<Page />, { wrapper: host.Wrapper });
  expect(container.textContent).not.toMatch(/calls that ended|on average|would have gained/);
});

test('what it costs: every plan with its price, and the way to a free account', async () => {
  const host = fakeHost({ page: inPage });
  render(<Page />, { wrapper: host.Wrapper });
  const plans = (await screen.findByRole('heading', { name: 'What it costs' })).closest('section')!;
  expect(
    within(plans)
      .getAllByRole('listitem')
      .map((plan) => plan.textContent?.slice(0, 28)),
  ).toEqual([
    expect.stringMatching(/^Free account₹0/),
    expect.stringMatching(/^Lite₹198 for 30 days/),
    expect.stringMatching(/^Premium₹499 for 30 days/),
    expect.stringMatching(/^Pro₹999 for 30 days/),
  ]);
  for (const other of ['or ₹299 for 7 days', 'or ₹8,999 for 365 days']) expect(plans).toHaveTextContent(other);
});

test('prices are asked for where they did not come with the page, and without an answer none are told', async () => {
  const { 'GET /plans/v1/offers': _prices, ...first } = inPage.first;
  const { Wrapper } = fakeHost({ page: { first }, answers: [reply(readOffers, offers)] });
  const { container, unmount } = render(<Page />, { wrapper: Wrapper });
  expect(await screen.findByRole('heading', { name: 'What it costs' })).toBeInTheDocument();
  expect(container).toHaveTextContent('₹198 for 30 days');
  unmount();
  const other = fakeHost({ page: { first }, answers: [refuse(readOffers, 'UNREACHABLE', '')] });
  render(<Page />, { wrapper: other.Wrapper });
  await waitFor(() => expect(other.calls.map(({ route }) => route)).toEqual([readOffers]));
  await screen.findByText('How a call is recorded');
  expect(screen.queryByRole('heading', { name: 'What it costs' })).toBeNull();
});

test('how many calls were live is said of the day of the data, not of the reader’s', () => {
  const host = fakeHost({ page: inPage });
  const { container } = render(<Page />, { wrapper: host.Wrapper });
  expect(container).toHaveTextContent('40 calls were live when 20 Nov 2026 began.');
  expect(container.textContent).not.toMatch(/this morning|today/);
});

test.each([
  ['in a session', '2026-11-20T09:00:00.000Z', '2026-11-20', 'Calls that end on 20 Nov 2026 appear on 23 Nov 2026, the next trading day.'],
  ['on the Sunday after', '2026-11-22T09:00:00.000Z', '2026-11-20', 'Calls that ended on 20 Nov 2026 appear on 23 Nov 2026, the next trading day.'],
])('closed calls say which come next and when, %s, and the count of all calls is of the same cut-off', async (_when, as_of, ended_on, said) => {
  const data = { ...view, as_of, comes_next: { ended_on, appears_on: '2026-11-23' } };
  const host = fakeHost({ page: { first: { 'GET /reco/v1/public': { status: true, data } } } });
  const { container } = render(<Page />, { wrapper: host.Wrapper });
  expect(container).toHaveTextContent(said);
  // The server counts what had ended by that day, whatever the time of the page.
  expect(await screen.findByText(/All 300 calls/)).toHaveTextContent('All 300 calls entered and closed by 19 Nov 2026.');
  expect(container).not.toHaveTextContent('not here yet');
});

test('further down: steps, outcome counts, experts in neutral order, base rates with their source', async () => {
  const host = fakeHost({ page: inPage });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByText('How a call is recorded')).toBeInTheDocument();
  const outcomes = screen.getByText('How closed calls ended').closest('section')!;
  expect(
    within(outcomes)
      .getAllByRole('definition')
      .map((one) => one.textContent),
  ).toEqual(['100', '160', '20', '20']);
  const experts = screen.getByText('Who publishes here').closest('section')!;
  expect(within(experts).getAllByRole('listitem')).toHaveLength(2);
  expect(experts).toHaveTextContent('SEBI INH999900001Registered until 31 Mar 2029');
  expect(screen.getByText(/SEBI study, 20 Aug 2026/)).toBeInTheDocument();
});

test('content missing from the page is requested; a failure can be retried', async () => {
  const host = fakeHost({ answers: [refuse(readPublicView, 'UNREACHABLE', '')] });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByText('Could not load the closed calls.')).toBeInTheDocument();
  host.answer(reply(readPublicView, view));
  await aUser().click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('list', { name: 'Closed calls' })).toBeInTheDocument();
});

test.each(['online', ANSWERS])(
  'content of a page that was kept for offline is shown and requested again, and once more when the connection or the server returns: %s',
  async (back) => {
    const kept = { ...inPage.first, 'GET /market/v1/clock': { status: true, at: performance.timeOrigin - 86_400_000 } };
    const host = fakeHost({ page: { first: kept }, answers: [refuse(readPublicView, 'UNREACHABLE', '')] });
    const { container } = render(<Page />, { wrapper: host.Wrapper });
    expect(await screen.findByRole('list', { name: 'Closed calls' })).toBeInTheDocument();
    expect(await screen.findByText('Not updating · as of 20 Nov 2026, 14:30 IST')).toBeInTheDocument();
    host.answer(reply(readPublicView, { ...view, live_count: 7 }));
    dispatchEvent(new Event(back));
    await waitFor(() => expect(container).toHaveTextContent('7 calls were live'));
    expect(screen.queryByText(/Not updating/)).toBeNull();
  },
);

test('a connection that returns in the moment in which its loss is shown is not missed', async () => {
  const kept = { ...inPage.first, 'GET /market/v1/clock': { status: true, at: performance.timeOrigin - 86_400_000 } };
  const host = fakeHost({ page: { first: kept }, answers: [refuse(readPublicView, 'UNREACHABLE', '')] });
  const { container } = render(<Page />, { wrapper: host.Wrapper });
  const shown = new MutationObserver(() => {
    if (!container.textContent?.includes('Not updating')) return;
    shown.disconnect();
    host.answer(reply(readPublicView, { ...view, live_count: 7 }));
    dispatchEvent(new Event('online'));
  });
  shown.observe(container, { childList: true, subtree: true, characterData: true });
  await waitFor(() => expect(container).toHaveTextContent('7 calls were live'));
});

test('no superlatives, no promises, no exclamation marks', async () => {
  const host = fakeHost({ page: inPage });
  const { container } = render(<Page />, { wrapper: host.Wrapper });
  await screen.findByText('How a call is recorded');
  expect(container.textContent).not.toMatch(/\b(best|top|sure|guaranteed?|assured|accuracy|no\. ?1)\b|!/i);
});

test('the verifier says when the proof can’t be loaded', async () => {
  vi.stubGlobal('crypto', webcrypto);
  const host = fakeHost({
    page: inPage,
    answers: [reply(readLedger, { public_key: '', roots: [] }), refuse(readProof, 'NOT_FOUND', 'We could not find that.')],
  });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('combobox', { name: 'Closed call' })).toHaveAccessibleDescription(/^[A-Z][a-z -]+ · Ananya Rao-Kulkarni$/);
  await aUser().click(await screen.findByRole('button', { name: 'Verify this record' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The proof could not be loaded. We could not find that. Nothing was checked. Try again.');
});
