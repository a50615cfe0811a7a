import { INVESTOR_PLANS } from '../money/purchase.ts';
import { REWARD_DAYS } from './referral.ts';

/** Days are given on these; who has Pro gets them on Premium, behind it. */
export type RewardPlan = 'Lite' | 'Premium';

/** A plan of somebody, and when it runs. */
export interface Holding {
  readonly plan: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** Days that were given, and from when. */
export interface Reward {
  readonly id: string;
  readonly plan: RewardPlan;
  readonly given_at: Date;
}

const rank = (plan: string): number => (INVESTOR_PLANS as readonly string[]).indexOf(plan);
const REWARD_MS = REWARD_DAYS * 86_400_000;

/** On which plan somebody’s days are: that which they have or are to have, the greatest of several. Who has none gets Lite. */
export function rewardPlan(held: readonly Holding[], now: Date): RewardPlan {
  const best = Math.max(-1, ...held.filter(({ ends_at }) => ends_at > now).map(({ plan }) => rank(plan)));
  return best >= rank('Premium') ? 'Premium' : 'Lite';
}

/** When the days are over that begin at an instant and stand still while one of these runs. */
function endAfter(from: Date, holdings: readonly Holding[]): Date {
  let [at, left] = [from.getTime(), REWARD_MS];
  for (const { starts_at, ends_at } of holdings.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())) {
    const free = starts_at.getTime() - at;
    if (free >= left) break;
    left -= Math.max(0, free);
    at = Math.max(at, ends_at.getTime());
  }
  return new Date(at + left);
}

/**
 * When each reward of a person ends: its days pass while no plan runs that they bought and that gives as much, and no other reward like it.
 * So they stand behind the plan, also behind one that is bought or renewed later, and come forward where it ends early.
 */
export function rewardEnds(rewards: readonly Reward[], held: readonly Holding[]): ReadonlyMap<string, Date> {
  const ends = new Map<string, Date>();
  const before: Holding[] = [...held];
  const inOrder = rewards.toSorted((a, b) => rank(b.plan) - rank(a.plan) || a.given_at.getTime() - b.given_at.getTime() || (a.id < b.id ? -1 : 1));
  for (const { id, plan, given_at } of inOrder) {
    const ends_at = endAfter(
      given_at,
      before.filter((one) => rank(one.plan) >= rank(plan)),
    );
    ends.set(id, ends_at);
    before.push({ plan, starts_at: given_at, ends_at });
  }
  return ends;
}
