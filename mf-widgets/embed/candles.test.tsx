import { act, render, screen } from '@testing-library/react';
import { CANDLE_INTERVALS, type CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Candles } from './candles.tsx';
import type { WidgetProblem } from './wire/protocol.ts';

const answer = (symbol: string, interval: CandlesInsight['interval'] = '1d'): CandlesInsight => ({
  symbol,
  interval,
  intervals: [...CANDLE_INTERVALS],
  candles: ['2026-11-19', '2026-11-20'].map((day) => ({ t: `${day}T03:45:00.000Z`, o: 10, h: 12, l: 9, c: 11, v: 5 })),
  calls: [],
  as_of: '2026-11-20T06:00:00.000Z',
  phase: 'continuous',
  stale: false,
  source: 'simulated',
});
const AWAY: WidgetProblem = { code: 'offline', text: 'Not available right now.', fix: '', retryable: true };
const REVOKED: WidgetProblem = { code: 'KEY_REVOKED', text: 'Widget not enabled', fix: '', retryable: false };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => vi.useRealTimers());

/** Shows the candles of a stock; `tick` lets time pass and the insight around move on. */
async function show(ask: (path: string) => Promise<unknown>) {
  const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 20, 6, 0, seconds)).toISOString();
  const asked = vi.fn(ask);
  let seconds = 0;
  const { rerender } = render(<Candles symbol="TCS" asOf={at(0)} words={null} ask={asked} />);
  await act(() => vi.advanceTimersByTimeAsync(0));
  return {
    asked,
    async tick(by: number, symbol = 'TCS') {
      seconds += by;
      vi.advanceTimersByTime(by * 1000);
      rerender(<Candles symbol={symbol} asOf={at(seconds)} words={null} ask={asked} />);
      await act(() => vi.advanceTimersByTimeAsync(0));
    },
  };
}

test('asks once, and again no sooner than after a minute in which the insight moved on', async () => {
  const { asked, tick } = await show(async () => answer('TCS'));
  expect(asked.mock.calls).toEqual([['equity/TCS/candles?interval=1d']]);
  expect(screen.getByRole('slider', { name: /^TCS, candles by Day/ })).toBeInTheDocument();
  await tick(30);
  expect(asked).toHaveBeenCalledTimes(1);
  await tick(30);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('what came last stands, marked, while our service is away; a key that ended takes it away', async () => {
  let problem: WidgetProblem | null = null;
  const { tick } = await show(async () => (problem ? Promise.reject(problem) : answer('TCS')));
  problem = AWAY;
  await tick(60);
  expect(screen.getByText('Not up to date')).toBeInTheDocument();
  expect(screen.getByRole('slider')).toBeInTheDocument();
  problem = REVOKED;
  await tick(60);
  expect(screen.getByRole('status')).toHaveTextContent('Widget not enabled');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('slider')).toBeNull();
});

test('a late answer never stands under another stock’s name, and symbols travel whole', async () => {
  const late = Promise.withResolvers<unknown>();
  const { asked, tick } = await show((path) => (path.includes('TCS') ? late.promise : Promise.resolve(answer('M&M'))));
  await tick(1, 'M&M');
  expect(asked.mock.calls.at(-1)).toEqual(['equity/M%26M/candles?interval=1d']);
  late.resolve({ ...answer('TCS'), candles: [] });
  await tick(1, 'M&M');
  expect(screen.getByRole('slider', { name: /^M&M/ })).toBeInTheDocument();
});

test('an answer of another shape is no chart', async () => {
  await show(async () => ({ interval: '1d', candles: 'none' }));
  expect(screen.getByRole('status')).toHaveTextContent('Not available right now.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
