import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { aFileSource } from '@vimarsh/shared/contract/market/source.testing.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { expect, test, vi } from 'vitest';
import { openAll } from '../insight/open-all.testing.ts';
import { LockedCalls } from '../stock/locked-calls.tsx';
import { EquityView } from './equity.view.tsx';
import { EQUITY as data, NO_RATING as none } from './sample-equity.testing.ts';

const show = (more: Partial<EquityInsight> = {}, stale = false) => render(<EquityView state={{ kind: 'ready', data: { ...data, ...more }, stale }} />);

test('a rating reads in words and figures, and each vote in a table with its rule', async () => {
  show();
  const rating = screen.getByRole('group', { name: 'Technical rating' });
  expect(within(rating).getByRole('img', { name: 'Summary: Sell, −0.30 between −1 and 1' })).toBeInTheDocument();
  expect(within(rating).getAllByText('5 buy · 8 neutral · 13 sell')).toHaveLength(3);
  await userEvent.click(within(rating).getByText(/^All 26 votes/));
  const rows = within(rating)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows[1]).toBe('SMA 103,310.50▼ Sellprice above it');
});

test('a tick draws the price and its range anew and nothing else; new figures draw what they are in', () => {
  const link = vi.fn((symbol: string) => symbol);
  const view = (shown: EquityInsight) => <EquityView state={{ kind: 'ready', data: shown }} link={link} />;
  const { rerender } = render(view(data));
  const drawn = link.mock.calls.length;
  expect(drawn).toBeGreaterThan(0);
  const ticked = { ...data, quote: { ...data.quote, ltp: data.quote.ltp + 0.05 } };
  rerender(view(ticked));
  expect(screen.getByText(formatInr(data.quote.ltp + 0.05))).toBeInTheDocument();
  expect(link).toHaveBeenCalledTimes(drawn);
  rerender(view({ ...ticked, peers: [{ symbol: 'LTIM', name: 'LTIMindtree', ltp: 1, change_pct: 1, market_cap_cr: 1 }] }));
  expect(screen.getByText('LTIM')).toBeInTheDocument();
});

test('what did not trade in the latest session shows its last trade, not a change of today', () => {
  const peer = { symbol: 'LTIM', name: 'LTIMindtree', ltp: 1, change_pct: 4.56, market_cap_cr: 1 };
  const { container } = show({
    last_traded: '2026-10-22',
    peers: [
      { ...peer, last_traded: '2026-10-23' },
      { ...peer, symbol: 'TCS', change_pct: 1.23 },
    ],
  });
  openAll(container);
  expect(screen.getByText('Last trade 22 Oct 2026')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /LTIM/ })).toHaveTextContent('Last trade 23 Oct 2026');
  expect(container).not.toHaveTextContent('4.56');
  expect(screen.getByRole('row', { name: /TCS/ })).toHaveTextContent('1.23');
});

test('the head says where its prices are from and under which sentence they are shown', () => {
  const { container } = show({ prices_from: aFileSource() });
  expect(container).toHaveTextContent('IST · NSE end-of-day filesPrices are those of the National Stock Exchange of India at the end of the day.');
  expect(container).not.toHaveTextContent('simulated');
});

test('peers of unknown size are listed without one', () => {
  const peer = { symbol: 'LTIM', name: 'LTIMindtree', ltp: 1, change_pct: 1, market_cap_cr: 0 };
  const { container } = show({ peers: [peer] });
  openAll(container);
  expect(screen.getByRole('row', { name: /LTIM/ })).toHaveTextContent(/^LTIM₹1\.00.*1\.00%?$/);
  expect(screen.queryByText('Size, ₹ crore')).not.toBeInTheDocument();
});

test('too small a sample shows no marker, no value, and how much is missing', () => {
  const { container } = show({ rating: { ...data.rating, oscillators: none, summary: none }, range52: null, sessions: 190, pivots: null });
  openAll(container);
  expect(screen.getByRole('img', { name: 'Oscillators: no rating' })).toBeInTheDocument();
  expect(screen.getAllByText('not enough data: 3 of 6 votes')).toHaveLength(2);
  expect(screen.getByText('needs 10 more sessions')).toBeInTheDocument();
  expect(screen.getByText('not enough data: 20 of 28 sessions')).toBeInTheDocument();
  expect(screen.getByText('52 weeks: not enough data, 190 sessions.')).toBeInTheDocument();
  expect(screen.getByText('Not enough data: there is no earlier session.')).toBeInTheDocument();
});

test('after a step that nobody explains the head says with which day figures begin', () => {
  show({ series_from: '2026-04-30' });
  expect(screen.getByText('Figures begin with 30 Apr 2026: nobody knows why the price stepped that day.')).toBeVisible();
});

test('the pivot level nearest to the price is marked', () => {
  show();
  const levels = screen.getByRole('group', { name: 'Pivot levels' });
  expect(within(levels).getByText('3,302.00').tagName).toBe('SPAN');
  expect(within(levels).getByText('3,321.00').tagName).toBe('TD');
});

test('a suspended stock, a stopped feed, an answer not renewed and a closed market are told', () => {
  const { rerender } = show({ status: 'suspended' });
  expect(screen.getByText(/Trading suspended/)).toBeVisible();
  rerender(<EquityView state={{ kind: 'ready', data: { ...data, stale: true } }} />);
  expect(screen.getByText(/^Not up to date/)).toBeVisible();
  rerender(<EquityView state={{ kind: 'ready', data, stale: true }} />);
  expect(screen.getByText(/^Not up to date/)).toBeVisible();
  rerender(<EquityView state={{ kind: 'ready', data: { ...data, phase: 'closed' } }} />);
  expect(screen.getByText(/^Closed ·/)).toBeVisible();
});

test('experts are counted, not named; without calls it says so', () => {
  const { rerender } = show();
  expect(screen.getByText(/^1 Buy · 3 Sell · 0 Hold by 3 experts/)).toBeVisible();
  rerender(<EquityView state={{ kind: 'ready', data: { ...data, consensus: { buy: 0, sell: 0, hold: 0, experts: 0, oldest: null, newest: null } } }} />);
  expect(screen.getByText('No open calls to show.')).toBeVisible();
});

test('where open calls are locked, the place says so instead of that there are none', () => {
  const none = { ...data, consensus: { buy: 0, sell: 0, hold: 0, experts: 0, oldest: null, newest: null } };
  render(<EquityView state={{ kind: 'ready', data: none }} noCalls={<LockedCalls signedIn={false} word="plan" ended="#ended" />} />);
  expect(screen.queryByText('No open calls to show.')).toBeNull();
  expect(screen.getByText(/^Log in to see experts’ open calls/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
});

test('a refused address offers nothing to press', () => {
  render(<EquityView state={{ kind: 'problem', text: 'Widget not enabled' }} />);
  expect(screen.getByRole('status')).toHaveTextContent('Widget not enabled');
  expect(screen.queryByRole('button')).toBeNull();
});

test('two insights on one page: every landmark has a name of its own', () => {
  render(
    <>
      <EquityView state={{ kind: 'ready', data }} />
      <EquityView state={{ kind: 'ready', data: { ...data, symbol: 'TCS' } }} />
    </>,
  );
  const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(names).toEqual(['Equity insight of M&M', 'Equity insight of TCS']);
});
