import { expect, test } from 'vitest';
import { groupSessions } from './candle-groups.ts';

const bar = (day: string, [o, h, l, c]: readonly [number, number, number, number], v: number) => ({ day, o, h, l, c, v, prev_close: 0 });
const bars = [
  bar('2026-10-29', [10, 12, 9, 11], 1),
  bar('2026-10-30', [11, 15, 11, 14], 2),
  bar('2026-11-02', [14, 14, 8, 9], 4),
  bar('2026-11-06', [9, 10, 9, 10], 8),
];

test('a week begins on Monday, a month with its first session; open, extremes, close and volume are those of all', () => {
  expect(groupSessions(bars, 'week')).toEqual([bar('2026-10-29', [10, 15, 9, 14], 3), bar('2026-11-02', [14, 14, 8, 10], 12)]);
  expect(groupSessions(bars, 'month')).toEqual([bar('2026-10-29', [10, 15, 9, 14], 3), bar('2026-11-02', [14, 14, 8, 10], 12)]);
  expect(groupSessions([bar('2026-12-30', [1, 1, 1, 1], 1), bar('2027-01-01', [2, 2, 2, 2], 1)], 'week')).toHaveLength(1);
  expect(groupSessions([bar('2026-12-30', [1, 1, 1, 1], 1), bar('2027-01-01', [2, 2, 2, 2], 1)], 'month')).toHaveLength(2);
  expect(groupSessions([], 'week')).toEqual([]);
});
