import { expect, test } from 'vitest';
import { TERMS } from '../../contract/calls/types.ts';
import { cheapestPlan } from '../calls/equity/levels.ts';
import { PLAN_OFFERS } from './plan-offers.ts';

test('Premium costs 499 for thirty days and 299 for seven', () => {
  expect(PLAN_OFFERS.find(({ plan }) => plan === 'Premium')!.prices).toEqual([
    { inr: 499, days: 30 },
    { inr: 299, days: 7 },
  ]);
});

test('every plan that a locked call names is offered, the dearer the more of them it opens', () => {
  const offered = PLAN_OFFERS.map(({ plan }) => plan);
  for (const term of TERMS) expect(offered).toContain(cheapestPlan(term));
  const monthly = PLAN_OFFERS.map(({ prices }) => prices.find(({ days }) => days === 30)!.inr);
  expect(monthly).toEqual(monthly.toSorted((a, b) => a - b));
});
