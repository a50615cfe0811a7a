import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { expect, test, vi } from 'vitest';
import { openAll } from '../insight/open-all.testing.ts';
import { chainCsv } from './chain-csv.ts';
import { OptionsView } from './options.view.tsx';
import { OPTIONS as data } from './sample-options.testing.ts';
import { StrategyBuilder } from './strategy.view.tsx';

const show = (more: Partial<OptionsInsight> = {}, stale = false) =>
  render(
    <OptionsView state={{ kind: 'ready', data: { ...data, ...more }, stale }} onExpiry={() => {}} builder={(whole) => <StrategyBuilder data={whole} />} />,
  );

test('a figure shows its value, or why there is none, and explains itself when pressed', async () => {
  show();
  const glance = screen.getByRole('group', { name: 'At a glance' });
  expect(within(glance).getByText('14.50%')).toBeVisible();
  expect(within(glance).getByText('not enough data: 12 of 20 sessions')).toBeVisible();
  await userEvent.click(within(glance).getByText('ATM volatility'));
  expect(within(glance).getByText('Interpolated at the forward.')).toBeVisible();
  expect(within(glance).getByText('24,020.00')).toBeVisible();
});

test('a strike without volatility says why, and the strike at the money is named', () => {
  show();
  const chain = screen.getByRole('group', { name: 'Option chain of NIFTY' });
  expect(within(chain).getByRole('rowheader', { name: '24,000 ATM' })).toBeInTheDocument();
  expect(within(chain).getAllByTitle('one-sided quote').length).toBeGreaterThan(0);
});

