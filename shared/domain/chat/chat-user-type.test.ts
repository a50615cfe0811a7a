import { expect, test } from 'vitest';
import { chatUserType } from './chat-user-type.ts';

test.each([
  ['Retail Investor', true, 'Retail Investor', 'S5-SHOW-08'],
  ['Analyst', true, 'Active RA', 'S5-SHOW-09'],
  ['Analyst', false, 'Non Active RA', 'S5-SHOW-10'],
])('%s, active %s → %s (%s)', (profession, is_active_ra, expected) => {
  expect(chatUserType({ profession, is_active_ra })).toBe(expected);
});
