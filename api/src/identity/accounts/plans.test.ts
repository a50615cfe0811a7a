import { expect, test } from 'vitest';
import { runningPlans, type Subscription } from './plans.ts';

const now = new Date('2026-11-20T06:00:00Z');
const plan = (plan_name: Subscription['plan_name'], change: Partial<Subscription> = {}): Subscription => ({
  plan_name,
  promotional: false,
  starts_at: new Date('2026-11-01T00:00:00Z'),
  ends_at: new Date('2026-12-01T00:00:00Z'),
  ...change,
});

test('nothing subscribed, nothing runs', () => {
  expect(runningPlans([], now)).toEqual({ sub_plan_data: null, publisher_plan_data: null, chat_plan_data: null });
});

test('the highest investor plan counts', () => {
  expect(runningPlans([plan('Lite'), plan('Pro'), plan('Premium')], now).sub_plan_data?.plan_name).toBe('Pro');
});

test('a paid plan counts before the same one as a promotion', () => {
  const plans = [plan('Premium', { promotional: true }), plan('Premium')];
  expect(runningPlans(plans, now).sub_plan_data?.promotional_plan).toBe(false);
  expect(runningPlans([plans[0]!], now).sub_plan_data?.promotional_plan).toBe(true);
});

test('a plan runs from its start up to, not including, its end', () => {
  expect(runningPlans([plan('Lite', { starts_at: now })], now).sub_plan_data?.plan_name).toBe('Lite');
  expect(runningPlans([plan('Lite', { ends_at: now })], now).sub_plan_data).toBeNull();
  expect(runningPlans([plan('Lite', { starts_at: new Date(now.getTime() + 1) })], now).sub_plan_data).toBeNull();
});

test('publisher and chat plans stand apart (S1-PLAN-05)', () => {
  const plans = runningPlans([plan('Publisher'), plan('Chat')], now);
  expect(plans.sub_plan_data).toBeNull();
  expect(plans.publisher_plan_data?.plan_name).toBe('Publisher');
  expect(plans.chat_plan_data).toEqual({ ends_at: '2026-12-01T00:00:00.000Z' });
});
