import { expect, test } from 'vitest';
import { isEmail } from '../people/validation.ts';
import { INTERNAL_ADDRESSES, isAdmin } from './admin.ts';
import { userTypeOf } from './user-type.ts';

const listed = INTERNAL_ADDRESSES[0]!;

test('the built-in list has twelve addresses (S5-SHOW-07)', () => {
  expect(new Set(INTERNAL_ADDRESSES).size).toBe(12);
  expect(INTERNAL_ADDRESSES.every(isEmail)).toBe(true);
});

test.each([
  ['a listed direct user is an admin (S5-SHOW-07, S5-SHOW-A02)', { ...userTypeOf(null), email: listed }, true],
  ['regardless of case (S5-SHOW-O01)', { userType: 'internal', email: ` ${listed.toUpperCase()} ` }, true],
  ['a listed address on a partner site is not (S5-SHOW-06)', { userType: 'broker', email: listed }, false],
  ['an address that is not listed is not (S5-SHOW-07)', { userType: 'internal', email: 'someone@vimarsh.example.com' }, false],
  ['no address is not', { userType: 'internal', email: '' }, false],
])('%s', (_what, user, expected) => {
  expect(isAdmin(user)).toBe(expected);
});

test('the server may list more addresses', () => {
  expect(isAdmin({ userType: 'internal', email: 'owner@firm.in' }, ['Owner@firm.in'])).toBe(true);
});
