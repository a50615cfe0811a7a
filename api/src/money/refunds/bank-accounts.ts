import { type BankAccount, readBankAccount, removeBankAccount, type ShownBankAccount, saveBankAccount } from '@vimarsh/shared/contract/plans/bank-account.ts';
import { Fail } from '../../platform/platform.ts';
import { type Shop, writeMail } from '../shop.ts';
import { lockMoney, type MoneyDb } from '../tables.ts';
import { owedTo } from './owed.ts';
import { tellOfRefund } from './telling.ts';

/** The purpose under which the numbers are sealed. */
export const BANK_ACCOUNTS_SEAL = 'bank accounts';

/** A person's bank account for refunds that can't go back the way they were paid; their tab in My account. */
export function serveBankAccounts(shop: Shop): void {
  const { platform, db } = shop;
  platform.on(readBankAccount, async (_input, { caller }) => ({
    account: await shownAccount(db, caller!.user_id),
    needed: await hasPaid(db, caller!.user_id),
    owed_paise: (await owedTo(db, caller!.user_id)).failed_paise,
  }));
  platform.on(saveBankAccount, async ({ body }, { caller }) => keep(shop, caller!.user_id, body), { limit: { max: 20, perSeconds: 3600 } });
  platform.on(removeBankAccount, async (_input, { caller }) => {
    await remove(shop, caller!.user_id);
    return {};
  });
}

const hasPaid = async (db: MoneyDb, user_id: string): Promise<boolean> =>
  (await db.selectFrom('plan_payments').select('id').where('user_id', '=', user_id).limit(1).executeTakeFirst()) !== undefined;

/** Null where nobody gave one. */
export async function shownAccount(db: MoneyDb, user_id: string): Promise<ShownBankAccount | null> {
  const row = await db.selectFrom('bank_accounts').select(['holder', 'ifsc', 'number_end', 'saved_at']).where('user_id', '=', user_id).executeTakeFirst();
  return row ? { holder: row.holder, ifsc: row.ifsc, ends_with: row.number_end, saved_at: row.saved_at.toISOString() } : null;
}

async function keep(shop: Shop, user_id: string, { holder, ifsc, number }: BankAccount): Promise<ShownBankAccount> {
  const { platform, db, identity, sealing, clock } = shop;
  if (!(await hasPaid(db, user_id))) throw new Fail('FORBIDDEN');
  const mail = await identity.mailOf(user_id);
  const row = { holder, ifsc, number_sealed: sealing.seal(Buffer.from(number), user_id), number_end: number.slice(-4), saved_at: clock() };
  await platform.transaction(async (tx: MoneyDb) => {
    // Waits for an erasure of the same person that is under way.
    await lockMoney(tx, user_id);
    if (!(await identity.isOpen(tx, user_id))) throw new Fail('SESSION_ENDED');
    await tx
      .insertInto('bank_accounts')
      .values({ user_id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    const text = `Refunds that can’t go back the way you paid are paid to the account of ${holder} that ends with ${row.number_end}. If that was not you, change it in My account under Bank details and write to us under Support.`;
    await platform.audit.write(tx, { actor: user_id, action: 'bank-account.save', object: user_id, result: 'done', after: { ends_with: row.number_end } });
    await writeMail(shop, tx, mail, 'Your bank account for refunds', text);
    await tellOfRefund(shop, tx, user_id, 'refund_account', { amount_paise: 0, ends_with: row.number_end });
  });
  return { holder, ifsc, ends_with: row.number_end, saved_at: row.saved_at.toISOString() };
}

async function remove(shop: Shop, user_id: string): Promise<void> {
  const mail = await shop.identity.mailOf(user_id);
  await shop.platform.transaction(async (tx: MoneyDb) => {
    const removed = await tx.deleteFrom('bank_accounts').where('user_id', '=', user_id).returning('number_end').executeTakeFirst();
    if (!removed) return;
    const text = `The account ending in ${removed.number_end} was removed: we pay no refund there any more. If that was not you, write to us in My account under Support.`;
    await shop.platform.audit.write(tx, { actor: user_id, action: 'bank-account.remove', object: user_id, result: 'done' });
    await writeMail(shop, tx, mail, 'Your bank account for refunds', text);
    await tellOfRefund(shop, tx, user_id, 'refund_account', { amount_paise: 0, ends_with: '' });
  });
}

/** For whoever pays a refund from our bank: whose account is where, whole. One that can't be opened any more is as none. */
export async function accountsOf({ platform, db, sealing }: Shop, user_ids: readonly string[]): Promise<Map<string, BankAccount & { saved_at: string }>> {
  if (user_ids.length === 0) return new Map();
  const rows = await db.selectFrom('bank_accounts').selectAll().where('user_id', 'in', user_ids).execute();
  return new Map(
    rows.flatMap(({ user_id, holder, ifsc, number_sealed, saved_at }) => {
      try {
        return [[user_id, { holder, ifsc, number: sealing.open(number_sealed, user_id).toString(), saved_at: saved_at.toISOString() }] as const];
      } catch (error) {
        platform.log.error({ err: error, user_id }, 'a bank account was sealed with another secret');
        return [];
      }
    }),
  );
}

/** With an account goes its bank account; where a refund is still owed, once that is paid (`forgetBankAccounts`). */
export async function eraseBankAccount(tx: MoneyDb, user_id: string): Promise<void> {
  await tx.updateTable('bank_accounts').set({ erased: true }).where('user_id', '=', user_id).execute();
  await forgetBankAccounts(tx);
}

/** Forgets those of erased accounts to whom nothing is owed any more. */
export async function forgetBankAccounts(db: MoneyDb): Promise<void> {
  await db
    .deleteFrom('bank_accounts')
    .where('erased', '=', true)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('plan_refunds').select('id').whereRef('plan_refunds.user_id', '=', 'bank_accounts.user_id').where('state', '=', 'asked'))),
    )
    .execute();
}
