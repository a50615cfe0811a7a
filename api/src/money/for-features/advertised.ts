import { lineOf, type ProductLine } from '@vimarsh/shared/domain/money/purchase.ts';
import { couponFor } from '../coupons/coupons.ts';
import { isLate, type Shop } from '../shop.ts';
import { isCharge } from '../tables.ts';

/** What campaigns ask of a shop. */
export function advertisedBy({ db, clock }: Pick<Shop, 'db' | 'clock'>) {
  return {
    /** Whether somebody has an order that waits for their payment: what a mandate pays waits for nobody. */
    async isPaying(user_id: string): Promise<boolean> {
      const open = await db
        .selectFrom('plan_orders')
        .select(['id', 'mandate', 'created_at', 'held_until'])
        .where('user_id', '=', user_id)
        .where('state', '=', 'open')
        .execute();
      return open.some((row) => !isCharge(row) && !isLate(row, clock()));
    },

    /** Whether a coupon is one of this site for all of this time, as far as is known now. */
    async couponLasts(code: string, { site, from, to }: { site: string; from: Date; to: Date }): Promise<boolean> {
      const found = await db
        .selectFrom('coupons')
        .select('code')
        .where('code', '=', code)
        .where('site', '=', site)
        .where('withdrawn_at', 'is', null)
        .where('starts_at', '<=', from)
        .where('ends_at', '>=', to)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Whether somebody can use a coupon on this site now, for a plan of those that are offered to them. */
    async couponCounts(code: string, { user_id, site, line }: { user_id: string; site: string; line: ProductLine }): Promise<boolean> {
      const row = (await couponFor(db, code, { user_id, site, now: clock() }))?.row;
      return row != null && (row.plan === '' ? 'investors' : lineOf(row.plan)) === line;
    },
  };
}
