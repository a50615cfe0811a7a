import { describe, expect, test } from 'vitest';
import { ALL_ROUTE_ROLES, mayEnter, ROLES, rolesToStore } from './roles.ts';

test.each([
  ['ALL', 'All', 'S6-ROLE-07, S6-ROLE-28'],
  ['BROKER', 'Broker', 'S6-ROLE-08, S6-ROLE-18'],
  ['ANALYST', 'Analyst', 'S6-ROLE-09, S6-ROLE-19'],
  ['FINANCIAL_ADVISER', 'Financial Advisor', 'S6-ROLE-10, S6-ROLE-20'],
  ['NON_FINANCE', 'Non Financial Advisor', 'S6-ROLE-11, S6-ROLE-21'],
  ['OTHER', 'Other', 'S6-ROLE-12, S6-ROLE-23'],
  ['STUDENT', 'Student', 'S6-ROLE-13, S6-ROLE-22'],
  ['RETAIL_INVESTOR', 'Retail Investor', 'S6-ROLE-14, S6-ROLE-24'],
  ['MARKET_EXPERT', 'Market Expert', 'S6-ROLE-15, S6-ROLE-25'],
  ['DEALER', 'Dealer', 'S6-ROLE-16, S6-ROLE-26'],
  ['ADMIN', 'Admin', 'S6-ROLE-17, S6-ROLE-27'],
])('role %s is saved as %s (%s, S6-ROLE-A01)', (code, name) => {
  expect(ROLES).toHaveProperty(code, name);
});

test('there are eleven roles and protected pages allow them all (S6-ROLE-29)', () => {
  expect(Object.keys(ROLES)).toHaveLength(11);
  expect(ALL_ROUTE_ROLES).toEqual(Object.values(ROLES));
});

describe('roles as the client stores them', () => {
  test.each([
    ['a list stays (S6-ROLE-30)', ['Analyst', 'Admin'], ['Analyst', 'Admin']],
    ['an empty list is All (S6-ROLE-32)', [], ['All']],
    ['one string is a list of one (S6-ROLE-A02)', 'Analyst', ['Analyst']],
    ['missing counts as empty (S6-ROLE-A02)', undefined, ['All']],
    ['nonsense counts as empty', { role: 'Admin' }, ['All']],
    ['names that are not text are dropped', [7, '', 'Dealer'], ['Dealer']],
  ])('%s', (_what, received, stored) => {
    expect(rolesToStore(received)).toEqual(stored);
  });

  test('a legacy role is still admitted (S6-ROLE-A03), an unknown one is not', () => {
    expect(mayEnter(['Student'])).toBe(true);
    expect(mayEnter(['Owner'])).toBe(false);
    expect(mayEnter([])).toBe(false);
  });
});
