import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import type { Quote } from '@vimarsh/shared/contract/market/types.ts';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test, vi } from 'vitest';
import { LiveRow } from './live-row.tsx';

const quote = (ltp: number): Quote => ({
  symbol: 'TCS',
  ltp,
  open: 1,
  high: 1,
  low: 1,
  prev_close: 1,
  change: 0,
  change_pct: 0,
  volume: 0,
  ts: '2026-11-20T05:00:00.000Z',
  phase: 'continuous',
  source: 'simulated',
});

function show(call = aCall()) {
  const host = fakeHost();
  const followed: unknown[] = [];
  const subscribe = host.session.line.subscribe;
  host.session.line.subscribe = (topic, listener) => {
    followed.push(topic);
    return subscribe(topic, listener);
  };
  render(
    <ul>
      <LiveRow call={call} to="/?reco=call_1" now="2026-11-20T09:00:00.000Z" />
    </ul>,
    { wrapper: host.Wrapper },
  );
  return { host, followed };
}

test('a row’s figures and rail share one price, requested once, and the row says when it is stale', () => {
  vi.useFakeTimers();
  try {
    const { host, followed } = show();
    act(() => host.quote(quote(3075)));
    expect(screen.getByText('₹3,075.00')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /3,075\.00/ })).toBeInTheDocument();
    expect(followed).toEqual([{ topic: 'prices', symbols: ['TCS'] }]);
    act(() => void vi.advanceTimersByTime(15_000));
    expect(screen.getByTitle('Price is not up to date')).toHaveTextContent('₹3,075.00');
    act(() => host.quote(quote(2950)));
    expect(screen.queryByTitle('Price is not up to date')).toBeNull();
    expect(screen.getByRole('img', { name: /2,950\.00/ })).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

test('a closed call requests no price', () => {
  const { followed } = show(
    aCall({
      status: 'target_hit',
      exit: { price: 3150, ts: '2026-11-19T05:00:00.000Z', cause: 'target' } as never,
      realised_return: 5,
      ended_at: '2026-11-19T05:00:00.000Z',
    }),
  );
  expect(followed).toEqual([]);
});

test('a row says first what the call has made since entry by the price that came with it, and no dash before one lives', () => {
  const { host } = show(aCall({ follower: { entry: 3010, exit: null }, now: { price: 3060, change_pct: 0.4, at: '2026-11-20T09:00:00.000Z' } }));
  const row = screen.getByRole('listitem');
  expect(row).toHaveTextContent('+1.41%after costs');
  expect(row).toHaveTextContent('Now ₹3,060.00▲up +0.40%');
  expect(row).not.toHaveTextContent('–');
  // The figure moves with the price, as the rail does.
  act(() => host.quote(quote(2980)));
  expect(row).toHaveTextContent('−1.25%after costs');
  expect(screen.getByRole('img', { name: /2,980\.00/ })).toBeInTheDocument();
});

test('how it is computed names what a follower paid, the costs, and what is left', async () => {
  show(aCall({ follower: { entry: 3010, exit: null }, now: { price: 3060, change_pct: 0.4, at: '2026-11-20T09:00:00.000Z' } }));
  await userEvent.click(screen.getByRole('button', { name: /1\.41%/ }));
  const box = await screen.findByRole('dialog');
  for (const words of ['A follower paid', '₹3,010.00', 'Costs, estimated', '0.25%', 'To target now', '2.94%']) expect(box).toHaveTextContent(words);
});

test.each([
  [undefined, null],
  [0, null],
  [1, '1 conflict declared'],
  [3, '3 conflicts declared'],
])('a row with %s declared conflicts of interest says: %s', (conflicts, words) => {
  show(aCall({ conflicts }));
  const row = screen.getByRole('listitem');
  if (words) expect(row).toHaveTextContent(words);
  else expect(row).not.toHaveTextContent('conflict');
});

test('a call that is not entered yet says where it is entered', () => {
  show(aCall({ status: 'awaiting_entry', entry_fill: null, entry_low: 2990, entry_high: 3000 }));
  expect(screen.getByRole('listitem')).toHaveTextContent('Not entered yetentry 2,990–3,000');
});

test('a live row says what is left from the price it shows, and that it is too late to enter', () => {
  const { host } = show();
  const row = screen.getByRole('listitem');
  act(() => host.quote(quote(3020)));
  expect(row).toHaveTextContent('to target 4.30% to stop 3.15%');
  expect(screen.queryByText('+5.00%')).toBeNull();
  expect(row).not.toHaveTextContent('Entry passed');
  // More than a quarter of the way to the target is gone.
  act(() => host.quote(quote(3075)));
  expect(row).toHaveTextContent('to target 2.44% to stop 4.88%');
  expect(row).toHaveTextContent('Entry passed');
  // A way that rounds to nothing is not gone.
  act(() => host.quote(quote(3149.95)));
  expect(row).toHaveTextContent('to target < 0.01%');
  act(() => host.quote(quote(3151)));
  expect(row).toHaveTextContent('to target reached');
});

test('a row that waits for its entry has missed nothing, and names its term in full', () => {
  const { host } = show(aCall({ status: 'awaiting_entry', entry_fill: null }));
  act(() => host.quote(quote(3120)));
  const row = screen.getByRole('listitem');
  expect(row).toHaveTextContent('Waiting for entry');
  expect(row).not.toHaveTextContent('Entry passed');
  expect(row).toHaveTextContent('Buy · Short term');
});

test('a row opens its call, and its symbol everything about the stock; neither is inside the other', () => {
  show();
  const [call, stock] = screen.getAllByRole('link');
  expect(call).toHaveAccessibleName(/^Buy TCS, Short term, by [^,:]+: Open$/);
  expect(call).toHaveAttribute('href', '/?reco=call_1');
  expect(stock).toHaveAccessibleName('TCS, everything about it');
  expect(stock).toHaveAttribute('href', '/stocks/TCS');
  expect(document.querySelector('a a, a button')).toBeNull();
});

test('the levels stand around the rail once, for eyes; for ears the rail says them', () => {
  const { host } = show();
  act(() => host.quote({ ...quote(3020), change_pct: -1.25 }));
  const row = screen.getByRole('listitem');
  expect(row).toHaveTextContent(/Stop.₹2,925\.00.*Entered.₹3,000\.00.*Target.₹3,150\.00/);
  expect(screen.getByRole('img', { name: /Stop-loss ₹2,925\.00, entered ₹3,000\.00, target ₹3,150\.00/ })).toBeInTheDocument();
  expect(row).toHaveTextContent('Now ₹3,020.00▼down −1.25%');
});

test('a row names the price it shows: the exit of a closed call, today’s price of a live one', () => {
  const { host } = show();
  act(() => host.quote(quote(3020)));
  expect(screen.getByRole('listitem')).toHaveTextContent('Now ₹3,020.00');
  cleanup();
  show(
    aCall({ status: 'sl_hit', exit: { price: 2925, ts: '2026-11-19T05:00:00.000Z', reason: '' }, realised_return: -2.5, ended_at: '2026-11-19T05:00:00.000Z' }),
  );
  expect(screen.getByRole('listitem')).toHaveTextContent('Exit ₹2,925.00');
});

test.each([
  [3300, '4.76% above its target'],
  [3000, 'inside its band'],
  [2900, '0.85% below its stop-loss'],
])('a Hold at %d says where the price is, with how far: %s', (price, words) => {
  const { host } = show(aCall({ call_type: 'Hold' }));
  act(() => host.quote(quote(price)));
  const row = screen.getByRole('listitem');
  expect(row).toHaveTextContent(words);
  expect(row).not.toHaveTextContent('to target');
  expect(row.querySelector('[data-way=gain], [data-way=loss]')).toBeNull();
  expect(getComputedStyle(screen.getByText(/its (band|target|stop-loss)$/, { selector: 'small' })).display).toBe('block');
});

test('every level of a rail has its word before it: a stop-loss that passed the entry stands behind it, by its name', () => {
  show(aCall({ stop_loss: 3050, now: { price: 3100, change_pct: 0, at: '2026-11-20T09:00:00.000Z' } }));
  const labels = [...screen.getByRole('listitem').querySelectorAll('[data-label]')].map((label) => label.textContent);
  expect(labels).toEqual(['Entered ₹3,000.00', 'Stop ₹3,050.00', 'Target ₹3,150.00']);
  for (const word of document.querySelectorAll('[data-label] > i')) expect(word.getAttribute('style')).toBeNull();
});

test('a row says what can still be done: the price against the entry, minutes of the day, and to whom a Sell speaks', () => {
  const now = { price: 3012, change_pct: 0.4, at: '2026-11-20T09:00:00.000Z' };
  show(aCall({ now }));
  expect(screen.getByRole('listitem')).toHaveTextContent('0.40% above entry');
  cleanup();
  // 14:30 IST.
  show(aCall({ now: { ...now, price: 3000 }, term: 'intraday', valid_till: '2026-11-20' }));
  expect(screen.getByRole('listitem')).toHaveTextContent('within entry · 40 min left');
  cleanup();
  show(aCall({ now: { ...now, price: 2990 }, call_type: 'Sell', target_price: 2850, stop_loss: 3075, initial_stop_loss: 3075 }));
  expect(screen.getByRole('listitem')).toHaveTextContent('If held: reduce');
});
