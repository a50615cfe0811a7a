import { describe, expect, test } from 'vitest';
import {
  PASSWORD_MIN,
  USERNAME_MAX_DIGITS,
  USERNAME_MIN_DIGITS,
  validateMobile,
  validatePassword,
  validateRequired,
  validateTypedOtp,
  validateUsername,
} from './validation.ts';

const BAD = 'Please enter a valid Mobile number or Email ID';

describe('username', () => {
  test.each([
    ['', 'Field is required', 'S5-USER-01'],
    ['  ', 'Field is required', 'S5-USER-01'],
    ['a@b.co', '', 'S5-USER-02'],
    ['a@b.info', '', 'S5-USER-02'],
    ['a@b.c', BAD, 'S5-USER-02'],
    ['a@b.store', BAD, 'S5-USER-02'],
    ['a@b', BAD, 'S5-USER-02'],
    ['12345', BAD, 'S5-USER-03'],
    ['123456', '', 'S5-USER-03'],
    ['1234567890', '', 'S5-USER-03'],
    ['12345678901', BAD, 'S5-USER-03'],
    ['abc', BAD, 'S5-USER-04'],
    ['asha rao@b.in', BAD, 'S5-USER-04'],
  ])('%s → “%s” (%s)', (value, message) => {
    expect(validateUsername(value)).toBe(message);
  });

  test('digits counted are 6 to 10 (S9-LIM-01)', () => {
    expect([USERNAME_MIN_DIGITS, USERNAME_MAX_DIGITS]).toEqual([6, 10]);
  });
});

describe('mobile', () => {
  test.each([
    ['98765432', '+65', '', 'S5-USER-05'],
    ['9876543', '+65', 'Mobile number must be 8 digits for the selected country code', 'S5-USER-05'],
    ['987654321', '+65', 'Mobile number must be 8 digits for the selected country code', 'S5-USER-05'],
    ['987654321', '+91', 'Mobile number must be 10 digits for the selected country code', 'S5-USER-06'],
    ['123456', '+91', 'Mobile number must be 10 digits for the selected country code', 'S5-USER-A01'],
    ['12345', '+91', BAD, 'S5-USER-A01'],
    ['98765abc43', '+91', BAD, 'S5-USER-A01'],
    ['9876543210', '+49', BAD, 'a country that is not served'],
    ['', '+91', 'Field is required', 'S5-USER-01'],
  ])('%s with %s → “%s” (%s)', (value, code, message) => {
    expect(validateMobile(value, code)).toBe(message);
  });
});

test.each([
  ['', 'Field is required', 'S5-USER-07, S5-USER-A02'],
  ['12a4', 'Mobile number be valid numbers only', 'S5-USER-08'],
  ['x', 'Mobile number be valid numbers only', 'S5-USER-A02'],
  ['482913', '', 'S5-USER-08'],
])('OTP %s → “%s” (%s)', (value, message) => {
  expect(validateTypedOtp(value)).toBe(message);
});

test('a full name is required (S5-USER-09)', () => {
  expect(validateRequired('  ')).toBe('Field is required');
  expect(validateRequired('Asha Rao')).toBe('');
});

describe('sign-up password', () => {
  const accepted = (value: string) => validatePassword(value) === '';

  test.each([
    ['Aa1!aaa', false, 'S5-USER-10: seven characters'],
    ['Aa1!aaaa', true, 'S5-USER-10: eight characters'],
    ['AA1!AAAA', false, 'S5-USER-11: no lowercase letter'],
    ['aa1!aaaa', false, 'S5-USER-12: no uppercase letter'],
    ['Aaa!aaaa', false, 'S5-USER-13: no digit'],
    ['Aa1aaaaa', false, 'S5-USER-14: no symbol'],
    ['Aa1-aaaa', false, 'S5-USER-14: a symbol that does not count'],
    ['Aa1! -aa', true, 'S5-USER-A04: other characters are welcome'],
    ['', false, 'missing'],
  ])('%s accepted: %s (%s)', (value, fine) => {
    expect(accepted(value)).toBe(fine);
  });

  test.each([...'!@#$%^&*'])('%s counts as symbol (S5-USER-14)', (symbol) => {
    expect(accepted(`Aa1aaaa${symbol}`)).toBe(true);
  });

  test('the minimum is 8 (S9-LIM-02)', () => {
    expect(PASSWORD_MIN).toBe(8);
  });
});
