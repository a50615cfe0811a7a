import type { MoneyDb } from '../tables.ts';

/** A code to try, of the demo's main host. */
export const DEMO_COUPON = 'WELCOME20';

export async function seedDemoCoupon(db: MoneyDb): Promise<void> {
  await db
    .insertInto('coupons')
    .values({
      ...{ code: DEMO_COUPON, site: '', percent: 20, plan: '', most_uses: 1_000_000, approval: 'Demo', set_by: 'demo', withdrawn_at: null },
      ...{ starts_at: new Date('2024-01-01T00:00:00Z'), ends_at: new Date('2036-01-01T00:00:00Z'), set_at: new Date('2024-01-01T00:00:00Z') },
    })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ withdrawn_at: null }).where('coupons.withdrawn_at', 'is not', null))
    .execute();
}
