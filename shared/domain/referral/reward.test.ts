import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Holding, type Reward, rewardEnds, rewardPlan } from './reward.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-01T20:45:00.000Z');
const day = (n: number): Date => new Date(START + n * DAY);
const held = (plan: string, from: number, to: number): Holding => ({ plan, starts_at: day(from), ends_at: day(to) });
const reward = (id: string, plan: Reward['plan'], at: number): Reward => ({ id, plan, given_at: day(at) });
const endsOf = (rewards: readonly Reward[], holdings: readonly Holding[]): string =>
  [...rewardEnds(rewards, holdings)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, at]) => `${id} ${(at.getTime() - START) / DAY}`)
    .join(', ');

test.each<[string, Holding[], string]>([
  ['without a plan', [], 'Lite'],
  ['with Lite', [held('Lite', 0, 30)], 'Lite'],
  ['with Premium', [held('Premium', 0, 30)], 'Premium'],
  ['with Pro', [held('Pro', 0, 30)], 'Premium'],
  ['with two the greater counts', [held('Lite', 0, 30), held('Premium', 5, 35)], 'Premium'],
  ['with one that has ended', [held('Premium', -30, 10)], 'Lite'],
  ['with one that is still to begin', [held('Premium', 12, 42)], 'Premium'],
  ['with what experts buy, or the chat', [held('Publisher', 0, 30), held('Chat', 0, 30)], 'Lite'],
])('%s: on %s', (_who, holdings, plan) => expect(rewardPlan(holdings, day(10))).toBe(plan));

test.each<[string, Reward[], Holding[], string]>([
  ['without a plan they begin at once', [reward('a', 'Lite', 0)], [], 'a 7'],
  ['behind the plan that runs', [reward('a', 'Premium', 0)], [held('Premium', -10, 20)], 'a 27'],
  ['behind one that was renewed before they were used up', [reward('a', 'Premium', 0)], [held('Premium', -10, 20), held('Premium', 23, 53)], 'a 57'],
  ['not behind one that came when they were', [reward('a', 'Premium', 0)], [held('Premium', -10, 20), held('Premium', 27, 53)], 'a 27'],
  ['Premium behind Pro', [reward('a', 'Premium', 0)], [held('Pro', -10, 20)], 'a 27'],
  ['Premium beside Lite, which gives less', [reward('a', 'Premium', 0)], [held('Lite', -10, 20)], 'a 7'],
  ['Lite behind Premium', [reward('a', 'Lite', 0)], [held('Premium', 3, 33)], 'a 37'],
  ['not behind the plans of experts', [reward('a', 'Lite', 0)], [held('Publisher', 0, 30)], 'a 7'],
  ['one behind another', [reward('a', 'Lite', 0), reward('b', 'Lite', 2)], [], 'a 7, b 14'],
  ['each its own days when they are apart', [reward('a', 'Lite', 0), reward('b', 'Lite', 20)], [], 'a 7, b 27'],
  ['the lesser behind the greater', [reward('a', 'Lite', 0), reward('b', 'Premium', 3)], [held('Premium', 2, 10)], 'a 22, b 17'],
])('days stand %s', (_rule, rewards, holdings, ends) => expect(endsOf(rewards, holdings)).toBe(ends));

test('whoever buys whatever and whenever, each reward has its 7 days without a plan as great', () => {
  const plan = fc.constantFrom('Lite', 'Premium', 'Pro', 'Publisher');
  const holding = fc.record({ plan, from: fc.integer({ min: -20, max: 60 }), days: fc.integer({ min: 1, max: 40 }) });
  const given = fc.record({ plan: fc.constantFrom('Lite' as const, 'Premium' as const), at: fc.integer({ min: 0, max: 40 }) });
  const rank = (name: string) => ['Lite', 'Premium', 'Pro'].indexOf(name);
  fc.assert(
    fc.property(fc.array(holding, { maxLength: 6 }), fc.array(given, { minLength: 1, maxLength: 5 }), (plans, list) => {
      const holdings = plans.map((one) => held(one.plan, one.from, one.from + one.days));
      const rewards = list.map((one, n) => reward(String(n), one.plan, one.at));
      const ends = rewardEnds(rewards, holdings);
      // Day by day, each day of a reward’s time counts for one: those that nothing bought covers.
      const free = (rankOf: number, n: number) => !plans.some((one) => rank(one.plan) >= rankOf && one.from <= n && n < one.from + one.days);
      const premium = rewards.filter((one) => one.plan === 'Premium');
      const days = new Set<number>();
      for (const one of premium) {
        const to = (ends.get(one.id)!.getTime() - START) / DAY;
        for (let n = (one.given_at.getTime() - START) / DAY; n < to; n += 1) if (free(1, n)) days.add(n);
      }
      expect(days.size).toBe(7 * premium.length);
      for (const one of rewards) {
        const from = (one.given_at.getTime() - START) / DAY;
        const to = (ends.get(one.id)!.getTime() - START) / DAY;
        const others = rewards.filter((other) => other.id !== one.id && rank(other.plan) > rank(one.plan));
        let own = 0;
        for (let n = from; n < to; n += 1) {
          const covered = others.some((other) => other.given_at <= day(n) && day(n) < ends.get(other.id)!);
          if (free(rank(one.plan), n) && !covered) own += 1;
        }
        expect(own).toBeGreaterThanOrEqual(7);
      }
    }),
    { numRuns: 300 },
  );
});
