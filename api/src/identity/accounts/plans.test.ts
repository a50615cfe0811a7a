import { expect, test } from 'vitest';
import { runningPlans, type Subscription } from './plans.ts';

const now = new Date('2026-11-20T06:00:00Z');
const plan = (plan_name: Subscription['plan_name'], change: Partial<Subscription> = {}): Subscription => ({
  plan_name,
  promotional: false,
  kyc_gate: false,
  starts_at: new Date('2026-11-01T00:00:00Z'),
  ends_at: new Date('2026-12-01T00:00:00Z'),
  ...change,
});

test('nothing subscribed, nothing runs', () => {
  expect(runningPlans([], now, false)).toEqual({ sub_plan_data: null, publisher_plan_data: null, chat_plan_data: null });
});

test('the highest investor plan counts', () => {
  expect(runningPlans([plan('Lite'), plan('Pro'), plan('Premium')], now, false).sub_plan_data?.plan_name).toBe('Pro');
});

test('a paid plan counts before the same one as a promotion', () => {
  const plans = [plan('Premium', { promotional: true }), plan('Premium')];
  expect(runningPlans(plans, now, false).sub_plan_data?.promotional_plan).toBe(false);
  expect(runningPlans([plans[0]!], now, false).sub_plan_data?.promotional_plan).toBe(true);
});

test('a plan runs from its start up to, not including, its end', () => {
  expect(runningPlans([plan('Lite', { starts_at: now })], now, false).sub_plan_data?.plan_name).toBe('Lite');
  expect(runningPlans([plan('Lite', { ends_at: now })], now, false).sub_plan_data).toBeNull();
  expect(runningPlans([plan('Lite', { starts_at: new Date(now.getTime() + 1) })], now, false).sub_plan_data).toBeNull();
});

const on = (starts: string, ends: string): Partial<Subscription> => ({ starts_at: new Date(starts), ends_at: new Date(ends) });
const RUNNING = on('2026-11-19T06:00:00Z', '2026-11-26T06:00:00Z');

test.each([
  ['bought ahead, in any order of rows', [plan('Premium', on('2026-11-26T06:00:00Z', '2026-12-26T06:00:00Z')), plan('Premium', RUNNING)], '2026-12-26'],
  [
    'bought ahead twice',
    [
      plan('Premium', RUNNING),
      plan('Premium', on('2026-11-26T06:00:00Z', '2026-12-03T06:00:00Z')),
      plan('Premium', on('2026-12-03T06:00:00Z', '2027-01-02T06:00:00Z')),
    ],
    '2027-01-02',
  ],
  ['after a gap', [plan('Premium', RUNNING), plan('Premium', on('2026-11-26T06:00:01Z', '2026-12-26T06:00:00Z'))], '2026-11-26'],
  ['another plan', [plan('Premium', RUNNING), plan('Lite', on('2026-11-26T06:00:00Z', '2026-12-26T06:00:00Z'))], '2026-11-26'],
  ['of before, and ended early', [plan('Premium', on('2026-11-01T06:00:00Z', '2026-11-19T06:00:00Z')), plan('Premium', RUNNING)], '2026-11-26'],
])('a plan ends with what follows it at once: %s', (_, plans, day) => {
  expect(runningPlans(plans, now, false).sub_plan_data).toMatchObject({
    plan_name: 'Premium',
    starts_at: '2026-11-19T06:00:00.000Z',
    ends_at: `${day}T06:00:00.000Z`,
  });
});

test('publisher and chat plans end so too', () => {
  const plans = (['Publisher', 'Chat'] as const).flatMap((name) => [plan(name, RUNNING), plan(name, on('2026-11-26T06:00:00Z', '2026-12-26T06:00:00Z'))]);
  const { publisher_plan_data, chat_plan_data } = runningPlans(plans, now, false);
  expect([publisher_plan_data?.ends_at, chat_plan_data?.ends_at]).toEqual(['2026-12-26T06:00:00.000Z', '2026-12-26T06:00:00.000Z']);
});

test('publisher and chat plans stand apart (S1-PLAN-05)', () => {
  const plans = runningPlans([plan('Publisher'), plan('Chat')], now, false);
  expect(plans.sub_plan_data).toBeNull();
  expect(plans.publisher_plan_data?.plan_name).toBe('Publisher');
  expect(plans.chat_plan_data).toEqual({ ends_at: '2026-12-01T00:00:00.000Z' });
});

test.each([
  ['a bought plan', [plan('Premium', { kyc_gate: true })], { open: null }],
  ['a bought one beside one that was given', [plan('Pro', { kyc_gate: true }), plan('Lite')], { open: 'Lite' }],
  ['one that was given beside a lesser one that was bought', [plan('Lite', { kyc_gate: true }), plan('Pro')], undefined],
  ['the same one given too', [plan('Pro', { kyc_gate: true }), plan('Pro', { promotional: true })], undefined],
] as const)('without a PAN live calls of %s are those of what was given; with it, all', (_what, plans, gate) => {
  const shown = (isPanGiven: boolean) => runningPlans(plans, now, isPanGiven).sub_plan_data!;
  expect([shown(false).kyc_gate, shown(true).kyc_gate]).toEqual([gate, undefined]);
  expect(shown(false).plan_name).toBe(shown(true).plan_name);
});
