import { expect, test } from 'vitest';
import { PLAN_NAMES, PROFESSIONS, planData } from '../../contract/identity/types.ts';
import { isRetail } from './professions.ts';

test.each([
  ['Retail Investor', 'S6-ROLE-01'],
  ['Market Expert', 'S6-ROLE-02'],
  ['Analyst', 'S6-ROLE-03'],
  ['Financial Advisor', 'S6-ROLE-04'],
  ['Broker', 'S6-ROLE-05'],
  ['Dealer', 'S6-ROLE-06'],
])('%s is a profession (%s)', (name) => {
  expect(PROFESSIONS).toContain(name);
});

test('there are exactly six professions (S3-PROF-22)', () => {
  expect(PROFESSIONS).toHaveLength(6);
});

test('only the retail investor is on the investors’ side (S1-SCOPE-12)', () => {
  const names = ['Retail Investor', 'Market Expert', 'Analyst', 'Financial Advisor', 'Broker', 'Dealer'];
  expect(names.filter(isRetail)).toEqual(['Retail Investor']);
});

test.each([
  ['Lite', 'S1-PLAN-01'],
  ['Premium', 'S1-PLAN-02'],
  ['Pro', 'S1-PLAN-03'],
  ['Publisher', 'S1-PLAN-04'],
])('%s is a paid plan (%s)', (name) => {
  expect(PLAN_NAMES).toContain(name);
});

test('plan details accept exactly these four names (S3-PLAN-01)', () => {
  const plan = (plan_name: string) => planData.safeParse({ plan_name, promotional_plan: false, starts_at: '', ends_at: '' }).success;
  expect(PLAN_NAMES).toHaveLength(4);
  expect(PLAN_NAMES.every(plan)).toBe(true);
  for (const other of ['Chat', 'premium', 'Gold']) expect(plan(other)).toBe(false);
});
