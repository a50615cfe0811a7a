import { expect, test } from 'vitest';
import { isTradeVisible } from './trade.ts';

const profile = { id: 'usr_pro' };
const environment = { isTradeAvailable: true };
const plan = (plan_name: string, promotional_plan = false) => ({ plan_name, promotional_plan });

test.each([
  ['no profile (S4-MISC-01)', null, environment, plan('Pro'), false],
  ['no environment (S4-MISC-02)', profile, null, plan('Pro'), false],
  ['environment without trading (S4-MISC-03)', profile, { isTradeAvailable: false }, plan('Pro'), false],
  ['promotional plan (S4-MISC-04, S3-PLAN-02)', profile, environment, plan('Premium', true), false],
  ['Premium (S4-MISC-05)', profile, environment, plan('Premium'), true],
  ['Pro (S4-MISC-05)', profile, environment, plan('Pro'), true],
  ['Lite (S4-MISC-05)', profile, environment, plan('Lite'), false],
  ['Publisher (S4-MISC-05)', profile, environment, plan('Publisher'), false],
  ['no plan (S4-MISC-05)', profile, environment, null, false],
  ['direct user with Premium (S4-MISC-A01)', profile, null, plan('Premium'), false],
])('%s', (_what, someProfile, someEnvironment, somePlan, visible) => {
  expect(isTradeVisible({ profile: someProfile, environment: someEnvironment, plan: somePlan })).toBe(visible);
});

test('truth table over environment, plan and promotion (S6-PERM-06)', () => {
  for (const isTradeAvailable of [true, false])
    for (const name of ['Lite', 'Premium', 'Pro', 'Publisher'])
      for (const promotional of [true, false]) {
        const expected = isTradeAvailable && (name === 'Premium' || name === 'Pro') && !promotional;
        expect(isTradeVisible({ profile, environment: { isTradeAvailable }, plan: plan(name, promotional) })).toBe(expected);
      }
});
