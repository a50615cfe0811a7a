import { callerWith } from '@vimarsh/shared/domain/access/testing.ts';
import { expect, test } from 'vitest';
import { campaignsFor, type Looker, type Showable } from './which-campaign.ts';

const at = (time: string): Date => new Date(`2026-12-01T${time}Z`);
const campaign = (id: string, more: Partial<Showable> = {}): Showable => ({
  ...{ id, audience: 'members', starts_at: at('06:00:00'), ends_at: at('12:00:00'), names_plans: true },
  ...more,
});
const looker = (more: Partial<Looker> = {}): Looker => ({
  ...{ caller: callerWith(), now: at('09:00:00'), paying: false, saw_one_today: false, seen: new Set<string>() },
  ...more,
});
const shown = (campaigns: readonly Showable[], who: Looker): string =>
  campaignsFor(campaigns, who)
    .map(({ id }) => id)
    .join(' ');

const withoutPlans = callerWith({ partner: { tier: 'brokerWithoutPlans' } });
const expert = callerWith({ profession: 'Analyst' });

test.each<[string, Showable[], Partial<Looker>, string]>([
  ['before its start', [campaign('a')], { now: at('05:59:59') }, ''],
  ['from its start', [campaign('a')], { now: at('06:00:00') }, 'a'],
  ['to its end', [campaign('a')], { now: at('11:59:59') }, 'a'],
  ['not at its end', [campaign('a')], { now: at('12:00:00') }, ''],
  ['not to who pays', [campaign('a')], { paying: true }, ''],
  ['one a day', [campaign('a')], { saw_one_today: true }, ''],
  ['each once', [campaign('a'), campaign('b')], { seen: new Set(['a']) }, 'b'],
  ['that which ends first', [campaign('a'), campaign('b', { ends_at: at('10:00:00') })], {}, 'b a'],
  ['of those that end together the older', [campaign('b'), campaign('a')], {}, 'a b'],
  ['to its audience', [campaign('a', { audience: 'experts' }), campaign('b', { audience: 'free' })], {}, 'b'],
  ['to its audience', [campaign('a', { audience: 'experts' }), campaign('b', { audience: 'investors' })], { caller: expert }, 'a'],
  ['to a plan', [campaign('a', { audience: 'lite' }), campaign('b', { audience: 'pro' })], { caller: callerWith({ plan: 'Lite' }) }, 'a'],
  ['without plans no plan', [campaign('a'), campaign('b', { names_plans: false })], { caller: withoutPlans }, 'b'],
])('%s', (_rule, campaigns, who, ids) => expect(shown(campaigns, looker(who))).toBe(ids));
