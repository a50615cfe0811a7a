import type { PlanData } from '@vimarsh/shared/contract/identity/types.ts';
import type { Snapshot } from '@vimarsh/shared/session';

const DAY_MS = 86_400_000;

const oneOf = ({ plan_name, ends_at }: PlanData, now: number): string => {
  const days = Math.ceil((Date.parse(ends_at) - now) / DAY_MS);
  return `${plan_name} · ${days <= 0 ? 'ended' : days === 1 ? '1 day left' : `${days} days left`}`;
};

/**
 * The plans of who is signed in, one a line: "Pro · 41 days left". A started day counts as a whole one. None for customers of a broker
 * without plans, who never read of any.
 */
export function planWords({ plan, publisherPlan, userType }: Pick<Snapshot, 'plan' | 'publisherPlan' | 'userType'>, now: number): readonly string[] {
  if (userType.userSubType === 'brokerWithoutPlans') return [];
  const running = [plan, publisherPlan].filter((one) => one !== null);
  return running.length > 0 ? running.map((one) => oneOf(one, now)) : ['Free account'];
}
