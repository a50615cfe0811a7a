import { expect, test } from 'vitest';
import { callerWith, visitorOf } from '../access/testing.ts';
import { roomOf } from './room.ts';

const analyst = callerWith({ profession: 'Analyst', registered: true, verified: true });
const bundled = callerWith({ plan: 'Premium', partner: { tier: 'brokerWithoutPlans', optionsTrade: true } });

test.each([
  ['a visitor', visitorOf(), [0, 0], [0, 0]],
  ['a free account', callerWith(), [1, 10], [0, 0]],
  ['Lite', callerWith({ plan: 'Lite' }), [2, 20], [0, 0]],
  ['Premium', callerWith({ plan: 'Premium' }), [5, 50], [0, 0]],
  ['promotional Premium', callerWith({ plan: 'Premium', promotional: true }), [5, 50], [0, 0]],
  ['Pro', callerWith({ plan: 'Pro' }), [10, 50], [10, 50]],
  ['a customer of a broker without plans', bundled, [5, 50], [0, 0]],
  ['an expert', analyst, [5, 50], [0, 0]],
  ['an expert whose papers are not checked yet', callerWith({ profession: 'Analyst', registered: true }), [1, 10], [0, 0]],
  ['an expert with Pro', { ...analyst, plan: 'Pro' as const }, [10, 50], [10, 50]],
  ['an admin', callerWith({ is_admin: true }), [10, 50], [10, 50]],
])('%s has room for these lists (product D.4)', (_who, caller, equity, options) => {
  const rooms = (['equity', 'options'] as const).map((segment) => roomOf(caller, segment)).map(({ lists, items }) => [lists, items]);
  expect(rooms).toEqual([equity, options]);
});
