import { ulid } from '../../platform/text/id.ts';
import type { Shop } from '../shop.ts';
import type { MoneyDb, RefundReason } from '../tables.ts';

export const REFUND_JOB = 'money.refund';

/** Queues a refund with the change that it is for. */
export async function askRefund(
  { platform, clock }: Shop,
  tx: MoneyDb,
  refund: { payment_id: string; order_id: string; user_id: string; amount_paise: number; reason: RefundReason },
): Promise<string> {
  const id = ulid();
  await tx
    .updateTable('plan_payments')
    .set((eb) => ({ refunded_paise: eb('refunded_paise', '+', refund.amount_paise) }))
    .where('id', '=', refund.payment_id)
    .execute();
  await tx
    .insertInto('plan_refunds')
    .values({ id, ...refund, state: 'asked', asked_at: clock(), done_at: null })
    .execute();
  await platform.jobs.enqueue(tx, REFUND_JOB, { id });
  return id;
}
