import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aClock } from '../contract/market/clock.testing.ts';
import { readClock } from '../contract/market/routes.ts';
import { fakeHost, reply } from './fake-host.tsx';
import { useMarketDay } from './market-day.ts';

// A Saturday evening on this device; the demo's market is on Monday.
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-28T17:10:00.000Z') }));
afterEach(() => void vi.useRealTimers());

const MONDAY = aClock({ now: '2026-11-30T04:30:00.000Z', trading_date: '2026-11-30' });

test('the day is that of the market’s time and not of this device, from the first drawing on where the page brings the clock', () => {
  const data = { status: true, validation: '', redirect: '', data: MONDAY, at: performance.timeOrigin };
  const { Wrapper, calls } = fakeHost({ page: { first: { 'GET /market/v1/clock': data } } });
  expect(renderHook(useMarketDay, { wrapper: Wrapper }).result.current).toBe('2026-11-30');
  expect(calls).toEqual([]);
});

test('until the clock has come it is the day of this device', async () => {
  const { Wrapper } = fakeHost({ answers: [reply(readClock, MONDAY)] });
  const { result } = renderHook(useMarketDay, { wrapper: Wrapper });
  expect(result.current).toBe('2026-11-28');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(result.current).toBe('2026-11-30');
});
