import type { PlanData, PlanName } from '@vimarsh/shared/contract/identity/types.ts';
import type { SubscribedPlan } from '../identity.tables.ts';

export interface Subscription {
  plan_name: SubscribedPlan;
  promotional: boolean;
  /** Its live calls wait for a PAN. */
  kyc_gate: boolean;
  starts_at: Date;
  ends_at: Date;
}

export interface RunningPlans {
  sub_plan_data: PlanData | null;
  publisher_plan_data: PlanData | null;
  chat_plan_data: { ends_at: string } | null;
}

const RANK: readonly PlanName[] = ['Lite', 'Premium', 'Pro'];

/**
 * The plans that run now. Of several investor plans the highest counts; of one plan twice, the one that is not promotional. Each runs until
 * the end of what was bought to follow it. Without a PAN live calls are those of the highest that doesn't wait for one.
 */
export function runningPlans(subscriptions: readonly Subscription[], now: Date, isPanGiven: boolean): RunningPlans {
  const running = subscriptions.filter(({ starts_at, ends_at }) => starts_at <= now && now < ends_at);
  const worth = ({ plan_name, promotional }: Subscription) => 2 * RANK.indexOf(plan_name as PlanName) + (promotional ? 0 : 1);
  const forInvestors = running.filter(({ plan_name }) => RANK.includes(plan_name as PlanName)).sort((a, b) => worth(b) - worth(a));
  const best = forInvestors[0];
  const open = forInvestors.find(({ kyc_gate }) => isPanGiven || !kyc_gate);
  const isClosed = best !== undefined && open?.plan_name !== best.plan_name;
  const named = (name: SubscribedPlan) => running.find(({ plan_name }) => plan_name === name);
  const chat = named('Chat');
  return {
    sub_plan_data: isClosed
      ? { ...planData(best, subscriptions)!, kyc_gate: { open: (open?.plan_name ?? null) as PlanName | null } }
      : planData(best, subscriptions),
    publisher_plan_data: planData(named('Publisher'), subscriptions),
    chat_plan_data: chat ? { ends_at: endOf(chat, subscriptions).toISOString() } : null,
  };
}

/** When the same plan ends without a gap after it. */
function endOf({ plan_name, ends_at }: Subscription, subscriptions: readonly Subscription[]): Date {
  return subscriptions
    .filter((other) => other.plan_name === plan_name)
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
    .reduce((end, next) => (next.starts_at <= end && next.ends_at > end ? next.ends_at : end), ends_at);
}

function planData(subscription: Subscription | undefined, all: readonly Subscription[]): PlanData | null {
  if (!subscription) return null;
  const { plan_name, promotional, starts_at } = subscription;
  return {
    plan_name: plan_name as PlanName,
    promotional_plan: promotional,
    starts_at: starts_at.toISOString(),
    ends_at: endOf(subscription, all).toISOString(),
  };
}
