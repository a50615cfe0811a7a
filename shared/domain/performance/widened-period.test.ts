import { describe, expect, test } from 'vitest';
import { PERIODS, type Period } from '../../contract/calls/types.ts';
import type { ClosedRecord } from '../calls/equity/performance.ts';
import { PeriodCounts } from './widened-period.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-11-19T10:00:00.000Z');
const record = (change: Partial<ClosedRecord> = {}): ClosedRecord => ({
  ...{ call_type: 'Buy', term: 'shortTerm', status: 'target_hit', target: 110, initial_stop: 95, realised_return: 10, r_multiple: 2, alpha: null },
  entry: { price: 100, ts: 0 },
  exit: { price: 110, ts: 0 },
  ...change,
});
/** Calls that ended so many days ago. */
function countsOf(daysAgo: readonly number[], change: Partial<ClosedRecord> = {}): PeriodCounts {
  const counts = new PeriodCounts(NOW);
  for (const days of daysAgo) counts.add(record(change), NOW.getTime() - days * DAY);
  return counts;
}
const times = (n: number, days: number): number[] => Array.from({ length: n }, () => days);

describe('a record opens on the shortest period that can answer', () => {
  test.each<[string, number[], Period, Period]>([
    ['ten within the month: the month', times(10, 20), '1M', '1M'],
    ['nine within it and one before: three months', [...times(9, 20), 60], '1M', '3M'],
    ['ten within the week, asked from the month on: the month', times(10, 2), '1M', '1M'],
    ['ten within the week, asked from the week on: the week', times(10, 2), '1W', '1W'],
    ['ten in half a year', [...times(4, 20), ...times(6, 150)], '1M', '6M'],
    ['ten in a year', [...times(9, 20), 300], '1M', '1Y'],
    ['ten in all: all dates', [...times(9, 20), 500], '1M', 'ALL'],
    ['fewer than ten in all: all dates, where each can be read', times(3, 20), '1M', 'ALL'],
    ['none', [], '1M', 'ALL'],
    ['the first day of the month counts, the day before does not', [...times(9, 20), 31], '1M', '1M'],
    ['the day before the first', [...times(9, 20), 32], '1M', '3M'],
    ['an end that is still to come is in none', [...times(9, 20), -1], '1M', 'ALL'],
  ])('%s', (_name, days, asked, period) => expect(countsOf(days).widened(asked)).toBe(period));

  test.each([
    ['calls that were never entered', { status: 'lapsed', entry: null, exit: null, realised_return: null, r_multiple: null }],
    ['calls to hold', { call_type: 'Hold', realised_return: null, r_multiple: null }],
  ] as const)('%s have no result and don’t count', (_name, change) => {
    expect(countsOf(times(10, 20), change).widened('1M')).toBe('ALL');
  });

  test('all dates are no shorter period', () => {
    for (const period of PERIODS) expect(PERIODS.indexOf(countsOf(times(30, 2)).widened(period))).toBe(PERIODS.indexOf(period));
  });
});
