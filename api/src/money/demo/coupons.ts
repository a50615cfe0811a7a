import { BY_DEMO } from '../coupons/coupons.ts';
import type { MoneyDb } from '../tables.ts';

/** A code to try, of the demo's main host. */
const DEMO_COUPON = 'WELCOME20';

export async function seedDemoCoupon(db: MoneyDb): Promise<void> {
  await db
    .insertInto('coupons')
    .values({
      ...{ code: DEMO_COUPON, site: '', percent: 20, plan: '', most_uses: 1_000_000, approval: 'Demo', set_by: BY_DEMO, withdrawn_at: null },
      ...{ starts_at: new Date('2024-01-01T00:00:00Z'), ends_at: new Date('2036-01-01T00:00:00Z'), set_at: new Date('2024-01-01T00:00:00Z') },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
