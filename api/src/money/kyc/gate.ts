import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { asksForPan, gateFrom, laterBy, MOST_PAUSED_DAYS, movedClock } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import { lineOf, type SoldPlan } from '@vimarsh/shared/domain/money/purchase.ts';
import type { Shop } from '../shop.ts';
import { sweep } from '../sweep.ts';
import { lockMoney, type MoneyDb, type OrderRow } from '../tables.ts';

/** How the gate of a plan stands as it is given: closed from its start on while its buyer's PAN isn't there. */
export async function gateOf({ identity }: Pick<Shop, 'identity'>, tx: MoneyDb, user_id: string, { plan, starts_at }: { plan: SoldPlan; starts_at: Date }) {
  if (!asksForPan(plan)) return { kyc_gate_from: null, kyc_paused_days: null };
  return { kyc_gate_from: (await identity.pans.isGiven(tx, user_id)) ? null : starts_at, kyc_paused_days: 0 };
}

/** A PAN came, changed or was rejected: the gate of what somebody bought opens or closes with it. Said again, nothing changes. */
export async function followPan(shop: Pick<Shop, 'identity' | 'clock'>, tx: MoneyDb, user_id: string): Promise<void> {
  await lockMoney(tx, user_id);
  const now = shop.clock();
  const bought = () => tx.updateTable('plan_orders').where('user_id', '=', user_id).where('state', '=', 'paid').where('ended', '=', '');
  if (await shop.identity.pans.isGiven(tx, user_id)) {
    await movePaused(shop, tx, user_id, now);
    await bought().set({ kyc_gate_from: null }).where('kyc_gate_from', 'is not', null).execute();
    return;
  }
  for (const { id, starts_at } of await closing(tx, user_id, now))
    await bought()
      .set({ kyc_gate_from: gateFrom(starts_at!, now) })
      .where('id', '=', id)
      .execute();
}

const closing = (tx: MoneyDb, user_id: string, now: Date) =>
  tx
    .selectFrom('plan_orders')
    .select(['id', 'starts_at'])
    .where('user_id', '=', user_id)
    .where('state', '=', 'paid')
    .where('ended', '=', '')
    .where('ends_at', '>', now)
    .where('kyc_paused_days', 'is not', null)
    .where('kyc_gate_from', 'is', null)
    .execute();

/** Moves the ends of somebody's plans by the days that were paused until yesterday, and what was bought to follow them. The caller has locked their money. */
async function movePaused({ identity }: Pick<Shop, 'identity'>, tx: MoneyDb, user_id: string, now: Date): Promise<void> {
  const mine = () => tx.selectFrom('plan_orders').selectAll().where('user_id', '=', user_id).where('state', '=', 'paid').where('ended', '=', '');
  const move = async ({ id }: OrderRow, to: Partial<OrderRow> & { starts_at: Date; ends_at: Date }): Promise<void> => {
    const { starts_at, ends_at, charged_from = null, kyc_gate_from = null, kyc_paused_days = null } = to;
    await tx.updateTable('plan_orders').set({ starts_at, ends_at, charged_from, kyc_gate_from, kyc_paused_days }).where('id', '=', id).execute();
    await identity.plans.move(tx, id, { starts_at, ends_at });
  };
  for (const { id } of await mine().where('kyc_gate_from', 'is not', null).orderBy('starts_at').execute()) {
    // As it stands now: the one before it may have moved it.
    const row = await mine().where('id', '=', id).executeTakeFirstOrThrow();
    const clock = { ...row, starts_at: row.starts_at!, ends_at: row.ends_at! };
    const moved = movedClock(clock, now);
    if (!moved) continue;
    await move(row, moved);
    const followers = await mine().where('starts_at', '>=', clock.ends_at).where('id', '<>', id).execute();
    for (const next of followers.filter(({ plan }) => lineOf(plan) === lineOf(row.plan)))
      await move(next, {
        starts_at: laterBy(next.starts_at!, moved.days),
        ends_at: laterBy(next.ends_at!, moved.days),
        charged_from: next.charged_from && laterBy(next.charged_from, moved.days),
        kyc_gate_from: next.kyc_gate_from && laterBy(next.kyc_gate_from, moved.days),
        kyc_paused_days: next.kyc_paused_days,
      });
  }
}

/** People at once. */
const MOST = 200;

/** Moves the ends of plans that wait for a PAN, so that none runs out while its clock stands still. Often enough that each day of India's calendar begins with it. */
export async function movePausedPlans(shop: Shop): Promise<void> {
  const today = istInstant(istDay(shop.clock()));
  const lastMoved = laterBy(today, -MOST_PAUSED_DAYS);
  await sweep(shop, {
    page: (after, most) =>
      shop.db
        .selectFrom('plan_orders')
        .select('user_id')
        .distinct()
        .where('kyc_gate_from', '<', today)
        .where('kyc_paused_days', '<', MOST_PAUSED_DAYS)
        .where('state', '=', 'paid')
        .where('ended', '=', '')
        // One that ended with its last day is moved no more.
        .where('ends_at', '>', lastMoved)
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(most)
        .execute(),
    key: ({ user_id }) => user_id,
    each: ({ user_id }) => movePausedOf(shop, user_id),
    failed: 'a plan that waits for a PAN could not be moved',
    named: false,
    most: MOST,
  });
}

export async function movePausedOf(shop: Shop, user_id: string): Promise<void> {
  await shop.platform.transaction(async (tx: MoneyDb) => {
    await lockMoney(tx, user_id);
    await movePaused(shop, tx, user_id, shop.clock());
  });
  shop.identity.plans.changed(user_id);
}
