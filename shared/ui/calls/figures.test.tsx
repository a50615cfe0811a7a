import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { SILENT } from '@vimarsh/shared/session/reach.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aCall } from '../../contract/calls/call.testing.ts';
import type { Quote } from '../../contract/market/types.ts';
import { fakeHost } from '../../kit/fake-host.tsx';
import { CandleChart } from '../charts/candle-chart.tsx';
import { useNear } from '../charts/near.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { StaleBadge } from '../page/state.tsx';
import { Stars } from '../stars.tsx';
import { ExpertName } from './expert-name.tsx';
import { LevelRail } from './level-rail.tsx';
import { useLivePrice } from './live-price.ts';
import { Change } from './price.tsx';
import { PriceCell } from './price-cell.tsx';

const motion = (reduced: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reduced && query.includes('reduce'), addEventListener() {}, removeEventListener() {} }));
beforeEach(() => motion(false));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('gains and losses: sign, word and arrow, never colour alone', () => {
  const { container, rerender } = render(<Change pct={3.4} abs={48.2} />);
  expect(container).toHaveTextContent('▲up +₹48.20 (+3.40%)');
  rerender(<Change pct={-3.4} />);
  expect(container).toHaveTextContent('▼down −3.40%');
  rerender(<Change pct={-0.004} />);
  expect(container).toHaveTextContent('■unchanged 0.00%');
});

test('the rail has a text twin', () => {
  render(<LevelRail stop={1400} entry={1450} target={1550} price={1500} callType="Buy" status="active" />);
  expect(screen.getByRole('img')).toHaveAccessibleName(/50% of the way from entry to target/);
});

test.each(['row', 'full'] as const)(
  'a %s rail names the stop-loss in force in the order of its marks, and one that was moved since the published one',
  (size) => {
    const levels = { size, stop: 1475, entry: 1450, entered: true, target: 1550, price: 1500, callType: 'Buy', status: 'active' } as const;
    const { container, rerender } = render(<LevelRail {...levels} />);
    expect(container).toHaveTextContent(/Entered ?₹1,450\.00.*Stop(-loss)? ?₹1,475\.00.*Target ?₹1,550\.00/);
    rerender(<LevelRail {...levels} stop={1400} published status="exited" />);
    expect(container).toHaveTextContent(/Published stop(-loss)? ?₹1,400\.00/);
  },
);

test('a sparkline of small changes stays near its middle', () => {
  const { container } = render(<Sparkline label="Sentiment" values={[50, 50.2, 49.9]} />);
  const heights = container
    .querySelector('polyline')!
    .getAttribute('points')!
    .split(' ')
    .map((point) => Number(point.split(',')[1]));
  for (const height of heights) expect(Math.abs(height - 12)).toBeLessThan(2);
});

test('a sparkline announces first, last, lowest and highest', () => {
  render(<Sparkline label="Sentiment" values={[42, 40, 61]} />);
  expect(screen.getByRole('img')).toHaveAccessibleName('Sentiment: from 42.00 to 61.00, lowest 40.00, highest 61.00');
});

test('stars are announced as a number', () => {
  render(<Stars value={3.5} />);
  expect(screen.getByRole('img', { name: '3.5 of 5 stars' })).toBeInTheDocument();
});

