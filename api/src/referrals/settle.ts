import { may } from '@vimarsh/shared/domain/access/may.ts';
import { inYear, isLate, judge, MOST_A_YEAR, REWARD_DAYS } from '@vimarsh/shared/domain/referral/referral.ts';
import { rewardEnds, rewardPlan } from '@vimarsh/shared/domain/referral/reward.ts';
import type { GivenPlan, Identity } from '../identity/index.ts';
import type { boughtBy, worthOf } from '../money/index.ts';
import type { TellPerson } from '../notices/index.ts';
import { callerOf } from '../platform/access/access.ts';
import type { Platform } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import {
  keepReward,
  keepState,
  lockOpen,
  lockRewards,
  moveReward,
  openAfter,
  type ReferralDb,
  type ReferralRow,
  referralsOf,
  rewardedAfter,
  rewardsOf,
  type Side,
} from './referral.store.ts';

export interface SettleParts {
  readonly platform: Platform;
  readonly identity: Pick<Identity, 'plans' | 'pans' | 'askers' | 'wasHereBefore'>;
  readonly money: { readonly boughtBy: typeof boughtBy; readonly worthOf: typeof worthOf };
  readonly tellPerson: TellPerson;
  readonly clock: () => Date;
}

const AT_ONCE = 200;
const DAY_MS = 86_400_000;
/** Days that were just over may go on: behind a plan that was bought since the last night. */
const LOOK_BACK_MS = 2 * DAY_MS;

/**
 * The night’s work: each referral goes on by a step, in a transaction of its own, and days stand behind what was bought since. Whoever does it
 * again, or at the same time, finds it done.
 */
export async function settleReferrals(parts: SettleParts): Promise<void> {
  const { platform, money, clock } = parts;
  const db = referralsOf(platform.db);
  for (let rows = await openAfter(db, '', AT_ONCE); rows.length > 0; rows = await openAfter(db, rows.at(-1)!.id, AT_ONCE)) {
    const bought = await money.boughtBy(
      platform.db,
      rows.flatMap(({ referee }) => referee ?? []),
      clock(),
    );
    const due = rows.filter((row) => row.state === 'qualified' || isLate(row, clock()) || (row.referee !== null && bought.has(row.referee)));
    for (const row of due) await unlessItFails(parts, row.id, () => step(parts, row));
  }
  const since = new Date(clock().getTime() - LOOK_BACK_MS);
  for (let people = await rewardedAfter(db, since, '', AT_ONCE); people.length > 0; people = await rewardedAfter(db, since, people.at(-1)!, AT_ONCE))
    for (const user_id of people) await unlessItFails(parts, user_id, () => rearrange(parts, user_id));
}

/** One that fails must not keep the others waiting; it is tried again the next night. */
async function unlessItFails({ platform }: SettleParts, object: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => platform.log.error({ err: error, object }, 'a referral could not be settled'));
}

async function step(parts: SettleParts, { id, referrer, referee }: ReferralRow): Promise<void> {
  const { platform, identity, money, clock } = parts;
  const askers = await identity.askers([referrer, referee].flatMap((one) => one ?? []));
  const earns = (user_id: string | null): boolean => {
    const asker = user_id === null ? undefined : askers.get(user_id);
    return asker !== undefined && may(callerOf(asker), 'referral.earn');
  };
  const isGone = referrer === null || !askers.has(referrer);
  const given = await platform.transaction(async (tx: ReferralDb): Promise<string[]> => {
    const row = await lockOpen(tx, id);
    if (!row?.referee) return [];
    const now = clock();
    const paid = (await money.boughtBy(tx, [row.referee], now)).get(row.referee);
    const facts = {
      investors: earns(row.referee) && (isGone || earns(row.referrer)),
      samePerson: await identity.wasHereBefore(tx, row.referee, row.referrer ?? ''),
      bought: paid?.bought ?? ('nothing' as const),
      covers: paid !== undefined && paid.spent_paise >= (await worthOfDays(parts, tx, row, isGone, now)),
      panGiven: await identity.pans.isGiven(tx, row.referee),
    };
    const { state, reason } = judge(row, facts, now);
    if (state === row.state || state === 'invited') return [];
    await keepState(tx, id, state, reason, now);
    await platform.audit.write(tx, { actor: 'system', action: `referral.${state}`, object: id, result: 'done', partner_key: row.site });
    if (state !== 'credited') return [];
    const people: string[] = [];
    // The younger account first, always: two nights at once never wait for each other in a ring.
    if (await give(parts, tx, row, 'referee', row.referee, now)) people.push(row.referee);
    if (row.referrer !== null && !isGone && (await give(parts, tx, row, 'referrer', row.referrer, now))) people.push(row.referrer);
    return people;
  });
  for (const user_id of given) identity.plans.changed(user_id);
}

