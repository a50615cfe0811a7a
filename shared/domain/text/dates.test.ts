import { expect, test } from 'vitest';
import { dayDiff, MONTH_NUMBERS, QUARTERS, quarterFromMonth, startEndYears, weekEndYears, weekStartYears } from './dates.ts';

test('quarters are 1st to 4th (S9-DATE-01)', () => {
  expect(QUARTERS).toEqual(['1st Quarter', '2nd Quarter', '3rd Quarter', '4th Quarter']);
});

test.each([
  ['S9-DATE-02', ['Jan', 'Feb', 'Mar'], 4],
  ['S9-DATE-03', ['Apr', 'May', 'Jun'], 1],
  ['S9-DATE-04', ['Jul', 'Aug', 'Sep'], 2],
  ['S9-DATE-05', ['Oct', 'Nov', 'Dec'], 3],
] as const)('%s: %j → quarter %i', (_id, months, quarter) => {
  for (const month of months) expect(quarterFromMonth(MONTH_NUMBERS[month])).toBe(quarter);
});

test('months map to 1–12, and names go through the map (S9-DATE-06, S9-DATE-A01)', () => {
  expect(Object.keys(MONTH_NUMBERS).join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
  expect(Object.values(MONTH_NUMBERS)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(quarterFromMonth(1)).toBe(4);
});

test('year lists (S9-DATE-07, S9-DATE-08, S9-DATE-09, S9-DATE-A02)', () => {
  expect(weekStartYears(2030)).toEqual([2029, 2030]);
  expect(weekEndYears(2030)).toEqual([2029, 2030, 2031]);
  expect(startEndYears(2030)).toEqual([2029, 2030, 2031, 2032]);
});

test.each([
  ['S9-DATE-10', '2030-01-01', '2030-01-03', 2],
  ['S9-DATE-11', '2030-01-01T00:05', '2030-01-01T23:55', 0],
  ['S9-DATE-A03', '2030-01-01T23:00', '2030-01-02T01:00', 1],
  ['S9-DATE-A03', '2030-01-02T01:00', '2030-01-01T23:00', 1],
  ['instants count by their IST date', '2030-01-01T18:29:00Z', '2030-01-01T18:31:00Z', 1],
  ['instants within one IST date', new Date('2030-01-01T18:31:00Z'), new Date('2030-01-02T18:29:00Z'), 0],
])('%s: %s to %s is %i days', (_id, from, to, days) => {
  expect(dayDiff(from, to)).toBe(days);
});
