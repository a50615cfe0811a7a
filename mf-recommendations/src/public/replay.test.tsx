import { act, render, screen } from '@testing-library/react';
import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { readCandles } from '@vimarsh/shared/contract/market/routes.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Replay } from './replay.tsx';

const call = aCall({
  status: 'target_hit',
  realised_return: 5,
  entry_fill: { price: 3000, ts: '2026-11-10T05:02:00.000Z' },
  exit: { price: 3150, ts: '2026-11-16T06:00:00.000Z', reason: '' },
  ended_at: '2026-11-16T06:00:00.000Z',
});
const candles = [3010, 3060, 2990].map((c, at) => ({ t: `2026-11-1${at}T03:45:00.000Z`, o: c, h: c, l: c, c, v: 1 }));
const motion = (reduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: reduced, addEventListener() {}, removeEventListener() {} }));

beforeEach(() => {
  vi.useFakeTimers();
  motion(false);
});
afterEach(() => vi.useRealTimers());

async function show(answer = reply(readCandles, candles)) {
  const host = fakeHost({ answers: [answer] });
  render(<Replay call={call} still={<p>still</p>} />, { wrapper: host.Wrapper });
  await act(() => vi.advanceTimersByTimeAsync(0));
  return host;
}
/** The moment that stands beside the button of this name. */
const shownAt = (name: string) => screen.getByRole('button', { name }).parentElement!.textContent;
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('runs once through the days of the call, from its entry to its exit, and can run again', async () => {
  const host = await show();
  expect(host.calls[0]!.input).toEqual({ query: { symbol: 'TCS', interval: '1d', from: '2026-11-10', to: '2026-11-16', shares: '2026-11-16' } });
  expect(screen.getByText('₹3,000.00', { selector: '[style]' })).toBeInTheDocument();
  expect(shownAt('Pause the replay')).toBe('Day 1 of 7');
  await after(600);
  expect(screen.getByRole('img', { name: /Open\. Price ₹3,060\.00/ })).toBeInTheDocument();
  for (let step = 2; step <= 4; step += 1) await after(600);
  expect(shownAt('Replay the call')).toBe('Day 7 of 7');
  expect(screen.getByRole('img', { name: /Target reached\. Closed at ₹3,150\.00/ })).toBeInTheDocument();
  await act(async () => screen.getByRole('button', { name: 'Replay the call' }).click());
  expect(shownAt('Pause the replay')).toBe('Day 1 of 7');
});

test('the close of the day on which a call ended is not its price: that day is shown once, at the exit', async () => {
  await show(reply(readCandles, [...candles, { ...candles[0]!, t: '2026-11-16T03:45:00.000Z', c: 2222 }]));
  const seen: (string | null)[] = [];
  for (let step = 0; step < 6; step += 1) {
    seen.push(document.querySelector('[style]')!.textContent);
    await after(600);
  }
  expect(seen).not.toContain('₹2,222.00');
  expect(shownAt('Replay the call')).toBe('Day 7 of 7');
});

test('a short call is watched by the minute', async () => {
  const host = fakeHost({ answers: [reply(readCandles, [{ ...candles[0]!, t: '2026-11-10T05:05:00.000Z' }])] });
  const short = { ...call, ended_at: '2026-11-10T09:00:00.000Z', exit: { ...call.exit!, ts: '2026-11-10T09:00:00.000Z' } };
  render(<Replay call={short} still={<p>still</p>} />, { wrapper: host.Wrapper });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(host.calls[0]!.input).toMatchObject({ query: { interval: '5m', from: '2026-11-10', to: '2026-11-10' } });
  expect(shownAt('Pause the replay')).toBe('10 Nov 2026, 10:32 IST');
});

test('a press holds it where it is, another goes on from there', async () => {
  await show();
  await after(600);
  await act(async () => screen.getByRole('button', { name: 'Pause the replay' }).click());
  await after(5000);
  expect(shownAt('Replay the call')).toBe('Day 2 of 7');
  await act(async () => screen.getByRole('button', { name: 'Replay the call' }).click());
  await after(600);
  expect(shownAt('Pause the replay')).toBe('Day 3 of 7');
});

test('where motion is not welcome it stands at its end, and runs on a press only', async () => {
  motion(true);
  await show();
  await after(5000);
  expect(shownAt('Replay the call')).toBe('Day 7 of 7');
});

test.each([
  ['the prices can’t be read', refuse(readCandles, 'UNREACHABLE', 'no')],
  ['there are too few days', reply(readCandles, candles.slice(0, 1))],
])('the rail stands still where %s', async (_why, answer) => {
  await show(answer);
  expect(screen.getByText('still')).toBeInTheDocument();
});
