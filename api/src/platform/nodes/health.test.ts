import { expect, test } from 'vitest';
import { clockRemark } from './health.ts';

const AT = new Date('2026-11-20T06:00:00Z');

test.each([
  [0, null],
  [60_000, null],
  [-60_000, null],
  [61_000, '61 s ahead of its database’s: set it, or orders and sign-ins end too soon'],
  [-1_800_000, '1800 s behind its database’s: set it, or orders and sign-ins end too late'],
])('a clock that is %i ms ahead of the database’s', (ahead, said) => {
  expect(clockRemark(AT, new Date(AT.getTime() + ahead))).toEqual(said === null ? [] : [expect.stringContaining(said)]);
});
