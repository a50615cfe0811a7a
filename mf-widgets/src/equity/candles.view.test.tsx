import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CANDLE_INTERVALS, type CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { CandlesView, type CandlesViewProps } from './candles.view.tsx';

/** px of the chart's place, prices included. */
let width = 700;
beforeEach(() => {
  width = 700;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: (entries: readonly { contentRect: { width: number } }[]) => void;
      constructor(tell: (entries: readonly { contentRect: { width: number } }[]) => void) {
        this.#tell = tell;
      }
      observe(): void {
        this.#tell([{ contentRect: { width } }]);
      }
      disconnect(): void {}
    },
  );
});

const day = (date: string, close: number) => ({ t: `${date}T03:45:00.000Z`, o: 3200, h: 3260.5, l: 3190, c: close, v: 1_234_567 });
const data: CandlesInsight = {
  symbol: 'M&M',
  interval: '1d',
  intervals: [...CANDLE_INTERVALS],
  candles: [day('2026-11-18', 3210), day('2026-11-19', 3195), day('2026-11-20', 3255)],
  calls: [{ call_type: 'Sell', published_at: '2026-11-18T05:00:00.000Z', ended_at: '2026-11-19T06:00:00.000Z', status: 'target_hit' }],
  as_of: '2026-11-20T06:00:00.000Z',
  phase: 'continuous',
  stale: false,
  source: 'simulated',
};
const show = (state: CandlesViewProps['state'], onInterval: CandlesViewProps['onInterval'] = () => undefined) =>
  render(<CandlesView symbol="M&M" interval="1d" state={state} onInterval={onInterval} />);

test('arrow keys move along the candles, each read out with its figures and calls', async () => {
  show({ kind: 'ready', data });
  const chart = screen.getByRole('slider', { name: 'M&M, candles by Day. Arrow keys move the cursor.' });
  expect(chart).toHaveAttribute('aria-valuetext', '20 Nov 2026, open 3,200.00, high 3,260.50, low 3,190.00, close 3,255.00, volume 12,34,567');
  chart.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/^19 Nov 2026, .*, Sell call ended: target hit$/));
  await userEvent.keyboard('{Home}');
  expect(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/^18 Nov 2026, .*, Sell call published$/));
  await userEvent.keyboard('{ArrowLeft}{End}');
  expect(chart).toHaveAttribute('aria-valuenow', '2');
});

test('the same as a table, newest first, and back', async () => {
  show({ kind: 'ready', data });
  const toggle = screen.getByRole('button', { name: 'Show as table' });
  await userEvent.click(toggle);
  const rows = screen.getByRole('group', { name: 'M&M, candles by Day, as a table' });
  const [head, first, second] = [...rows.querySelectorAll('tr')].map((row) => row.textContent);
  expect(head).toBe('TimeOpenHighLowCloseVolumeCalls');
  expect(first).toBe('20 Nov 20263,200.003,260.503,190.003,255.0012,34,567');
  expect(second).toContain('Sell call ended: target hit');
  expect(screen.queryByRole('slider')).toBeNull();
  await userEvent.click(toggle);
  expect(screen.getByRole('slider')).toBeInTheDocument();
});

test('a narrow place draws the latest that can be told apart, and the table has all', async () => {
  width = 252;
  const many = Array.from({ length: 120 }, (_, at) => ({ ...day('2026-11-20', 3200), t: new Date(Date.UTC(2026, 6, 1 + at, 3, 45)).toISOString() }));
  show({ kind: 'ready', data: { ...data, candles: many, calls: [] } });
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuemax', '47');
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringMatching(/^28 Oct 2026/));
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getAllByRole('row')).toHaveLength(121);
});

test('only what there is can be chosen: of imported days nothing below a day', async () => {
  const chosen = vi.fn();
  show({ kind: 'ready', data: { ...data, intervals: ['1d', '1w', '1M'] } }, chosen);
  expect(screen.getByRole('group', { name: 'Candles of M&M' })).toHaveTextContent('DayWeekMonthShow as table');
  expect(screen.getByRole('button', { name: 'Day' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Week' }));
  expect(chosen).toHaveBeenCalledWith('1w');
});

test('no calls, no legend of calls; old data are marked', () => {
  const { rerender } = show({ kind: 'ready', data: { ...data, calls: [] }, stale: true });
  expect(screen.queryByText(/call published, ◆ ended/)).toBeNull();
  expect(screen.getByText(/Not up to date/)).toBeInTheDocument();
  rerender(<CandlesView symbol="M&M" interval="1d" state={{ kind: 'ready', data }} onInterval={() => undefined} />);
  expect(screen.queryByText(/Not up to date/)).toBeNull();
  expect(screen.getByText(/calls whose record is public/)).toBeInTheDocument();
});

test('while it loads, where there is nothing, and where it failed, the place stays and says so', async () => {
  const { container, rerender } = show({ kind: 'loading' });
  expect(container.querySelector('figure')).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('button')).toHaveLength(CANDLE_INTERVALS.length + 1);
  const again = (state: CandlesViewProps['state']) => rerender(<CandlesView symbol="M&M" interval="1d" state={state} onInterval={() => undefined} />);
  again({ kind: 'ready', data: { ...data, candles: data.candles.slice(0, 1) } });
  expect(screen.getByText('There is nothing to draw yet.')).toBeInTheDocument();
  const retry = vi.fn();
  again({ kind: 'problem', text: 'Not available right now.', retry });
  expect(screen.getByRole('status')).toHaveTextContent('Not available right now.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
