import { expect, test } from 'vitest';
import { resolve } from './named-routes.ts';

test('verifyOtp takes the key FORGET_PASSWORD, or none (S2.2-ROUTE-05)', () => {
  expect(resolve({ name: 'verifyOtp', key: 'FORGET_PASSWORD' })).toBe('/verify-otp/FORGET_PASSWORD');
  expect(resolve({ name: 'verifyOtp' })).toBe('/verify-otp');
});

test.each([
  [1, '1'],
  [2, '2'],
  ['2', '2'],
  [3, '1'],
  ['x', '1'],
  [undefined, '1'],
])('profileUpdate with step %s is step %s (S2.1-PARAM-A01)', (active_step, step) => {
  expect(resolve({ name: 'profileUpdate', active_step })).toBe(`/profile-update?active_step=${step}`);
});
