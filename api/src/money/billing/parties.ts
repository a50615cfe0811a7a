import { ABROAD } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import { isStateCode, type StateCode } from '@vimarsh/shared/contract/plans/states.ts';
import type { BillingDetails, InvoicePlace } from '@vimarsh/shared/contract/plans/types.ts';
import { sql } from 'kysely';
import { Fail } from '../../platform/platform.ts';
import type { Shop } from '../shop.ts';
import { lockMoney, type MoneyDb, type OrderRow } from '../tables.ts';
import type { Buyer, Parties, Supplier } from './parties.types.ts';

/** State of a GST number. */
export function stateOf(gstin: string): StateCode {
  const code = gstin.slice(0, 2);
  if (!isStateCode(code)) throw new Error('A GST number begins with no state');
  return code;
}

export async function billingOf(db: MoneyDb, user_id: string): Promise<BillingDetails | null> {
  const row = await db.selectFrom('billing_details').select(['name', 'address', 'state', 'country', 'gstin']).where('user_id', '=', user_id).executeTakeFirst();
  return row ?? null;
}

export function keepBilling({ platform, identity, clock }: Shop, user_id: string, details: BillingDetails): Promise<BillingDetails> {
  return platform.transaction(async (tx: MoneyDb) => {
    // Waits for a purchase or an erasure of the same person that is under way.
    await lockMoney(tx, user_id);
    if (!(await identity.isOpen(tx, user_id))) throw new Fail('SESSION_ENDED');
    const row = { ...details, updated_at: clock() };
    await tx
      .insertInto('billing_details')
      .values({ user_id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return details;
  });
}

/** For the copy of a person's data: as whom and where they were billed. */
export function billedAs(db: MoneyDb, user_id: string): Promise<{ number: string; buyer: Buyer; place: string }[]> {
  return db.selectFrom('invoices').select(['number', 'buyer', 'place']).where('user_id', '=', user_id).orderBy('issued_at', 'desc').execute();
}

/**
 * Who bills for an order now, whom and where. An order from outside India stays there: its price was parted for it. Else a business is where its
 * GST number says, and anybody else where they said they are. Throws where nobody sells.
 */
export async function partiesOf(db: MoneyDb, { user_id, place }: Pick<OrderRow, 'user_id' | 'place'>, supplier: Supplier | null): Promise<Parties> {
  if (!supplier) throw new Error('A shop without a supplier has nobody to bill for');
  const details = await billingOf(db, user_id);
  const { name, address, country, gstin } = details ?? { name: '', address: '', country: '', gstin: '' };
  if (place === ABROAD) return { supplier, buyer: { name, address, country, gstin: '' }, place };
  const named = gstin ? details!.state : place || details?.state;
  return { supplier, buyer: { name, address, gstin }, place: named || stateOf(supplier.gstin) };
}

/** The state for somebody’s next invoice. */
export async function placeOf(db: MoneyDb, user_id: string): Promise<InvoicePlace> {
  const details = await db.selectFrom('billing_details').select(['state', 'gstin', 'updated_at']).where('user_id', '=', user_id).executeTakeFirst();
  if (details?.gstin) return { state: details.state, fixed: true };
  const last = await db
    .selectFrom('plan_orders')
    .select(['place', 'created_at'])
    .where('user_id', '=', user_id)
    .where('place', '!=', '')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  // Who has moved said so last, here or there.
  const state = last && !(details && details.updated_at > last.created_at) ? last.place : (details?.state ?? '');
  return { state, fixed: false };
}

/** With an account go name and address on its invoices. What the law asks for stays: numbers, sums, the state, and a business’s GST number. */
export async function forgetBuyer(tx: MoneyDb, user_id: string): Promise<void> {
  await tx.deleteFrom('billing_details').where('user_id', '=', user_id).execute();
  await sql`update invoices set buyer = buyer || '{"name":"","address":""}' where user_id = ${user_id}`.execute(tx);
}
