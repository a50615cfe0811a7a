import type { Snapshot } from '@vimarsh/shared/session';

const DAY_MS = 86_400_000;
/** India keeps UTC+05:30 all year. */
const IST_MS = 330 * 60_000;
const istDay = (ms: number): number => Math.floor((ms + IST_MS) / DAY_MS);

const leftOf = (ends: number, now: number): string => {
  const days = istDay(ends) - istDay(now);
  if (ends <= now) return 'ended';
  return days === 0 ? 'ends today' : days === 1 ? '1 day left' : `${days} days left`;
};

/**
 * The plans of who is signed in, one a line: "Pro · 41 days left", by India's days, as refunds count them. None for customers of a broker
 * without plans, who never read of any.
 */
export function planWords({ plan, publisherPlan, userType }: Pick<Snapshot, 'plan' | 'publisherPlan' | 'userType'>, now: number): readonly string[] {
  if (userType.userSubType === 'brokerWithoutPlans') return [];
  const running = [plan, publisherPlan].filter((one) => one !== null);
  return running.length > 0 ? running.map(({ plan_name, ends_at }) => `${plan_name} · ${leftOf(Date.parse(ends_at), now)}`) : ['Free account'];
}
