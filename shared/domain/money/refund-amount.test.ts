import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { istInstant } from '../market/calendar.ts';
import { splitGst, totalOf } from './gst.ts';
import { chargedUntil, refundOf, usedDays } from './refund-amount.ts';

const plan = (price: number, days: number, from: string, time = '14:00') => ({ ...splitGst(price), days, starts_at: istInstant(from, time) });

test.each([
  [499_00, 422_88, 76_12],
  [299_00, 253_39, 45_61],
  [199_00, 168_64, 30_36],
  [999_00, 846_61, 152_39],
  [2_499_00, 2_117_80, 381_20],
  [8_999_00, 7_626_27, 1_372_73],
  // 1 / 1.18 = 0.847…; 59 / 1.18 = 50 exactly.
  [1, 1, 0],
  [59, 50, 9],
])('a price of %i paise is %i and GST of %i', (price, taxable, gst) => expect(splitGst(price)).toEqual({ taxable, gst }));

test('the first day that is not charged is India’s, also of a plan that began and ended after midnight', () => {
  expect(chargedUntil(plan(499_00, 30, '2026-11-01', '02:00'), istInstant('2026-11-10', '02:00'))).toEqual(istInstant('2026-11-11'));
});

describe('the refund of the days that are left', () => {
  test.each([
    // 422.88 × 20 / 30 = 281.92; 18 % of it 50.7456.
    ['₹499 after 10 of 30 days', plan(499_00, 30, '2026-11-01'), '2026-11-10', '09:00', 20, 281_92, 50_75],
    ['to the last minute of that day', plan(499_00, 30, '2026-11-01'), '2026-11-10', '23:59', 20, 281_92, 50_75],
    // 422.88 × 19 / 30 = 267.824; 18 % of 267.82 = 48.2076.
    ['a minute later a day less', plan(499_00, 30, '2026-11-01'), '2026-11-11', '00:00', 19, 267_82, 48_21],
    // 422.88 × 29 / 30 = 408.784; 18 % of 408.78 = 73.5804.
    ['on the day it was bought', plan(499_00, 30, '2026-11-01'), '2026-11-01', '14:01', 29, 408_78, 73_58],
    ['before it began all of it', plan(499_00, 30, '2026-11-01'), '2026-10-20', '10:00', 30, 422_88, 76_12],
    ['on its last day nothing', plan(499_00, 30, '2026-11-01'), '2026-11-30', '10:00', 0, 0, 0],
    ['on the morning after nothing', plan(499_00, 30, '2026-11-01'), '2026-12-01', '10:00', 0, 0, 0],
    // From 20 February 2028, a leap year, to 1 March are 11 days: 29 February is one of them. 422.88 × 19 / 30 = 267.824.
    ['over a leap day', plan(499_00, 30, '2028-02-20'), '2028-03-01', '10:00', 19, 267_82, 48_21],
    // The year before they are 10. 422.88 × 20 / 30 = 281.92.
    ['over the end of a February without', plan(499_00, 30, '2027-02-20'), '2027-03-01', '10:00', 20, 281_92, 50_75],
    // 253.39 × 4 / 7 = 144.794…; 18 % of 144.79 = 26.0622.
    ['₹299 after 3 of 7 days', plan(299_00, 7, '2026-11-20'), '2026-11-22', '12:00', 4, 144_79, 26_06],
    // 7626.27 × 364 / 365 = 7605.3759…; 18 % of 7605.38 = 1368.9684.
    ['₹8,999 after 1 of 365 days', plan(8_999_00, 365, '2026-11-20'), '2026-11-20', '23:00', 364, 7_605_38, 1_368_97],
    // Late in the evening of UTC it is the next day in India.
    ['by the days of India', plan(499_00, 30, '2026-11-01', '00:10'), '2026-11-02', '00:05', 28, 394_69, 71_04],
  ])('%s', (_what, bought, day, time, unused, taxable, gst) => {
    expect(refundOf(bought, istInstant(day, time))).toEqual({ unused, taxable, gst });
  });

  test('it is never more than was paid, and never grows as days pass', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 2_000_000 }), fc.integer({ min: 1, max: 365 }), fc.integer({ min: -5, max: 400 }), (price, days, after) => {
        const bought = plan(price, days, '2027-12-15');
        const at = (day: number) => new Date(bought.starts_at.getTime() + day * 86_400_000);
        const [now, next] = [refundOf(bought, at(after)), refundOf(bought, at(after + 1))];
        expect(totalOf(now)).toBeLessThanOrEqual(price);
        expect(totalOf(next)).toBeLessThanOrEqual(totalOf(now));
        expect(now.unused + usedDays(bought, at(after))).toBe(days);
        expect(Number.isSafeInteger(now.taxable) && now.taxable >= 0 && now.gst >= 0).toBe(true);
      }),
    );
  });
});
