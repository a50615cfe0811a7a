import { expect, test } from 'vitest';
import { MONTHS, monthRows, monthsUntil, stopBuckets } from './months.ts';

test.each([
  ['2026-11-20', '2026-11', '2025-12'],
  ['2026-01-31', '2026-01', '2025-02'],
  ['2026-12-01', '2026-12', '2026-01'],
])('on %s the months go from %s back to %s', (today, first, last) => {
  const months = monthsUntil(today);
  expect([months[0], months.at(-1), months.length]).toEqual([first, last, MONTHS]);
  expect(new Set(months).size).toBe(MONTHS);
  expect(months.every((month) => /^\d{4}-(0[1-9]|1[0-2])$/.test(month))).toBe(true);
});

test('a month without calls is a row of zeros, and other months and ends are left out', () => {
  const rows = monthRows(
    ['2026-11', '2026-10'],
    [
      { month: '2026-11', count: '3' },
      { month: '2024-01', count: 9 },
    ],
    [
      { month: '2026-11', status: 'sl_hit', count: 2 },
      { month: '2026-11', status: 'target_hit', count: '1' },
      { month: '2026-11', status: 'published', count: 7 },
      { month: '2026-11', status: 'active', count: 7 },
    ],
  );
  expect(rows).toEqual([
    { month: '2026-11', published: 3, target_hit: 1, sl_hit: 2, exited: 0, expired: 0, lapsed: 0, cancelled: 0, unjudged: 0 },
    { month: '2026-10', published: 0, target_hit: 0, sl_hit: 0, exited: 0, expired: 0, lapsed: 0, cancelled: 0, unjudged: 0 },
  ]);
});

test('a stop-loss is counted by its distance from the entry, whichever side it stands on', () => {
  const call = (entry_price: number | null, initial_stop_loss: number, status = 'expired') => ({ entry_price, initial_stop_loss, status });
  const counted = stopBuckets([call(100, 99.5), call(100, 99, 'sl_hit'), call(100, 102.5, 'sl_hit'), call(100, 80), call(null, 90)]);
  expect(counted.filter(({ calls }) => calls > 0)).toEqual([
    { from: 0, to: 1, calls: 1, stopped: 0 },
    { from: 1, to: 2, calls: 1, stopped: 1 },
    { from: 2, to: 3, calls: 1, stopped: 1 },
    { from: 8, to: null, calls: 1, stopped: 0 },
  ]);
});
