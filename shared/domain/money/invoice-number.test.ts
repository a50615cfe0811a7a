import { expect, test } from 'vitest';
import { financialYear, invoiceNumber } from './invoice-number.ts';

test.each([
  ['the last minute of March in India', '2027-03-31T18:29:00Z', '26-27'],
  ['the first of April in India, when it is March in London', '2027-03-31T18:30:00Z', '27-28'],
  ['January', '2027-01-15T06:00:00Z', '26-27'],
  ['a leap day', '2028-02-29T06:00:00Z', '27-28'],
  ['the turn of a century', '2099-12-01T06:00:00Z', '99-00'],
])('%s', (_when, at, year) => expect(financialYear(new Date(at))).toBe(year));

test('a number says its series, its year and its place, in the 16 characters that the rules allow', () => {
  expect(invoiceNumber('invoice', '26-27', 1)).toBe('VR/26-27/000001');
  expect(invoiceNumber('credit_note', '26-27', 999_999)).toBe('VC/26-27/999999');
  expect(invoiceNumber('invoice', '26-27', 9_999_999)).toHaveLength(16);
});