test('quantities are lots and can be read as shares; Greeks come when asked for', async () => {
  show();
  const chain = screen.getByRole('group', { name: 'Option chain of NIFTY' });
  expect(within(chain).getAllByText('200')).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Shares instead of lots' }));
  expect(within(chain).getAllByText('13,000')).toHaveLength(6);
  expect(within(chain).queryByText('Delta')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Greeks' }));
  expect(within(chain).getAllByText('Delta')).toHaveLength(2);
});

test('the risk disclosure is read once, before the chain, and the versions of methods are not for investors', () => {
  const { container } = show();
  const risk = screen.getAllByRole('group', { name: 'Risk disclosure on derivatives' });
  expect(risk).toHaveLength(1);
  expect(risk[0]!.compareDocumentPosition(screen.getByRole('group', { name: 'Option chain' })) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  for (const method of data.methods) expect(container).not.toHaveTextContent(method);
});

test('a place without the chain still has the risk disclosure', () => {
  render(<OptionsView state={{ kind: 'ready', data }} onExpiry={() => {}} sections={(name) => name === 'glance'} />);
  expect(screen.getByRole('group', { name: 'Risk disclosure on derivatives' })).toBeVisible();
});

test('the build-up is told in lots, as the open interest beside it', () => {
  show();
  expect(screen.getByRole('columnheader', { name: 'ΔOI, lots' })).toBeVisible();
});

test('another expiry is asked for by its day', async () => {
  const onExpiry = vi.fn();
  render(<OptionsView state={{ kind: 'ready', data }} onExpiry={onExpiry} />);
  expect(screen.getByRole('button', { name: '23 Nov 2026' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: '1 Dec 2026' }));
  expect(onExpiry).toHaveBeenCalledWith('2026-12-01');
});

test.each([
  ['the feed has stopped', { stale: true }, false, 'Not up to date'],
  ['the answer could not be renewed', {}, true, 'Not up to date'],
  ['the market is closed', { state: 'closed' as const }, false, 'Closed'],
  ['the expiry is over', { state: 'expired' as const }, false, 'Expired'],
])('when %s it says so', (_name, more, stale, text) => {
  show(more, stale);
  expect(screen.getByText(new RegExp(`^${text} ·`))).toBeVisible();
  expect(screen.getByText(/as of \d+ Nov 2026, \d\d:\d\d IST/)).toBeVisible();
});

test('no open interest, and a session known at one moment only, are told instead of drawn', () => {
  show({ totals: { ce_oi: 0, pe_oi: 0, ce_volume: 0, pe_volume: 0 } });
  expect(screen.getByText('There is no open interest in this expiry.')).toBeVisible();
  expect(screen.getByText(/There is only one reading of this session/)).toBeVisible();
});

test('a straddle: what it costs, loses at most, where it breaks even, and a table beside its chart', async () => {
  show();
  const strategy = screen.getByRole('group', { name: 'Strategy' });
  await userEvent.click(within(strategy).getByRole('button', { name: 'Long straddle' }));
  // 65 × (100 + 80), breakevens 24,000 ± 180.
  expect(within(strategy).getByText('₹11,700.00')).toBeVisible();
  expect(within(strategy).getByText('−₹11,700.00')).toBeVisible();
  expect(within(strategy).getByText('23,820.00 · 24,180.00')).toBeVisible();
  expect(within(strategy).getByText('Without limit')).toBeVisible();
  await userEvent.click(within(strategy).getByText('Show as table'));
  expect(within(strategy).getAllByRole('row').length).toBeGreaterThan(20);
  await userEvent.selectOptions(within(strategy).getByLabelText('Strike of leg 2'), '24050');
  expect(within(strategy).getByText(/One leg has no price/)).toBeVisible();
});

test('loading and failing keep the frame; a passing failure offers to try again', async () => {
  const retry = vi.fn();
  const { rerender } = render(<OptionsView state={{ kind: 'loading' }} onExpiry={() => {}} />);
  expect(screen.getByLabelText('Loading options insight')).toHaveAttribute('aria-busy', 'true');
  rerender(<OptionsView state={{ kind: 'problem', text: 'Could not load this insight.', retry }} onExpiry={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('every chart has its numbers as a table, also max pain through the session', () => {
  const look = (t: string, pcr: number, max_pain: number) => ({ t, pcr, max_pain });
  const moving = { ...data, intraday: [look('2026-11-20T04:00:00.000Z', 1.02, 24_000), look('2026-11-20T04:15:00.000Z', 1.05, 24_050)] };
  const { container } = render(<OptionsView state={{ kind: 'ready', data: moving }} onExpiry={() => undefined} />);
  const charts = screen.getAllByRole('img');
  expect(container.querySelectorAll('svg')).toHaveLength(charts.length);
  expect(charts.some((chart) => chart.getAttribute('aria-label')!.startsWith('Max pain, every 15 minutes: '))).toBe(true);
  openAll(container);
  for (const chart of charts) {
    const name = chart.getAttribute('aria-label')!.split(': ')[0];
    expect(within(chart.closest('figure')!).getByLabelText(`${name}, as a table`).querySelectorAll('tbody tr').length).toBeGreaterThan(1);
  }
});

test('bid, ask and change stand in the chain when they are asked for', async () => {
  render(<OptionsView state={{ kind: 'ready', data }} onExpiry={() => undefined} />);
  const chain = screen.getByRole('group', { name: 'Option chain of NIFTY' });
  expect(within(chain).queryAllByRole('columnheader', { name: 'Bid' })).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Quotes' }));
  expect(within(chain).getAllByRole('columnheader', { name: 'Bid' })).toHaveLength(2);
  expect(within(chain).getAllByRole('cell', { name: '129.00' }).length).toBeGreaterThan(0);
});

test('the chain as a file: a line for each contract, missing values empty', () => {
  const [header, ...lines] = chainCsv(data).trim().split('\r\n');
  expect(header).toContain('"Strike","Type","Last"');
  expect(lines).toHaveLength(6);
  expect(lines[0]).toContain('24010,24020,23950,"CE",130,5,129,131');
  expect(lines.at(-1)).toMatch(/24050,"PE",,5,,/);
});

test('a tick draws spot and basis anew, and neither the chain nor the strategy', () => {
  const builder = vi.fn(() => null);
  const view = (shown: typeof data) => <OptionsView state={{ kind: 'ready', data: shown }} onExpiry={() => undefined} builder={builder} />;
  const { rerender } = render(view(data));
  expect(builder).toHaveBeenCalledTimes(1);
  rerender(view({ ...data, spot: 24_021.35, future: data.future && { ...data.future, basis: 8.65 } }));
  expect(screen.getByText('24,021.35')).toBeInTheDocument();
  expect(builder).toHaveBeenCalledTimes(1);
  rerender(view({ ...data, rows: [...data.rows] }));
  expect(builder).toHaveBeenCalledTimes(2);
});
