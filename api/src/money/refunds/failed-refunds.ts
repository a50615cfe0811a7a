import { listFailedRefunds, payFailedRefund } from '@vimarsh/shared/contract/plans/failed-refunds.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { callerOf } from '../../platform/access.ts';
import { doneBy } from '../../platform/audit.ts';
import { type Ctx, Fail } from '../../platform/platform.ts';
import { book } from '../books.ts';
import { inWords, type Shop, writeMail } from '../shop.ts';
import { type MoneyDb, moneyOf } from '../tables.ts';
import { accountsOf } from './bank-accounts.ts';

/**
 * The provider could not pay a refund back, as to an account that is closed. Nothing is booked: the money is with the provider and owed to its
 * owner, as before. They are told once; who runs the server finds it among those that failed until it is paid back after all.
 */
export async function refundFailed(
  shop: Shop,
  tx: MoneyDb,
  refund_id: string,
  mail: string,
): Promise<'refund failed' | 'unknown order' | 'doubled' | 'ignored'> {
  const row = await tx.selectFrom('plan_refunds').selectAll().where('id', '=', refund_id).forUpdate().executeTakeFirst();
  if (!row) return 'unknown order';
  if (row.state === 'done') return 'ignored';
  if (row.failed_at !== null) return 'doubled';
  await tx.updateTable('plan_refunds').set({ failed_at: shop.clock() }).where('id', '=', refund_id).execute();
  const text = `${inWords(row.amount_paise)} could not be paid back the way it came. The money is still yours. In My account, under Bank details, you say where it goes instead.`;
  await writeMail(shop, tx, mail, 'Your refund could not be paid', text);
  return 'refund failed';
}

/** Read at once. */
const MOST = 200;

/** For who runs the server: what is owed, by names that the provider knows too, and what our bank paid of it. */
export function serveFailedRefunds(shop: Shop): void {
  const { platform } = shop;
  platform.on(
    listFailedRefunds,
    async (_input, ctx) => {
      if (!may(callerOf(ctx), 'refund.settle')) throw new Fail('FORBIDDEN');
      const rows = await moneyOf(platform.db)
        .selectFrom('plan_refunds')
        .select(['id', 'payment_id', 'order_id', 'user_id', 'amount_paise', 'asked_at', 'failed_at'])
        .where('state', '=', 'asked')
        .where('failed_at', 'is not', null)
        .orderBy('failed_at')
        .limit(MOST)
        .execute();
      const accounts = await accountsOf(shop, [...new Set(rows.map(({ user_id }) => user_id))]);
      if (accounts.size > 0)
        await platform.transaction((tx) => platform.audit.write(tx, { ...doneBy(ctx), action: 'refund.read-accounts', object: [...accounts.keys()].join() }));
      return {
        refunds: rows.map(({ user_id, ...row }) => ({
          ...{ ...row, asked_at: row.asked_at.toISOString(), failed_at: row.failed_at!.toISOString() },
          account: accounts.get(user_id) ?? null,
        })),
      };
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );

  platform.on(payFailedRefund, async ({ body: { id, amount_paise, reference } }, ctx) => {
    if (!may(callerOf(ctx), 'refund.settle')) throw new Fail('FORBIDDEN');
    await payByBank(shop, ctx, { id, amount_paise, reference });
    return {};
  });
}

interface BankPayment {
  readonly id: string;
  readonly amount_paise: number;
  readonly reference: string;
}

/** The provider keeps what it could not pay; our bank paid instead, and nothing is owed any more. */
async function payByBank(shop: Shop, ctx: Ctx, { id, amount_paise, reference }: BankPayment): Promise<void> {
  const { platform, db, identity, clock } = shop;
  const owner = await db.selectFrom('plan_refunds').select('user_id').where('id', '=', id).executeTakeFirst();
  const mail = owner ? await identity.mailOf(owner.user_id) : '';
  const now = clock();
  await platform.transaction(async (any) => {
    const tx = moneyOf(any);
    const row = await tx.selectFrom('plan_refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row?.state !== 'asked' || row.failed_at === null) throw new Fail('NOT_FOUND');
    if (row.amount_paise !== amount_paise) throw new Fail('BAD_REQUEST', { problems: [{ path: 'amount_paise', message: 'This is not what is owed.' }] });
    await tx.updateTable('plan_refunds').set({ state: 'done', done_at: now, bank_reference: reference }).where('id', '=', id).execute();
    await book(tx, `refund ${id}`, { refunds_due: amount_paise, bank: -amount_paise }, now);
    await platform.audit.write(any, { ...doneBy(ctx), action: 'refund.pay', object: id, after: { amount_paise, reference } });
    await writeMail(shop, tx, mail, 'Your refund is paid', `${inWords(amount_paise)} was paid to you by bank transfer. My account shows it under Billing.`);
  });
}
