import { describe, expect, test } from 'vitest';
import {
  formatAge,
  formatCompactInr,
  formatDay,
  formatFloat,
  formatInr,
  formatInrChange,
  formatIst,
  formatIstTime,
  formatNumber,
  formatPercent,
  roundTo,
} from './formats.ts';

describe('floats display with 2 decimals (S5-SHOW-04, S5-SHOW-A01)', () => {
  test.each([
    [5, '5.00'],
    [12.345, '12.35'],
    [1.005, '1.01'],
    [-12.345, '−12.35'],
    [-0.001, '0.00'],
    [1234567.5, '12,34,567.50'],
    [1e-9, '0.00'],
  ])('%s → %s', (value, shown) => expect(formatFloat(value)).toBe(shown));

  test('counts have no decimals', () => expect([formatNumber(5), formatNumber(1203), formatNumber(10_000_000)]).toEqual(['5', '1,203', '1,00,00,000']));
});

test.each([
  [0.615, 2, 0.62],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [1.45, 1, 1.5],
  [8.575, 2, 8.58],
])('roundTo(%s, %s) is %s: half away from zero on the decimal digits', (value, decimals, rounded) => expect(roundTo(value, decimals)).toBe(rounded));

test.each([
  [1234.5, '₹1,234.50'],
  [-1234.5, '−₹1,234.50'],
  [100000, '₹1,00,000.00'],
  [999.999, '₹1,000.00'],
  [0, '₹0.00'],
  [null, '–'],
  [Number.NaN, '–'],
])('formatInr(%s) is %s', (value, shown) => expect(formatInr(value)).toBe(shown));

test.each([
  [3.4, '+3.40%'],
  [-1.2, '−1.20%'],
  [0, '0.00%'],
  [0.004, '0.00%'],
  [-0.004, '0.00%'],
  [undefined, '–'],
])('formatPercent(%s) is %s', (value, shown) => expect(formatPercent(value)).toBe(shown));

test('a percent without sign', () => expect(formatPercent(42, { signed: false })).toBe('42.00%'));
test('changes in rupees have a sign', () =>
  expect([formatInrChange(12.3), formatInrChange(-12.3), formatInrChange(0)]).toEqual(['+₹12.30', '−₹12.30', '₹0.00']));

test.each([
  [99_999.99, '₹99,999.99'],
  [1_00_000, '₹1.00 L'],
  [12_34_567, '₹12.35 L'],
  [99_99_400, '₹99.99 L'],
  [99_99_999, '₹1.00 Cr'],
  [3_42_00_000, '₹3.42 Cr'],
  [1e10, '₹1,000 Cr'],
  [1e12, '₹1,00,000 Cr'],
  [-12_34_567, '−₹12.35 L'],
])('formatCompactInr(%s) is %s', (value, shown) => expect(formatCompactInr(value)).toBe(shown));

test('times are shown in IST', () => {
  expect(formatIst('2026-11-20T09:02:05Z')).toBe('20 Nov 2026, 14:32 IST');
  expect(formatIst('2026-12-31T18:30:00Z')).toBe('1 Jan 2027, 00:00 IST');
  expect(formatIstTime('2026-11-20T09:02:05Z')).toBe('14:32:05 IST');
  expect(formatDay('2026-11-20')).toBe('20 Nov 2026');
  expect(formatDay('2026-11-20T20:00:00Z')).toBe('21 Nov 2026');
  expect([formatIst(''), formatDay('soon')]).toEqual(['–', '–']);
});

test.each([
  ['2026-11-20T09:00:30Z', 'now'],
  ['2026-11-20T09:02:00Z', 'now'],
  ['2026-11-20T08:56:00Z', '5 min'],
  ['2026-11-20T06:01:00Z', '3 h'],
  ['2026-11-18T18:31:00Z', '1 d'],
  ['2026-11-18T18:29:00Z', '2 d'],
])('the age of %s is %s', (instant, age) => expect(formatAge(instant, '2026-11-20T09:01:00Z')).toBe(age));
