import { totalOf } from '@vimarsh/shared/domain/money/gst.ts';
import { isPausedOn } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import { lineOf } from '@vimarsh/shared/domain/money/purchase.ts';
import { chargedUntil, refundOf } from '@vimarsh/shared/domain/money/refund-amount.ts';
import { Fail } from '../platform/platform.ts';
import { forgetBuyer } from './billing/parties.ts';
import { openOrder, putAside } from './ordering.ts';
import { sendSoon } from './provider-events.ts';
import { type RefundOfRest, refundRest } from './refunds/deciding.ts';
import { owedTo } from './refunds/owed.ts';
import { stopWith } from './renewal/mandates.ts';
import { clockOf, heldOf, inWords, runningOrders, type Shop, writeMail } from './shop.ts';
import { lockMoney, type MoneyDb, type OrderRow } from './tables.ts';

/** Ends a plan now and sends back what is left of it, which must be what the person saw. */
export async function cancel(
  shop: Shop,
  user_id: string,
  asked: { order_id: string; refund_paise: number },
): Promise<{ refund_paise: number; credit_note: string }> {
  const { platform, identity } = shop;
  if (!shop.provider) throw new Fail('PAY_CLOSED');
  await checkRefund(shop, shop.db, user_id, asked);
  // An upgrade under way counts on this plan.
  const open = await openOrder(shop, user_id);
  if (open?.credits.some(({ order_id }) => order_id === asked.order_id)) await putAside(shop, open, 'replaced');
  const mail = await identity.mailOf(user_id);
  const { refunds, ...done } = await platform.transaction(async (tx: MoneyDb) => {
    await lockMoney(tx, user_id);
    const { row, now } = await checkRefund(shop, tx, user_id, asked);
    const { refund_paise, credit_note, refunds } = await endNow(shop, tx, row, now);
    // A day on which it waited for a PAN was not paid for.
    await closeGaps(shop, tx, row, now, isPausedOn(clockOf(row), now) ? now : chargedUntil(heldOf(row, now), now));
    await stopWith(shop, tx, user_id, row.plan);
    await platform.audit.write(tx, { actor: user_id, action: 'plan.cancel', object: row.id, result: 'done', partner_key: row.site });
    const text = `Your ${row.plan} plan has ended. ${inWords(refund_paise)} goes back the way you paid${credit_note && `, credit note ${credit_note}`}.`;
    await writeMail(shop, tx, mail, `Your ${row.plan} plan has ended`, text);
    return { refund_paise, credit_note, refunds };
  });
  identity.plans.changed(user_id);
  await sendSoon(shop, refunds);
  return done;
}

/** The plan to end. Throws NOT_FOUND, or REFUND_CHANGED where another sum would come back than the person saw. */
async function checkRefund(shop: Shop, db: MoneyDb, user_id: string, asked: { order_id: string; refund_paise: number }): Promise<{ row: OrderRow; now: Date }> {
  const now = shop.clock();
  const row = (await runningOrders(db, user_id, now)).find(({ id }) => id === asked.order_id);
  if (!row) throw new Fail('NOT_FOUND');
  if (totalOf(refundOf(heldOf(row, now), now)) !== asked.refund_paise) throw new Fail('REFUND_CHANGED');
  return { row, now };
}

/** Ends a plan and sends back what is left of it. */
async function endNow(shop: Shop, tx: MoneyDb, row: OrderRow, now: Date): Promise<RefundOfRest> {
  await tx.updateTable('plan_orders').set({ ended: 'cancelled' }).where('id', '=', row.id).execute();
  await shop.identity.plans.end(tx, row.id, now);
  return refundRest(shop, tx, row, now);
}

/**
 * What was bought to follow a plan of its line that ended early begins at its place: nobody has paid and waits. Days of it count from `charged` on: the
 * day on which the plan before it ended was paid for with that.
 */
async function closeGaps({ identity }: Shop, tx: MoneyDb, left: OrderRow, now: Date, charged: Date): Promise<void> {
  let free = now.getTime();
  for (const row of await runningOrders(tx, left.user_id, now)) {
    if (lineOf(row.plan) !== lineOf(left.plan)) continue;
    const wait = Math.max(0, row.starts_at!.getTime() - free);
    const [starts_at, ends_at] = [new Date(row.starts_at!.getTime() - wait), new Date(row.ends_at!.getTime() - wait)];
    if (wait > 0) {
      const charged_from = starts_at.getTime() === now.getTime() && charged > now ? charged : null;
      const kyc_gate_from = row.kyc_gate_from && (charged_from ?? starts_at);
      await tx.updateTable('plan_orders').set({ starts_at, ends_at, charged_from, kyc_gate_from }).where('id', '=', row.id).execute();
      await identity.plans.move(tx, row.id, { starts_at, ends_at });
    }
    free = Math.max(free, ends_at.getTime());
  }
}

/** Before an account is erased its plans end, and what is left of them goes back. True once nothing is owed any more. */
export async function settlePlans(shop: Shop, tx: MoneyDb, user_id: string, mail: string): Promise<boolean> {
  const back_paise = await endAll(shop, tx, user_id);
  if (back_paise > 0) {
    const text = `Your plan has ended because you asked us to erase your account. ${inWords(back_paise)} goes back the way you paid. Once it is paid, the account is erased.`;
    await writeMail(shop, tx, mail, 'Your plan has ended', text);
  }
  return (await owedTo(tx, user_id)).all_paise === 0;
}

/** With an account its plans end, and what is left of them goes back. Books and invoices are kept for years by law, without a name. Answers what goes back. */
export async function endAll(shop: Shop, tx: MoneyDb, user_id: string): Promise<number> {
  const now = shop.clock();
  await lockMoney(tx, user_id);
  // Money for an order that still comes goes back whole.
  await tx.updateTable('plan_orders').set({ state: 'replaced', decided_at: now }).where('user_id', '=', user_id).where('state', '=', 'open').execute();
  await stopWith(shop, tx, user_id, '');
  let back_paise = 0;
  for (const row of await runningOrders(tx, user_id, now)) back_paise += (await endNow(shop, tx, row, now)).refund_paise;
  await forgetBuyer(tx, user_id);
  return back_paise;
}
