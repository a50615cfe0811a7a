import { expect, test } from 'vitest';
import { expiriesFrom, isMonthlyExpiry } from './expiries.ts';

test('NIFTY on 20 Nov 2026: two weeklies and three monthlies, Tuesday the 24th being a holiday, and so Republic Day 2027', () => {
  expect(expiriesFrom('2026-11-20', { exchange: 'NSE', weeklies: 2, monthlies: 3 })).toEqual([
    '2026-11-23',
    '2026-12-01',
    '2026-12-08',
    '2026-12-29',
    '2027-01-25',
  ]);
});

test('an expiry stays listed on its day and is gone the day after', () => {
  const cycle = { exchange: 'NSE', weeklies: 0, monthlies: 1 } as const;
  expect(expiriesFrom('2026-11-23', cycle)).toEqual(['2026-11-23']);
  expect(expiriesFrom('2026-11-24', cycle)).toEqual(['2026-12-29']);
});

test('SENSEX expires on Thursdays; before September 2025 NIFTY did', () => {
  expect(expiriesFrom('2026-11-20', { exchange: 'BSE', weeklies: 2, monthlies: 0 })).toEqual(['2026-12-03', '2026-12-10']);
  expect(expiriesFrom('2024-06-26', { exchange: 'NSE', weeklies: 1, monthlies: 1 })).toEqual(['2024-06-27', '2024-07-04']);
});

test('the last expiry of a month is the monthly one, also before a holiday', () => {
  expect(['2026-11-23', '2026-11-24', '2026-12-22', '2026-12-29', '2024-06-20', '2024-06-27'].map((day) => isMonthlyExpiry(day))).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ]);
});
