import { totalOf } from '@vimarsh/shared/domain/money/gst.ts';
import { refundOf } from '@vimarsh/shared/domain/money/refund-amount.ts';
import type { Database } from '../../platform/platform.ts';
import { heldOf, offersOf } from '../shop.ts';
import { moneyOf, type OrderRow } from '../tables.ts';

/** Whether somebody has paid for a plan of investors that they did not cancel. */
export type HasBought = 'nothing' | 'kept' | 'cancelled';

export interface Bought {
  readonly bought: Exclude<HasBought, 'nothing'>;
  /** What can't come back to them any more, in paise: the days they used of plans that stand or ran to their end. */
  readonly spent_paise: number;
}

/** Of these people those who have bought, whatever became of it. A plan that was given is no purchase. */
export async function boughtBy(db: Database, user_ids: readonly string[], now: Date): Promise<Map<string, Bought>> {
  if (user_ids.length === 0) return new Map();
  const rows = await moneyOf(db)
    .selectFrom('plan_orders')
    .selectAll()
    .where('user_id', 'in', user_ids)
    .where('state', '=', 'paid')
    .where('plan', '!=', 'Publisher')
    .execute();
  const spentOn = (row: OrderRow): number => (row.ended === '' ? Math.max(0, row.pay_paise - totalOf(refundOf(heldOf(row, now), now))) : 0);
  return new Map(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([user_id, own]) => [
      user_id,
      { bought: own.some(({ ended }) => ended === '') ? 'kept' : 'cancelled', spent_paise: own.reduce((sum, row) => sum + spentOn(row), 0) },
    ]),
  );
}

/** The cost of some days on a plan at a site's list prices, in paise: by its cheapest day, for a plan that is left is paid back by days. */
export async function worthOf(db: Database, site: string, plan: string, days: number): Promise<number> {
  const offers = (await offersOf(db, site)).filter((offer) => offer.plan === plan);
  return offers.length === 0 ? 0 : Math.min(...offers.map(({ price_paise, days: of }) => Math.ceil((price_paise * days) / of)));
}
