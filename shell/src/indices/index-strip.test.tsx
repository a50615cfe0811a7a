import { act, render, screen, within } from '@testing-library/react';
import type { Quote } from '@vimarsh/shared/contract/market/types.ts';
import { readVolatilityIndex } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { SILENT } from '@vimarsh/shared/session/reach.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { IndexStrip } from './index-strip.tsx';

const AT = '2026-11-20T09:02:05.000Z';
const quote = (symbol: string, ltp: number, change_pct: number, more: Partial<Quote> = {}): Quote => ({
  symbol,
  ltp,
  open: ltp,
  high: ltp,
  low: ltp,
  prev_close: ltp,
  change: 1,
  change_pct,
  volume: 0,
  ts: AT,
  phase: 'continuous',
  source: 'simulated',
  ...more,
});
const vix = { value: 13.42, change_pct: 2.1, note: '', as_of: AT };

async function show(answer = reply(readVolatilityIndex, vix)) {
  const host = fakeHost({ answers: [answer] });
  render(<IndexStrip />, { wrapper: host.Wrapper });
  await act(async () => {});
  return host;
}
const link = (name: RegExp) => screen.getByRole('link', { name });
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('four values with the day’s change in sign, arrow and word; each leads to what is known of it', async () => {
  const host = await show();
  act(() => host.quote(quote('NIFTY', 23512.4, 0.15), quote('SENSEX', 72690.1, -0.12), quote('BANKNIFTY', 55210, 0)));
  const strip = screen.getByRole('navigation', { name: 'Indices now' });
  expect(
    within(strip)
      .getAllByRole('link')
      .map((one) => [one.textContent, one.getAttribute('href')]),
  ).toEqual([
    ['NIFTY 5023,512.40▲up +0.15%', '/stocks/NIFTY'],
    ['SENSEX72,690.10▼down −0.12%', '/stocks/SENSEX'],
    ['BANK NIFTY55,210.00■unchanged 0.00%', '/stocks/BANKNIFTY'],
    ['India VIX13.42▲up +2.10%', '/options-insights/NIFTY'],
  ]);
});

test('moves with the one live stream, and keeps what did not change', async () => {
  const host = await show();
  act(() => host.quote(quote('NIFTY', 23500, 0.1), quote('SENSEX', 72690.1, -0.12)));
  act(() => host.quote(quote('NIFTY', 23501.5, 0.11)));
  expect(link(/NIFTY 50/)).toHaveTextContent('23,501.50');
  expect(link(/SENSEX/)).toHaveTextContent('72,690.10');
});

test('has the same four boxes before anything is known, and without the volatility', async () => {
  const host = await show(refuse(readVolatilityIndex, 'INTERNAL', 'no'));
  expect(screen.getAllByRole('link').map((one) => one.textContent)).toEqual(['NIFTY 50––', 'SENSEX––', 'BANK NIFTY––', 'India VIX––']);
  expect(host.notices).toEqual([]);
});

test('fifteen seconds without news in the session it says of when the values are, and takes it back with the next', async () => {
  vi.useFakeTimers();
  const host = await show();
  act(() => host.quote(quote('NIFTY', 23500, 0.1)));
  await act(() => vi.advanceTimersByTimeAsync(15_001));
  expect(link(/NIFTY 50/)).toHaveTextContent('NIFTY 5023,500.00since 14:32');
  expect(link(/NIFTY 50/)).toHaveAttribute('title', 'NIFTY 50: not up to date');
  act(() => host.quote(quote('NIFTY', 23501, 0.1)));
  expect(link(/NIFTY 50/)).toHaveTextContent('+0.10%');
});

test('on the desk an old value has its time alone beside it: more would run into the next index', async () => {
  vi.useFakeTimers();
  const list = window.matchMedia('(min-width: 880px)');
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(list, { matches: true }));
  const host = await show();
  act(() => host.quote(quote('SENSEX', 72455.45, 0.1)));
  act(() => void dispatchEvent(new Event('offline')));
  expect(link(/SENSEX/)).toHaveTextContent(/^SENSEX72,455\.4514:32$/);
});

test.each(['offline', SILENT])('the volatility, asked for once a minute, is no newer than the values beside it when nothing comes: %s', async (away) => {
  const host = await show();
  act(() => host.quote(quote('NIFTY', 23500, 0.1)));
  expect(link(/India VIX/)).toHaveTextContent('+2.10%');
  act(() => void dispatchEvent(new Event(away)));
  expect(link(/NIFTY 50/)).toHaveTextContent('since 14:32');
  expect(link(/India VIX/)).toHaveTextContent('since 14:32');
  act(() => host.quote(quote('NIFTY', 23501, 0.1)));
  expect(link(/India VIX/)).toHaveTextContent('+2.10%');
});

test('the volatility alone is not shown as live either, where the values beside it never came', async () => {
  await show();
  act(() => void dispatchEvent(new Event('offline')));
  expect(link(/India VIX/)).toHaveTextContent('since 14:32');
  expect(link(/NIFTY 50/)).toHaveTextContent('NIFTY 50––');
});

test('after hours the last close is no old value', async () => {
  vi.useFakeTimers();
  const host = await show();
  act(() => host.quote(quote('NIFTY', 23500, 0.1, { phase: 'closed' })));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(link(/NIFTY 50/)).toHaveTextContent('+0.10%');
  expect(link(/India VIX/)).toHaveTextContent('+2.10%');
});
