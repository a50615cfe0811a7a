import type { PlanAccount } from '@vimarsh/shared/contract/plans/types.ts';
import { totalOf } from '@vimarsh/shared/domain/money/gst.ts';
import { pausedDays } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import { FEE_CAP_PAISE, lineOf, type SoldPlan } from '@vimarsh/shared/domain/money/purchase.ts';
import { refundOf } from '@vimarsh/shared/domain/money/refund-amount.ts';
import { billingOf } from './billing/parties.ts';
import { shownAccount } from './refunds/bank-accounts.ts';
import { renewalsOf } from './renewal/renewals.ts';
import { clockOf, feesToldTo, heldBy, heldOf, runningOrders, type Shop } from './shop.ts';

/** What somebody bought, what would come back now, and every paper of it. */
export async function accountOf(shop: Shop, user_id: string): Promise<PlanAccount> {
  const { db, clock } = shop;
  const now = clock();
  // One that follows another of the same plan goes on with it.
  const given = new Map<SoldPlan, Date>();
  for (const { order_id, plan, ends_at } of await heldBy(shop, db, user_id))
    if (order_id === '' && lineOf(plan) === 'investors' && ends_at > (given.get(plan) ?? now)) given.set(plan, ends_at);
  const plans = (await runningOrders(db, user_id, now)).map((row) => {
    const { unused, ...left } = refundOf(heldOf(row, now), now);
    return {
      ...{ order_id: row.id, plan: row.plan, days: row.days, total_paise: row.taxable_paise + row.gst_paise },
      credit_paise: row.taxable_paise + row.gst_paise - row.pay_paise,
      ...{ starts_at: row.starts_at!.toISOString(), ends_at: row.ends_at!.toISOString(), refund_paise: totalOf(left), unused_days: unused },
      ...{ pan_missing: row.kyc_gate_from !== null, paused_days: (row.kyc_paused_days ?? 0) + pausedDays(clockOf(row), now, 'yesterday') },
    };
  });
  const billed = await db
    .selectFrom('invoices')
    .innerJoin('plan_orders', 'plan_orders.id', 'invoices.order_id')
    .select(['number', 'kind', 'about', 'issued_at', 'plan', 'days', 'invoices.taxable_paise', 'invoices.gst_paise'])
    .where('invoices.user_id', '=', user_id)
    .orderBy('issued_at', 'desc')
    .orderBy('number', 'desc')
    .limit(200)
    .execute();
  const refunds = await db
    .selectFrom('plan_refunds')
    .innerJoin('plan_orders', 'plan_orders.id', 'plan_refunds.order_id')
    .select(['plan_refunds.id', 'plan', 'amount_paise', 'reason', 'plan_refunds.state', 'asked_at', 'failed_at', 'done_at', 'bank_reference', 'bank_ends_with'])
    .where('plan_refunds.user_id', '=', user_id)
    .orderBy('asked_at', 'desc')
    .limit(200)
    .execute();
  return {
    plans,
    given: [...given].map(([plan, ends_at]) => ({ plan, ends_at: ends_at.toISOString() })),
    renewals: await renewalsOf(shop, user_id),
    billing: await billingOf(db, user_id),
    invoices: billed.map((one) => ({ ...one, issued_at: one.issued_at.toISOString(), total_paise: one.taxable_paise + one.gst_paise })),
    refunds: refunds.map(({ state, asked_at, failed_at, done_at, bank_reference: reference, bank_ends_with: ends_with, ...one }) => ({
      ...{ ...one, asked_at: asked_at.toISOString() },
      state: state === 'asked' && failed_at !== null ? 'failed' : reference !== '' ? 'by_bank' : state,
      by_bank: reference === '' || done_at === null ? null : { ends_with, paid_at: done_at.toISOString(), reference },
    })),
    refund_account: (await shownAccount(db, user_id))?.ends_with ?? null,
    fees_paise: (await feesToldTo(shop, db, user_id, now)).fees_paise,
    fee_cap_paise: FEE_CAP_PAISE,
  };
}
