import { expect, test } from 'vitest';
import { type EndedOption, metricsOfOptions } from './performance.ts';

const at = new Date('2026-11-10T05:00:00.000Z');
const ended = (pnl: number, risk: number): EndedOption => ({
  status: 'expired',
  pnl,
  cost: 0,
  risk,
  // As it is shown: rounded to four decimals.
  return_on_risk: Math.round((1_000_000 * pnl) / risk) / 10_000,
  slippage: 0,
  entry_at: at,
  exit_at: at,
});

test('a mean is made of results and rounded once: 1 and 3 of 700 are 0.2857 % on average, where what is shown of them gives 0.2858', () => {
  const calls = Array.from({ length: 6 }, () => [ended(1, 700), ended(3, 700)]).flat();
  expect(metricsOfOptions(calls).avg_return).toBe(0.2857);
});

test('the mean after costs is of the same calls: 10 of 100 before, 6 after ₹4 of costs each', () => {
  const calls = Array.from({ length: 10 }, () => ({ ...ended(10, 100), cost: 4 }));
  expect(metricsOfOptions(calls)).toMatchObject({ avg_return: 10, avg_net_return: 6 });
  expect(metricsOfOptions(calls.slice(1))).toMatchObject({ avg_return: null, avg_net_return: null });
});
