import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aFileSource } from '@vimarsh/shared/contract/market/source.testing.ts';
import type { Sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import { expect, test, vi } from 'vitest';
import { SENTIMENT as data } from './sample-sentiment.testing.ts';
import { SentimentView } from './sentiment.view.tsx';

test('a bearish stock reads as such without colour: zone, number, signs and words', () => {
  render(<SentimentView state={{ kind: 'ready', data }} disclaimerUrl="/terms" />);
  expect(screen.getByRole('region', { name: 'Market sentiment of M&M' })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Bearish, 35 of 100' })).toBeInTheDocument();
  const drivers = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(drivers).toEqual(['Experts’ open calls 45 %−0.50 bearish', 'Technical votes 35 %0.00 neutral', 'Volume 20 %+0.20 bullish']);
  expect(screen.getByText(/▼/)).toHaveTextContent('−0.42');
  expect(screen.getByText(/simulated/)).toBeInTheDocument();
});

test('real prices name their source beside their time, and their licence behind the press that explains', async () => {
  const { container } = render(<SentimentView state={{ kind: 'ready', data: { ...data, prices_from: aFileSource() } }} disclaimerUrl="/terms" />);
  expect(container.querySelector('footer')).toHaveTextContent('20 Nov 2026, 14:30 IST · NSE end-of-day files');
  expect(container).not.toHaveTextContent('simulated');
  await userEvent.click(screen.getByRole('button', { name: 'How computed' }));
  expect(container).toHaveTextContent('Prices are those of the National Stock Exchange of India at the end of the day.');
});

test('too small a sample shows no needle and says why', () => {
  const none: Sentiment = {
    ...data,
    score: null,
    zone: null,
    note: 'Not enough price history for a score.',
    drivers: data.drivers.map((driver) => ({ ...driver, value: null, weight: 0 })),
  };
  const { container } = render(<SentimentView state={{ kind: 'ready', data: none }} disclaimerUrl="/terms" />);
  expect(screen.getByRole('img', { name: 'No score' })).toBeInTheDocument();
  expect(screen.getByText('sample too small')).toBeInTheDocument();
  expect(container.querySelectorAll('svg path')).toHaveLength(5);
});

test('a stock that is not traded now says so, when it last was, and claims no mood', async () => {
  const none: Sentiment = {
    ...data,
    score: null,
    zone: null,
    traded: false,
    note: 'Trading is suspended · last traded: 23 Oct 2026',
    phase: 'closed',
    as_of: '2026-10-23T10:00:00.000Z',
  };
  render(<SentimentView state={{ kind: 'ready', data: none }} disclaimerUrl="/terms" />);
  expect(screen.getByRole('img', { name: 'No score' })).toBeInTheDocument();
  expect(screen.getByText('not traded now')).toBeInTheDocument();
  expect(screen.queryByText('sample too small')).toBeNull();
  expect(screen.getByText(/^Closed · 23 Oct 2026/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'How computed' }));
  expect(screen.getByText('Trading is suspended · last traded: 23 Oct 2026')).toBeInTheDocument();
});

test('data that could not be renewed says so, a closed market says it is closed', () => {
  const { rerender } = render(<SentimentView state={{ kind: 'ready', data, stale: true }} disclaimerUrl="/terms" />);
  expect(screen.getByText('Not up to date')).toBeInTheDocument();
  rerender(<SentimentView state={{ kind: 'ready', data: { ...data, phase: 'closed' } }} disclaimerUrl="/terms" />);
  expect(screen.getByText(/^Closed ·/)).toBeInTheDocument();
});

test('a passing failure offers to try again, a final one does not', async () => {
  const retry = vi.fn();
  const { rerender } = render(<SentimentView state={{ kind: 'problem', text: 'Not available right now.', retry }} disclaimerUrl="/terms" />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
  rerender(<SentimentView state={{ kind: 'problem', text: 'Widget not enabled' }} disclaimerUrl="/terms" />);
  expect(screen.getByRole('status')).toHaveTextContent('Widget not enabled');
  expect(screen.queryByRole('button')).toBeNull();
});

test('how it is computed opens in the same box: drivers with weights, calls by share, closings; and closes again where it was opened', async () => {
  const history = [
    { day: '2026-11-18', score: 41.2 },
    { day: '2026-11-19', score: 38 },
  ];
  render(<SentimentView state={{ kind: 'ready', data: { ...data, history } }} disclaimerUrl="/terms" />);
  const how = screen.getByRole('button', { name: 'How computed' });
  await userEvent.click(how);
  const reasons = screen.getByRole('region', { name: 'How the score is computed' });
  expect(how).toHaveAttribute('aria-expanded', 'true');
  expect(reasons).toHaveTextContent('Open calls: 25 % Buy, 0 % Hold, 75 % Sell; 4 by 3 experts.');
  const rows = within(reasons)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toContain('Experts’ open calls: 4 open calls by 3 experts45 %−0.50');
  expect(rows.slice(-2)).toEqual(['19 Nov 202638', '18 Nov 202641']);
  await userEvent.click(how);
  expect(how).toHaveFocus();
  expect(screen.getByRole('img', { name: 'Bearish, 35 of 100' })).toBeInTheDocument();
});

test('without a score the reason stands where it would be explained', async () => {
  const none = {
    ...data,
    score: null,
    zone: null,
    note: 'Not enough price history for a score.',
    calls: { buy: 0, sell: 0, hold: 0, experts: 0 },
  };
  render(<SentimentView state={{ kind: 'ready', data: none }} disclaimerUrl="/terms" />);
  await userEvent.click(screen.getByRole('button', { name: 'How computed' }));
  expect(screen.getByRole('region', { name: 'How the score is computed' })).toHaveTextContent('Not enough price history for a score.');
});
