import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInr, formatNumber } from './formats.ts';
import { AMOUNT_FORM, amountOf, amountProblem, readAmount } from './typed-amount.ts';

test.each([
  ['2450', 2450],
  ['2,450', 2450],
  ['Rs. 2,450', 2450],
  ['Rs 2450.50', 2450.5],
  ['rs.2,450/-', 2450],
  ['₹2,450.50', 2450.5],
  ['₹ 2,450', 2450],
  ['INR 2450', 2450],
  ['2450 INR', 2450],
  ['2,450/-', 2450],
  ['2,450/=', 2450],
  ['रु. २,४५०', 2450],
  ['२४५०.५०', 2450.5],
  ['1,00,000', 100_000],
  ['12,34,567.89', 1_234_567.89],
  ['1,234,567', 1_234_567],
  ['2 450', 2450],
  ['1\u00a000\u00a0000.5', 100_000.5],
  ['-5', -5],
  ['−₹1,452.30', -1452.3],
  ['₹-5', -5],
  ['+12', 12],
  ['.5', 0.5],
  ['5.', 5],
  ['\u200b2450\u200b', 2450],
])('“%s” is %d', (typed, value) => expect(readAmount(typed)).toBe(value));

test.each(['12,34', '2.450,50', '2450,50', '1,0000', '1,23,45', '1,,000', ',5', '1.2.3', '12,3456', '1,000,00'])(
  '“%s” can mean two things, and says how to write it',
  (typed) => {
    expect(readAmount(typed)).toBe(AMOUNT_FORM);
    expect(amountOf(typed)).toBeNaN();
    expect(amountProblem(typed, 'Enter a number')).toBe(AMOUNT_FORM);
  },
);

test.each(['', ' ', '₹', 'abc', '12a', '1e5', '--5', '5-', '2450 paise', '1'.repeat(60)])('“%s” is no number', (typed) =>
  expect(amountProblem(typed, 'Enter a number')).toBe('Enter a number'),
);

test('what we write is read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (paise) => {
      const value = paise / 100;
      expect(readAmount(formatInr(value))).toBe(value);
      expect(readAmount(formatNumber(value, 2))).toBe(value);
    }),
  );
});
