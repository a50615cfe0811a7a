import { expect, test } from 'vitest';
import { monthName, shortMonthName } from './months.ts';

test.each([
  ['2026-01', 'January 2026', 'Jan 2026'],
  ['2026-09-30', 'September 2026', 'Sep 2026'],
  ['2027-12', 'December 2027', 'Dec 2027'],
])('%s is %s', (month, long, short) => {
  expect(monthName(month)).toBe(long);
  expect(shortMonthName(month)).toBe(short);
});