/** The cost of both sides' days, in paise, on the plans that they would be given on. */
async function worthOfDays({ identity, money }: SettleParts, tx: ReferralDb, row: ReferralRow, isGone: boolean, now: Date): Promise<number> {
  let sum = 0;
  for (const user_id of [row.referee, isGone ? null : row.referrer]) {
    if (user_id === null) continue;
    const plan = rewardPlan(holdingsOf(await identity.plans.of(tx, user_id, now)), now);
    sum += await money.worthOf(tx, row.site, plan, REWARD_DAYS);
  }
  return sum;
}

/** Gives somebody their days and tells them. False where the year of who brings people is full. */
async function give({ identity, tellPerson }: SettleParts, tx: ReferralDb, { id: referral_id }: ReferralRow, side: Side, user_id: string, now: Date) {
  await lockRewards(tx, user_id);
  if (side === 'referrer') {
    const credited = (await rewardsOf(tx, user_id)).flatMap((one) => (one.side === 'referrer' ? one.given_at : []));
    if (inYear(credited, now) >= MOST_A_YEAR) return false;
  }
  const plan = rewardPlan(holdingsOf(await identity.plans.of(tx, user_id, now)), now);
  const [id, ends_at] = [ulid(), new Date(now.getTime() + REWARD_DAYS * DAY_MS)];
  await identity.plans.reward(tx, { id, user_id, plan_name: plan, starts_at: now, ends_at });
  await keepReward(tx, { referral_id, side, user_id, id, plan, days: REWARD_DAYS, given_at: now, ends_at });
  await arrange({ identity }, tx, user_id);
  await tellPerson(tx, user_id, { what: 'referral_credited', document: null, demo: null });
  return true;
}

const holdingsOf = (plans: readonly GivenPlan[]) => plans.map(({ plan_name, starts_at, ends_at }) => ({ plan: plan_name, starts_at, ends_at }));

/** Puts somebody’s days behind what they have bought by now. Whether any moved. */
async function arrange({ identity }: Pick<SettleParts, 'identity'>, tx: ReferralDb, user_id: string): Promise<boolean> {
  const rewards = await rewardsOf(tx, user_id);
  const first = rewards.at(-1);
  if (!first) return false;
  const ends = rewardEnds(rewards, holdingsOf(await identity.plans.of(tx, user_id, first.given_at)));
  const moved = rewards.filter(({ id, ends_at }) => ends.get(id)!.getTime() !== ends_at.getTime());
  for (const { id, given_at } of moved) {
    const ends_at = ends.get(id)!;
    await identity.plans.move(tx, id, { starts_at: given_at, ends_at });
    await moveReward(tx, id, ends_at);
  }
  return moved.length > 0;
}

async function rearrange(parts: SettleParts, user_id: string): Promise<void> {
  const { platform, identity } = parts;
  const moved = await platform.transaction(async (tx: ReferralDb) => {
    await lockRewards(tx, user_id);
    return arrange(parts, tx, user_id);
  });
  if (moved) identity.plans.changed(user_id);
}
