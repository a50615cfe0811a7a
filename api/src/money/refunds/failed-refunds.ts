import { listFailedRefunds, payFailedRefund } from '@vimarsh/shared/contract/plans/failed-refunds.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { callerOf } from '../../platform/access/access.ts';
import { doneBy } from '../../platform/access/audit.ts';
import { type Ctx, Fail } from '../../platform/platform.ts';
import { book } from '../books.ts';
import { inWords, type Shop, writeMail } from '../shop.ts';
import type { MoneyDb } from '../tables.ts';
import { accountsOf, shownAccount } from './bank-accounts.ts';
import { tellOfRefund } from './telling.ts';

/** The refund page promises it. */
const REFUND_WORKING_DAYS = 7;

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
  const account = await shownAccount(tx, row.user_id);
  const where = account
    ? `We pay it to your account ending in ${account.ends_with} within ${REFUND_WORKING_DAYS} working days. If that is the wrong account, change it in My account under Bank details.`
    : 'The money is still yours. Tell us an account of yours in My account under Bank details: we pay it there.';
  await writeMail(shop, tx, mail, 'Your refund could not be paid', `${inWords(row.amount_paise)} could not be paid back the way you paid. ${where}`);
  await tellOfRefund(shop, tx, row.user_id, 'refund_failed', { amount_paise: row.amount_paise, ends_with: account?.ends_with ?? '' });
  return 'refund failed';
}

/** Read at once. */
const MOST = 200;

/** A refund is promised within 7 working days. What the provider has neither paid nor failed by now, our bank may pay as well. */
const LATE_MS = 7 * 86_400_000;
const owedByFailure = (db: MoneyDb, now: Date) =>
  db
    .selectFrom('plan_refunds')
    .where('state', '=', 'asked')
    .where((eb) => eb.or([eb('failed_at', 'is not', null), eb('asked_at', '<', new Date(now.getTime() - LATE_MS))]));

/** For who runs the server: what is owed, by names that the provider knows too, and what our bank paid of it. */
export function serveFailedRefunds(shop: Shop): void {
  const { platform } = shop;
  platform.on(
    listFailedRefunds,
    async (_input, ctx) => {
      if (!may(callerOf(ctx), 'refund.settle')) throw new Fail('FORBIDDEN');
      const rows = await owedByFailure(platform.db, shop.clock())
        .select(['id', 'payment_id', 'order_id', 'user_id', 'amount_paise', 'asked_at', 'failed_at'])
        .orderBy('asked_at')
        .limit(MOST)
        .execute();
      const accounts = await accountsOf(shop, [...new Set(rows.map(({ user_id }) => user_id))]);
      // One line for each whose number was read: who asks about theirs finds it by its owner.
      await platform.transaction(async (tx) => {
        for (const object of accounts.keys()) await platform.audit.write(tx, { ...doneBy(ctx), action: 'refund.read-account', object });
      });
      const { total } = await owedByFailure(platform.db, shop.clock())
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return {
        total: Number(total),
        refunds: rows.map(({ user_id, ...row }) => ({
          ...{ ...row, asked_at: row.asked_at.toISOString(), failed_at: row.failed_at?.toISOString() ?? null },
          account: accounts.get(user_id) ?? null,
        })),
      };
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );

  platform.on(payFailedRefund, async ({ body }, ctx) => {
    if (!may(callerOf(ctx), 'refund.settle')) throw new Fail('FORBIDDEN');
    await payByBank(shop, ctx, body);
    return {};
  });
}

interface BankPayment {
  readonly id: string;
  readonly amount_paise: number;
  readonly reference: string;
  readonly ends_with: string;
}

/** The provider keeps what it could not pay; our bank paid instead, and nothing is owed any more. */
async function payByBank(shop: Shop, ctx: Ctx, { id, amount_paise, reference, ends_with }: BankPayment): Promise<void> {
  const { platform, db, identity, clock } = shop;
  const owner = await db.selectFrom('plan_refunds').select('user_id').where('id', '=', id).executeTakeFirst();
  const mail = owner ? await identity.mailOf(owner.user_id) : '';
  const now = clock();
  await platform.transaction(async (tx: MoneyDb) => {
    const row = await tx.selectFrom('plan_refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    // Noted already: whoever noted it did not get the answer.
    if (row?.state === 'done' && row.bank_reference === reference && row.amount_paise === amount_paise) return;
    if (!row || !(await owedByFailure(tx, now).select('id').where('id', '=', id).executeTakeFirst())) throw new Fail('NOT_FOUND');
    if (row.user_id === ctx.caller!.user_id) throw new Fail('FORBIDDEN');
    const other = await tx.selectFrom('plan_refunds').select('id').where('bank_reference', '=', reference).executeTakeFirst();
    if (other) throw new Fail('BAD_REQUEST', { problems: [{ path: 'reference', message: 'Another refund was paid by this reference.' }] });
    if (row.amount_paise !== amount_paise) throw new Fail('BAD_REQUEST', { problems: [{ path: 'amount_paise', message: 'This is not what is owed.' }] });
    await tx
      .updateTable('plan_refunds')
      .set({ state: 'done', done_at: now, bank_reference: reference, bank_ends_with: ends_with })
      .where('id', '=', id)
      .execute();
    await book(tx, `refund ${id}`, { refunds_due: amount_paise, bank: -amount_paise }, now);
    await platform.audit.write(tx, { ...doneBy(ctx), action: 'refund.pay', object: id, after: { amount_paise, reference, ends_with } });
    await writeMail(
      shop,
      tx,
      mail,
      'Your refund is paid',
      `${inWords(amount_paise)} was sent to your account ending in ${ends_with}, reference ${reference}. My account shows it under Billing.`,
    );
    await tellOfRefund(shop, tx, row.user_id, 'refund_by_bank', { amount_paise, ends_with });
  });
}
