import type { PlanData } from '@vimarsh/shared/contract/identity/types.ts';
import { expect, test } from 'vitest';
import { planWords } from './plan-words.ts';

const NOW = Date.parse('2026-11-20T06:00:00.000Z');
const plan = (plan_name: PlanData['plan_name'], ends_at: string): PlanData => ({
  plan_name,
  promotional_plan: false,
  starts_at: '2026-11-01T00:00:00.000Z',
  ends_at,
});
const direct = { userType: 'direct', userSubType: '' } as never;

test.each([
  ['none', null, null, ['Free account']],
  ['many days, whatever the hour of its end', plan('Pro', '2026-12-30T18:29:59.000Z'), null, ['Pro · 40 days left']],
  ['into the small hours of tomorrow in India', plan('Lite', '2026-11-20T20:00:00.000Z'), null, ['Lite · 1 day left']],
  ['the last day', plan('Lite', '2026-11-20T18:29:59.000Z'), null, ['Lite · ends today']],
  ['over, while the page still stands', plan('Lite', '2026-11-20T05:00:00.000Z'), null, ['Lite · ended']],
  ['an expert’s own', null, plan('Publisher', '2026-11-22T06:00:00.000Z'), ['Publisher · 2 days left']],
  ['both', plan('Pro', '2026-11-22T06:00:00.000Z'), plan('Publisher', '2026-11-23T06:00:00.000Z'), ['Pro · 2 days left', 'Publisher · 3 days left']],
])('%s', (_what, own, publisherPlan, words) => expect(planWords({ plan: own, publisherPlan, userType: direct }, NOW)).toEqual(words));

test('a customer of a broker without plans reads of none', () => {
  expect(
    planWords({ plan: plan('Premium', '2026-12-01T00:00:00.000Z'), publisherPlan: null, userType: { userSubType: 'brokerWithoutPlans' } as never }, NOW),
  ).toEqual([]);
});
