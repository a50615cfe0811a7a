import { isStateCode, type StateCode } from '@vimarsh/shared/contract/plans/states.ts';
import type { BillingDetails } from '@vimarsh/shared/contract/plans/types.ts';
import { sql } from 'kysely';
import type { MoneyDb } from '../tables.ts';
import type { Parties, Supplier } from './parties.types.ts';

/** State of a GST number. */
export function stateOf(gstin: string): StateCode {
  const code = gstin.slice(0, 2);
  if (!isStateCode(code)) throw new Error('A GST number begins with no state');
  return code;
}

export async function billingOf(db: MoneyDb, user_id: string): Promise<BillingDetails | null> {
  const row = await db.selectFrom('billing_details').select(['name', 'state', 'gstin']).where('user_id', '=', user_id).executeTakeFirst();
  return row ?? null;
}

export async function keepBilling(db: MoneyDb, user_id: string, details: BillingDetails, at: Date): Promise<BillingDetails> {
  const row = { ...details, updated_at: at };
  await db
    .insertInto('billing_details')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return details;
}

/** Who bills a person now, and as whom. Throws where nobody sells. */
export async function partiesOf(db: MoneyDb, user_id: string, supplier: Supplier | null): Promise<Parties> {
  if (!supplier) throw new Error('A shop without a supplier has nobody to bill for');
  const details = await billingOf(db, user_id);
  if (!details) return { supplier, buyer: { name: '', gstin: '' }, place: stateOf(supplier.gstin) };
  return { supplier, buyer: { name: details.name, gstin: details.gstin }, place: details.state };
}

/** With an account goes the name on its invoices. What the law asks for stays: numbers, sums, the state, and a business’s GST number. */
export async function forgetBuyer(tx: MoneyDb, user_id: string): Promise<void> {
  await tx.deleteFrom('billing_details').where('user_id', '=', user_id).execute();
  await sql`update invoices set buyer = jsonb_set(buyer, '{name}', '""') where user_id = ${user_id}`.execute(tx);
}
