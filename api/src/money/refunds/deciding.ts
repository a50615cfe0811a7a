import { totalOf } from '@vimarsh/shared/domain/money/gst.ts';
import { refundOf } from '@vimarsh/shared/domain/money/refund-amount.ts';
import { book, creditNote } from '../books.ts';
import type { ProviderEvent } from '../provider.ts';
import { heldOf, inWords, type Shop, writeMail } from '../shop.ts';
import type { MoneyDb, OrderRow, RefundReason } from '../tables.ts';
import { askRefund } from './asking.ts';

// Money goes back for two reasons and no other: a plan ends before its last day, or a payment came that buys nothing.

export interface RefundOfRest {
  readonly refund_paise: number;
  /** Its number; '' where nothing was left. */
  readonly credit_note: string;
  readonly refunds: string[];
}

/** What is left of a plan that ends now goes back, with its credit note and its lines in the books. How much: `refundOf`. */
export async function refundRest(shop: Shop, tx: MoneyDb, row: OrderRow, now: Date): Promise<RefundOfRest> {
  const left = refundOf(heldOf(row, now), now);
  const refund_paise = totalOf(left);
  if (refund_paise === 0) return { refund_paise, credit_note: '', refunds: [] };
  const credit_note = await creditNote(tx, row.id, left, now);
  await book(tx, `cancelled ${row.id}`, { fees: left.taxable, gst: left.gst, refunds_due: -refund_paise }, now);
  const refunds: string[] = [];
  for (const { payment_id, amount_paise } of await waysBack(tx, row, refund_paise))
    refunds.push(await askRefund(shop, tx, { payment_id, order_id: row.id, user_id: row.user_id, amount_paise, reason: 'cancelled' }));
  return { refund_paise, credit_note, refunds };
}

/**
 * Which payments a refund goes back by: the order's own first, then those of the lesser plans that were taken off its price. Their
 * money is in it, so together they hold enough.
 */
async function waysBack(tx: MoneyDb, row: OrderRow, amount: number): Promise<{ payment_id: string; amount_paise: number }[]> {
  const ways: { payment_id: string; amount_paise: number }[] = [];
  let left = amount;
  for (const queue = [row]; queue.length > 0 && left > 0; ) {
    const order = queue.shift()!;
    const payments = await tx.selectFrom('plan_payments').selectAll().where('order_id', '=', order.id).orderBy('received_at').execute();
    for (const { id, amount_paise, refunded_paise } of payments) {
      const part = Math.min(left, amount_paise - refunded_paise);
      if (part > 0) ways.push({ payment_id: id, amount_paise: part });
      left -= part;
    }
    const before = order.credits.map(({ order_id }) => order_id);
    if (before.length > 0) queue.push(...(await tx.selectFrom('plan_orders').selectAll().where('id', 'in', before).execute()));
  }
  if (left > 0) throw new Error(`The refund of ${row.id} is larger than what was paid`);
  return ways;
}

type Paid = Pick<Extract<ProviderEvent, { kind: 'payment.paid' }>, 'payment_id' | 'amount_paise'>;
export type ComesBack = Exclude<RefundReason, 'cancelled'>;

/** Why a payment goes back whole; null where it pays its order. No plan is given for another sum, and none of that is kept. */
export function whyWhole(row: Pick<OrderRow, 'pay_paise' | 'state'>, paid: Paid): ComesBack | null {
  if (paid.amount_paise !== row.pay_paise) return 'amount';
  if (row.state === 'open') return null;
  return row.state === 'paid' ? 'twice' : 'late';
}

const WHY: Readonly<Record<ComesBack, string>> = {
  late: 'came when its order could not be paid any more',
  twice: 'came for an order that was paid already',
  amount: 'was of another amount than its order',
};

/** A payment goes back whole, and its payer is told. Answers the refund's id. */
export async function refundWhole(
  shop: Shop,
  tx: MoneyDb,
  row: OrderRow,
  { payment_id, amount_paise }: Paid,
  reason: ComesBack,
  mail: string,
): Promise<string> {
  const now = shop.clock();
  await book(tx, `came ${payment_id}`, { provider: amount_paise, refunds_due: -amount_paise }, now);
  const id = await askRefund(shop, tx, { payment_id, order_id: row.id, user_id: row.user_id, amount_paise, reason });
  if (reason === 'late') await tx.updateTable('plan_orders').set({ state: 'returned', decided_at: now }).where('id', '=', row.id).execute();
  const text = `A payment of ${inWords(amount_paise)} for ${row.plan} ${WHY[reason]}. It goes back whole, the way it came.`;
  await writeMail(shop, tx, mail, 'A payment goes back to you', text);
  return id;
}