describe('price cell', () => {
  const quote = (ltp: number, phase: Quote['phase'] = 'continuous'): Quote => ({
    symbol: 'INFY',
    ltp,
    open: 1500,
    high: 1520,
    low: 1490,
    prev_close: 1500,
    change: ltp - 1500,
    change_pct: 0,
    volume: 1,
    ts: '2026-11-20T09:02:05Z',
    phase,
    source: 'simulated',
  });
  const show = () => {
    const host = fakeHost();
    const flashes: unknown[] = [];
    HTMLElement.prototype.animate = ((frames: unknown) => flashes.push(frames)) as never;
    const Cell = () => <PriceCell live={useLivePrice('INFY')} initial={1500} />;
    render(<Cell />, { wrapper: host.Wrapper });
    return { host, flashes };
  };

  test('shows the live price and flashes at most once a second', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { host, flashes } = show();
    act(() => host.quote(quote(1501)));
    act(() => host.quote(quote(1502)));
    expect(screen.getByText('₹1,502.00')).toBeInTheDocument();
    expect(flashes).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    act(() => host.quote(quote(1499)));
    expect(flashes).toHaveLength(2);
    expect(JSON.stringify(flashes)).toMatch(/gain-soft.*loss-soft/);
  });

  test('does not flash under reduced motion or without a change', () => {
    const { host, flashes } = show();
    act(() => host.quote(quote(1500)));
    motion(true);
    act(() => host.quote(quote(1501)));
    expect(flashes).toHaveLength(0);
  });

  test('turns stale after 15 s without a quote during the session, but not after it', () => {
    vi.useFakeTimers();
    const { host } = show();
    act(() => host.quote(quote(1501)));
    act(() => void vi.advanceTimersByTime(15_000));
    expect(screen.getByTitle('Price is not up to date')).toBeInTheDocument();
    act(() => host.quote(quote(1501, 'closed')));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.queryByTitle('Price is not up to date')).toBeNull();
  });

  test.each(['offline', SILENT])('turns stale at once when the connection is away or the server silent (%s), and not after the session', (away) => {
    const { host } = show();
    act(() => host.quote(quote(1501)));
    act(() => void dispatchEvent(new Event(away)));
    expect(screen.getByTitle('Price is not up to date')).toBeInTheDocument();
    act(() => host.quote(quote(1502)));
    expect(screen.queryByTitle('Price is not up to date')).toBeNull();
    act(() => host.quote(quote(1502, 'closed')));
    act(() => void dispatchEvent(new Event(away)));
    expect(screen.queryByTitle('Price is not up to date')).toBeNull();
  });
});

test('things load from 200 px outside the screen (S9-LIM-21)', () => {
  const seen: (IntersectionObserverInit | undefined)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(_: unknown, options?: IntersectionObserverInit) {
        seen.push(options);
      }
      observe() {}
      disconnect() {}
    },
  );
  const Box = () => <p>{String(useNear({ current: document.body }))}</p>;
  render(<Box />);
  expect(seen[0]?.rootMargin).toContain('200px');
  expect(screen.getByText('false')).toBeInTheDocument();
});

test('a chart has a table twin, newest first', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const candle = (day: number, c: number) => ({ t: `2026-11-${day}T03:45:00Z`, o: 100, h: 110, l: 90, c, v: 1 });
  render(<CandleChart label="INFY, daily prices" interval="1d" candles={[candle(19, 101), candle(20, 102)]} />);
  expect(screen.getByRole('slider', { name: /INFY, daily prices/ })).toHaveAttribute('aria-valuetext', '20 Nov 2026: O 100.00, H 110.00, L 90.00, C 102.00');
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['20 Nov 2026', '19 Nov 2026']);
  expect(screen.getByRole('cell', { name: '102.00' })).toBeInTheDocument();
});

test('data that is not updating says its time, and its day where that is not today', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T18:29:00.000Z') });
  const { rerender } = render(<StaleBadge asOf="2026-11-20T09:02:05.000Z" />);
  expect(screen.getByRole('status')).toHaveTextContent('Not updating · as of 14:32:05 IST');
  vi.setSystemTime(new Date('2026-11-20T18:31:00.000Z'));
  rerender(<StaleBadge asOf="2026-11-20T09:02:05.000Z" />);
  expect(screen.getByRole('status')).toHaveTextContent('Not updating · as of 20 Nov 2026, 14:32 IST');
});

test('a name whose registration is not verified says so; a verified one and that of a closed account do not', () => {
  const words = 'Registration not verified';
  const { expert } = aCall();
  const { rerender } = render(<ExpertName expert={{ ...expert, verified: true }} />);
  expect(screen.queryByText(words)).toBeNull();
  rerender(<ExpertName expert={{ ...expert, verified: false }} />);
  expect(screen.getByText(words)).toBeVisible();
  rerender(<ExpertName expert={{ ...expert, verified: false, user_id: '' }} />);
  expect(screen.queryByText(words)).toBeNull();
});
